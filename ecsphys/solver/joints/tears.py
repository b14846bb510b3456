"""Which trees are torn: joints that contradict each other leave errors that no motion takes out.

Such joints close a loop, or tie a tree to the world twice. Of an exact solution they would ask for what is
possible only far away: rods that are too long for their triangle lie in a line then, and what is open along
it turns into any motion across. So errors beyond rounding are left to `mending`, which goes no further than
its own linearisation holds.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import DISTANCE
from ..workspace import Workspace, WorldRows
from .elimination import TURN_SLOP, share_beyond
from .link import own_effect
from .link_drive import HELD
from .link_lanes import CLOSING, tell_links
from .tree_records import CLOSED, FRESH, LINKS, LOOPS, NO_NODE, NODES, TORN

TEAR = 1.0  # slops from which on a tree that closes is torn
# The same of one that the world alone closes, in tears: contacts push loaded bridges further apart than the
# slop, and what mends them lifts the load.
TIED = 10.0
# Share of what a gap pushes back by which rows give way: a sub-step takes out less than a third of an error,
# so less than that would do for two joints at a body, a sixth.
BEND_GIVE = 0.25


@kernel
def list_closed(work: Workspace) -> None:
    """Count the trees that close a loop, some through the world."""
    searches, counts, closed = work.trees.searches, work.tree_counts, 0
    for k in range(1, counts[NODES] + 1):
        searches[k].ties, work.trees.nodes[k].torn = 0, 0
        searches[k].grounded, searches[k].deep = 0, 0.0
        if counts[LOOPS] == 0:
            searches[k].loops = 0
    for k in range(counts[LINKS]):
        link = work.trees.links[k]
        if link.child == NO_NODE or link.parent == NO_NODE:
            searches[link.root].ties += is_stiff(work, link)
    for k in range(1, counts[NODES] + 1):
        closed += is_closed(searches[k])
    counts[CLOSED], counts[TORN] = closed, 0


@inlined
def is_stiff(work: Workspace, link: Any) -> int:
    """Return 1 if a link is no mere spring."""
    block, stiff = work.joint_blocks[link.block], 1 - link.branch
    for n in range(block.count[link.lane] if link.branch == 1 else 0):
        stiff |= block.soft[link.lane, n] == 0.0
    return int(stiff)


@inlined
def is_closed(search: Any) -> int:
    """Return 1 if a tree closes a loop."""
    return 1 if search.loops > 0 or search.ties + search.grounded * min(search.ties, 1) > 1 else 0


@inlined
def ground_tree(work: Workspace, mover: int, separation: float) -> None:
    """Note that the tree of a mover touches what cannot be pushed, if it has one: where a joint ties it, that
    ties it once more.
    """
    node = work.trees.node_of[mover] if work.tree_counts[NODES] > 0 else NO_NODE
    if node != NO_NODE:
        search = work.trees.searches[work.trees.nodes[node].root]
        closed, search.deep = is_closed(search), min(search.deep, separation)
        search.grounded = 1
        work.tree_counts[CLOSED] += is_closed(search) - closed


@inlined
def find_torn(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Mark torn trees, at the present poses: in each sub-step with loops or tears, else once a step."""
    counts = work.tree_counts
    if counts[CLOSED] > 0 and counts[FRESH] + counts[TORN] + counts[LOOPS] > 0:
        mark_torn(rows, work, context)


