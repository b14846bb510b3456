"""Landings: what falls on what it could push away is stopped at once, with all that bears it.

A pass of the solver stops it in part: the body below yields, and is stopped by what is below it, again and
again, as many times as it is lighter. Meanwhile both would sink into what bears them, and be pushed out with
more energy than they had. So at the beginning of a sub-step what would sink in is solved as one problem
(see `pushes`), together with all contacts near enough to matter and with the trees of joints that they touch:
a bounce without rebound. One landing is solved after the other; where too many are near for that, see
`crowds`.

Landings are listed once a step, by the speed at which points would touch: what rests is none, nor what lands
on something fixed and bears nothing. A joint that comes to its limit is an impact, too: a cart whose springs
strike through would push its wheels into the ground.
"""

from __future__ import annotations

from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import can_be_pushed, lane_indices
from ..constraint import TWO_POINTS
from ..joints.link_limits import find_strikes
from ..joints.link_passes import fit_links, return_misfit, set_misfit_aside, spare_trees
from ..joints.tree_records import NO_NODE, NODES
from ..joints.trees import strip_trees
from ..records import BEARING, CROWD, MEETS, PRESSED
from ..workspace import Workspace, WorldRows
from .crowds import stop_crowd, take_contact
from .impact import approach_of, sinking_speed
from .landing_records import FEW_FREE, MOST_BODIES, MOST_FREE
from .landing_rows import (
    bear_loads,
    find_impulses,
    is_joined,
    is_near,
    list_near,
    next_end,
    node_of,
    push_together,
)

LEAST = 1.0  # slops in a step by which it must be able to sink in
LISTED, CROWDED = 1, 2  # of a contact: among those that may land one after the other, or in a crowd
FAST = 2.0  # times that, to be looked at: what is slower rests soon


@inlined
def least_landing(context: StepContext) -> float:
    """Return the speed from which on something lands rather than rests."""
    return sinking_speed(LEAST, context)


@kernel
def find_landings(blocks: int, count: int, work: Workspace, context: StepContext) -> None:
    """List the contacts of the first `blocks` blocks at which one of `count` movers may land in this step.

    Counts the blocks with contacts that may bounce, too.
    """
    landings, fast, least, bouncing = work.landings, 0, FAST * least_landing(context), 0
    strikes = work.tree_counts[NODES] > 0 and find_strikes(work, least, context.dt)
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS:
            continue
        bouncing += block.bounces
        if not (strikes or is_any_fast(head, block, least)):
            continue
        for i in range(head.count):
            if block.restitution[i] > 0.0 or landing_bound(work, k, i) <= least:
                continue  # what bounces is stopped with all that it meets
            if may_land(work, head.a[i], head.b[i]):
                landings[fast].fast = head.first + i
                fast += 1
    work.landed[0].listed, work.landed[0].crowded, work.landed[0].bouncing = 0, 0, bouncing
    if fast > 0:
        chain_contacts(blocks, count, work)
        list_landings(fast, work, context)


@inlined
def may_land(work: Workspace, a: int, b: int) -> bool:
    """Whether two movers may push others that can be pushed. Passes stop what meets fixed bodies alone; what
    a kinematic body presses is held.
    """
    marks = work.movers[a].colors | work.movers[b].colors
    return bool((marks & MEETS != 0 or is_joined(work, a, b)) and marks & PRESSED == 0)


@inlined
def touch_speed(head: Any, block: Any, i: int) -> float:
    """Return the speed at which lane i touches in this step, 0 if it parts."""
    speed = block.impact_speed[0, i]
    return float(max(speed, block.impact_speed[1, i]) if head.kind == TWO_POINTS else speed)


@inlined
def landing_bound(work: Workspace, k: int, i: int) -> float:
    """Return how fast lane i of block k may approach in the step: a joint at its limit takes others along."""
    head = work.heads[k]
    speed = touch_speed(head, work.contact_blocks[k], i)
    if work.tree_counts[NODES] > 0:
        nodes = work.trees.nodes
        speed = max(speed, nodes[nodes[node_of(work, head.a[i])].root].strike)
        speed = max(speed, nodes[nodes[node_of(work, head.b[i])].root].strike)
    return float(speed)


