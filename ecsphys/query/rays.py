"""Rays through the quadtree, nearest quarters first, each only as far as its best hit yet."""

from __future__ import annotations

from typing import NamedTuple

from .._jit import INTS, REAL, REALS2, entry, inlined, kernel
from ..collide.ray import MISS, raycast
from ..detect.proxies import shape_core
from ..detect.quadtree_nodes import NONE, TREE, Tree
from ..detect.quadtree_rays import Ray, next_on_ray, start_ray
from .scene import SCENE, WANTED, Ints, Reals2, Rows, Scene, Wanted, is_before, is_wanted


class Hit(NamedTuple):
    """The first shape on a ray, the fraction of the way and the normal; NONE and MISS if there is none."""

    shape: int
    fraction: float
    nx: float
    ny: float


NO_HIT = Hit(NONE, MISS, 0.0, 0.0)


@kernel
def hit_shape(
    bodies: Rows, shapes: Rows, turned: Reals2, i: int, x: float, y: float, dx: float, dy: float
) -> Hit:
    """A ray from (x, y) along (dx, dy) against shape i; all lengths count from the ray's start."""
    body = bodies[shapes[i].body]
    core = shape_core(shapes[i], body.x - x, body.y - y)
    fraction, nx, ny = raycast(turned, core, 0.0, 0.0, dx, dy)
    return Hit(i, fraction, nx, ny)


@inlined
def first_hit(tree: Tree, scene: Scene, wanted: Wanted, x: float, y: float, dx: float, dy: float) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    fat, bodies, shapes, filters, turned = scene
    mask, triggers, kinds, ignored = wanted
    best = NO_HIT
    ray = Ray(x, y, dx, dy, 1.0, 0.0, 0.0)
    for part in range(2):
        place = start_ray(tree.nodes, tree.stack, tree.entries, part)
        while True:
            place = next_on_ray(tree, fat, ray, place)
            i = place.proxy
            if i == NONE:
                break
            if not is_wanted(bodies, filters, i, mask, triggers, kinds, ignored):
                continue
            hit = hit_shape(bodies, shapes, turned, i, x, y, dx, dy)
            if hit.fraction > 1.0 or hit.fraction > best.fraction:
                continue
            if hit.fraction < best.fraction or is_before(bodies, shapes, i, best.shape):
                best = hit
                ray = Ray(x, y, dx, dy, hit.fraction, 0.0, 0.0)
    return best


@entry(TREE, SCENE, WANTED, REAL, REAL, REAL, REAL)
def cast_ray(tree: Tree, scene: Scene, wanted: Wanted, x: float, y: float, dx: float, dy: float) -> Hit:
    """The first wanted shape on the way from (x, y) along (dx, dy)."""
    return first_hit(tree, scene, wanted, x, y, dx, dy)


@entry(TREE, SCENE, WANTED, REALS2, REALS2, INTS, REALS2)
def cast_rays(
    tree: Tree, scene: Scene, wanted: Wanted, starts: Reals2, ends: Reals2, found: Ints, hits: Reals2
) -> None:
    """Many rays from `starts` to `ends` (n, 2): `found` gets shapes, `hits` (n, 3) fractions and normals."""
    for k in range(len(starts)):
        x, y = starts[k, 0], starts[k, 1]
        hit = first_hit(tree, scene, wanted, x, y, ends[k, 0] - x, ends[k, 1] - y)
        found[k] = hit.shape
        hits[k, 0], hits[k, 1], hits[k, 2] = hit.fraction, hit.nx, hit.ny


@entry(INTS, SCENE, WANTED, REAL, REAL, REAL, REAL, INTS, REALS2)
def cast_at(
    ids: Ints,
    scene: Scene,
    wanted: Wanted,
    x: float,
    y: float,
    dx: float,
    dy: float,
    found: Ints,
    hits: Reals2,
) -> int:
    """One ray against given shapes: all that it hits, as by `cast_rays`; returns how many."""
    _, bodies, shapes, filters, turned = scene
    mask, triggers, kinds, ignored = wanted
    count = 0
    for i in ids:
        if not is_wanted(bodies, filters, i, mask, triggers, kinds, ignored):
            continue
        hit = hit_shape(bodies, shapes, turned, i, x, y, dx, dy)
        if hit.fraction <= 1.0:
            found[count] = i
            hits[count, 0], hits[count, 1], hits[count, 2] = hit.fraction, hit.nx, hit.ny
            count += 1
    return count
