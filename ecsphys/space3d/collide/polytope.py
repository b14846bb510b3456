"""Contact of polytopes with each other and with segments: the best axis, then the points that share it.

The largest separation over all axes is never more than the distance. Where the contact points along that axis
have it as their gap, it is the distance. Where they do not, the closest points are a corner and a corner or
an edge: then GJK finds them.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, cross, dot, length_squared, negate, subtract
from .axes import Axes, EdgeAxis, find_axes, inverse, placed_edge
from .box_axes import find_box_axes
from .clip import clip_face
from .core import BOX, HULL, Core, SolidRows, to_world
from .gjk import Gap, find_gap
from .hull_axes import find_hull_axes
from .manifold import (
    CORNER,
    EDGE,
    NO_CONTACT,
    Manifold,
    feature_id,
    flip,
    single_point,
    to_shared_frame,
)
from .solid import count_faces, edge_of, face_of, point_of, relative_to

# Parts of the margin by which another axis must be better than the face of A, so that rounding errors do not
# alternate between them: of a face of B, and of a pair of edges, which has one point where a face has four.
FACE_TOLERANCE = 0.01
EDGE_TOLERANCE = 0.05
BESIDE = 1e-9  # part of an edge by which its closest point may lie beyond its end


class EdgeContact(NamedTuple):
    """The contact of two edges, and whether their closest points lie on both."""

    manifold: Manifold
    exists: bool


@kernel
def collide_edges(rows: SolidRows, a: Core, b: Core, axis: EdgeAxis) -> EdgeContact:
    """Return the contact of two edges, B's and the result in the frame of A."""
    of_a, of_b = edge_of(rows, a, axis.a), placed_edge(rows, b, axis.b)
    n = cross(of_a.way, of_b.way)
    gap, squared = subtract(of_b.start, of_a.start), length_squared(n)
    s, t = dot(cross(gap, of_b.way), n) / squared, dot(cross(gap, of_a.way), n) / squared
    exists = -BESIDE <= s <= 1.0 + BESIDE and -BESIDE <= t <= 1.0 + BESIDE
    middle = 0.5 * (axis.separation + a.radius - b.radius)
    point = add_scaled(add_scaled(of_a.start, s, of_a.way), middle, axis.normal)
    feature = feature_id(4 * axis.a + EDGE, 4 * axis.b + EDGE)
    separation = axis.separation - a.radius - b.radius
    return EdgeContact(single_point(axis.normal, point, separation, feature), exists)


@inlined
def _face_contact(rows: SolidRows, a: Core, b: Core, axes: Axes, of_b: bool, limit: float) -> Manifold:
    """Return the contact along the best face of A, or of B, in the frame of A."""
    axis = axes.of_b if of_b else axes.of_a
    if of_b:
        m = clip_face(rows, b, inverse(a, b), axis.face, axis.corner, limit)
        return flip(to_shared_frame(b, m))
    return clip_face(rows, a, b, axis.face, axis.corner, limit)


@kernel
def holds(rows: SolidRows, a: Core, p: Vec3) -> bool:
    """Return whether a polytope holds a point of its frame."""
    for f in range(count_faces(rows, a)):
        face = face_of(rows, a, f)
        if dot(face.normal, p) > face.offset:
            return False
    return True


@inlined
def _overlap(rows: SolidRows, a: Core, b: Core, axes: Axes, best: float) -> bool:
    """Return whether A and B surely overlap: all axes are known, or a point of B is in A."""
    if best > 0.0:
        return False
    return not axes.pruned or holds(rows, a, to_world(b, point_of(rows, b, axes.of_a.corner)))


@inlined
def deepest_gap(m: Manifold, a: Core, b: Core) -> float:
    """Return the gap of the cores at the first point of a manifold."""
    return m.separation0 + a.radius + b.radius


@inlined
def _point_contact(a: Core, b: Core, gap: Gap, margin: float) -> Manifold:
    """Return the contact of the closest points of two cores, if they are near enough."""
    separation = gap.distance - a.radius - b.radius
    if separation > margin:
        return NO_CONTACT
    point = add_scaled(gap.point_a, 0.5 * (gap.distance + a.radius - b.radius), gap.normal)
    return single_point(gap.normal, point, separation, feature_id(CORNER, CORNER))


