"""Cores: the convex solids that kernels work on, each a set of points rounded by a radius, at a pose.

Points lie in the shape's own frame and are shared by all solids of the same shape: a core refers to them by
row and carries the pose. `Core.center` is the origin of its frame relative to an origin that both cores of a
question share (in a world: the origin of body A, so that no digits are lost far from (0, 0, 0)).
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Ints2, Reals2
from ...compile import INT, REAL, array, group, inlined, value
from ..math3d.quaternion import Rotation, rotate, rotate_back
from ..math3d.vec3 import Vec3

# The form of a core. Forms from BOX on are polytopes.
POINT = 1  # a sphere: radius only
SEGMENT = 2  # a capsule: `half` is half of the way from its one end to the other, in its own frame
BOX = 3  # `half` is half of width, height and depth
HULL = 4  # rows of `SolidRows`
TRIANGLE = 5  # `span` is a row of `SolidRows.faces`: one face of a mesh, of which it has the pose
PLANE = 6  # `half` is the outward unit normal; solid where dot(normal, p) <= 0
MESH = 7  # rows of `SolidRows`: each face is a triangle, below a tree of boxes; static


class SolidRows(NamedTuple):
    """Points, faces and edges of hulls and meshes, in the frames of their shapes; shared by all who use them.

    points: (n, 3) float64. faces: (m, 4) float64, outward unit normal and offset of each plane:
    dot(normal, p) <= offset inside. loops: (m, 2) int64, first row and number of a face's corners in
    `corners`, counter-clockwise seen from outside. corners: (k, 1) int64, rows of `points`, absolute.
    beside: (k, 1) int64, the face beyond the side from each corner to the next one of its loop, -1 at a rim.
    edges: (e, 4) int64, two rows of points and the two rows of faces beside each edge, absolute; the first
    face has it in the direction of the points, the second one is -1 at the rim of a mesh.
    point_blocks: (p, 24) float64, the points of a hull by eights: x of eight points, their y and z. The last
    block is filled up with the first point. face_blocks: (f, 32) float64, of eight faces of a hull x, y and z
    of the normals and the offsets; filled up with planes at infinity. edge_blocks: (q, 32) float64, of eight
    edges of a hull two rows like that, of the first face beside each and of the second.
    boxes: (t, 6) float64, lower and upper corner of each node of the trees of meshes. nodes: (t, 2) int64,
    in depth-first order: the face of a leaf (-1: a node with two children, the first in the next row), and
    the row behind the node's last descendant, where a walk goes on that leaves the node out; absolute.
    spans: (s, 11) int64, one row a hull or mesh: first point, points, first face, faces, first edge, edges,
    first node, nodes, first point block, face block, edge block.
    """

    points: Reals2
    faces: Reals2
    loops: Ints2
    corners: Ints2
    beside: Ints2
    edges: Ints2
    point_blocks: Reals2
    face_blocks: Reals2
    edge_blocks: Reals2
    boxes: Reals2
    nodes: Ints2
    spans: Ints2


INTS2 = array(np.int64, 2)
REALS2 = array(np.float64, 2)
SOLID_ROWS = group(
    SolidRows, REALS2, REALS2, INTS2, INTS2, INTS2, INTS2, REALS2, REALS2, REALS2, REALS2, INTS2, INTS2
)


class Core(NamedTuple):
    """A convex solid at a pose: its form, its row of `SolidRows.spans` (of a HULL or MESH), and numbers."""

    form: int
    span: int
    radius: float
    half: Vec3
    center: Vec3
    rotation: Rotation


VEC3 = value(Vec3, REAL, REAL, REAL)
ROTATION = value(Rotation, *[REAL] * 9)
CORE = value(Core, INT, INT, REAL, VEC3, VEC3, ROTATION)


@inlined
def to_world(core: Core, point: Vec3) -> Vec3:
    """Return a point of the core's frame in the shared one."""
    p = rotate(core.rotation, point)
    return Vec3(p.x + core.center.x, p.y + core.center.y, p.z + core.center.z)


@inlined
def to_local(core: Core, point: Vec3) -> Vec3:
    """Return a point of the shared frame in the core's own one."""
    c = core.center
    return rotate_back(core.rotation, Vec3(point.x - c.x, point.y - c.y, point.z - c.z))
