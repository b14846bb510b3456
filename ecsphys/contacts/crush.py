"""Bodies that are squeezed: pressed from one side by a kinematic body, and from the other held up.

A force passes through a row of bodies from contact to contact, as long as it keeps its direction. So each
body collects two sets of directions, those in which it is driven by a kinematic body and those in which its
way is blocked by a static or by another kinematic one, from the bodies that it presses against. Sets only
grow, so the order of contacts has no effect: what has more waits to pass it on to what it touches. Where both
sets of a body share a direction it is pressed; where what drives it there overlaps it deeper than the slop,
the solver could not satisfy all: it is squeezed.

The plane and space share all but normals, depths and impulses: each lists its contacts for `squeeze`, in
`table.scratch`. There a contact has two words: its row, with its directions; and for both of its bodies, the
next contact of the same body. Behind them are the rows of the bodies that wait.
"""

from __future__ import annotations

from typing import Any

from ..arrays import CrossingRows, EventRows, Ints
from ..compile import INT, INTS, REAL, array, entry, inlined, kernel
from ..world.bodies import DYNAMIC, KINEMATIC
from ..world.contacts import SIDE_SOLID
from ..world.events import COLLISION_CRUSH, CROSSING, EVENT, NUMBER_OF
from .table import TABLE, WORLD_ROWS, Table, WorldRows
from .touch_events import EVENT_RULES, EventRules, add_contact_event, fill_points, is_wanted, penetration

CRUSH = NUMBER_OF[COLLISION_CRUSH]
ALONG = 0.5  # least component of a normal along an axis that counts as that direction

# While `squeeze` is under way, the bits of BODY.squeezed: directions +x +y +z -x -y -z in which a body is
# driven, the same in which it is blocked, whether it was squeezed before and is so now, and waits; then its
# first contact, which is 2 k + 1 if it is the first body of listed contact k, 2 k + 2 if it is the second.
AXES = 3
DRIVEN, BLOCKED = 0, 2 * AXES
DIRECTIONS = (1 << 2 * AXES) - 1
WAS, IS, WAITS = 1 << 4 * AXES, 2 << 4 * AXES, 4 << 4 * AXES
FIRST = 4 * AXES + 3
# The first word of a listed contact: its directions, whether it is deep, and its row.
DEEP = 1 << 2 * AXES
ROW = 2 * AXES + 1
HALF = 32  # bits of each of two numbers in the second


@entry(TABLE, WORLD_ROWS, INTS, array(CROSSING), array(EVENT), INT, EVENT_RULES, REAL)
def find_squeezed(
    table: Table, rows: WorldRows, awake: Ints, crossings: CrossingRows,
    events: EventRows, count: int, rules: EventRules, slop: float,
) -> int:  # fmt: skip
    """Set `squeezed` of all bodies awake and append the events of those that were not before.

    Returns the new count of events; at most one for each body is appended.
    """
    return list_squeezed(table, rows, awake, crossings, events, count, rules, slop)


@kernel
def list_squeezed(
    table: Table, rows: WorldRows, awake: Ints, crossings: CrossingRows,
    events: EventRows, count: int, rules: EventRules, slop: float,
) -> int:  # fmt: skip
    """See `find_squeezed`."""
    pressing = 0
    for row in range(table.counts[0].contacts):
        contact = table.contacts[row]
        if contact.solid == 1 and contact.count > 0 and table.manifolds[row].impulse > 0.0:
            m = table.manifolds[row]
            depth = penetration(contact, m)
            pressing = list_pressing(table, pressing, row, axes_of(m.nx, m.ny, 0.0), depth > slop)
    end = squeeze(table, rows, awake, pressing, events, count, rules)
    fill_points(events, count, end, table, rows, crossings)
    for k in range(pressing):
        if is_of_squeezed(table, rows, k):
            m = table.manifolds[row_of(table, k)]
            m.jn0, m.jn1, m.jt0, m.jt1 = 0.0, 0.0, 0.0, 0.0
    return end


