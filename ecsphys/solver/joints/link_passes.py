"""Passes over the links of trees, from the leaves to the roots and back: see `trees`, which factors them.

A pass finds the impulses of all links that reach their targets, or, when something lands on a tree, how all
its bodies answer an impulse.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..workspace import Workspace
from .branch_rows import SPRING
from .branch_switches import move_by_row, push_row
from .curvature import Turn, curvature_share, fastest, turning_speed
from .elimination import TURN_SLOP, aim_branch, push_rows, share_beyond, solve_rows, yield_to
from .link_drive import HELD, IDLE, add_turn, give_of_turn, load_of_turn, wanted_speed
from .tree_records import LINKS, NO_NODE, NODES

# Highest speed at which a gap closes, in terms of that of overlapping bodies: what is solved as a whole pays
# any price to get there.
CLOSING = 8.0
# What a pass does: it lets links reach their targets; or those of RELAX, in the middle of an impact; or finds
# how bodies answer impulses while links keep their speeds, and applies what links do to that, or not.
REACH, FIT, TAKE, ASK = range(4)


@inlined
def ends_of(work: Workspace, link: Any) -> tuple[Any, Any]:
    """Return the movers a and b of a branch."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    return (parent, child) if link.side > 0.0 else (child, parent)


@inlined
def set_soft_target(work: Workspace, link: Any, context: StepContext) -> None:
    """Set the velocity of a link's child relative to its parent that is to be added in SOLVE."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    block, i = work.link_blocks[link.block], link.lane
    h, rate = context.h, context.joint_bias_rate
    load = block.jx[i] * block.jx[i] + block.jy[i] * block.jy[i]
    size_c, size_p = link.cx * link.cx + link.cy * link.cy, link.px * link.px + link.py * link.py
    fast = fastest(Turn(child.w, child.i, size_c), Turn(parent.w, parent.i, size_p), load, h)
    bend = 0.5 * h * curvature_share(fast)
    cc, cp = bend * child.w * child.w, bend * parent.w * parent.w
    x = (child.vx - parent.vx) - (child.w * link.cy - parent.w * link.py) - (cc * link.cx - cp * link.px)
    y = (child.vy - parent.vy) + (child.w * link.cx - parent.w * link.px) - (cc * link.cy - cp * link.py)
    along = 0.0
    if block.rod[i] != 0.0:
        across = block.nx[i] * y - block.ny[i] * x
        along = 0.5 * h * turning_speed(across, block.length[i], h)
    push = 1 - work.trees.nodes[link.root].idle
    gap = math.sqrt(block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i])
    share = 1.0 if push == 1 else share_beyond(gap, context.slop)
    rate, give = share * rate, share * link.give
    if rate * gap > CLOSING * context.push_speed:
        rate = CLOSING * context.push_speed / gap
    link.gx = -x - link.side * (rate * block.gap_x[i] + give * block.jx[i] + along * block.nx[i])
    link.gy = -y - link.side * (rate * block.gap_y[i] + give * block.jy[i] + along * block.ny[i])
    if link.role != IDLE:
        wanted = wanted_speed(block, i, link.role, push, context)
        share = 1.0 if push == 1 or link.role == SPRING else 0.0
        if push == 0 and link.role == HELD:
            share = share_beyond(abs(block.angle[i]), TURN_SLOP)
            wanted = share * wanted_speed(block, i, HELD, 1, context)
        wanted -= share * give_of_turn(block, i, link.role) * load_of_turn(block, i, link.role)
        link.gw = link.side * wanted - (child.w - parent.w)


@inlined
def set_rigid_target(work: Workspace, link: Any, context: StepContext) -> None:
    """Set the same in RELAX: what takes the present relative velocity away."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    link.gx = -((child.vx - parent.vx) - (child.w * link.cy - parent.w * link.py))
    link.gy = -((child.vy - parent.vy) + (child.w * link.cx - parent.w * link.px))
    if link.role != IDLE:
        block, i = work.link_blocks[link.block], link.lane
        link.gw = link.side * wanted_speed(block, i, link.role, 0, context) - (child.w - parent.w)


@inlined
def set_target(work: Workspace, link: Any, soft: int, context: StepContext) -> None:
    """Set what a link or branch is to add in a pass."""
    if link.branch == 1:
        a, b = ends_of(work, link)
        push = 1 - work.trees.nodes[link.root].idle
        aim_branch(work.joint_blocks[link.block], link.lane, a, b, soft, push, context)
    elif soft == 1:
        set_soft_target(work, link, context)
    else:
        set_rigid_target(work, link, context)


@kernel
def solve_links(work: Workspace, soft: int, context: StepContext) -> None:
    """Find the impulses of all links of trees that are yet to be solved, and apply them."""
    for k in range(work.tree_counts[NODES] + 1):
        rest_node(work.trees.nodes[k])
    pass_to_roots(work, REACH, soft, context)
    pass_to_leaves(work, REACH)


@inlined
def rest_node(node: Any) -> None:
    """Take the impulses on a node away, and the velocity that they add."""
    node.fx, node.fy, node.fw, node.vx, node.vy, node.vw = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0


