"""The flight of one step, impact by impact in order of time."""

from __future__ import annotations

from typing import NamedTuple

from .. import constants
from ..arrays import BodyRows, Ints, Rows
from ..collide.manifold import single_point
from ..compile import INT, INTS, array, entry, inlined
from ..contacts.narrow_phase import store_manifold
from ..contacts.table import CONTACTS, TABLE, WORLD_ROWS, Table, WorldRows, add_contact, init_manifold
from ..settings import CONTEXT, StepContext
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import PROXIES, Proxies, refresh_body
from ..world.bodies import BODY, KINEMATIC
from ..world.contacts import HOOK_CALLED as HOOKS_ASKED
from .candidates import call_by_contacts, is_far, is_needed
from .event_queue import pop, push
from .impacts import hit
from .next_event import AHEAD, PASSED, SKY, Sky, look, start_search
from .records import (
    ASKING,
    CHANGED,
    CROSSINGS,
    FLIGHT,
    FLYERS,
    HEAP,
    IMPACT,
    IMPACTS,
    NOBODY,
    SIEVED,
    VIEWED,
    WAITING,
    Flight,
)
from .swept_body import land, search_again, take_off

# What `fly` returns: FULL asks for more room, ASK for what filters and hooks say about the impact that flyer
# counts[ASKING] has before it; both to be called again.
DONE, FULL, ASK = 0, 1, 2
STRIKE, QUESTION, LANDING = 2, 3, 4  # jobs beside AHEAD and PASSED
NO_FEATURE = -1  # no manifold has it: nothing is taken over from an impact


class Job(NamedTuple):
    """What is to be done next: a task for a flyer, up to a time."""

    task: int
    flyer: int
    until: float


@inlined
def is_full(flight: Flight) -> bool:
    """Whether an array may have no room for what one more impact brings."""
    counts = flight.counts
    return bool(
        counts[FLYERS] + 1 > len(flight.flyers)
        or counts[CHANGED] + 2 > len(flight.changed)
        or counts[WAITING] + 2 > len(flight.waiting)
        or counts[HEAP] + 1 > len(flight.heap)
        or counts[IMPACTS] + 1 > len(flight.impacts)
        or counts[CROSSINGS] > len(flight.crossings)
    )


@inlined
def version_of(flight: Flight, body: int) -> int:
    """How often the path of a body has changed in this step."""
    slot = flight.slots[body]
    return 0 if slot == NOBODY else int(flight.flyers[slot].version)


@inlined
def is_unseen(sky: Sky, k: int, until: float) -> bool:
    """Whether somebody wants to know what flyer k passed until then, and nobody has looked."""
    f = sky.flight.flyers[k]
    if f.seen >= until or not is_far(sky.bodies[f.body]):
        return False
    if sky.watched & 2:
        return True
    may_not_push = sky.context.response == 0 or sky.bodies[f.body].kind == KINEMATIC or sky.watched & 4 != 0
    return bool(sky.watched & 1 and may_not_push)


@inlined
def next_job(sky: Sky) -> Job:
    """First what has to be looked for, then the impact that comes first, at last the rest of all ways.

    Before an impact both have been looked after for what they passed on the way to it.
    """
    flight, shapes = sky.flight, sky.proxies.shapes
    flyers, slots, heap, counts = flight.flyers, flight.slots, flight.heap, flight.counts
    while counts[WAITING] == 0 and counts[HEAP] > 0:
        k = heap[0].flyer
        f = flyers[k]
        if f.version != heap[0].version:
            counts[HEAP] = pop(heap, counts[HEAP])
            continue
        other = shapes[f.other].body
        if version_of(flight, other) != f.other_version:
            search_again(flight, k)
            continue
        if is_unseen(sky, k, f.due):
            return Job(PASSED, k, f.due)
        if slots[other] != NOBODY and is_unseen(sky, slots[other], f.due):
            return Job(PASSED, slots[other], f.due)
        return Job(QUESTION if sky.asks == 1 and f.judged == 0 else STRIKE, k, f.due)
    if counts[WAITING] > 0:
        return Job(AHEAD, flight.waiting[counts[WAITING] - 1], 1.0)
    while sky.watched != 0 and counts[VIEWED] < counts[FLYERS]:
        if is_unseen(sky, counts[VIEWED], 1.0):
            return Job(PASSED, counts[VIEWED], 1.0)
        counts[VIEWED] += 1
    return Job(LANDING, NOBODY, 1.0)


