"""What falls is looked at further ahead than what else moves: as far as the coming step leads it.

What falls on something would be inside of it before they have a contact, and gain energy as it is pushed out
again. Without gravity it gains none.
"""

from __future__ import annotations

from typing import Any

from ..arrays import Boxes
from ..compile import inlined
from ..math2d.vec2 import Vec2
from ..math2d.vector import cross, dot
from ..settings import StepContext


@inlined
def is_falling(velocity: Vec2, context: StepContext) -> bool:
    """Whether something moves more along gravity than across: what slides is left alone."""
    gravity = Vec2(context.gravity_x, context.gravity_y)
    return abs(dot(velocity, gravity)) > abs(cross(velocity, gravity))


@inlined
def falls_out(fat: Boxes, tight: Boxes, i: int, body: Any, context: StepContext) -> bool:
    """Whether the coming step leads the tight box of shape i, if its body falls, out of the fat one."""
    has_gravity = (context.gravity_x != 0.0) | (context.gravity_y != 0.0)
    if not (has_gravity and is_falling(Vec2(body.vx, body.vy), context)):
        return False
    x, y = context.dt * body.vx, context.dt * body.vy
    out_x = max(fat[i, 0] - tight[i, 0] - x, tight[i, 2] + x - fat[i, 2])
    out_y = max(fat[i, 1] - tight[i, 1] - y, tight[i, 3] + y - fat[i, 3])
    return bool(max(out_x, out_y) > 0.0)
