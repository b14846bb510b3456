"""The records in which contacts are handed to contact hooks, and how what hooks set is applied."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import FREE, BodyRows, HookRows, PairRows, ShapeRows
from ..compile import INT, array, entry, kernel
from ..world.bodies import BODY
from ..world.contacts import CONTACTS, HOOK_CALLED, HOOK_DROPPED, PAIR, Contacts
from ..world.shapes import SHAPE
from .manifold_rows import approach_speed, clear_contact, is_second_deeper, mix_surfaces

# One row a contact as contact hooks see it: the fields to read, then those to set.
HOOK = np.dtype(
    [
        ("contact", "i8"),  # row of CONTACT
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
def needs_hooks(contact: Any, pair: int, pairs: PairRows, awake: int, post_solve: int) -> bool:
    """Whether hooks are called on a contact.

    Before the solver on all that may push, `post_solve` on new touches. `awake` is the number of its bodies
    that are awake.
    """
    if post_solve == 0:
        return bool(contact.solid == 1 and contact.count > 0 and awake > 0)
    is_open = contact.touching == 1 and contact.hook_state == 0
    return bool(is_open and (awake > 0 or pair == FREE or pairs[pair].active_sides == 0))


@entry(array(BODY), array(SHAPE), CONTACTS, array(PAIR), INT, array(HOOK))
def fill_hook_records(
    bodies: BodyRows,
    shapes: ShapeRows,
    contacts: Contacts,
    pairs: PairRows,
    post_solve: int,
    hooks: HookRows,
) -> int:
    """Fill a row of `hooks` for each contact that hooks are called on; returns their number.

    Before the solver, every contact gets its own surface back first.
    """
    count = 0
    for row in range(len(contacts.rows)):
        contact, manifold = contacts.rows[row], contacts.manifolds[row]
        if contact.has_manifold == 0:
            continue
        shape_a, shape_b = shapes[contact.a], shapes[contact.b]
        if post_solve == 0:
            contact.hook_state = 0
            mix_surfaces(manifold, shape_a, shape_b)
        a, b = bodies[shape_a.body], bodies[shape_b.body]
        if not needs_hooks(contact, manifold.pair, pairs, a.awake + b.awake, post_solve):
            continue
        hook = hooks[count]
        count += 1
        second = is_second_deeper(contact, manifold)
        hook.contact = row
        hook.body_a = shape_a.body
        hook.body_b = shape_b.body
        hook.entity_a = a.entity
        hook.entity_b = b.entity
        hook.nx = manifold.nx
        hook.ny = manifold.ny
        hook.x = a.x + (manifold.x1 if second else manifold.x0)
        hook.y = a.y + (manifold.y1 if second else manifold.y0)
        hook.penetration = -(manifold.separation1 if second else manifold.separation0)
        hook.speed = approach_speed(bodies, shape_a.body, shape_b.body, manifold)
        hook.friction = manifold.friction
        hook.restitution = manifold.restitution
        hook.surface_speed = manifold.surface_speed
        hook.dropped = 0
    return count


@entry(CONTACTS, array(HOOK), INT)
def apply_hook_records(contacts: Contacts, hooks: HookRows, count: int) -> None:
    """Apply what hooks have set in the first `count` rows to their contacts."""
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
