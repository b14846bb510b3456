"""Points, faces and edges of polytopes by number, in the core's own frame, whether stored or computed.

A box computes them: bit k of a corner's number tells its side along axis k; face 2k looks against axis k and
face 2k + 1 along it. A triangle has two faces, back to back; a segment has one edge and no faces, a point has
neither.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import highest_product, inlined
from ..math3d.quaternion import Rotation, rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot, negate, subtract
from .core import BOX, HULL, POINT, SEGMENT, TRIANGLE, Core, SolidRows


class Face(NamedTuple):
    """The plane of a face: dot(normal, p) <= offset inside."""

    normal: Vec3
    offset: float


class Edge(NamedTuple):
    """An edge from `start` along `way`; the normals of the faces to its left and right, seen from outside.

    A segment's edge has no faces: both normals are zero.
    """

    start: Vec3
    way: Vec3
    left: Vec3
    right: Vec3


@inlined
def pick(v: Vec3, axis: int) -> float:
    """Return the component of a vector along axis 0, 1 or 2."""
    return v.x if axis == 0 else (v.y if axis == 1 else v.z)


@inlined
def axis_vector(axis: int, length: float) -> Vec3:
    """Return the vector of a length along axis 0, 1 or 2."""
    return Vec3(length if axis == 0 else 0.0, length if axis == 1 else 0.0, length if axis == 2 else 0.0)


@inlined
def box_point(half: Vec3, i: int) -> Vec3:
    """Return a corner of a box by its number."""
    return Vec3(
        half.x if i & 1 else -half.x,
        half.y if i & 2 else -half.y,
        half.z if i & 4 else -half.z,
    )


@inlined
def row_point(rows: SolidRows, row: int) -> Vec3:
    """Return a point by its row."""
    return Vec3(rows.points[row, 0], rows.points[row, 1], rows.points[row, 2])


@inlined
def row_normal(rows: SolidRows, row: int) -> Vec3:
    """Return the normal of a face by its row."""
    return Vec3(rows.faces[row, 0], rows.faces[row, 1], rows.faces[row, 2])


@inlined
def count_points(rows: SolidRows, core: Core) -> int:
    """Return the number of a core's points."""
    if core.form == BOX:
        return 8
    if core.form == HULL:
        return int(rows.spans[core.span, 1])
    return core.form if core.form < BOX else 3


@inlined
def point_of(rows: SolidRows, core: Core, i: int) -> Vec3:
    """Return a point of a core by its number."""
    if core.form == BOX:
        return box_point(core.half, i)
    if core.form == HULL:
        return row_point(rows, rows.spans[core.span, 0] + i)
    if core.form == TRIANGLE:
        return row_point(rows, rows.corners[rows.loops[core.span, 0] + i, 0])
    if core.form == SEGMENT:
        return core.half if i == 1 else negate(core.half)
    return Vec3(0.0, 0.0, 0.0)


@inlined
def count_faces(rows: SolidRows, core: Core) -> int:
    """Return the number of a core's faces."""
    if core.form == BOX:
        return 6
    if core.form == HULL:
        return int(rows.spans[core.span, 3])
    return 2 if core.form == TRIANGLE else 0


@inlined
def face_of(rows: SolidRows, core: Core, f: int) -> Face:
    """Return a face of a core by its number."""
    if core.form == BOX:
        return Face(axis_vector(f >> 1, 1.0 if f & 1 else -1.0), pick(core.half, f >> 1))
    if core.form == HULL:
        row = rows.spans[core.span, 2] + f
        return Face(row_normal(rows, row), rows.faces[row, 3])
    normal, offset = row_normal(rows, core.span), rows.faces[core.span, 3]
    return Face(normal, offset) if f == 0 else Face(negate(normal), -offset)


@inlined
def count_sides(rows: SolidRows, core: Core, f: int) -> int:
    """Return the number of corners of a face."""
    if core.form == BOX:
        return 4
    if core.form == HULL:
        return int(rows.loops[rows.spans[core.span, 2] + f, 1])
    return 3


@inlined
def box_corner(f: int, k: int) -> int:
    """Return the number of the point at corner k of face f of a box, counter-clockwise from outside."""
    axis = f >> 1
    second = axis + 1 if axis < 2 else 0
    third = second + 1 if second < 2 else 0
    along, up = 1 if k == 1 or k == 2 else 0, k >> 1
    if f & 1:
        return (1 << axis) + (along << second) + (up << third)
    return (up << second) + (along << third)


@inlined
def corner_of(rows: SolidRows, core: Core, f: int, k: int) -> int:
    """Return the number of the point at corner k of face f, counter-clockwise seen from outside."""
    if core.form == BOX:
        return box_corner(f, k)
    if core.form == HULL:
        corner = rows.loops[rows.spans[core.span, 2] + f, 0] + k
        return int(rows.corners[corner, 0] - rows.spans[core.span, 0])
    return k if f == 0 else 2 - k


@inlined
def side_of(rows: SolidRows, core: Core, f: int, k: int) -> int:
    """Return a number of the side of face f that starts at its corner k, as no other side has."""
    if core.form == HULL:
        first = rows.spans[core.span, 2]
        return int(rows.loops[first + f, 0] - rows.loops[first, 0] + k)
    return 4 * f + k


