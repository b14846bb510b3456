"""Rays through the quadtree, nearest quarters first, each only as far as its best hit yet."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._jit import INTS, REAL, REALS2, array, entry, inlined
from ..collide.ray import MISS, raycast
from ..detect.proxies import shape_core
from ..detect.quadtree_nodes import NONE, TREE, Tree
from ..detect.quadtree_rays import Ray, entry_to, slabs_of, start_ray, step_on_ray
from .nearby import sort_by_cells
from .scene import SCENE, WANTED, Ints, Reals2, Rows, Scene, Wanted, is_before, is_wanted

# The answer to one of many rays; without a hit: entity 0, fraction 1, the ray's end and normal (0, 0).
RAY_HIT = np.dtype([("entity", "i8")] + [(name, "f8") for name in ("fraction", "x", "y", "nx", "ny")])


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


@entry(TREE, SCENE, WANTED, REALS2, REALS2, INTS, INTS, REALS2, array(RAY_HIT))
def cast_rays(
    tree: Tree,
    scene: Scene,
    wanted: Wanted,
    starts: Reals2,
    ends: Reals2,
    order: Ints,
    cells: Ints,
    rays: Reals2,
    hits: Rows,
) -> None:
    """Many rays from `starts` to `ends` (n, 2). Scratch: `order` (n), `cells` (CELLS) and `rays` (n, 4)."""
    bodies, shapes = scene.bodies, scene.shapes
    sort_by_cells(starts, ends, cells, order, rays)
    for j in range(len(order)):
        k = order[j]
        x, y, dx, dy = rays[j, 0], rays[j, 1], rays[j, 2], rays[j, 3]
        hit = first_hit(tree, scene, wanted, x, y, dx, dy)
        answer = hits[k]
        answer.entity = bodies[shapes[hit.shape].body].entity if hit.shape != NONE else 0
        answer.fraction = min(hit.fraction, 1.0)
        answer.x = x + answer.fraction * dx
        answer.y = y + answer.fraction * dy
        answer.nx = hit.nx
        answer.ny = hit.ny
