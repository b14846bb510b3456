"""Searching the quadtree for what a box overlaps or a ray crosses."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import Boxes, Ints
from ..compile import inlined, kernel
from .filters import Rect, overlaps_rect
from .quadtree.buckets import next_slot, proxy_in
from .quadtree.nodes import NONE, Tree, children_in


class Ray(NamedTuple):
    """From (x, y) to (x + limit * dx, y + limit * dy); for casts, of a box with half sides ex, ey."""

    x: float
    y: float
    dx: float
    dy: float
    limit: float
    ex: float
    ey: float


class Slabs(NamedTuple):
    """What the box test needs of a ray, along each axis: the columns of a box that the ray comes to first,
    where the ray starts as seen from those (a cast's box is shrunk to a point, the others grown in turn)
    and from the far ones, and one by the step.
    """

    near_x: int
    near_y: int
    x: float
    y: float
    far_x: float
    far_y: float
    per_x: float
    per_y: float


@inlined
def slabs_of(ray: Ray) -> Slabs:
    """The slabs of a ray."""
    x, y, dx, dy = float(ray.x), float(ray.y), float(ray.dx), float(ray.dy)
    near_x, ex = (2, -float(ray.ex)) if dx < 0.0 else (0, float(ray.ex))
    near_y, ey = (3, -float(ray.ey)) if dy < 0.0 else (1, float(ray.ey))
    per_x = 1.0 / dx if dx != 0.0 else math.inf
    per_y = 1.0 / dy if dy != 0.0 else math.inf
    return Slabs(near_x, near_y, x + ex, y + ey, x - ex, y - ey, per_x, per_y)


@inlined
def entry_to(slabs: Slabs, limit: float, boxes: Boxes, i: int) -> float:
    """The part of the way after which a ray enters box i, infinite if not before `limit`."""
    return entry_at(slabs, limit, boxes, i, 0, 1)


@inlined
def entry_at(slabs: Slabs, limit: float, boxes: Boxes, i: int, column: int, width: int) -> float:
    """`entry_to` of a box whose sides are `width` columns apart, from `column` on, in row i (slab method).

    A NaN, which a ray along a side makes of zero times infinity, says nothing about that side.
    """
    near_x = (float(boxes[i, column + width * slabs.near_x]) - slabs.x) * slabs.per_x
    near_y = (float(boxes[i, column + width * slabs.near_y]) - slabs.y) * slabs.per_y
    far_x = (float(boxes[i, column + width * (2 - slabs.near_x)]) - slabs.far_x) * slabs.per_x
    far_y = (float(boxes[i, column + width * (4 - slabs.near_y)]) - slabs.far_y) * slabs.per_y
    enter, leave = 0.0, limit
    enter = near_x if near_x > enter else enter
    enter = near_y if near_y > enter else enter
    leave = far_x if far_x < leave else leave
    leave = far_y if far_y < leave else leave
    return enter if enter <= leave else math.inf


class WalkState(NamedTuple):
    """How far a walk along a ray has come: the height of its stack and the proxy it is at."""

    top: int
    proxy: int


@inlined
def start_ray(tree: Tree, part: int) -> WalkState:
    """Begin a walk through a part, STATIC or MOBILE; it lives in the tree, so only one at a time."""
    top = tree.nodes[part]
    tree.stack[0] = top.child if top.first == NONE else part
    return WalkState(1 if tree.stack[0] != NONE else 0, NONE)


@inlined
def step_on_ray(tree: Tree, slabs: Slabs, limit: float, top: int) -> WalkState:
    """Take the node on top of the stack and push those of its children that the ray crosses before `limit`,
    in such an order that near ones come first.

    Returns the stack's new height and the slot of the first of the node's own proxies, NONE if it has none;
    the rest follow by `next_slot`, and their own boxes may still be missed. Free of branches: what is not
    crossed is written, too, and left above the top.
    """
    stack = tree.stack
    top -= 1
    node = tree.nodes[stack[top]]
    if node.child != NONE:
        nearest = (slabs.near_x >> 1) + (slabs.near_y - 1)
        for q in range(4):
            near = 3 - q ^ nearest
            stack[top] = node.child + near
            top += entry_at(slabs, limit, tree.bounds, node.child >> 2, near, 4) <= limit
    return WalkState(top, node.first)


@kernel
def next_on_ray(tree: Tree, fat: Boxes, ray: Ray, place: WalkState) -> WalkState:
    """The next proxy whose box a ray crosses, near ones roughly first; proxy is NONE at the end.

    The ray's limit may be lowered from call to call, as hits are found. (Where every nanosecond counts,
    `step_on_ray` in a loop of one's own saves a tenth.)
    """
    slabs, top, slot = slabs_of(ray), place.top, NONE
    if place.proxy != NONE:
        slot = next_slot(tree.chain, tree.links[place.proxy].slot)
    while True:
        while slot != NONE:
            i = proxy_in(tree, slot)
            if entry_to(slabs, ray.limit, fat, i) <= ray.limit:
                return WalkState(top, i)
            slot = next_slot(tree.chain, slot)
        if top == 0:
            return WalkState(0, NONE)
        top, slot = step_on_ray(tree, slabs, ray.limit, top)


@kernel
def find_in_box(tree: Tree, fat: Boxes, part: int, box: Rect, ids: Ints, found: int) -> int:
    """Append the proxies of a part that overlap a box to `ids`.

    Returns how many there are now; those that have no room in `ids` are only counted.
    """
    tree.stack[0] = part
    top = 1
    while top > 0:
        top -= 1
        node = tree.nodes[tree.stack[top]]
        if node.child != NONE:
            hits = children_in(tree.bounds, node.child, box)
            for q in range(4):
                tree.stack[top] = node.child + q
                top += hits >> q & 1
        slot = node.first
        while slot != NONE:
            i = proxy_in(tree, slot)
            if overlaps_rect(fat, i, box):
                if found < len(ids):
                    ids[found] = i
                found += 1
            slot = next_slot(tree.chain, slot)
    return found
