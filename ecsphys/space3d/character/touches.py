"""Surfaces that a character touched during a step and at its end: which are walls, which ceilings."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import PlaneRows, Rows
from ...character.records import FLOATING, MOST_HITS
from ...compile import kernel
from ..collide.core import MESH, Core, SolidRows, to_local
from ..collide.mesh_tree import enlarge
from ..collide.seam import refuses, rise_above
from ..collide.support import Box
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot
from .mesh import next_triangle, triangle_of
from .neighbours import Neighbours3, own_core, relative_core
from .overlap import collect_planes

SAME_NORMAL = 0.999  # cosine of the angle between normals of a mesh above which they are of one surface


@kernel
def normal_of(hit: Any) -> Vec3:
    """Return the normal of a hit."""
    return Vec3(hit.nx, hit.ny, hit.nz)


@kernel
def place_of_hit(neighbours: Neighbours3, hits: Rows, c: Any, proxy: int, n: Vec3) -> int:
    """Return which of a character's hits to write for a touched surface; MOST_HITS without room.

    A shape is one surface, a mesh one for each direction.
    """
    is_mesh = neighbours.shapes[proxy].form == MESH
    k = 0
    while k < c.hits and (
        hits[c.first_hit + k].proxy != proxy
        or (is_mesh and dot(normal_of(hits[c.first_hit + k]), n) < SAME_NORMAL)
    ):
        k += 1
    return k


@kernel
def record_hit(
    neighbours: Neighbours3, hits: Rows, c: Any, body: Any, proxy: int, normal: Vec3, point: Vec3
) -> None:
    """Record a touched surface; the last touch wins."""
    k = place_of_hit(neighbours, hits, c, proxy, normal)
    if k == MOST_HITS:
        return
    hit = hits[c.first_hit + k]
    hit.proxy = proxy
    hit.nx, hit.ny, hit.nz = normal.x, normal.y, normal.z
    hit.x, hit.y, hit.z = body.x + point.x, body.y + point.y, body.z + point.z
    c.hits = max(c.hits, k + 1)


@kernel
def step_over(neighbours: Neighbours3, hits: Rows, c: Any, proxy: int, normal: Vec3) -> None:
    """Record that a touched surface was no obstacle: the character now stands higher."""
    k = place_of_hit(neighbours, hits, c, proxy, normal)
    if k < MOST_HITS:
        hit = hits[c.first_hit + k]
        hit.nx, hit.ny, hit.nz = c.floor_nx, c.floor_ny, c.floor_nz


@kernel
def first_near(rows: SolidRows, own: Core, mesh: Core, p: Vec3, skin: float, node: int) -> int:
    """Return the first leaf from a node (-1: the first) on whose triangle is near a point; -1 at the end."""
    q = to_local(mesh, p)
    box = enlarge(Box(q.x, q.y, q.z, q.x, q.y, q.z), 2.0 * skin)
    return next_triangle(rows, own, mesh, box, node)


@kernel
def stays_below(
    rows: SolidRows, own: Core, core: Core, p: Vec3, floor: Vec3, normal: Vec3, skin: float
) -> bool:
    """Whether a shape (of a mesh what is near `p`) rises nowhere above a floor, or hangs below a ceiling."""
    if core.form != MESH:
        return bool(rise_above(rows, core, floor, normal) < skin)
    node, rising = first_near(rows, own, core, p, skin, -1), 0
    while node >= 0:
        rising += rise_above(rows, triangle_of(rows, core, node), floor, normal) >= skin
        node = first_near(rows, own, core, p, skin, node + 1)
    return rising == 0


@kernel
def hides(rows: SolidRows, own: Core, core: Core, p: Vec3, normal: Vec3, skin: float) -> bool:
    """Whether a direction is no normal, at point p, of the surface that shapes form with this one."""
    if core.form != MESH:
        return bool(refuses(rows, p, normal, core, skin, 2.0 * skin))
    node, hidden = first_near(rows, own, core, p, skin, -1), 0
    while node >= 0:
        hidden += refuses(rows, p, normal, triangle_of(rows, core, node), skin, 2.0 * skin)
        node = first_near(rows, own, core, p, skin, node + 1)
    return hidden > 0


@kernel
def is_wall(neighbours: Neighbours3, hits: Rows, c: Any, body: Any, wall: Any) -> bool:
    """Whether a touched surface is a wall: too steep, and no part of a surface that it can walk on.

    Within two skins a round foot touches corners beside it, too, and leans away from them: such a normal is
    none of the surface that the shapes form together (see `collide.seam`).
    """
    if abs(wall.ny) >= c.min_floor:
        return False
    rows, own, skin, n = neighbours.solids, own_core(neighbours, c, body), body.skin, normal_of(wall)
    core, p = relative_core(neighbours, wall.proxy, body), point_of(wall, body)
    floor, up = Vec3(c.foot_x, c.foot_y, c.foot_z), Vec3(c.floor_nx, c.floor_ny, c.floor_nz)
    if c.on_floor == 1 and stays_below(rows, own, core, p, floor, up, skin):
        return False
    hidden = 0
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = hits[k]
        if abs(hit.ny) >= c.min_floor:
            hidden += stays_below(rows, own, core, p, point_of(hit, body), normal_of(hit), skin)
        hidden += hides(rows, own, relative_core(neighbours, hit.proxy, body), p, n, skin)
    return hidden == 0


@kernel
def point_of(hit: Any, body: Any) -> Vec3:
    """Return the point of a hit, relative to the character's origin."""
    return Vec3(hit.x - body.x, hit.y - body.y, hit.z - body.z)


@kernel
def update_contacts(neighbours: Neighbours3, planes: PlaneRows, hits: Rows, c: Any, body: Any) -> None:
    """Add the surfaces that touch now, and derive `on_wall` and `on_ceiling`."""
    for k in range(collect_planes(neighbours, planes, c, body)):
        p = planes[k]
        record_hit(neighbours, hits, c, body, p.proxy, Vec3(p.nx, p.ny, p.nz), Vec3(p.x, p.y, p.z))
    c.on_wall = 0
    c.on_ceiling = 0
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = hits[k]
        hit.entity = neighbours.bodies[neighbours.shapes[hit.proxy].body].entity
        if c.mode == FLOATING:
            c.on_wall = 1
        elif hit.ny <= -c.min_floor:
            c.on_ceiling = 1
        elif is_wall(neighbours, hits, c, body, hit):
            c.on_wall = 1
            across = math.sqrt(hit.nx * hit.nx + hit.nz * hit.nz)
            c.wall_x, c.wall_z = hit.nx / across, hit.nz / across
