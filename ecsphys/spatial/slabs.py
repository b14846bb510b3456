"""Rays and moving boxes against boxes: the slab test (Kay and Kajiya, *Ray Tracing Complex Scenes*, 1986)."""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import Boxes
from ..compile import inlined


class Ray(NamedTuple):
    """The segment from (x, y) to (x + limit * dx, y + limit * dy), swept by a box with half sides ex, ey."""

    x: float
    y: float
    dx: float
    dy: float
    limit: float
    ex: float
    ey: float


class Slabs(NamedTuple):
    """A ray prepared for the slab test.

    `near_x`, `near_y`: the columns of a box (lower x, lower y, upper x, upper y) that the ray enters through.
    `x`, `y` and `far_x`, `far_y`: its start relative to near and far sides; the swept box is shrunk to a
    point and sides are moved out in turn. `per_x`, `per_y`: reciprocals of its step.
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
    """Return the slabs of a ray."""
    x, y, dx, dy = float(ray.x), float(ray.y), float(ray.dx), float(ray.dy)
    near_x, ex = (2, -float(ray.ex)) if dx < 0.0 else (0, float(ray.ex))
    near_y, ey = (3, -float(ray.ey)) if dy < 0.0 else (1, float(ray.ey))
    per_x = 1.0 / dx if dx != 0.0 else math.inf
    per_y = 1.0 / dy if dy != 0.0 else math.inf
    return Slabs(near_x, near_y, x + ex, y + ey, x - ex, y - ey, per_x, per_y)


@inlined
def entry_to(slabs: Slabs, limit: float, boxes: Boxes, i: int) -> float:
    """Return the fraction of the ray at which it enters box i, infinite if not before `limit`."""
    return entry_at(slabs, limit, boxes, i, 0, 1)


@inlined
def entry_at(slabs: Slabs, limit: float, boxes: Boxes, i: int, column: int, width: int) -> float:
    """Return `entry_to` of a box in row i whose sides are `width` columns apart, starting at `column`.

    Where a ray runs along a side, zero times infinity is NaN; it compares false, so that side does not count.
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
