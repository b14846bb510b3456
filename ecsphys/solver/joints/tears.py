"""Which trees are torn: joints that contradict each other leave errors that no motion takes out.

Such joints close a loop, or tie a tree to the world twice; one that holds a tree contradicts what the tree
touches, if that cannot be pushed. Of an exact solution they would ask for what is possible only far away:
rods that are too long for their triangle lie in a line then, and what is open along it turns into any motion
across. So errors beyond the slop are left to `mending`, which goes no further than its own linearisation
holds.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import lane_indices
from ..workspace import Workspace, WorldRows
from .elimination import TURN_SLOP, turns
from .link_drive import HELD
from .link_lanes import tell_links
from .tree_records import (
    BRANCHES,
    CLOSES,
    END_BLOCK,
    FIRST_BLOCK,
    FRESH,
    LINKS,
    LOOPS,
    NO_NODE,
    NODES,
    SUNK,
    TORN,
    TURNING,
)


@inlined
def touch_tree(work: Workspace, mover: int, separation: float, context: StepContext) -> None:
    """Note that the tree of a mover touches what cannot be pushed, if it has one."""
    node = work.trees.node_of[mover] if work.tree_counts[NODES] > 0 else NO_NODE
    if node != NO_NODE:
        root = ground_tree(work, node)
        if root.sunk == 0 and separation < -context.slop:
            root.sunk = 1
            work.tree_counts[SUNK] += 1


@inlined
def open_tree(rows: WorldRows, work: Workspace, mover: int) -> None:
    """Note the same of a tree of which the last step left a joint open at a mover near something static: a
    body that this has stopped may hop.
    """
    if rows.bodies[work.movers[mover].body].static_contacts > 0:
        ground_tree(work, work.trees.node_of[mover])


@inlined
def ground_tree(work: Workspace, node: int) -> Any:
    """Note that the tree of a node may be stopped, which contradicts a joint that holds it; return the
    root.
    """
    root = work.trees.nodes[work.trees.nodes[node].root]
    root.grounded = 1
    if root.closed == 0 and root.held == 1 and is_stiff(work, work.trees.links[root.link]):
        root.closed = 1
        work.tree_counts[CLOSES] += 1
    return root


@inlined
def is_stiff(work: Workspace, link: Any) -> bool:
    """Whether a link is no mere spring."""
    block, stiff = work.joint_blocks[link.block], 1 - link.branch
    for n in range(block.count[link.lane] if link.branch == 1 else 0):
        stiff |= block.soft[link.lane, n] == 0.0
    return bool(stiff)


@inlined
def find_torn(work: Workspace, context: StepContext) -> None:
    """Mark the trees that are torn at the present poses: in each sub-step with loops or tears, else once a
    step.
    """
    counts = work.tree_counts
    if counts[CLOSES] > 0 and counts[FRESH] + counts[TORN] + counts[LOOPS] > 0:
        mark_torn(work, context)


@kernel
def mark_torn(work: Workspace, context: StepContext) -> None:
    """See `find_torn`."""
    counts, nodes, before = work.tree_counts, work.trees.nodes, work.tree_counts[TORN]
    others = before + counts[SUNK] + counts[TURNING] + counts[BRANCHES]
    if others == 0 and not is_any_open(work, context):
        return
    for k in range(1, counts[NODES] + 1 if before > 0 else 1):
        nodes[k].torn = 0
    counts[TORN] = 0
    for k in range(counts[LINKS] + counts[LOOPS]):
        link = work.trees.links[k]
        root = nodes[link.root]
        if root.closed == 1 and root.torn == 0 and (root.sunk == 1 or is_open(work, link, context)):
            root.torn, counts[TORN] = 1, 1
    if before + counts[TORN] > 0:
        tell_links(work)
        find_fastest(work)


@inlined
def find_fastest(work: Workspace) -> None:
    """Note how fast the fastest bodies of trees are before SOLVE."""
    nodes, searches = work.trees.nodes, work.trees.searches
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].fastest = 0.0
    for k in range(1, work.tree_counts[NODES] + 1):
        one, mover = searches[nodes[k].root], work.movers[nodes[k].mover]
        one.fastest = max(one.fastest, math.sqrt(mover.vx * mover.vx + mover.vy * mover.vy))


@inlined
def is_any_open(work: Workspace, context: StepContext) -> bool:
    """Whether the point of any link is apart by more than the slop."""
    found, most = 0, context.slop * context.slop
    for k in range(work.tree_counts[FIRST_BLOCK], work.tree_counts[END_BLOCK]):
        block = work.link_blocks[k]
        for i in lane_indices(0, work.heads[k].lanes):
            gap = block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i]
            found += 1 if gap > most else 0
    return bool(found > 0)


@inlined
def is_open(work: Workspace, link: Any, context: StepContext) -> bool:
    """Whether an error of a link is beyond the slop."""
    i = link.lane
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        gap = pin.gap_x[i] * pin.gap_x[i] + pin.gap_y[i] * pin.gap_y[i]
        turned = link.role == HELD and abs(pin.angle[i]) > TURN_SLOP
        return bool(gap > context.slop * context.slop or turned)
    block = work.joint_blocks[link.block]
    for n in range(block.count[i]):
        slop = TURN_SLOP if turns(block, i, n) else context.slop
        if abs(block.push[i, n]) > context.joint_bias_rate * slop:
            return True
    return False
