"""Rays and moving solids through the index of a world, near nodes first."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Ints, Reals2, Rows, wide
from ...compile import INTS, REALS2, array, entry, group, inlined, kernel, records
from ...query.answers import RayHits
from ...query.scene import QUERY_FILTER, QueryFilter
from ...spatial.walk import NONE
from ..collide.core import CORE, PLANE, POINT, VEC3, Core
from ..collide.dispatch import bounds_of, cast_any, ray_core
from ..collide.manifold import NO_HIT, Hit
from ..math3d.vec3 import Vec3
from ..spatial.ray_cast import TARGET, cast_rays, new_hits, order_of_rays, write_target
from ..spatial.slabs import Ray, Slabs, slabs_of
from ..spatial.walk import PROXY_TREE, ProxyTree, list_proxies, next_on_ray, start_walk
from ..world.bodies import BODY_FIELDS3, WIDTH3
from ..world.cores import shape_core
from ..world.groups import QUERY_SCENE3, QueryScene3
from ..world.records import SHAPE3
from ..world.state import World3
from .answers import WorldHit3
from .scene import POINT_CORE, core_from, scene_of
from .shared import is_before, passes_filter

_BODY, _INDEX = ((SHAPE3.names or ()).index(name) for name in ("body", "index"))
_ENTITY = BODY_FIELDS3["entity"]

MAX_SHAPES_PER_RAY = 2  # for copies of all shapes to pay: a ray gains 1 us, a shape costs 0.1 (2026-11-23)

# One row a shape (by its row) that a query hits.
HIT3 = np.dtype([("row", "i8")] + [(name, "f8") for name in ("fraction", "x", "y", "z", "nx", "ny", "nz")])
RAY_HITS3 = group(RayHits, INTS, array(np.float64), REALS2, REALS2)


class Found(NamedTuple):
    """The first shape that a query hits, NONE without one; the point is relative to its start."""

    row: int
    hit: Hit


def owner_of(world: World3, row: int) -> tuple[int, int]:
    """Return the entity of a shape's row, and the index of the shape in its collider."""
    ints, at = world.shapes.ints, row * world.shapes.width
    return world.bodies.ints[ints[at + _BODY] * WIDTH3 + _ENTITY], ints[at + _INDEX]


@inlined
def hit_of(scene: QueryScene3, i: int, own: Core, start: Vec3, way: Vec3) -> Hit:
    """Return where a ray (a point without radius) or a moving solid hits shape i, relative to its start."""
    other = core_from(scene, i, start)
    if own.form == POINT and own.radius == 0.0:
        return ray_core(scene.solids, other, own.center, way)
    if own.form >= PLANE and other.form >= PLANE:
        return NO_HIT
    return cast_any(scene.solids, own, way, other)


@inlined
def slabs_around(scene: QueryScene3, own: Core, start: Vec3, way: Vec3) -> Slabs:
    """Return the way of the box around a solid."""
    lx, ly, lz, ux, uy, uz = bounds_of(scene.solids, own)
    x, y, z = 0.5 * (lx + ux), 0.5 * (ly + uy), 0.5 * (lz + uz)  # NaN for a plane, which crosses every box
    return slabs_of(
        Ray(start.x + x, start.y + y, start.z + z, way.x, way.y, way.z, 1.0, ux - x, uy - y, uz - z)
    )


@kernel
def first_hit(
    tree: ProxyTree, scene: QueryScene3, query: QueryFilter, own: Core, start: Vec3, way: Vec3
) -> Found:
    """Return the first hit; of equally early ones that of the smaller entity, then the earlier shape."""
    slabs, row, best, limit = slabs_around(scene, own, start, way), NONE, NO_HIT, 1.0
    for part in range(2):
        state = next_on_ray(tree, slabs, limit, start_walk(tree, part))
        while state.proxy != NONE:
            i = state.proxy
            if passes_filter(scene, query, i):
                hit = hit_of(scene, i, own, start, way)
                if hit.found == 1 and hit.fraction <= limit:
                    is_nearer = row == NONE or hit.fraction < limit
                    if is_nearer or is_before(scene, i, row):
                        row, best, limit = i, hit, hit.fraction
            state = next_on_ray(tree, slabs, limit, state)
    return Found(row, best)


@entry(PROXY_TREE, QUERY_SCENE3, QUERY_FILTER, CORE, VEC3, VEC3, array(HIT3))
def write_first_hit(
    tree: ProxyTree, scene: QueryScene3, query: QueryFilter, own: Core, start: Vec3, way: Vec3, hits: Rows
) -> int:
    """Write the first hit of a ray or a moving solid to `hits`; returns how many there are, 0 or 1."""
    found = first_hit(tree, scene, query, own, start, way)
    if found.row == NONE:
        return 0
    write_hit(hits, 0, found.row, found.hit, start)
    return 1


@inlined
def write_hit(hits: Rows, count: int, i: int, found: Hit, start: Vec3) -> None:
    """Write a hit if there is room."""
    if count < len(hits):
        hit = hits[count]
        hit.row = i
        hit.fraction = found.fraction
        hit.x = start.x + found.point.x
        hit.y = start.y + found.point.y
        hit.z = start.z + found.point.z
        hit.nx = found.normal.x
        hit.ny = found.normal.y
        hit.nz = found.normal.z