@kernel
def collide_polytopes(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """Box, hull or triangle A against box, hull or segment B; neither of a higher form than A.

    The face of A is preferred to that of B, and both to edges, by a part of the margin: with margin 0 the
    axis is the best one.
    """
    limit = margin + a.radius + b.radius
    placed = relative_to(a, b)
    if a.form == BOX and b.form == BOX:
        axes = find_box_axes(a, placed, limit)
    elif a.form == HULL and b.form == HULL:
        axes = find_hull_axes(rows, a, placed, limit)
    else:
        axes = find_axes(rows, a, placed, limit, limit)
    of_faces = max(axes.of_a.separation, axes.of_b.separation)
    best = max(of_faces, axes.edges.separation)
    if best > limit:
        return NO_CONTACT
    return to_shared_frame(a, _contact_along(rows, a, placed, axes, limit, margin))


@kernel
def _contact_along(rows: SolidRows, a: Core, b: Core, axes: Axes, limit: float, margin: float) -> Manifold:
    """Return the contact along the best axis, in the frame of A, in which B is given."""
    of_faces = max(axes.of_a.separation, axes.of_b.separation)
    best = max(of_faces, axes.edges.separation)
    by_edges = axes.edges.separation > of_faces + EDGE_TOLERANCE * margin
    sure = best > 0.0 or _overlap(rows, a, b, axes, best)
    edges = EdgeContact(NO_CONTACT, False)
    if axes.edges.separation > -math.inf:
        edges = collide_edges(rows, a, b, axes.edges)
        if by_edges and edges.exists and sure:
            return edges.manifold
    of_b = axes.of_b.separation > axes.of_a.separation + FACE_TOLERANCE * margin
    m = _face_contact(rows, a, b, axes, of_b, limit)
    # A face that is not the best axis has points as near as the best one's where B reaches past its end.
    allowed = EDGE_TOLERANCE * margin + BESIDE * (abs(m.x0) + abs(m.y0) + abs(m.z0) + abs(best))
    fits = m.count > 0 and deepest_gap(m, a, b) - best <= allowed and best - of_faces <= allowed
    if sure and fits:
        return m
    if best > 0.0 or not sure:
        gap = find_gap(rows, a, b, limit)
        if gap.distance > 0.0:
            return _point_contact(a, b, gap, margin)
    if fits:
        return m
    return edges.manifold if edges.exists else contact_along(rows, a, b, axes)


@kernel
def contact_along(rows: SolidRows, a: Core, b: Core, axes: Axes) -> Manifold:
    """Return the contact of overlapping cores along the best of all axes, in the frame of A.

    Only its first point counts. It lies on both surfaces, but where a face overlaps deeper than it is wide.
    Edges that only rounding makes better than a face, as with boxes turned alike, may not meet.
    """
    if axes.edges.separation > max(axes.of_a.separation, axes.of_b.separation):
        edges = collide_edges(rows, a, b, axes.edges)
        if edges.exists:
            return edges.manifold
    of_b = axes.of_b.separation > axes.of_a.separation
    axis = axes.of_b if of_b else axes.of_a
    m = _face_contact(rows, a, b, axes, of_b, max(axis.separation, 0.0))
    size = abs(m.x0) + abs(m.y0) + abs(m.z0) + abs(axis.separation)
    if m.count > 0 and deepest_gap(m, a, b) <= axis.separation + BESIDE * size:
        return m
    if of_b:
        face = face_of(rows, b, axis.face)
        normal, corner = rotate(b.rotation, negate(face.normal)), point_of(rows, a, axis.corner)
        middle = 0.5 * (b.radius - a.radius - axis.separation)
    else:
        normal = face_of(rows, a, axis.face).normal
        corner = to_world(b, point_of(rows, b, axis.corner))
        middle = 0.5 * (a.radius - b.radius - axis.separation)
    separation = axis.separation - a.radius - b.radius
    return single_point(normal, add_scaled(corner, middle if not of_b else -middle, normal), separation, 0)
