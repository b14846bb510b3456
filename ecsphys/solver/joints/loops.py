"""Joints that close loops of trees: bridges with two ropes, linkages, figures that hold a bar with both hands.

A tree has a direct solution (`trees`). What closes a loop was solved by itself, and then the tree without it:
where a heavy body hangs on the tree, or few ways are left to the loop, this takes hundreds of rounds to agree,
and there is one a sub-step. But the tree's solution also tells how all of it answers an impulse, so the
impulses of all loops together are found by conjugate gradients (M. Hestenes and E. Stiefel, 1952), the tree
exactly held in each round: as many rounds as they have rows, two for a pin, are exact.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..workspace import Workspace
from .branch_switches import push_row
from .elimination import DRIVE_GIVE, aim_branch, give_of
from .link_passes import answer_pushes, ends_of, rest_nodes, solve_links
from .tree_records import LINKS, LOOPS, NODES, Trees

ROUNDS = 16  # at most, in each pass
# Compliance of rows, as GIVE: a loop may hold without one of its joints, and its least error would ask for
# impulses that belong to no motion.
YIELD = DRIVE_GIVE
CLOSED = 1e-8  # share of the square of what was open, below which a loop is closed


@inlined
def take_loop(trees: Trees, place: int, block: int, lane: int, a: int, b: int) -> None:
    """Write row `place` of the links: a joint between the movers a and b that closes a loop."""
    link = trees.links[place]
    link.block, link.lane, link.branch, link.turns, link.changed = block, lane, 1, 0, 0
    link.side, link.mover_child, link.mover_parent = 1.0, b, a
    link.child, link.parent = trees.node_of[b], trees.node_of[a]
    link.root = trees.nodes[link.child].root
    trees.nodes[link.root].loops += 1


@kernel
def close_loops(work: Workspace, soft: int, context: StepContext) -> None:
    """Find the impulses that close loops, in the trees that are marked as stale, whose own joints have just
    been solved; solve these again with them.
    """
    begin_search(work, soft, context)
    for _ in range(ROUNDS):
        if search(work, context) == 0:
            break
    nodes = work.trees.nodes
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].stale = 1 if nodes[k].waits == 1 and nodes[k].loops > 0 else 0
    for k in range(work.tree_counts[LINKS], work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            block, i = work.joint_blocks[link.block], link.lane
            a, b = ends_of(work, link)
            for n in range(block.count[i]):
                push_row(block, i, n, a, b, block.found[i, n])
    rest_nodes(work)
    solve_links(work, soft, False, context)
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].stale = nodes[k].waits


@inlined
def begin_search(work: Workspace, soft: int, context: StepContext) -> None:
    """Begin with what is open, each row for itself."""
    nodes = work.trees.nodes
    for k in range(1, work.tree_counts[NODES] + 1):
        node = nodes[k]
        node.waits, node.first_rest = node.stale, 0.0
        node.stale = 1 if node.stale == 1 and node.loops > 0 else 0
    for k in range(work.tree_counts[LINKS], work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
        link = work.trees.links[k]
        root = nodes[link.root]
        if root.stale == 0:
            continue
        block, i = work.joint_blocks[link.block], link.lane
        a, b = ends_of(work, link)
        aim_branch(block, i, a, b, soft, 1 - root.idle, YIELD, context)
        for n in range(block.count[i]):
            acts = block.soft[i, n] >= 0.0
            block.inverse[i, n] = 1.0 / (block.own[i, n] + give_of_row(block, i, n)) if acts else 0.0
            block.way[i, n] = block.inverse[i, n] * block.goal[i, n]
            block.found[i, n] = 0.0
            root.first_rest += block.way[i, n] * block.goal[i, n]
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].rest = nodes[k].first_rest


@inlined
def search(work: Workspace, context: StepContext) -> int:
    """Go as far along each tree's direction as closes its loops best, and turn to the next one; return how
    many trees are not closed yet.
    """
    nodes, first = work.trees.nodes, work.tree_counts[LINKS]
    end = first + work.tree_counts[LOOPS]
    rest_nodes(work)
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].bend, nodes[k].next_rest = 0.0, 0.0
    for k in range(first, end):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            push_by_loop(work, link)
    answer_pushes(work, context)
    for k in range(first, end):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            nodes[link.root].bend += gain_of_loop(work, link)
    for k in range(first, end):
        link = work.trees.links[k]
        root = nodes[link.root]
        if root.stale == 1 and root.bend > 0.0:
            root.next_rest += go(work.joint_blocks[link.block], link.lane, root.rest / root.bend)
    for k in range(first, end):
        link = work.trees.links[k]
        root = nodes[link.root]
        if root.stale == 1 and root.rest > 0.0:
            turn(work.joint_blocks[link.block], link.lane, root.next_rest / root.rest)
    left = 0
    for k in range(1, work.tree_counts[NODES] + 1):
        node = nodes[k]
        if node.loops > 0 and node.stale == 1:
            node.rest = node.next_rest
            node.stale = 1 if node.rest > CLOSED * node.first_rest else 0
            left += node.stale
    return int(left)


@inlined
def give_of_row(block: Any, i: int, n: int) -> float:
    """Return the compliance of row n of a lane."""
    give = max(YIELD, give_of(block.role[i, n])) * block.own[i, n]
    return float(max(0.0, block.soft[i, n]) + give)


@inlined
def push_by_loop(work: Workspace, link: Any) -> None:
    """Push the nodes of both bodies along the direction."""
    child, parent = work.trees.nodes[link.child], work.trees.nodes[link.parent]
    block, i = work.joint_blocks[link.block], link.lane
    for n in range(block.count[i]):
        j = block.way[i, n]
        parent.fx += j * block.row[i, n, 0]
        parent.fy += j * block.row[i, n, 1]
        parent.fw += j * block.row[i, n, 2]
        child.fx += j * block.row[i, n, 3]
        child.fy += j * block.row[i, n, 4]
        child.fw += j * block.row[i, n, 5]


@inlined
def gain_of_loop(work: Workspace, link: Any) -> float:
    """Set the speeds that the direction adds to the rows of a loop; return their sum, each times its impulse."""
    child, parent = work.trees.nodes[link.child], work.trees.nodes[link.parent]
    block, i, total = work.joint_blocks[link.block], link.lane, 0.0
    for n in range(block.count[i]):
        speed = block.row[i, n, 0] * parent.vx + block.row[i, n, 1] * parent.vy + block.row[i, n, 2] * parent.vw
        speed += block.row[i, n, 3] * child.vx + block.row[i, n, 4] * child.vy + block.row[i, n, 5] * child.vw
        block.gains[i, n] = speed + give_of_row(block, i, n) * block.way[i, n]
        total += block.way[i, n] * block.gains[i, n]
    return total


@inlined
def go(block: Any, i: int, far: float) -> float:
    """Go so far along a lane's direction; return the square of what is open then."""
    rest = 0.0
    for n in range(block.count[i]):
        block.found[i, n] += far * block.way[i, n]
        block.goal[i, n] -= far * block.gains[i, n]
        rest += block.inverse[i, n] * block.goal[i, n] * block.goal[i, n]
    return rest


@inlined
def turn(block: Any, i: int, share: float) -> None:
    """Turn a lane's direction to what is open now, with a share of the last one."""
    for n in range(block.count[i]):
        block.way[i, n] = block.inverse[i, n] * block.goal[i, n] + share * block.way[i, n]
