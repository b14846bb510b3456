"""Contacts on their way to a game's hooks and back."""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from .._jit import INT, array, entry, kernel
from ..world.layout import ASKED, BODY, CONTACT, DROPPED, HOOK, PAIR, SHAPE
from .narrow import approach_speed, forget
from .pairs import mix_surfaces

Rows = npt.NDArray[Any]


@kernel
def is_due(contact: Any, pair: Any, awake: int, late: int) -> bool:
    """Whether hooks are to be asked: of what may push, and `late` of what was found to touch afterwards."""
    if late == 0:
        return bool(contact.solid == 1 and contact.count > 0 and awake > 0)
    return bool(contact.touching == 1 and contact.hooked == 0 and (awake > 0 or pair.together == 0))


@entry(array(BODY), array(SHAPE), array(CONTACT), array(PAIR), INT, array(HOOK))
def ask_hooks(bodies: Rows, shapes: Rows, contacts: Rows, pairs: Rows, late: int, hooks: Rows) -> int:
    """Fill a row of `hooks` for each contact that hooks are to be asked about; returns how many.

    Unless `late`, every contact has its own surface again first.
    """
    count = 0
    for row in range(len(contacts)):
        contact = contacts[row]
        one = shapes[contact.a]
        two = shapes[contact.b]
        if late == 0:
            contact.hooked = 0
            mix_surfaces(contact, one, two)
        a = bodies[one.body]
        b = bodies[two.body]
        if not is_due(contact, pairs[contact.pair], a.awake + b.awake, late):
            continue
        hook = hooks[count]
        count += 1
        second = contact.count > 1 and contact.separation1 < contact.separation0
        hook.contact = row
        hook.body_a = one.body
        hook.body_b = two.body
        hook.entity_a = a.entity
        hook.entity_b = b.entity
        hook.nx = contact.nx
        hook.ny = contact.ny
        hook.x = a.x + (contact.x1 if second else contact.x0)
        hook.y = a.y + (contact.y1 if second else contact.y0)
        hook.penetration = -(contact.separation1 if second else contact.separation0)
        hook.speed = approach_speed(bodies, one.body, two.body, contact)
        hook.friction = contact.friction
        hook.restitution = contact.restitution
        hook.surface_speed = contact.surface_speed
        hook.dropped = 0
    return count


@entry(array(CONTACT), array(HOOK), INT)
def heed_hooks(contacts: Rows, hooks: Rows, count: int) -> None:
    """Do what hooks have set in the first `count` rows."""
    for i in range(count):
        hook = hooks[i]
        contact = contacts[hook.contact]
        contact.hooked = ASKED
        contact.friction = hook.friction
        contact.restitution = hook.restitution
        contact.surface_speed = hook.surface_speed
        if hook.dropped != 0:
            contact.hooked = DROPPED
            forget(contact)
