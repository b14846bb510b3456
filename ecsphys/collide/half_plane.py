"""Contact of a half-plane with a bounded shape."""

from __future__ import annotations

from ..arrays import PointRows
from ..compile import kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, dot, subtract
from .manifold import (
    NO_CONTACT,
    POINT,
    WITH_A,
    Core,
    Manifold,
    following,
    normal_at,
    origin,
    point_at,
    single_point,
    two_points,
)
from .polygon import deepest_vertex, select_incident_edge


@kernel
def collide_half_plane(points: PointRows, a: Core, b: Core, margin: float) -> Manifold:
    """Half-plane A against the deepest vertex of B and the edge that starts or ends there."""
    normal = normal_at(points, a.first)
    offset = subtract(subtract(origin(b), origin(a)), point_at(points, a.first))
    j0 = deepest_vertex(points, b, normal)
    if b.form != POINT:
        j0 = select_incident_edge(points, b, normal, j0)
    j1 = following(b, j0)
    vertex0, vertex1 = point_at(points, b.first + j0), point_at(points, b.first + j1)
    separation0 = dot(normal, add(vertex0, offset)) - b.radius
    separation1 = dot(normal, add(vertex1, offset)) - b.radius
    point0 = midpoint_from(vertex0, b, normal, separation0)
    point1 = midpoint_from(vertex1, b, normal, separation1)
    if separation0 > margin:
        return single_point(normal, point1, separation1, j1, WITH_A) if separation1 <= margin else NO_CONTACT
    if separation1 > margin or b.form == POINT:
        return single_point(normal, point0, separation0, j0, WITH_A)
    return two_points(normal, point0, separation0, j0, point1, separation1, j1)


@kernel
def midpoint_from(vertex: Vec2, b: Core, normal: Vec2, separation: float) -> Vec2:
    """The point halfway between the plane and the surface of B around one of its vertices."""
    return add_scaled(add(vertex, origin(b)), -b.radius - 0.5 * separation, normal)
