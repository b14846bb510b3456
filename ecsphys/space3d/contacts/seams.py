"""Contacts at the seams of shapes that touch flush: their covers are found, and ghost normals replaced.

As in the plane (`ecsphys.contacts.seams`): a cover of a shape in its contact with another one is a neighbour
that moves with it and has a solid contact with the other shape, too. The rules are those of `collide.seam`.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ... import constants
from ...arrays import wide
from ...compile import inlined, kernel
from ...contacts.mover_lists import list_of, next_in_list
from ...contacts.seams import (
    LISTED,
    RISE_TOLERANCE,
    is_inside,
    is_solid_to,
    may_have_covers,
    other_shape,
    part_with_covers,
)
from ...spatial.walk import MOBILE, NONE
from ...world.bodies import DYNAMIC
from ..collide.core import Core
from ..collide.manifold import NO_CONTACT, Manifold, flip, normal_of
from ..collide.seam import (
    ALL_SAMPLES,
    NO_FACE,
    PARALLEL_COSINE,
    Region,
    can_be_smoothed,
    can_cover,
    contact_on_face,
    facing_face,
    has_faces,
    hidden_samples,
    is_before,
    refuses,
    region_of,
    sample_of,
    separation_of,
    surface_point,
)
from ..collide.solid import count_faces
from ..math3d.vec3 import Vec3
from ..math3d.vector import negate, subtract
from ..spatial.cuboid import Cuboid, overlaps
from ..spatial.walk import WalkState, next_in_box, start_walk
from ..world.cores import shape_core
from .scene import Scene3

MARGIN = constants.SPECULATIVE / constants.SLOP  # in slops


class Side(NamedTuple):
    """A contact seen from shape i, which may have covers: its core T, the other shape and core, the normal
    away from T, the point on T's surface, where the cores' shared origin lies in the world, and the slop.
    """

    i: int
    j: int
    t: Core
    o: Core
    normal: Vec3
    point: Vec3
    origin: Vec3
    slop: float


@inlined
def smooth_contact(
    scene: Scene3, contact: Any, a: Core, b: Core, m: Manifold, way: Vec3, slop: float
) -> Manifold:
    """Return a solid contact's manifold without ghost normals; `m` itself in nearly all cases.

    `way`: from the place of body B to where core B is.
    """
    bodies, shapes, lists = scene.bodies, scene.shapes, scene.table.lists
    i, j = wide(contact.a), wide(contact.b)
    covers_a = has_faces(a) and can_be_smoothed(b) and may_have_covers(bodies, shapes, lists, i, j)
    covers_b = has_faces(b) and can_be_smoothed(a) and may_have_covers(bodies, shapes, lists, j, i)
    if contact.has_character == 1 or not (covers_a or covers_b):
        return m
    return smooth_at_ends(scene, i, j, a, b, m, way, covers_a, covers_b, slop)


@kernel
def smooth_at_ends(
    scene: Scene3,
    i: int,
    j: int,
    a: Core,
    b: Core,
    m: Manifold,
    way: Vec3,
    covers_a: bool,
    covers_b: bool,
    slop: float,
) -> Manifold:
    """Return the manifold of shapes i and j where one of them may have covers."""
    body = scene.bodies[scene.shapes[i].body]
    n, origin = normal_of(m), Vec3(body.x, body.y, body.z)
    if covers_a:
        side = Side(i, j, a, b, n, surface_point(m, n), origin, slop)
        if is_refused(scene, side, m):
            return or_deep(m, contact_of_open_faces(scene, side), slop)
    if covers_b:
        n = negate(n)
        side = Side(j, i, b, a, n, surface_point(m, n), subtract(origin, way), slop)  # covers move with B
        if is_refused(scene, side, m):
            return or_deep(m, flip(contact_of_open_faces(scene, side)), slop)
    return m


@inlined
def or_deep(m: Manifold, smooth: Manifold, slop: float) -> Manifold:
    """Return the smooth manifold; deep inside, without an open face to leave by, the given one."""
    return m if smooth.count == 0 and m.separation0 < -MARGIN * slop else smooth


@kernel
def is_refused(scene: Scene3, s: Side, m: Manifold) -> bool:
    """Whether covers refuse the normal of a contact."""
    facing = facing_face(scene.solids, s.t, s.normal)
    if facing.cosine > PARALLEL_COSINE:
        return is_hidden(scene, s, facing.face)
    body = scene.bodies[scene.shapes[s.i].body]
    # What may rest on the faces of several shapes does so a little askew.
    tolerance = s.slop if m.count > 1 and body.kind == DYNAMIC else RISE_TOLERANCE * s.slop
    box = box_around(s.point, s.point, s.origin, s.slop)
    walk = start_covers(scene, s)
    while True:
        walk = next_cover(scene, s, box, walk)
        if walk.cover == NONE:
            return False
        c = cover_core(scene, s, walk.cover)
        if can_cover(c) and refuses(scene.solids, s.point, s.normal, c, tolerance, s.slop):
            return True


@kernel
def is_hidden(scene: Scene3, s: Side, f: int) -> bool:
    """Whether covers hide what of face f of T is before the other core."""
    r = region_of(scene.solids, s.t, f, s.o, s.slop)
    if not r.at_end:
        return False
    bits, box = 0, box_of_region(s, r)
    walk = start_covers(scene, s)
    while bits != ALL_SAMPLES:
        walk = next_cover(scene, s, box, walk)
        if walk.cover == NONE:
            return False
        c = cover_core(scene, s, walk.cover)
        if can_cover(c):
            bits |= hidden_samples(scene.solids, s.t, r, c, s.slop)
    return True


@kernel
def contact_of_open_faces(scene: Scene3, s: Side) -> Manifold:
    """Return the contact of the other core with the face of T before it that is nearest and not hidden."""
    margin, best, face = MARGIN * s.slop, -math.inf, NO_FACE
    for f in range(count_faces(scene.solids, s.t)):
        if is_before(scene.solids, s.t, f, s.o):
            separation = separation_of(scene.solids, s.t, f, s.o)
            if separation > best and not is_hidden(scene, s, f):
                best, face = separation, f
    if face == NO_FACE or best > margin + s.t.radius + s.o.radius:
        return NO_CONTACT
    return contact_on_face(scene.solids, s.t, face, s.o, margin)


@inlined
def box_around(p: Vec3, q: Vec3, origin: Vec3, margin: float) -> Cuboid:
    """Return the box in the world around two points of the shared frame."""
    return Cuboid(
        min(p.x, q.x) + origin.x - margin,
        min(p.y, q.y) + origin.y - margin,
        min(p.z, q.z) + origin.z - margin,
        max(p.x, q.x) + origin.x + margin,
        max(p.y, q.y) + origin.y + margin,
        max(p.z, q.z) + origin.z + margin,
    )


@inlined
def box_of_region(s: Side, r: Region) -> Cuboid:
    """Return the box in the world around a region of a face: around two pairs of opposite corners."""
    one = box_around(sample_of(s.t, r, 0), sample_of(s.t, r, 8), s.origin, s.slop)
    two = box_around(sample_of(s.t, r, 2), sample_of(s.t, r, 6), s.origin, s.slop)
    return Cuboid(
        min(one.lx, two.lx),
        min(one.ly, two.ly),
        min(one.lz, two.lz),
        max(one.ux, two.ux),
        max(one.uy, two.uy),
        max(one.uz, two.uz),
    )


class CoverWalk(NamedTuple):
    """A walk through the covers of a shape: part of the tree or LISTED, place there, the cover (or NONE)."""

    part: int
    place: WalkState
    cover: int


@inlined
def start_covers(scene: Scene3, s: Side) -> CoverWalk:
    """Begin a walk through the covers of T."""
    part = part_with_covers(scene.bodies, scene.shapes, s.i, s.j)
    if part == LISTED:
        return CoverWalk(LISTED, WalkState(0, list_of(scene.table.lists, s.j), 0, NONE), NONE)
    return CoverWalk(part, start_walk(scene.tree, part), NONE)


@inlined
def next_cover(scene: Scene3, s: Side, box: Cuboid, walk: CoverWalk) -> CoverWalk:
    """Return the next cover of T near a box; `cover` is NONE at the end."""
    if walk.part == LISTED:
        return next_listed(scene, s, box, walk.place.slot)
    return next_in_tree(scene, s, box, walk)


@inlined
def next_listed(scene: Scene3, s: Side, box: Cuboid, row: int) -> CoverWalk:
    """Return the next cover among the contacts of the other shape, after a row of its list."""
    table = scene.table
    while True:
        row = next_in_list(table.lists, row, s.j)
        if row == NONE:
            return CoverWalk(LISTED, WalkState(0, NONE, 0, NONE), NONE)
        k = other_shape(table.contacts[row], s.j)
        if overlaps(scene.fat, k, box) and may_cover(scene, k, s):
            return CoverWalk(LISTED, WalkState(0, row, 0, NONE), k)


@kernel
def next_in_tree(scene: Scene3, s: Side, box: Cuboid, walk: CoverWalk) -> CoverWalk:
    """Return the next cover of a walk through the tree."""
    part, place = walk.part, walk.place
    while True:
        place = next_in_box(scene.tree, box, place)
        if place.proxy == NONE:
            if part == MOBILE:
                return CoverWalk(part, place, NONE)
            part = MOBILE
            place = start_walk(scene.tree, part)
        elif may_cover(scene, place.proxy, s) and is_solid_to(scene.table, place.proxy, s.j):
            return CoverWalk(part, place, place.proxy)


@kernel
def may_cover(scene: Scene3, k: int, s: Side) -> bool:
    """Whether shape k moves with T: it is a cover if it is solid to the other shape, too."""
    bodies, shapes = scene.bodies, scene.shapes
    own, body = shapes[s.i].body, bodies[shapes[k].body]
    if k == s.i or shapes[k].body == shapes[s.j].body or body.skin > 0.0:
        return False
    if shapes[k].body != own and (body.kind == DYNAMIC or bodies[own].kind == DYNAMIC):
        return False
    return not is_inside(bodies[shapes[s.j].body], body, bodies[own])


@inlined
def cover_core(scene: Scene3, s: Side, k: int) -> Core:
    """Return the core of a cover in the shared frame."""
    body = scene.bodies[scene.shapes[k].body]
    away = Vec3(body.x - s.origin.x, body.y - s.origin.y, body.z - s.origin.z)
    return shape_core(scene.shapes[k], body, away)
