"""The steps of one body that moves alone: what the systems do for it, in one kernel.

A step of a world calls a dozen kernels, and most of its time goes by between them. While one body alone is
awake and meets nothing but static shapes, all its steps are run here by the very functions of the stages, so
that they have the same bits. Where anything else could matter the rest of the step is left to the systems.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import Ints, RangeRows, Reals2
from ..ccd.advance import DONE, end_sweeps, run_sweeps, store_impacts
from ..ccd.candidates import find_fast, leaves_bounds_by_turning, reach_from_origin
from ..ccd.next_event import CCD_CONTEXT, CcdContext
from ..compile import INT, INTS, REALS2, array, entry, group, inlined, kernel
from ..contacts.narrow_phase import update_contacts
from ..contacts.post_solve import list_open, update_touches
from ..contacts.seams import Scene
from ..contacts.table import Table, WorldRows, add_contact
from ..parallel.work_queue import WorkQueue
from ..solver.island import let_rest
from ..solver.substeps import advance_awake
from ..solver.workspace import WORKSPACE, Workspace
from ..solver.workspace import WorldRows as SolverRows
from ..spatial.filters import Rect, may_collide, rect_of
from ..spatial.pair_index import MISSING, lookup
from ..spatial.pair_keys import insert_sorted, pair_key, split_key
from ..spatial.proxies import is_stray, refresh_body
from ..spatial.walk import MOBILE, NONE, STATIC, find_in_rect
from ..world.areas import INFLUENCES, Influences
from ..world.bodies import STATIC as STATIC_BODY
from ..world.contacts import NARROW_RANGE, Contacts
from ..world.joints import JOINTS, Joints

# What is left of a step: nothing; all of it; what comes from one of these systems on.
NOTHING, WHOLE, FROM_CONTINUOUS, FROM_COLLISION_LIST, FROM_SLEEP = range(5)
ASTRAY = -1  # in its place: the body has woken another one, the steps must be run again by the systems
ROOM = 64  # contacts and impacts for which there is room beside those at the beginning of a step
NOT_ALONE = -1  # in the place of a number of new contacts


class Lone(NamedTuple):
    """What the steps need beside the arrays of sweeps and of the solver."""

    awake: Ints  # the row of the body
    fast: Ints  # scratch
    nearby: Ints  # scratch: proxies
    counts: Ints  # the words of `CcdState.counts`
    ranges: RangeRows  # scratch of the narrow phase
    queue: WorkQueue
    joints: Joints  # none
    influences: Influences  # none
    spare: int  # first free row of the pools of points
    areas: int  # 1: triggers may be areas
    tests: Ints


LONE = group(Lone, INTS, INTS, INTS, INTS, array(NARROW_RANGE), INTS, JOINTS, INFLUENCES, INT, INT, INTS)


class Ending(NamedTuple):
    """How many steps were run to their end, what is left of the next one, and how many proxies have moved."""

    steps: int
    left: int
    moved: int


class Left(NamedTuple):
    """What is left of a step, and how many proxies have moved by then."""

    left: int
    moved: int


@entry(CCD_CONTEXT, WORKSPACE, LONE, REALS2)
def run_alone(ccd: CcdContext, work: Workspace, lone: Lone, poses: Reals2) -> Ending:
    """Run as many steps as there are rows of `poses`, and write the body's pose after each.

    Ends early where something else than static shapes is near, or a row of an array is missing.
    """
    row = lone.awake[0]
    if not touches_static_only(ccd, row):
        return Ending(0, WHOLE, 0)
    body = ccd.bodies[row]
    for step in range(len(poses)):
        left, moved = step_alone(ccd, work, lone)
        if left != NOTHING:
            return Ending(step, left, moved)
        poses[step, 0], poses[step, 1], poses[step, 2] = body.x, body.y, body.angle
    return Ending(len(poses), NOTHING, 0)


@kernel
def touches_static_only(ccd: CcdContext, row: int) -> bool:
    """Whether all contacts of a body are with static ones."""
    bodies, shapes, table = ccd.bodies, ccd.proxies.shapes, ccd.solid
    for k in range(table.counts[0].contacts):
        a, b = shapes[table.contacts[k].a].body, shapes[table.contacts[k].b].body
        if (a == row and bodies[b].kind != STATIC_BODY) or (b == row and bodies[a].kind != STATIC_BODY):
            return False
    return True


@inlined
def has_room(table: Table, more: int) -> bool:
    """Whether `more` contacts can be added without growing arrays."""
    contacts = table.counts[0].contacts + more
    return bool(contacts <= len(table.contacts) and 2 * contacts <= len(table.contact_index))


@kernel
def step_alone(ccd: CcdContext, work: Workspace, lone: Lone) -> Left:
    """Run one step, in the order of the systems."""
    row, context = lone.awake[0], ccd.context
    body, shapes = ccd.bodies[row], ccd.proxies.shapes
    if not has_room(ccd.solid, ROOM):
        return Left(WHOLE, 0)
    move_alone(ccd, work, lone)
    if is_stray(body, context):
        return Left(FROM_CONTINUOUS, 0)
    moved = refresh_body(body, ccd.proxies, 0, 1, context)
    i = body.first_shape
    if moved > 0 and meets_mobile(ccd, lone, i, rect_of(ccd.proxies.fat, i)):
        return Left(FROM_CONTINUOUS, moved)
    if leaves_bounds_by_turning(body) and i != NONE and meets_mobile(ccd, lone, i, swept_rect(body)):
        return Left(FROM_CONTINUOUS, moved)
    left, moved = sweep_alone(ccd, lone, moved)
    if left != NOTHING:
        return Left(left, moved)
    if moved > 0:
        if add_contacts_alone(ccd, lone, i) == NOT_ALONE:
            return Left(FROM_COLLISION_LIST, moved)
        shapes[i].enlarged = 0
    scene = scene_of_lone(ccd, lone)
    count = ccd.solid.counts[0].contacts
    update_touches(scene, 0, list_open(ccd.proxies, ccd.solid, 0, count), context.slop)
    if context.sleeping == 1 and body.rest_time + context.dt >= context.sleep_time:
        return Left(FROM_SLEEP, 0)
    let_rest(ccd.bodies, lone.awake, context)
    return Left(NOTHING, 0)


@inlined
def scene_of_lone(ccd: CcdContext, lone: Lone) -> Scene:
    """Return the arrays by which contacts are found."""
    return Scene(ccd.tree, ccd.bodies, ccd.proxies, ccd.solid, lone.spare, lone.tests, ccd.effects)


@kernel
def move_alone(ccd: CcdContext, work: Workspace, lone: Lone) -> None:
    """Run the narrow phase and the solver."""
    table = ccd.solid
    update_contacts(scene_of_lone(ccd, lone), lone.ranges, lone.queue, ccd.context)
    count = table.counts[0].contacts
    contacts = Contacts(table.contacts[:count], table.manifolds[:count])
    rows = SolverRows(ccd.bodies, lone.awake, ccd.proxies.shapes, contacts, lone.joints, lone.influences)
    advance_awake(rows, work, ccd.context)


@kernel
def sweep_alone(ccd: CcdContext, lone: Lone, moved: int) -> Left:
    """Sweep the body if it moved far."""
    row, counts, context = lone.awake[0], ccd.state.counts[0], ccd.context
    fast = find_fast(ccd.bodies, lone.awake, ccd.proxies.shapes, lone.fast)
    if fast.count == 0:
        return Left(NOTHING, moved)
    lone.counts[:] = 0
    if run_sweeps(ccd, lone.fast[: fast.count]) != DONE or counts.woken > 0:
        return Left(ASTRAY, moved)
    if counts.swept == 0:
        return Left(NOTHING, moved)
    moved = end_sweeps(ccd.bodies, ccd.proxies, ccd.state, moved, context)
    if counts.impacts > 0:
        owners = WorldRows(ccd.bodies, ccd.proxies.shapes, ccd.filters)
        store_impacts(ccd.solid, owners, ccd.state.impacts[: counts.impacts], context.response)
    return Left(FROM_COLLISION_LIST if is_stray(ccd.bodies[row], context) else NOTHING, moved)


@kernel
def meets_mobile(ccd: CcdContext, lone: Lone, i: int, rect: Rect) -> bool:
    """Whether a rectangle meets a proxy of a body that is not static, with which shape i may collide."""
    found = find_in_rect(ccd.tree, ccd.proxies.fat, MOBILE, rect, lone.nearby, 0)
    if found > len(lone.nearby):
        return True
    met = 0
    for j in lone.nearby[:found]:
        met += may_collide(ccd.filters, i, j)
    return met > 0


@inlined
def swept_rect(body: Any) -> Rect:
    """Return bounds of whatever a body reaches in this step, however it turns."""
    reach = reach_from_origin(body)
    return Rect(
        min(body.x, body.previous_x) - reach,
        min(body.y, body.previous_y) - reach,
        max(body.x, body.previous_x) + reach,
        max(body.y, body.previous_y) + reach,
    )


@kernel
def add_contacts_alone(ccd: CcdContext, lone: Lone, i: int) -> int:
    """Add the contacts of shape i with static ones that its fat box meets; return their number or NOT_ALONE.

    As `pair_update.update_pairs` does: in the order of their keys. Contacts with triggers are left out.
    """
    fat, filters, nearby = ccd.proxies.fat, ccd.filters, lone.nearby
    if meets_mobile(ccd, lone, i, rect_of(fat, i)):
        return NOT_ALONE
    found = find_in_rect(ccd.tree, fat, STATIC, rect_of(fat, i), nearby, 0)
    if found > len(nearby):
        return NOT_ALONE
    count = 0
    for k in range(found):
        j = nearby[k]
        if not may_collide(filters, i, j):
            continue
        if filters[j].trigger == 1:
            if lone.areas == 1:
                return NOT_ALONE
            continue
        key = pair_key(i, j)
        if lookup(ccd.solid.contact_index, key) == MISSING:
            insert_sorted(nearby, count, key)
            count += 1
    if not has_room(ccd.solid, count):
        return NOT_ALONE
    rows = WorldRows(ccd.bodies, ccd.proxies.shapes, filters)
    for k in range(count):
        a, b = split_key(nearby[k])
        if entity_of(ccd, a) > entity_of(ccd, b):
            a, b = b, a
        add_contact(ccd.solid, rows, a, b, ccd.context.response)
    return count


@inlined
def entity_of(ccd: CcdContext, i: int) -> int:
    """Return the entity of a shape."""
    return int(ccd.bodies[ccd.proxies.shapes[i].body].entity)
