"""Torn trees (see `tears`) are mended: their errors are taken out by displacements alone, which their
velocities never hear of.

First the tree is solved as it is. Where the linearisation holds for what that asks for, it is done. Otherwise
the tree is *strained*: its displacement minimises the squares of what is left open, each row's over a mass
that no pose changes, beside its own square, in the metric of the masses (K. Levenberg, *A Method for the
Solution of Certain Non-Linear Problems in Least Squares*, 1944). That is the solution of the tree with more
compliant rows. A displacement is no longer than leaves least open, with the curvature of the rows. So errors
shrink, down to the best compromise of joints that contradict each other, at which nothing moves any more. As
all impulses of joints, that keeps the centre of mass, and turns nothing.

What joints push against each other no velocity knows: a strained tree that has gained energy loses some of
its motion beside (see `budget.spending.wear_out`), or it would swing about the compromise.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..workspace import Workspace, WorldRows
from .descents import find_descents, levers_of, levers_of_branch
from .elimination import GIVE, scale_of_row, turns
from .link import own_effect
from .link_lanes import CLOSING
from .link_passes import MEND, answer_pushes, mend_rows, pass_to_leaves, pass_to_roots, rest_nodes
from .loops import ROUNDS, begin_lane, push_nodes, search, speed_of_nodes
from .tree_records import LINKS, LOOPS, NO_NODE, NODES, TORN
from .trees import factor_trees, joint_of

# Share of what a gap pushes back by which rows give way: a sub-step takes out less than a third of an error,
# so less than that would do for two joints at a body, a sixth.
BEND_GIVE = 0.25
HOLDS = 0.5  # share of a displacement that leaves least open, from which on its linearisation holds


@inlined
def mend(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Find what mends torn trees in the sub-step."""
    if work.tree_counts[TORN] > 0:
        find_mending(rows, work, context)


@inlined
def apply_mended(work: Workspace, context: StepContext) -> None:
    """Add that to velocities, until `rest_mended`."""
    if work.tree_counts[TORN] > 0:
        hold_back(work, context)
        move_mended(work, 1.0)


@inlined
def rest_mended(work: Workspace) -> None:
    """Take it from velocities again."""
    if work.tree_counts[TORN] > 0:
        move_mended(work, -1.0)


