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
def placed(points: PointRows, row: int, origin: Vec2) -> Vec2:
    """A point of a row whose frame has its origin there."""
    return Vec2(origin.x + points[row, 0], origin.y + points[row, 1])


@inlined
def centroid_of(points: PointRows, first: int, count: int, origin: Vec2) -> Vec2:
    """The centroid of a core, from the centre of mass."""
    a = placed(points, first, origin)
    if count == 1:
        return a
    if count == 2:
        b = placed(points, first + 1, origin)
        return Vec2(0.5 * (a.x + b.x), 0.5 * (a.y + b.y))
    area, x, y = 0.0, 0.0, 0.0
    to_b = Vec2(points[first + 1, 0] - points[first, 0], points[first + 1, 1] - points[first, 1])
    for k in range(2, count):
        to_c = Vec2(points[first + k, 0] - points[first, 0], points[first + k, 1] - points[first, 1])
        part = cross(to_b, to_c)
        area += part
        x += part * (to_b.x + to_c.x)
        y += part * (to_b.y + to_c.y)
        to_b = to_c
    share = 1.0 / (3.0 * area)
    return Vec2(a.x + share * x, a.y + share * y)


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


@inlined
def wind_on(points: PointRows, first: int, count: int, r: float, at: Placement, flow: Flow) -> WindForce:
    """The force of the air on a core of `count` points from row `first`, rounded by `r`.

    All is computed in the frame of the points, and the force turned back.
    """
    back = Placement(at.c * at.x + at.s * at.y, at.c * at.y - at.s * at.x, at.c, -at.s)
    vx, vy = rotate(Vec2(flow.vx, flow.vy), back.c, back.s)
    wind_x, wind_y = rotate(Vec2(flow.wind_x, flow.wind_y), back.c, back.s)
    turned = Flow(vx, vy, flow.w, wind_x, wind_y, flow.drag, flow.lift)
    force = wind_in_frame(points, first, count, r, Vec2(back.x, back.y), turned)
    x, y = rotate(Vec2(force.x, force.y), at.c, at.s)
    return WindForce(x, y, force.torque, force.rate, force.spin_rate)


@kernel
def wind_in_frame(points: PointRows, first: int, count: int, r: float, origin: Vec2, flow: Flow) -> WindForce:
    """The same in the frame of the points, whose origin is at `origin` from the centre of mass."""
    lever = centroid_of(points, first, count, origin)
    past = Vec2(
        flow.wind_x - flow.drag * (flow.vx - flow.w * lever.y),
        flow.wind_y - flow.drag * (flow.vy + flow.w * lever.x),
    )
    speed = math.sqrt(dot(past, past))
    if speed == 0.0:
        return STILL
    direction = Vec2(past.x / speed, past.y / speed)
    if count == 2:
        normal = Vec2(points[first, 2], points[first, 3])
        normal = negate(normal) if dot(normal, direction) > 0.0 else normal
        axis = Vec2(points[first + 1, 0] - points[first, 0], points[first + 1, 1] - points[first, 1])
        edge = Vec2(lever.x + r * normal.x, lever.y + r * normal.y)
        return pressure(2.0 * r + abs(cross(axis, direction)), edge, normal, direction, speed, flow)
    x, y, torque, rate, spin_rate = STILL
    if r > 0.0:
        x, y, torque, rate, spin_rate = pressure(2.0 * r, lever, Vec2(0.0, 0.0), direction, speed, flow)
    for k in range(count if count > 1 else 0):
        i, j = first + k, first + k + 1 if k + 1 < count else first
        side = Vec2(points[j, 0] - points[i, 0], points[j, 1] - points[i, 1])
        length = cross(side, direction)
        if length <= 0.0:  # in the lee
            continue
        a = placed(points, i, origin)
        edge = Vec2(a.x + 0.5 * side.x, a.y + 0.5 * side.y)
        part = pressure(length, edge, Vec2(points[i, 2], points[i, 3]), direction, speed, flow)
        x, y, torque = x + part.x, y + part.y, torque + part.torque
        rate, spin_rate = rate + part.rate, spin_rate + part.spin_rate
    return WindForce(x, y, torque, rate, spin_rate)
