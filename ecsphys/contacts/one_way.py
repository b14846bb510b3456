"""Shapes that are solid from one side only.

A contact passes (PASSING) when it begins anywhere but outside the solid side, and goes on passing until the
other shape is outside on that side, or far from it on any. So nothing is pushed out of a platform that it
jumped into from below, and what has come out above lands on it.
"""

from __future__ import annotations

from typing import Any

from ..arrays import BodyRows, ShapeRows
from ..collide.manifold import Manifold
from ..compile import inlined, kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..settings import StepContext
from ..world.contacts import ONE_WAY_A, ONE_WAY_B, PASSING

SOLID_SIDE_COSINE = 0.5  # normals within 60 degrees of the solid side belong to it


@kernel
def update_passing(
    contact: Any, m: Manifold, shapes: ShapeRows, bodies: BodyRows, context: StepContext
) -> bool:
    """Decide whether a contact with manifold `m` passes; store it in `contact.one_way` and return it."""
    shape_a, shape_b = shapes[contact.a], shapes[contact.b]
    body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
    closing_speed = (body_a.vx - body_b.vx) * m.nx + (body_a.vy - body_b.vy) * m.ny
    # the deepest overlap of a shape that was outside one step ago
    depth = context.slop + max(closing_speed, 0.0) * context.dt
    passing = False
    if contact.one_way & ONE_WAY_A:
        outside = is_on_solid_side(shape_a, body_a.angle, m.nx, m.ny)
        passing = is_passing(contact, m.separation0, depth, outside)
    if contact.one_way & ONE_WAY_B and not passing:
        outside = is_on_solid_side(shape_b, body_b.angle, -m.nx, -m.ny)
        passing = is_passing(contact, m.separation0, depth, outside)
    contact.one_way = (contact.one_way & (ONE_WAY_A | ONE_WAY_B)) + (PASSING if passing else 0)
    return passing


@kernel
def has_passed(contact: Any, m: Manifold, shapes: ShapeRows, bodies: BodyRows) -> bool:
    """Whether the shapes of a passing contact are apart: on the solid side, or so far that `m` has no points.

    Asked of the shapes where they are: what rises out of a platform has no points for the solver.
    """
    if m.count == 0:
        return True
    if m.separation0 <= 0.0 or (m.count > 1 and m.separation1 <= 0.0):
        return False
    shape_a, shape_b = shapes[contact.a], shapes[contact.b]
    if contact.one_way & ONE_WAY_A and not is_on_solid_side(shape_a, bodies[shape_a.body].angle, m.nx, m.ny):
        return False
    angle_b = bodies[shape_b.body].angle
    return not (contact.one_way & ONE_WAY_B and not is_on_solid_side(shape_b, angle_b, -m.nx, -m.ny))


@inlined
def stop_passing(contact: Any) -> None:
    """Decide anew at the next touch whether a contact passes."""
    contact.one_way = contact.one_way & (ONE_WAY_A | ONE_WAY_B)


@inlined
def is_one_way(shape: Any) -> bool:
    """Whether a shape is solid from one side only."""
    return bool(shape.one_way_x != 0.0 or shape.one_way_y != 0.0)


@kernel
def is_on_solid_side(shape: Any, angle: float, nx: float, ny: float) -> bool:
    """Whether a normal away from a shape, whose body is turned by `angle`, belongs to its solid side."""
    solid = solid_direction(shape, angle)
    return bool(nx * solid.x + ny * solid.y > SOLID_SIDE_COSINE)


@kernel
def solid_direction(shape: Any, angle: float) -> Vec2:
    """Return the direction in the world from which a shape is solid; its body is turned by `angle`."""
    c, s = 1.0, 0.0
    if shape.upright == 0:
        c, s = cos_sin(angle)
    return Vec2(
        c * shape.one_way_x - s * shape.one_way_y,
        s * shape.one_way_x + c * shape.one_way_y,
    )


@kernel
def is_passing(contact: Any, separation: float, depth: float, outside: bool) -> bool:
    """Whether a contact passes, given the side of the other shape and the overlap of one that just came in.

    A passing contact goes on, see `has_passed` for its end. One with points stays solid. A new one is solid
    if the other shape is on the solid side and no deeper than `depth`.
    """
    if contact.one_way & PASSING != 0:
        return True
    if contact.count > 0:
        return False
    return not (outside and separation > -depth)