@inlined
def is_any_fast(head: Any, block: Any, least: float) -> bool:
    """Whether a lane of a block touches faster than this, and does not bounce."""
    fast = 0
    for i in lane_indices(0, head.count):
        fast += (block.impact_speed[0, i] > least) & (block.restitution[i] == 0.0)
    if head.kind == TWO_POINTS:
        for i in lane_indices(0, head.count):
            fast += (block.impact_speed[1, i] > least) & (block.restitution[i] == 0.0)
    return fast > 0


@kernel
def chain_contacts(blocks: int, count: int, work: Workspace) -> None:
    """Chain the contacts of each of `count` movers."""
    landings = work.landings
    for k in range(count + 1):
        landings[k].first = 0
    for k in range(blocks):
        head = work.heads[k]
        if head.kind > TWO_POINTS:
            continue
        for i in range(head.count):
            a, b, contact = head.a[i], head.b[i], head.first + i
            row = landings[contact]
            row.block, row.listed, row.taken = k, 0, 0
            row.next_a, row.next_b = landings[a].first, landings[b].first
            landings[a].first, landings[b].first = 2 * contact + 1, 2 * contact + 2


@kernel
def list_landings(count: int, work: Workspace, context: StepContext) -> None:
    """List the contacts of all that may take part in the step's landings, of `count` fast contacts."""
    landed, movers, landings = work.landed[0], work.movers, work.landings
    for n in range(count):
        contact = landings[n].fast
        k = landings[contact].block
        head, i = work.heads[k], contact - work.heads[k].first
        marks = movers[head.a[i]].colors | movers[head.b[i]].colors
        if marks & CROWD != 0:
            add_crowded(landed, landings, contact)
        if landings[contact].listed != 0:
            continue
        reach = context.dt * landing_bound(work, k, i)
        is_crowd = not gather_bodies(work, head.a[i], head.b[i], reach)
        for m in range(landed.bodies):
            if is_crowd:
                movers[landed.movers[m]].colors |= CROWD
            elif landed.bodies > 1:
                list_contacts(work, landed.movers[m])
        if is_crowd:
            add_crowded(landed, landings, contact)
        release(landed, movers)


@inlined
def add_crowded(landed: Any, landings: Any, contact: int) -> None:
    """List a contact that lands in a crowd."""
    landings[contact].listed = CROWDED
    landings[landed.crowded].crowd = contact
    landed.crowded += 1


@inlined
def list_contacts(work: Workspace, mover: int) -> None:
    """List the contacts of a mover that are not listed yet."""
    landed, landings = work.landed[0], work.landings
    end = landings[mover].first
    while end > 0:
        contact = (end - 1) >> 1
        if landings[contact].listed == 0:
            landings[contact].listed = LISTED
            landings[landed.listed].contact = contact
            landed.listed += 1
        end = next_end(landings[contact], end)


