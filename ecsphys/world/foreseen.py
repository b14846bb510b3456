"""What areas, constant forces and fields accelerate bodies by as a step begins, before the solver asks.

Prediction, what falls, the fineness of contacts, and sweeps reckon with it as they do with gravity.
"""

from __future__ import annotations

from typing import Any

from ..arrays import Rows
from ..compile import inlined
from ..math2d.vec2 import Vec2
from ..math2d.vector import add_scaled
from ..settings import StepContext
from .bodies import LOCK_X, LOCK_Y


@inlined
def foreseen_on(effects: Rows, row: int) -> Vec2:
    """Return by what areas and fields accelerate a body; `effects` has no rows where there are none."""
    if row >= len(effects):
        return Vec2(0.0, 0.0)
    return Vec2(effects[row].foreseen_x, effects[row].foreseen_y)


@inlined
def along_free_axes(body: Any, motion: Vec2) -> Vec2:
    """Return the part of a velocity or acceleration that the locks of a body leave."""
    return Vec2(0.0 if body.locks & LOCK_X else motion.x, 0.0 if body.locks & LOCK_Y else motion.y)


@inlined
def fall_of(body: Any, foreseen: Vec2, context: StepContext) -> Vec2:
    """Return the acceleration of a body by gravity and by what is foreseen."""
    return add_scaled(foreseen, body.gravity_scale, Vec2(context.gravity_x, context.gravity_y))


@inlined
def way_down(body: Any, foreseen: Vec2, context: StepContext) -> Vec2:
    """Return along what a body falls: gravity, unless areas or fields act on it, too."""
    if foreseen.x == 0.0 and foreseen.y == 0.0:
        return Vec2(context.gravity_x, context.gravity_y)
    return fall_of(body, foreseen, context)
