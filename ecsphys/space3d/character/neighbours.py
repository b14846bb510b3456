"""The neighbours of a character: proxies that may be obstacles, and the arrays that its kernels read."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import BodyRows, Boxes, CharacterRows, FilterRows, Ints, ShapeRows
from ...character.neighbours import is_filtered, is_obstacle
from ...compile import INTS, REALS2, array, group, inlined, kernel
from ...spatial.pair_keys import insert_sorted
from ...world.shapes import FILTER
from ..collide.core import SOLID_ROWS, Core, SolidRows
from ..math3d.quaternion import Quaternion
from ..math3d.vec3 import Vec3
from ..spatial.cuboid import Cuboid
from ..spatial.walk import ProxyTree, find_in_box
from ..world.cores import core_at, shape_core
from ..world.records import BODY3, SHAPE3
from .records import CHARACTER3

ORIGIN = Vec3(0.0, 0.0, 0.0)


class Neighbours3(NamedTuple):
    """The first `character.neighbours` of `ids` are the proxies around the moving character, ascending."""

    bodies: BodyRows
    shapes: ShapeRows
    solids: SolidRows
    tight: Boxes
    ids: Ints


class Crowd3(NamedTuple):
    """All characters of a world. `filtered`: keys of pairs of proxies that filters drop, ascending."""

    rows: CharacterRows
    filters: FilterRows
    filtered: Ints


NEIGHBOURS3 = group(Neighbours3, array(BODY3), array(SHAPE3), SOLID_ROWS, REALS2, INTS)
CROWD3 = group(Crowd3, array(CHARACTER3), array(FILTER), INTS)


@inlined
def own_core(neighbours: Neighbours3, c: Any, body: Any) -> Core:
    """Return the character's own shape around its origin; any shape if it has none, and so no neighbours."""
    return shape_core(neighbours.shapes[max(c.own, 0)], body, ORIGIN)


@inlined
def relative_core(neighbours: Neighbours3, i: int, body: Any) -> Core:
    """Return the shape of proxy i, relative to the origin of `body`."""
    shape = neighbours.shapes[i]
    other = neighbours.bodies[shape.body]
    return shape_core(shape, other, Vec3(other.x - body.x, other.y - body.y, other.z - body.z))


@inlined
def core_before(neighbours: Neighbours3, i: int, body: Any) -> Core:
    """Return the shape of proxy i where it was before the step, relative to the origin of `body`."""
    shape = neighbours.shapes[i]
    o = neighbours.bodies[shape.body]
    place = Vec3(o.previous_x - body.x, o.previous_y - body.y, o.previous_z - body.z)
    return core_at(shape, place, Quaternion(o.previous_qw, o.previous_qx, o.previous_qy, o.previous_qz))


@inlined
def is_in_reach(tight: Boxes, c: Any, body: Any, i: int, way: Vec3, margin: float) -> bool:
    """Whether proxy i is within `margin` of the bounds that the character sweeps along a way."""
    wide = c.width + margin
    return bool(
        tight[i, 0] - body.x <= wide + max(way.x, 0.0)
        and tight[i, 3] - body.x >= min(way.x, 0.0) - wide
        and tight[i, 1] - body.y <= c.above + margin + max(way.y, 0.0)
        and tight[i, 4] - body.y >= c.below - margin + min(way.y, 0.0)
        and tight[i, 2] - body.z <= wide + max(way.z, 0.0)
        and tight[i, 5] - body.z >= min(way.z, 0.0) - wide
    )


@kernel
def gather_neighbours(
    neighbours: Neighbours3, crowd: Crowd3, tree: ProxyTree, c: Any, body: Any, reach: float
) -> int:
    """Gather all obstacles within `reach` of the character; returns the room that this takes in `ids`."""
    wide = c.width + reach
    box = Cuboid(
        body.x - wide, body.y + c.below - reach, body.z - wide,
        body.x + wide, body.y + c.above + reach, body.z + wide,
    )  # fmt: skip
    ids = neighbours.ids
    found = find_in_box(tree, 1, box, ids, find_in_box(tree, 0, box, ids, 0))
    if found > len(ids):
        return int(found)
    c.neighbours = 0
    for k in range(found):
        i = ids[k]
        if is_obstacle(crowd.filters, c.own, i) and not is_filtered(crowd.filtered, c.own, i):
            insert_sorted(ids, c.neighbours, i)
            c.neighbours += 1
    return int(found)
