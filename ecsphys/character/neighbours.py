"""What lies around a character: the arrays it reads and the proxies that may be in its way.

Kernels here take no more arrays than they need: each one costs time to compile in every kernel that it
goes through.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, FilterRows, Ints, Reals2, Rows, ShapeRows
from ..collide.manifold import Core
from ..compile import INTS, REALS2, array, group, inlined, kernel
from ..spatial.filters import Rect, may_block, may_collide
from ..spatial.pair_keys import pair_key
from ..spatial.proxies import shape_core
from ..spatial.quadtree.nodes import Tree
from ..spatial.walk import find_in_box
from ..world.bodies import BODY
from ..world.shapes import FILTER, SHAPE
from .records import BLOCK, CHARACTER, FLOATING, NONE, PUSH


class Near(NamedTuple):
    """`ids` are the proxies around the character that moves, ascending; as many as its `near` says."""

    bodies: BodyRows
    shapes: ShapeRows
    turned: Reals2
    tight: Reals2
    ids: Ints


class Crowd(NamedTuple):
    """All characters, and the row of each by its body's row (NONE: no character).

    `barred` are the keys of pairs of proxies that a game lets pass each other, ascending.
    """

    rows: Rows
    of_body: Ints
    filters: FilterRows
    fat: Reals2
    barred: Ints


NEAR = group(Near, array(BODY), array(SHAPE), REALS2, REALS2, INTS)
CROWD = group(Crowd, array(CHARACTER), INTS, array(FILTER), REALS2, INTS)

SOFTNESS = 0.2  # share of an overlap with another character that one step takes away


@inlined
def core_at(shape: Any, body: Any, other: Any) -> Core:
    """A shape of the body `other`, seen from the origin of `body`."""
    return shape_core(shape, other.x - body.x, other.y - body.y)


@inlined
def in_reach(tight: Reals2, c: Any, body: Any, i: int, dx: float, dy: float, margin: float) -> bool:
    """Whether the box of proxy i is at most `margin` off the box that the character sweeps along (dx, dy)."""
    return bool(
        tight[i, 0] - body.x <= c.right + max(dx, 0.0) + margin
        and tight[i, 2] - body.x >= c.left + min(dx, 0.0) - margin
        and tight[i, 1] - body.y <= c.above + max(dy, 0.0) + margin
        and tight[i, 3] - body.y >= c.below + min(dy, 0.0) - margin
    )


@kernel
def look_around(near: Near, crowd: Crowd, tree: Tree, c: Any, body: Any, reach: float) -> int:
    """Find all obstacles within `reach` of the character; returns how much room in `ids` that takes.

    Characters that are to push each other are no obstacles: what they push adds up in `c.soft_x`,
    `c.soft_y`.
    """
    box = Rect(
        body.x + c.left - reach, body.y + c.below - reach, body.x + c.right + reach, body.y + c.above + reach
    )
    ids = near.ids
    found = 0
    for part in range(2):
        found = find_in_box(tree, crowd.fat, part, box, ids, found)
    if found > len(ids):
        return int(found)
    c.near = 0
    c.soft_x = c.pushed_x
    c.soft_y = c.pushed_y
    for k in range(found):
        i = ids[k]
        if not stops(crowd.filters, c.own, i) or is_barred(crowd.barred, c.own, i):
            continue
        j = crowd.of_body[near.shapes[i].body]
        meeting = BLOCK if j == NONE else max(c.meets, crowd.rows[j].meets)
        if meeting == PUSH:
            press(near.tight, c, body, i, crowd.rows[j].entity)
        elif meeting == BLOCK:
            put_in_order(ids, c.near, i)
            c.near += 1
    return int(found)


@inlined
def own_core(shapes: ShapeRows, c: Any) -> Core:
    """The character's own shape around its origin; of one without shape, which has nothing near, any."""
    return shape_core(shapes[max(c.own, 0)], 0.0, 0.0)


@inlined
def stops(filters: FilterRows, i: int, j: int) -> bool:
    """Whether a character's proxy i cannot pass j."""
    return bool(
        may_collide(filters, i, j)
        and may_block(filters, i, j)
        and filters[i].trigger + filters[j].trigger == 0
    )


@kernel
def is_barred(keys: Ints, i: int, j: int) -> bool:
    """Whether ascending keys hold a pair of proxies."""
    if len(keys) == 0:
        return False
    key = pair_key(i, j)
    at = np.searchsorted(keys, key)
    return bool(at < len(keys) and keys[at] == key)


@kernel
def put_in_order(ids: Ints, count: int, i: int) -> None:
    """Insert a proxy among the first `count`, which are ascending; later places may be overwritten."""
    k = count
    while k > 0 and ids[k - 1] > i:
        ids[k] = ids[k - 1]
        k -= 1
    ids[k] = i


@kernel
def press(tight: Reals2, c: Any, body: Any, i: int, entity: int) -> None:
    """Note how far another character, the body of proxy i, pushes this one: by the overlap of their boxes."""
    x = body.x + 0.5 * (c.left + c.right) - 0.5 * (tight[i, 0] + tight[i, 2])
    y = body.y + 0.5 * (c.below + c.above) - 0.5 * (tight[i, 1] + tight[i, 3])
    wide = 0.5 * (c.right - c.left + tight[i, 2] - tight[i, 0]) - abs(x)
    high = 0.5 * (c.above - c.below + tight[i, 3] - tight[i, 1]) - abs(y)
    away = math.sqrt(x * x + y * y)
    if min(wide, high) <= 0.0:
        return
    if c.mode == FLOATING and away > 0.0:
        c.soft_x += SOFTNESS * min(wide, high) * x / away
        c.soft_y += SOFTNESS * min(wide, high) * y / away
    else:  # apart to the sides; of two in one place in the order of their entities
        side = x if x != 0.0 else float(c.entity - entity)
        c.soft_x += SOFTNESS * wide * math.copysign(1.0, side)
