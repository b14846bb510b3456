"""The exact signed distance of two convex cores, with the closest points of both surfaces."""

from __future__ import annotations

import math

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled
from .axes import find_axes
from .box_axes import find_box_axes
from .core import BOX, HULL, PLANE, POINT, SEGMENT, Core, SolidRows, to_world
from .gjk import find_gap
from .hull_axes import find_hull_axes
from .manifold import NO_VECTOR, Manifold, Separation, normal_of, spot0, to_shared_frame
from .plane import separate_plane
from .polytope import contact_along
from .round import separate_segments, separate_sphere
from .solid import relative_to

FAR = Separation(math.inf, Vec3(0.0, 1.0, 0.0), NO_VECTOR, NO_VECTOR)


@inlined
def flip_separation(s: Separation) -> Separation:
    """Return a separation with A and B exchanged."""
    n = s.normal
    return Separation(s.distance, Vec3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z), s.point_b, s.point_a)


@kernel
def separate_polytopes(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the separation of box, hull or triangle A and box, hull, triangle or segment B."""
    placed = relative_to(a, b)
    gap = find_gap(rows, a, placed, math.inf)
    if gap.distance > 0.0:
        normal, on_a = rotate(a.rotation, gap.normal), to_world(a, gap.point_a)
        distance = gap.distance - a.radius - b.radius
        on_b = add_scaled(on_a, gap.distance - b.radius, normal)
        return Separation(distance, normal, add_scaled(on_a, a.radius, normal), on_b)
    if a.form == BOX and b.form == BOX:
        axes = find_box_axes(a, placed, math.inf)
    elif a.form == HULL and b.form == HULL:
        axes = find_hull_axes(rows, a, placed, math.inf)
    else:
        axes = find_axes(rows, a, placed, math.inf, 0.0)
    return separation_of(to_shared_frame(a, contact_along(rows, a, placed, axes)))


@inlined
def separation_of(m: Manifold) -> Separation:
    """Return the separation at the first point of a manifold."""
    normal, middle, half = normal_of(m), spot0(m).point, 0.5 * m.separation0
    return Separation(
        m.separation0, normal, add_scaled(middle, -half, normal), add_scaled(middle, half, normal)
    )


@kernel
def separate_ordered(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the separation of two cores, of which B has no higher form than A."""
    if a.form > PLANE or b.form >= PLANE:
        return FAR
    if a.form == PLANE:
        return separate_plane(rows, a, b)
    if b.form == POINT:
        return separate_sphere(rows, a, b, math.inf)[0]
    if a.form == SEGMENT:
        return separate_segments(a, b)[0]
    return separate_polytopes(rows, a, b)


@kernel
def closest_convex(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the exact signed distance of two cores that are no meshes."""
    swap = a.form < b.form
    s = separate_ordered(rows, b if swap else a, a if swap else b)
    return flip_separation(s) if swap else s
