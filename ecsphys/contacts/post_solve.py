"""Touches after the bodies moved, of contacts in which the solver saw none."""

from __future__ import annotations

from typing import Any

from ..arrays import BodyRows, ShapeRows
from ..collide.dispatch import collide
from ..collide.manifold import Manifold
from ..compile import INT, INTS, REAL, entry, inlined, kernel
from ..parallel.work_queue import WorkQueue, first_range, next_range, wait_until_done
from ..spatial.filters import gap_to, rect_of
from ..spatial.proxies import Proxies
from ..world.contacts import HOOK_DROPPED, ONE_WAY_A, ONE_WAY_B, TRIGGER_CONTACT, UNKNOWN, PairTable
from ..world.detection_counts import count_tests
from ..world.shapes import ORIGIN
from ..world.state import World
from .coarse import are_volumes_apart
from .manifold_rows import approach_speed, init_manifold, store_manifold
from .narrow_phase import BOXES_AHEAD, CONTACTS_PER_RANGE, cores_of, prefetch_shapes
from .one_way import is_on_solid_side
from .seams import SCENE, Scene, scene_of, share_scene, smooth_contact
from .table import Table

MIN_PARALLEL_TOUCHES = 10_000  # fewer contacts are tested by one thread
PARTING_RATE = 10.0  # skins per second: a character that parts more slowly stays on a one-way platform


def find_post_solve_touches(world: World, pairs: PairTable, slop: float) -> None:
    """Find the touches of a table's contacts in the bodies' new poses, where the solver saw none."""
    pool = world.pool
    if pool.threads == 1 or pool.is_alone(pairs.contact_count, MIN_PARALLEL_TOUCHES):
        post_solve_touches(scene_of(world, pairs, 1), 1, pool.queue, slop)
    else:
        count = pairs.contact_count
        threads = pool.thread_count(count, MIN_PARALLEL_TOUCHES)
        scenes = share_scene(scene_of(world, pairs, threads), threads, world.shapes.max_points)
        ranges = count // CONTACTS_PER_RANGE + 1
        pool.run_queue(post_solve_touches, [(own, ranges, pool.queue, slop) for own in scenes])


@entry(SCENE, INT, INTS, REAL)
def post_solve_touches(scene: Scene, range_count: int, queue: WorkQueue, slop: float) -> None:
    """Update `touching` of all contacts, in ranges that threads take from a queue."""
    proxies, table = scene.proxies, scene.table
    count = table.counts[0].contacts
    number = first_range(queue, range_count)
    while number < range_count:
        begin, end = count * number // range_count, count * (number + 1) // range_count
        update_touches(scene, begin, list_open(proxies, table, begin, end), slop)
        number = next_range(queue, range_count)
    if range_count > 1:
        wait_until_done(queue, range_count)


@inlined
def list_open(proxies: Proxies, table: Table, begin: int, end: int) -> int:
    """List the contacts `begin` ... `end` whose boxes overlap and whose touch the solver left open.

    Writes them to `table.scratch` from `begin` on and returns their end; open ones whose boxes are apart do
    not touch. Free of branches, see `narrow_phase.filter_near`.
    """
    tight, contacts = proxies.tight, table.contacts
    list_end = begin
    for row in range(begin, end):
        contact = contacts[row]
        prefetch_shapes(tight, contacts[min(row + BOXES_AHEAD, end - 1)])
        settled = (contact.solid == 1) & ((contact.touching == 1) | (contact.one_way != 0))
        is_open = (contact.hook_state != HOOK_DROPPED) & (not settled)
        is_near = gap_to(tight, contact.a, rect_of(tight, contact.b)) <= 0.0
        table.scratch[list_end] = row
        list_end += is_open & is_near
        contact.touching = contact.touching * (is_near | (not is_open))
    return list_end


