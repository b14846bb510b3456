"""When two moving cores touch: the search of `advance`, and all triangles of a mesh that may be met."""

from __future__ import annotations

from ...collide.time_of_impact import SEPARATED
from ...compile import kernel
from ..math3d.vec3 import Vec3
from ..math3d.vector import length, negate, subtract
from .advance import Impact, Sweep, farthest_distance, impact_of_convex
from .core import MESH, PLANE, Core, SolidRows, to_local
from .manifold import NO_VECTOR
from .mesh_sweeps import swept_box
from .mesh_tree import enlarge, is_before, middle_of, overlaps_node, triangle_core
from .solid import relative_to
from .support import Box, bounds_of

NO_IMPACT = Impact(SEPARATED, 1.0, NO_VECTOR, NO_VECTOR, 0)


@kernel
def time_of_impact(
    rows: SolidRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, tolerance: float, max_iterations: int
) -> Impact:
    """Return when two cores, given at time 0, come within `tolerance` (> 0) of each other; never later.

    OVERLAPPING at the start has fraction 0; FAILED (out of iterations) has the fraction up to which nothing
    touches. Planes and meshes must not move. Of a mesh only triangles count that have the other's middle in
    front of them at the start.
    """
    if b.form == MESH:
        return _impact_with_mesh(rows, a, sweep_a, b, sweep_b, tolerance, max_iterations)
    if a.form == MESH:
        i = _impact_with_mesh(rows, b, sweep_b, a, sweep_a, tolerance, max_iterations)
        return Impact(i.status, i.fraction, negate(i.normal), i.point, i.iterations)
    return impact_of_convex(rows, a, sweep_a, b, sweep_b, tolerance, max_iterations)


@kernel
def _path_box(rows: SolidRows, a: Core, sweep: Sweep, mesh: Core) -> Box:
    """Return a box of the mesh's frame around all of a core's motion."""
    if length(sweep.turn) == 0.0:
        box = bounds_of(rows, relative_to(mesh, a))
    else:
        reach, p = farthest_distance(rows, a, sweep.pivot) + a.radius, to_local(mesh, sweep.pivot)
        box = Box(p.x - reach, p.y - reach, p.z - reach, p.x + reach, p.y + reach, p.z + reach)
    start = to_local(mesh, Vec3(0.0, 0.0, 0.0))
    return swept_box(box, subtract(to_local(mesh, sweep.way), start))


@kernel
def _impact_with_mesh(
    rows: SolidRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, tolerance: float, max_iterations: int
) -> Impact:
    """Return the first impact of convex A with a triangle of the mesh B, which does not move."""
    best = NO_IMPACT
    if a.form >= PLANE:
        return best
    path = enlarge(_path_box(rows, a, sweep_a, b), b.radius + tolerance)
    middle = middle_of(bounds_of(rows, relative_to(b, a)))
    node, end = rows.spans[b.span, 6], rows.spans[b.span, 6] + rows.spans[b.span, 7]
    while node < end:
        if overlaps_node(rows, node, path):
            face = rows.nodes[node, 0]
            if face >= 0 and is_before(rows, face, middle):
                triangle = triangle_core(b, face)
                found = impact_of_convex(rows, a, sweep_a, triangle, sweep_b, tolerance, max_iterations)
                # A failed search proves only that nothing touches before its fraction: then it may hit.
                earlier = found.status != SEPARATED and found.fraction < best.fraction
                if earlier or (best.status == SEPARATED and found.status != SEPARATED):
                    best = found
            node += 1
        else:
            node = rows.nodes[node, 1]
    return best
