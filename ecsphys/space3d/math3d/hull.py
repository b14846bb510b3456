"""Convex hulls: corners, polygons for faces, and planes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple, TypeAlias

import numpy as np

from ...arrays import Reals2
from .products import dots, product
from .quickhull import Exact, Facet, Grid, Real, to_grid, triangulated_hull, unit_vector

Loop: TypeAlias = "tuple[int, ...]"

_FLAT = 1e-13  # of the extent: triangles whose corners are that near to a plane are one face
_ROUNDING = 16.0 * 2.0**-52  # of the largest coordinate: how far points of one plane are off it by rounding
_THINNEST = 4.0  # in widths of a face: what is thinner is flat


class Polyhedron(NamedTuple):
    """A convex polyhedron: corners (n, 3), and the numbers of each face's corners.

    Faces are counter-clockwise seen from outside, begin with their least number and are in ascending order.
    `normals` (m, 3) are their outward unit normals.
    """

    points: Reals2
    faces: tuple[Loop, ...]
    normals: Reals2


def hull(points: Reals2) -> Polyhedron:
    """Return the convex hull of points (n, 3), without points that are on its faces or edges.

    Faces in one plane are one polygon. Corners keep their bits and their order. Raises `ValueError` for
    points without volume.
    """
    found = _hull_of(points)
    # Leaving out a corner that is nearly in the plane of a face can bring others into it. Repeated until none
    # is left out, so that the hull of a hull's corners is the same hull.
    while len(found.points) < len(points):
        points, found = found.points, _hull_of(found.points)
    return found


def _hull_of(points: Reals2) -> Polyhedron:
    """Return the convex hull of points, from which corners may be left out that are nearly in a plane."""
    different = list(dict.fromkeys(map(tuple, (points + 0.0).tolist())))  # -0.0 is 0.0
    if len(different) < 4:
        raise ValueError(f"points must be at least four different ones, got {len(different)}")
    table = np.array(different)
    grid = to_grid(table)
    width = max(_FLAT * grid.size, _ROUNDING * float(np.abs(table).max()) / grid.unit)
    facets = triangulated_hull(grid)
    if thickness(facets, grid) <= _THINNEST * width:
        raise ValueError(
            f"points must not lie in one plane or on a line, got {len(different)} that do: "
            "add a point off the plane, or give a Box of some depth"
        )
    loops, normals = _simplified(*_merged(facets, grid, width))
    return _canonical(table, loops, normals)


def main_corners(corners: Reals2, most: int, error: float) -> list[int]:
    """Return at least four and at most `most` of the corners of a hull, as their numbers in ascending order.

    Each is the highest above a face of the hull of those before it, until none is higher than `error`.
    """
    taken = _far_corners(corners)
    while len(taken) < most:
        of_taken = hull(corners[taken])
        levels = dots(of_taken.normals, of_taken.points[[face[0] for face in of_taken.faces]])
        heights = (product(corners, of_taken.normals.T) - levels).max(axis=1)
        heights[taken] = 0.0
        furthest = int(heights.argmax())
        if heights[furthest] <= error:
            break
        taken.append(furthest)
    return sorted(taken)


def _far_corners(corners: Reals2) -> list[int]:
    """Return four corners of a large tetrahedron."""
    a = 0
    ways = corners - corners[a]
    b = int(dots(ways, ways).argmax())
    across = np.cross(ways, ways[b])
    c = int(dots(across, across).argmax())
    d = int(np.abs(dots(ways, across[c])).argmax())
    return [a, b, c, d]


def thickness(facets: Sequence[Facet], grid: Grid) -> float:
    """Return the least extent of a hull at right angles to a facet, in units of the grid."""
    corners = np.array([grid.real[i] for i in sorted({i for f in facets for i in f.corners})])
    if not facets:
        return 0.0
    levels = product(corners, np.array([facet.normal for facet in facets]).T)
    return float((levels.max(axis=0) - levels.min(axis=0)).min())


def _merged(facets: Sequence[Facet], grid: Grid, width: float) -> tuple[list[list[int]], list[Real]]:
    """Return the loops and unit normals of facets, those in one plane as one polygon."""
    loops, normals = [], []
    free = dict.fromkeys(sorted(facets, key=lambda f: (-_area(f), f.corners)))
    while free:
        seed = next(iter(free))
        loop, total = _grow(seed, free, grid, width)
        loops.append(loop)
        normals.append(unit_vector(total))
    return loops, normals


def _area(facet: Facet) -> int:
    x, y, z = facet.plane
    return x * x + y * y + z * z


def _grow(seed: Facet, free: dict[Facet, None], grid: Grid, width: float) -> tuple[list[int], Exact]:
    """Take a facet, and from its neighbours all free ones in its plane; returns loop and sum of normals.

    A facet that would make the loop touch itself waits until others have closed the gap.
    """
    x, y, z = seed.normal
    loop, owners = list(seed.corners), list(seed.neighbours)  # across the edge after each corner
    del free[seed]
    nx, ny, nz = seed.plane
    k = waiting = 0
    while waiting < len(loop):
        facet = owners[k]
        if facet in free:
            at = facet.corners.index(loop[(k + 1) % len(loop)])
            apex = facet.corners[(at + 2) % 3]
            px, py, pz = grid.real[apex]
            if x * px + y * py + z * pz >= seed.offset - width and _insert(loop, owners, k, facet, apex):
                del free[facet]
                nx, ny, nz = nx + facet.plane[0], ny + facet.plane[1], nz + facet.plane[2]
                k, waiting = k % len(loop), 0
                continue
        k, waiting = (k + 1) % len(loop), waiting + 1
    return loop, (nx, ny, nz)


def _insert(loop: list[int], owners: list[Facet], k: int, facet: Facet, apex: int) -> bool:
    """Add the facet across the edge after corner k to a loop, unless the loop then touched itself."""
    size = len(loop)
    before, after = (k - 1) % size, (k + 1) % size
    at = facet.corners.index(loop[after])
    outward = facet.neighbours[(at + 1) % 3], facet.neighbours[(at + 2) % 3]
    if apex not in loop:
        owners[k] = outward[0]
        loop.insert(k + 1, apex)
        owners.insert(k + 1, outward[1])
        return True
    if size > 3 and apex == loop[(k + 2) % size] and owners[after] is facet:
        owners[k] = outward[0]
        del loop[after], owners[after]
        return True
    if size > 3 and apex == loop[before] and owners[before] is facet:
        owners[before] = outward[1]
        del loop[k], owners[k]
        return True
    return False


def _simplified(loops: list[list[int]], normals: list[Real]) -> tuple[list[list[int]], list[Real]]:
    """Leave out corners on an edge, which only two faces have, and faces that have no area then."""
    while True:
        counts = Counter(i for loop in loops for i in loop)
        if min(counts.values()) > 2:
            return loops, normals
        shorter = [[i for i in loop if counts[i] > 2] for loop in loops]
        kept = [(loop, normal) for loop, normal in zip(shorter, normals, strict=True) if len(loop) > 2]
        loops, normals = [loop for loop, _ in kept], [normal for _, normal in kept]


def _canonical(points: Reals2, loops: list[list[int]], normals: list[Real]) -> Polyhedron:
    """Number the corners in the order of the points, and put faces in order."""
    used = sorted({i for loop in loops for i in loop})
    numbers = {i: k for k, i in enumerate(used)}
    faces = []
    for loop, normal in zip(loops, normals, strict=True):
        first = loop.index(min(loop))
        faces.append((tuple(numbers[i] for i in loop[first:] + loop[:first]), normal))
    faces.sort()
    return Polyhedron(points[used], tuple(face for face, _ in faces), np.array([n for _, n in faces]))


def edges_of(faces: Sequence[Loop]) -> list[tuple[int, int, int, int]]:
    """Return the edges of closed or open polygons: two corners, and the faces to the left and to the right.

    The left face has the edge in this direction, the right one in the other; without one it is -1. What more
    than two faces share, or two in the same direction, is several edges.
    """
    waiting: dict[tuple[int, int], list[int]] = {}  # numbers of edges that have no right face yet
    edges: list[tuple[int, int, int, int]] = []
    for number, loop in enumerate(faces):
        for a, b in zip(loop, (*loop[1:], loop[0]), strict=True):
            if twins := waiting.get((b, a)):
                start, end, left, _ = edges[twins[0]]
                edges[twins.pop(0)] = start, end, left, number
            else:
                waiting.setdefault((a, b), []).append(len(edges))
                edges.append((a, b, number, -1))
    return edges
