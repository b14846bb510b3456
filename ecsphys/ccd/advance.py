"""Continuous collision of one step: swept bodies advance from impact to impact, in order of time."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import BodyRows, Ints, Rows
from ..collide.manifold import STEADY, single_point
from ..compile import INT, INTS, array, entry, inlined, kernel
from ..contacts.manifold_rows import init_manifold, store_manifold
from ..contacts.table import TABLE, WORLD_ROWS, Table, WorldRows, add_contact
from ..math2d.vec2 import Vec2
from ..settings import CONTEXT, StepContext
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import PROXIES, Proxies, refresh_body
from ..world.bodies import BODY, KINEMATIC
from ..world.contacts import HOOK_CALLED
from .candidates import mark_by_contacts, may_tunnel, needs_sweep
from .decisions import has_room_for_decision, is_decided, take_answer
from .event_queue import pop_event, push_event
from .impacts import resolve_impact
from .next_event import (
    CCD_CONTEXT,
    FIND_IMPACT,
    FIND_PASSAGES,
    WATCH_MASKED,
    WATCH_SOLIDS,
    WATCH_TRIGGERS,
    CcdContext,
    find_meetings,
    reset_impact,
)
from .records import CCD_STATE, IMPACT, NOT_SWEPT, CcdState
from .swept_body import begin_sweep, invalidate, write_back

# What `advance_sweeps` returns. FULL: call again with more room. ASK: filters and hooks answer
# `CcdState.question`, about the next impact of the swept body `counts.asking`; then call again.
DONE, FULL, ASK = 0, 1, 2
RESOLVE, ASK_GAME, FINISH = 2, 3, 4  # tasks beside FIND_IMPACT and FIND_PASSAGES
NO_FEATURE = -1  # id of a contact point that warm starts from nothing


class Job(NamedTuple):
    """The next task: what to do, for which row of `swept`, up to which time."""

    task: int
    swept_row: int
    until: float


@inlined
def needs_room(state: CcdState) -> bool:
    """Whether an array may overflow with one more impact."""
    counts = state.counts[0]
    return bool(
        counts.swept + 1 > len(state.swept)
        or counts.changed + 2 > len(state.changed)
        or counts.waiting + 2 > len(state.waiting)
        or counts.queue + 1 > len(state.queue)
        or counts.impacts + 1 > len(state.impacts)
        or not has_room_for_decision(state)
    )


@inlined
def version_of(state: CcdState, body: int) -> int:
    """Return the number of changes of a body's path in this step."""
    slot = state.slots[body]
    return 0 if slot == NOT_SWEPT else int(state.swept[slot].version)


@inlined
def has_unreported_passages(ccd: CcdContext, k: int, until: float) -> bool:
    """Whether listeners need the passages of swept body k until a time, and they are not recorded yet."""
    s = ccd.state.swept[k]
    if s.scanned >= until or not may_tunnel(ccd.bodies[s.body]):
        return False
    if ccd.watched & WATCH_TRIGGERS:
        return True
    may_not_push = (
        ccd.context.response == 0 or ccd.bodies[s.body].kind == KINEMATIC or ccd.watched & WATCH_MASKED != 0
    )
    return bool(ccd.watched & WATCH_SOLIDS and may_not_push)


@inlined
def next_job(ccd: CcdContext) -> Job:
    """Return the next task: pending searches first, then the earliest impact, then passages up to the end.

    Before an impact is resolved, the passages of both bodies up to it are recorded.
    """
    state, shapes = ccd.state, ccd.proxies.shapes
    swept, slots, queue, counts = state.swept, state.slots, state.queue, state.counts[0]
    while counts.waiting == 0 and counts.queue > 0:
        k = queue[0].swept_row
        s = swept[k]
        if s.version != queue[0].version:
            counts.queue = pop_event(queue, counts.queue)
            continue
        other = shapes[s.other_shape].body
        if version_of(state, other) != s.other_version:
            invalidate(state, k)
            continue
        if has_unreported_passages(ccd, k, s.impact_time):
            return Job(FIND_PASSAGES, k, s.impact_time)
        if slots[other] != NOT_SWEPT and has_unreported_passages(ccd, slots[other], s.impact_time):
            return Job(FIND_PASSAGES, slots[other], s.impact_time)
        if ccd.asks == 0 or s.asked == 1:
            return Job(RESOLVE, k, s.impact_time)
        if not is_decided(ccd, k):
            return Job(ASK_GAME, k, s.impact_time)
    if counts.waiting > 0:
        return Job(FIND_IMPACT, state.waiting[counts.waiting - 1], 1.0)
    while ccd.watched != 0 and counts.scanned < counts.swept:
        if has_unreported_passages(ccd, counts.scanned, 1.0):
            return Job(FIND_PASSAGES, counts.scanned, 1.0)
        counts.scanned += 1
    return Job(FINISH, NOT_SWEPT, 1.0)


