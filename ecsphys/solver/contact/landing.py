"""Landings: what falls on what it could push away is stopped at once, with all that bears it.

A pass of the solver stops it in part: the body below yields, and is stopped by what is below it, again and
again, as many times as it is lighter. Meanwhile both would sink into what bears them, and be pushed out with
more energy than they had. So what a pass leaves approaching is solved before anything moves, together with
the contacts of those below, as a bounce without rebound.

How deep bodies would sink in a step decides what is a landing: what rests is none.
"""

from __future__ import annotations

from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import can_be_pushed
from ..constraint import TWO_POINTS
from ..records import BEARING, FAST, PRESSED
from ..workspace import Workspace
from .bounce import finish_bounce, load_couplings, load_row, reach_targets

MAX_HEIGHT = 16  # bodies above each other that bear what lands
MOST_BODIES = 32  # that land, or bear what lands; a crowd is left to the passes
MAX_PASSES, VISITS = 1024, 4096
FALL = 4.0  # times the least speed of a landing: what is slower sinks in little, and rests soon
PRECISION = 1e-3  # share of the fastest approach that may be left


@inlined
def least_landing(context: Any) -> float:
    """Return the speed at which something sinks in by the slop in a step."""
    return float(context.slop / context.dt)


@kernel
def find_fast(movers: MoverRows, count: int, context: StepContext) -> int:
    """Mark those of `count` movers that are fast enough to land in this step; 1 if there are any."""
    least, found = FALL * least_landing(context), 0
    for k in range(1, count + 1):
        mover = movers[k]
        if mover.vx * mover.vx + mover.vy * mover.vy > least * least:
            mover.colors |= FAST
            found = 1
    return found


@kernel
def land(blocks: int, count: int, work: Workspace, context: StepContext) -> None:
    """Stop what lands in this sub-step, of `count` movers, by contacts of the first `blocks` blocks."""
    fastest, bodies = find_landings(blocks, work, context)
    if bodies == 0:
        return
    if bodies <= MOST_BODIES:
        bodies = find_bearers(blocks, work, bodies, context.h * fastest)
    if bodies <= MOST_BODIES:
        bounces = work.bounces[: list_bearers(blocks, work, fastest, context)]
        reach_targets(work, bounces, 0.0, MAX_PASSES, VISITS)
        for row in bounces:
            finish_bounce(work, row, 1)
    for k in range(1, count + 1):
        work.movers[k].colors &= ~BEARING


@kernel
def find_landings(blocks: int, work: Workspace, context: StepContext) -> tuple[float, int]:
    """Mark the bodies of contacts at which something lands, up to a crowd; return the fastest approach, and
    how many bodies they are.
    """
    fastest, bodies, least = 0.0, 0, least_landing(context)
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS:
            continue
        for i in range(head.count):
            a, b = work.movers[head.a[i]], work.movers[head.b[i]]
            if (a.colors | b.colors) & (FAST | PRESSED) != FAST:  # what a kinematic body presses is held
                continue
            speed = sinking_speed(a, b, head, block, i, context)
            if speed > least:
                fastest = max(fastest, speed)
                bodies += mark(a) + mark(b)
        if bodies > MOST_BODIES:
            break
    return fastest, bodies


@inlined
def mark(mover: Any) -> int:
    """Mark a mover that can be pushed as one that bears what lands; 1 if it was none."""
    if not can_be_pushed(mover) or mover.colors & BEARING != 0:
        return 0
    mover.colors |= BEARING
    return 1


@inlined
def sinking_speed(a: Any, b: Any, head: Any, block: Any, i: int, context: Any) -> float:
    """Return how much faster the points of lane i approach than what leads to the touch, 0 if none does."""
    fastest = 0.0
    x, y = b.vx - a.vx, b.vy - a.vy
    for p in range(2 if head.kind == TWO_POINTS else 1):
        na = block.na[p, i] + block.slide_n[i]
        turning = b.w * (na + block.shift_n[i]) - a.w * na
        speed = -(x * block.nx[i] + y * block.ny[i] + turning)
        fastest = max(fastest, speed - max(block.separation[p, i], 0.0) / context.h)
    return float(fastest)


@inlined
def is_near(head: Any, block: Any, i: int, reach: float) -> bool:
    """Whether a point of lane i is no further apart than this."""
    nearest = block.separation[0, i]
    if head.kind == TWO_POINTS:
        nearest = min(nearest, block.separation[1, i])
    return bool(nearest <= reach)


@kernel
def find_bearers(blocks: int, work: Workspace, bodies: int, reach: float) -> int:
    """Mark what is near marked bodies, and near that, up to a crowd; return how many are marked."""
    movers = work.movers
    for _ in range(MAX_HEIGHT):
        before = bodies
        for k in range(blocks):
            head, block = work.heads[k], work.contact_blocks[k]
            if head.kind > TWO_POINTS:
                continue
            for i in range(head.count):
                a, b = movers[head.a[i]], movers[head.b[i]]
                if (a.colors ^ b.colors) & BEARING != 0 and is_near(head, block, i, reach):
                    bodies += mark(a) + mark(b)
            if bodies > MOST_BODIES:
                return bodies
        if bodies == before:
            break
    return bodies


@kernel
def list_bearers(blocks: int, work: Workspace, fastest: float, context: StepContext) -> int:
    """List the contacts of marked bodies; return their number. They may approach up to the touch."""
    movers, count = work.movers, 0
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS:
            continue
        for i in range(head.count):
            marks = movers[head.a[i]].colors | movers[head.b[i]].colors
            if marks & BEARING == 0 or not is_near(head, block, i, context.h * fastest):
                continue
            row = work.bounces[count]
            load_row(row, head, block, k, i)
            load_couplings(row, block, i)
            row.tolerance = PRECISION * fastest
            for p in range(2 if head.kind == TWO_POINTS else 1):
                row.speed[p], row.slack[p] = 0.0, max(block.separation[p, i], 0.0) / context.h
            count += 1
    return count
