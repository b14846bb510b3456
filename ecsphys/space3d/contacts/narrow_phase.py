"""Narrow phase of space: compute manifolds of all contacts, wake touched bodies, remove parted contacts.

The stages are the plane's (`contacts.narrow_phase`); here they run in one thread.
"""

from __future__ import annotations

from typing import Any

from ...arrays import BodyRows, ShapeRows
from ...compile import entry, inlined, kernel
from ...contacts.prediction import horizon_of
from ...contacts.table import Table, remove_contact
from ...world.contacts import UNKNOWN
from ...world.detection_counts import count_tests
from ...world.waking import wake_touching
from ..collide.dispatch import collide_cores
from ..collide.manifold import NO_VECTOR
from ..math3d.vec3 import Vec3
from ..math3d.vector import scale
from ..settings import CONTEXT3, StepContext3
from ..spatial.cuboid import gap_to, rows_overlap
from ..world.cores import cores_of
from .manifold_rows import (
    clear_contact,
    init_manifold,
    is_loaded,
    mark_touching,
    reset_step_results,
    store_manifold,
)
from .planes import is_with_mesh, update_planes
from .prediction import (
    find_fall,
    is_closed_by_turning,
    is_swept,
    lands,
    moved,
    moved_box,
    reach_of,
    relative_velocity,
    shift_to_start,
    turning_reach,
)
from .recycling import cache_pose, hardly_moved, update_separations
from .scene import SCENE3, Scene3
from .seams import smooth_contact


@entry(SCENE3, CONTEXT3)
def narrow_phase(scene: Scene3, context: StepContext3) -> int:
    """Compute the manifolds of all solid contacts with an awake body; returns how many bodies woke.

    Contacts whose fat boxes do not overlap any more are removed.
    """
    return update_contacts(scene, context)


@kernel
def update_contacts(scene: Scene3, context: StepContext3) -> int:
    """See `narrow_phase`."""
    count = scene.table.counts[0].contacts
    near_end, parted_end = filter_near(scene, count, context.speculative)
    falling_end = near_end
    if context.gravity_x != 0.0 or context.gravity_y != 0.0 or context.gravity_z != 0.0:
        falling_end = add_falling(scene, count, near_end, context)
    waking_end = update_manifolds(scene, near_end, falling_end, context)
    return wake_and_remove(scene.bodies, scene.shapes, scene.table, waking_end, parted_end)


@inlined
def filter_near(scene: Scene3, count: int, reach: float) -> tuple[int, int]:
    """List the contacts whose boxes are at most `reach` apart, and clear all others.

    Writes to `table.scratch` the near ones from 0 on, and those whose fat boxes parted from `count` on, both
    in descending order; returns both ends. Free of branches on nearness, as in the plane.
    """
    table, tight, fat = scene.table, scene.tight, scene.fat
    contacts, rows = table.contacts, table.scratch
    near, parted = 0, count
    for row in range(count - 1, -1, -1):
        contact = contacts[row]
        a, b = contact.a, contact.b
        is_near = rows_overlap(tight, a, b, reach)
        rows[near] = row
        near += is_near
        rows[parted] = row
        parted += (not is_near) & (not rows_overlap(fat, a, b))
        if (not is_near) & (contact.count + contact.touching != 0):
            clear_contact(contact, table.manifolds[row])
    return near, parted


@kernel
def add_falling(scene: Scene3, count: int, near_end: int, context: StepContext3) -> int:
    """Append to the near contacts those that gravity closes in the coming step; return their new end."""
    bodies, shapes, contacts, rows = scene.bodies, scene.shapes, scene.table.contacts, scene.table.scratch
    k, last = 0, near_end
    for row in range(count - 1, -1, -1):  # as `filter_near` lists them
        if k < last and rows[k] == row:
            k += 1
            continue
        contact = contacts[row]
        velocity = relative_velocity(bodies[shapes[contact.a].body], bodies[shapes[contact.b].body])
        if reach_of(velocity, context) <= context.speculative:
            continue
        if lands(scene, contact, velocity, context) and may_close(scene, contact, velocity, context):
            rows[near_end] = row
            near_end += 1
    return near_end


