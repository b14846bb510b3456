"""Torn trees (see `tears`) are mended: their errors are taken out by displacements alone, which their
velocities never hear of.

A displacement minimises the squares of what is left open, each row's over its mass, beside its own square, in
the metric of the masses (K. Levenberg, *A Method for the Solution of Certain Non-Linear Problems in Least
Squares*, 1944): that is the solution of the tree with more compliant rows. Its length is the one that leaves
least open with the curvature of the rows, so no displacement opens more than it closes. Where joints
contradict each other that ends at the best compromise, at which nothing moves any more; where they do not, at
none at all. As all impulses of joints, it keeps the centre of mass, and turns nothing.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import DISTANCE
from ..workspace import Workspace, WorldRows
from .branch_rows import LOWER, UPPER
from .elimination import GIVE, share_beyond, turns
from .link import own_effect
from .link_drive import HELD
from .link_lanes import CLOSING
from .link_passes import MEND, answer_pushes, mend_goal, pass_to_leaves, pass_to_roots, rest_nodes
from .loops import LOOP_GIVE, ROUNDS, begin_lane, push_nodes, search
from .tree_records import LINKS, LOOPS, NODES, TORN
from .trees import factor_trees, joint_of

# Share of what a gap pushes back by which rows give way: a sub-step takes out less than a third of an error,
# so less than that would do for two joints at a body, a sixth.
BEND_GIVE = 0.25


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
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    measure_tears(rows, work, context)
    for k in range(counts[NODES] + 1):
        nodes[k].aside_x, nodes[k].aside_y, nodes[k].aside_w = 0.0, 0.0, 0.0
    for k in range(1, counts[NODES] + 1):
        searches[k].stale = nodes[k].stale
        nodes[k].stale, searches[k].give = nodes[k].torn, searches[k].bend
    for k in range(counts[LINKS]):
        link = work.trees.links[k]
        if link.branch == 0 and nodes[link.root].torn == 1:
            work.link_blocks[link.block].give[link.lane] *= max(1.0, searches[link.root].give / GIVE)
    factor_trees(work, False)
    rest_nodes(work)
    pass_to_roots(work, MEND, 1, False, context)
    pass_to_leaves(work, MEND, False)
    keep_answers(work)
    if counts[LOOPS] > 0:
        mend_loops(work, context)
    find_lengths(rows, work, context)
    for k in range(1, counts[NODES] + 1):
        nodes[k].stale, searches[k].give = searches[k].stale, 0.0


@inlined
def measure_tears(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Find how torn trees may be closed: with which compliance, and how fast."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        searches[k].far, searches[k].bend, searches[k].open = 0.0, 0.0, 0.0
    for k in range(counts[LINKS] + counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].torn == 1:
            measure(rows, work, link, context)
    for k in range(1, counts[NODES] + 1):
        most, speed = CLOSING * context.push_speed, context.joint_bias_rate * searches[k].far
        searches[k].pace = most / speed if speed > most else 1.0
        if nodes[k].idle == 1:  # it has no energy to push against drift within the slop
            searches[k].pace *= share_beyond(searches[k].far, context.slop)


@inlined
def measure(rows: WorldRows, work: Workspace, link: Any, context: StepContext) -> None:
    """Note how far a link is open, and the compliance with which it may be closed.

    A gap g at an arm r, or in a rod of length l, pushes back what turns or leaves its line: per angle g r,
    per way g / l, which a linearisation does not know. As stiff as that must be what holds the motion.
    """
    i, one = link.lane, work.trees.searches[link.root]
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        gap, arm_a, arm_b, line = levers_of(pin, i)
        bend = gap * (pin.ia[i] * arm_a + pin.ib[i] * arm_b + line * max(pin.mx[i], pin.my[i]))
        one.far = max(one.far, gap)
        one.bend = max(one.bend, BEND_GIVE * bend / own_effect(pin, i))
        return
    block = work.joint_blocks[link.block]
    arm_a, arm_b, line = levers_of_branch(block, i, joint_of(rows, work, link), context)
    per = block.ia[i] * arm_a + block.ib[i] * arm_b + line * max(block.mx[i], block.my[i])
    for n in range(block.count[i]):
        if not turns(block, i, n):
            gap = abs(block.push[i, n]) / context.joint_bias_rate
            one.far = max(one.far, gap)
            one.bend = max(one.bend, BEND_GIVE * gap * per / block.own[i, n])


@inlined
def levers_of(pin: Any, i: int) -> tuple[float, float, float, float]:
    """Return a link's gap and how fast it turns: per angle of a and of b, and per way across a rod."""
    gap = math.sqrt(pin.gap_x[i] * pin.gap_x[i] + pin.gap_y[i] * pin.gap_y[i])
    arm_a = math.sqrt(pin.ax[i] * pin.ax[i] + pin.ay[i] * pin.ay[i])
    arm_b = math.sqrt(pin.bx[i] * pin.bx[i] + pin.by[i] * pin.by[i])
    return gap, arm_a, arm_b, pin.rod[i] / max(pin.length[i], gap)


@inlined
def levers_of_branch(block: Any, i: int, joint: Any, context: StepContext) -> tuple[float, float, float]:
    """Likewise of a branch, without its gap."""
    ax, ay, bx, by = block.start_ax[i], block.start_ay[i], block.start_bx[i], block.start_by[i]
    line = 1.0 / max(block.value[i], context.slop) if joint.type == DISTANCE else 0.0
    return math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by), line


