"""Narrow phase: compute the manifolds of all contacts, wake touched bodies, remove parted contacts."""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import BodyRows, RangeRows, Rows, ShapeRows
from ..collide.dispatch import collide, collide_on
from ..collide.manifold import NO_CONTACT, POINT, Core, Manifold, normal_of
from ..compile import INTS, array, entry, inlined, kernel, prefetch, records
from ..math2d.vec2 import Vec2
from ..math2d.vector import dot, length, scale
from ..parallel.work_queue import WorkQueue, first_range, next_range, wait_until_done
from ..settings import CONTEXT, StepContext
from ..spatial.falling import has_gravity, is_falling
from ..spatial.filters import Rect, gap_to, rect_of
from ..spatial.proxies import Proxies, shape_core
from ..world.bodies import BODY, DYNAMIC
from ..world.contacts import NARROW_RANGE, PASSING, UNKNOWN, PairTable
from ..world.detection_counts import count_tests
from ..world.foreseen import foreseen_on, way_down
from ..world.shapes import ORIGIN, SHAPE
from ..world.state import World
from ..world.waking import wake_touching
from .coarse import are_volumes_apart
from .manifold_rows import clear_contact, init_manifold, reset_step_results, store_manifold
from .one_way import has_passed, stop_passing, update_passing
from .prediction import (
    closing_time,
    horizon_of,
    pair_motion,
    predict_touch,
    relative_velocity,
    shift_to_start,
    smallest_gap,
    spin_of,
)
from .recycling import cache_pose, hardly_moved, update_separations
from .seams import SCENE, Scene, scene_of, share_scene, smooth_contact
from .speculative import is_jointed, is_left_to_sweep
from .table import TABLE, Table, remove_contact

MIN_PARALLEL_MANIFOLDS = 3000  # fewer contacts are computed by one thread
CONTACTS_PER_RANGE = 500
FLUSH = 0.25  # of the slop: gap of faces up to which they need no prediction of their touch
BOXES_AHEAD, MANIFOLDS_AHEAD = 32, 8  # contacts between the prefetch of their rows and their turn


