"""Contacts with meshes: one for each plane in which a shape touches one.

A contact has one normal. So a mesh has as many rows of SHAPE3 as planes that may be touched at once, one
after the other in the list of its body, of which only the first is in the broad phase. A shape near it has a
contact with each of them, with friction and impulses of its own, as with the segments of a chain in the
plane. The contact with the first row computes all planes, and hands each to the contact that had it before.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import Ints, ShapeRows, wide
from ...compile import inlined, kernel
from ...contacts.table import Table, WorldRows, add_contact
from ...spatial.pair_index import MISSING, lookup
from ...spatial.pair_keys import pair_key, split_key
from ...spatial.walk import NONE
from ..collide.core import MESH
from ..collide.manifold import NO_VECTOR, Manifold, flip
from ..collide.mesh import MOST_PLANES, contact_in_plane, find_planes
from ..settings import StepContext3
from ..world.cores import cores_of
from .manifold_rows import (
    clear_contact,
    init_manifold,
    is_loaded,
    mark_touching,
    reset_step_results,
    store_manifold,
)
from .prediction import find_fall, is_closed_by_turning, is_swept, moved, shift_to_start, turning_reach
from .recycling import cache_pose, hardly_moved, update_separations
from .scene import Scene3

SAME_PLANE = 0.9  # cosine of the angle by which a plane's normal may have turned since the last step


@inlined
def is_with_mesh(shapes: ShapeRows, contact: Any) -> bool:
    """Whether one of the two shapes of a contact is a mesh."""
    return bool(max(shapes[contact.a].form, shapes[contact.b].form) == MESH)


@inlined
def next_plane(shapes: ShapeRows, i: int) -> int:
    """Return the row of the next plane of a mesh, NONE after the last."""
    after = wide(shapes[i].next_shape)
    return after if after != NONE and shapes[after].plane > 0 else NONE


@kernel
def add_planes(table: Table, rows: WorldRows, a: int, b: int, response: int) -> None:
    """Add the contacts of two shapes, which have one, with the other planes of a mesh."""
    shapes = rows.shapes
    i = next_plane(shapes, a)
    while i != NONE:
        add_contact(table, rows, i, b, response)
        i = next_plane(shapes, i)
    i = next_plane(shapes, b)
    while i != NONE:
        add_contact(table, rows, a, i, response)
        i = next_plane(shapes, i)


@kernel
def add_planes_of_pairs(table: Table, rows: WorldRows, keys: Ints, response: int) -> None:
    """Add the contacts with the other planes of meshes, of those pairs that have a contact in the table."""
    for key in keys:
        i, j = split_key(key)
        if max(rows.shapes[i].form, rows.shapes[j].form) == MESH:
            row = lookup(table.contact_index, key)
            if row != MISSING:
                contact = table.contacts[row]
                add_planes(table, rows, wide(contact.a), wide(contact.b), response)


class Pair(NamedTuple):
    """The first row of a mesh, and the shape that may touch it."""

    mesh: int
    other: int


@inlined
def pair_of(shapes: ShapeRows, contact: Any) -> Pair:
    """Return the two shapes of a contact with a mesh."""
    a, b = wide(contact.a), wide(contact.b)
    return Pair(b, a) if shapes[b].form == MESH else Pair(a, b)


@kernel
def stands_for_mesh(scene: Scene3, contact: Any) -> bool:
    """Whether a contact is the first one with its mesh, and no other plane of that is touched."""
    pair, table = pair_of(scene.shapes, contact), scene.table
    if scene.shapes[pair.mesh].plane > 0:
        return False
    i = next_plane(scene.shapes, pair.mesh)
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        if row != MISSING and table.contacts[row].touching == 1:
            return False
        i = next_plane(scene.shapes, i)
    return True


@kernel
def update_planes(scene: Scene3, contact: Any, falls: bool, context: StepContext3) -> int:
    """Update the contacts with all planes of a mesh; returns the number of exact tests.

    The contact with the mesh's first row does it for all others. If the shape `falls`, they are those at the
    touch to which it does.
    """
    shapes, table = scene.shapes, scene.table
    pair, swap = pair_of(shapes, contact), shapes[contact.b].form == MESH
    if shapes[pair.mesh].plane > 0:
        return 0
    body_a, body_b = scene.bodies[shapes[contact.a].body], scene.bodies[shapes[contact.b].body]
    loaded = is_any_loaded(scene, pair)
    if loaded and recycle(scene, pair, context):
        return 0
    core_a, core_b = cores_of(scene.bodies, shapes, contact.a, contact.b)
    way = NO_VECTOR
    if falls:
        fall = find_fall(scene, core_a, core_b, body_a, body_b, context)
        if fall.found == 0:
            clear_others(scene, pair, 0)
            return 1
        way, core_b = fall.way, moved(core_b, fall.way)
    mesh, other = (core_b, core_a) if swap else (core_a, core_b)
    touched = find_planes(scene.solids, mesh, other, context.speculative, MOST_PLANES)
    last, written = touched.planes.count - 1, 0
    for k in range(last + 1):
        m = touched.last
        if k < last:
            m = contact_in_plane(scene.solids, mesh, other, context.speculative, touched.planes, k)
        m = flip(m) if swap else m
        reach = turning_reach(scene, contact, core_a, core_b, m, context)
        if reach > 0.0:
            margin = context.speculative + reach
            wide = contact_in_plane(scene.solids, mesh, other, margin, touched.planes, k)
            wide = flip(wide) if swap else wide
            m = wide if is_closed_by_turning(wide, body_a, body_b, context) else m
        if falls:
            m = shift_to_start(m, way, body_a, body_b)
        row = row_of_plane(scene, pair, m, written)
        if row != MISSING:
            own, manifold = table.contacts[row], table.manifolds[row]
            if is_loaded(own, manifold) or not is_swept(scene, own, m, context):
                init_manifold(own, manifold, shapes)
                reset_step_results(own, manifold)
                store_manifold(own, manifold, m)
                if loaded and contact.has_character == 0:
                    cache_pose(manifold, body_a, body_b)
                mark_touching(own, manifold)
                written |= 1 << plane_of(shapes, own)
    clear_others(scene, pair, written)
    return 1


@inlined
def plane_of(shapes: ShapeRows, contact: Any) -> int:
    """Return the plane of a contact with a mesh."""
    return int(max(shapes[contact.a].plane, shapes[contact.b].plane))


@kernel
def is_any_loaded(scene: Scene3, pair: Pair) -> bool:
    """Whether the shape was pushed in some plane of the mesh."""
    table, i = scene.table, pair.mesh
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        if row != MISSING and is_loaded(table.contacts[row], table.manifolds[row]):
            return True
        i = next_plane(scene.shapes, i)
    return False


@kernel
def count_points(scene: Scene3, pair: Pair) -> int:
    """Return at how many points a shape touches a mesh."""
    table, points, i = scene.table, 0, pair.mesh
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        points += table.contacts[row].count if row != MISSING else 0
        i = next_plane(scene.shapes, i)
    return points


@kernel
def recycle(scene: Scene3, pair: Pair, context: StepContext3) -> bool:
    """Keep the contacts of a pair, with new separations, if the bodies hardly moved; returns whether so."""
    table, shapes, i, points = scene.table, scene.shapes, pair.mesh, count_points(scene, pair)
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        if row != MISSING and table.contacts[row].count > 0:
            contact, manifold = table.contacts[row], table.manifolds[row]
            body_a, body_b = scene.bodies[shapes[contact.a].body], scene.bodies[shapes[contact.b].body]
            # The poses of all were cached at once, but for what a sweep has found.
            if not hardly_moved(points, manifold, body_a, body_b, context.recycle_distance):
                return False
            reset_step_results(contact, manifold)
            update_separations(manifold, body_a, body_b)
            mark_touching(contact, manifold)
        i = next_plane(shapes, i)
    return True


@kernel
def row_of_plane(scene: Scene3, pair: Pair, m: Manifold, written: int) -> int:
    """Return the contact for a plane: the one that had it before, else an empty one; MISSING without any.

    `written`: bits of the rows that have their plane already.
    """
    table, shapes, i = scene.table, scene.shapes, pair.mesh
    best, most = MISSING, -2.0
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        if row != MISSING and (written >> shapes[i].plane) & 1 == 0:
            likeness = SAME_PLANE
            if table.contacts[row].count > 0:
                before = table.manifolds[row]
                likeness = before.nx * m.nx + before.ny * m.ny + before.nz * m.nz
            if likeness > most:
                best, most = row, likeness
        i = next_plane(shapes, i)
    return int(best)


@kernel
def clear_others(scene: Scene3, pair: Pair, written: int) -> None:
    """Clear the contacts with planes that are not touched."""
    table, shapes, i = scene.table, scene.shapes, pair.mesh
    while i != NONE:
        row = lookup(table.contact_index, pair_key(i, pair.other))
        if row != MISSING and (written >> shapes[i].plane) & 1 == 0:
            clear_contact(table.contacts[row], table.manifolds[row])
        i = next_plane(shapes, i)
