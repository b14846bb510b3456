"""The convex hull of points as triangles: quickhull whose every decision is exact.

Barber, Dobkin and Huhdanpaa, *The Quickhull Algorithm for Convex Hulls* (1996). Where theirs widens facets by
what rounding may have spoiled, here whole numbers decide on which side of a plane a point is when floats
cannot. So the triangles always close, also for points in one plane, on one line, or nearly so.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple, TypeAlias

from ...arrays import Reals2

Exact: TypeAlias = "tuple[int, int, int]"
Real: TypeAlias = "tuple[float, float, float]"
Triangle: TypeAlias = "tuple[int, int, int]"

_BITS = 100  # of the extent of the points in whole numbers; what is smaller is dropped
_ROUNDING = 32.0 * 2.0**-52  # of the extent: more than the error of a height above a plane in floats


class Grid(NamedTuple):
    """Points relative to the middle of their bounds, as whole numbers and as the same in floats.

    `unit` is the length of one, `size` the largest coordinate.
    """

    exact: list[Exact]
    real: list[Real]
    size: float
    unit: float


def to_grid(points: Reals2) -> Grid:
    """Return points (n, 3) on a grid whose unit is a power of two."""
    lower, upper = points.min(axis=0), points.max(axis=0)
    extent = float((upper - lower).max())
    exponent = _BITS - math.frexp(extent)[1] if extent > 0.0 else 0
    mx, my, mz = (int(math.ldexp(middle, exponent)) for middle in (0.5 * (lower + upper)).tolist())
    exact = [
        (
            int(math.ldexp(x, exponent)) - mx,
            int(math.ldexp(y, exponent)) - my,
            int(math.ldexp(z, exponent)) - mz,
        )
        for x, y, z in points.tolist()
    ]
    real = [(float(x), float(y), float(z)) for x, y, z in exact]
    return Grid(exact, real, max(max(map(abs, p)) for p in real), math.ldexp(1.0, -exponent))


def cross_exactly(a: Exact, b: Exact, c: Exact) -> Exact:
    """Return (b - a) × (c - a)."""
    ux, uy, uz = b[0] - a[0], b[1] - a[1], b[2] - a[2]
    vx, vy, vz = c[0] - a[0], c[1] - a[1], c[2] - a[2]
    return uy * vz - uz * vy, uz * vx - ux * vz, ux * vy - uy * vx


def dot_exactly(a: Exact, b: Exact) -> int:
    """Return the scalar product."""
    return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]


def unit_vector(exact: Exact) -> Real:
    """Return the unit vector along a vector of whole numbers other than zero."""
    i, j, k = exact
    largest = max(abs(i), abs(j), abs(k))
    x, y, z = i / largest, j / largest, k / largest
    length = math.sqrt(x * x + y * y + z * z)
    return x / length, y / length, z / length


class Facet:
    """A triangle of the hull, counter-clockwise seen from outside.

    `neighbours` are across the edges from each corner to the next one; `above` are heights and numbers of
    points above its plane that no other facet has.
    """

    __slots__ = ("above", "corners", "exact_offset", "gone", "neighbours", "normal", "offset", "plane")

    def __init__(self, corners: Triangle, grid: Grid):
        first = corners[0]
        self.corners: Triangle = corners
        self.neighbours: list[Facet] = []
        self.plane: Exact = cross_exactly(*(grid.exact[i] for i in corners))
        self.exact_offset: int = dot_exactly(self.plane, grid.exact[first])
        self.normal: Real = unit_vector(self.plane)
        x, y, z = self.normal
        px, py, pz = grid.real[first]
        self.offset: float = x * px + y * py + z * pz
        self.above: list[tuple[float, int]] = []
        self.gone: bool = False


class _Builder:
    """A hull under construction."""

    def __init__(self, grid: Grid):
        self.grid = grid
        self.error = _ROUNDING * grid.size

    def height(self, facet: Facet, i: int) -> float:
        """Return the height of a point above a facet's plane; 0 if it is on it or below."""
        x, y, z = facet.normal
        px, py, pz = self.grid.real[i]
        height = x * px + y * py + z * pz - facet.offset
        if height > self.error:
            return height
        if height < -self.error or dot_exactly(facet.plane, self.grid.exact[i]) <= facet.exact_offset:
            return 0.0
        return self.error  # above by less than floats can tell

    def share(self, points: Iterable[int], facets: Sequence[Facet]) -> None:
        """Give each point to the first of some facets that it is above of; drop it if there is none."""
        for i in points:
            for facet in facets:
                height = self.height(facet, i)
                if height > 0.0:
                    facet.above.append((height, i))
                    break

    def first_facets(self) -> list[Facet]:
        """Return a tetrahedron of far corners that has the other points; none if all are in one plane."""
        exact = self.grid.exact
        a = min(range(len(exact)), key=exact.__getitem__)
        b = max(range(len(exact)), key=lambda i: math.dist(self.grid.real[a], self.grid.real[i]))
        c = max(range(len(exact)), key=lambda i: _square(cross_exactly(exact[a], exact[b], exact[i])))
        normal = cross_exactly(exact[a], exact[b], exact[c])
        level = dot_exactly(normal, exact[a])
        d = max(range(len(exact)), key=lambda i: abs(dot_exactly(normal, exact[i]) - level))
        side = dot_exactly(normal, exact[d]) - level
        if side == 0:
            return []
        if side > 0:
            b, c = c, b
        facets = [Facet(corners, self.grid) for corners in ((a, b, c), (a, d, b), (b, d, c), (c, d, a))]
        base, ab, bc, ca = facets
        base.neighbours = [ab, bc, ca]
        ab.neighbours, bc.neighbours, ca.neighbours = [ca, bc, base], [ab, ca, base], [bc, ab, base]
        self.share((i for i in range(len(exact)) if i not in (a, b, c, d)), facets)
        return facets

    def horizon(self, facet: Facet, i: int) -> tuple[list[Facet], list[tuple[Facet, int]]]:
        """Return the facets that point i is above of, and the edges around them, as facet and edge beyond.

        Depth first, so that the edges come in the order of their loop.
        """
        facet.gone = True
        seen, edges = [facet], []
        stack = [(facet, 0, 3)]
        while stack:
            facet, k, left = stack.pop()
            if left > 1:
                stack.append((facet, (k + 1) % 3, left - 1))
            beyond = facet.neighbours[k]
            if beyond.gone:
                continue
            entered = beyond.corners.index(facet.corners[(k + 1) % 3])
            if self.height(beyond, i) > 0.0:
                beyond.gone = True
                seen.append(beyond)
                stack.append((beyond, (entered + 1) % 3, 2))
            else:
                edges.append((beyond, entered))
        return seen, edges

    def add(self, facet: Facet) -> list[Facet]:
        """Add the highest point above a facet; returns the facets around it."""
        _, apex = max(facet.above, key=lambda point: (point[0], -point[1]))
        seen, edges = self.horizon(facet, apex)
        cone = []
        for beyond, k in edges:
            start, end = beyond.corners[(k + 1) % 3], beyond.corners[k]
            new = Facet((start, end, apex), self.grid)
            beyond.neighbours[k] = new
            new.neighbours = [beyond]
            cone.append(new)
        for before, new in zip([cone[-1], *cone[:-1]], cone, strict=True):
            before.neighbours.append(new)
        for before, new in zip([cone[-1], *cone[:-1]], cone, strict=True):
            new.neighbours.append(before)
        self.share((i for old in seen for _, i in old.above if i != apex), cone)
        return cone


def _square(v: Exact) -> int:
    return dot_exactly(v, v)


def triangulated_hull(grid: Grid) -> list[Facet]:
    """Return the triangles of the convex hull of different points, none if they are all in one plane.

    Points on a triangle or on an edge are no corners.
    """
    builder = _Builder(grid)
    facets = builder.first_facets()
    for facet in facets:  # grows
        if facet.above and not facet.gone:
            facets += builder.add(facet)
    return [facet for facet in facets if not facet.gone]
