"""Landings: what falls on what it could push away is stopped at once, with all that bears it.

A pass of the solver stops it in part: the body below yields, and is stopped by what is below it, again and
again, as many times as it is lighter. Meanwhile both would sink into what bears them, and be pushed out with
more energy than they had. So at the beginning of a sub-step what would sink in is solved as one problem
(see `pushes`), together with all contacts near enough to matter: a bounce without rebound. What is solved
together is nobody's business: a landing knows no other.

Landings are listed once a step, by the speed at which points would touch: what rests is none, nor what lands
on something fixed and bears nothing. More than a few bodies are a crowd, which the passes stop.
"""

from __future__ import annotations

from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import can_be_pushed, lane_indices
from ..constraint import TWO_POINTS
from ..joints.link_passes import answer_pushes, fit_links, mark_trees, push_node, rest_nodes, take_answers
from ..joints.tree_records import NO_NODE, NODES
from ..joints.trees import strip_trees
from ..pushes import MOST_POINTS, find_pushes
from ..records import BEARING, CROWD, MEETS, PRESSED
from ..workspace import Workspace, WorldRows
from .bounce import finish_impulses, parting_speed, push_points
from .landing_records import MOST_BODIES, MOST_FREE

LEAST = 1.0  # slops in a step by which it must be able to sink in
FAST = 2.0  # times that, to be looked at: what is slower rests soon


@inlined
def least_landing(context: Any) -> float:
    """Return the speed from which on something lands rather than rests."""
    return float(LEAST * context.slop / context.dt)


@kernel
def find_landings(blocks: int, count: int, work: Workspace, context: StepContext) -> None:
    """List the contacts of the first `blocks` blocks at which one of `count` movers may land in this step."""
    landings, fast, least = work.landings, 0, FAST * least_landing(context)
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS or not is_any_fast(head, block, least):
            continue
        for i in range(head.count):
            if block.restitution[i] > 0.0 or touch_speed(head, block, i) <= least:
                continue  # what bounces is stopped with all that it meets
            if may_land(work, head.a[i], head.b[i]):
                landings[fast].fast = head.first + i
                fast += 1
    work.landed[0].listed = 0
    if fast > 0:
        chain_contacts(blocks, count, work)
        list_landings(fast, work, context)


@inlined
def may_land(work: Workspace, a: int, b: int) -> bool:
    """Whether two movers may push others that can be pushed. Passes stop what meets fixed bodies alone; what
    a kinematic body presses is held.
    """
    marks = work.movers[a].colors | work.movers[b].colors
    is_joined = node_of(work, a) + node_of(work, b) != NO_NODE
    return bool((marks & MEETS != 0 or is_joined) and marks & PRESSED == 0)


@inlined
def node_of(work: Workspace, mover: int) -> int:
    """Return the node of a mover in a tree of joints, or NO_NODE."""
    return int(work.trees.node_of[mover]) if work.tree_counts[NODES] > 0 else NO_NODE


@inlined
def touch_speed(head: Any, block: Any, i: int) -> float:
    """Return the speed at which lane i touches in this step, 0 if it parts."""
    speed = block.impact_speed[0, i]
    return float(max(speed, block.impact_speed[1, i]) if head.kind == TWO_POINTS else speed)


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
            row.block, row.listed, row.next_a, row.next_b = k, 0, landings[a].first, landings[b].first
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
        if landings[contact].listed == 1 or marks & CROWD != 0:
            continue
        reach = context.dt * touch_speed(head, work.contact_blocks[k], i)
        is_crowd = not gather_bodies(work, head.a[i], head.b[i], reach)
        for m in range(landed.bodies):
            if is_crowd:
                movers[landed.movers[m]].colors |= CROWD
            elif landed.bodies > 1:
                list_contacts(work, landed.movers[m])
        release(landed, movers)


@inlined
def list_contacts(work: Workspace, mover: int) -> None:
    """List the contacts of a mover that are not listed yet."""
    landed, landings = work.landed[0], work.landings
    end = landings[mover].first
    while end > 0:
        contact = (end - 1) >> 1
        if landings[contact].listed == 0:
            landings[contact].listed = 1
            landings[landed.listed].contact = contact
            landed.listed += 1
        end = next_end(landings[contact], end)