@inlined
def axes_of(x: float, y: float, z: float) -> int:
    """Return the directions of a unit vector: one, or several between them."""
    forth = 1 * (x > ALONG) + 2 * (y > ALONG) + 4 * (z > ALONG)
    back = 1 * (x < -ALONG) + 2 * (y < -ALONG) + 4 * (z < -ALONG)
    return int(forth | back << AXES)


@inlined
def opposite(directions: int) -> int:
    """Return the opposites of directions."""
    return (directions >> AXES | directions << AXES) & DIRECTIONS


@inlined
def list_pressing(table: Table, pressing: int, row: int, directions: int, is_deep: bool) -> int:
    """List a contact that pushes; return the number of those listed."""
    table.scratch[2 * pressing] = row << ROW | directions | (DEEP if is_deep else 0)
    return pressing + 1


@inlined
def row_of(table: Table, k: int) -> int:
    """Return the row of listed contact k."""
    return int(table.scratch[2 * k] >> ROW)


@kernel
def squeeze(
    table: Table, rows: WorldRows, awake: Ints, pressing: int,
    events: EventRows, count: int, rules: EventRules,
) -> int:  # fmt: skip
    """Set `squeezed` by the contacts listed, and append events without points; return their new count."""
    bodies = rows.bodies
    for row in awake:
        bodies[row].squeezed = WAS if bodies[row].squeezed != 0 else 0
    if is_any_deep(table, pressing):
        link_contacts(table, rows, pressing)
        pass_all(table, rows, pressing, DRIVEN)
        pass_all(table, rows, pressing, BLOCKED)
        for k in range(pressing):
            count = mark_squeezed(table, rows, k, events, count, rules)
    for row in awake:
        bodies[row].squeezed = 1 if bodies[row].squeezed & IS else 0
    return count


@inlined
def is_any_deep(table: Table, pressing: int) -> bool:
    """Whether any contact listed is deep: else nothing is squeezed."""
    deep = 0
    for k in range(pressing):
        deep |= table.scratch[2 * k] & DEEP
    return bool(deep != 0)


@inlined
def link_contacts(table: Table, rows: WorldRows, pressing: int) -> None:
    """Link the contacts of each body that can be squeezed."""
    for k in range(pressing):
        a, b = bodies_of(table, rows, k)
        following = 0
        if can_be_squeezed(a):
            following |= a.squeezed >> FIRST
            a.squeezed = a.squeezed & (1 << FIRST) - 1 | (2 * k + 1) << FIRST
        if can_be_squeezed(b):
            following |= b.squeezed >> FIRST << HALF
            b.squeezed = b.squeezed & (1 << FIRST) - 1 | (2 * k + 2) << FIRST
        table.scratch[2 * k + 1] = following


@inlined
def can_be_squeezed(body: Any) -> bool:
    """Whether a body is dynamic and awake."""
    return bool(body.kind == DYNAMIC and body.awake == 1)


@kernel
def pass_all(table: Table, rows: WorldRows, pressing: int, what: int) -> None:
    """Pass on directions, `DRIVEN` or `BLOCKED`, through the contacts listed until nothing is new."""
    waiting = 0
    for k in range(pressing):
        waiting = pass_on(table, rows, k, what, pressing, waiting)
    while waiting > 0:
        waiting -= 1
        body = rows.bodies[table.scratch[2 * pressing + waiting]]
        body.squeezed &= ~WAITS
        contact = body.squeezed >> FIRST
        while contact > 0:
            k, side = (contact - 1) >> 1, (contact - 1) & 1
            waiting = pass_on(table, rows, k, what, pressing, waiting)
            contact = table.scratch[2 * k + 1] >> side * HALF & (1 << HALF) - 1


@inlined
def bodies_of(table: Table, rows: WorldRows, k: int) -> tuple[Any, Any]:
    """Return the bodies of listed contact k."""
    a, b = body_rows_of(table, rows, k)
    return rows.bodies[a], rows.bodies[b]