@entry(CCD_CONTEXT, INTS)
def advance_sweeps(ccd: CcdContext, fast: Ints) -> int:
    """Sweep the `fast` bodies, and what they push, through the step; continue where the last call ended."""
    return run_sweeps(ccd, fast)


@kernel
def run_sweeps(ccd: CcdContext, fast: Ints) -> int:
    """See `advance_sweeps`."""
    state = ccd.state
    swept, counts = state.swept, state.counts[0]
    if counts.tested == 0:
        for row in fast:
            state.marked[row] = 0
        if ccd.parts > 1:
            mark_by_contacts(ccd.bodies, ccd.proxies, ccd.solid, state.marked)
    while counts.tested < len(fast):
        row = fast[counts.tested]
        counts.tested += 1
        if state.marked[row] == 1 or needs_sweep(
            ccd.tree, ccd.bodies, ccd.proxies, ccd.filters, row, ccd.parts
        ):
            state.waiting[counts.waiting] = begin_sweep(ccd.bodies, state, row, ccd.effects, ccd.context)
            counts.waiting += 1
    if counts.answered == 1:
        take_answer(ccd)
    while True:
        if needs_room(state):
            return FULL
        job = next_job(ccd)
        if job.task == FINISH:
            return DONE
        if job.task == ASK_GAME:
            return ASK
        if job.task == RESOLVE:
            resolve_impact(ccd, job.swept_row)
            continue
        s = swept[job.swept_row]
        recorded, counts.missing = counts.crossings, 0
        if job.task == FIND_IMPACT:
            reset_impact(s)
            counts.waiting -= 1
        if job.task == FIND_PASSAGES or ccd.bodies[s.body].skin == 0.0:
            find_meetings(ccd, job.swept_row, job.task, job.until)
        if job.task == FIND_IMPACT and s.impact_time <= 1.0:
            counts.queue = push_event(state.queue, counts.queue, s.impact_time, job.swept_row, s.version)
        if job.task == FIND_PASSAGES:
            if counts.missing > 0:
                counts.missing += counts.crossings - recorded
                counts.crossings = recorded
                return FULL
            s.scanned = job.until


@entry(array(BODY), PROXIES, CCD_STATE, INT, CONTEXT)
def write_back_swept(
    bodies: BodyRows, proxies: Proxies, state: CcdState, moved: int, context: StepContext
) -> int:
    """Move bodies whose path changed to its end and clear `slots`; returns the new length of `moved`."""
    return end_sweeps(bodies, proxies, state, moved, context)


@kernel
def end_sweeps(bodies: BodyRows, proxies: Proxies, state: CcdState, moved: int, context: StepContext) -> int:
    """See `write_back_swept`."""
    for k in range(state.counts[0].swept):
        s = state.swept[k]
        state.slots[s.body] = NOT_SWEPT
        if s.changed != 0:
            write_back(bodies[s.body], s, context)
            moved = refresh_body(bodies[s.body], proxies, moved, 0, 1.0, context)
    return moved


@entry(TABLE, WORLD_ROWS, array(IMPACT), INT)
def record_impacts(table: Table, owners: WorldRows, impacts: Rows, response: int) -> None:
    """Record impacts as touches of their contacts; missing contacts are added.

    Time, point and speed of a contact are those of its first impact in the step, the impulse is their sum.
    """
    store_impacts(table, owners, impacts, response)


@kernel
def store_impacts(table: Table, owners: WorldRows, impacts: Rows, response: int) -> None:
    """See `record_impacts`."""
    bodies, shapes = owners.bodies, owners.shapes
    for k in range(len(impacts)):
        impact = impacts[k]
        row = lookup(table.contact_index, pair_key(impact.a, impact.b))
        if row == MISSING:
            row = table.counts[0].contacts
            add_contact(table, owners, impact.a, impact.b, response)
        contact, manifold = table.contacts[row], table.manifolds[row]
        init_manifold(contact, manifold, shapes)
        if contact.touching != 1:
            body = bodies[shapes[impact.a].body]
            x, y = impact.x - body.x, impact.y - body.y
            normal = Vec2(impact.nx, impact.ny)
            store_manifold(contact, manifold, single_point(normal, Vec2(x, y), 0.0, NO_FEATURE, STEADY))
            contact.touching = 1
            manifold.impulse = 0.0
            manifold.speed = impact.speed
            manifold.time = impact.time
            contact.hook_state = HOOK_CALLED
        manifold.impulse += impact.impulse
