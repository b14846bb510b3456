"""Static meshes: what a convex core meets of their triangles, found in a tree of boxes.

Triangles are solid from the front: what has its middle behind one does not touch it. A sphere or box that
slides over a floor of triangles must not catch at their inner sides: a contact normal that leans over a side
is admitted only between the normals of both triangles there, so at flat and hollow sides never; instead the
contact with the face counts. C. Ericson, *Real-Time Collision Detection*, 5.1.5 (Voronoi regions); the same
idea as the plane's smooth chains.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, any_perpendicular, cross, dot, length_squared, negate, subtract
from .clip import Frame, add_point, clip_face
from .core import POINT, Core, SolidRows, to_world
from .manifold import (
    NO_CONTACT,
    NO_SPOT,
    NO_VECTOR,
    Manifold,
    Spot,
    flip_id,
    make_manifold,
    normal_of,
    spot0,
    spot1,
    spot2,
    spot3,
    to_shared_frame,
)
from .mesh_tree import enlarge, is_admitted, is_before, middle_of, overlaps_node, triangle_core
from .polytope import collide_polytopes
from .round import collide_sphere
from .solid import point_of, relative_to, row_normal, support_of
from .support import bounds_of

MOST_PLANES = 6  # in which one shape touches a mesh at once
IN_PLANE = 1.0 - 1e-6  # cosine of the angle (0.08 degrees) of normals of which one plane does for both
SIMILAR = 0.985  # cosine of the angle (ten degrees) within which what has no plane of its own joins another
SAME = 1e-12  # part of the size squared below which two contact points are one
_FEATURES = 32  # features of one triangle


@inlined
def _face_contact(rows: SolidRows, triangle: Core, b: Core, margin: float) -> Manifold:
    """Return the contact of the front of a triangle as a face with a polytope or segment."""
    limit, placed = margin + triangle.radius + b.radius, relative_to(triangle, b)
    n = row_normal(rows, triangle.span)
    corner = support_of(rows, placed, rotate_back(placed.rotation, negate(n)))
    height = dot(n, to_world(placed, point_of(rows, placed, corner))) - rows.faces[triangle.span, 3]
    if height > limit:
        return NO_CONTACT
    return to_shared_frame(triangle, clip_face(rows, triangle, placed, 0, corner, limit))


@kernel
def collide_triangle(rows: SolidRows, triangle: Core, b: Core, margin: float) -> Manifold:
    """Return the contact of a triangle of a mesh with a convex core whose middle is in front of it."""
    if b.form == POINT:
        m = collide_sphere(rows, triangle, b, margin)
    else:
        m = collide_polytopes(rows, triangle, b, margin)
    if m.count == 0 or is_admitted(rows, triangle.span, rotate_back(triangle.rotation, normal_of(m))):
        return m
    return NO_CONTACT if b.form == POINT else _face_contact(rows, triangle, b, margin)


@inlined
def _tag(s: Spot, index: int) -> Spot:
    """Return a contact point whose id names the triangle of the mesh."""
    swapped = flip_id(s.id)  # the triangle's feature is the lower half
    return Spot(s.point, s.separation, flip_id(swapped + index * _FEATURES))


@inlined
def _in_frame(frame: Frame, s: Spot) -> Spot:
    q = subtract(s.point, frame.origin)
    return Spot(Vec3(dot(frame.u, q), dot(frame.v, q), dot(frame.n, q)), s.separation, s.id)


@inlined
def _is_near(s: Spot, t: Spot, squared: float) -> bool:
    return length_squared(subtract(s.point, t.point)) <= squared


@inlined
def _merge_point(m: Manifold, s: Spot, squared: float) -> Manifold:
    """Add a point to a manifold in a frame on a face, unless it has one there."""
    if (
        (m.count > 0 and _is_near(spot0(m), s, squared))
        or (m.count > 1 and _is_near(spot1(m), s, squared))
        or (m.count > 2 and _is_near(spot2(m), s, squared))
        or (m.count > 3 and _is_near(spot3(m), s, squared))
    ):
        return m
    return add_point(m, s)


@kernel
def _merge(merged: Manifold, m: Manifold, frame: Frame, index: int, squared: float) -> Manifold:
    """Add the points of a triangle's contact to those of others."""
    merged = _merge_point(merged, _tag(_in_frame(frame, spot0(m)), index), squared)
    if m.count > 1:
        merged = _merge_point(merged, _tag(_in_frame(frame, spot1(m)), index), squared)
    if m.count > 2:
        merged = _merge_point(merged, _tag(_in_frame(frame, spot2(m)), index), squared)
    if m.count > 3:
        merged = _merge_point(merged, _tag(_in_frame(frame, spot3(m)), index), squared)
    return merged


@inlined
def _deepest_first(frame: Frame, m: Manifold) -> Manifold:
    """Return a merged manifold in the shared frame, the deepest point first."""
    s0, s1, s2, s3 = spot0(m), spot1(m), spot2(m), spot3(m)
    if m.count > 1 and s1.separation < s0.separation:
        s0, s1 = s1, s0
    if m.count > 2 and s2.separation < s0.separation:
        s0, s2 = s2, s0
    if m.count > 3 and s3.separation < s0.separation:
        s0, s3 = s3, s0
    return make_manifold(
        m.count,
        frame.n,
        _from_frame(frame, s0),
        _from_frame(frame, s1) if m.count > 1 else NO_SPOT,
        _from_frame(frame, s2) if m.count > 2 else NO_SPOT,
        _from_frame(frame, s3) if m.count > 3 else NO_SPOT,
    )


