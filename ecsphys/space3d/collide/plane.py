"""Contact and separation of a plane, the surface of a solid half space, with every other form."""

from __future__ import annotations

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, any_perpendicular, cross, dot, negate, subtract
from .clip import Frame, add_point, find_incident_face, finish_manifold
from .core import SEGMENT, Core, SolidRows, to_world
from .manifold import CORNER, FACE, NO_CONTACT, Manifold, Separation, Spot, feature_id
from .solid import corner_of, count_sides, point_of, support_of


@inlined
def _normal(a: Core) -> Vec3:
    return rotate(a.rotation, a.half)


@inlined
def _deepest(rows: SolidRows, b: Core, normal: Vec3) -> int:
    return support_of(rows, b, rotate_back(b.rotation, negate(normal)))


@inlined
def _height(a: Core, normal: Vec3, p: Vec3) -> float:
    return dot(normal, subtract(p, a.center))


@kernel
def separate_plane(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the separation of the plane A and any convex B."""
    normal = _normal(a)
    p = to_world(b, point_of(rows, b, _deepest(rows, b, normal)))
    gap = _height(a, normal, p)
    on_b = add_scaled(p, -b.radius, normal)
    return Separation(gap - b.radius - a.radius, normal, add_scaled(p, a.radius - gap, normal), on_b)


@inlined
def _point_of_side(rows: SolidRows, b: Core, face: int, k: int) -> int:
    """Return the number of corner k of a face, or of end k of a segment."""
    return k if b.form <= SEGMENT else corner_of(rows, b, face, k)


@kernel
def collide_plane(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """The plane A against any convex B: the corners of B's face that looks most against the plane."""
    normal = _normal(a)
    deepest = _deepest(rows, b, normal)
    limit = margin + a.radius + b.radius
    if _height(a, normal, to_world(b, point_of(rows, b, deepest))) > limit:
        return NO_CONTACT
    face, count = 0, b.form
    if b.form > SEGMENT:
        against = rotate_back(b.rotation, normal)
        face = find_incident_face(rows, b, against, point_of(rows, b, deepest))
        count = count_sides(rows, b, face)
    u = any_perpendicular(normal)
    frame = Frame(a.center, u, cross(normal, u), normal)
    m = NO_CONTACT
    for k in range(count):
        i = _point_of_side(rows, b, face, k)
        q = subtract(to_world(b, point_of(rows, b, i)), a.center)
        p = Vec3(dot(frame.u, q), dot(frame.v, q), dot(frame.n, q))
        if p.z <= limit:
            m = add_point(m, Spot(p, p.z, feature_id(FACE, 4 * i + CORNER)))
    return finish_manifold(frame, a, b, m)
