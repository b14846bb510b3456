"""Exact area, centroid and polar moment of convex outlines rounded by a radius.

A rounded outline is the outline, a rectangle on each edge and a sector of a disc at each vertex;
their moments add up (parallel axis theorem). A disc is one full sector, a capsule has two half ones.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple, TypeAlias

from .elementary import atan2, cos_sin
from .vec2 import Pair, Vec2

Moments: TypeAlias = "tuple[float, float, float, float]"  # area, centroid x and y, polar moment about it


class MassProperties(NamedTuple):
    """Mass, centre of mass and moment of inertia about that centre.

    >>> from ecsphys import Box
    >>> mass, center, inertia = Box(3, 2).mass_properties(density=2)
    >>> mass, inertia  # m (width² + height²) / 12
    (12.0, 13.0)
    """

    mass: float
    center: Vec2
    inertia: float


def _triangle(a: Pair, b: Pair, c: Pair) -> Moments:
    """Moments of a triangle; the area is negative if it is clockwise."""
    area = 0.5 * ((b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0]))
    x, y = (a[0] + b[0] + c[0]) / 3.0, (a[1] + b[1] + c[1]) / 3.0
    spread = math.fsum(Vec2(p[0] - x, p[1] - y).length_squared for p in (a, b, c))
    return area, x, y, area * spread / 12.0


def _edge(a: Pair, b: Pair, radius: float) -> Moments:
    """Moments of the rectangle of depth `radius` on the right of an edge."""
    x, y = b[0] - a[0], b[1] - a[1]
    length = math.hypot(x, y)
    area = length * radius
    shift = 0.5 * radius / length
    center = 0.5 * (a[0] + b[0]) + y * shift, 0.5 * (a[1] + b[1]) - x * shift
    return area, *center, area * (length * length + radius * radius) / 12.0


def _sector(before: Pair, vertex: Pair, after: Pair, radius: float) -> Moments:
    """Moments of the sector of a disc between the outward normals of the two edges at a vertex."""
    u = Vec2(*vertex) - before
    v = Vec2(*after) - vertex
    angle = atan2(u.cross(v), u.dot(v))
    if angle <= 0.0:
        angle += math.pi * 2.0  # at the end of a segment atan2 may give -pi instead of pi
        angle = min(angle, math.pi)
    area = 0.5 * angle * radius * radius
    away = 2.0 / 3.0 * radius * cos_sin(0.5 * angle)[1] / (0.5 * angle)
    out = -u.normalized().perpendicular.rotated(0.5 * angle) * away
    return area, vertex[0] + out.x, vertex[1] + out.y, area * (0.5 * radius * radius - away * away)


def _parts(points: Sequence[Pair], radius: float) -> Iterator[Moments]:
    """Moments of the parts of a rounded outline."""
    for b, c in pairwise(points[1:]):
        yield _triangle(points[0], b, c)
    if radius == 0.0:
        return
    if len(points) == 1:
        area = math.pi * radius * radius
        yield area, points[0][0], points[0][1], 0.5 * area * radius * radius
        return
    for i, b in enumerate(points):
        c = points[(i + 1) % len(points)]
        yield _edge(b, c, radius)
        yield _sector(points[i - 1], b, c, radius)


def area_of(points: Sequence[Pair], radius: float) -> float:
    """Area of a convex counter-clockwise outline (or a point, or a segment) rounded by `radius`."""
    return math.fsum(area for area, _, _, _ in _parts(points, radius))


def mass_of(points: Sequence[Pair], radius: float, density: float) -> MassProperties:
    """Mass properties of a rounded convex outline; without area the mass is 0 and the centre the mean point.

    >>> mass_of([(1, 1)], radius=2.0, density=0.0)
    MassProperties(mass=0.0, center=Vec2(x=1.0, y=1.0), inertia=0.0)
    """
    parts = list(_parts(points, radius))
    area = math.fsum(part[0] for part in parts)
    if area <= 0.0:
        mean = sum((Vec2(*p) for p in points), Vec2(0.0, 0.0)) / len(points)
        return MassProperties(0.0, mean, 0.0)
    # Moments about the first point, so that no digits are lost far from (0, 0).
    x0, y0 = points[0]
    x = math.fsum(part[0] * (part[1] - x0) for part in parts) / area
    y = math.fsum(part[0] * (part[2] - y0) for part in parts) / area
    moment = math.fsum(
        own + part * Vec2(px - x0 - x, py - y0 - y).length_squared for part, px, py, own in parts
    )
    return MassProperties(density * area, Vec2(x0 + x, y0 + y), density * moment)
