"""Contacts on their way to a game's hooks and back."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, BodyRows, HookRows, PairRows, ShapeRows
from ..compile import INT, array, entry, kernel
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, HOOK_CALLED, HOOK_DROPPED, PAIR, Contacts
from ..world.shapes import SHAPE
from .narrow_phase import approach_speed, clear_contact
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
def needs_hooks(contact: Any, pair: int, pairs: PairRows, awake: int, late: int) -> bool:
    """Whether hooks are to be asked: of what may push, and `late` of what was found to touch afterwards."""
    if late == 0:
        return bool(contact.solid == 1 and contact.count > 0 and awake > 0)
    is_open = contact.touching == 1 and contact.hook_state == 0
    return bool(is_open and (awake > 0 or pair == FREE or pairs[pair].active_sides == 0))


@entry(array(BODY), array(SHAPE), CONTACTS, array(PAIR), INT, array(HOOK))
def fill_hook_records(
    bodies: BodyRows, shapes: ShapeRows, contacts: Contacts, pairs: PairRows, late: int, hooks: HookRows
) -> int:
    """Fill a row of `hooks` for each contact that hooks are to be asked about; returns how many.

    Unless `late`, every contact has its own surface again first.
    """
    count = 0
    for row in range(len(contacts.rows)):
        contact, manifold = contacts.rows[row], contacts.manifolds[row]
        if contact.has_manifold == 0:
            continue
        one = shapes[contact.a]
        two = shapes[contact.b]
        if late == 0:
            contact.hook_state = 0
            mix_surfaces(manifold, one, two)
        a = bodies[one.body]
        b = bodies[two.body]
        if not needs_hooks(contact, manifold.pair, pairs, a.awake + b.awake, late):
            continue
        hook = hooks[count]
        count += 1
        second = contact.count > 1 and manifold.separation1 < manifold.separation0
        hook.contact = row
        hook.body_a = one.body
        hook.body_b = two.body
        hook.entity_a = a.entity
        hook.entity_b = b.entity
        hook.nx = manifold.nx
        hook.ny = manifold.ny
        hook.x = a.x + (manifold.x1 if second else manifold.x0)
        hook.y = a.y + (manifold.y1 if second else manifold.y0)
        hook.penetration = -(manifold.separation1 if second else manifold.separation0)
        hook.speed = approach_speed(bodies, one.body, two.body, manifold)
        hook.friction = manifold.friction
        hook.restitution = manifold.restitution
        hook.surface_speed = manifold.surface_speed
        hook.dropped = 0
    return count


@entry(CONTACTS, array(HOOK), INT)
def apply_hook_records(contacts: Contacts, hooks: HookRows, count: int) -> None:
    """Do what hooks have set in the first `count` rows."""
    for i in range(count):
        hook = hooks[i]
        contact, manifold = contacts.rows[hook.contact], contacts.manifolds[hook.contact]
        contact.hook_state = HOOK_CALLED
        manifold.friction = hook.friction
        manifold.restitution = hook.restitution
        manifold.surface_speed = hook.surface_speed
        if hook.dropped != 0:
            contact.hook_state = HOOK_DROPPED
            clear_contact(contact, manifold)