@inlined
def update_touches(scene: Scene, begin: int, end: int, slop: float) -> None:
    """Update the touches and manifolds of the contacts listed in `table.scratch` from `begin` to `end`."""
    bodies, table = scene.bodies, scene.table
    shapes, turned, contacts = scene.proxies.shapes, scene.proxies.turned, table.contacts
    coarse, stopped, exact = 0, 0, 0
    for k in range(begin, end):
        contact, manifold = contacts[table.scratch[k]], table.manifolds[table.scratch[k]]
        a = shapes[contact.a].body
        b = shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
        margin = 0.0
        if contact.has_character == 1:
            margin = character_margin(contact, bodies[a], bodies[b])
        is_new = contact.touching != 1
        contact.touching = 0
        volume_a, volume_b = shapes[contact.a].coarse, shapes[contact.b].coarse
        if volume_a + volume_b != ORIGIN:
            coarse += 1
            if are_volumes_apart(scene.proxies, volume_a, volume_b, core_a, core_b, margin, slop):
                stopped += 1
                continue
        exact += 1
        m = collide(turned, core_a, core_b, margin)
        if m.count > 0 and (margin == 0.0 or touches_character(contact, m, shapes, bodies)):
            if contact.solid == 1:
                smooth = smooth_contact(scene, contact, core_a, core_b, m, 0.0, 0.0, slop)
                m = smooth if smooth.count > 0 else m  # it does overlap
            init_manifold(contact, manifold, shapes)
            store_manifold(contact, manifold, m)
            contact.touching = 1
            manifold.impulse = 0.0
            manifold.time = -1.0
            manifold.speed = approach_speed(bodies, a, b, manifold)
            if is_new and contact.solid == 1 and manifold.speed <= 0.0:
                manifold.time = 1.0  # they graze each other now, and no longer approach
            if is_new and contact.has_character == 1 and contact.solid == 0:
                manifold.speed = character_impact_speed(bodies[a], bodies[b], manifold)
    count_tests(scene.tests, coarse, stopped, exact)


@kernel
def character_impact_speed(body_a: Any, body_b: Any, manifold: Any) -> float:
    """Return the approach speed along the normal of a character and another body.

    A character has stopped by the time the touch is found, so it counts with the velocity of its impact.
    """
    ax, ay = (body_a.impact_vx, body_a.impact_vy) if body_a.skin > 0.0 else (body_a.vx, body_a.vy)
    bx, by = (body_b.impact_vx, body_b.impact_vy) if body_b.skin > 0.0 else (body_b.vx, body_b.vy)
    return max(0.0, float((ax - bx) * manifold.nx + (ay - by) * manifold.ny))


@kernel
def character_margin(contact: Any, body_a: Any, body_b: Any) -> float:
    """Return the separation up to which a character touches: two skins, since it keeps one skin away.

    Triggers see the shape without its skin.
    """
    return 0.0 if contact.counted_as == TRIGGER_CONTACT else 2.0 * max(body_a.skin, body_b.skin)


@kernel
def touches_character(contact: Any, m: Manifold, shapes: ShapeRows, bodies: BodyRows) -> bool:
    """Whether a one-way shape touches a character rather than letting it pass; any other shape does."""
    if contact.one_way == 0:
        return True
    shape_a = shapes[contact.a]
    shape_b = shapes[contact.b]
    body_a = bodies[shape_a.body]
    body_b = bodies[shape_b.body]
    parting_speed = (body_b.vx - body_a.vx) * m.nx + (body_b.vy - body_a.vy) * m.ny
    skin = max(body_a.skin, body_b.skin)
    if m.separation0 < -skin or parting_speed > PARTING_RATE * skin:
        return False
    if contact.one_way & ONE_WAY_A and not is_on_solid_side(shape_a, body_a.angle, m.nx, m.ny):
        return False
    return not (contact.one_way & ONE_WAY_B and not is_on_solid_side(shape_b, body_b.angle, -m.nx, -m.ny))