@entry(SKY, INTS)
def fly(sky: Sky, fast: Ints) -> int:
    """Sweep the given bodies, and what they push, through the step; goes on where a call has ended."""
    flight = sky.flight
    flyers, counts = flight.flyers, flight.counts
    if counts[SIEVED] == 0 and sky.parts > 1:
        call_by_contacts(sky.bodies, sky.proxies, sky.solid, flight.called)
    while counts[SIEVED] < len(fast):
        row = fast[counts[SIEVED]]
        counts[SIEVED] += 1
        if flight.called[row] == 1 or is_needed(
            sky.tree, sky.bodies, sky.proxies, sky.filters, row, sky.parts
        ):
            flight.waiting[counts[WAITING]] = take_off(sky.bodies, flight, row, sky.context)
            counts[WAITING] += 1
    while True:
        if is_full(flight):
            return FULL
        job = next_job(sky)
        if job.task == LANDING:
            return DONE
        if job.task == QUESTION:
            counts[ASKING] = job.flyer
            return ASK
        if job.task == STRIKE:
            hit(sky, job.flyer)
            continue
        f = flyers[job.flyer]
        logged = counts[CROSSINGS]
        if job.task == AHEAD:
            start_search(f)
            counts[WAITING] -= 1
        if job.task == PASSED or f.impacts < constants.MAX_IMPACTS:
            look(sky, job.flyer, job.task, job.until)
        if job.task == AHEAD and f.due <= 1.0:
            counts[HEAP] = push(flight.heap, counts[HEAP], f.due, job.flyer, f.version)
        if job.task == PASSED:
            if counts[CROSSINGS] > len(flight.crossings):
                counts[CROSSINGS] = logged
                return FULL
            f.seen = job.until
    return DONE


@entry(array(BODY), PROXIES, FLIGHT, INT, CONTEXT)
def touch_down(bodies: BodyRows, proxies: Proxies, flight: Flight, moved: int, context: StepContext) -> int:
    """Bring bodies whose path changed to its end, and clear the slots; returns the new length of `moved`."""
    for k in range(flight.counts[FLYERS]):
        f = flight.flyers[k]
        flight.slots[f.body] = NOBODY
        if f.changed == 1:
            land(bodies[f.body], f, context)
            moved = refresh_body(bodies[f.body], proxies, moved, 0, context)
    return moved


@entry(TABLE, WORLD_ROWS, array(IMPACT), INT)
def record_impacts(table: Table, owners: WorldRows, impacts: Rows, response: int) -> None:
    """Make impacts touches of their contacts, which are added where there are none yet.

    The first impact of a step says when, where and how fast; the impulses of all are summed up.
    """
    bodies, shapes = owners.bodies, owners.shapes
    for k in range(len(impacts)):
        impact = impacts[k]
        row = lookup(table.contact_index, pair_key(impact.a, impact.b))
        if row == MISSING:
            row = table.counts[CONTACTS]
            add_contact(table, owners, impact.a, impact.b, response)
        contact, manifold = table.contacts[row], table.manifolds[row]
        init_manifold(contact, manifold, shapes)
        if contact.touching != 1:
            body = bodies[shapes[impact.a].body]
            x, y = impact.x - body.x, impact.y - body.y
            store_manifold(contact, manifold, single_point(impact.nx, impact.ny, x, y, 0.0, NO_FEATURE))
            contact.touching = 1
            manifold.impulse = 0.0
            manifold.speed = impact.speed
            manifold.time = impact.time
            contact.hook_state = HOOKS_ASKED
        manifold.impulse += impact.impulse
