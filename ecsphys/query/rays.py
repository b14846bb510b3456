"""Rays through the quadtree, nearest quarters first, each only as far as its best hit yet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._jit import INTS, REAL, REALS2, array, entry, group, inlined
from ..collide.ray import MISS, raycast
from ..detect.proxies import shape_core
from ..detect.quadtree_nodes import NONE, TREE, Tree
from ..detect.quadtree_rays import Ray, entry_to, slabs_of, start_ray, step_on_ray
from .answers import RayHits
from .nearby import SORTED, Sorted, sort_by_cells
from .scene import SCENE, WANTED, Reals2, Rows, Scene, Wanted, is_before, is_wanted

RAY_HITS = group(RayHits, INTS, array(np.float64), REALS2, REALS2)


class Hit(NamedTuple):
    """The first shape on a ray, the fraction of the way and the normal; NONE and MISS if there is none."""

    shape: int
    fraction: float
    nx: float
    ny: float


NO_HIT = Hit(NONE, MISS, 0.0, 0.0)


@inlined
def hit_shape(
    bodies: Rows, shapes: Rows, turned: Reals2, i: int, x: float, y: float, dx: float, dy: float
) -> tuple[float, float, float]:
    """A ray from (x, y) along (dx, dy) against shape i: fraction and normal.

    All lengths count from the ray's start.
    """
    body = bodies[shapes[i].body]
    core = shape_core(shapes[i], body.x - x, body.y - y)
    return raycast(turned, core, 0.0, 0.0, dx, dy)


@inlined
def first_hit(tree: Tree, scene: Scene, wanted: Wanted, x: float, y: float, dx: float, dy: float) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    fat, bodies, shapes, filters, turned = scene
    mask, triggers, kinds, ignored = wanted
    links = tree.links
    best, limit = NO_HIT, 1.0
    slabs = slabs_of(Ray(x, y, dx, dy, limit, 0.0, 0.0))
    for part in range(2):
        top = start_ray(tree, part).top
        while top > 0:
            top, i = step_on_ray(tree, slabs, limit, top)
            while i != NONE:
                meets = entry_to(slabs, limit, fat, i) <= limit
                if meets and is_wanted(bodies, filters, i, mask, triggers, kinds, ignored):
                    fraction, nx, ny = hit_shape(bodies, shapes, turned, i, x, y, dx, dy)
                    nearer = fraction < best.fraction and fraction <= 1.0
                    if nearer or (fraction == limit and is_before(bodies, shapes, i, best.shape)):
                        best, limit = Hit(i, fraction, nx, ny), fraction
                i = links[i].next
    return best


@entry(TREE, SCENE, WANTED, REAL, REAL, REAL, REAL)
def cast_ray(tree: Tree, scene: Scene, wanted: Wanted, x: float, y: float, dx: float, dy: float) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    return first_hit(tree, scene, wanted, x, y, dx, dy)


@entry(TREE, SCENE, WANTED, REALS2, REALS2, SORTED, RAY_HITS)
def cast_rays(
    tree: Tree, scene: Scene, wanted: Wanted, starts: Reals2, ends: Reals2, rays: Sorted, hits: RayHits
) -> None:
    """Many rays from `starts` to `ends` (n, 2)."""
    bodies, shapes = scene.bodies, scene.shapes
    order, _, rows = rays
    sort_by_cells(starts, ends, rays)
    for j in range(len(order)):
        x, y, dx, dy = rows[j, 0], rows[j, 1], rows[j, 2], rows[j, 3]
        hit = first_hit(tree, scene, wanted, x, y, dx, dy)
        fraction = min(hit.fraction, 1.0)
        rows[j, 0], rows[j, 1] = x + fraction * dx, y + fraction * dy
        rows[j, 2], rows[j, 3] = hit.nx, hit.ny
        rows[j, 4] = fraction
        rows[j, 5] = bodies[shapes[hit.shape].body].entity if hit.shape != NONE else 0
    # Not before: the scattered answers would drive what the next ray needs out of the cache.
    entities, fractions, points, normals = hits
    for j in range(len(order)):
        k = order[j]
        entities[k], fractions[k] = int(rows[j, 5]), rows[j, 4]
        points[k, 0], points[k, 1] = rows[j, 0], rows[j, 1]
        normals[k, 0], normals[k, 1] = rows[j, 2], rows[j, 3]
