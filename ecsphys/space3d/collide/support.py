"""Support points and bounding boxes of a single core."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined, kernel
from ..math3d.quaternion import rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, length
from .core import BOX, HULL, MESH, PLANE, POINT, SEGMENT, Core, SolidRows, to_world
from .solid import point_of, row_point, support_of

AXIS_TOLERANCE = 1e-9  # of a plane's normal: components below it are rounding errors of a rotation


class Box(NamedTuple):
    """Lower and upper corner of an axis-aligned box."""

    lx: float
    ly: float
    lz: float
    ux: float
    uy: float
    uz: float


@kernel
def support(rows: SolidRows, core: Core, direction: Vec3) -> Vec3:
    """Return the core's point furthest along a direction of any length but zero, in the shared frame.

    The first one of equals; of a plane, whose support is nowhere or everywhere, the point at its centre.
    """
    d = rotate_back(core.rotation, direction)
    if core.form == PLANE:
        return core.center
    if core.form == MESH:
        p = row_point(rows, _mesh_support(rows, core.span, d))
    else:
        p = point_of(rows, core, support_of(rows, core, d))
    if core.radius > 0.0:
        size = length(d)
        if size > 0.0:
            p = add_scaled(p, core.radius / size, d)
    return to_world(core, p)


@kernel
def _mesh_support(rows: SolidRows, span: int, d: Vec3) -> int:
    first, count = rows.spans[span, 0], rows.spans[span, 1]
    best, highest = first, dot(d, row_point(rows, first))
    for row in range(first + 1, first + count):
        height = dot(d, row_point(rows, row))
        if height > highest:
            best, highest = row, height
    return int(best)


@inlined
def bounds_of(rows: SolidRows, core: Core) -> Box:
    """Return the tight box around a core in the shared frame; a plane's is infinite but along an axis."""
    if core.form == PLANE:
        return _plane_bounds(core)
    r, c = core.rotation, core.center
    if core.form == POINT or core.form == SEGMENT or core.form == BOX:
        h, x, y, z = core.half, 0.0, 0.0, 0.0
        if core.form == SEGMENT:
            w = rotate(r, h)
            x, y, z = abs(w.x), abs(w.y), abs(w.z)
        elif core.form == BOX:
            x = abs(r.xx) * h.x + abs(r.xy) * h.y + abs(r.xz) * h.z
            y = abs(r.yx) * h.x + abs(r.yy) * h.y + abs(r.yz) * h.z
            z = abs(r.zx) * h.x + abs(r.zy) * h.y + abs(r.zz) * h.z
        x, y, z = x + core.radius, y + core.radius, z + core.radius
        return Box(c.x - x, c.y - y, c.z - z, c.x + x, c.y + y, c.z + z)
    return _points_bounds(rows, core)


@kernel
def _points_bounds(rows: SolidRows, core: Core) -> Box:
    """Return the box around a hull, a triangle or a mesh."""
    r, c, stored = core.rotation, core.center, core.form == HULL or core.form == MESH
    first = rows.spans[core.span, 0] if stored else 0
    count = rows.spans[core.span, 1] if stored else 3
    lx, ly, lz = math.inf, math.inf, math.inf
    ux, uy, uz = -math.inf, -math.inf, -math.inf
    for i in range(count):
        p = rotate(r, row_point(rows, first + i) if stored else point_of(rows, core, i))
        lx, ly, lz = min(lx, p.x), min(ly, p.y), min(lz, p.z)
        ux, uy, uz = max(ux, p.x), max(uy, p.y), max(uz, p.z)
    k = core.radius
    return Box(lx - k + c.x, ly - k + c.y, lz - k + c.z, ux + k + c.x, uy + k + c.y, uz + k + c.z)


@kernel
def _plane_bounds(core: Core) -> Box:
    n, c = rotate(core.rotation, core.half), core.center
    x, y, z = abs(n.x) > AXIS_TOLERANCE, abs(n.y) > AXIS_TOLERANCE, abs(n.z) > AXIS_TOLERANCE
    along_x, along_y, along_z = not (y or z), not (x or z), not (x or y)
    return Box(
        c.x if along_x and n.x < 0.0 else -math.inf,
        c.y if along_y and n.y < 0.0 else -math.inf,
        c.z if along_z and n.z < 0.0 else -math.inf,
        c.x if along_x and n.x > 0.0 else math.inf,
        c.y if along_y and n.y > 0.0 else math.inf,
        c.z if along_z and n.z > 0.0 else math.inf,
    )
