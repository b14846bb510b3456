"""Searching the quadtree for what a box overlaps or a ray crosses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .filters import Box, box_meets
from .quadtree_nodes import NONE

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]


class Ray(NamedTuple):
    """From (x, y) to (x + limit * dx, y + limit * dy); for casts, of a box with half sides ex, ey."""

    x: float
    y: float
    dx: float
    dy: float
    limit: float
    ex: float
    ey: float


@kernel
def crosses(ray: Ray, boxes: Boxes, i: int) -> bool:
    """Whether a ray meets box i (separating axes: x, y and the ray's normal); infinite boxes: perhaps."""
    lx, ly, ux, uy = float(boxes[i, 0]), float(boxes[i, 1]), float(boxes[i, 2]), float(boxes[i, 3])
    left, right = lx - ray.ex - ray.x, ux + ray.ex - ray.x
    below, above = ly - ray.ey - ray.y, uy + ray.ey - ray.y
    x, y = ray.limit * ray.dx, ray.limit * ray.dy
    if max(x, 0.0) < left or min(x, 0.0) > right or max(y, 0.0) < below or min(y, 0.0) > above:
        return False
    # Written so that a NaN, as zero times an infinite side gives, does not rule the box out.
    low = min(-ray.dy * left, -ray.dy * right) + min(ray.dx * below, ray.dx * above)
    high = max(-ray.dy * left, -ray.dy * right) + max(ray.dx * below, ray.dx * above)
    return not (low > 0.0 or high < 0.0)


class Place(NamedTuple):
    """How far a walk along a ray has come: the height of its stack and the proxy it is at."""

    top: int
    proxy: int


@kernel
def start_ray(stack: Ints, part: int) -> Place:
    """Begin a walk through a part, STATIC or MOBILE."""
    stack[0] = part
    return Place(1, NONE)


@kernel
def next_on_ray(
    bounds: Boxes, nodes: Rows, links: Rows, fat: Boxes, stack: Ints, ray: Ray, place: Place
) -> Place:
    """The next proxy whose box a ray crosses, near quarters first; proxy is NONE at the end.

    The ray's limit may be lowered from call to call, as hits are found. The walk lives in `stack`
    and `place`: two at a time need two stacks (STACK_SIZE ints).
    """
    top = place.top
    i = links[place.proxy].next if place.proxy != NONE else NONE
    near = (1 if ray.dx < 0.0 else 0) + (2 if ray.dy < 0.0 else 0)
    while True:
        while i != NONE:
            if crosses(ray, fat, i):
                return Place(top, i)
            i = links[i].next
        if top == 0:
            return Place(0, NONE)
        top -= 1
        n = stack[top]
        if not crosses(ray, bounds, n):
            continue
        i = nodes[n].first
        block = nodes[n].child
        if block != NONE:
            for q in range(4):
                stack[top + q] = block + (3 - q ^ near)
            top += 4


@kernel
def find_in_box(
    bounds: Boxes,
    nodes: Rows,
    links: Rows,
    fat: Boxes,
    stack: Ints,
    part: int,
    box: Box,
    ids: Ints,
    found: int,
) -> int:
    """Append the proxies of a part that overlap a box to `ids`.

    Returns how many there are now; those that have no room in `ids` are only counted.
    """
    stack[0] = part
    top = 1
    while top > 0:
        top -= 1
        node = nodes[stack[top]]
        if node.child != NONE:
            for child in range(node.child, node.child + 4):
                stack[top] = child
                top += box_meets(bounds, child, box)
        i = node.first
        while i != NONE:
            if box_meets(fat, i, box):
                if found < len(ids):
                    ids[found] = i
                found += 1
            i = links[i].next
    return found