@entry(PROXY_TREE, QUERY_SCENE3, QUERY_FILTER, CORE, VEC3, VEC3, array(HIT3))
def write_all_hits(
    tree: ProxyTree, scene: QueryScene3, query: QueryFilter, own: Core, start: Vec3, way: Vec3, hits: Rows
) -> int:
    """Write all hits of a ray or a moving solid; returns how many there are, also without room for all."""
    slabs, count = slabs_around(scene, own, start, way), 0
    for part in range(2):
        state = next_on_ray(tree, slabs, 1.0, start_walk(tree, part))
        while state.proxy != NONE:
            if passes_filter(scene, query, state.proxy):
                hit = hit_of(scene, state.proxy, own, start, way)
                if hit.found == 1 and hit.fraction <= 1.0:
                    write_hit(hits, count, state.proxy, hit, start)
                    count += 1
            state = next_on_ray(tree, slabs, 1.0, state)
    return count


@entry(PROXY_TREE, QUERY_SCENE3, QUERY_FILTER, CORE, REALS2, REALS2, RAY_HITS3)
def write_ray_hits(
    tree: ProxyTree,
    scene: QueryScene3,
    query: QueryFilter,
    ray: Core,
    starts: Reals2,
    ends: Reals2,
    hits: RayHits,
) -> None:
    """Write the first hits of many rays from `starts` to `ends` (n, 3)."""
    for k in range(len(starts)):
        start = Vec3(starts[k, 0], starts[k, 1], starts[k, 2])
        way = Vec3(ends[k, 0] - start.x, ends[k, 1] - start.y, ends[k, 2] - start.z)
        found = first_hit(tree, scene, query, ray, start, way)
        hit, row = found.hit, found.row
        fraction = hit.fraction if row != NONE else 1.0
        hits.entity[k] = scene.bodies[scene.shapes[row].body].entity if row != NONE else 0
        hits.fraction[k] = fraction
        hits.point[k, 0] = start.x + fraction * way.x
        hits.point[k, 1] = start.y + fraction * way.y
        hits.point[k, 2] = start.z + fraction * way.z
        hits.normal[k, 0] = hit.normal.x if row != NONE else 0.0
        hits.normal[k, 1] = hit.normal.y if row != NONE else 0.0
        hits.normal[k, 2] = hit.normal.z if row != NONE else 0.0


_one = records(1, HIT3)  # room for a single hit


def cast_first(world: World3, own: Core, start: Vec3, way: Vec3, query: QueryFilter) -> WorldHit3 | None:
    """Return the first hit of a ray or a moving solid."""
    count = write_first_hit(world.index.tree, scene_of(world), query, own, start, way, _one)
    return _world_hit(world, _one[0]) if count else None


def cast_all(world: World3, own: Core, start: Vec3, way: Vec3, query: QueryFilter) -> list[WorldHit3]:
    """Return all hits of a ray or a moving solid as if it passed through, nearest first."""
    room = records(16, HIT3)
    count = write_all_hits(world.index.tree, scene_of(world), query, own, start, way, room)
    if count > len(room):
        room = records(count, HIT3)
        write_all_hits(world.index.tree, scene_of(world), query, own, start, way, room)
    hits = [(float(hit["fraction"]), owner_of(world, int(hit["row"])), hit) for hit in room[:count]]
    hits.sort(key=lambda one: one[:2])
    return [_world_hit(world, hit) for _, _, hit in hits]


@entry(PROXY_TREE, QUERY_SCENE3, QUERY_FILTER, array(TARGET), INTS)
def copy_targets(tree: ProxyTree, scene: QueryScene3, query: QueryFilter, targets: Rows, ids: Ints) -> None:
    """Write the row of each shape that a query may find; `ids` has room for all shapes."""
    for k in range(list_proxies(tree, ids)):
        i = ids[k]
        if passes_filter(scene, query, i):
            shape = scene.shapes[i]
            body = scene.bodies[shape.body]
            core = shape_core(shape, body, NO_HIT.normal)
            write_target(targets[i], core, Vec3(body.x, body.y, body.z), body.entity, wide(shape.index))


def cast_many(world: World3, starts: Reals2, ends: Reals2, query: QueryFilter) -> RayHits:
    """Return the first hits of rays from `starts` to `ends` (N, 3)."""
    n, scene = len(starts), scene_of(world)
    count = len(scene.shapes)
    if n * MAX_SHAPES_PER_RAY < count:
        return _cast_few(world, starts, ends, query)
    targets = records(count, TARGET)
    copy_targets(world.index.tree, scene, query, targets, np.empty(count, np.int64))
    hits = new_hits(n)
    order = order_of_rays(starts, count)
    cast_rays(world.index.tree, targets, scene.solids, starts, ends, order, hits)
    entities = np.where(hits.proxies >= 0, targets["entity"][hits.proxies], 0)
    return RayHits(entities, hits.fractions, hits.points, hits.normals)


def _cast_few(world: World3, starts: Reals2, ends: Reals2, query: QueryFilter) -> RayHits:
    """Return the first hits of too few rays for copies of all shapes to pay."""
    n = len(starts)
    hits = RayHits(np.empty(n, np.int64), np.empty(n), np.empty((n, 3)), np.empty((n, 3)))
    write_ray_hits(world.index.tree, scene_of(world), query, POINT_CORE, starts, ends, hits)
    return hits


def _world_hit(world: World3, hit: Rows) -> WorldHit3:
    row, fraction, x, y, z, nx, ny, nz = hit.item() if isinstance(hit, np.void) else hit
    return WorldHit3(
        owner_of(world, row)[0], world.shapes.shape_objects[row], fraction, Vec3(x, y, z), Vec3(nx, ny, nz)
    )
