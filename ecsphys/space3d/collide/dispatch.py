"""The kernel for two forms; all of them follow the conventions of `manifold`."""

from __future__ import annotations

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, negate
from .cast import cast_convex, cast_sphere
from .closest import closest_convex
from .core import BOX, MESH, PLANE, POINT, SEGMENT, Core, SolidRows, to_local
from .manifold import NO_CONTACT, Hit, Manifold, Separation, flip
from .mesh import collide_mesh
from .mesh_sweeps import cast_mesh, closest_to_mesh, ray_mesh
from .nearest import contains as contains  # one module answers for every form
from .plane import collide_plane
from .polytope import collide_polytopes
from .ray import hit_inside, place_hit, ray_in_frame
from .round import collide_segments, collide_sphere, collide_spheres
from .support import bounds_of as bounds_of
from .support import support as support


@kernel
def _collide_ordered(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """Collide two cores, of which B has no higher form than A."""
    if b.form >= PLANE:
        return NO_CONTACT
    if a.form == MESH:
        return collide_mesh(rows, a, b, margin)
    if a.form == PLANE:
        return collide_plane(rows, a, b, margin)
    if b.form == POINT:
        return collide_sphere(rows, a, b, margin)
    if a.form == SEGMENT:
        return collide_segments(a, b, margin)
    return collide_polytopes(rows, a, b, margin)


@inlined
def collide_cores(rows: SolidRows, a: Core, b: Core, margin: float) -> Manifold:
    """Return the contact points of two cores, none (count 0) if they are more than `margin` apart.

    Two planes or meshes never touch. A mesh touches with the fronts of its triangles.
    """
    if a.form == POINT and b.form == POINT:  # the most frequent pair of a heap of balls
        return collide_spheres(a, b, margin)
    swap = a.form < b.form
    m = _collide_ordered(rows, b if swap else a, a if swap else b, margin)
    return flip(m) if swap else m


@kernel
def closest_cores(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the exact signed distance of two cores: minus the least way that parts overlapping ones.

    Infinite between two planes or meshes. What touches a mesh has the separation of the contact's first
    point; what does not is at least 0 away: a mesh has no inside, and is passed from behind.
    """
    if a.form == MESH or b.form == MESH:
        return closest_to_mesh(rows, a, b)
    return closest_convex(rows, a, b)


@kernel
def ray_core(rows: SolidRows, core: Core, start: Vec3, way: Vec3) -> Hit:
    """Return where a ray from `start` by `way` meets a core; a start inside gives fraction 0.

    The normal is the outward one of the surface, or of a start inside the one against the way. Triangles and
    meshes are met from their front.
    """
    if core.radius > 0.0 and core.form >= BOX:
        point = Core(POINT, 0, 0.0, Vec3(0.0, 0.0, 0.0), start, core.rotation)
        hit = cast_cores(rows, point, way, core)
        if hit.found == 1 and hit.fraction == 0.0:
            return hit_inside(start, way)
        return Hit(hit.found, hit.fraction, hit.point, negate(hit.normal))
    at, along = to_local(core, start), rotate_back(core.rotation, way)
    if core.form == MESH:
        return place_hit(core, ray_mesh(rows, core, at, along), start, way)
    return place_hit(core, ray_in_frame(rows, core, at, along), start, way)


@kernel
def cast_any(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    """Do as `cast_cores`; A may be a mesh: then B moves the other way, and the place of the touch with A."""
    if a.form != MESH:
        return cast_cores(rows, a, way, b)
    hit = cast_cores(rows, b, negate(way), a)
    point, n = add_scaled(hit.point, hit.fraction, way), hit.normal
    return Hit(hit.found, hit.fraction, point, Vec3(0.0 - n.x, 0.0 - n.y, 0.0 - n.z))  # not -0.0


@kernel
def cast_cores(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    """Return the first touch of A, moving by `way`, with B; the normal is from A to B.

    An overlap at the start is a hit at fraction 0; a mere touch is one only if the way closes it. A may be no
    mesh; of a mesh B only fronts are met.
    """
    if b.form == MESH:
        return cast_mesh(rows, a, way, b)
    if a.form == POINT and b.form <= SEGMENT:
        return cast_sphere(rows, a, way, b)
    return cast_convex(rows, a, way, b)
