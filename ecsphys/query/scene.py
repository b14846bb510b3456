"""The arrays of a world's shapes as queries read them, and the filter of a query."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import BodyRows, Boxes, FilterRows, Ints, PointRows, ShapeRows
from ..compile import INT, INTS, REALS2, array, group, inlined
from ..world.bodies import BODY
from ..world.shapes import FILTER, SHAPE
from ..world.state import World


class Scene(NamedTuple):
    """The arrays of a world's shapes."""

    fat: Boxes
    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows
    turned: PointRows


EVERY_KIND = 7


class QueryFilter(NamedTuple):
    """The shapes that a query may find: on a layer in `mask`; no triggers if `triggers` is 0; of bodies whose
    kind has its bit set in `kinds`; not of entities in `ignored`, which is ascending.
    """

    mask: int
    triggers: int
    kinds: int
    ignored: Ints


SCENE = group(Scene, REALS2, array(BODY), array(SHAPE), array(FILTER), REALS2)
QUERY_FILTER = group(QueryFilter, INT, INT, INT, INTS)


def scene_of(world: World) -> Scene:
    """Return the arrays of a world as they are now."""
    shapes = world.shapes
    return Scene(shapes.fat, world.bodies.rows, shapes.rows, shapes.filters, shapes.turned)


@inlined
def contains(ascending: Ints, value: int) -> bool:
    """Whether an ascending array contains a value."""
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) >> 1
        if ascending[middle] < value:
            low = middle + 1
        else:
            high = middle
    return bool(low < len(ascending) and ascending[low] == value)


@inlined
def passes_filter(scene: Scene, query: QueryFilter, i: int) -> bool:
    """Whether a query may find shape i."""
    shape = scene.filters[i]
    if shape.layer & query.mask == 0 or (shape.trigger != 0 and query.triggers == 0):
        return False
    if (query.kinds >> (shape.mobile + shape.dynamic)) & 1 == 0:  # their sum is the kind of the body
        return False
    return len(query.ignored) == 0 or not contains(query.ignored, scene.bodies[shape.body].entity)


@inlined
def is_before(scene: Scene, i: int, j: int) -> bool:
    """Whether shape i comes before shape j at equal distance: smaller entity, then order in the collider."""
    shapes, bodies = scene.shapes, scene.bodies
    a, b = shapes[i].body, shapes[j].body
    if a != b:
        return bool(bodies[a].entity < bodies[b].entity)
    while i >= 0 and i != j:
        i = shapes[i].next_shape
    return bool(i == j)
