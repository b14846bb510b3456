"""Colour constraints and lay them out in blocks: constraints of one colour share no body that moves, so that
they can be lanes of vectors and be solved by several threads.

Greedy colouring in the order in which constraints were gathered, as in Box2D v3: each takes the lowest colour
that both bodies have free. A block has constraints of one colour and kind.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import ConstraintRows, HeadRows, Ints, MoverRows
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.areas import effect_on
from ..world.center import center_of
from .constraint import BRANCH, CLASSES, CLOSING, KINDS, LINK, LOOP, PIN
from .contact.hold import find_pressed
from .flights import init_flight
from .integrate import NO_FORCES, body_forces, init_mover
from .joints.links import choose_links
from .joints.stiffness import stiffen_movers
from .joints.tree_order import list_trees
from .joints.tree_records import END_BLOCK, FIRST_BLOCK, LINKS, NODES, TORN
from .records import LANES, MEETS, OVERFLOW, STATIC_MOVER, VECTOR_LANES
from .workspace import Workspace, WorldRows


class Layout(NamedTuple):
    """The number of blocks, of their movers without STATIC_MOVER, of joints, and of those that are links
    (see `joints.trees`). `pressed`: 1 if kinematic bodies touch some (see `contact.hold`).
    """

    blocks: int
    movers: int
    joints: int
    links: int
    pressed: int


@kernel
def clear_movers(awake: Ints, mover_index: Ints) -> None:
    """Let no awake body have a mover."""
    for row in awake:
        mover_index[row] = STATIC_MOVER


@kernel
def lay_out_constraints(
    rows: WorldRows, constraints: ConstraintRows, work: Workspace, context: StepContext
) -> Layout:
    """Give constraints movers and colours, and sort them into blocks: `work.ordered` and `work.heads`."""
    movers, ordered, classes, starts = work.movers, work.ordered, work.classes, work.class_starts
    bodies = rows.bodies
    init_mover(movers[STATIC_MOVER], NO_FORCES, 0.0, 0.0)
    mover_count = 0
    starts[:] = 0
    joints = count_joints(constraints)
    links, work.tree_counts[NODES], work.tree_counts[LINKS], work.tree_counts[TORN] = 0, 0, 0, 0
    if joints > 0:
        mover_count = assign_movers(rows, constraints[:joints], work, context)
        links = choose_links(constraints[:joints], rows.joints.rows, work, mover_count)
        stiffen_movers(constraints[:joints], bodies, rows.joints.rows, work, context)
        for k in range(joints):
            classes[k] = joint_class(movers, constraints[k])
            starts[classes[k] + 1] += 1
    for k in range(joints, len(constraints)):
        constraint = constraints[k]
        a = assign_mover(rows, constraint.body_a, work, mover_count, context)
        mover_count = max(mover_count, a)
        b = assign_mover(rows, constraint.body_b, work, mover_count, context)
        mover_count = max(mover_count, b)
        constraint.mover_a, constraint.mover_b = a, b
        classes[k] = assign_color(movers[a], movers[b]) * KINDS + constraint.kind
        starts[classes[k] + 1] += 1
    pressed = find_pressed(constraints, work, mover_count)
    blocks = lay_out_blocks(work.heads, starts)
    for k in range(len(constraints)):
        ordered[starts[classes[k]]] = constraints[k]
        starts[classes[k]] += 1
    return Layout(blocks, mover_count, joints, links, pressed)


@kernel
def lay_out_trees(begin: int, work: Workspace, layout: Layout) -> None:
    """List the links of trees, and let their constraints follow each other in the order of elimination: as
    passes take several at once, they are in their blocks. The group's constraints are those from `begin`.
    """
    constraints = work.constraints[begin : begin + layout.joints]
    list_trees(constraints, work, layout.movers)
    counts, link, branch = work.tree_counts, layout.blocks, layout.blocks
    counts[END_BLOCK] = 0
    for k in range(layout.blocks - 1, -1, -1):
        head = work.heads[k]
        if head.kind == LINK:
            counts[END_BLOCK] = max(counts[END_BLOCK], k + 1)
            link = k
        elif head.kind == BRANCH and head.color != CLOSING:
            branch = k
    counts[FIRST_BLOCK] = link
    links, branches = 0, 0
    for n in range(counts[LINKS]):
        one = work.trees.links[n]
        first, place = (branch, branches) if one.branch == 1 else (link, links)
        branches += one.branch
        links += 1 - one.branch
        one.block, one.lane = first + place // LANES, place % LANES
        work.ordered[work.heads[first].first + place] = constraints[one.constraint]


@inlined
def count_joints(constraints: ConstraintRows) -> int:
    """Return the number of joints: in a group they come before the contacts."""
    count = 0
    while count < len(constraints) and constraints[count].kind >= PIN:
        count += 1
    return count


@kernel
def assign_movers(rows: WorldRows, constraints: ConstraintRows, work: Workspace, context: StepContext) -> int:
    """Give the bodies of the first constraints movers; return their number."""
    count = 0
    for constraint in constraints:
        constraint.mover_a = assign_mover(rows, constraint.body_a, work, count, context)
        count = max(count, constraint.mover_a)
        constraint.mover_b = assign_mover(rows, constraint.body_b, work, count, context)
        count = max(count, constraint.mover_b)
    return count


@inlined
def joint_class(movers: MoverRows, constraint: Any) -> int:
    """Return the class of a joint. Those of trees are solved as a whole: they take no colours."""
    if constraint.kind == LINK or constraint.kind == BRANCH:
        return int(constraint.kind)
    if constraint.kind == LOOP:
        return CLOSING * KINDS + BRANCH
    color = assign_color(movers[constraint.mover_a], movers[constraint.mover_b])
    return int(color * KINDS + constraint.kind)


@inlined
def assign_mover(rows: WorldRows, row: int, work: Workspace, count: int, context: StepContext) -> int:
    """Return the mover of a body, STATIC_MOVER for FREE; a body without one gets mover `count` + 1."""
    if row < 0:
        return STATIC_MOVER
    mover_index = work.mover_index
    if mover_index[row] == STATIC_MOVER:
        body, effect = rows.bodies[row], effect_on(rows.influences.effects, row)
        forces = body_forces(body, effect, context)
        mover_index[row] = count + 1
        work.movers[count + 1].body = row
        cx, cy = center_of(body)
        init_mover(work.movers[count + 1], forces, cx, cy)
        if context.flights == 1:
            init_flight(work.flights[count + 1], forces.linear, forces.angular)
    return int(mover_index[row])


@inlined
def assign_color(a: Any, b: Any) -> int:
    """Return the colour of a constraint between two movers, and mark it as taken by both.

    A mover without mass is never written to, so it may have many constraints of one colour.
    """
    moves_a = a.mx + a.my + a.i > 0.0
    moves_b = b.mx + b.my + b.i > 0.0
    color = lowest_free_color((a.colors if moves_a else 0) | (b.colors if moves_b else 0))
    bits = 1 << color | (MEETS if moves_a and moves_b else 0)
    a.colors |= bits
    b.colors |= bits
    return color


@inlined
def lowest_free_color(taken: int) -> int:
    """Return the lowest colour whose bit is not set in `taken`, else OVERFLOW."""
    color = 0
    while color < OVERFLOW and taken >> color & 1:
        color += 1
    return color


@kernel
def lay_out_blocks(heads: HeadRows, starts: Ints) -> int:
    """Give each class as many blocks as its constraints fill; return the number of blocks.

    On entry `starts[c + 1]` is the number of constraints of class c, on return `starts[c]` its first row in
    `Workspace.ordered`.
    """
    count = 0
    for constraint_class in range(CLASSES):
        first = starts[constraint_class]
        starts[constraint_class + 1] += first
        while first < starts[constraint_class + 1]:
            head = heads[count]
            head.kind = constraint_class % KINDS
            head.color = constraint_class // KINDS
            head.first = first
            head.count = min(starts[constraint_class + 1] - first, LANES)
            head.lanes = (head.count + VECTOR_LANES - 1) // VECTOR_LANES * VECTOR_LANES
            first += head.count
            count += 1
    return count
