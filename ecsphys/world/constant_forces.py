"""Apply the constant forces of a step, and foresee them before."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import BodyRows, Ints, Rows
from ..compile import INT, INTS, array, entry, inlined, records
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import rotate, scale
from .areas import CONSTANT_FORCE, EFFECT, LOCAL_FORCE, VISIT
from .bodies import BODY, DYNAMIC, PUT_ASIDE
from .foreseen import along_free_axes

NO_FORCES = records(0, CONSTANT_FORCE), np.zeros(0, np.int64)


@inlined
def acts_on(body: Any) -> bool:
    """Whether forces act on a body."""
    return bool(body.awake != 0 and body.kind == DYNAMIC and body.lost != PUT_ASIDE)


@inlined
def force_on(force: Any, body: Any) -> Vec2:
    """Return a constant force on a body, in the world's directions."""
    given = Vec2(force.x, force.y)
    return rotate(given, *cos_sin(body.angle)) if force.local != 0 else given


@entry(array(CONSTANT_FORCE), INTS, array(BODY), array(EFFECT))
def foresee_constant_forces(forces: Rows, order: Ints, bodies: BodyRows, effects: Rows) -> None:
    """Add to what is foreseen for bodies by what constant forces will accelerate them."""
    for row in order:
        force = forces[row]
        body, effect = bodies[force.body], effects[force.body]
        if acts_on(body) and body.skin == 0.0:
            gain = along_free_axes(body, scale(body.inverse_mass, force_on(force, body)))
            effect.foreseen_x += gain.x
            effect.foreseen_y += gain.y


@entry(array(CONSTANT_FORCE), INTS, array(BODY), INTS, array(VISIT), INT)
def apply_constant_forces(
    forces: Rows, order: Ints, bodies: BodyRows, heads: Ints, visits: Rows, count: int
) -> int:
    """Add constant forces to bodies that are awake; those that turn with their body become visits.

    `heads` and `visits` as in `Influences`; returns the new count of visits.
    """
    for row in order:
        force = forces[row]
        body = bodies[force.body]
        if not acts_on(body):
            continue
        body.torque += force.torque
        pull = force_on(force, body)
        if force.local == 0:
            body.force_x += pull.x
            body.force_y += pull.y
        else:
            visit = visits[count]
            visit.area, visit.effects, visit.near, visit.calms = force.body, LOCAL_FORCE, 0, 0
            visit.x, visit.y = pull.x, pull.y
            visit.next = heads[force.body]
            heads[force.body] = count
            count += 1
    return count
