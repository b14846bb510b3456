"""What falls is looked at further ahead than what else moves: see `spatial.falling` of the plane."""

from __future__ import annotations

from typing import Any

from ...arrays import Boxes
from ...compile import inlined
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length_squared
from ..settings import StepContext3


@inlined
def is_falling(velocity: Vec3, context: StepContext3) -> bool:
    """Whether something moves more along gravity than across: what slides is left alone."""
    gravity = Vec3(context.gravity_x, context.gravity_y, context.gravity_z)
    along = dot(velocity, gravity)
    return along * along > length_squared(cross(velocity, gravity))


@inlined
def falls_out(fat: Boxes, tight: Boxes, i: int, body: Any, context: StepContext3) -> bool:
    """Whether the coming step leads the tight box of shape i, if its body falls, out of the fat one."""
    has_gravity = (context.gravity_x != 0.0) | (context.gravity_y != 0.0) | (context.gravity_z != 0.0)
    if not (has_gravity and is_falling(Vec3(body.vx, body.vy, body.vz), context)):
        return False
    x, y, z = context.dt * body.vx, context.dt * body.vy, context.dt * body.vz
    out_x = max(fat[i, 0] - tight[i, 0] - x, tight[i, 3] + x - fat[i, 3])
    out_y = max(fat[i, 1] - tight[i, 1] - y, tight[i, 4] + y - fat[i, 4])
    out_z = max(fat[i, 2] - tight[i, 2] - z, tight[i, 5] + z - fat[i, 5])
    return bool(max(out_x, max(out_y, out_z)) > 0.0)
