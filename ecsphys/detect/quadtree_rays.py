"""Searching the quadtree for what a box overlaps or a ray crosses."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from .filters import box_meets
from .quadtree_nodes import NONE, after, following

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Boxes = npt.NDArray[np.float64]
Box = tuple[float, float, float, float]  # lower x, lower y, upper x, upper y


class Ray(NamedTuple):
    """From (x, y) to (x + limit * dx, y + limit * dy); for casts, of a box with half sides ex, ey."""

    x: float
    y: float
    dx: float
    dy: float
    limit: float
    ex: float
    ey: float


class Place(NamedTuple):
    """Where a walk along a ray is: at a proxy of a node; with NONE, before the node's first."""

    node: int
    proxy: int


@kernel
def crosses(ray: Ray, lx: float, ly: float, ux: float, uy: float) -> bool:
    """Whether a ray meets a box (separating axes: x, y and the ray's normal); infinite boxes: perhaps."""
    left, right = lx - ray.ex - ray.x, ux + ray.ex - ray.x
    below, above = ly - ray.ey - ray.y, uy + ray.ey - ray.y
    x, y = ray.limit * ray.dx, ray.limit * ray.dy
    if max(x, 0.0) < left or min(x, 0.0) > right or max(y, 0.0) < below or min(y, 0.0) > above:
        return False
    # Written so that a NaN, as zero times an infinite side gives, does not rule the box out.
    low = min(-ray.dy * left, -ray.dy * right) + min(ray.dx * below, ray.dx * above)
    high = max(-ray.dy * left, -ray.dy * right) + max(ray.dx * below, ray.dx * above)
    return not (low > 0.0 or high < 0.0)


@kernel
def next_on_ray(nodes: Rows, links: Rows, fat: Boxes, ray: Ray, place: Place) -> Place:
    """The next proxy whose box a ray crosses, beginning at Place(STATIC or MOBILE, NONE).

    Its node is NONE when there is none left. The ray's limit may be lowered from call to call, as
    hits are found. In no particular order; nothing is kept between calls.
    """
    n, i = place.node, place.proxy
    while n != NONE:
        if i != NONE:
            i = links[i].next
        elif crosses(ray, float(nodes[n].lx), float(nodes[n].ly), float(nodes[n].ux), float(nodes[n].uy)):
            i = nodes[n].first
        else:
            n = after(nodes, n)
            continue
        while i != NONE:
            if crosses(ray, float(fat[i, 0]), float(fat[i, 1]), float(fat[i, 2]), float(fat[i, 3])):
                return Place(n, i)
            i = links[i].next
        n = following(nodes, n)
    return Place(NONE, NONE)


@kernel
def find_in_box(
    nodes: Rows, links: Rows, fat: Boxes, n: int, box: Box, ids: Ints, found: int
) -> int:
    """Append the proxies that overlap a box, of node n and what follows it, to `ids`.

    Returns how many there are now; those that have no room in `ids` are only counted.
    """
    lx, ly, ux, uy = box
    while n != NONE:
        node = nodes[n]
        if not (node.lx <= ux and lx <= node.ux and node.ly <= uy and ly <= node.uy):
            n = after(nodes, n)
            continue
        i = node.first
        while i != NONE:
            if box_meets(fat, i, lx, ly, ux, uy):
                if found < len(ids):
                    ids[found] = i
                found += 1
            i = links[i].next
        n = following(nodes, n)
    return found
