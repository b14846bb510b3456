"""Which bodies' visits have changed since the last step.

Most bodies stay in the areas in which they are. So the trigger contacts are compared with those of the last
step, row by row, and only bodies are marked of which one has changed, or which are in an area with another
token.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, Ints, Ints32, Rows, ShapeRows
from ..compile import INTS, array, group, inlined, kernel
from ..math2d.elementary import cos_sin
from ..world.areas import AREA, EFFECT, FORGOTTEN, MOST_TOKEN, VISIT, VISIT_COUNTS
from ..world.bodies import BODY
from ..world.contacts import UNKNOWN
from ..world.shapes import SHAPE
from .table import Table

# What areas do to one body, summed up rank by rank; blank between two steps.
SUM = np.dtype(
    [
        ("rank", "i4"),  # of the area that came last, plus 1; 0 before the first
        ("near", "i2"),  # 1: the body has only come near to that area
        ("replaced", "i2"),  # bits: effects that an area of the mode "replace" has shut out
        ("tokens", "i8"),
        ("gx", "f8"),
        ("gy", "f8"),
        ("damping", "f8"),
        ("spin_damping", "f8"),
    ]
)
NO_RANK = -1


class Visitors(NamedTuple):
    """The arrays from which visits are collected, and those that keep them."""

    bodies: BodyRows
    shapes: ShapeRows
    areas: Rows
    order: Ints  # rows of `areas` by rank
    rank_of_shape: Ints32  # by shape row; NO_RANK for a shape of no area
    body_of_shape: Ints32  # by shape row
    marks: Ints32  # by shape row: 1 for the shapes of bodies in `changed`; zero between two steps
    changed: Ints  # scratch: body rows
    contacts: Ints  # by row of the trigger contacts: their keys in the last step, see `key_of`
    tokens: Ints  # by rank: of its area in the last step
    ends: Ints  # scratch by rank: the end of its rows in `sorted`
    found: Ints  # scratch: rank << 32 | key of a visitor
    sorted: Ints  # scratch: keys of visitors, by rank
    sums: Rows  # by body row
    heads: Ints  # by body row: see `Influences`
    visits: Rows
    effects: Rows  # by body row
    counts: Rows


VISITORS = group(
    Visitors,
    *(array(BODY), array(SHAPE), array(AREA), INTS, array(np.int32), array(np.int32), array(np.int32)),
    *(INTS, INTS, INTS, INTS, INTS, INTS, array(SUM), INTS, array(VISIT), array(EFFECT)),
    array(VISIT_COUNTS),
)


@inlined
def next_token(token: int) -> int:
    """Return another token, without regularity (D. Knuth, *Seminumerical Algorithms*, 3.2.1)."""
    return (token * 1103515245 + 12345) & MOST_TOKEN


@kernel
def place_areas(v: Visitors) -> int:
    """Derive what depends on the poses of areas; return how many have another token than in the last step."""
    changed = 0
    for rank in range(len(v.order)):
        area = v.areas[v.order[rank]]
        place_area(area, v.bodies[area.body])
        changed += area.token != v.tokens[rank]
    return changed


@inlined
def place_area(area: Any, body: Any) -> None:
    """Derive what depends on an area's pose; another pose is a change."""
    if body.x != area.x or body.y != area.y or body.angle != area.angle:
        area.x, area.y, area.angle = body.x, body.y, body.angle
        area.token = next_token(area.token)
    c, s = cos_sin(body.angle)
    area.nx, area.ny = -s, c
    area.level = area.top - s * body.x + c * body.y
    area.center_x = body.x + c * area.point_x - s * area.point_y
    area.center_y = body.y + s * area.point_x + c * area.point_y


@kernel
def find_changed(table: Table, v: Visitors, areas: int) -> int:
    """Mark the bodies whose visits may have changed, and list them; return their number.

    `areas`: how many of them have changed.
    """
    counts, contacts = v.counts[0], table.counts[0].contacts
    if counts.contacts == FORGOTTEN:
        changed = mark_all(table, v)
    else:
        changed = compare_contacts(table, v, int(counts.contacts))
        if areas > 0:
            changed = mark_visitors(table, v, changed)
    counts.contacts = contacts
    for rank in range(len(v.order)):
        v.tokens[rank] = v.areas[v.order[rank]].token
    return changed


@inlined
def key_of(contact: Any) -> int:
    """Return the shapes of a contact, and whether they touch, as a number; negative while that is UNKNOWN."""
    key = (int(contact.a) << 32) + 2 * int(contact.b)
    return -1 - key if contact.touching == UNKNOWN else key + int(contact.touching)


@kernel
def mark_all(table: Table, v: Visitors) -> int:
    """Mark all bodies."""
    for row in range(table.counts[0].contacts):
        v.contacts[row] = key_of(table.contacts[row])
    for row in range(len(v.sums)):
        v.changed[row] = row
    v.marks[:] = 1
    return len(v.sums)


@kernel
def compare_contacts(table: Table, v: Visitors, before: int) -> int:
    """Mark the bodies of contacts that came, went or changed; those that are UNKNOWN may be other ones."""
    changed, contacts = 0, table.counts[0].contacts
    for row in range(contacts):
        key = key_of(table.contacts[row])
        if row < before:
            last = v.contacts[row]
            if key == last and key >= 0:
                continue
            changed = mark_contact(v, last, changed)
        changed = mark_contact(v, key, changed)
        v.contacts[row] = key
    for row in range(contacts, before):
        changed = mark_contact(v, v.contacts[row], changed)
    return changed


@kernel
def mark_contact(v: Visitors, key: int, changed: int) -> int:
    """Mark what is in an area by a contact."""
    key = -1 - key if key < 0 else key
    a, b = key >> 32, (key & 0xFFFFFFFF) >> 1
    if v.rank_of_shape[a] != NO_RANK:
        changed = mark_body(v, v.body_of_shape[b], changed)
    if v.rank_of_shape[b] != NO_RANK:
        changed = mark_body(v, v.body_of_shape[a], changed)
    return changed


@kernel
def mark_body(v: Visitors, row: int, changed: int) -> int:
    """Mark the shapes of a body, and list it, once; return the new number of bodies."""
    i = v.bodies[row].first_shape
    if i < 0 or v.marks[i] == 1:
        return changed
    while i >= 0:
        v.marks[i] = 1
        i = v.shapes[i].next_shape
    v.changed[changed] = row
    return changed + 1


@kernel
def mark_visitors(table: Table, v: Visitors, changed: int) -> int:
    """Mark the bodies in areas that have changed."""
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        a, b = v.rank_of_shape[contact.a], v.rank_of_shape[contact.b]
        if a != NO_RANK and v.areas[v.order[a]].token != v.tokens[a]:
            changed = mark_body(v, v.body_of_shape[contact.b], changed)
        if b != NO_RANK and v.areas[v.order[b]].token != v.tokens[b]:
            changed = mark_body(v, v.body_of_shape[contact.a], changed)
    return changed
