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
from ..pushes import MOST_POINTS, find_pushes
from ..records import BEARING, CROWD, MEETS, PRESSED
from ..workspace import Workspace
from .bounce import finish_impulses, parting_speed, push_points
from .landing_records import MOST_BODIES

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
            marks = work.movers[head.a[i]].colors | work.movers[head.b[i]].colors
            # Passes stop what meets fixed bodies alone; what a kinematic body presses is held.
            if marks & (MEETS | PRESSED) == MEETS:
                landings[fast].fast = head.first + i
                fast += 1
    work.landed[0].listed = 0
    if fast > 0:
        chain_contacts(blocks, count, work)
        list_landings(fast, work, context)


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
def land(work: Workspace, context: StepContext) -> None:
    """Stop what lands in this sub-step."""
    landed, landings = work.landed[0], work.landings
    for n in range(landed.listed):
        contact = landings[n].contact
        k = landings[contact].block
        i = contact - work.heads[k].first
        speed = landing_speed(work, k, i, context)
        if speed > 0.0:
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
        rows = list_rows(work, reach, context)
        if rows > 0 and find_impulses(work):
            for n in range(landed.points):
                work.bounces[landed.rows[n]].j[landed.sides[n]] = landed.pushes.impulses[n]
            for row in work.bounces[:rows]:
                push_points(movers[row.a], movers[row.b], row, row.j[0], row.j[1])
            for row in work.bounces[:rows]:
                finish_impulses(work, row)
    release(landed, movers)


@kernel
def gather_bodies(work: Workspace, a: int, b: int, reach: float) -> bool:
    """Take in two movers, what is near them, and near that; false if these are too many."""
    landed, movers, done = work.landed[0], work.movers, 0
    landed.bodies = 0
    take(landed, movers, a)
    take(landed, movers, b)
    while done < landed.bodies:
        end = work.landings[landed.movers[done]].first
        while end > 0:
            contact = (end - 1) >> 1
            link = work.landings[contact]
            head = work.heads[link.block]
            i = contact - head.first
            other = head.b[i] if (end & 1) == 1 else head.a[i]
            if is_near(head, work.contact_blocks[link.block], i, reach) and not take(landed, movers, other):
                return False
            end = next_end(link, end)
        done += 1
    return True


@inlined
def take(landed: Any, movers: MoverRows, k: int) -> bool:
    """Take mover k in if it can be pushed and is not in yet; false if there are too many."""
    mover = movers[k]
    if not can_be_pushed(mover) or mover.colors & BEARING != 0:
        return True
    if landed.bodies == MOST_BODIES:
        return False
    mover.colors |= BEARING
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
def find_impulses(work: Workspace) -> bool:
    """Find the impulses of all points of a landing; whether they were found."""
    landed = work.landed[0]
    for n in range(landed.points):
        row = work.bounces[landed.rows[n]]
        for m in range(n + 1):
            other = work.bounces[landed.rows[m]]
            effect = effect_between(work.movers, row, landed.sides[n], other, landed.sides[m])
            landed.pushes.effects[n, m] = effect
    return bool(find_pushes(landed.pushes, landed.points))


@inlined
def effect_between(movers: Any, r: Any, p: int, s: Any, q: int) -> float:
    """Return the speed along the normal that a unit impulse at point q of row s adds at point p of row r."""
    sum = 0.0
    if r.a == s.a:
        sum += effect_on(movers[r.a], r, r.na[p], s, s.na[q])
    if r.b == s.b:
        sum += effect_on(movers[r.b], r, r.nb[p], s, s.nb[q])
    if r.a == s.b:
        sum -= effect_on(movers[r.a], r, r.na[p], s, s.nb[q])
    if r.b == s.a:
        sum -= effect_on(movers[r.b], r, r.nb[p], s, s.na[q])
    return sum


@inlined
def effect_on(mover: Any, r: Any, own: float, s: Any, other: float) -> float:
    """Return the part of it that a mover's motion adds, by levers about its centre."""
    return float(r.nx * s.nx * mover.mx + r.ny * s.ny * mover.my + mover.i * own * other)