@kernel
def mark_torn(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """See `find_torn`."""
    nodes, searches, counts = work.trees.nodes, work.trees.searches, work.tree_counts
    end, before, torn = counts[LINKS] + counts[LOOPS], counts[TORN], 0
    for k in range(1, counts[NODES] + 1):
        deep = searches[k].deep / (TEAR * context.slop)
        searches[k].gap, searches[k].far, searches[k].bend = deep * deep, 0.0, 0.0
    for k in range(end):
        link = work.trees.links[k]
        one = searches[link.root]
        if is_closed(one) == 1:
            one.gap = max(one.gap, error_of(work, link, context))
    for k in range(1, counts[NODES] + 1):
        nodes[k].torn = 1 if searches[k].gap > least_tear(searches[k]) else 0
        torn += nodes[k].torn
    counts[TORN] = torn
    for k in range(end if torn > 0 else 0):
        link = work.trees.links[k]
        if nodes[link.root].torn == 1:
            measure(rows, work, link, context)
    for k in range(1, counts[NODES] + 1):
        most, speed = CLOSING * context.push_speed, context.joint_bias_rate * searches[k].far
        nodes[k].pace = most / speed if speed > most else 1.0
        if nodes[k].idle == 1:  # it has no energy to push against drift within the slop
            nodes[k].pace *= share_beyond(searches[k].far, context.slop)
    if torn + before > 0:
        tell_links(work)


@inlined
def least_tear(search: Any) -> float:
    """Return the square of the largest error of a tree up to which it is whole, in tears."""
    return 1.0 if search.loops > 0 or search.ties < 2 else TIED * TIED


@inlined
def error_of(work: Workspace, link: Any, context: StepContext) -> float:
    """Return the square of the largest error of a link, as a multiple of what is torn."""
    i, most, turn = link.lane, TEAR * context.slop, TEAR * TURN_SLOP
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        found = (pin.gap_x[i] * pin.gap_x[i] + pin.gap_y[i] * pin.gap_y[i]) / (most * most)
        if link.role == HELD:
            found = max(found, pin.angle[i] * pin.angle[i] / (turn * turn))
        return float(found)
    block, found = work.joint_blocks[link.block], 0.0
    for n in range(block.count[i]):
        error = block.push[i, n] / context.joint_bias_rate
        error /= turn if turns(block, i, n) == 1 else most
        found = max(found, error * error)
    return float(found)


@inlined
def turns(block: Any, i: int, n: int) -> int:
    """Return 1 if a row of a lane measures an angle."""
    return 1 if block.row[i, n, 3] == 0.0 and block.row[i, n, 4] == 0.0 else 0


@inlined
def measure(rows: WorldRows, work: Workspace, link: Any, context: StepContext) -> None:
    """Note how far a link is open, and the compliance with which it may be closed.

    A gap g at an arm r, or in a rod of length l, pushes back what turns or leaves its line: per angle g r,
    per way g / l, which a linearisation does not know. As stiff as that must be what holds the motion.
    """
    i, one = link.lane, work.trees.searches[link.root]
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        gap = math.sqrt(pin.gap_x[i] * pin.gap_x[i] + pin.gap_y[i] * pin.gap_y[i])
        bend = gap * pin.ia[i] * math.sqrt(pin.ax[i] * pin.ax[i] + pin.ay[i] * pin.ay[i])
        bend += gap * pin.ib[i] * math.sqrt(pin.bx[i] * pin.bx[i] + pin.by[i] * pin.by[i])
        bend += pin.rod[i] * min(1.0, gap / max(pin.length[i], gap)) * max(pin.mx[i], pin.my[i])
        own = own_effect(pin, i)
        one.far = max(one.far, gap)
        one.bend = max(one.bend, BEND_GIVE * bend / own if own > 0.0 else 0.0)
        return
    block = work.joint_blocks[link.block]
    joint = rows.joints.rows[work.ordered[work.heads[link.block].first + i].row]
    for n in range(block.count[i]):
        if turns(block, i, n) == 1:
            continue
        gap = abs(block.push[i, n]) / context.joint_bias_rate
        ax, ay, bx, by = block.start_ax[i], block.start_ay[i], block.start_bx[i], block.start_by[i]
        bend = gap * block.ia[i] * math.sqrt(ax * ax + ay * ay)
        bend += gap * block.ib[i] * math.sqrt(bx * bx + by * by)
        if joint.type == DISTANCE:
            bend += gap / max(block.value[i], gap, context.slop) * max(block.mx[i], block.my[i])
        one.far = max(one.far, gap)
        one.bend = max(one.bend, BEND_GIVE * bend / block.own[i, n])
