"""Continuous collision of one step in space: swept bodies advance from impact to impact, in order of time."""

from __future__ import annotations

from ...arrays import BodyRows, Ints, Rows
from ...ccd.advance import DONE, FULL, NO_FEATURE
from ...ccd.event_queue import pop_event, push_event
from ...ccd.records import NOT_SWEPT
from ...ccd.swept_body import invalidate
from ...compile import INT, INTS, array, entry, group, inlined, kernel
from ...contacts.table import Table, WorldRows, add_contact
from ...spatial.pair_index import MISSING, lookup
from ...spatial.pair_keys import pair_key
from ...world.contacts import HOOK_CALLED
from ...world.shapes import FILTER
from ..collide.manifold import single_point
from ..contacts.manifold_rows import init_manifold, store_manifold
from ..contacts.planes import add_planes
from ..contacts.scene import TABLE3
from ..math3d.vec3 import Vec3
from ..settings import CONTEXT3, StepContext3
from ..world.records import BODY3, SHAPE3
from .impact import resolve_impact
from .records import CCD_STATE3, IMPACT3, CcdState3
from .search import CCD3, Ccd3, find_impact, version_of
from .swept_body import begin_sweep, write_back

OWNERS3 = group(WorldRows, array(BODY3), array(SHAPE3), array(FILTER))


@inlined
def needs_room(state: CcdState3) -> bool:
    """Whether an array may overflow with one more impact."""
    counts = state.counts[0]
    return bool(
        counts.swept + 1 > len(state.swept)
        or counts.waiting + 2 > len(state.waiting)
        or counts.queue + 1 > len(state.queue)
        or counts.impacts + 1 > len(state.impacts)
    )


@entry(CCD3, INTS)
def advance_sweeps(ccd: Ccd3, fast: Ints) -> int:
    """Sweep the `fast` bodies, and what they push, through the step; continue where the last call ended.

    Returns DONE, or FULL: call again, with more room (`records.with_capacity`). `state.counts` is to be
    cleared before the first call.
    """
    return run_sweeps(ccd, fast)


@kernel
def run_sweeps(ccd: Ccd3, fast: Ints) -> int:
    """See `advance_sweeps`."""
    state = ccd.state
    swept, counts, queue = state.swept, state.counts[0], state.queue
    while counts.begun < len(fast):
        if needs_room(state):
            return FULL
        state.waiting[counts.waiting] = begin_sweep(ccd.bodies, state, fast[counts.begun], ccd.context)
        counts.waiting += 1
        counts.begun += 1
    while True:
        if needs_room(state):
            return FULL
        if counts.waiting > 0:
            counts.waiting -= 1
            k = state.waiting[counts.waiting]
            find_impact(ccd, k)
            if swept[k].impact_time <= 1.0:
                counts.queue = push_event(queue, counts.queue, swept[k].impact_time, k, swept[k].version)
        elif counts.queue == 0:
            return DONE
        else:
            k, version = queue[0].swept_row, queue[0].version
            s = swept[k]
            counts.queue = pop_event(queue, counts.queue)
            if s.version == version:
                if version_of(state, ccd.shapes[s.other_shape].body) == s.other_version:
                    resolve_impact(ccd, k)
                else:
                    invalidate(state, k)


@entry(array(BODY3), CCD_STATE3, INTS, CONTEXT3)
def write_back_swept(bodies: BodyRows, state: CcdState3, changed: Ints, context: StepContext3) -> int:
    """Move bodies whose path changed to its end and clear `slots`.

    Writes their rows to `changed`, which has room for all swept bodies; returns their number.
    """
    return end_sweeps(bodies, state, changed, context)


@kernel
def end_sweeps(bodies: BodyRows, state: CcdState3, changed: Ints, context: StepContext3) -> int:
    """See `write_back_swept`."""
    count = 0
    for k in range(state.counts[0].swept):
        s = state.swept[k]
        state.slots[s.body] = NOT_SWEPT
        if s.changed != 0:
            write_back(bodies[s.body], s, context)
            changed[count] = s.body
            count += 1
    return count


@entry(TABLE3, OWNERS3, array(IMPACT3), INT)
def record_impacts(table: Table, owners: WorldRows, impacts: Rows, response: int) -> None:
    """Record impacts as touches of their contacts; missing contacts are added, for which there is room.

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
            add_planes(table, owners, impact.a, impact.b, response)
        contact, manifold = table.contacts[row], table.manifolds[row]
        init_manifold(contact, manifold, shapes)
        if contact.touching != 1:
            body = bodies[shapes[impact.a].body]
            place = Vec3(impact.x - body.x, impact.y - body.y, impact.z - body.z)
            normal = Vec3(impact.nx, impact.ny, impact.nz)
            store_manifold(contact, manifold, single_point(normal, place, 0.0, NO_FEATURE))
            contact.touching = 1
            manifold.impulse = 0.0
            manifold.speed = impact.speed
            manifold.time = impact.time
            contact.hook_state = HOOK_CALLED
        manifold.impulse += impact.impulse
