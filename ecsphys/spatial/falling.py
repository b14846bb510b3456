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
def is_falling(velocity: Vec2, gravity: Vec2) -> bool:
    """Whether something moves more along gravity than across: what slides is left alone."""
    return abs(dot(velocity, gravity)) > abs(cross(velocity, gravity))


@inlined
def has_gravity(context: StepContext) -> bool:
    """Whether there is a gravity that acts everywhere."""
    return bool((context.gravity_x != 0.0) | (context.gravity_y != 0.0))


@inlined
def falls_out(fat: Boxes, tight: Boxes, i: int, body: Any, context: StepContext) -> bool:
    """Whether the coming step leads the tight box of shape i, if its body falls, out of the fat one."""
    gravity = Vec2(context.gravity_x, context.gravity_y)
    if not (has_gravity(context) and is_falling(Vec2(body.vx, body.vy), gravity)):
        return False
    return leaves(fat, tight, i, body, context)


@inlined
def leaves(fat: Boxes, tight: Boxes, i: int, body: Any, context: StepContext) -> bool:
    """Whether the coming step leads the tight box of shape i out of the fat one."""
    x, y = context.dt * body.vx, context.dt * body.vy
    out_x = max(fat[i, 0] - tight[i, 0] - x, tight[i, 2] + x - fat[i, 2])
    out_y = max(fat[i, 1] - tight[i, 1] - y, tight[i, 3] + y - fat[i, 3])
    return bool(max(out_x, out_y) > 0.0)
