"""A bound on how far bodies move in a sub-step: on the velocities that SOLVE leaves.

Near a singular place (a straight arm, a rope whose end is at its wheel) no velocity is too high for an exact
solution. `budget` sees what came of it when bodies have moved, which is too late: they are far away then. But
a projection adds nothing to the speed that was there, and springs, motors and the gaps that joints close add
what is known. An island that is faster, in the norm of the masses, moves with less, and gives way: the rest
of its velocities it gets back for RELAX, which takes it out.

So does one that would climb, against gravity, forces and springs, further than its energy carries it: what
joints and contacts push out of place, and impulses that have grown too large, would lift what rests.
Its trees do not push against drift then, for the rest of the step. Motors may lift what they like, though,
and contacts: brakes and friction would hold for good what is held back, and a loaded bridge would hang loose.

The gaps of torn trees count as what mends them (see `joints.mending`): in SOLVE they ask for no speed.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import GEAR, PULLEY, RATCHET, WHEEL
from ..coloring import Layout
from ..constraint import LINK, PIN, TWO_POINTS
from ..joints.block import CORE
from ..joints.joint import limits_of
from ..joints.link_drive import DRIVEN, WELDED
from ..joints.link_lanes import CLOSING
from ..joints.rows import angle_row
from ..joints.softness import motor_push
from ..joints.tree_records import NODES, TORN
from ..workspace import Workspace, WorldRows
from .islands import TRACE, has_budgets, is_bound, rest_trees
from .lanes import add_up, block_at, find_speeds, lane_at
from .records import BEGAN, KINETIC, NO_ISLAND, WORK
from .springs import add_springs, island_of

# Of the energy at a sub-step's start with that of forces from rest: together, these speeds give no more.
PLENTY = 2.0


@inlined
def has_bounds(layout: Layout, context: StepContext) -> bool:
    """Whether a group has islands whose joints have budgets."""
    return layout.joints > 0 and has_budgets(layout, context)


@kernel
def bound_velocities(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Slow islands down that are faster than their joints can have made them."""
    islands = work.budget.islands
    over, fast, climbing = 0, 0, 0
    islands[NO_ISLAND].scale = 1.0
    find_bound_speeds(work, context.h)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        island.scale = 1.0
        if not is_bound(island):
            continue
        add_speed(work, island)
        island.climbs = may_not_climb(island, 1.0)
        fast += island.kinetic > PLENTY * island.start
        climbing += island.climbs > island.moved
        if island.kinetic > PLENTY * island.start or island.climbs == 1 or island.moved == 1:
            island.scale = 0.0
            over += 1
    if over > 0:
        slow_down(rows, work, blocks, fast > 0, context)
    if climbing > 0:
        rest_trees(work)


@inlined
def find_bound_speeds(work: Workspace, h: float) -> None:
    """Find the speeds of movers if islands are bound, and what forces do at them if nothing may push one."""
    islands, bound, free = work.budget.islands, 0, 0
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        bound += is_bound(island)
        free += is_bound(island) and island.pushed == 0
    if bound > 0:
        find_speeds(work, h, free > 0)


@inlined
def add_speed(work: Workspace, island: Any) -> None:
    """Add up how fast SOLVE has left an island; if nothing may push it, the work of forces, too."""
    island.kinetic, _ = add_up(work, island, KINETIC, KINETIC, 0.0)
    island.work, island.began, island.sprung = 0.0, 0.0, 0.0
    if island.pushed == 0:
        island.work, island.began = add_up(work, island, WORK, BEGAN, 0.0)


@inlined
def climb_of(island: Any) -> float:
    """Return the energy that it takes to move an island as fast as SOLVE has left it."""
    return float(-(island.work + island.sprung))


@inlined
def may_not_climb(island: Any, scale: float) -> int:
    """Return 1 if an island would climb too far at this share of its speed, and nothing may push it there."""
    if island.pushed != 0:
        return 0
    return 1 if scale * climb_of(island) > most_climb(island) + TRACE * island.start else 0