def run_narrow_phase(world: World, pairs: PairTable, context: StepContext) -> int:
    """Run the narrow phase of a table; returns how many bodies woke."""
    pool = world.pool
    woken: int
    if pool.threads == 1 or pool.is_alone(pairs.contact_count, MIN_PARALLEL_MANIFOLDS):
        woken = narrow_phase(scene_of(world, pairs, 1), pairs.single_range, pool.queue, context)
        return woken
    count = pairs.contact_count
    ranges = records(count // CONTACTS_PER_RANGE + 1, NARROW_RANGE)
    threads = pool.thread_count(count, MIN_PARALLEL_MANIFOLDS)
    scene = scene_of(world, pairs, threads)
    scenes = share_scene(scene, threads, world.shapes.max_points)
    pool.run_queue(narrow_phase, [(own, ranges, pool.queue, context) for own in scenes])
    woken = finish_narrow_phase(scene.bodies, scene.proxies.shapes, scene.table, ranges)
    return woken


@entry(SCENE, array(NARROW_RANGE), INTS, CONTEXT)
def narrow_phase(scene: Scene, ranges: RangeRows, queue: WorkQueue, context: StepContext) -> int:
    """Compute the manifolds of all solid contacts with an awake body, in as many ranges as `ranges` has rows.

    A single range is finished at once; returns how many bodies woke. Of several ranges each writes nothing
    but its own contacts, its part of `table.scratch` and its row of `ranges`, for `finish_narrow_phase`.
    """
    return update_contacts(scene, ranges, queue, context)


@kernel
def update_contacts(scene: Scene, ranges: RangeRows, queue: WorkQueue, context: StepContext) -> int:
    """See `narrow_phase`."""
    bodies, proxies, table = scene.bodies, scene.proxies, scene.table
    count, range_count = table.counts[0].contacts, len(ranges)
    number = first_range(queue, range_count)
    while number < range_count:
        begin, end = count * number // range_count, count * (number + 1) // range_count
        near_end, parted_end = filter_near(proxies, table, begin, end, context.speculative)
        falling_end = near_end
        if has_gravity(context) or len(scene.effects) > 0:
            falling_end = add_falling(scene, begin, end, near_end, context)
        own = ranges[number]
        own.waking = begin
        own.waking_end = update_manifolds(scene, begin, near_end, falling_end, context)
        own.parted = count + begin
        own.parted_end = parted_end
        number = next_range(queue, range_count)
    if range_count == 1:
        return int(wake_and_remove(bodies, proxies.shapes, table, ranges))
    wait_until_done(queue, range_count)
    return 0


@entry(array(BODY), array(SHAPE), TABLE, array(NARROW_RANGE))
def finish_narrow_phase(bodies: BodyRows, shapes: ShapeRows, table: Table, ranges: RangeRows) -> int:
    """Finish a narrow phase of several ranges; returns how many bodies woke."""
    return int(wake_and_remove(bodies, shapes, table, ranges))


@inlined
def cores_of(bodies: BodyRows, shapes: ShapeRows, a: int, b: int) -> tuple[Core, Core]:
    """Return the cores of two shapes relative to body A's origin."""
    body_a = bodies[shapes[a].body]
    body_b = bodies[shapes[b].body]
    return (
        shape_core(shapes[a], 0.0, 0.0),
        shape_core(shapes[b], body_b.x - body_a.x, body_b.y - body_a.y),
    )


@inlined
def prefetch_shapes(rows: Rows, contact: Any) -> None:
    """Prefetch the rows of a contact's two shapes, which may be anywhere in memory.

    Filtering and touches after the solver take 96 instead of 104 and 32 instead of 40 µs in a gas of 5,000,
    and 20 instead of 32 and 7 instead of 25 ns a contact in one of 100,000 (2026-11-22).
    """
    prefetch(rows, contact.a)
    prefetch(rows, contact.b)


@inlined
def filter_near(proxies: Proxies, table: Table, begin: int, end: int, reach: float) -> tuple[int, int]:
    """List the contacts `begin` ... `end` whose boxes are at most `reach` apart, and clear all others.

    Writes to `table.scratch` the near ones from `begin` on, and those whose fat boxes parted from `begin`
    plus the number of all contacts on; returns both ends. Free of branches on nearness: in a crowd they are
    not predictable, and a misprediction costs more than all comparisons (post-solve touches of 4,000
    contacts: 0.037 to 0.029 ms, 2026-11-21).
    """
    fat, tight, contacts, rows = proxies.fat, proxies.tight, table.contacts, table.scratch
    near, parted = begin, table.counts[0].contacts + begin
    for row in range(end - 1, begin - 1, -1):
        contact, upcoming = contacts[row], contacts[max(row - BOXES_AHEAD, begin)]
        prefetch_shapes(tight, upcoming)
        prefetch_shapes(fat, upcoming)
        a, b = contact.a, contact.b
        is_near = gap_to(tight, a, rect_of(tight, b)) <= reach
        rows[near] = row
        near += is_near
        rows[parted] = row
        parted += (not is_near) & (gap_to(fat, a, rect_of(fat, b)) > 0.0)
        if (not is_near) & (contact.count + contact.touching + (contact.one_way & PASSING) != 0):
            clear_contact(contact, table.manifolds[row])
            stop_passing(contact)
    return near, parted


@kernel
def add_falling(scene: Scene, begin: int, end: int, near_end: int, context: StepContext) -> int:
    """Append to the near contacts those that gravity closes in the coming step; return their new end.

    What falls would be inside of what it falls on before they have a manifold, and gain energy as it is
    pushed out again. Of two that fall the upper one comes as far as if the lower one had landed: otherwise
    stacks fall into themselves. Without gravity nothing gains any; what bounces gets its speed from the
    energy that it has at the touch, wherever that is found.
    """
    proxies, contacts, rows = scene.proxies, scene.table.contacts, scene.table.scratch
    shapes, still = proxies.shapes, slowest_fall(context)
    k, last = begin, near_end
    for row in range(end - 1, begin - 1, -1):  # as `filter_near` lists them
        if k < last and rows[k] == row:
            k += 1
            continue
        contact = contacts[row]
        shape_a, shape_b = shapes[contact.a], shapes[contact.b]
        if is_slow(scene.bodies[shape_a.body], still) and is_slow(scene.bodies[shape_b.body], still):
            continue
        if not is_plain(contact, shape_a, shape_b):
            continue
        velocity = landing_velocity(scene, shape_a.body, shape_b.body, context)
        if reach_of(velocity, context) <= context.speculative:
            continue
        if not lands(scene, shape_a.body, shape_b.body, velocity, context):
            continue
        if may_close(proxies, contact, velocity, context):
            rows[near_end] = row
            near_end += 1
    return near_end


@inlined
def reach_of(velocity: Vec2, context: StepContext) -> float:
    """Return how far two bodies may come nearer in the coming step, less the overlap that is left alone."""
    return horizon_of(context) * length(velocity) - context.slop


@inlined
def slowest_fall(context: StepContext) -> float:
    """Return the speed up to which two bodies come no nearer in a step than all contacts look ahead."""
    return float(0.5 * (context.speculative + context.slop) / horizon_of(context))


@inlined
def is_slow(body: Any, speed: float) -> bool:
    """Whether a body moves at a speed or less."""
    return bool(body.vx * body.vx + body.vy * body.vy <= speed * speed)


@inlined
def is_descending(scene: Scene, row: int, context: StepContext) -> bool:
    """Whether a body moves down, of those that forces accelerate."""
    body = scene.bodies[row]
    down = way_down(body, foreseen_on(scene.effects, row), context)
    return bool(body.kind == DYNAMIC and dot(Vec2(body.vx, body.vy), down) > 0.0)


@inlined
def fall_together(scene: Scene, a: int, b: int, context: StepContext) -> bool:
    """Whether two bodies fall: what is above falls on the other one as soon as that has landed."""
    return is_descending(scene, a, context) and is_descending(scene, b, context)


@inlined
def landing_velocity(scene: Scene, a: int, b: int, context: StepContext) -> Vec2:
    """Return the velocity of B relative to A; where both fall, as if the lower one had landed."""
    body_a, body_b = scene.bodies[a], scene.bodies[b]
    if not fall_together(scene, a, b, context):
        return relative_velocity(body_a, body_b)
    down = way_down(body_a, foreseen_on(scene.effects, a), context)
    is_below = dot(Vec2(body_a.x - body_b.x, body_a.y - body_b.y), down) > 0.0
    return Vec2(body_b.vx, body_b.vy) if is_below else Vec2(-body_a.vx, -body_a.vy)


@inlined
def falling_margins(scene: Scene, a: int, b: int, context: StepContext) -> tuple[float, float]:
    """Return up to which gap two bodies of which one falls get points, and up to which they keep those that
    this step does not close.
    """
    reach = reach_of(landing_velocity(scene, a, b, context), context)
    return reach, reach if fall_together(scene, a, b, context) else context.speculative


@inlined
def lands(scene: Scene, a: int, b: int, velocity: Vec2, context: StepContext) -> bool:
    """Whether one of two bodies falls, given their relative velocity."""
    if len(scene.effects) == 0:
        return is_falling(velocity, Vec2(context.gravity_x, context.gravity_y))
    return one_falls(scene, a, b, velocity, context)


@kernel
def one_falls(scene: Scene, a: int, b: int, velocity: Vec2, context: StepContext) -> bool:
    """Whether one of two bodies falls where areas or fields act, given their relative velocity."""
    return falls(scene, a, velocity, context) or falls(scene, b, velocity, context)


@inlined
def falls(scene: Scene, row: int, velocity: Vec2, context: StepContext) -> bool:
    """Whether a velocity leads along what accelerates a body."""
    body = scene.bodies[row]
    down = way_down(body, foreseen_on(scene.effects, row), context)
    return bool(body.kind == DYNAMIC and is_falling(velocity, down))


@inlined
def is_plain(contact: Any, shape_a: Any, shape_b: Any) -> bool:
    """Whether two shapes would not bounce, both are solid from all sides and none is a character's."""
    is_special = contact.has_character + contact.one_way != 0
    return not (is_special or shape_a.restitution + shape_b.restitution != 0.0)


@inlined
def may_close(proxies: Proxies, contact: Any, velocity: Vec2, context: StepContext) -> bool:
    """Whether the boxes of two shapes overlap at the end of the coming step."""
    move, box = scale(horizon_of(context), velocity), rect_of(proxies.tight, contact.b)
    coming = Rect(
        box.lx + min(move.x, 0.0),
        box.ly + min(move.y, 0.0),
        box.ux + max(move.x, 0.0),
        box.uy + max(move.y, 0.0),
    )
    return gap_to(proxies.tight, contact.a, coming) < -context.slop


@inlined
def update_manifolds(scene: Scene, begin: int, near: int, end: int, context: StepContext) -> int:
    """Update the manifolds of the contacts listed in `table.scratch` from `begin` to `end`, where those from
    `near` on are falling.

    Moves those between an awake body and a sleeping one to the front of the list; returns the end of these.
    """
    bodies, shapes, table, rows = scene.bodies, scene.proxies.shapes, scene.table, scene.table.scratch
    turned, waking_end, coarse, stopped, exact = scene.proxies.turned, begin, 0, 0, 0
    for k in range(begin, end):
        contact, manifold = table.contacts[rows[k]], table.manifolds[rows[k]]
        prefetch(table.manifolds, rows[min(k + MANIFOLDS_AHEAD, end - 1)])
        prefetch_shapes(shapes, table.contacts[rows[min(k + 2 * MANIFOLDS_AHEAD, end - 1)]])
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        if contact.solid == 0:
            continue
        if contact.has_character == 1 and (bodies[a].floor == b + 1 or bodies[b].floor == a + 1):
            clear_contact(contact, manifold)  # the character system moves it with its floor and loads that
            continue
        loaded = contact.has_manifold == 1 and manifold.jn0 + manifold.jn1 > 0.0
        if loaded and hardly_moved(contact.count, manifold, bodies[a], bodies[b], context.recycle_distance):
            reset_step_results(contact, manifold)
            update_separations(manifold, bodies[a], bodies[b])
            mark_touching(contact, manifold)
            rows[waking_end] = rows[k]
            waking_end += is_waking(bodies[a], bodies[b])
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        margin, kept = context.speculative, context.speculative
        if k >= near:
            margin, kept = falling_margins(scene, a, b, context)
        volume_a, volume_b = shapes[contact.a].coarse, shapes[contact.b].coarse
        if volume_a + volume_b != ORIGIN:
            coarse += 1
            if are_volumes_apart(scene.proxies, volume_a, volume_b, core_a, core_b, margin, context.slop):
                stopped += 1
                clear_contact(contact, manifold)
                stop_passing(contact)
                continue
        exact += 1
        on_b = bodies[a].kind == DYNAMIC and bodies[b].kind != DYNAMIC
        m = collide_on(turned, core_a, core_b, margin, on_b)
        if m.count == 1 and core_a.form != POINT and core_b.form != POINT and k < near:
            m = with_next_point(scene, contact, core_a, core_b, m, context)
        if contact.one_way & PASSING != 0 and has_passed(contact, m, shapes, bodies):
            stop_passing(contact)
        if m.count > 0:
            m = solver_manifold(scene, contact, core_a, core_b, m, loaded, kept, context)
        if m.count == 0:
            clear_contact(contact, manifold)
            continue
        init_manifold(contact, manifold, shapes)
        reset_step_results(contact, manifold)
        if contact.one_way != 0 and update_passing(contact, m, shapes, bodies, context):
            contact.count = 0
            continue
        store_manifold(contact, manifold, m)
        if loaded and contact.has_character + contact.one_way == 0:
            cache_pose(manifold, bodies[a], bodies[b])
        mark_touching(contact, manifold)
        rows[waking_end] = rows[k]
        waking_end += is_waking(bodies[a], bodies[b])
    count_tests(scene.tests, coarse, stopped, exact)
    return waking_end


@kernel
def with_next_point(
    scene: Scene, contact: Any, a: Core, b: Core, m: Manifold, context: StepContext
) -> Manifold:
    """Return a manifold of a single point, or of two if the shapes turn about it onto the next one.

    What turns about a corner lands on the other one: inside of the floor already, it would gain energy as it
    is pushed out.
    """
    bodies, shapes = scene.bodies, scene.proxies.shapes
    reach = turning_reach(contact, shapes, bodies, context)
    if reach == 0.0:
        return m
    wide = collide(scene.proxies.turned, a, b, context.speculative + reach)
    return wide if is_closed_by_turning(wide, contact, shapes, bodies, scene.effects, context) else m


@inlined
def turning_reach(contact: Any, shapes: ShapeRows, bodies: BodyRows, context: StepContext) -> float:
    """Return how much nearer a second point may come in the coming step as two shapes turn about the first
    one: 0 if that is no more than all contacts look ahead, or if they would bounce.
    """
    shape_a, shape_b = shapes[contact.a], shapes[contact.b]
    body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
    spin = abs(spin_of(shape_a, body_a) - spin_of(shape_b, body_b))
    apart = 2.0 * min(body_a.reach - shape_a.radius, body_b.reach - shape_b.radius)
    way = context.dt * spin * apart
    return way if way > context.speculative and is_plain(contact, shape_a, shape_b) else 0.0


@inlined
def is_closed_by_turning(
    m: Manifold, contact: Any, shapes: ShapeRows, bodies: BodyRows, effects: Rows, context: StepContext
) -> bool:
    """Whether one of two points is near, and the coming step closes the gap of the other one."""
    if m.count < 2 or smallest_gap(m) > context.speculative:
        return False
    gap = max(m.separation0, m.separation1)
    if gap <= context.speculative:
        return False
    shape_a, shape_b = shapes[contact.a], shapes[contact.b]
    body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
    p = pair_motion(shape_a, shape_b, body_a, body_b, effects, context)
    x, y = (m.x0, m.y0) if m.separation0 == gap else (m.x1, m.y1)
    return closing_time(p, normal_of(m), x, y, gap, 0.0, 0.0) <= p.horizon


@inlined
def solver_manifold(
    scene: Scene,
    contact: Any,
    a: Core,
    b: Core,
    m: Manifold,
    loaded: bool,
    kept: float,
    context: StepContext,
) -> Manifold:
    """Return what the solver gets of a manifold: no ghosts, nothing that a sweep resolves.

    Points of surfaces that are apart are taken at the touch to which this step's motion leads. A loaded
    contact within the slop touches already; flush faces, as in a pile, meet as they are. What this step does
    not close is kept up to the gap `kept`, for what else pushes the bodies together.
    """
    bodies, shapes = scene.bodies, scene.proxies.shapes
    shape_a, shape_b = shapes[contact.a], shapes[contact.b]
    body_a, body_b = bodies[shape_a.body], bodies[shape_b.body]
    gap = smallest_gap(m)
    if gap <= 0.0 or (loaded and gap <= context.slop) or (m.count == 2 and gap <= FLUSH * context.slop):
        m = smooth_contact(scene, contact, a, b, m, 0.0, 0.0, context.slop)
        return NO_CONTACT if not loaded and is_swept(scene, contact, m, context) else m
    if not loaded and is_swept(scene, contact, m, context):
        return NO_CONTACT
    p = pair_motion(shape_a, shape_b, body_a, body_b, scene.effects, context)
    touch = predict_touch(scene.proxies.turned, a, b, m, p, scene.spare, context)
    if touch.m.count == 0 or (touch.time == 0.0 and gap > kept):
        return NO_CONTACT
    x, y = touch.time * p.velocity.x, touch.time * p.velocity.y
    m = smooth_contact(scene, contact, touch.a, touch.b, touch.m, x, y, context.slop)
    return shift_to_start(m, touch.time, p, body_a, body_b)


@kernel
def is_swept(scene: Scene, contact: Any, m: Manifold, context: StepContext) -> bool:
    """Whether the solver leaves a contact to a sweep. What falls must be faster for that."""
    shape_a, shape_b = scene.proxies.shapes[contact.a], scene.proxies.shapes[contact.b]
    a, b = scene.bodies[shape_a.body], scene.bodies[shape_b.body]
    if not is_left_to_sweep(a, b, m, constants.SWEEP_THRESHOLD, context):
        return False
    if smallest_gap(m) <= context.slop and (is_jointed(a) or is_jointed(b)):
        return False  # sweeps know no joints
    velocity, plain = relative_velocity(a, b), is_plain(contact, shape_a, shape_b)
    falls = plain and lands(scene, shape_a.body, shape_b.body, velocity, context)
    return not falls or is_left_to_sweep(a, b, m, constants.FALL_THRESHOLD, context)


@inlined
def mark_touching(contact: Any, manifold: Any) -> None:
    """Mark a contact as touching if one of its points is."""
    if manifold.separation0 <= 0.0 or (contact.count > 1 and manifold.separation1 <= 0.0):
        contact.touching = 1


@inlined
def is_waking(body_a: Any, body_b: Any) -> bool:
    """Whether one of two bodies is awake and the other sleeps."""
    return bool(body_a.awake + body_b.awake == 1)


@kernel
def wake_and_remove(bodies: BodyRows, shapes: ShapeRows, table: Table, ranges: RangeRows) -> int:
    """Wake the sleeping bodies that are touched and remove parted contacts; returns how many bodies woke.

    Rows are removed in descending order, since the last row replaces a removed one.
    """
    woken = 0
    for number in range(len(ranges) - 1, -1, -1):
        own = ranges[number]
        for k in range(own.waking, own.waking_end):
            contact = table.contacts[table.scratch[k]]
            woken += wake_touching(bodies, shapes[contact.a].body, shapes[contact.b].body)
        for k in range(own.parted, own.parted_end):
            remove_contact(table, bodies, shapes, table.scratch[k])
    return woken