@inlined
def next_end(link: Any, end: int) -> int:
    """Return the end behind one of a contact in the chain of its mover."""
    return int(link.next_a if (end & 1) == 1 else link.next_b)


@kernel
def land(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Stop what lands in this sub-step, of a group of so many blocks."""
    landed, landings = work.landed[0], work.landings
    for n in range(landed.listed):
        contact = landings[n].contact
        k = landings[contact].block
        i = contact - work.heads[k].first
        speed = landing_speed(work, k, i, context)
        if speed > 0.0:
            if work.tree_counts[NODES] > 0:
                strip_trees(blocks, rows, work, context)
            land_together(work, k, i, context.h * speed, context)


@inlined
def landing_speed(work: Workspace, k: int, i: int, context: StepContext) -> float:
    """Return how fast lane i of block k approaches, if it would sink in so much that it lands; else 0."""
    head, block = work.heads[k], work.contact_blocks[k]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    fastest, least = 0.0, least_landing(context)
    x, y = b.vx - a.vx, b.vy - a.vy
    for p in range(2 if head.kind == TWO_POINTS else 1):
        na = block.na[p, i] + block.slide_n[i]
        turning = b.w * (na + block.shift_n[i]) - a.w * na
        speed = -(x * block.nx[i] + y * block.ny[i] + turning)
        if speed - max(block.separation[p, i], 0.0) / context.h > least:
            fastest = max(fastest, speed)
    return float(fastest)


@kernel
def land_together(work: Workspace, k: int, i: int, reach: float, context: StepContext) -> None:
    """Stop lane i of block k with all that is near, and near that."""
    landed, movers, head = work.landed[0], work.movers, work.heads[k]
    if gather_bodies(work, head.a[i], head.b[i], reach):
        if landed.joined > 0:
            fit_links(work, context)
        rows = list_rows(work, reach, context)
        if rows > 0 and find_impulses(work, context):
            for n in range(landed.points):
                work.bounces[landed.rows[n]].j[landed.sides[n]] = landed.pushes.impulses[n]
            push_rows(work, rows, context)
            for row in work.bounces[:rows]:
                finish_impulses(work, row)
    release(landed, movers)


@inlined
def push_rows(work: Workspace, rows: int, context: StepContext) -> None:
    """Apply the impulses of the first rows, and what joints answer."""
    if work.landed[0].joined > 0:
        rest_nodes(work)
    for row in work.bounces[:rows]:
        push_points(work.movers[row.a], work.movers[row.b], row, row.j[0], row.j[1])
        if work.landed[0].joined > 0:
            push_nodes(work, row, row.j[0], row.j[1])
    if work.landed[0].joined > 0:
        take_answers(work, context)


@kernel
def gather_bodies(work: Workspace, a: int, b: int, reach: float) -> bool:
    """Take in two movers, what is near them, and near that; false if these are too many."""
    landed, done = work.landed[0], 0
    landed.bodies, landed.free, landed.joined = 0, 0, 0
    mark_trees(work, 0)
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
    return landed.free <= MOST_FREE and add_body(work, k)


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
    return True


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


@kernel
def list_rows(work: Workspace, reach: float, context: StepContext) -> int:
    """Fill a row for each near contact of the movers taken in; return how many, 0 if they are too many."""
    landed, movers, rows = work.landed[0], work.movers, 0
    landed.points = 0
    for n in range(landed.bodies):
        mover = landed.movers[n]
        end = work.landings[mover].first
        while end > 0:
            contact = (end - 1) >> 1
            link = work.landings[contact]
            head, block = work.heads[link.block], work.contact_blocks[link.block]
            i = contact - head.first
            other = head.b[i] if (end & 1) == 1 else head.a[i]
            end = next_end(link, end)
            if movers[other].colors & BEARING != 0 and other < mover:
                continue  # it is the other one's
            if is_near(head, block, i, reach):
                if landed.points + 2 > MOST_POINTS:
                    return 0
                load_row(work.bounces[rows], head, block, link.block, i)
                add_points(landed, movers, work.bounces[rows], head, block, i, rows, context.h)
                rows += 1
    return rows


@inlined
def is_near(head: Any, block: Any, i: int, reach: float) -> bool:
    """Whether a point of lane i is no further apart than this."""
    nearest = block.separation[0, i]
    if head.kind == TWO_POINTS:
        nearest = min(nearest, block.separation[1, i])
    return bool(nearest <= reach)


@inlined
def load_row(row: Any, head: Any, block: Any, k: int, i: int) -> None:
    """Fill a row from lane i of block k, as it is now."""
    row.block, row.lane, row.a, row.b = k, i, head.a[i], head.b[i]
    row.nx, row.ny, row.shift = block.nx[i], block.ny[i], block.shift_n[i]
    row.na[1], row.nb[1] = 0.0, 0.0
    for point in range(2 if head.kind == TWO_POINTS else 1):
        row.na[point] = block.na[point, i] + block.slide_n[i]
        row.nb[point] = row.na[point] + row.shift
    row.j[0], row.j[1] = 0.0, 0.0


@inlined
def add_points(
    landed: Any, movers: Any, row: Any, head: Any, block: Any, i: int, number: int, h: float
) -> None:
    """Add the points of lane i, which may approach up to the touch. Where impulses have no effect there is
    none.
    """
    for p in range(2 if head.kind == TWO_POINTS else 1):
        if block.k[p, i] > 0.0:
            n, slack = landed.points, max(block.separation[p, i], 0.0) / h
            landed.rows[n], landed.sides[n] = number, p
            landed.pushes.speeds[n] = parting_speed(movers[row.a], movers[row.b], row, p) + slack
            landed.points = n + 1


@kernel
def find_impulses(work: Workspace, context: StepContext) -> bool:
    """Find the impulses of all points of a landing; whether they were found."""
    landed, joined = work.landed[0], work.landed[0].joined > 0
    for m in range(landed.points):
        other, q = work.bounces[landed.rows[m]], landed.sides[m]
        if joined:
            rest_nodes(work)
            if node_of(work, other.a) + node_of(work, other.b) != NO_NODE:
                push_nodes(work, other, 1.0 - q, float(q))
                answer_pushes(work, context)
        for n in range(m, landed.points):
            row, p = work.bounces[landed.rows[n]], landed.sides[n]
            gain_a = gain_of(work, row.a, row, row.na[p], other, q)
            gain_b = gain_of(work, row.b, row, row.nb[p], other, q)
            landed.pushes.effects[n, m] = gain_b - gain_a
    return bool(find_pushes(landed.pushes, landed.points))


@inlined
def push_nodes(work: Workspace, row: Any, j0: float, j1: float) -> None:
    """Apply impulses at both points of a row to the nodes of its bodies."""
    j, turn = j0 + j1, row.na[0] * j0 + row.na[1] * j1
    a, b = node_of(work, row.a), node_of(work, row.b)
    if a != NO_NODE:
        push_node(work.trees.nodes[a], -j * row.nx, -j * row.ny, -turn, 0.0, 0.0)
    if b != NO_NODE:
        push_node(work.trees.nodes[b], j * row.nx, j * row.ny, turn + j * row.shift, 0.0, 0.0)


@inlined
def gain_of(work: Workspace, k: int, r: Any, own: float, s: Any, q: int) -> float:
    """Return the speed along the normal of row r that mover k gains at a lever by a unit impulse at point q
    of row s. Of bodies in trees it is known.
    """
    node = node_of(work, k)
    if node != NO_NODE:
        moved = work.trees.nodes[node]
        return float(r.nx * moved.vx + r.ny * moved.vy + own * moved.vw)
    gain = 0.0
    if k == s.b:
        gain += effect_on(work.movers[k], r, own, s, s.nb[q])
    if k == s.a:
        gain -= effect_on(work.movers[k], r, own, s, s.na[q])
    return gain


@inlined
def effect_on(mover: Any, r: Any, own: float, s: Any, other: float) -> float:
    """Return the part of it that a mover's motion adds, by levers about its centre."""
    return float(r.nx * s.nx * mover.mx + r.ny * s.ny * mover.my + mover.i * own * other)
