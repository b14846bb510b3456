"""Surfaces close to a character: those that it overlaps move it out."""

from __future__ import annotations

from typing import Any

from ...arrays import PlaneRows
from ...compile import kernel
from ...world.bodies import DYNAMIC, KINEMATIC, STATIC
from ..collide.core import MESH, Core
from ..collide.dispatch import closest_cores
from ..collide.manifold import Separation
from ..math3d.vector import negate
from .mesh import box_around, next_triangle, triangle_of
from .neighbours import ORIGIN, Neighbours3, is_in_reach, own_core, relative_core
from .planes import escape, set_normal
from .sweep import move_body

ROUNDS = 6
CRUSH_DEPTH = 4.0  # as a multiple of the skin: deeper overlaps that remain crush it
MIN_GAP = 0.5  # as a fraction of the skin: what is nearer is pushed away to the skin
MIN_MOTION = 1e-3  # as a fraction of the skin: shorter escapes are none


@kernel
def add_plane(planes: PlaneRows, count: int, proxy: int, s: Separation, skin: float, kind: int) -> int:
    """Append a surface within two skins of a body of a kind; returns the new count.

    Dynamic bodies push nothing out.
    """
    if count == len(planes) or s.distance > 2.0 * skin:
        return count
    plane = planes[count]
    set_normal(plane, negate(s.normal))
    plane.need = skin - s.distance if s.distance < MIN_GAP * skin and kind != DYNAMIC else -2.0 * skin
    plane.hard = 1 if kind == STATIC else 0
    plane.proxy = proxy
    plane.gap = s.distance
    plane.x, plane.y, plane.z = s.point_b.x, s.point_b.y, s.point_b.z
    return count + 1


@kernel
def add_mesh_planes(
    neighbours: Neighbours3, planes: PlaneRows, count: int, proxy: int, own: Core, mesh: Core, skin: float
) -> int:
    """Append the triangles of a mesh that are within two skins; returns the new count."""
    rows = neighbours.solids
    box = box_around(rows, own, ORIGIN, mesh, 2.0 * skin)
    node = next_triangle(rows, own, mesh, box, -1)
    while node >= 0:
        s = closest_cores(rows, own, triangle_of(rows, mesh, node))
        count = add_plane(planes, count, proxy, s, skin, STATIC)
        node = next_triangle(rows, own, mesh, box, node + 1)
    return count


@kernel
def collect_planes(neighbours: Neighbours3, planes: PlaneRows, c: Any, body: Any) -> int:
    """Write the surfaces within two skins of the character to `planes`; returns their number."""
    skin, own, count = body.skin, own_core(neighbours, c, body), 0
    for k in range(c.neighbours):
        i = neighbours.ids[k]
        if not is_in_reach(neighbours.tight, c, body, i, ORIGIN, 2.0 * skin):
            continue
        other = neighbours.bodies[neighbours.shapes[i].body]
        core = relative_core(neighbours, i, body)
        is_floor = neighbours.shapes[i].body == c.floor_body
        kind = KINEMATIC if is_floor and other.kind == DYNAMIC else other.kind
        if core.form == MESH:
            count = add_mesh_planes(neighbours, planes, count, i, own, core, skin)
        else:
            s = closest_cores(neighbours.solids, own, core)
            count = add_plane(planes, count, i, s, skin, kind)
    return count


@kernel
def deepest_overlap(planes: PlaneRows, count: int) -> float:
    """Return the largest displacement that a plane needs, 0 if none does."""
    deepest = 0.0
    for k in range(count):
        deepest = max(deepest, planes[k].need)
    return deepest


@kernel
def resolve_overlaps(neighbours: Neighbours3, planes: PlaneRows, c: Any, body: Any) -> bool:
    """Move the character out of overlaps, as little as possible; returns whether it stays crushed."""
    skin = body.skin
    for _ in range(ROUNDS):
        count = collect_planes(neighbours, planes, c, body)
        deepest = deepest_overlap(planes, count)
        if deepest == 0.0:
            return False
        way = escape(planes, count)
        move_body(body, 1.0, way)
        if abs(way.x) + abs(way.y) + abs(way.z) < MIN_MOTION * skin:
            return bool(deepest > CRUSH_DEPTH * skin)
    deepest = deepest_overlap(planes, collect_planes(neighbours, planes, c, body))
    return bool(deepest > CRUSH_DEPTH * skin)
