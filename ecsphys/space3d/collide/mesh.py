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
from .support import Box, bounds_of

SIMILAR = 0.985  # cosine of the angle (ten degrees) of normals whose points make one manifold
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


class Deepest(NamedTuple):
    """The deepest contact of a mesh: the triangle's face, -1 for none, separation and normal."""

    face: int
    separation: float
    normal: Vec3


@kernel
def _find_deepest(rows: SolidRows, a: Core, b: Core, box: Box, margin: float) -> Deepest:
    """Return the triangle that B is deepest in; of equals the first."""
    found = Deepest(-1, math.inf, Vec3(0.0, 1.0, 0.0))
    near, middle = enlarge(box, margin + a.radius), middle_of(box)
    node, end = rows.spans[a.span, 6], rows.spans[a.span, 6] + rows.spans[a.span, 7]
    while node < end:
        if overlaps_node(rows, node, near):
            face = rows.nodes[node, 0]
            if face >= 0 and is_before(rows, face, middle):
                m = collide_triangle(rows, triangle_core(a, face), b, margin)
                if m.count > 0 and m.separation0 < found.separation:
                    found = Deepest(face, m.separation0, normal_of(m))
            node += 1
        else:
            node = rows.nodes[node, 1]
    return found


@kernel
def collide_mesh(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """The mesh A against any convex B but a plane: the deepest contact, and all others of similar normals."""
    box = bounds_of(rows, relative_to(a, b))
    deepest = _find_deepest(rows, a, b, box, margin)
    if deepest.face < 0:
        return NO_CONTACT
    u = any_perpendicular(deepest.normal)
    frame = Frame(b.center, u, cross(deepest.normal, u), deepest.normal)
    size = Vec3(box.ux - box.lx, box.uy - box.ly, box.uz - box.lz)
    near, middle, squared = enlarge(box, margin + a.radius), middle_of(box), SAME * length_squared(size)
    merged, first = NO_CONTACT, rows.spans[a.span, 2]
    node, end = rows.spans[a.span, 6], rows.spans[a.span, 6] + rows.spans[a.span, 7]
    while node < end:
        if overlaps_node(rows, node, near):
            face = rows.nodes[node, 0]
            if face >= 0 and is_before(rows, face, middle):
                m = collide_triangle(rows, triangle_core(a, face), b, margin)
                if m.count > 0 and dot(normal_of(m), deepest.normal) >= SIMILAR:
                    merged = _merge(merged, m, frame, face - first, squared)
            node += 1
        else:
            node = rows.nodes[node, 1]
    return _deepest_first(frame, merged)