@inlined
def count_edges(rows: SolidRows, core: Core) -> int:
    """Return the number of a core's edges."""
    if core.form == BOX:
        return 12
    if core.form == HULL:
        return int(rows.spans[core.span, 5])
    return 3 if core.form == TRIANGLE else core.form - POINT


class Sides(NamedTuple):
    """The normals of the faces to the left and right of an edge, seen from outside."""

    left: Vec3
    right: Vec3


class Ends(NamedTuple):
    """The numbers of the points at the ends of an edge."""

    start: int
    end: int


@inlined
def _next(axis: int) -> int:
    return axis + 1 if axis < 2 else 0


@inlined
def ends_of(rows: SolidRows, core: Core, e: int) -> Ends:
    """Return the ends of an edge of a core by its number.

    Of a box bits 0 and 1 of it tell the sides along the two axes after that of the edge, e // 4.
    """
    if core.form == HULL:
        row, first = rows.spans[core.span, 4] + e, rows.spans[core.span, 0]
        return Ends(int(rows.edges[row, 0] - first), int(rows.edges[row, 1] - first))
    if core.form == BOX:
        axis = e >> 2
        second = _next(axis)
        start = ((e & 1) << second) + (((e >> 1) & 1) << _next(second))
        return Ends(start, start + (1 << axis))
    if core.form == TRIANGLE:
        return Ends(e, e + 1 if e < 2 else 0)
    return Ends(0, 1)


@inlined
def sides_of(rows: SolidRows, core: Core, e: int) -> Sides:
    """Return the normals beside an edge of a core by its number; of a segment both are zero."""
    if core.form == HULL:
        row = rows.spans[core.span, 4] + e
        return Sides(row_normal(rows, rows.edges[row, 2]), row_normal(rows, rows.edges[row, 3]))
    if core.form == BOX:
        second = _next(e >> 2)
        one = axis_vector(second, 1.0 if e & 1 else -1.0)
        other = axis_vector(_next(second), 1.0 if e & 2 else -1.0)
        # (+, +) or (-, -): the way from one normal to the other turns about the edge's axis
        same = (e & 1) == ((e >> 1) & 1)
        return Sides(one, other) if same else Sides(other, one)
    if core.form == TRIANGLE:
        normal = row_normal(rows, core.span)
        return Sides(normal, negate(normal))
    none = Vec3(0.0, 0.0, 0.0)
    return Sides(none, none)


@inlined
def way_of(rows: SolidRows, core: Core, e: int) -> Vec3:
    """Return the way along an edge of a core by its number."""
    if core.form == BOX:
        return axis_vector(e >> 2, 2.0 * pick(core.half, e >> 2))
    ends = ends_of(rows, core, e)
    return subtract(point_of(rows, core, ends.end), point_of(rows, core, ends.start))


@inlined
def edge_of(rows: SolidRows, core: Core, e: int) -> Edge:
    """Return an edge of a core by its number."""
    sides = sides_of(rows, core, e)
    start = point_of(rows, core, ends_of(rows, core, e).start)
    return Edge(start, way_of(rows, core, e), sides.left, sides.right)


@inlined
def support_of(rows: SolidRows, core: Core, d: Vec3) -> int:
    """Return the number of a point furthest along a direction of the core's own frame."""
    if core.form == BOX:
        return (1 if d.x > 0.0 else 0) + (2 if d.y > 0.0 else 0) + (4 if d.z > 0.0 else 0)
    if core.form == HULL:
        first, count = rows.spans[core.span, 8], rows.spans[core.span, 1]
        return highest_product(rows.point_blocks, first, (count + 7) >> 3, d.x, d.y, d.z)
    if core.form == SEGMENT:
        return 1 if dot(d, core.half) > 0.0 else 0
    if core.form == POINT:
        return 0
    h0, h1 = dot(d, point_of(rows, core, 0)), dot(d, point_of(rows, core, 1))
    best = 1 if h1 > h0 else 0
    return 2 if dot(d, point_of(rows, core, 2)) > max(h0, h1) else best


@inlined
def turn_edge(rotation: Rotation, center: Vec3, edge: Edge) -> Edge:
    """Return an edge in the frame around that of its core."""
    start = rotate(rotation, edge.start)
    return Edge(
        Vec3(start.x + center.x, start.y + center.y, start.z + center.z),
        rotate(rotation, edge.way),
        rotate(rotation, edge.left),
        rotate(rotation, edge.right),
    )


@inlined
def relative_to(a: Core, b: Core) -> Core:
    """Return core B as it lies in the frame of core A."""
    r, q = a.rotation, b.rotation
    x = rotate_back(r, Vec3(q.xx, q.yx, q.zx))
    y = rotate_back(r, Vec3(q.xy, q.yy, q.zy))
    z = rotate_back(r, Vec3(q.xz, q.yz, q.zz))
    turned = Rotation(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z)
    return Core(b.form, b.span, b.radius, b.half, rotate_back(r, subtract(b.center, a.center)), turned)
