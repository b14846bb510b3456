"""Rays through the tree of a broad phase, nearest nodes first, or through a grid of shapes."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Reals2
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
    """The first shape on a ray, the fraction of the way and the normal; NONE and MISS without one."""

    shape: int
    fraction: float
    nx: float
    ny: float


NO_HIT = Hit(NONE, MISS, 0.0, 0.0)


@inlined
def cast_ray_at(scene: Scene, i: int, x: float, y: float, dx: float, dy: float) -> tuple[float, float, float]:
    """Return the fraction and the normal at which a ray from (x, y) along (dx, dy) hits shape i.

    Computed relative to the ray's start, so that precision does not depend on where that is.
    """
    shape = scene.shapes[i]
    body = scene.bodies[shape.body]
    core = shape_core(shape, body.x - x, body.y - y)
    fraction, normal = raycast(scene.turned, core, Vec2(0.0, 0.0), Vec2(dx, dy))
    return fraction, normal.x, normal.y


@inlined
def first_tree_hit(
    tree: ProxyTree, scene: Scene, query: QueryFilter, x: float, y: float, dx: float, dy: float
) -> Hit:
    """Return the first hit of a ray from (x, y) along (dx, dy) among the proxies of a tree."""
    best, limit = NO_HIT, 1.0
    slabs = slabs_of(Ray(x, y, dx, dy, limit, 0.0, 0.0))
    for part in range(2):
        top = start_ray(tree, part).top
        while top > 0:
            top, slot = step_on_ray(tree, slabs, limit, top)
            while slot != NONE:
                i = member_at(tree, slot)
                if entry_to(slabs, limit, scene.fat, i) <= limit and passes_filter(scene, query, i):
                    fraction, nx, ny = cast_ray_at(scene, i, x, y, dx, dy)
                    is_nearer = fraction < best.fraction and fraction <= 1.0
                    if is_nearer or (fraction == limit and is_before(scene, i, best.shape)):
                        best, limit = Hit(i, fraction, nx, ny), fraction
                slot = next_slot(tree, slot)
    return best


@inlined
def first_cell_hit(
    scene: Scene,
    cells: GridCells,
    cell: int,
    slabs: Slabs,
    best: Hit,
    x: float,
    y: float,
    dx: float,
    dy: float,
) -> Hit:
    """Return the earlier of a hit and the first one in a cell; both name rows of `cells.shapes`."""
    shapes = cells.shapes
    limit = min(best.fraction, 1.0)
    for item in range(cells.starts[cell], cells.starts[cell + 1]):
        k = cells.items[item]
        if entry_to(slabs, limit, cells.boxes, k) <= limit:
            core = shape_core(shapes[k], shapes[k].x - x, shapes[k].y - y)
            fraction, normal = raycast(scene.turned, core, Vec2(0.0, 0.0), Vec2(dx, dy))
            is_nearer = fraction < best.fraction and fraction <= 1.0
            if is_nearer or (fraction == limit and is_before(scene, shapes[k].row, shapes[best.shape].row)):
                best, limit = Hit(k, fraction, normal.x, normal.y), fraction
    return best


@inlined
def first_grid_hit(
    scene: Scene, grid: Grid, cells: GridCells, x: float, y: float, dx: float, dy: float
) -> Hit:
    """Return the first hit among the shapes in a grid that `covers_start`; names a row of `cells.shapes`."""
    slabs = slabs_of(Ray(x, y, dx, dy, 1.0, 0.0, 0.0))
    best = first_cell_hit(scene, cells, grid.columns * grid.rows, slabs, NO_HIT, x, y, dx, dy)
    enter = entry_to(slabs, 1.0, cells.boxes, len(cells.boxes) - 1)
    cursor = enter_grid(grid, slabs, dx, dy, min(enter, 1.0))
    while enter <= min(best.fraction, 1.0) and in_grid(grid, cursor):
        cell = cursor.row * grid.columns + cursor.column
        best = first_cell_hit(scene, cells, cell, slabs, best, x, y, dx, dy)
        enter = min(cursor.leave_x, cursor.leave_y)
        cursor = next_cell(grid, cursor, slabs)
    return best


@entry(PROXY_TREE, SCENE, QUERY_FILTER, REAL, REAL, REAL, REAL)
def cast_ray(
    tree: ProxyTree, scene: Scene, query: QueryFilter, x: float, y: float, dx: float, dy: float
) -> Hit:
    """Return the first hit of a ray from (x, y) along (dx, dy)."""
    return first_tree_hit(tree, scene, query, x, y, dx, dy)


@entry(PROXY_TREE, SCENE, QUERY_FILTER, GRID, GRID_CELLS, REALS2, REALS2, SORTED_RAYS, RAY_HITS)
def cast_rays(
    tree: ProxyTree,
    scene: Scene,
    query: QueryFilter,
    grid: Grid,
    cells: GridCells,
    starts: Reals2,
    ends: Reals2,
    rays: SortedRays,
    hits: RayHits,
) -> None:
    """Write the first hits of many rays from `starts` to `ends` (n, 2), through a grid if there is one."""
    bodies, shapes, rows = scene.bodies, scene.shapes, rays.rows
    sort_by_cells(starts, ends, rays)
    for j in range(len(rows)):
        x, y, dx, dy = rows[j, 0], rows[j, 1], rows[j, 2], rows[j, 3]
        if covers_start(grid, x, y):
            hit = first_grid_hit(scene, grid, cells, x, y, dx, dy)
            entity = cells.shapes[hit.shape].entity if hit.shape != NONE else 0
        else:
            hit = first_tree_hit(tree, scene, query, x, y, dx, dy)
            entity = bodies[shapes[hit.shape].body].entity if hit.shape != NONE else 0
        fraction = min(hit.fraction, 1.0)
        rows[j, 0], rows[j, 1] = x + fraction * dx, y + fraction * dy
        rows[j, 2], rows[j, 3] = hit.nx, hit.ny
        rows[j, 4] = fraction
        rows[j, 5] = entity
    unsort_hits(rays, hits)


@inlined
def unsort_hits(rays: SortedRays, hits: RayHits) -> None:
    """Write the hits in the order in which the rays were given.

    A pass of its own: between two rays, writes all over the hits would evict what the next ray reads.
    """
    rows = rays.rows
    for k in range(len(rays.places)):
        j = rays.places[k]
        hits.entity[k], hits.fraction[k] = int(rows[j, 5]), rows[j, 4]
        hits.point[k, 0], hits.point[k, 1] = rows[j, 0], rows[j, 1]
        hits.normal[k, 0], hits.normal[k, 1] = rows[j, 2], rows[j, 3]