@inlined
def land(blocks: int, soft: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Stop what lands in this sub-step, of a group of so many blocks; `soft`: 1 if trees are as SOLVE leaves
    them, 0 as RELAX does.
    """
    if work.landed[0].listed > 0:
        land_listed(blocks, soft, rows, work, context)
    if work.landed[0].crowded > 0 and soft == 0 and context.refinement == 1.0:
        land_crowds(work, context)


@kernel
def land_listed(blocks: int, soft: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Stop what is listed, landing after landing."""
    landed, landings = work.landed[0], work.landings
    for n in range(landed.listed):
        contact = landings[n].contact
        k = landings[contact].block
        i = contact - work.heads[k].first
        speed = landing_speed(work, k, i, context)
        if speed > 0.0 and landings[contact].listed != CROWDED:
            if work.tree_counts[NODES] > 0:
                strip_trees(blocks, rows, work, context)
            is_found = land_together(work, k, i, context.h * speed, soft, context)
            if not is_found and context.refinement == 1.0:
                add_crowded(landed, landings, contact)


@kernel
def land_crowds(work: Workspace, context: StepContext) -> None:
    """Stop what lands in crowds."""
    landed, landings, fastest, count = work.landed[0], work.landings, 0.0, 0
    landed.visits = 0
    for n in range(landed.crowded):
        contact = landings[n].crowd
        k = landings[contact].block
        speed = landing_speed(work, k, contact - work.heads[k].first, context)
        if speed > 0.0:
            fastest = max(fastest, speed)
            count = take_contact(work, contact, count, context.h * speed, context)
    if count > 0:
        stop_crowd(work, count, fastest, least_landing(context), context)


@inlined
def landing_speed(work: Workspace, k: int, i: int, context: StepContext) -> float:
    """Return how fast lane i of block k approaches, if it would sink in so much that it lands; else 0."""
    head, block = work.heads[k], work.contact_blocks[k]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    fastest, least = 0.0, least_landing(context)
    for p in range(2 if head.kind == TWO_POINTS else 1):
        speed = approach_of(block, a, b, p, i)
        if speed - max(block.separation[p, i], 0.0) / context.h > least:
            fastest = max(fastest, speed)
    return float(fastest)


@kernel
def land_together(work: Workspace, k: int, i: int, reach: float, soft: int, context: StepContext) -> bool:
    """Stop lane i of block k with all that is near, and near that; whether impulses were found that do."""
    landed, head, is_found = work.landed[0], work.heads[k], False
    if gather_bodies(work, head.a[i], head.b[i], reach):
        if landed.joined > 0 and soft == 0:
            fit_links(work, context)
        elif landed.joined > 0:
            set_misfit_aside(work, context)
        if list_near(work, reach, context) and find_impulses(work, context):
            push_together(work, context)
            is_found = True
            if landed.joined == 0 and context.refinement == 1.0:
                bear_loads(work, context)
        if landed.joined > 0 and soft == 1:
            return_misfit(work)
    release(landed, work.movers)
    return is_found


@kernel
def gather_bodies(work: Workspace, a: int, b: int, reach: float) -> bool:
    """Take in two movers, what is near them, and near that; false if these are too many."""
    landed, done = work.landed[0], 0
    landed.bodies, landed.free, landed.joined = 0, 0, 0
    spare_trees(work)
    if not (take(work, a) and take(work, b)):
        return False
    while done < landed.bodies:
        end = work.landings[landed.movers[done]].first
        while end > 0:
            contact = (end - 1) >> 1
            link = work.landings[contact]
            head = work.heads[link.block]
            i = contact - head.first
            other = head.b[i] if (end & 1) == 1 else head.a[i]
            if is_near(head, work.contact_blocks[link.block], i, reach) and not take(work, other):
                return False
            end = next_end(link, end)
        done += 1
    return True


@inlined
def take(work: Workspace, k: int) -> bool:
    """Take mover k in if it can be pushed and is not in yet, with its tree; false if there are too many."""
    landed, mover, node = work.landed[0], work.movers[k], node_of(work, k)
    if node != NO_NODE:
        return take_tree(work, work.trees.nodes[node].root)
    if not can_be_pushed(mover) or mover.colors & BEARING != 0:
        return True
    landed.free += 1
    return has_room(landed) and add_body(work, k)


@inlined
def has_room(landed: Any) -> bool:
    """Whether the free bodies of a landing are few enough."""
    return bool(landed.free <= (MOST_FREE if landed.joined == 0 else FEW_FREE))


@kernel
def take_tree(work: Workspace, root: int) -> bool:
    """Take in all movers of a tree, unless it is in; false if there are too many."""
    landed, nodes = work.landed[0], work.trees.nodes
    if nodes[root].stale == 1:
        return True
    nodes[root].stale = 1
    for node in range(1, work.tree_counts[NODES] + 1):
        if nodes[node].root == root:
            landed.joined += 1
            if not add_body(work, nodes[node].mover):
                return False
    return has_room(landed)


@inlined
def add_body(work: Workspace, k: int) -> bool:
    """Add mover k to those of a landing; false if there is no room."""
    landed = work.landed[0]
    if landed.bodies == MOST_BODIES:
        return False
    work.movers[k].colors |= BEARING
    landed.movers[landed.bodies] = k
    landed.bodies += 1
    return True


@inlined
def release(landed: Any, movers: MoverRows) -> None:
    """Let the movers go that were taken in."""
    for n in range(landed.bodies):
        movers[landed.movers[n]].colors &= ~BEARING