@inlined
def body_rows_of(table: Table, rows: WorldRows, k: int) -> tuple[int, int]:
    """Return the rows of these."""
    contact = table.contacts[row_of(table, k)]
    return int(rows.shapes[contact.a].body), int(rows.shapes[contact.b].body)


@inlined
def pass_on(table: Table, rows: WorldRows, k: int, what: int, pressing: int, waiting: int) -> int:
    """Pass directions on through contact k, to and fro; return how many bodies wait.

    What is blocked matters where something is driven against it, and so does all that it is blocked by.
    """
    row_a, row_b = body_rows_of(table, rows, k)
    a, b = rows.bodies[row_a], rows.bodies[row_b]
    forth = table.scratch[2 * k] & DIRECTIONS
    if what == DRIVEN:
        waiting = give(table, rows, row_b, driven_by(a, b, forth), pressing, waiting)
        return give(table, rows, row_a, driven_by(b, a, opposite(forth)), pressing, waiting)
    if (a.squeezed | b.squeezed) & DIRECTIONS << DRIVEN == 0:
        return waiting
    waiting = give(table, rows, row_a, blocked_by(b, a, forth), pressing, waiting)
    return give(table, rows, row_b, blocked_by(a, b, opposite(forth)), pressing, waiting)


@inlined
def give(table: Table, rows: WorldRows, row: int, bits: int, pressing: int, waiting: int) -> int:
    """Give bits to a body, which waits to pass on what it did not have; return how many bodies wait.

    All that wait have something, each from another contact: there are no more of them than of contacts.
    """
    body = rows.bodies[row]
    if bits & ~body.squeezed == 0:
        return waiting
    body.squeezed |= bits
    if body.squeezed & WAITS != 0:
        return waiting
    body.squeezed |= WAITS
    table.scratch[2 * pressing + waiting] = row
    return waiting + 1


@inlined
def driven_by(a: Any, b: Any, directions: int) -> int:
    """Return the bits of the directions in which a drives b."""
    if not can_be_squeezed(b) or not (can_be_squeezed(a) or a.kind == KINEMATIC):
        return 0
    return int((directions if a.kind == KINEMATIC else directions & a.squeezed >> DRIVEN) << DRIVEN)


@inlined
def blocked_by(b: Any, a: Any, directions: int) -> int:
    """Return the bits of the directions in which b blocks a."""
    if not can_be_squeezed(a) or not (can_be_squeezed(b) or b.kind != DYNAMIC):
        return 0
    return int((directions if b.kind != DYNAMIC else directions & b.squeezed >> BLOCKED) << BLOCKED)


@kernel
def mark_squeezed(
    table: Table, rows: WorldRows, k: int, events: EventRows, count: int, rules: EventRules
) -> int:
    """Mark a body of contact k that is pressed, if it is deep in what presses it; return the new count of
    events.
    """
    row, listed = row_of(table, k), table.scratch[2 * k]
    if listed & DEEP == 0:
        return count
    contact, directions = table.contacts[row], listed & DIRECTIONS
    for side in range(2):
        body = rows.bodies[rows.shapes[contact.b if side == 0 else contact.a].body]
        pressed = body.squeezed >> DRIVEN & body.squeezed >> BLOCKED & directions
        directions = opposite(directions)
        if can_be_squeezed(body) and pressed != 0 and body.squeezed & IS == 0:
            if body.squeezed & WAS == 0 and is_wanted(rules, CRUSH) and table.manifolds[row].pair >= 0:
                pair = table.pairs[table.manifolds[row].pair]
                count = add_contact_event(
                    events, count, CRUSH, pair, SIDE_SOLID, table, row, rows, 1.0, rules.end_after
                )
            body.squeezed |= IS
    return count


@inlined
def is_of_squeezed(table: Table, rows: WorldRows, k: int) -> bool:
    """Whether listed contact k has a body that is squeezed.

    Its impulses are those of a fight that nobody won, and start no further step.
    """
    a, b = bodies_of(table, rows, k)
    return bool(a.squeezed | b.squeezed)
