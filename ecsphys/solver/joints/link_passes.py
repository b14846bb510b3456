"""Passes over the links of trees, from the leaves to the roots and back: see `trees`, which factors them.

A pass finds the impulses of all links that reach their targets, or, when something lands on a tree, how all
its bodies answer an impulse.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..workspace import Workspace
from .branch_rows import LOWER, SPRING, UPPER
from .branch_switches import move_by_row, push_row
from .elimination import (
    GIVE,
    TORN_ROWS,
    TURN_SLOP,
    aim_branch,
    drift_share,
    push_rows,
    share_beyond,
    solve_rows,
    yield_to,
)
from .link_drive import HELD, IDLE, add_turn, give_of_turn, load_of_turn, turn_bodies, wanted_speed
from .link_lanes import aim_links, apply_links
from .pin import gap_of
from .tree_lanes import lane_of, move_lanes, push_lanes, speeds_of_child, yield_lane
from .tree_records import END_FREE, FIRST_FREE, LINKS, NO_NODE, NODES, TREE_LANES

# What a pass does: it lets links reach their targets; or those of RELAX, in the middle of an impact; or finds
# what closes their gaps, and applies nothing; or how bodies answer impulses while links keep their speeds,
# and applies what links do to that, or not.
REACH, FIT, MEND, TAKE, ASK = range(5)


@inlined
def ends_of(work: Workspace, link: Any) -> tuple[Any, Any]:
    """Return the movers a and b of a branch."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    return (parent, child) if link.side > 0.0 else (child, parent)


@inlined
def turn_goal(
    block: Any, link: Any, child: Any, parent: Any, soft: int, root: Any, context: StepContext
) -> float:
    """Return the angular velocity of a link's child relative to its parent that is to be added in a pass, in
    the tree of a root.
    """
    i, role, idle = link.lane, link.role, root.idle
    if root.torn == 1 and role != SPRING:
        wanted = wanted_speed(block, i, role, 0, context)
        wanted -= soft * give_of_turn(block, i, role) * load_of_turn(block, i, role)
        return float(link.side * wanted - (child.w - parent.w))
    wanted = wanted_speed(block, i, role, soft * (1 - idle), context)
    if soft == 1:
        share = 1.0 if idle == 0 or role == SPRING else 0.0
        if idle == 1 and role == HELD:
            share = share_beyond(abs(block.angle[i]), TURN_SLOP)
            wanted = share * wanted_speed(block, i, HELD, 1, context)
        wanted -= share * give_of_turn(block, i, role) * load_of_turn(block, i, role)
    return float(link.side * wanted - (child.w - parent.w))


@inlined
def push_of_root(root: Any) -> int:
    """Return what rows in the tree of a root do about errors, see `aim_branch`."""
    return int(TORN_ROWS if root.torn == 1 else 1 - root.idle)


@inlined
def mend_goal(
    block: Any, link: Any, idle: int, pace: float, context: StepContext
) -> tuple[float, float, float]:
    """Return the velocity of a link's child relative to its parent that closes its gap; `idle`: 1 if drift
    within the slop is left alone.
    """
    i, role, w = link.lane, link.role, 0.0
    rate = pace * context.joint_bias_rate
    if role in (HELD, LOWER, UPPER):
        beside = wanted_speed(block, i, role, 0, context)
        w = pace * (wanted_speed(block, i, role, 1, context) - beside)
    if idle == 1:
        gap = gap_of(block, i)
        rate *= share_beyond(gap, context.slop)
        w *= share_beyond(abs(block.angle[i]), TURN_SLOP) if role == HELD else 0.0
    side = -link.side * rate
    return side * block.gap_x[i], side * block.gap_y[i], link.side * w


@inlined
def mend_rows(block: Any, i: int, idle: int, pace: float, context: StepContext) -> None:
    """Let the rows of a lane take their errors out, and no more; `idle`: as in `mend_goal`."""
    for n in range(block.count[i]):
        share = drift_share(block, i, n, context) if idle == 1 else 1.0
        block.goal[i, n] = -pace * share * block.push[i, n]


@kernel
def solve_links(work: Workspace, soft: int, context: StepContext) -> None:
    """Find the impulses of all links, and apply them; on the nodes of their trees there are none yet."""
    aim_links(work, soft, True, context)
    pass_to_roots(work, REACH, soft, True, context)
    pass_to_leaves(work, REACH, True)
    apply_links(work)


