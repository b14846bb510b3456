"""The shape of a query against shapes of the world."""

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

OVERLAP, DISTANCE = 0, 1  # tasks of `test_shapes`


class Proximity(NamedTuple):
    """The relation of two shapes: their distance (DISTANCE) or 0 (OVERLAP), infinite if there is none.

    The normal is unit and points away from the shape of the world; zero for OVERLAP.
    """

    value: float
    nx: float
    ny: float


NO_PROXIMITY = Proximity(math.inf, 0.0, 0.0)


@inlined
def proximity(points: PointRows, a: Core, b: Core, task: int) -> Proximity:
    """Return the proximity of core A to core B of the world; two cores without interior have none."""
    if a.form > POLYGON and b.form > POLYGON:
        return NO_PROXIMITY
    if task == OVERLAP:
        return Proximity(0.0, 0.0, 0.0) if overlaps(points, a, b) else NO_PROXIMITY
    m = separate(points, b, a)
    return Proximity(m.separation0, m.nx, m.ny)


@inlined
def nearest_part(points: PointRows, placed: PlacedShape, spare: int, core: Core, task: int) -> Proximity:
    """Return the proximity of the nearest part of a shape to a core of the world."""
    best = NO_PROXIMITY
    for k in range(len(placed.parts)):
        found = proximity(points, core_of_part(placed, k, spare, Vec2(0.0, 0.0)), core, task)
        if found.value < best.value:
            best = found
    return best


@entry(INTS, SCENE, QUERY_FILTER, PLACED_SHAPE, INT, INT, INTS, REALS2)
def test_shapes(
    ids: Ints,
    scene: Scene,
    query: QueryFilter,
    placed: PlacedShape,
    task: int,
    spare: int,
    rows: Ints,
    answers: Reals2,
) -> int:
    """Test a shape against shapes of the world; returns how many have a proximity.

    `rows` gets these, `answers` (n, 3) their `Proximity`s. `spare` is the first row of `turned` that is free
    for the points of the query's shape.
    """
    bodies, shapes, turned = scene.bodies, scene.shapes, scene.turned
    place_rows(turned, placed, spare, placed.angle)
    count = 0
    for i in ids:
        if passes_filter(scene, query, i):
            body = bodies[shapes[i].body]
            core = shape_core(shapes[i], body.x - placed.x, body.y - placed.y)
            best = nearest_part(turned, placed, spare, core, task)
            if best.value < math.inf:
                rows[count] = i
                for column in range(3):
                    answers[count, column] = best[column]
                count += 1
    return count


@kernel
def swept_box(points: PointRows, placed: PlacedShape, spare: int, dx: float, dy: float) -> Ray:
    """Return the way of the box around a shape whose points begin at row `spare`."""
    lx, ly, ux, uy = math.inf, math.inf, -math.inf, -math.inf
    for k in range(len(placed.parts)):
        left, below, right, above = core_bounds(points, core_of_part(placed, k, spare, Vec2(0.0, 0.0)))
        lx, ly = min(lx, left), min(ly, below)
        ux, uy = max(ux, right), max(uy, above)
    x, y = 0.5 * (lx + ux), 0.5 * (ly + uy)  # NaN for a half-plane, whose way crosses every box
    return Ray(placed.x + x, placed.y + y, dx, dy, 1.0, ux - x, uy - y)


@inlined
def cast_against(
    points: PointRows, placed: PlacedShape, spare: int, core: Core, dx: float, dy: float
) -> Cast:
    """Return the first touch of a moving shape with a core of the world, relative to the shape's origin."""
    best = MISSED
    for k in range(len(placed.parts)):
        own = core_of_part(placed, k, spare, Vec2(0.0, 0.0))
        if own.form <= POLYGON or core.form <= POLYGON:
            hit = shape_cast(points, own, Vec2(dx, dy), core)
            if hit.fraction < best.fraction:
                best = hit
    return best
