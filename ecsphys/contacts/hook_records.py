"""Contacts on their way to a game's hooks and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, BodyRows, HookRows, PairRows, ShapeRows
from ..compile import INT, array, entry, kernel
from ..world.bodies import BODY
from ..world.contacts import ASKED, CONTACTS, DROPPED, PAIR, Contacts
from ..world.shapes import SHAPE
from .narrow_phase import approach_speed, forget
from .table import mix_surfaces

# One row a contact as contact hooks see it: what they may read, then what they may set.
HOOK = np.dtype(
    [
        ("contact", "i8"),  # row in CONTACT
        ("body_a", "i8"),
        ("body_b", "i8"),
        ("entity_a", "i8"),
        ("entity_b", "i8"),
        ("nx", "f8"),  # from A to B
        ("ny", "f8"),
        ("x", "f8"),  # the deepest point, in world coordinates
        ("y", "f8"),
        ("penetration", "f8"),
        ("speed", "f8"),  # approach
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("dropped", "i8"),  # not 0: there is no contact in this step
    ]
)


@kernel
def is_due(contact: Any, pair: int, pairs: PairRows, awake: int, late: int) -> bool:
    """Whether hooks are to be asked: of what may push, and `late` of what was found to touch afterwards."""
    if late == 0:
        return bool(contact.solid == 1 and contact.count > 0 and awake > 0)
    is_open = contact.touching == 1 and contact.hooked == 0
    return bool(is_open and (awake > 0 or pair == FREE or pairs[pair].together == 0))


@entry(array(BODY), array(SHAPE), CONTACTS, array(PAIR), INT, array(HOOK))
def ask_hooks(
    bodies: BodyRows, shapes: ShapeRows, contacts: Contacts, pairs: PairRows, late: int, hooks: HookRows
) -> int:
    """Fill a row of `hooks` for each contact that hooks are to be asked about; returns how many.

    Unless `late`, every contact has its own surface again first.
    """
    count = 0
    for row in range(len(contacts.rows)):
        contact, kept = contacts.rows[row], contacts.manifolds[row]
        if contact.met == 0:
            continue
        one = shapes[contact.a]
        two = shapes[contact.b]
        if late == 0:
            contact.hooked = 0
            mix_surfaces(kept, one, two)
        a = bodies[one.body]
        b = bodies[two.body]
        if not is_due(contact, kept.pair, pairs, a.awake + b.awake, late):
            continue
        hook = hooks[count]
        count += 1
        second = contact.count > 1 and kept.separation1 < kept.separation0
        hook.contact = row
        hook.body_a = one.body
        hook.body_b = two.body
        hook.entity_a = a.entity
        hook.entity_b = b.entity
        hook.nx = kept.nx
        hook.ny = kept.ny
        hook.x = a.x + (kept.x1 if second else kept.x0)
        hook.y = a.y + (kept.y1 if second else kept.y0)
        hook.penetration = -(kept.separation1 if second else kept.separation0)
        hook.speed = approach_speed(bodies, one.body, two.body, kept)
        hook.friction = kept.friction
        hook.restitution = kept.restitution
        hook.surface_speed = kept.surface_speed
        hook.dropped = 0
    return count


@entry(CONTACTS, array(HOOK), INT)
def heed_hooks(contacts: Contacts, hooks: HookRows, count: int) -> None:
    """Do what hooks have set in the first `count` rows."""
    for i in range(count):
        hook = hooks[i]
        contact, kept = contacts.rows[hook.contact], contacts.manifolds[hook.contact]
        contact.hooked = ASKED
        kept.friction = hook.friction
        kept.restitution = hook.restitution
        kept.surface_speed = hook.surface_speed
        if hook.dropped != 0:
            contact.hooked = DROPPED
            forget(contact, kept)
