"""What passes over trees do to the lanes of blocks of links, before and behind what goes from link to link:
this becomes vector instructions.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import apply_impulses, gather_velocities, lane_indices
from ..workspace import Workspace
from .curvature import turning_speed
from .elimination import share_beyond
from .pin import apply_pin_impulse, approach, bend_of, gap_of
from .tree_records import END_BLOCK, FIRST_BLOCK, LINKS

# Highest speed at which a gap closes, in terms of that of overlapping bodies: what is solved as a whole pays
# any price to get there.
CLOSING = 8.0


@kernel
def aim_links(work: Workspace, soft: int, fresh: bool, context: StepContext) -> None:
    """Set the velocities of all links' points that are to be added: in SOLVE (`soft`: 1) those that hold them
    where the bodies are going, in RELAX what takes the present ones away. No impulses add them yet.

    Where bodies are going is told by their velocities when the pass is `fresh`: those that a motor or limit
    makes which then lets go are nobody's path.
    """
    for k in range(work.tree_counts[FIRST_BLOCK], work.tree_counts[END_BLOCK]):
        head, block, scratch = work.heads[k], work.link_blocks[k], work.scratch[0]
        gather_velocities(work.movers, head, scratch, 0, head.count)
        if soft == 0:
            for i in lane_indices(0, head.lanes):
                x, y = approach(block, scratch, i)
                set_goal(block, i, -x, -y)
        elif fresh:
            for i in lane_indices(0, head.lanes):
                x, y = approach(block, scratch, i)
                bend_ahead(block, scratch, i, x, y, context)
                aim_ahead(block, i, x, y)
        else:
            for i in lane_indices(0, head.lanes):
                x, y = approach(block, scratch, i)
                aim_ahead(block, i, x, y)


@kernel
def tell_links(work: Workspace) -> None:
    """Tell the lanes of links whether their trees leave drift within the slop alone, or are torn."""
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        if link.branch == 0:
            root, block = work.trees.nodes[link.root], work.link_blocks[link.block]
            block.idle[link.lane], block.torn[link.lane] = float(root.idle), float(root.torn)


@inlined
def bend_ahead(block: Any, scratch: Any, i: int, x: float, y: float, context: StepContext) -> None:
    """Set what SOLVE adds to the velocity (x, y) of a lane's point."""
    h, most = context.h, CLOSING * context.push_speed
    gap = gap_of(block, i)
    share = 1.0 if block.idle[i] == 0.0 else share_beyond(gap, context.slop)
    rate = share * context.joint_bias_rate
    rate = most / gap if rate * gap > most else rate
    rate = rate if block.torn[i] == 0.0 else 0.0
    nx, ny = block.nx[i], block.ny[i]
    block.along[i] = block.rod[i] * (0.5 * h * turning_speed(nx * y - ny * x, block.length[i], h))
    bend_x, bend_y = bend_of(block, scratch, i, h)
    block.bend_x[i], block.bend_y[i] = rate * block.gap_x[i] - bend_x, rate * block.gap_y[i] - bend_y
    block.share[i] = share


@inlined
def aim_ahead(block: Any, i: int, x: float, y: float) -> None:
    """Set the velocity of a lane's point that is to be added in SOLVE to the one (x, y) that it has."""
    give, along = block.share[i] * block.give[i], block.along[i]
    x, y = x + block.bend_x[i], y + block.bend_y[i]
    x += give * block.jx[i] + along * block.nx[i]
    y += give * block.jy[i] + along * block.ny[i]
    set_goal(block, i, -x, -y)


@inlined
def set_goal(block: Any, i: int, x: float, y: float) -> None:
    """Set the velocity of a lane's point that is to be added."""
    block.goal_x[i], block.goal_y[i] = x, y
    block.pull_x[i], block.pull_y[i] = 0.0, 0.0


@kernel
def apply_links(work: Workspace) -> None:
    """Apply the impulses of all links' points in a pass."""
    for k in range(work.tree_counts[FIRST_BLOCK], work.tree_counts[END_BLOCK]):
        head, block, scratch = work.heads[k], work.link_blocks[k], work.scratch[0]
        for i in lane_indices(0, head.lanes):
            apply_pin_impulse(block, scratch, i, block.pull_x[i], block.pull_y[i])
        apply_impulses(work.movers, head, scratch, 0, head.count)