@kernel
def find_mending(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """See `mend`."""
    nodes, searches, counts, strained = work.trees.nodes, work.trees.searches, work.tree_counts, 0
    measure_tears(rows, work, context)
    for k in range(1, counts[NODES] + 1):
        one, stopped = searches[k], nodes[k].grounded  # of what contacts stop no linearisation holds
        one.stale, one.strained, one.give = nodes[k].torn, stopped, stopped * one.bend
    find_displacements(rows, work, context)
    for k in range(1, counts[NODES] + 1):
        one = searches[k]
        rate = one.pace * context.joint_bias_rate
        holds = one.descent > HOLDS * one.cost and one.turned < one.far * rate * rate
        if one.stale == 1 and one.strained == 0 and not holds:
            one.give, one.strained = one.bend, 1
            strained = 1
        else:
            one.stale = 0
    if strained == 1:
        find_displacements(rows, work, context)
    set_lengths(work, context)
    for k in range(1, counts[NODES] + 1):
        searches[k].give = 0.0


@inlined
def find_displacements(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Find the displacements of the trees that are marked as stale, and what they close."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(counts[NODES] + 1):
        nodes[k].stale = searches[k].stale
        if searches[nodes[k].root].stale == 1 or k == NO_NODE:
            nodes[k].aside_x, nodes[k].aside_y, nodes[k].aside_w = 0.0, 0.0, 0.0
    for k in range(counts[LINKS]):
        link = work.trees.links[k]
        if link.branch == 0 and nodes[link.root].stale == 1:
            work.link_blocks[link.block].give[link.lane] *= max(1.0, searches[link.root].give / GIVE)
    factor_trees(work, False)
    rest_nodes(work)
    pass_to_roots(work, MEND, 1, False, context)
    pass_to_leaves(work, MEND, False)
    keep_answers(work)
    if counts[LOOPS] > 0:
        mend_loops(work, context)
    find_descents(rows, work, context)


@inlined
def measure_tears(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Find how torn trees may be closed: with which compliance, and how fast."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        searches[k].far, searches[k].bend, searches[k].give = 0.0, 0.0, 0.0
    for k in range(counts[LINKS] + counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].torn == 1:
            measure(rows, work, link, context)
    for k in range(1, counts[NODES] + 1):
        most, speed = CLOSING * context.push_speed, context.joint_bias_rate * searches[k].far
        searches[k].pace = most / speed if speed > most else 1.0


@inlined
def measure(rows: WorldRows, work: Workspace, link: Any, context: StepContext) -> None:
    """Note how far a link is open, and the compliance with which it may be closed.

    A gap g at an arm r, or in a rod of length l, pushes back what turns or leaves its line: per angle g r,
    per way g / l, which a linearisation does not know. As stiff as that must be what holds the motion.
    """
    i, one = link.lane, work.trees.searches[link.root]
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        gap, arm_a, arm_b, line = levers_of(pin, i, context)
        bend, own = pin.ia[i] * arm_a + pin.ib[i] * arm_b, own_effect(pin, i)
        bend += line * max(pin.mx[i], pin.my[i])
        one.far = max(one.far, gap)
        one.bend = max(one.bend, BEND_GIVE * gap * bend / own if own > 0.0 else 0.0)
        return
    block = work.joint_blocks[link.block]
    arm_a, arm_b, line = levers_of_branch(block, i, joint_of(rows, work, link), context)
    bend = block.ia[i] * arm_a + block.ib[i] * arm_b + line * max(block.mx[i], block.my[i])
    for n in range(block.count[i]):
        if not turns(block, i, n):
            gap = abs(block.push[i, n]) / context.joint_bias_rate
            one.far = max(one.far, gap)
            one.bend = max(one.bend, BEND_GIVE * gap * bend / scale_of_row(block, i, n))


@inlined
def set_lengths(work: Workspace, context: StepContext) -> None:
    """Give the displacement of each torn tree the length that leaves least open, but no more than it has, nor
    more than that with which gaps may close.
    """
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        searches[k].top = 0.0
    for k in range(1, counts[NODES] + 1):
        one, x, y = searches[nodes[k].root], nodes[k].aside_x, nodes[k].aside_y
        one.top = max(one.top, math.sqrt(x * x + y * y))
    for k in range(1, counts[NODES] + 1):
        one = searches[k]
        one.added = 0.0
        one.scale = min(one.descent, one.cost) / one.cost if one.cost > 0.0 and one.descent > 0.0 else 0.0
        one.scale = min(one.scale, CLOSING * context.push_speed / one.top) if one.top > 0.0 else one.scale
    for k in range(1, counts[NODES] + 1):
        scale = searches[nodes[k].root].scale
        nodes[k].aside_x *= scale
        nodes[k].aside_y *= scale
        nodes[k].aside_w *= scale
        speed = math.sqrt(nodes[k].aside_x * nodes[k].aside_x + nodes[k].aside_y * nodes[k].aside_y)
        linear = math.sqrt(max(nodes[k].own_x, nodes[k].own_y)) * speed
        searches[nodes[k].root].added += linear + math.sqrt(nodes[k].own_w) * abs(nodes[k].aside_w)


@inlined
def hold_back(work: Workspace, context: StepContext) -> None:
    """Let no body of a torn tree move faster than the fastest one did before SOLVE, and what closes a gap."""
    nodes, searches, movers = work.trees.nodes, work.trees.searches, work.movers
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].top = 0.0
    for k in range(1, work.tree_counts[NODES] + 1):
        one, mover = searches[nodes[k].root], movers[nodes[k].mover]
        one.top = max(one.top, math.sqrt(mover.vx * mover.vx + mover.vy * mover.vy))
    for k in range(1, work.tree_counts[NODES] + 1):
        one, mover = searches[nodes[k].root], movers[nodes[k].mover]
        most = one.fastest + CLOSING * context.push_speed
        share = 1.0 - most / one.top if one.top > most else 0.0
        nodes[k].aside_x -= share * mover.vx
        nodes[k].aside_y -= share * mover.vy
        nodes[k].aside_w -= share * mover.w


@inlined
def mend_loops(work: Workspace, context: StepContext) -> None:
    """Close the loops of torn trees, as `loops` does."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    first, end = counts[LINKS], counts[LINKS] + counts[LOOPS]
    for k in range(1, counts[NODES] + 1):
        searches[k].open = 0.0
    for k in range(first, end):
        link = work.trees.links[k]
        one = searches[link.root]
        if nodes[link.root].stale == 1:
            aim_loop(work, link, one.pace, context)
            one.open += begin_lane(work.joint_blocks[link.block], link.lane, one.give)
    for k in range(1, counts[NODES] + 1):
        searches[k].first_open = searches[k].open
        nodes[k].stale = searches[k].stale if searches[k].open > 0.0 else 0
    for _ in range(ROUNDS):
        if search(work, context) == 0:
            break
    for k in range(1, counts[NODES] + 1):
        nodes[k].stale = searches[k].stale if searches[k].loops > 0 else 0
    rest_nodes(work)
    for k in range(first, end):
        if nodes[work.trees.links[k].root].stale == 1:
            push_nodes(work, work.trees.links[k], True)
    answer_pushes(work, context)
    keep_answers(work)


@inlined
def aim_loop(work: Workspace, link: Any, pace: float, context: StepContext) -> None:
    """Set the speeds that the rows of a loop are to gain beside what its tree's displacement gives them."""
    a, b = work.trees.nodes[link.parent], work.trees.nodes[link.child]
    block, i = work.joint_blocks[link.block], link.lane
    mend_rows(block, i, work.trees.nodes[link.root].idle, pace, context)
    for n in range(block.count[i]):
        block.goal[i, n] -= speed_of_nodes(block, i, n, a, b)


@inlined
def keep_answers(work: Workspace) -> None:
    """Add up the velocities that the impulses on nodes add."""
    nodes = work.trees.nodes
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[nodes[k].root].stale == 1:
            nodes[k].aside_x += nodes[k].vx
            nodes[k].aside_y += nodes[k].vy
            nodes[k].aside_w += nodes[k].vw


@kernel
def move_mended(work: Workspace, sign: float) -> None:
    """Add what mends torn trees to velocities, or take it away."""
    nodes = work.trees.nodes
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[nodes[k].root].torn == 1:
            mover = work.movers[nodes[k].mover]
            mover.vx += sign * nodes[k].aside_x
            mover.vy += sign * nodes[k].aside_y
            mover.w += sign * nodes[k].aside_w
