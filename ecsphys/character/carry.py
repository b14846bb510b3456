"""Moving platforms: the displacement of the floor under a character in this step."""

from __future__ import annotations

from typing import Any

from ..arrays import BodyRows, ShapeRows
from ..compile import kernel
from ..math2d.elementary import cos_sin


@kernel
def displacement_at(body: Any, x: float, y: float) -> tuple[float, float]:
    """Return the displacement in this step of a point of a body that was at (x, y) before."""
    dx = body.x - body.previous_x
    dy = body.y - body.previous_y
    turn = body.angle - body.previous_angle
    if turn != 0.0:
        cosine, sine = cos_sin(turn)
        cosine -= 1.0
        from_x = x - body.previous_x
        from_y = y - body.previous_y
        dx += cosine * from_x - sine * from_y
        dy += sine * from_x + cosine * from_y
    return dx, dy


@kernel
def platform_displacement(
    bodies: BodyRows, shapes: ShapeRows, c: Any, body: Any, dt: float
) -> tuple[float, float]:
    """Return the displacement of a character by its floor: its motion at the foot, and its surface speed.

    The foot is the point of the character's core next to the floor. It rotates with the floor at a constant
    distance, so that a round foot on a rotating platform needs no correction.
    """
    if c.on_floor == 0 or c.floor_entity == 0:
        return 0.0, 0.0
    floor = bodies[c.floor_body]
    if floor.entity != c.floor_entity:  # deleted; another body may have its row
        c.floor_entity = 0
        return 0.0, 0.0
    x, y = displacement_at(floor, body.x + c.foot_x, body.y + c.foot_y)
    shape = shapes[c.floor_proxy]
    if shape.body == c.floor_body and shape.surface_speed != 0.0:
        x += shape.surface_speed * dt * c.floor_ny
        y -= shape.surface_speed * dt * c.floor_nx
    return x, y
