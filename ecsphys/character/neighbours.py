"""The neighbours of a character: proxies that may be obstacles, and the arrays that its kernels read.

Kernels here take no more arrays than they need: each array costs compile time in every kernel it is passed
through.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, CharacterRows, FilterRows, Ints, Reals2, ShapeRows
from ..collide.manifold import Core
from ..compile import INTS, REALS2, array, group, inlined, kernel
from ..spatial.filters import Rect, may_block, may_collide
from ..spatial.pair_keys import insert_sorted, pair_key
from ..spatial.proxies import shape_core
from ..spatial.walk import ProxyTree, find_in_rect
from ..world.bodies import BODY
from ..world.shapes import FILTER, SHAPE
from .records import BLOCK, CHARACTER, FLOATING, NONE, PUSH


class Neighbours(NamedTuple):
    """The first `character.neighbours` of `ids` are the proxies around the moving character, ascending."""

    bodies: BodyRows
    shapes: ShapeRows
    turned: Reals2
    tight: Reals2
    ids: Ints


class Crowd(NamedTuple):
    """All characters of a world. `of_body`: body row → row in `rows`, or NONE.

    `filtered` are the keys of the pairs of proxies that the game's filters drop, ascending.
    """

    rows: CharacterRows
    of_body: Ints
    filters: FilterRows
    fat: Reals2
    filtered: Ints


NEIGHBOURS = group(Neighbours, array(BODY), array(SHAPE), REALS2, REALS2, INTS)
CROWD = group(Crowd, array(CHARACTER), INTS, array(FILTER), REALS2, INTS)

MAX_STACK = 8  # characters on top of each other that count as a stack
SOFTNESS = 0.2  # fraction of an overlap with another character that is resolved per step


@inlined
def relative_core(shape: Any, body: Any, other: Any) -> Core:
    """Return a shape of the body `other`, relative to the origin of `body`."""
    return shape_core(shape, other.x - body.x, other.y - body.y)


@inlined
def box_in_reach(tight: Reals2, c: Any, body: Any, i: int, dx: float, dy: float, margin: float) -> bool:
    """Whether proxy i is within `margin` of the bounds that the character sweeps along (dx, dy)."""
    return bool(
        tight[i, 0] - body.x <= c.right + max(dx, 0.0) + margin
        and tight[i, 2] - body.x >= c.left + min(dx, 0.0) - margin
        and tight[i, 1] - body.y <= c.above + max(dy, 0.0) + margin
        and tight[i, 3] - body.y >= c.below + min(dy, 0.0) - margin
    )


@kernel
def gather_neighbours(
    neighbours: Neighbours, crowd: Crowd, tree: ProxyTree, c: Any, body: Any, reach: float
) -> int:
    """Gather all obstacles within `reach` of the character; returns the room that this takes in `ids`.

    Characters that push each other softly are no obstacles: their pushes are summed up in `c.soft_x` and
    `c.soft_y`. Nor are those that it carries on its head, which move after it.
    """
    box = Rect(
        body.x + c.left - reach, body.y + c.below - reach, body.x + c.right + reach, body.y + c.above + reach
    )
    ids = neighbours.ids
    found = 0
    for part in range(2):
        found = find_in_rect(tree, crowd.fat, part, box, ids, found)
    if found > len(ids):
        return int(found)
    c.neighbours = 0
    c.soft_x = c.pushed_x
    c.soft_y = c.pushed_y
    for k in range(found):
        i = ids[k]
        if not is_obstacle(crowd.filters, c.own, i) or is_filtered(crowd.filtered, c.own, i):
            continue
        j = crowd.of_body[neighbours.shapes[i].body]
        meeting = BLOCK if j == NONE else max(c.meets, crowd.rows[j].meets)
        if meeting == PUSH:
            push_softly(neighbours.tight, c, body, i, crowd.rows[j].entity)
        elif meeting == BLOCK and not is_carried(crowd, j, c):
            insert_sorted(ids, c.neighbours, i)
            c.neighbours += 1
    return int(found)


@kernel
def is_carried(crowd: Crowd, row: int, c: Any) -> bool:
    """Whether a character (NONE: no character) stands on another's head, or on one that does.

    One that something keeps from rising along is an obstacle like others.
    """
    for _ in range(MAX_STACK):
        if row == NONE:
            return False
        upper = crowd.rows[row]
        if upper.on_floor == 0 or upper.floor_entity == 0 or upper.held_down == 1:
            return False
        if upper.floor_body == c.body:
            return bool(upper.floor_entity == c.entity)
        row = crowd.of_body[upper.floor_body]
    return False


@inlined
def own_core(shapes: ShapeRows, c: Any) -> Core:
    """Return the character's own shape around its origin; any shape if it has none, and so no neighbours."""
    return shape_core(shapes[max(c.own, 0)], 0.0, 0.0)


@inlined
def is_obstacle(filters: FilterRows, i: int, j: int) -> bool:
    """Whether proxy j is solid to a character's proxy i."""
    return bool(
        may_collide(filters, i, j)
        and may_block(filters, i, j)
        and filters[i].trigger + filters[j].trigger == 0
    )


@kernel
def is_filtered(keys: Ints, i: int, j: int) -> bool:
    """Whether the ascending keys contain a pair of proxies."""
    if len(keys) == 0:
        return False
    key = pair_key(i, j)
    at = np.searchsorted(keys, key)
    return bool(at < len(keys) and keys[at] == key)


@kernel
def push_softly(tight: Reals2, c: Any, body: Any, i: int, entity: int) -> None:
    """Add the soft push of another character, with proxy i, by the overlap of their bounds."""
    x = body.x + 0.5 * (c.left + c.right) - 0.5 * (tight[i, 0] + tight[i, 2])
    y = body.y + 0.5 * (c.below + c.above) - 0.5 * (tight[i, 1] + tight[i, 3])
    overlap_x = 0.5 * (c.right - c.left + tight[i, 2] - tight[i, 0]) - abs(x)
    overlap_y = 0.5 * (c.above - c.below + tight[i, 3] - tight[i, 1]) - abs(y)
    distance = math.sqrt(x * x + y * y)
    if min(overlap_x, overlap_y) <= 0.0:
        return
    if c.mode == FLOATING and distance > 0.0:
        c.soft_x += SOFTNESS * min(overlap_x, overlap_y) * x / distance
        c.soft_y += SOFTNESS * min(overlap_x, overlap_y) * y / distance
    else:  # sideways; two at the same place part in the order of their entities
        side = x if x != 0.0 else float(c.entity - entity)
        c.soft_x += SOFTNESS * overlap_x * math.copysign(1.0, side)