@inlined
def most_climb(island: Any) -> float:
    """Return the energy that an island has for it: what it owes is gone.

    What flies freely takes more where it turns: up to a quarter of what forces give from rest, for which it
    has at least as much.
    """
    most = max(0.0, (island.energy + island.began) - island.debt)
    return float(most + min(most, 0.25 * (island.start - island.energy)) + island.credit)


@inlined
def slow_down(rows: WorldRows, work: Workspace, blocks: int, fast: bool, context: StepContext) -> None:
    """Slow those of the marked islands down that are too fast, if there are any, or climb too far."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        islands[islands[n].listed].added = 0.0
    for k in range(blocks):
        if fast:
            add_speeds(rows, work, k, context)
        add_springs(rows, work, k, context)
    if fast and work.tree_counts[TORN] > 0:
        add_mended(work)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        if island.scale < 1.0:
            set_bound(island, fast)
        take_velocities(work, island)
    islands[NO_ISLAND].wild = 1


@inlined
def set_bound(island: Any, fast: bool) -> None:
    """Set the share of its velocities with which a marked island moves."""
    most = math.sqrt(PLENTY * island.start) + island.added
    most = 0.5 * most * most
    much = fast and island.kinetic > most
    island.scale = math.sqrt(most / island.kinetic) if much else 1.0
    climb, most = climb_of(island), most_climb(island)
    island.climbs = may_not_climb(island, island.scale)
    if island.scale * climb > most and island.moved + island.pushed == 0:
        island.scale = most / climb


@inlined
def take_velocities(work: Workspace, island: Any) -> None:
    """Take from movers what is beyond an island's scale, and keep it."""
    s = 1.0 - island.scale
    for n in range(island.first, island.end):
        block, i = block_at(work, n), lane_at(n)
        mover = work.movers[block.mover[i]]
        x, y, turn = s * (mover.vx - island.frame_x), s * (mover.vy - island.frame_y), s * mover.w
        block.back_x[i], block.back_y[i], block.back_w[i] = x, y, turn
        mover.vx -= x
        mover.vy -= y
        mover.w -= turn


@kernel
def return_velocities(work: Workspace) -> None:
    """Give bodies that have moved the velocities that were taken from them."""
    islands = work.budget.islands
    if islands[NO_ISLAND].wild == 0:
        return
    islands[NO_ISLAND].wild = 0
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        for m in range(island.first, island.end):
            block, i = block_at(work, m), lane_at(m)
            mover = work.movers[block.mover[i]]
            mover.vx += block.back_x[i]
            mover.vy += block.back_y[i]
            mover.w += block.back_w[i]


@inlined
def add_speeds(rows: WorldRows, work: Workspace, k: int, context: StepContext) -> None:
    """Add what the constraints of block k may have added to the speeds of marked islands."""
    head = work.heads[k]
    for i in range(head.count):
        island = island_of(work, k, i)
        if island.scale == 1.0:
            continue
        closes = not is_torn(work, head.a[i], head.b[i])
        if head.kind <= TWO_POINTS:
            inverse = max(work.movers[head.a[i]].mx, work.movers[head.a[i]].my)
            inverse += max(work.movers[head.b[i]].mx, work.movers[head.b[i]].my)
            close(island, context.push_speed, inverse)
        elif head.kind == LINK:
            link = work.link_blocks[k]
            if closes:
                add_gap(island, link.gap_x[i], link.gap_y[i], max(link.mx[i], link.my[i]), context)
            if link.turns[i] == WELDED and closes:
                add_turn(island, link, i, abs(link.angle[i]), context)
            elif link.turns[i] == DRIVEN:
                add_drive(island, link, i, context)
        elif head.kind == PIN:
            pin = work.pin_blocks[k]
            add_gap(island, pin.gap_x[i], pin.gap_y[i], max(pin.mx[i], pin.my[i]), context)
        else:
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            a, b = work.movers[head.a[i]], work.movers[head.b[i]]
            add_joint(island, work.joint_blocks[k], i, joint, b.turn, a.turn, closes, context)


@inlined
def is_torn(work: Workspace, a: int, b: int) -> bool:
    """Whether two movers are of a torn tree, whose joints close no gaps in SOLVE (see `joints.mending`)."""
    if work.tree_counts[TORN] == 0:
        return False
    nodes, node_of = work.trees.nodes, work.trees.node_of
    return bool(nodes[nodes[max(node_of[a], node_of[b])].root].torn == 1)


