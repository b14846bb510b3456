"""A query's own shape against shapes of the world."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import Ints, PointRows, Reals2
from ..collide.bounds import core_bounds
from ..collide.cast import MISSED, Cast, shape_cast
from ..collide.dispatch import overlaps, separate
from ..collide.manifold import POLYGON, Core
from ..compile import INT, INTS, REALS2, entry, inlined, kernel
from ..geometry.pair_kernels import PLACED_SHAPE, PlacedShape, core_of_part, place_rows
from ..math2d.vec2 import Vec2
from ..spatial.proxies import shape_core
from ..spatial.slabs import Ray
from .scene import QUERY_FILTER, SCENE, QueryFilter, Scene, passes_filter

OVERLAP, DISTANCE = 0, 1  # what `test_shapes` looks for


class Proximity(NamedTuple):
    """How two cores meet: their distance (NEAREST) or 0; infinite if they do not."""

    value: float
    nx: float
    ny: float


NO_PROXIMITY = Proximity(math.inf, 0.0, 0.0)


@inlined
def proximity(points: PointRows, a: Core, b: Core, task: int) -> Proximity:
    """How core A meets core B of the world; two without inside never do."""
    if a.form > POLYGON and b.form > POLYGON:
        return NO_PROXIMITY
    if task == OVERLAP:
        return Proximity(0.0, 0.0, 0.0) if overlaps(points, a, b) else NO_PROXIMITY
    m = separate(points, b, a)
    return Proximity(m.separation0, m.nx, m.ny)


@entry(INTS, SCENE, QUERY_FILTER, PLACED_SHAPE, INT, INT, INTS, REALS2)
def test_shapes(
    ids: Ints,
    scene: Scene,
    wanted: QueryFilter,
    solid: PlacedShape,
    task: int,
    spare: int,
    found: Ints,
    answers: Reals2,
) -> int:
    """A solid against given shapes: `found` gets those that it meets, `answers` (n, 3) their `Proximity`s.

    `spare` is the first row of `turned` that is free for the solid. Normals point away from the shape
    found. Returns how many were found.
    """
    _, bodies, shapes, filters, turned = scene
    mask, triggers, kinds, ignored = wanted
    place_rows(turned, solid, spare, solid.angle)
    count = 0
    for i in ids:
        if not passes_filter(bodies, filters, i, mask, triggers, kinds, ignored):
            continue
        body = bodies[shapes[i].body]
        core = shape_core(shapes[i], body.x - solid.x, body.y - solid.y)
        best = NO_PROXIMITY
        for k in range(len(solid.parts)):
            m = proximity(turned, core_of_part(solid, k, spare, Vec2(0.0, 0.0)), core, task)
            if m.value < best.value:
                best = m
        if best.value < math.inf:
            found[count] = i
            for column in range(3):
                answers[count, column] = best[column]
            count += 1
    return count


@kernel
def swept_box(points: PointRows, solid: PlacedShape, spare: int, dx: float, dy: float) -> Ray:
    """The way of the box around a solid that is laid out from row `spare`."""
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    for k in range(len(solid.parts)):
        left, below, right, above = core_bounds(points, core_of_part(solid, k, spare, Vec2(0.0, 0.0)))
        lx, ly = min(lx, left), min(ly, below)
        ux, uy = max(ux, right), max(uy, above)
    x, y = 0.5 * (lx + ux), 0.5 * (ly + uy)  # NaN for a half-plane: then every box is met
    return Ray(solid.x + x, solid.y + y, dx, dy, 1.0, ux - x, uy - y)


@inlined
def cast_against(points: PointRows, solid: PlacedShape, spare: int, core: Core, dx: float, dy: float) -> Cast:
    """Where a solid on its way first touches a core of the world; lengths count from the solid's origin."""
    best = MISSED
    for k in range(len(solid.parts)):
        own = core_of_part(solid, k, spare, Vec2(0.0, 0.0))
        if own.form <= POLYGON or core.form <= POLYGON:
            hit = shape_cast(points, own, Vec2(dx, dy), core)
            if hit.fraction < best.fraction:
                best = hit
    return best
