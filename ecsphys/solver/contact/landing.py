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
from ..records import BEARING, PRESSED
from ..workspace import Workspace
from .bounce import finish_bounce, load_couplings, load_row, reach_targets
from .prepare import least_landing

MAX_HEIGHT = 16  # bodies above each other that bear what lands
MAX_PASSES, VISITS = 1024, 16384
PRECISION = 1e-3  # share of the fastest approach that may be left


@kernel
def land(blocks: int, work: Workspace, context: StepContext) -> None:
    """Stop what lands in this sub-step, by contacts of the first `blocks` blocks."""
    fastest = find_landings(blocks, work, context)
    if fastest == 0.0:
        return
    for _ in range(MAX_HEIGHT):
        if not find_bearers(blocks, work, fastest, context):
            break
    count = list_bearers(blocks, work, fastest, context)
    bounces = work.bounces[:count]
    reach_targets(work, bounces, 0.0, MAX_PASSES, VISITS)
    for row in bounces:
        clear_bearers(work.movers, row)
        finish_bounce(work, row, 1)


@kernel
def find_landings(blocks: int, work: Workspace, context: StepContext) -> float:
    """Mark the bodies of contacts at which something lands; return the fastest approach, 0 without any."""
    fastest = 0.0
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS or block.lands == 0:
            continue
        for i in range(head.count):
            a, b = work.movers[head.a[i]], work.movers[head.b[i]]
            if (a.colors | b.colors) & PRESSED != 0:  # what a kinematic body presses is held
                continue
            speed = sinking_speed(a, b, head, block, i, context)
            if speed > least_landing(context):
                fastest = max(fastest, speed)
                mark(a)
                mark(b)
    return fastest


@inlined
def mark(mover: Any) -> None:
    """Mark a mover as one that bears what lands; what cannot be pushed bears it anyway."""
    if can_be_pushed(mover):
        mover.colors |= BEARING


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
def find_bearers(blocks: int, work: Workspace, fastest: float, context: StepContext) -> bool:
    """Mark what touches a marked body; return whether anything new was."""
    found, movers = False, work.movers
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS:
            continue
        for i in range(head.count):
            a, b = movers[head.a[i]], movers[head.b[i]]
            if (a.colors ^ b.colors) & BEARING == 0 or not is_near(head, block, i, context.h * fastest):
                continue
            if can_be_pushed(a) and can_be_pushed(b):
                mark(a)
                mark(b)
                found = True
    return found


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


@inlined
def clear_bearers(movers: MoverRows, row: Any) -> None:
    """Take the marks from the bodies of a row."""
    movers[row.a].colors &= ~BEARING
    movers[row.b].colors &= ~BEARING