@inlined
def _from_frame(frame: Frame, s: Spot) -> Spot:
    p = add_scaled(add_scaled(frame.origin, s.point.x, frame.u), s.point.y, frame.v)
    return Spot(add_scaled(p, s.point.z, frame.n), s.separation, s.id)


class Planes(NamedTuple):
    """The planes in which a mesh is touched: `count` normals, away from the mesh."""

    count: int  # type: ignore[assignment]  # hides tuple.count
    n0: Vec3
    n1: Vec3
    n2: Vec3
    n3: Vec3
    n4: Vec3
    n5: Vec3


NO_PLANES = Planes(0, NO_VECTOR, NO_VECTOR, NO_VECTOR, NO_VECTOR, NO_VECTOR, NO_VECTOR)


@inlined
def normal_of_plane(p: Planes, k: int) -> Vec3:
    """Return the normal of plane k."""
    if k < 3:
        return p.n0 if k == 0 else p.n1 if k == 1 else p.n2
    return p.n3 if k == 3 else p.n4 if k == 4 else p.n5


@inlined
def add_plane(p: Planes, n: Vec3) -> Planes:
    """Return planes with one more, of at most MOST_PLANES."""
    k = p.count
    return Planes(
        k + 1,
        n if k == 0 else p.n0,
        n if k == 1 else p.n1,
        n if k == 2 else p.n2,
        n if k == 3 else p.n3,
        n if k == 4 else p.n4,
        n if k == 5 else p.n5,
    )


class Nearest(NamedTuple):
    """The plane whose normal is nearest to a direction (-1: there are none), and their cosine."""

    plane: int
    cosine: float


@kernel
def nearest_plane(p: Planes, n: Vec3) -> Nearest:
    """Return the plane of the nearest normal; of equals the first."""
    best = Nearest(-1, -2.0)
    for k in range(p.count):
        cosine = dot(normal_of_plane(p, k), n)
        if cosine > best.cosine:
            best = Nearest(k, cosine)
    return best


class Walk(NamedTuple):
    """What a walk through a mesh finds: the contact of one plane in its frame, and a plane that is not known.

    `is_new`: there is one, and `normal` is its normal.
    """

    merged: Manifold
    is_new: bool
    normal: Vec3


@kernel
def _walk(rows: SolidRows, a: Core, b: Core, margin: float, planes: Planes, k: int, frame: Frame) -> Walk:
    """Merge the contacts of all triangles that belong to plane k, and find a plane that is not known.

    Each triangle's contact belongs to the plane of the nearest normal. Of those that lie in no known plane
    the first one is the deepest, each further one that whose normal differs most from all known ones: where
    there are more than have room, their directions are those that hold best.
    """
    box = bounds_of(rows, relative_to(a, b))
    size = Vec3(box.ux - box.lx, box.uy - box.ly, box.uz - box.lz)
    near, middle, squared = enlarge(box, margin + a.radius), middle_of(box), SAME * length_squared(size)
    merged, is_new, normal, least = NO_CONTACT, False, NO_VECTOR, math.inf
    first = rows.spans[a.span, 2]
    node, end = rows.spans[a.span, 6], rows.spans[a.span, 6] + rows.spans[a.span, 7]
    while node < end:
        if overlaps_node(rows, node, near):
            face = rows.nodes[node, 0]
            if face >= 0 and is_before(rows, face, middle):
                m = collide_triangle(rows, triangle_core(a, face), b, margin)
                nearest = nearest_plane(planes, normal_of(m))
                if m.count > 0 and nearest.plane == k and nearest.cosine >= SIMILAR:
                    merged = _merge(merged, m, frame, face - first, squared)
                rank = nearest.cosine if planes.count > 0 else m.separation0
                if m.count > 0 and nearest.cosine < IN_PLANE and rank < least:
                    is_new, normal, least = True, normal_of(m), rank
            node += 1
        else:
            node = rows.nodes[node, 1]
    return Walk(merged, is_new, normal)


@inlined
def _frame_of(b: Core, normal: Vec3) -> Frame:
    """Return the frame at the middle of B in which the points of a plane are merged."""
    u = any_perpendicular(normal)
    return Frame(b.center, u, cross(normal, u), normal)


@kernel
def contact_in_plane(rows: SolidRows, a: Core, b: Core, margin: float, planes: Planes, k: int) -> Manifold:
    """The mesh A against any convex B but a plane: what touches in plane k of those that are touched."""
    frame = _frame_of(b, normal_of_plane(planes, k))
    return _deepest_first(frame, _walk(rows, a, b, margin, planes, k, frame).merged)


class Touched(NamedTuple):
    """The planes in which a mesh is touched, and the contact of the last one of them."""

    planes: Planes
    last: Manifold


@kernel
def find_planes(rows: SolidRows, a: Core, b: Core, margin: float, most: int) -> Touched:
    """Return the planes, at most so many, in which the mesh A touches any convex B but a plane.

    The deepest first. Two triangles in one plane, within IN_PLANE, have one.
    """
    planes, last = NO_PLANES, NO_CONTACT
    frame = _frame_of(b, Vec3(0.0, 1.0, 0.0))
    walk = _walk(rows, a, b, margin, planes, 0, frame)
    while walk.is_new and planes.count < most:
        planes = add_plane(planes, walk.normal)
        frame = _frame_of(b, walk.normal)
        walk = _walk(rows, a, b, margin, planes, planes.count - 1, frame)
        last = _deepest_first(frame, walk.merged)
    return Touched(planes, last)


@kernel
def collide_mesh(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """The mesh A against any convex B but a plane: the deepest contact, and all others of similar normals."""
    return find_planes(rows, a, b, margin, 1).last
