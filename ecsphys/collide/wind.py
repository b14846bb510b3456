"""The force of wind on the outline of a core.

After Box2D v3's `b2Shape_ApplyWind` (E. Catto, `shape.c`, 2026), whose meaning of drag and lift this keeps:
the air moves past a shape at `wind - drag * velocity`, each edge that faces it bears half the air's density
times its projected length times the speed squared, along that flow, and `lift` times the part of it across.
New here are the rounding of polygons and the rates, which let an integrator take the drag implicitly.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..constants import AIR_DENSITY
from ..math2d.vec2 import Vec2
from ..math2d.vector import cross, dot, negate, perpendicular, rotate, scale


class Placement(NamedTuple):
    """Where a core is: the origin of its rows from the centre of mass, and cosine and sine of its turn."""

    x: float
    y: float
    c: float
    s: float


class Flow(NamedTuple):
    """The motion of a body and of the air, and the coefficients of the area."""

    vx: float
    vy: float
    w: float
    wind_x: float
    wind_y: float
    drag: float
    lift: float


class WindForce(NamedTuple):
    """Force and torque about the centre of mass, and what of them falls with velocity and spin, per unit."""

    x: float
    y: float
    torque: float
    rate: float
    spin_rate: float


STILL = WindForce(0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def placed(points: PointRows, row: int, at: Placement) -> Vec2:
    """A point of a row relative to the centre of mass."""
    x, y = points[row, 0], points[row, 1]
    return Vec2(at.x + at.c * x - at.s * y, at.y + at.s * x + at.c * y)


@kernel
def centroid_of(points: PointRows, first: int, count: int, at: Placement) -> Vec2:
    """The centroid of a core, relative to the centre of mass."""
    a = placed(points, first, at)
    if count == 1:
        return a
    if count == 2:
        b = placed(points, first + 1, at)
        return Vec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y))
    area, x, y = 0.0, 0.0, 0.0
    for k in range(1, count - 1):
        b, c = placed(points, first + k, at), placed(points, first + k + 1, at)
        part = cross(Vec2(b.x - a.x, b.y - a.y), Vec2(c.x - a.x, c.y - a.y))
        area += part
        x += part * (b.x - a.x + c.x - a.x)
        y += part * (b.y - a.y + c.y - a.y)
    return Vec2(a.x + x / (3.0 * area), a.y + y / (3.0 * area))


@inlined
def pressure(
    length: float, lever: Vec2, normal: Vec2, direction: Vec2, speed: float, flow: Flow
) -> WindForce:
    """The force of the air on an edge of some projected length with an outward normal (zero: no lift)."""
    per_speed = 0.5 * AIR_DENSITY * length * speed
    across = scale(flow.lift * cross(normal, direction), perpendicular(direction))
    x = per_speed * speed * (direction.x + across.x)
    y = per_speed * speed * (direction.y + across.y)
    rate = per_speed * abs(flow.drag) * (1.0 + abs(flow.lift))
    return WindForce(x, y, cross(lever, Vec2(x, y)), rate, rate * dot(lever, lever))


@kernel
def wind_on(points: PointRows, first: int, count: int, r: float, at: Placement, flow: Flow) -> WindForce:
    """The force of the air on a core of `count` points from row `first`, rounded by `r`."""
    lever = centroid_of(points, first, count, at)
    past = Vec2(
        flow.wind_x - flow.drag * (flow.vx - flow.w * lever.y),
        flow.wind_y - flow.drag * (flow.vy + flow.w * lever.x),
    )
    speed = math.sqrt(dot(past, past))
    if speed == 0.0:
        return STILL
    direction = Vec2(past.x / speed, past.y / speed)
    round_part = pressure(2.0 * r, lever, Vec2(0.0, 0.0), direction, speed, flow)
    if count == 1:
        return round_part
    if count == 2:
        normal = rotate(Vec2(points[first, 2], points[first, 3]), at.c, at.s)
        normal = negate(normal) if dot(normal, direction) > 0.0 else normal
        a, b = placed(points, first, at), placed(points, first + 1, at)
        length = 2.0 * r + abs(cross(Vec2(b.x - a.x, b.y - a.y), direction))
        edge = Vec2(lever.x + r * normal.x, lever.y + r * normal.y)
        return pressure(length, edge, normal, direction, speed, flow)
    x, y, torque, rate, spin_rate = round_part
    for k in range(count):
        a, b = placed(points, first + k, at), placed(points, first + (k + 1) % count, at)
        length = cross(Vec2(b.x - a.x, b.y - a.y), direction)
        if length <= 0.0:  # in the lee
            continue
        normal = rotate(Vec2(points[first + k, 2], points[first + k, 3]), at.c, at.s)
        edge = Vec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y))
        part = pressure(length, edge, normal, direction, speed, flow)
        x, y, torque = x + part.x, y + part.y, torque + part.torque
        rate, spin_rate = rate + part.rate, spin_rate + part.spin_rate
    return WindForce(x, y, torque, rate, spin_rate)
