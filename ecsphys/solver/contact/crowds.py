"""Crowds that land: more bodies than `landing` solves at once are stopped contact after contact.

A wall that drops would sink into itself, since the solver has one pass a sub-step for it, and hop as it is
pushed out: by a fifth of its fall (2026-12-01). So the contacts that are about to sink in are stopped, and
those that approach by that, in passes that visit only what a change has reached. They begin without impulses
and push no harder than it takes to stop an approach, so none adds energy. Groups with more sub-steps are left
to these, and to their budgets of energy.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import can_be_pushed
from ..constraint import TWO_POINTS
from ..records import BEARING
from ..workspace import Workspace
from .bounce import calm, parting_speed, push_points, push_to, set_points, stir, sum_of
from .impact import finish_impulses, warm_up
from .landing_rows import is_joined, is_near, next_end

MAX_PASSES, VISITS = 256, 16384  # to contacts of a sub-step: what they leave, the passes of the solver stop
MOST_CONTACTS = 1000  # a larger crowd is a heap, of which what lands stirs a small part: also left to these
TOLERANCE = 0.02  # share of the speed from which on something lands that may be left
BEARING_TOLERANCE = 0.1  # share of that for the impulses that bear
NOTHING = -math.inf  # how near a contact has to be for none to be taken in


@kernel
def stop_crowd(work: Workspace, count: int, fastest: float, least: float, context: StepContext) -> None:
    """Stop the first `count` contacts of `Workspace.bounces`, which land at up to `fastest`, and what they
    push; `least`: the speed from which on something lands.
    """
    tolerance = TOLERANCE * least
    count = pass_over(work, count, context.h * fastest, tolerance, context)
    for row in work.bounces[:count]:
        if row.j[0] + row.j[1] > 0.0:
            finish_impulses(work, row)
    if work.landed[0].crowded > 0:
        work.landed[0].visits = 0
        bear_crowd(work, count, tolerance, context)
    for row in work.bounces[:count]:
        leave_crowd(work, row)


@kernel
def pass_over(work: Workspace, count: int, reach: float, tolerance: float, context: StepContext) -> int:
    """Stop the first `count` contacts, and those nearer than `reach` that approach by that; return the number
    of all.
    """
    landed = work.landed[0]
    for done in range(1, MAX_PASSES + 1):
        listed, begun = count, landed.visits
        for n in range(listed):  # up and down in turn: what is stopped below stops what is above it
            row = work.bounces[n if (done & 1) == 1 else listed - 1 - n]
            a, b = work.movers[row.a], work.movers[row.b]
            if max(a.stirred, b.stirred) < done - 1:
                continue
            landed.visits += 1
            if keep_apart(a, b, row, tolerance):
                stir(a, done)
                stir(b, done)
                count = take_contacts(work, row.a, count, reach, context)
                count = take_contacts(work, row.b, count, reach, context)
        if count > MOST_CONTACTS:
            landed.visits, landed.crowded = VISITS, 0  # nor in the rest of the step
        if landed.visits == begun or landed.visits >= VISITS:
            break
    return count


@kernel
def bear_crowd(work: Workspace, count: int, tolerance: float, context: StepContext) -> None:
    """Let a crowd start the next sub-step with the impulses that bear it, as `landing_rows.bear_loads`."""
    calm(work, work.bounces[:count])
    for row in work.bounces[:count]:
        row.j[0], row.j[1] = 0.0, 0.0
        gain = context.h * work.contact_blocks[row.block].acceleration[row.lane]
        row.speed[0] += gain
        row.speed[1] += gain
    pass_over(work, count, NOTHING, BEARING_TOLERANCE * tolerance, context)
    is_found = work.landed[0].visits < VISITS
    for row in work.bounces[:count]:
        a, b = work.movers[row.a], work.movers[row.b]
        push_points(a, b, row, -row.j[0], -row.j[1])
        if is_found:
            block = work.contact_blocks[row.block]
            x, y, turn_a, turn_b = sum_of(row, set_load(block, row, 0), set_load(block, row, 1))
            warm_up(a, -x, -y, -turn_a)
            warm_up(b, x, y, turn_b)


@inlined
def set_load(block: Any, row: Any, p: int) -> float:
    """Let a point of a contact start with its impulse; return how much more that is."""
    if row.k[p] == 0.0:
        return 0.0  # a contact of one point has no second one
    more = row.j[p] - block.jn[p, row.lane]
    block.jn[p, row.lane] = row.j[p]
    return float(more)


@inlined
def leave_crowd(work: Workspace, row: Any) -> None:
    """Let a contact and its movers be taken in again."""
    work.movers[row.a].colors &= ~BEARING
    work.movers[row.b].colors &= ~BEARING
    work.landings[work.heads[row.block].first + row.lane].taken = 0


@kernel
def take_contacts(work: Workspace, mover: int, count: int, reach: float, context: StepContext) -> int:
    """Take the near contacts of a mover in behind `count` others; return the new count."""
    if work.movers[mover].colors & BEARING != 0 or not can_be_pushed(work.movers[mover]):
        return count
    work.movers[mover].colors |= BEARING
    end = work.landings[mover].first
    while end > 0:
        contact = (end - 1) >> 1
        count = take_contact(work, contact, count, reach, context)
        end = next_end(work.landings[contact], end)
    return count


@inlined
def take_contact(work: Workspace, contact: int, count: int, reach: float, context: StepContext) -> int:
    """Take a contact in if it is near and is not in yet; return the new count."""
    link = work.landings[contact]
    head, block = work.heads[link.block], work.contact_blocks[link.block]
    i = contact - head.first
    a, b = head.a[i], head.b[i]
    if link.taken == 1 or is_joined(work, a, b) or not is_near(head, block, i, reach):
        return count
    link.taken = 1
    row = work.bounces[count]
    row.block, row.lane, row.a, row.b = link.block, i, a, b
    set_points(row, block, i, block.k[0, i] > 0.0, head.kind == TWO_POINTS and block.k[1, i] > 0.0)
    for p in range(2):  # as fast as closes the gap
        row.speed[p] = -max(block.separation[p, i], 0.0) / context.h if row.k[p] > 0.0 else 0.0
    calm_fresh(work.movers[a])
    calm_fresh(work.movers[b])
    return count + 1


@inlined
def calm_fresh(mover: Any) -> None:
    """Forget which pass has stirred a mover, unless it was one of these."""
    if mover.colors & BEARING == 0:
        mover.stirred = 0


@inlined
def keep_apart(a: Any, b: Any, row: Any, tolerance: float) -> bool:
    """Let the points of a contact approach no faster than they may; whether that has changed a speed."""
    first, second = row.k[0] > 0.0, row.k[1] > 0.0
    error0 = row.speed[0] - parting_speed(a, b, row, 0) if first else 0.0
    error1 = row.speed[1] - parting_speed(a, b, row, 1) if second else 0.0
    return push_to(a, b, row, first, second, error0, error1, tolerance)
