"""Rays, casts and distances of meshes."""

from __future__ import annotations

import math

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, negate, subtract
from .axes import placed_edge
from .cast import cast_convex
from .closest import FAR, closest_convex, flip_separation, separation_of
from .core import MESH, PLANE, Core, SolidRows, to_local, to_world
from .manifold import NO_HIT, Hit, Separation
from .mesh import collide_mesh
from .mesh_tree import enlarge, is_admitted, is_before, middle_of, overlaps_node, triangle_core
from .ray import ray_in_frame, ray_triangle
from .solid import count_edges, point_of, relative_to, row_normal
from .support import Box, bounds_of


@inlined
def _meets_node(rows: SolidRows, node: int, start: Vec3, way: Vec3, fraction: float) -> bool:
    """Return whether a ray up to a fraction of its way meets the box of a node (Ericson, 5.3.3)."""
    b = rows.boxes
    hx, hy, hz = 0.5 * fraction * way.x, 0.5 * fraction * way.y, 0.5 * fraction * way.z
    mx = start.x + hx - 0.5 * (b[node, 0] + b[node, 3])
    my = start.y + hy - 0.5 * (b[node, 1] + b[node, 4])
    mz = start.z + hz - 0.5 * (b[node, 2] + b[node, 5])
    ex, ey, ez = (
        0.5 * (b[node, 3] - b[node, 0]),
        0.5 * (b[node, 4] - b[node, 1]),
        0.5 * (b[node, 5] - b[node, 2]),
    )
    ax, ay, az = abs(hx), abs(hy), abs(hz)
    if abs(mx) > ex + ax or abs(my) > ey + ay or abs(mz) > ez + az:
        return False
    noise = 1e-12 * (abs(mx) + abs(my) + abs(mz) + ex + ey + ez) * (ax + ay + az)
    return bool(
        abs(my * hz - mz * hy) <= ey * az + ez * ay + noise
        and abs(mz * hx - mx * hz) <= ex * az + ez * ax + noise
        and abs(mx * hy - my * hx) <= ex * ay + ey * ax + noise
    )


@kernel
def ray_mesh(rows: SolidRows, a: Core, start: Vec3, way: Vec3) -> Hit:
    """Return the first front of a mesh that a ray meets, in the mesh's frame; of equals the tree's first."""
    best = NO_HIT
    node, end = rows.spans[a.span, 6], rows.spans[a.span, 6] + rows.spans[a.span, 7]
    while node < end:
        if _meets_node(rows, node, start, way, best.fraction):
            face = rows.nodes[node, 0]
            if face >= 0:
                hit = ray_triangle(rows, face, start, way)
                if hit.found == 1 and (best.found == 0 or hit.fraction < best.fraction):
                    best = hit
            node += 1
        else:
            node = rows.nodes[node, 1]
    return best


@inlined
def swept_box(box: Box, way: Vec3) -> Box:
    """Return the box around a box and all its positions along a way."""
    return Box(
        box.lx + min(way.x, 0.0),
        box.ly + min(way.y, 0.0),
        box.lz + min(way.z, 0.0),
        box.ux + max(way.x, 0.0),
        box.uy + max(way.y, 0.0),
        box.uz + max(way.z, 0.0),
    )


@kernel
def cast_mesh(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    """Return the first touch of convex A, moving by `way`, with the front of a triangle of the mesh B."""
    best, fronts = NO_HIT, rotate_back(b.rotation, way)
    if a.form >= PLANE:
        return best
    box = bounds_of(rows, relative_to(b, a))
    path, middle = enlarge(swept_box(box, fronts), b.radius), middle_of(box)
    node, end = rows.spans[b.span, 6], rows.spans[b.span, 6] + rows.spans[b.span, 7]
    while node < end:
        if overlaps_node(rows, node, path):
            face = rows.nodes[node, 0]
            if face >= 0 and is_before(rows, face, middle) and dot(row_normal(rows, face), fronts) < 0.0:
                hit = cast_convex(rows, a, way, triangle_core(b, face))
                if hit.found == 1 and (best.found == 0 or hit.fraction < best.fraction):
                    best = _with_surface_normal(rows, b, face, hit)
            node += 1
        else:
            node = rows.nodes[node, 1]
    return best


@inlined
def _with_surface_normal(rows: SolidRows, mesh: Core, face: int, hit: Hit) -> Hit:
    """Return a hit with the normal of the face where its own leans over a flat or hollow side."""
    if is_admitted(rows, face, rotate_back(mesh.rotation, negate(hit.normal))):
        return hit
    return Hit(1, hit.fraction, hit.point, negate(rotate(mesh.rotation, row_normal(rows, face))))


@inlined
def _gap_to_node(rows: SolidRows, node: int, box: Box) -> float:
    """Return the distance of a box from a node's box."""
    b = rows.boxes
    x = max(max(b[node, 0] - box.ux, box.lx - b[node, 3]), 0.0)
    y = max(max(b[node, 1] - box.uy, box.ly - b[node, 4]), 0.0)
    z = max(max(b[node, 2] - box.uz, box.lz - b[node, 5]), 0.0)
    return math.sqrt(x * x + y * y + z * z)


@kernel
def _common_point(rows: SolidRows, triangle: Core, b: Core, s: Separation) -> Vec3:
    """Return a point of both a triangle and a convex core that it crosses; `s` is their separation."""
    for i in range(3):  # where a side of the triangle enters the core
        start = to_local(b, to_world(triangle, point_of(rows, triangle, i)))
        end = to_local(b, to_world(triangle, point_of(rows, triangle, i + 1 if i < 2 else 0)))
        hit = ray_in_frame(rows, b, start, subtract(end, start))
        if hit.found == 1:
            return to_world(b, hit.point)
    placed = relative_to(triangle, b)
    n, offset = row_normal(rows, triangle.span), rows.faces[triangle.span, 3]
    for e in range(count_edges(rows, b)):  # else an edge of the core, if it has any, passes between the sides
        edge = placed_edge(rows, placed, e)
        height, way = dot(n, edge.start) - offset, dot(n, edge.way)
        if height * (height + way) < 0.0:
            return to_world(triangle, add_scaled(edge.start, -height / way, edge.way))
    return s.point_a  # of a sphere or capsule whose core is apart from the triangle


@kernel
def _closest_triangle(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the separation of the mesh A and convex B, which does not touch it: that of the nearest
    triangle, 0 where B crosses one from behind.
    """
    found = FAR
    box = bounds_of(rows, relative_to(a, b))
    node, end = rows.spans[a.span, 6], rows.spans[a.span, 6] + rows.spans[a.span, 7]
    while node < end:
        if _gap_to_node(rows, node, box) - a.radius <= found.distance:
            face = rows.nodes[node, 0]
            if face >= 0:
                triangle = triangle_core(a, face)
                s = closest_convex(rows, triangle, b)
                if s.distance < 0.0:
                    p = _common_point(rows, triangle, b, s)
                    return Separation(0.0, s.normal, p, p)
                if s.distance < found.distance:
                    found = s
            node += 1
        else:
            node = rows.nodes[node, 1]
    return found


@kernel
def closest_to_mesh(rows: SolidRows, a: Core, b: Core) -> Separation:
    """Return the separation of two cores, at least one a mesh; infinite if the other is a plane or mesh."""
    swap = a.form != MESH
    mesh, other = (b, a) if swap else (a, b)
    if other.form >= PLANE:
        return FAR
    m = collide_mesh(rows, mesh, other, 0.0)
    s = separation_of(m) if m.count > 0 else _closest_triangle(rows, mesh, other)
    return flip_separation(s) if swap else s