@inlined
def add_mended(work: Workspace) -> None:
    """Add the speeds with which torn trees are mended."""
    for k in range(1, work.tree_counts[NODES] + 1):
        node = work.trees.nodes[k]
        if node.root == k and node.torn == 1:
            work.budget.islands[work.budget.parents[node.mover]].added += work.trees.searches[k].added


@inlined
def length(x: float, y: float) -> float:
    """Return the length of a vector."""
    return math.sqrt(x * x + y * y)


@inlined
def close(island: Any, speed: float, inverse: float) -> None:
    """Add the speed at which an error closes; `inverse`: of the mass that two bodies alone are to it."""
    if inverse > 0.0:
        island.added += speed / math.sqrt(inverse)


@inlined
def closing_speed(gap: float, context: StepContext) -> float:
    """Return the speed at which a gap closes."""
    return min(context.joint_bias_rate * gap, CLOSING * context.push_speed)


@inlined
def add_gap(island: Any, x: float, y: float, inverse: float, context: StepContext) -> None:
    """Add the speed at which the gap (x, y) of a common point closes; `inverse`: see `close`."""
    close(island, closing_speed(length(x, y), context), inverse)


@inlined
def add_turn(island: Any, block: Any, i: int, error: float, context: StepContext) -> None:
    """Add the speed at which an error of the angle is taken out."""
    close(island, context.joint_bias_rate * error, block.ia[i] + block.ib[i])


@inlined
def add_drive(island: Any, block: Any, i: int, context: StepContext) -> None:
    """Add the speeds of an angle's spring, motor and limits."""
    angle, lever = block.angle[i], math.sqrt(block.ia[i] + block.ib[i])
    add_turn(island, block, i, max(0.0, max(block.lower[i] - angle, angle - block.upper[i])), context)
    island.added += spring_push(block, i, abs(block.spring_j[i]) * lever)
    island.added += motor_push(block.motor_j[i], block.aim[i], lever)


@inlined
def add_joint(
    island: Any,
    block: Any,
    i: int,
    joint: Any,
    turn_b: float,
    turn_a: float,
    closes: bool,
    context: StepContext,
) -> None:
    """Add the speeds of a joint of any type: those at which it closes, of its angle, of springs and motor."""
    kind, value, row = joint.type, block.value[i], angle_row(joint)
    lower, upper = limits_of(joint)
    beyond, error = max(0.0, max(lower - value, value - upper)), 0.0
    if 0 <= row < CORE:
        ratio, target = (joint.ratio, joint.target) if kind == GEAR else (1.0, 0.0)
        error = abs(block.angle[i] + (ratio * turn_b - turn_a) - target)
    elif kind == RATCHET:
        error, beyond = beyond, 0.0
    if closes:
        close(island, closing_speed(block.stretch[i] + beyond, context), max(block.mx[i], block.my[i]))
        add_turn(island, block, i, error, context)
    arms = length(block.start_ax[i], block.start_ay[i]) + length(block.start_bx[i], block.start_by[i])
    arms += length(block.start_x[i], block.start_y[i])
    turns = block.ia[i] + block.ib[i]
    linear, angular = math.sqrt(max(block.mx[i], block.my[i]) + turns * arms * arms), math.sqrt(turns)
    if kind == PULLEY:
        linear *= max(1.0, joint.ratio)
    sprung = linear * abs(block.spring_j[i])
    island.added += motor_push(block.motor_j[i], joint.motor_speed, angular if kind == WHEEL else linear)
    if block.line_s[i] != 1.0 or block.angle_s[i] != 1.0:
        for core in range(CORE):
            sprung += (angular if core == row else linear) * abs(block.core_j[core, i])
    island.added += spring_push(block, i, sprung)


@inlined
def spring_push(block: Any, i: int, most: float) -> float:
    """Return the speed, in the norm of the masses, that the springs of a lane may add: by their impulses at
    `most`, and by what they hold: that of a point and that of an angle share it at most.
    """
    return float(min(most, 2.0 * math.sqrt(max(0.0, block.held[i] - block.owed[i]))))
