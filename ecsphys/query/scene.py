"""What the kernels of this room read of a world, and which shapes a query may find."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import BodyRows, FilterRows, Ints, Reals2, ShapeRows
from ..compile import INT, INTS, REALS2, array, group, inlined
from ..world.bodies import BODY
from ..world.shapes import FILTER, SHAPE
from ..world.state import World


class Scene(NamedTuple):
    """The arrays of a world's shapes."""

    fat: Reals2
    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows
    turned: Reals2


EVERY_KIND = 7


class QueryFilter(NamedTuple):
    """Which shapes a query may find: layers in `mask`, triggers if not 0, bodies of the kinds whose bit is
    set, entities not in `ignored`, which is ascending.
    """

    mask: int
    triggers: int
    kinds: int
    ignored: Ints


SCENE = group(Scene, REALS2, array(BODY), array(SHAPE), array(FILTER), REALS2)
QUERY_FILTER = group(QueryFilter, INT, INT, INT, INTS)


def scene_of(world: World) -> Scene:
    """The world's arrays as they are now."""
    shapes = world.shapes
    return Scene(shapes.fat, world.bodies.rows, shapes.rows, shapes.filters, shapes.turned)


@inlined
def contains(ascending: Ints, value: int) -> bool:
    """Whether ascending numbers contain one."""
    low, high = 0, len(ascending)
    while low < high:
        middle = (low + high) >> 1
        if ascending[middle] < value:
            low = middle + 1
        else:
            high = middle
    return bool(low < len(ascending) and ascending[low] == value)


@inlined
def passes_filter(
    bodies: BodyRows, filters: FilterRows, i: int, mask: int, triggers: int, kinds: int, ignored: Ints
) -> bool:
    """Whether a query may find shape i."""
    filter_ = filters[i]
    if filter_.layer & mask == 0 or (filter_.trigger != 0 and triggers == 0):
        return False
    if (kinds >> (filter_.mobile + filter_.dynamic)) & 1 == 0:  # the bodies' STATIC, KINEMATIC, DYNAMIC
        return False
    return len(ignored) == 0 or not contains(ignored, bodies[filter_.body].entity)


@inlined
def is_before(bodies: BodyRows, shapes: ShapeRows, i: int, j: int) -> bool:
    """Whether shape i comes before shape j where both are equally far: smaller entities first, then the
    order of a collider's shapes.
    """
    a, b = shapes[i].body, shapes[j].body
    if a != b:
        return bool(bodies[a].entity < bodies[b].entity)
    while i >= 0 and i != j:
        i = shapes[i].next_shape
    return bool(i == j)