@kernel
def solve_stale_links(work: Workspace, soft: int, context: StepContext) -> None:
    """Likewise, of the trees that are marked as stale, later in a pass."""
    aim_links(work, soft, False, context)
    pass_to_roots(work, REACH, soft, False, context)
    pass_to_leaves(work, REACH, False)
    apply_links(work)


@inlined
def rest_node(node: Any) -> None:
    """Take the impulses on a node away, and the velocity that they add."""
    node.fx, node.fy, node.fw, node.vx, node.vy, node.vw = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@inlined
def pass_to_roots(work: Workspace, mode: int, soft: int, whole: bool, context: StepContext) -> None:
    """Find what all that hangs on a body pushes it with, from the leaves to the roots; `whole`: in all trees,
    not in stale ones only, to REACH their targets.
    """
    nodes, trees, count = work.trees.nodes, work.trees, work.tree_counts[LINKS]
    for first in range(0, count, TREE_LANES):
        row = trees.lanes[first // TREE_LANES]
        end = min(first + TREE_LANES, count)
        if whole and row.branches + row.turning == 0:
            push_lanes(work, row, first, end)
            continue
        for k in range(first, end):
            link = trees.links[k]
            if not whole and nodes[link.root].stale == 0:
                continue
            if link.branch == 1:
                push_by_branch(work, link, mode, soft, context)
            else:
                push_by_link(work, link, row, lane_of(k), mode, soft, context)


@inlined
def push_by_link(
    work: Workspace, link: Any, row: Any, at: int, mode: int, soft: int, context: StepContext
) -> None:
    """Find what pushes a link's parent as long as that is at rest; the link is in lane `at` of a row."""
    nodes, block, i = work.trees.nodes, work.link_blocks[link.block], link.lane
    gx, gy, gw = 0.0, 0.0, 0.0
    if mode <= FIT and link.role != IDLE:
        child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
        gw = turn_goal(block, link, child, parent, soft, nodes[link.root], context)
    if mode <= FIT:
        gx, gy = link.side * block.goal_x[i], link.side * block.goal_y[i]
    elif mode == MEND:
        gx, gy, gw = mend_goal(
            block, link, nodes[link.root].idle, work.trees.searches[link.root].pace, context
        )
    node = nodes[link.child]
    yield_lane(row, at, node.fx, node.fy, node.fw)
    gx, gy, gw = gx - row.ux[at], gy - row.uy[at], gw - row.uw[at]
    row.gx[at], row.gy[at], row.gw[at] = gx, gy, gw
    x, y, turn = pull_of(link, row, at, gx, gy, gw)
    push_node(nodes[link.parent], -x, -y, -turn, row.px[at], row.py[at])


@inlined
def push_by_branch(work: Workspace, link: Any, mode: int, soft: int, context: StepContext) -> None:
    """Likewise for a branch."""
    nodes, block, i = work.trees.nodes, work.joint_blocks[link.block], link.lane
    node, word = nodes[link.child], first_word(link)
    if mode <= FIT:
        a, b = ends_of(work, link)
        aim_branch(block, i, a, b, soft, push_of_root(nodes[link.root]), GIVE, context)
    elif mode == MEND:
        mend_rows(block, i, nodes[link.root].idle, work.trees.searches[link.root].pace, context)
    else:
        for n in range(block.count[i]):
            block.goal[i, n] = 0.0
    move_node(node)
    yield_to(block, i, word, node)
    solve_rows(block, i)
    push_rows(block, i, 3 - word, nodes[link.parent])


@inlined
def first_word(link: Any) -> int:
    """Return the first word in rows of a branch that is its child's."""
    return 3 if link.side > 0.0 else 0


@inlined
def pass_to_leaves(work: Workspace, mode: int, whole: bool) -> None:
    """Find the impulses of links, from the roots to the leaves, and the velocities that they add; apply
    them, unless this only asks.
    """
    nodes, trees, counts = work.trees.nodes, work.trees, work.tree_counts
    for k in range(counts[FIRST_FREE], counts[END_FREE]):
        root = nodes[trees.order[k]]
        if root.stale == 1:
            move_node(root)
    for n in range((counts[LINKS] - 1) // TREE_LANES, -1, -1):
        row, first = trees.lanes[n], n * TREE_LANES
        end = min(first + TREE_LANES, counts[LINKS])
        if whole and row.branches + row.turning == 0:
            move_lanes(work, row, first, end)
            continue
        for k in range(end - 1, first - 1, -1):
            link = trees.links[k]
            if not whole and nodes[link.root].stale == 0:
                continue
            if link.branch == 1:
                move_by_branch(work, link, mode)
            else:
                move_by_link(work, link, row, lane_of(k), mode)


@inlined
def move_by_link(work: Workspace, link: Any, row: Any, at: int, mode: int) -> None:
    """Find a link's impulse, now that the velocity of its parent is known, and that of its child."""
    child, parent = work.trees.nodes[link.child], work.trees.nodes[link.parent]
    gx = row.gx[at] + (parent.vx - parent.vw * row.py[at])
    gy = row.gy[at] + (parent.vy + parent.vw * row.px[at])
    x, y, turn = pull_of(link, row, at, gx, gy, row.gw[at] + parent.vw)
    vx, vy, vw = speeds_of_child(row, at, x, y)
    if link.role != IDLE:
        vx += row.awx[at] * turn
        vy += row.awy[at] * turn
        vw += row.aww[at] * turn
    child.vx, child.vy, child.vw = vx, vy, vw
    if mode == REACH:
        set_pull(work, link, x, y, turn)
    elif mode in (FIT, TAKE):
        count_pull(work, link, x, y, turn)
        apply_pull(work, link, row, at, x, y, turn)


@inlined
def move_by_branch(work: Workspace, link: Any, mode: int) -> None:
    """Likewise for a branch."""
    nodes, block, i, word = work.trees.nodes, work.joint_blocks[link.block], link.lane, first_word(link)
    yield_to(block, i, 3 - word, nodes[link.parent])
    solve_rows(block, i)
    push_rows(block, i, word, nodes[link.child])
    move_node(nodes[link.child])
    if mode == REACH:
        a, b = ends_of(work, link)
        for n in range(block.count[i]):
            push_row(block, i, n, a, b, block.answer[n])
    elif mode in (FIT, TAKE):
        take_answer(work, link, block, i)


@inlined
def take_answer(work: Workspace, link: Any, block: Any, i: int) -> None:
    """Apply the impulses `answer` of a branch, and add them to its sums of the step only."""
    a, b = ends_of(work, link)
    x, y, turn = 0.0, 0.0, 0.0
    for n in range(block.count[i]):
        j = block.answer[n]
        move_by_row(block, i, n, a, b, j)
        x += j * block.row[i, n, 3]
        y += j * block.row[i, n, 4]
        turn += j * block.row[i, n, 5]
    block.total_x[i] += x
    block.total_y[i] += y
    block.total_turn[i] += turn - (block.arm_x[i] * y - block.arm_y[i] * x)


@inlined
def spare_trees(work: Workspace) -> None:
    """Let no trees be solved anew."""
    for k in range(1, work.tree_counts[NODES] + 1):
        work.trees.nodes[k].stale = 0


@inlined
def begin_pass(work: Workspace) -> None:
    """Let all trees be solved anew, without impulses on their nodes."""
    nodes = work.trees.nodes
    rest_node(nodes[NO_NODE])
    for k in range(1, work.tree_counts[NODES] + 1):
        rest_node(nodes[k])
        nodes[k].stale = 1


@kernel
def rest_nodes(work: Workspace) -> None:
    """Take all impulses away from the nodes of the trees that are marked as stale, and from the world."""
    nodes = work.trees.nodes
    rest_node(nodes[NO_NODE])
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[nodes[k].root].stale == 1:
            rest_node(nodes[k])


@kernel
def fit_links(work: Workspace, context: StepContext) -> None:
    """Take away the speeds that links do not allow, as RELAX would, in the trees that are marked as stale.

    What else has changed velocities, such as friction, knows no joints. The answers to impulses belong to
    velocities that fit: of others a contact that joints hold could ask for any energy.
    """
    rest_nodes(work)
    aim_links(work, 0, True, context)
    pass_to_roots(work, FIT, 0, False, context)
    pass_to_leaves(work, FIT, False)


@kernel
def set_misfit_aside(work: Workspace, context: StepContext) -> None:
    """Likewise, but until `return_misfit` only: behind SOLVE it holds links where bodies are going."""
    nodes = work.trees.nodes
    rest_nodes(work)
    aim_links(work, 0, True, context)
    pass_to_roots(work, FIT, 0, False, context)
    pass_to_leaves(work, ASK, False)
    for k in range(1, work.tree_counts[NODES] + 1):
        node, mover = nodes[k], work.movers[nodes[k].mover]
        if nodes[node.root].stale == 1:
            node.aside_x, node.aside_y, node.aside_w = node.vx, node.vy, node.vw
            mover.vx += node.aside_x
            mover.vy += node.aside_y
            mover.w += node.aside_w


@kernel
def return_misfit(work: Workspace) -> None:
    """Return what has been set aside."""
    nodes = work.trees.nodes
    for k in range(1, work.tree_counts[NODES] + 1):
        node, mover = nodes[k], work.movers[nodes[k].mover]
        if nodes[node.root].stale == 1:
            mover.vx -= node.aside_x
            mover.vy -= node.aside_y
            mover.w -= node.aside_w


@kernel
def answer_pushes(work: Workspace, context: StepContext) -> None:
    """Find the velocities that the impulses on nodes add, in the trees that are marked as stale: links keep
    their speeds, as in the last pass.
    """
    pass_to_roots(work, ASK, 0, False, context)
    pass_to_leaves(work, ASK, False)


@kernel
def take_answers(work: Workspace, context: StepContext) -> None:
    """Likewise, of impulses that the bodies have already: add what links answer to their velocities, and to
    the sums of the step.
    """
    pass_to_roots(work, TAKE, 0, False, context)
    pass_to_leaves(work, TAKE, False)


@inlined
def pull_of(link: Any, row: Any, at: int, x: float, y: float, w: float) -> tuple[float, float, float]:
    """Return the impulse of a link, and its angle's, that adds a velocity."""
    jx, jy, turn = row.exx[at] * x + row.exy[at] * y, row.exy[at] * x + row.eyy[at] * y, 0.0
    if link.role != IDLE:
        jx += row.exw[at] * w
        jy += row.eyw[at] * w
        turn = row.exw[at] * x + row.eyw[at] * y + row.eww[at] * w
    return jx, jy, turn


@inlined
def push_node(node: Any, x: float, y: float, turn: float, arm_x: float, arm_y: float) -> None:
    """Add an impulse at an arm, and one of the angle, to those of a node."""
    node.fx += x
    node.fy += y
    node.fw += arm_x * y - arm_y * x + turn


@inlined
def move_node(node: Any) -> None:
    """Set the velocity that a node's impulses add."""
    node.vx = node.mxx * node.fx + node.mxy * node.fy + node.mxw * node.fw
    node.vy = node.mxy * node.fx + node.myy * node.fy + node.myw * node.fw
    node.vw = node.mxw * node.fx + node.myw * node.fy + node.mww * node.fw


@inlined
def set_pull(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Set the impulse of a link in this pass for `apply_links`, and apply that of its angle."""
    block, i = work.link_blocks[link.block], link.lane
    block.pull_x[i], block.pull_y[i] = link.side * x, link.side * y
    if link.role != IDLE:
        add_turn(block, i, link.role, link.side * turn)
        turn_bodies(work.movers[link.mover_child], work.movers[link.mover_parent], turn)


@inlined
def count_pull(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Add an impulse to a link's sums of the step only: with what stops a landing no sub-step starts."""
    block, i = work.link_blocks[link.block], link.lane
    block.total_x[i] += link.side * x
    block.total_y[i] += link.side * y
    block.total_turn[i] += link.side * turn


@inlined
def apply_pull(work: Workspace, link: Any, row: Any, at: int, x: float, y: float, turn: float) -> None:
    """Apply an impulse to a link's child, and its reaction to the parent."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.vx += child.mx * x
    child.vy += child.my * y
    child.w += child.i * (row.cx[at] * y - row.cy[at] * x + turn)
    parent.vx -= parent.mx * x
    parent.vy -= parent.my * y
    parent.w -= parent.i * (row.px[at] * y - row.py[at] * x + turn)
