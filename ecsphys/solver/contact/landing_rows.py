"""The rows of a landing: what may not approach in it, and the impulses that see to that.

A row is a speed of two bodies that may not fall below 0: of a point of a contact away from the other body, or
of a joint away from a limit. A limit comes in when impulses without it would let the joint pass.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..constraint import TWO_POINTS
from ..joints.branch_rows import LOWER, UPPER
from ..joints.link_limits import count_limit, limit_word, room_of
from ..joints.link_passes import answer_pushes, push_node, rest_nodes, take_answers
from ..joints.tree_records import LINKS, NO_NODE, NODES
from ..pushes import MOST_POINTS, find_pushes
from ..records import BEARING
from ..workspace import Workspace
from .impact import finish_impulses, push_mover, warm_up
from .landing_records import FEW_POINTS

NO_LIMIT = 0  # in the place of a limit: the row is a point's


@inlined
def node_of(work: Workspace, mover: int) -> int:
    """Return the node of a mover in a tree of joints, or NO_NODE."""
    return int(work.trees.node_of[mover]) if work.tree_counts[NODES] > 0 else NO_NODE


@inlined
def is_joined(work: Workspace, a: int, b: int) -> bool:
    """Whether one of two movers belongs to a tree."""
    return node_of(work, a) + node_of(work, b) != NO_NODE


@inlined
def next_end(link: Any, end: int) -> int:
    """Return the end behind one of a contact in the chain of its mover."""
    return int(link.next_a if (end & 1) == 1 else link.next_b)


@inlined
def nearest_of(head: Any, block: Any, i: int) -> float:
    """Return the separation of the nearer point of lane i."""
    nearest = block.separation[0, i]
    if head.kind == TWO_POINTS:
        nearest = min(nearest, block.separation[1, i])
    return float(nearest)


@inlined
def is_near(head: Any, block: Any, i: int, reach: float) -> bool:
    """Whether a point of lane i is no further apart than this."""
    return nearest_of(head, block, i) <= reach


@kernel
def list_near(work: Workspace, reach: float, context: StepContext) -> bool:
    """List the near contacts of the movers taken in, and their points; false if these are too many, or
    none.
    """
    landed, movers = work.landed[0], work.movers
    landed.points, landed.contacts = 0, 0
    for n in range(landed.bodies):
        mover = landed.movers[n]
        end = work.landings[mover].first
        while end > 0:
            link = work.landings[(end - 1) >> 1]
            head, block = work.heads[link.block], work.contact_blocks[link.block]
            i = ((end - 1) >> 1) - head.first
            other = head.b[i] if (end & 1) == 1 else head.a[i]
            end = next_end(link, end)
            if movers[other].colors & BEARING != 0 and other < mover:
                continue  # it is the other one's
            if is_near(head, block, i, reach):
                if landed.points + 2 > (MOST_POINTS if landed.joined == 0 else FEW_POINTS):
                    return False
                list_contact(work, head, block, link.block, i, context.h)
    return bool(landed.points > 0)


@inlined
def list_contact(work: Workspace, head: Any, block: Any, k: int, i: int, h: float) -> None:
    """List lane i of block k, as it is now, and those of its points at which impulses have an effect."""
    landed = work.landed[0]
    contact = work.bounces[landed.contacts]
    contact.block, contact.lane = k, i
    contact.j[0], contact.j[1] = 0.0, 0.0
    for p in range(2 if head.kind == TWO_POINTS else 1):
        if block.k[p, i] > 0.0:
            n, nx, ny = landed.points, block.nx[i], block.ny[i]
            na = block.na[p, i] + block.slide_n[i]
            landed.a[n], landed.b[n] = head.a[i], head.b[i]
            landed.row[n, 0], landed.row[n, 1], landed.row[n, 2] = -nx, -ny, -na
            landed.row[n, 3], landed.row[n, 4], landed.row[n, 5] = nx, ny, na + block.shift_n[i]
            landed.contact[n], landed.side[n], landed.limit[n] = landed.contacts, p, NO_LIMIT
            landed.pushes.speeds[n] = speed_of(work, n) + max(block.separation[p, i], 0.0) / h
            landed.points = n + 1
    landed.contacts += 1


@inlined
def speed_of(work: Workspace, n: int) -> float:
    """Return the speed that row n measures."""
    landed = work.landed[0]
    a, b = work.movers[landed.a[n]], work.movers[landed.b[n]]
    speed = landed.row[n, 0] * a.vx + landed.row[n, 1] * a.vy + landed.row[n, 2] * a.w
    return float(speed + (landed.row[n, 3] * b.vx + landed.row[n, 4] * b.vy + landed.row[n, 5] * b.w))


@kernel
def find_impulses(work: Workspace, context: StepContext) -> bool:
    """Find the impulses of all rows, and the limits that are among them; whether they were found."""
    landed, done = work.landed[0], 0
    while done < landed.points:
        for m in range(done, landed.points):
            find_effects(work, m, context)
        done = landed.points
        if not find_pushes(landed.pushes, done):
            return False
        if landed.joined > 0:
            list_limits(work, context)
    return True


@inlined
def find_effects(work: Workspace, m: int, context: StepContext) -> None:
    """Find the speeds that a unit impulse of row m adds to those before it and to itself."""
    landed = work.landed[0]
    if landed.joined > 0:
        rest_nodes(work)
        if is_joined(work, landed.a[m], landed.b[m]):
            push_nodes(work, m, 1.0)
            answer_pushes(work, context)
    for n in range(m + 1):
        gain_b = gain_of(work, landed.b[n], n, 3, m)
        landed.pushes.effects[m, n] = gain_of(work, landed.a[n], n, 0, m) + gain_b


@inlined
def push_nodes(work: Workspace, n: int, j: float) -> None:
    """Apply an impulse of row n to the nodes of its bodies."""
    landed, nodes = work.landed[0], work.trees.nodes
    a, b = node_of(work, landed.a[n]), node_of(work, landed.b[n])
    if a != NO_NODE:
        push_node(nodes[a], j * landed.row[n, 0], j * landed.row[n, 1], j * landed.row[n, 2], 0.0, 0.0)
    if b != NO_NODE:
        push_node(nodes[b], j * landed.row[n, 3], j * landed.row[n, 4], j * landed.row[n, 5], 0.0, 0.0)


@inlined
def gain_of(work: Workspace, k: int, n: int, at: int, m: int) -> float:
    """Return the part of the speed of row n that mover k adds, whose words begin at `at`, by a unit impulse
    of row m. Of bodies in trees it is known.
    """
    landed, gain = work.landed[0], 0.0
    if node_of(work, k) != NO_NODE:
        return node_gain(work, k, n, at)
    if k == landed.a[m]:
        gain += effect_on(work.movers[k], landed, n, at, m, 0)
    if k == landed.b[m]:
        gain += effect_on(work.movers[k], landed, n, at, m, 3)
    return gain


@inlined
def node_gain(work: Workspace, k: int, n: int, at: int) -> float:
    """Return the part of the speed of row n that the node of mover k adds."""
    row, moved = work.landed[0].row, work.trees.nodes[node_of(work, k)]
    return float(row[n, at] * moved.vx + row[n, at + 1] * moved.vy + row[n, at + 2] * moved.vw)


@inlined
def effect_on(mover: Any, landed: Any, n: int, at: int, m: int, by: int) -> float:
    """Return the same of a mover in no tree; the words of row m begin at `by`."""
    linear = mover.mx * (landed.row[n, at] * landed.row[m, by])
    linear += mover.my * (landed.row[n, at + 1] * landed.row[m, by + 1])
    return float(linear + mover.i * (landed.row[n, at + 2] * landed.row[m, by + 2]))


@kernel
def list_limits(work: Workspace, context: StepContext) -> None:
    """List the limits that joints would pass by the impulses found so far."""
    landed, nodes, links = work.landed[0], work.trees.nodes, work.trees.links
    rest_nodes(work)
    for n in range(landed.points):
        push_nodes(work, n, landed.pushes.impulses[n])
    answer_pushes(work, context)
    for k in range(work.tree_counts[LINKS]):
        if nodes[links[k].root].stale == 1 and links[k].branch + links[k].turns != 0:
            list_limit(work, k, LOWER, context.h)
            list_limit(work, k, UPPER, context.h)


@inlined
def list_limit(work: Workspace, k: int, role: int, h: float) -> None:
    """List a limit of link k if its joint would pass it, and it is not listed yet."""
    landed, link, n = work.landed[0], work.trees.links[k], work.landed[0].points
    room = room_of(work, link, role)
    if room == math.inf or n == MOST_POINTS:
        return
    limit = 2 * k + (1 if role == LOWER else 2)
    for m in range(n):
        if landed.limit[m] == limit:
            return
    child, parent = link.mover_child, link.mover_parent
    landed.a[n], landed.b[n] = (parent, child) if link.side > 0.0 else (child, parent)
    landed.limit[n] = limit
    for word in range(6):
        landed.row[n, word] = limit_word(work, link, role, word)
    speed = speed_of(work, n) + max(room, 0.0) / h
    gain = node_gain(work, landed.a[n], n, 0) + node_gain(work, landed.b[n], n, 3)
    if speed + gain < 0.0:
        landed.pushes.speeds[n] = speed
        landed.points = n + 1


@kernel
def push_together(work: Workspace, context: StepContext) -> None:
    """Apply the impulses of all rows, and what joints answer."""
    landed, links = work.landed[0], work.trees.links
    if landed.joined > 0:
        rest_nodes(work)
    for n in range(landed.points):
        j = landed.pushes.impulses[n]
        push_bodies(work, n, j)
        if landed.joined > 0:
            push_nodes(work, n, j)
        if landed.limit[n] == NO_LIMIT:
            work.bounces[landed.contact[n]].j[landed.side[n]] = j
        else:
            limit = landed.limit[n] - 1
            count_limit(work, links[limit >> 1], LOWER + (limit & 1), j)
    if landed.joined > 0:
        take_answers(work, context)
    for contact in work.bounces[: landed.contacts]:
        finish_impulses(work, contact)


@kernel
def bear_loads(work: Workspace, context: StepContext) -> None:
    """Let what has landed start the next sub-step with the impulses that bear it.

    Passes find them by and by, from the ground up; meanwhile a stack would sink into itself, and swing. Those
    of the sub-step before are of an impact, often, and would throw it.
    """
    landed, borne = work.landed[0], 0.0
    for n in range(landed.points):
        contact = work.bounces[landed.contact[n]]
        block, i = work.contact_blocks[contact.block], contact.lane
        borne = max(borne, abs(block.acceleration[i]))
        speed = speed_of(work, n) + max(block.separation[landed.side[n], i], 0.0) / context.h
        landed.pushes.speeds[n] = max(speed, 0.0) - context.h * block.acceleration[i]
    if borne == 0.0 or not find_pushes(landed.pushes, landed.points):
        return
    for n in range(landed.points):
        contact = work.bounces[landed.contact[n]]
        block = work.contact_blocks[contact.block]
        i, p = contact.lane, landed.side[n]
        j = landed.pushes.impulses[n] - block.jn[p, i]
        block.jn[p, i] = landed.pushes.impulses[n]
        row = landed.row[n]
        warm_up(work.movers[landed.a[n]], row[0] * j, row[1] * j, row[2] * j)
        warm_up(work.movers[landed.b[n]], row[3] * j, row[4] * j, row[5] * j)


@inlined
def push_bodies(work: Workspace, n: int, j: float) -> None:
    """Apply an impulse of row n to its bodies."""
    landed, row = work.landed[0], work.landed[0].row[n]
    push_mover(work.movers[landed.a[n]], row[0] * j, row[1] * j, row[2] * j)
    push_mover(work.movers[landed.b[n]], row[3] * j, row[4] * j, row[5] * j)
