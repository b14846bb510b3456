"""Joints that close loops of trees: linkages, wheels with spokes, figures that hold a bar with both hands.

A tree has a direct solution (`trees`). If what closes a loop is solved by itself, and the tree without it,
they agree after hundreds of rounds where a heavy body hangs on the tree, or the loop is nearly stretched. But
the tree's solution also tells how all of it answers an impulse. So the impulses of all loops are found
together, by conjugate gradients (M. Hestenes and E. Stiefel, *Methods of Conjugate Gradients for Solving
Linear Systems*, 1952) with the tree held exactly: as many rounds as there are rows are exact, two for a pin.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..constraint import BRANCH, CLOSING
from ..workspace import Workspace
from .branch_switches import push_row
from .elimination import DRIVE_GIVE, aim_branch, give_of_row
from .link_passes import answer_pushes, ends_of, push_of_root, rest_nodes, solve_links, solve_stale_links
from .tree_records import LINKS, LOOPS, NODES, Trees

ROUNDS = 16  # at most, of a solution
CLOSED = 1e-8  # share of the square of what is open at its start, below which the rest is a rounding error
# Compliance of rows, as GIVE, and for the reason of DRIVE_GIVE: a structure may hold without what closes it.
LOOP_GIVE = DRIVE_GIVE


@kernel
def list_loops(work: Workspace, blocks: int, place: int, nodes: int) -> int:
    """Write the joints that close loops from row `place` of the links on; return their number."""
    found = 0
    for k in range(blocks):
        head = work.heads[k]
        if head.kind == BRANCH and head.color == CLOSING:
            if found == 0:
                forget_loops(work, nodes)
            for i in range(head.count):
                take_loop(work.trees, place + found, k, i, head.a[i], head.b[i])
                found += 1
    return found


@inlined
def forget_loops(work: Workspace, nodes: int) -> None:
    """Let no tree have loops."""
    for k in range(1, nodes + 1):
        work.trees.searches[k].loops = 0


@inlined
def take_loop(trees: Trees, place: int, block: int, lane: int, a: int, b: int) -> None:
    """Write row `place` of the links: a joint between the movers a and b."""
    link = trees.links[place]
    link.block, link.lane, link.branch, link.turns, link.changed = block, lane, 1, 0, 0
    link.side, link.mover_child, link.mover_parent = 1.0, b, a
    link.child, link.parent = trees.node_of[b], trees.node_of[a]
    link.root = trees.nodes[link.child].root
    trees.searches[link.root].loops += 1
    trees.nodes[link.root].closed = 1


@kernel
def solve_joined(work: Workspace, soft: int, fresh: bool, context: StepContext) -> None:
    """Solve the trees that are yet to be solved, with what closes their loops; `fresh`: a pass begins, with
    all trees.
    """
    if fresh:
        solve_links(work, soft, context)
    else:
        solve_stale_links(work, soft, context)
    if work.tree_counts[LOOPS] > 0:
        close_loops(work, soft, context)


@kernel
def close_loops(work: Workspace, soft: int, context: StepContext) -> None:
    """Find the impulses that close loops, in the trees that are yet to be solved, whose own joints have just
    been; solve these again with them.
    """
    begin_search(work, soft, context)
    for _ in range(ROUNDS):
        if search(work, context) == 0:
            break
    nodes, searches = work.trees.nodes, work.trees.searches
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].stale = searches[k].stale if searches[k].loops > 0 else 0
    for k in range(work.tree_counts[LINKS], work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            take_found(work, link)
    rest_nodes(work)
    solve_stale_links(work, soft, context)
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].stale = searches[k].stale


@inlined
def begin_search(work: Workspace, soft: int, context: StepContext) -> None:
    """Begin with what is open, in the direction that closes each row by itself."""
    nodes, searches = work.trees.nodes, work.trees.searches
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].stale, searches[k].open = nodes[k].stale, 0.0
        nodes[k].stale = searches[k].stale if searches[k].loops > 0 else 0
    for k in range(work.tree_counts[LINKS], work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            block = work.joint_blocks[link.block]
            a, b = ends_of(work, link)
            aim_branch(block, link.lane, a, b, soft, push_of_root(nodes[link.root]), LOOP_GIVE, context)
            searches[link.root].open += begin_lane(block, link.lane, 0.0)
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].first_open = searches[k].open


@inlined
def begin_lane(block: Any, i: int, mended: float) -> float:
    """Begin with the goals of a lane; return the square of what is open, each row's over its mass; `mended`:
    see `give_of_row`.
    """
    total = 0.0
    for n in range(block.count[i]):
        block.inverse[i, n] = 0.0
        if block.soft[i, n] >= 0.0:
            block.inverse[i, n] = 1.0 / (block.own[i, n] + give_of_loop(block, i, n, mended))
        block.way[i, n], block.found[i, n] = block.inverse[i, n] * block.goal[i, n], 0.0
        total += block.way[i, n] * block.goal[i, n]
    return total


@inlined
def give_of_loop(block: Any, i: int, n: int, mended: float) -> float:
    """Return the compliance of a row that acts, with that of its spring."""
    return float(block.soft[i, n] + give_of_row(block, i, n, LOOP_GIVE, mended))


@inlined
def search(work: Workspace, context: StepContext) -> int:
    """Go in the direction of each tree as far as closes most, and turn to the next one; return how many trees
    have loops that are still open.
    """
    nodes, searches, first = work.trees.nodes, work.trees.searches, work.tree_counts[LINKS]
    end, left = first + work.tree_counts[LOOPS], 0
    rest_nodes(work)
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].yielded, searches[k].next_open = 0.0, 0.0
    for k in range(first, end):
        if nodes[work.trees.links[k].root].stale == 1:
            push_nodes(work, work.trees.links[k], False)
    answer_pushes(work, context)
    for k in range(first, end):
        link = work.trees.links[k]
        if nodes[link.root].stale == 1:
            searches[link.root].yielded += find_gains(work, link)
    for k in range(first, end):
        link = work.trees.links[k]
        one = searches[link.root]
        if nodes[link.root].stale == 1 and one.yielded > 0.0:
            one.next_open += go(work.joint_blocks[link.block], link.lane, one.open / one.yielded)
    for k in range(first, end):
        link = work.trees.links[k]
        one = searches[link.root]
        if nodes[link.root].stale == 1 and one.open > 0.0:
            turn(work.joint_blocks[link.block], link.lane, one.next_open / one.open)
    for k in range(1, work.tree_counts[NODES] + 1):
        one = searches[k]
        if one.loops > 0 and nodes[k].stale == 1:
            one.open = one.next_open
            nodes[k].stale = 1 if one.open > CLOSED * one.first_open else 0
            left += nodes[k].stale
    return int(left)


@inlined
def push_nodes(work: Workspace, link: Any, found: bool) -> None:
    """Push the nodes of both bodies of a loop in its direction, or by the impulses that have been `found`."""
    a, b = work.trees.nodes[link.parent], work.trees.nodes[link.child]
    block, i = work.joint_blocks[link.block], link.lane
    for n in range(block.count[i]):
        j = block.found[i, n] if found else block.way[i, n]
        a.fx += j * block.row[i, n, 0]
        a.fy += j * block.row[i, n, 1]
        a.fw += j * block.row[i, n, 2]
        b.fx += j * block.row[i, n, 3]
        b.fy += j * block.row[i, n, 4]
        b.fw += j * block.row[i, n, 5]


@inlined
def speed_of_nodes(block: Any, i: int, n: int, a: Any, b: Any) -> float:
    """Return the speed that row n of a lane measures between two nodes."""
    speed = block.row[i, n, 0] * a.vx + block.row[i, n, 1] * a.vy + block.row[i, n, 2] * a.vw
    return float(speed + (block.row[i, n, 3] * b.vx + block.row[i, n, 4] * b.vy + block.row[i, n, 5] * b.vw))


@inlined
def find_gains(work: Workspace, link: Any) -> float:
    """Set the speeds that the direction adds to a loop's rows; return their sum, each times its impulse."""
    a, b = work.trees.nodes[link.parent], work.trees.nodes[link.child]
    block, i, total = work.joint_blocks[link.block], link.lane, 0.0
    mended = work.trees.searches[link.root].give
    for n in range(block.count[i]):
        speed = speed_of_nodes(block, i, n, a, b)
        block.gains[i, n] = speed + give_of_loop(block, i, n, mended) * block.way[i, n]
        total += block.way[i, n] * block.gains[i, n]
    return total


@inlined
def go(block: Any, i: int, far: float) -> float:
    """Go so far in a lane's direction; return the square of what is open then."""
    total = 0.0
    for n in range(block.count[i]):
        block.found[i, n] += far * block.way[i, n]
        block.goal[i, n] -= far * block.gains[i, n]
        total += block.inverse[i, n] * block.goal[i, n] * block.goal[i, n]
    return total


@inlined
def turn(block: Any, i: int, share: float) -> None:
    """Turn a lane's direction to what is still open, beside a share of the last one."""
    for n in range(block.count[i]):
        block.way[i, n] = block.inverse[i, n] * block.goal[i, n] + share * block.way[i, n]


@inlined
def take_found(work: Workspace, link: Any) -> None:
    """Apply the impulses that have been found."""
    block = work.joint_blocks[link.block]
    a, b = ends_of(work, link)
    for n in range(block.count[link.lane]):
        push_row(block, link.lane, n, a, b, block.found[link.lane, n])
