"""Torn trees (see `tears`) are mended: their errors are taken out by displacements alone, which their
velocities never hear of.

A displacement minimises the squares of what is left open, each row's over its mass, beside its own square, in
the metric of the masses (K. Levenberg, *A Method for the Solution of Certain Non-Linear Problems in Least
Squares*, 1944): that is the solution of the tree with more compliant rows. Where joints contradict each other
it ends at the best compromise, at which nothing moves any more; where they do not, at none at all. As all
impulses of joints, it keeps the centre of mass, and turns nothing.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..workspace import Workspace
from .elimination import GIVE
from .link_passes import MEND, answer_pushes, pass_to_leaves, pass_to_roots, rest_nodes
from .loops import LOOP_GIVE, ROUNDS, begin_lane, push_nodes, search
from .tree_records import LINKS, LOOPS, NODES, TORN
from .trees import factor_trees


@inlined
def mend(work: Workspace, context: StepContext) -> None:
    """Add to velocities what mends torn trees in the sub-step, until `rest_mended`."""
    if work.tree_counts[TORN] > 0:
        add_mending(work, context)


@inlined
def rest_mended(work: Workspace) -> None:
    """Take it from velocities again."""
    if work.tree_counts[TORN] > 0:
        move_mended(work, -1.0)


@kernel
def add_mending(work: Workspace, context: StepContext) -> None:
    """See `mend`."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        searches[k].stale = nodes[k].stale
        nodes[k].stale, nodes[k].give = nodes[k].torn, searches[k].bend
        nodes[k].aside_x, nodes[k].aside_y, nodes[k].aside_w = 0.0, 0.0, 0.0
        searches[k].open = 0.0
    for k in range(counts[LINKS]):
        link = work.trees.links[k]
        root = nodes[link.root]
        if link.branch == 0 and root.torn == 1:
            work.link_blocks[link.block].give[link.lane] *= max(1.0, root.give / GIVE)
    factor_trees(work, False)
    rest_nodes(work)
    pass_to_roots(work, MEND, 1, False, context)
    pass_to_leaves(work, MEND, False)
    keep_answers(work)
    if counts[LOOPS] > 0:
        mend_loops(work, context)
    move_mended(work, 1.0)
    for k in range(1, counts[NODES] + 1):
        nodes[k].stale, nodes[k].give = searches[k].stale, 0.0


@inlined
def mend_loops(work: Workspace, context: StepContext) -> None:
    """Close the loops of torn trees, as `loops` does."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    first, end = counts[LINKS], counts[LINKS] + counts[LOOPS]
    for k in range(first, end):
        link = work.trees.links[k]
        root = nodes[link.root]
        if root.stale == 1:
            aim_loop(work, link, root.pace)
            block = work.joint_blocks[link.block]
            searches[link.root].open += begin_lane(block, link.lane, max(LOOP_GIVE, root.give))
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
