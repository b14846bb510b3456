"""Platforms carry: how the floor under a character moved in this step."""

from __future__ import annotations

import math
from typing import Any

from ..arrays import Rows
from ..compile import kernel


@kernel
def motion_at(body: Any, x: float, y: float) -> tuple[float, float]:
    """How far a point that was fixed to a body, at (x, y) before the step, was moved by the step."""
    dx = body.x - body.previous_x
    dy = body.y - body.previous_y
    turn = body.angle - body.previous_angle
    if turn != 0.0:
        cosine, sine = math.cos(turn) - 1.0, math.sin(turn)
        from_x = x - body.previous_x
        from_y = y - body.previous_y
        dx += cosine * from_x - sine * from_y
        dy += sine * from_x + cosine * from_y
    return dx, dy


@kernel
def carried_by(bodies: Rows, shapes: Rows, c: Any, body: Any, dt: float) -> tuple[float, float]:
    """The way that the floor takes the character along: its own motion at the foot, and its surface's.

    The foot is the point of the character's core next to the floor. Turned with the floor it keeps
    its distance to it, so a round foot on a turning platform needs no correction.
    """
    if c.on_floor == 0 or c.floor_entity == 0:
        return 0.0, 0.0
    floor = bodies[c.floor_body]
    if floor.entity != c.floor_entity:  # it is gone, and somebody else may have its row
        c.floor_entity = 0
        return 0.0, 0.0
    x, y = motion_at(floor, body.x + c.foot_x, body.y + c.foot_y)
    shape = shapes[c.floor_proxy]
    if shape.body == c.floor_body and shape.surface_speed != 0.0:
        x += shape.surface_speed * dt * c.floor_ny
        y -= shape.surface_speed * dt * c.floor_nx
    return x, y
