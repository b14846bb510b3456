"""Rays through the quadtree, nearest quarters first, each only as far as its best hit yet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Reals2, Rows
from ..collide.ray import MISS, raycast
from ..compile import INTS, REAL, REALS2, array, entry, group, inlined
from ..math2d.vec2 import Vec2
from ..spatial.proxies import shape_core
from ..spatial.slabs import Ray, Slabs, entry_to, slabs_of
from ..spatial.walk import NONE, PROXY_TREE, ProxyTree, member_at, next_slot, start_ray, step_on_ray
from .answers import RayHits
from .ray_grid import GRID, GRID_CELLS, Grid, GridCells, covers_start, enter_grid, in_grid, next_cell
from .ray_sort import SORTED_RAYS, SortedRays, sort_by_cells
from .scene import QUERY_FILTER, SCENE, QueryFilter, Scene, is_before, passes_filter

RAY_HITS = group(RayHits, INTS, array(np.float64), REALS2, REALS2)


class Hit(NamedTuple):
    """The first shape on a ray, the fraction of the way and the normal; NONE and MISS if there is none."""

    shape: int
    fraction: float
    nx: float
    ny: float


NO_HIT = Hit(NONE, MISS, 0.0, 0.0)


@inlined
def hit_shape(scene: Scene, i: int, x: float, y: float, dx: float, dy: float) -> tuple[float, float, float]:
    """A ray from (x, y) along (dx, dy) against shape i: fraction and normal.

    All lengths count from the ray's start.
    """
    shape = scene.shapes[i]
    body = scene.bodies[shape.body]
    core = shape_core(shape, body.x - x, body.y - y)
    fraction, normal = raycast(scene.turned, core, Vec2(0.0, 0.0), Vec2(dx, dy))
    return fraction, normal.x, normal.y


@inlined
def first_hit(
    tree: ProxyTree, scene: Scene, wanted: QueryFilter, x: float, y: float, dx: float, dy: float
) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    fat, bodies, shapes, filters, _ = scene
    mask, triggers, kinds, ignored = wanted
    best, limit = NO_HIT, 1.0
    slabs = slabs_of(Ray(x, y, dx, dy, limit, 0.0, 0.0))
    for part in range(2):
        top = start_ray(tree, part).top
        while top > 0:
            top, slot = step_on_ray(tree, slabs, limit, top)
            while slot != NONE:
                i = member_at(tree, slot)
                meets = entry_to(slabs, limit, fat, i) <= limit
                if meets and passes_filter(bodies, filters, i, mask, triggers, kinds, ignored):
                    fraction, nx, ny = hit_shape(scene, i, x, y, dx, dy)
                    nearer = fraction < best.fraction and fraction <= 1.0
                    if nearer or (fraction == limit and is_before(bodies, shapes, i, best.shape)):
                        best, limit = Hit(i, fraction, nx, ny), fraction
                slot = next_slot(tree, slot)
    return best


@inlined
def nearest_in_cell(
    scene: Scene,
    raster: GridCells,
    cell: int,
    slabs: Slabs,
    best: Hit,
    x: float,
    y: float,
    dx: float,
    dy: float,
) -> Hit:
    """The better one of a hit and what a ray meets in a cell; these hits name places in `seen`."""
    seen, boxes, starts, items = raster
    limit = min(best.fraction, 1.0)
    for at in range(starts[cell], starts[cell + 1]):
        k = items[at]
        if entry_to(slabs, limit, boxes, k) <= limit:
            core = shape_core(seen[k], seen[k].x - x, seen[k].y - y)
            fraction, normal = raycast(scene.turned, core, Vec2(0.0, 0.0), Vec2(dx, dy))
            nearer = fraction < best.fraction and fraction <= 1.0
            if nearer or (fraction == limit and is_copy_before(scene, seen, k, best.shape)):
                best, limit = Hit(k, fraction, normal.x, normal.y), fraction
    return best


@inlined
def is_copy_before(scene: Scene, seen: Rows, k: int, other: int) -> bool:
    """`is_before`, of places in `seen`."""
    return is_before(scene.bodies, scene.shapes, seen[k].row, seen[other].row)


@inlined
def first_grid_hit(
    scene: Scene, grid: Grid, raster: GridCells, x: float, y: float, dx: float, dy: float
) -> Hit:
    """`first_hit` among the shapes in a grid, for a ray that `covers_start`; names a place in `seen`."""
    slabs = slabs_of(Ray(x, y, dx, dy, 1.0, 0.0, 0.0))
    best = nearest_in_cell(scene, raster, grid.columns * grid.rows, slabs, NO_HIT, x, y, dx, dy)
    enter = entry_to(slabs, 1.0, raster.boxes, len(raster.boxes) - 1)
    walk = enter_grid(grid, slabs, dx, dy, min(enter, 1.0))
    while enter <= min(best.fraction, 1.0) and in_grid(grid, walk):
        cell = walk.row * grid.columns + walk.column
        best = nearest_in_cell(scene, raster, cell, slabs, best, x, y, dx, dy)
        enter = min(walk.leave_x, walk.leave_y)
        walk = next_cell(grid, walk, slabs)
    return best


@entry(PROXY_TREE, SCENE, QUERY_FILTER, REAL, REAL, REAL, REAL)
def cast_ray(
    tree: ProxyTree, scene: Scene, wanted: QueryFilter, x: float, y: float, dx: float, dy: float
) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    return first_hit(tree, scene, wanted, x, y, dx, dy)


@entry(PROXY_TREE, SCENE, QUERY_FILTER, GRID, GRID_CELLS, REALS2, REALS2, SORTED_RAYS, RAY_HITS)
def cast_rays(
    tree: ProxyTree,
    scene: Scene,
    wanted: QueryFilter,
    grid: Grid,
    raster: GridCells,
    starts: Reals2,
    ends: Reals2,
    rays: SortedRays,
    hits: RayHits,
) -> None:
    """Many rays from `starts` to `ends` (n, 2), through a grid if there is one."""
    bodies, shapes = scene.bodies, scene.shapes
    places, _, rows = rays
    sort_by_cells(starts, ends, rays)
    for j in range(len(rows)):
        x, y, dx, dy = rows[j, 0], rows[j, 1], rows[j, 2], rows[j, 3]
        if covers_start(grid, x, y):
            hit = first_grid_hit(scene, grid, raster, x, y, dx, dy)
            entity = raster.seen[hit.shape].entity if hit.shape != NONE else 0
        else:
            hit = first_hit(tree, scene, wanted, x, y, dx, dy)
            entity = bodies[shapes[hit.shape].body].entity if hit.shape != NONE else 0
        fraction = min(hit.fraction, 1.0)
        rows[j, 0], rows[j, 1] = x + fraction * dx, y + fraction * dy
        rows[j, 2], rows[j, 3] = hit.nx, hit.ny
        rows[j, 4] = fraction
        rows[j, 5] = entity
    # Not before: the answers would drive what the next ray needs out of the cache.
    entities, fractions, points, normals = hits
    for k in range(len(places)):
        j = places[k]
        entities[k], fractions[k] = int(rows[j, 5]), rows[j, 4]
        points[k, 0], points[k, 1] = rows[j, 0], rows[j, 1]
        normals[k, 0], normals[k, 1] = rows[j, 2], rows[j, 3]