@inlined
def may_close(scene: Scene3, contact: Any, velocity: Vec3, context: StepContext3) -> bool:
    """Whether the boxes of two shapes overlap at the end of the coming step."""
    coming = moved_box(scene, contact.b, scale(horizon_of(context), velocity))
    return gap_to(scene.tight, contact.a, coming) < -context.slop


@inlined
def update_manifolds(scene: Scene3, near: int, end: int, context: StepContext3) -> int:
    """Update the manifolds of the contacts listed in `table.scratch` up to `end`, of which those from `near`
    on are falling.

    Moves those between an awake body and a sleeping one to the front of the list; returns the end of these.
    """
    bodies, shapes, table, rows = scene.bodies, scene.shapes, scene.table, scene.table.scratch
    waking_end, exact = 0, 0
    for k in range(end):
        contact, manifold = table.contacts[rows[k]], table.manifolds[rows[k]]
        a, b = shapes[contact.a].body, shapes[contact.b].body
        if bodies[a].awake + bodies[b].awake == 0 and contact.touching != UNKNOWN:
            continue
        if contact.solid == 0:
            continue
        if contact.has_character == 1 and (bodies[a].floor == b + 1 or bodies[b].floor == a + 1):
            clear_contact(contact, manifold)  # the character system moves it with its floor and loads that
            continue
        if is_with_mesh(shapes, contact):
            exact += update_planes(scene, contact, k >= near, context)
            continue  # a mesh is static: nothing wakes
        exact += update_manifold(scene, contact, manifold, k >= near, context)
        if contact.count > 0:
            rows[waking_end] = rows[k]
            waking_end += bodies[a].awake + bodies[b].awake == 1
    count_tests(scene.tests, 0, 0, exact)
    return waking_end


@inlined
def update_manifold(scene: Scene3, contact: Any, manifold: Any, falls: bool, context: StepContext3) -> int:
    """Update one manifold; returns the number of exact tests."""
    bodies, shapes = scene.bodies, scene.shapes
    body_a, body_b = bodies[shapes[contact.a].body], bodies[shapes[contact.b].body]
    loaded = is_loaded(contact, manifold)
    if loaded and hardly_moved(contact.count, manifold, body_a, body_b, context.recycle_distance):
        reset_step_results(contact, manifold)
        update_separations(manifold, body_a, body_b)
        mark_touching(contact, manifold)
        return 0
    core_a, core_b = cores_of(bodies, shapes, contact.a, contact.b)
    way = NO_VECTOR
    if falls:
        fall = find_fall(scene, core_a, core_b, body_a, body_b, context)
        if fall.found == 0:
            clear_contact(contact, manifold)
            return 1
        way, core_b = fall.way, moved(core_b, fall.way)
    m = collide_cores(scene.solids, core_a, core_b, context.speculative)
    reach = turning_reach(scene, contact, core_a, core_b, m, context)
    if reach > 0.0:
        wide = collide_cores(scene.solids, core_a, core_b, context.speculative + reach)
        m = wide if is_closed_by_turning(wide, body_a, body_b, context) else m
    if m.count > 0:
        m = smooth_contact(scene, contact, core_a, core_b, m, way, context.slop)
    if falls:
        m = shift_to_start(m, way, body_a, body_b)
    if m.count == 0 or (not loaded and is_swept(scene, contact, m, context)):
        clear_contact(contact, manifold)
        return 1
    init_manifold(contact, manifold, shapes)
    reset_step_results(contact, manifold)
    store_manifold(contact, manifold, m)
    if loaded and contact.has_character == 0:
        cache_pose(manifold, body_a, body_b)
    mark_touching(contact, manifold)
    return 1


@kernel
def wake_and_remove(
    bodies: BodyRows, shapes: ShapeRows, table: Table, waking_end: int, parted_end: int
) -> int:
    """Wake the sleeping bodies that are touched and remove parted contacts; returns how many bodies woke.

    Rows are removed in descending order, since the last row replaces a removed one.
    """
    woken, count = 0, table.counts[0].contacts
    for k in range(waking_end):
        contact = table.contacts[table.scratch[k]]
        woken += wake_touching(bodies, shapes[contact.a].body, shapes[contact.b].body)
    for k in range(count, parted_end):
        remove_contact(table, bodies, shapes, table.scratch[k])
    return woken
