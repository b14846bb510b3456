"""Meshes as obstacles of characters: each triangle near them is one, from its front."""

from __future__ import annotations

from ...compile import kernel
from ..collide.core import Core, SolidRows
from ..collide.mesh_sweeps import swept_box
from ..collide.mesh_tree import enlarge, is_before, middle_of, overlaps_node, triangle_core
from ..collide.solid import relative_to
from ..collide.support import Box, bounds_of
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot
from .skin_cast import MISSED, SkinCast, cast_with_skin

FIRST_NODE, NODES = 6, 7  # columns of SolidRows.spans


@kernel
def box_around(rows: SolidRows, own: Core, way: Vec3, mesh: Core, margin: float) -> Box:
    """Return the box around a core on its way, in the frame of a mesh."""
    box = bounds_of(rows, relative_to(mesh, own))
    return enlarge(swept_box(box, rotate_back(mesh.rotation, way)), margin)


@kernel
def next_triangle(rows: SolidRows, own: Core, mesh: Core, box: Box, node: int) -> int:
    """Return the first leaf from a node (-1: the first one) on whose triangle is in a box and faces a core.

    The core must have been in front of it: -1 at the end.
    """
    first = int(rows.spans[mesh.span, FIRST_NODE])
    end = first + rows.spans[mesh.span, NODES]
    middle = middle_of(bounds_of(rows, relative_to(mesh, own)))
    node = max(node, first)
    while node < end:
        face = int(rows.nodes[node, 0])
        if not overlaps_node(rows, node, box):
            node = int(rows.nodes[node, 1])
        elif face >= 0 and is_before(rows, face, middle):
            return node
        else:
            node += 1
    return -1


@kernel
def triangle_of(rows: SolidRows, mesh: Core, node: int) -> Core:
    """Return the triangle of a leaf."""
    return triangle_core(mesh, int(rows.nodes[node, 0]))


@kernel
def cast_at_mesh(rows: SolidRows, own: Core, way: Vec3, mesh: Core, skin: float) -> SkinCast:
    """Return the first touch with a triangle; of simultaneous ones that most against the motion."""
    box, best, against = box_around(rows, own, way, mesh, 2.0 * skin), MISSED, 0.0
    node = next_triangle(rows, own, mesh, box, -1)
    while node >= 0:
        s = cast_with_skin(rows, own, way, triangle_of(rows, mesh, node), skin)
        facing = -dot(s.normal, way)
        if s.fraction <= 1.0 and (
            s.fraction < best.fraction or (s.fraction == best.fraction and facing > against)
        ):
            best, against = s, facing
        node = next_triangle(rows, own, mesh, box, node + 1)
    return best
