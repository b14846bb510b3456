"""Which constraints lie in which block: those of one colour share no body, so that they are lanes of vectors.

Greedy colouring in the order of contacts (each takes the lowest colour that both bodies still have
free), as Box2D v3 does. Contacts with two points and those with one lie in blocks of their own.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import BlockRows, BodyRows, ContactRows, Ints, MoverRows, ShapeRows
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.center import center_of
from .integrate import NO_FORCES, body_forces, init_mover
from .records import CLASSES, LANES, OVERFLOW, STATIC_MOVER, VECTOR_LANES, Workspace


@inlined
def free_color(taken: int) -> int:
    """The lowest colour whose bit is not set."""
    color = 0
    while color < OVERFLOW and taken >> color & 1:
        color += 1
    return color


@inlined
def assign_color(a: Any, b: Any) -> int:
    """Colour a constraint of two movers; what has no mass may take part in many of one colour."""
    moves_a = a.mx + a.my + a.i > 0.0
    moves_b = b.mx + b.my + b.i > 0.0
    color = free_color((a.colors if moves_a else 0) | (b.colors if moves_b else 0))
    a.colors |= 1 << color
    b.colors |= 1 << color
    return color


@inlined
def assign_mover(
    body: Any, row: int, movers: MoverRows, slots: Ints, count: int, context: StepContext
) -> int:
    """The mover of a body, filled at the first time (then it is `count` + 1); GROUND for one asleep."""
    if body.awake == 0:
        return STATIC_MOVER
    if slots[row] == STATIC_MOVER:
        slots[row] = count + 1
        movers[count + 1].body = row
        cx, cy = center_of(body)
        init_mover(movers[count + 1], body_forces(body, context), cx, cy)
    return int(slots[row])


class Layout(NamedTuple):
    """How many blocks there are, and how many movers they have."""

    blocks: int
    movers: int


@kernel
def clear_movers(awake: Ints, slots: Ints) -> None:
    """No body awake has a mover yet."""
    for row in awake:
        slots[row] = STATIC_MOVER


@kernel
def lay_out_constraints(
    bodies: BodyRows,
    shapes: ShapeRows,
    contacts: ContactRows,
    rows: Ints,
    work: Workspace,
    context: StepContext,
) -> Layout:
    """Lay out the contacts in some rows, in blocks, and gather their movers; those of two bodies that do not
    move are left out.

    A block's contacts are the rows in `work.order` from its `first` on.
    """
    movers, slots, order, classes = work.movers, work.mover_index, work.order, work.classes
    unordered, starts = work.unordered, work.class_starts
    starts[:] = 0
    init_mover(movers[STATIC_MOVER], NO_FORCES, 0.0, 0.0)
    count = 0
    filled = 0
    for row in rows:
        contact = contacts[row]
        row_a = shapes[contact.a].body
        row_b = shapes[contact.b].body
        slot_a = assign_mover(bodies[row_a], row_a, movers, slots, filled, context)
        filled = max(filled, slot_a)
        slot_b = assign_mover(bodies[row_b], row_b, movers, slots, filled, context)
        filled = max(filled, slot_b)
        if slot_a + slot_b == STATIC_MOVER:
            continue
        kind = 2 * assign_color(movers[slot_a], movers[slot_b]) + contact.count - 1
        starts[kind + 1] += 1
        classes[count] = kind
        unordered[count] = row
        count += 1
    blocks = lay_out_blocks(work.blocks, starts)
    for k in range(count):
        order[starts[classes[k]]] = unordered[k]
        starts[classes[k]] += 1
    return Layout(blocks, filled)


@kernel
def lay_out_blocks(blocks: BlockRows, starts: Ints) -> int:
    """Give each class as many blocks as it needs; `starts[c + 1]`, its number of constraints, becomes the sum
    over all classes up to c. Returns how many blocks there are.
    """
    used = 0
    for kind in range(CLASSES):
        first = starts[kind]
        starts[kind + 1] += first
        while first < starts[kind + 1]:
            block = blocks[used]
            block.first = first
            block.count = min(starts[kind + 1] - first, LANES)
            block.lanes = (block.count + VECTOR_LANES - 1) // VECTOR_LANES * VECTOR_LANES
            block.points = 1 + kind % 2
            block.color = kind // 2
            first += block.count
            used += 1
    return used
