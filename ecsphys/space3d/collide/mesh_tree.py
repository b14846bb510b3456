"""Triangles of a mesh as cores, the boxes of its tree, and which normals its surface has."""

from __future__ import annotations

import math

from ...compile import inlined, kernel
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length_squared, negate, subtract
from .core import TRIANGLE, Core, SolidRows
from .solid import row_normal, row_point
from .support import Box

LEANING = 1e-3  # sine of the angle by which a normal may lean over a flat side


@inlined
def triangle_core(mesh: Core, face: int) -> Core:
    """Return a triangle of a mesh as a core."""
    return Core(TRIANGLE, face, mesh.radius, mesh.half, mesh.center, mesh.rotation)


@inlined
def overlaps_node(rows: SolidRows, node: int, box: Box) -> bool:
    """Return whether a node's box and another one overlap or touch."""
    b = rows.boxes
    return bool(
        b[node, 0] <= box.ux
        and b[node, 1] <= box.uy
        and b[node, 2] <= box.uz
        and box.lx <= b[node, 3]
        and box.ly <= b[node, 4]
        and box.lz <= b[node, 5]
    )


@inlined
def enlarge(box: Box, by: float) -> Box:
    """Return a box that is larger on all sides."""
    return Box(box.lx - by, box.ly - by, box.lz - by, box.ux + by, box.uy + by, box.uz + by)


@inlined
def middle_of(box: Box) -> Vec3:
    """Return the middle of a box."""
    return Vec3(0.5 * (box.lx + box.ux), 0.5 * (box.ly + box.uy), 0.5 * (box.lz + box.uz))


@inlined
def is_before(rows: SolidRows, face: int, p: Vec3) -> bool:
    """Return whether a point of the mesh's frame is in front of a triangle."""
    return bool(dot(row_normal(rows, face), p) > rows.faces[face, 3])


@kernel
def is_admitted(rows: SolidRows, face: int, normal: Vec3) -> bool:
    """Return whether a contact normal, away from a triangle and in the mesh's frame, is one of the surface.

    It must not point backwards, nor lean over a side further than the triangle beyond that side does.
    """
    n, first = row_normal(rows, face), rows.loops[face, 0]
    if dot(n, normal) < -LEANING:
        return False
    for k in range(3):
        start = row_point(rows, rows.corners[first + k, 0])
        way = subtract(row_point(rows, rows.corners[first + (k + 1 if k < 2 else 0), 0]), start)
        beyond = rows.beside[first + k, 0]
        if beyond >= 0:
            allowed = LEANING * math.sqrt(length_squared(way))
            into = cross(row_normal(rows, beyond), negate(way))  # from the side into the other triangle
            if dot(cross(way, n), normal) > allowed and dot(into, normal) > -allowed:
                return False
    return True
