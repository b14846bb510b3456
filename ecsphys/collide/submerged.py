"""The part of a core below a straight surface: its area, centroid and waterline, exactly.

The outline of a rounded core consists of straight edges and arcs of circles. With the surface at z = 0 the
moments of the part below follow from Green's theorem as integrals along the outline alone:
the area is -∮ z dt, its first moments are -∮ t z dt and -∮ z²/2 dt. The waterline, where z = 0, contributes
nothing, so no polygon has to be clipped. (Archimedes; the metacentre after P. Bouguer, *Traité du navire*,
1746.)
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.elementary import acos, atan2
from ..math2d.vec2 import Vec2
from ..math2d.vector import cross, dot


class SurfaceFrame(NamedTuple):
    """A frame along a surface: t to the right and z out of it, 0 at the surface.

    A point (x, y) of a row is at t = `t0` + c x - s y, z = `z0` + s x + c y.
    """

    t0: float
    z0: float
    c: float
    s: float


class Submerged(NamedTuple):
    """The part of a core below the surface: area, centroid, and the waterline along t."""

    area: float
    t: float
    z: float
    low: float
    high: float


class Moments(NamedTuple):
    """Area and first moments, of one part of the outline or summed up."""

    area: float
    t: float
    z: float


DRY = Submerged(0.0, 0.0, 0.0, 0.0, 0.0)
NOTHING = Moments(0.0, 0.0, 0.0)


@inlined
def in_frame(points: PointRows, row: int, f: SurfaceFrame) -> Vec2:
    """A point of a row in the frame of a surface."""
    x, y = points[row, 0], points[row, 1]
    return Vec2(f.t0 + f.c * x - f.s * y, f.z0 + f.s * x + f.c * y)


@inlined
def normal_in_frame(points: PointRows, row: int, f: SurfaceFrame) -> Vec2:
    """The normal of a row in the frame of a surface."""
    x, y = points[row, 2], points[row, 3]
    return Vec2(f.c * x - f.s * y, f.s * x + f.c * y)


@inlined
def plus(a: Moments, b: Moments) -> Moments:
    """The sum of two parts."""
    return Moments(a.area + b.area, a.t + b.t, a.z + b.z)


@inlined
def edge_moments(a: Vec2, b: Vec2) -> Moments:
    """The integrals along the part of the edge from a to b that is below the surface."""
    ta, za, tb, zb = a.x, a.y, b.x, b.y
    if za >= 0.0 and zb >= 0.0:
        return NOTHING
    if za > 0.0:
        ta, za = ta + (tb - ta) * za / (za - zb), 0.0
    elif zb > 0.0:
        tb, zb = ta + (tb - ta) * za / (za - zb), 0.0
    way = tb - ta
    area = -0.5 * way * (za + zb)
    t = -way * (za * (2.0 * ta + tb) + zb * (ta + 2.0 * tb)) / 6.0
    return Moments(area, t, -way * (za * za + za * zb + zb * zb) / 6.0)


@inlined
def arc_moments(center: Vec2, r: float, u: Vec2, v: Vec2) -> Moments:
    """The integrals along an arc of at most half a circle, counter-clockwise from direction u to v."""
    turn = atan2(cross(u, v), dot(u, v))
    if turn < 0.0:  # by rounding: of half a circle, or of none
        turn = math.pi if dot(u, v) < 0.0 else 0.0
    a, b = center.x, center.y
    half = 0.5 * (turn - (v.y * v.x - u.y * u.x))  # of the sine squared
    cosines = u.x - v.x  # of the integral of the sine
    cubes = cosines + (v.x * v.x * v.x - u.x * u.x * u.x) / 3.0  # … and of its cube
    squares = 0.5 * (v.y * v.y - u.y * u.y)
    sines = (v.y * v.y * v.y - u.y * u.y * u.y) / 3.0
    area = r * (b * cosines + r * half)
    t = r * (a * b * cosines + a * r * half + b * r * squares + r * r * sines)
    return Moments(area, t, 0.5 * r * (b * b * cosines + 2.0 * b * r * half + r * r * cubes))


@inlined
def passes_top(u: Vec2, v: Vec2) -> bool:
    """Whether an arc of at most half a circle, counter-clockwise from direction u to v, contains (0, 1)."""
    return u.x >= 0.0 >= v.x


@inlined
def wet_arc_moments(center: Vec2, r: float, u: Vec2, v: Vec2) -> Moments:
    """The integrals along the part below the surface of an arc of at most half a circle, from u to v.

    Which of the arc's ends are below decides what is left of it; so rounding moves an end, and never adds a
    piece.
    """
    height = -center.y / r  # of the surface, as the sine of a direction
    if height <= -1.0:
        return NOTHING
    if height >= 1.0:
        return arc_moments(center, r, u, v)
    cosine = math.sqrt(1.0 - height * height)
    left, right = Vec2(-cosine, height), Vec2(cosine, height)
    if u.y <= height:
        if v.y > height:
            return arc_moments(center, r, u, right)
        if passes_top(u, v):
            return plus(arc_moments(center, r, u, right), arc_moments(center, r, left, v))
        return arc_moments(center, r, u, v)
    if v.y <= height:
        return arc_moments(center, r, left, v)
    if passes_top(Vec2(-u.x, -u.y), Vec2(-v.x, -v.y)):
        return arc_moments(center, r, left, right)
    return NOTHING


@inlined
def submerged_circle(center: Vec2, r: float) -> Submerged:
    """The part of a disc below the surface: a segment of the circle."""
    height = center.y
    if height >= r:
        return DRY
    if height <= -r:
        return Submerged(math.pi * r * r, center.x, height, 0.0, 0.0)
    half = math.sqrt(r * r - height * height)
    area = r * r * acos(height / r) - height * half
    if area <= 0.0:
        return DRY
    return Submerged(
        area, center.x, height - 2.0 / 3.0 * half * half * half / area, center.x - half, center.x + half
    )


@inlined
def waterline(a: Vec2, b: Vec2, low: float, high: float) -> tuple[float, float]:
    """Extend the waterline to where the edge from a to b crosses the surface."""
    if (a.y < 0.0) != (b.y < 0.0):
        t = a.x + (b.x - a.x) * a.y / (a.y - b.y)
        return min(low, t), max(high, t)
    return low, high


@inlined
def arc_waterline(center: Vec2, r: float, u: Vec2, v: Vec2, low: float, high: float) -> tuple[float, float]:
    """Extend the waterline to where an arc from direction u to v crosses the surface."""
    if abs(center.y) < r:
        cosine = math.sqrt(1.0 - center.y * center.y / (r * r))
        for side in (-cosine, cosine):
            way = Vec2(side, -center.y / r)
            if cross(u, way) >= 0.0 and cross(way, v) >= 0.0:
                low, high = min(low, center.x + r * side), max(high, center.x + r * side)
    return low, high


@kernel
def submerged(points: PointRows, first: int, count: int, r: float, f: SurfaceFrame) -> Submerged:
    """The part below the surface of a convex core of `count` points from row `first`, rounded by `r`."""
    a = in_frame(points, first, f)
    if count == 1:
        return submerged_circle(a, r)
    start = a
    total, low, high = NOTHING, math.inf, -math.inf
    normal = normal_in_frame(points, first, f)
    for k in range(count):
        b = start if k == count - 1 else in_frame(points, first + k + 1, f)
        if r == 0.0:
            total = plus(total, edge_moments(a, b))
            low, high = waterline(a, b, low, high)
        else:
            out = Vec2(r * normal.x, r * normal.y)
            begin, end = Vec2(a.x + out.x, a.y + out.y), Vec2(b.x + out.x, b.y + out.y)
            following = normal_in_frame(points, first + (k + 1) % count, f)
            total = plus(total, plus(edge_moments(begin, end), wet_arc_moments(b, r, normal, following)))
            low, high = waterline(begin, end, low, high)
            low, high = arc_waterline(b, r, normal, following, low, high)
            normal = following
        a = b
    if total.area <= 0.0:
        return DRY
    if low >= high:
        low, high = 0.0, 0.0
    return Submerged(total.area, total.t / total.area, total.z / total.area, low, high)


@kernel
def moments_of_core(points: PointRows, first: int, count: int, r: float) -> Moments:
    """The area and the first moments, along x and y, of a convex core: those of its points, of a strip of
    width r along each edge, and of a sector of radius r at each point.
    """
    x0, y0 = points[first, 0], points[first, 1]
    area, x, y = 0.0, 0.0, 0.0  # of the points and strips, about the first point
    sum_x, sum_y = 0.0, 0.0  # of the points, which bear equal parts of a disc where they are one or two
    for k in range(count):
        i, j = first + k, first + (k + 1) % count
        ax, ay = points[i, 0] - x0, points[i, 1] - y0
        bx, by = points[j, 0] - x0, points[j, 1] - y0
        part = 0.5 * (ax * by - ay * bx)
        strip = r * math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
        nx, ny = points[i, 2], points[i, 3]
        area += part + strip
        x += part * (ax + bx) / 3.0 + strip * 0.5 * (ax + bx + r * nx)
        y += part * (ay + by) / 3.0 + strip * 0.5 * (ay + by + r * ny)
        sum_x, sum_y = sum_x + ax, sum_y + ay
    disc = math.pi * r * r
    if count <= 2:
        x, y = x + disc * sum_x / count, y + disc * sum_y / count
    elif r > 0.0:
        sectors = sector_moments(points, first, count, r)
        x, y = x + sectors.t, y + sectors.z
    area += disc
    return Moments(area, x + area * x0, y + area * y0)


@kernel
def sector_moments(points: PointRows, first: int, count: int, r: float) -> Moments:
    """Area and first moments, about the first point, of the sectors at the points of a rounded polygon."""
    area, x, y = 0.0, 0.0, 0.0
    for k in range(count):
        i, j = first + k, first + (k + 1) % count
        u, v = Vec2(points[i, 2], points[i, 3]), Vec2(points[j, 2], points[j, 3])
        sector = 0.5 * r * r * atan2(cross(u, v), dot(u, v))
        area += sector
        x += sector * (points[j, 0] - points[first, 0]) + r * r * r / 3.0 * (v.y - u.y)
        y += sector * (points[j, 1] - points[first, 1]) + r * r * r / 3.0 * (u.x - v.x)
    return Moments(area, x, y)
