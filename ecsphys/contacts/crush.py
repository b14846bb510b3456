"""Bodies that are squeezed: pressed from one side by a kinematic body, and from the other held up.

A force passes through a row of bodies from contact to contact, as long as it keeps its direction. So each
body collects two sets of directions, those in which it is driven by a kinematic body and those in which its
way is blocked by a static or by another kinematic one, from the bodies that it presses against. Sets only
grow, so the order of contacts has no effect. Where both sets of a body share a direction it is pressed; where
what drives it there overlaps it deeper than the slop, the solver could not satisfy all: it is squeezed.

The plane and space share all but normals, depths and impulses: each lists its contacts for `squeeze`.
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
# driven, the same in which it is blocked, and whether it was squeezed before and is so now.
AXES = 3
DRIVEN, BLOCKED = 0, 2 * AXES
DIRECTIONS = (1 << 2 * AXES) - 1
DEEP = 1 << 2 * AXES  # beside the directions of a contact listed
WAS, IS = 1 << 4 * AXES, 2 << 4 * AXES


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
            m = table.manifolds[table.scratch[2 * k]]
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
    """Write a contact that pushes to `table.scratch`, two words each; return their number."""
    table.scratch[2 * pressing] = row
    table.scratch[2 * pressing + 1] = directions | (DEEP if is_deep else 0)
    return pressing + 1


@kernel
def squeeze(
    table: Table, rows: WorldRows, awake: Ints, pressing: int,
    events: EventRows, count: int, rules: EventRules,
) -> int:  # fmt: skip
    """Set `squeezed` by the contacts listed, and append events without points; return their new count.

    What is blocked matters where something is driven against it, and so does all that it is blocked by.
    """
    bodies = rows.bodies
    for row in awake:
        bodies[row].squeezed = WAS if bodies[row].squeezed != 0 else 0
    pass_all(table, rows, pressing, DRIVEN)
    driven = keep_driven(table, rows, pressing)
    pass_all(table, rows, driven, BLOCKED)
    for k in range(driven):
        count = mark_squeezed(table, rows, k, events, count, rules)
    for row in awake:
        bodies[row].squeezed = 1 if bodies[row].squeezed & IS else 0
    return count


@inlined
def can_be_squeezed(body: Any) -> bool:
    """Whether a body is dynamic and awake."""
    return bool(body.kind == DYNAMIC and body.awake == 1)


@kernel
def pass_all(table: Table, rows: WorldRows, pressing: int, what: int) -> None:
    """Pass on directions, `DRIVEN` or `BLOCKED`, through the contacts listed until nothing is new."""
    is_changed = True
    while is_changed:
        is_changed = False
        for k in range(pressing):
            is_changed |= pass_on(table, rows, k, what)
        for k in range(pressing if is_changed else 0):  # back again: a row of bodies needs two sweeps
            pass_on(table, rows, pressing - 1 - k, what)


@kernel
def keep_driven(table: Table, rows: WorldRows, pressing: int) -> int:
    """Drop the contacts listed of which no body is driven; return how many are left."""
    driven = 0
    for k in range(pressing):
        a, b = bodies_of(table, rows, k)
        if a.squeezed & DIRECTIONS << DRIVEN | b.squeezed & DIRECTIONS << DRIVEN:
            table.scratch[2 * driven] = table.scratch[2 * k]
            table.scratch[2 * driven + 1] = table.scratch[2 * k + 1]
            driven += 1
    return driven


@inlined
def bodies_of(table: Table, rows: WorldRows, k: int) -> tuple[Any, Any]:
    """Return the bodies of listed contact k."""
    contact = table.contacts[table.scratch[2 * k]]
    return rows.bodies[rows.shapes[contact.a].body], rows.bodies[rows.shapes[contact.b].body]


@inlined
def pass_on(table: Table, rows: WorldRows, k: int, what: int) -> bool:
    """Pass directions on through contact k, to and fro; whether some were new."""
    directions = table.scratch[2 * k + 1] & DIRECTIONS
    a, b = bodies_of(table, rows, k)
    if what == DRIVEN:
        forth = drive(a, b, directions)
        return drive(b, a, opposite(directions)) or forth
    forth = block(a, b, directions)
    return block(b, a, opposite(directions)) or forth


@inlined
def drive(a: Any, b: Any, directions: int) -> bool:
    """Let a drive b in some directions; whether some are new."""
    if not can_be_squeezed(b) or not (can_be_squeezed(a) or a.kind == KINEMATIC):
        return False
    driven = directions if a.kind == KINEMATIC else directions & a.squeezed >> DRIVEN
    is_new = bool(driven & ~(b.squeezed >> DRIVEN))
    b.squeezed |= driven << DRIVEN
    return is_new


@inlined
def block(a: Any, b: Any, directions: int) -> bool:
    """Let b block a in some directions; whether some are new."""
    if not can_be_squeezed(a) or not (can_be_squeezed(b) or b.kind != DYNAMIC):
        return False
    blocked = directions if b.kind != DYNAMIC else directions & b.squeezed >> BLOCKED
    is_new = bool(blocked & ~(a.squeezed >> BLOCKED))
    a.squeezed |= blocked << BLOCKED
    return is_new


@kernel
def mark_squeezed(
    table: Table, rows: WorldRows, k: int, events: EventRows, count: int, rules: EventRules
) -> int:
    """Mark a body of contact k that is pressed, if it is deep in what presses it; return the new count of
    events.
    """
    row, listed = table.scratch[2 * k], table.scratch[2 * k + 1]
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