@inlined
def find_lengths(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Give the displacement of each torn tree the length that leaves least open, but no more than it has, nor
    more than that with which gaps may close.
    """
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        searches[k].descent, searches[k].cost, searches[k].top = 0.0, 0.0, 0.0
    for k in range(counts[LINKS] + counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].torn == 1:
            add_descent(rows, work, link, context)
    for k in range(1, counts[NODES] + 1):
        one, x, y = searches[nodes[k].root], nodes[k].aside_x, nodes[k].aside_y
        one.top = max(one.top, math.sqrt(x * x + y * y))
    for k in range(1, counts[NODES] + 1):
        one = searches[k]
        one.scale = min(one.descent, one.cost) / one.cost if one.cost > 0.0 and one.descent > 0.0 else 0.0
        one.scale = min(one.scale, CLOSING * context.push_speed / one.top) if one.top > 0.0 else one.scale
    for k in range(1, counts[NODES] + 1):
        scale = searches[nodes[k].root].scale
        nodes[k].aside_x *= scale
        nodes[k].aside_y *= scale
        nodes[k].aside_w *= scale


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
def add_descent(rows: WorldRows, work: Workspace, link: Any, context: StepContext) -> None:
    """Add up what a displacement closes of a link, and what it costs: the squares of what it moves, and what
    errors turn beside that.
    """
    nodes, i, one = work.trees.nodes, link.lane, work.trees.searches[link.root]
    pace = one.pace
    child, parent = nodes[link.child], nodes[link.parent]
    a, b = (parent, child) if link.side > 0.0 else (child, parent)
    if link.branch == 1:
        block = work.joint_blocks[link.block]
        arm_a, arm_b, line = levers_of_branch(block, i, joint_of(rows, work, link), context)
        x, y = b.aside_x - a.aside_x, b.aside_y - a.aside_y
        bend = arm_a * a.aside_w * a.aside_w + arm_b * b.aside_w * b.aside_w + line * (x * x + y * y)
        for n in range(block.count[i]):
            speed = block.row[i, n, 0] * a.aside_x + block.row[i, n, 1] * a.aside_y
            speed += block.row[i, n, 2] * a.aside_w + block.row[i, n, 5] * b.aside_w
            speed += block.row[i, n, 3] * b.aside_x + block.row[i, n, 4] * b.aside_y
            gap = 0.0 if turns(block, i, n) else abs(block.push[i, n]) / context.joint_bias_rate
            one.descent -= pace * block.push[i, n] * speed / block.own[i, n]
            one.cost += (speed * speed + gap * bend) / block.own[i, n]
        return
    pin = work.link_blocks[link.block]
    x = (b.aside_x - a.aside_x) - (b.aside_w * pin.by[i] - a.aside_w * pin.ay[i])
    y = (b.aside_y - a.aside_y) + (b.aside_w * pin.bx[i] - a.aside_w * pin.ax[i])
    gap, arm_a, arm_b, line = levers_of(pin, i)
    bend = arm_a * a.aside_w * a.aside_w + arm_b * b.aside_w * b.aside_w + line * (x * x + y * y)
    goal_x, goal_y, goal_w = mend_goal(pin, link, pace, context)
    along = pin.nx[i] * x + pin.ny[i] * y
    moved = along * along if pin.rod[i] == 1.0 else x * x + y * y
    own = own_effect(pin, i)
    one.descent += link.side * (goal_x * x + goal_y * y) / own
    one.cost += (moved + gap * bend) / own
    if link.role in (HELD, LOWER, UPPER):
        turn, own = child.aside_w - parent.aside_w, pin.ia[i] + pin.ib[i]
        one.descent += goal_w * turn / own
        one.cost += turn * turn / own


@inlined
def mend_loops(work: Workspace, context: StepContext) -> None:
    """Close the loops of torn trees, as `loops` does."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    first, end = counts[LINKS], counts[LINKS] + counts[LOOPS]
    for k in range(first, end):
        link = work.trees.links[k]
        one = searches[link.root]
        if nodes[link.root].stale == 1:
            aim_loop(work, link, one.pace)
            one.open += begin_lane(work.joint_blocks[link.block], link.lane, max(LOOP_GIVE, one.give))
    for k in range(1, counts[NODES] + 1):
        searches[k].first_open = searches[k].open
        nodes[k].stale = 1 if nodes[k].torn == 1 and searches[k].open > 0.0 else 0
    for _ in range(ROUNDS):
        if search(work, context) == 0:
            break
    for k in range(1, counts[NODES] + 1):
        nodes[k].stale = 1 if nodes[k].torn == 1 and searches[k].loops > 0 else 0
    rest_nodes(work)
    for k in range(first, end):
        if nodes[work.trees.links[k].root].stale == 1:
            push_nodes(work, work.trees.links[k], True)
    answer_pushes(work, context)
    keep_answers(work)


@inlined
def aim_loop(work: Workspace, link: Any, pace: float) -> None:
    """Set the speeds that the rows of a loop are to gain beside what its tree's displacement gives them."""
    a, b = work.trees.nodes[link.parent], work.trees.nodes[link.child]
    block, i = work.joint_blocks[link.block], link.lane
    for n in range(block.count[i]):
        speed = block.row[i, n, 0] * a.vx + block.row[i, n, 1] * a.vy + block.row[i, n, 2] * a.vw
        speed += block.row[i, n, 3] * b.vx + block.row[i, n, 4] * b.vy + block.row[i, n, 5] * b.vw
        block.goal[i, n] = -(pace * block.push[i, n] + speed)


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