@inlined
def pass_to_roots(work: Workspace, mode: int, soft: int, context: StepContext) -> None:
    """Find what all that hangs on a body pushes it with, from the leaves to the roots."""
    nodes, links = work.trees.nodes, work.trees.links
    for k in range(work.tree_counts[LINKS]):
        link = links[k]
        if nodes[link.root].stale == 0:
            continue
        if mode <= FIT:
            set_target(work, link, soft, context)
        else:
            set_no_target(work, link)
        node = nodes[link.child]
        move_node(node)
        if link.branch == 1:
            block, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            yield_to(block, i, child, node)
            solve_rows(block, i)
            push_rows(block, i, 3 - child, nodes[link.parent])
            continue
        link.gx -= node.vx - node.vw * link.cy
        link.gy -= node.vy + node.vw * link.cx
        link.gw -= node.vw
        x, y, turn = pull_of(link, link.gx, link.gy, link.gw)
        push_node(nodes[link.parent], -x, -y, -turn, link.px, link.py)
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].parent == NO_NODE and nodes[k].held == 0:
            move_node(nodes[k])


@inlined
def pass_to_leaves(work: Workspace, mode: int) -> None:
    """Find the impulses of links, from the roots to the leaves, and apply them, unless this only asks."""
    nodes, links, count = work.trees.nodes, work.trees.links, work.tree_counts[LINKS]
    for k in range(count):
        link = links[count - 1 - k]
        if nodes[link.root].stale == 0:
            continue
        parent = nodes[link.parent]
        if link.branch == 1:
            block, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            yield_to(block, i, 3 - child, parent)
            solve_rows(block, i)
            push_rows(block, i, child, nodes[link.child])
            move_node(nodes[link.child])
            if mode == REACH:
                a, b = ends_of(work, link)
                for n in range(block.count[i]):
                    push_row(block, i, n, a, b, block.answer[n])
            elif mode != ASK:
                take_answer(work, link, block, i)
            continue
        gx, gy = link.gx + (parent.vx - parent.vw * link.py), link.gy + (parent.vy + parent.vw * link.px)
        x, y, turn = pull_of(link, gx, gy, link.gw + parent.vw)
        push_node(nodes[link.child], x, y, turn, link.cx, link.cy)
        move_node(nodes[link.child])
        if mode == REACH:
            add_pull(work, link, x, y, turn)
        elif mode != ASK:
            count_pull(work, link, x, y, turn)
        if mode != ASK:
            apply_pull(work, link, x, y, turn)


@inlined
def set_no_target(work: Workspace, link: Any) -> None:
    """Let a link or branch keep the speeds that it has."""
    if link.branch == 1:
        block, i = work.joint_blocks[link.block], link.lane
        for n in range(block.count[i]):
            block.goal[i, n] = 0.0
    else:
        link.gx, link.gy, link.gw = 0.0, 0.0, 0.0


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
def mark_trees(work: Workspace, stale: int) -> None:
    """Let all trees be solved anew, or none."""
    for k in range(1, work.tree_counts[NODES] + 1):
        work.trees.nodes[k].stale = stale


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
    pass_to_roots(work, FIT, 0, context)
    pass_to_leaves(work, FIT)


@kernel
def set_misfit_aside(work: Workspace, context: StepContext) -> None:
    """Likewise, but until `return_misfit` only: behind SOLVE it holds links where bodies are going."""
    nodes = work.trees.nodes
    rest_nodes(work)
    pass_to_roots(work, FIT, 0, context)
    pass_to_leaves(work, ASK)
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
    pass_to_roots(work, ASK, 0, context)
    pass_to_leaves(work, ASK)


@kernel
def take_answers(work: Workspace, context: StepContext) -> None:
    """Likewise, of impulses that the bodies have already: add what links answer to their velocities, and to
    the sums of the step.
    """
    pass_to_roots(work, TAKE, 0, context)
    pass_to_leaves(work, TAKE)


@inlined
def pull_of(link: Any, x: float, y: float, w: float) -> tuple[float, float, float]:
    """Return the impulse of a link, and its angle's, that adds a velocity."""
    jx, jy, turn = link.exx * x + link.exy * y, link.exy * x + link.eyy * y, 0.0
    if link.role != IDLE:
        jx += link.exw * w
        jy += link.eyw * w
        turn = link.exw * x + link.eyw * y + link.eww * w
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
def add_pull(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Add an impulse to those of a link in this sub-step."""
    block, i = work.link_blocks[link.block], link.lane
    block.jx[i] += link.side * x
    block.jy[i] += link.side * y
    if link.role != IDLE:
        add_turn(block, i, link.role, link.side * turn)


@inlined
def count_pull(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Add an impulse to a link's sums of the step only: with what stops a landing no sub-step starts."""
    block, i = work.link_blocks[link.block], link.lane
    block.total_x[i] += link.side * x
    block.total_y[i] += link.side * y
    block.total_turn[i] += link.side * turn


@inlined
def apply_pull(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Apply an impulse to a link's child, and its reaction to the parent."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.vx += child.mx * x
    child.vy += child.my * y
    child.w += child.i * (link.cx * y - link.cy * x + turn)
    parent.vx -= parent.mx * x
    parent.vy -= parent.my * y
    parent.w -= parent.i * (link.px * y - link.py * x + turn)
