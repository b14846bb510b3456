"""The shape that a flyer carries, laid out around its centre of mass in spare rows of the point pools.

It comes twice, as it is and drawn in by the slop: what the smaller one does not meet is no
obstacle. So a box that slides on a floor in which it sinks a little passes over its seams.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import PointRows, wide
from ..collide.bounds import rotate_rows
from ..collide.manifold import POINT, POLYGON, Core
from ..compile import kernel
from ..contacts.speculative import drawn_in
from ..world.center import center_at
from ..world.shapes import Shapes

SHARE = 0.25  # of its half width, that a shape's heart has as radius
BLUNT = 0.2  # sharper corners are drawn in less far than their faces


class Carried(NamedTuple):
    """A shape around its body's centre of mass, (0, 0): see `whole`, `inner` and `heart`.

    `angle` is what its rows are turned by; `thin` and `reach` are the body's.
    """

    form: int
    first: int
    count: int  # type: ignore[assignment]
    radius: float
    inner_radius: float
    angle: float
    upright: int
    thin: float
    reach: float


@kernel
def whole(c: Carried) -> Core:
    """The shape as it is."""
    return Core(c.form, c.first, c.count, c.radius, 0.0, 0.0)


@kernel
def inner(c: Carried) -> Core:
    """The shape drawn in."""
    first = c.first + c.count if c.form == POLYGON else c.first
    return Core(c.form, first, c.count, c.inner_radius, 0.0, 0.0)


@kernel
def heart(c: Carried) -> Core:
    """A disc in its middle."""
    return Core(POINT, c.first + 2 * c.count, 1, SHARE * c.thin, 0.0, 0.0)


@kernel
def middle(c: Carried) -> Core:
    """The point in its middle."""
    return Core(POINT, c.first + 2 * c.count, 1, 0.0, 0.0, 0.0)


@kernel
def rows_of(count: int) -> int:
    """How many spare rows a shape with so many points takes: twice its own, and its middle."""
    return 2 * count + 1


def spare_for_two(shapes: Shapes) -> int:
    """The first of the spare rows that a sweep of two shapes, of any size, takes; makes room for them."""
    return shapes.spare(2 * (2 * shapes.largest + 1))


@kernel
def lay(local: PointRows, turned: PointRows, shape: Any, body: Any, angle: float, first: int) -> None:
    """Copy a shape's rows, relative to its body's centre of mass, to `first` on; turned by an angle."""
    count = shape.count
    cx, cy = center_at(body, angle)
    angle = 0.0 if shape.upright == 1 else angle
    c, s = math.cos(angle), math.sin(angle)
    # The centre in the frame of the rows.
    x, y = c * cx + s * cy, c * cy - s * cx
    for i in range(count):
        row, source = first + i, shape.first + i
        local[row, 0] = local[source, 0] - x
        local[row, 1] = local[source, 1] - y
        local[row, 2] = local[source, 2]
        local[row, 3] = local[source, 3]
    rotate_rows(local, turned, first, count, c, s)


@kernel
def carry(
    local: PointRows, turned: PointRows, shape: Any, body: Any, angle: float, first: int, slop: float
) -> Carried:
    """Lay out a flyer's shape, turned by an angle, with what is derived from it."""
    lay(local, turned, shape, body, angle, first)
    count, form, radius = wide(shape.count), wide(shape.form), shape.radius
    depth = drawn_in(body.thin, slop)
    x, y = 0.0, 0.0
    for i in range(first, first + count):
        x += local[i, 0] / count
        y += local[i, 1] / count
    middle = first + 2 * count
    local[middle, 0], local[middle, 1], local[middle, 2], local[middle, 3] = x, y, 0.0, 0.0
    inner_radius = radius
    if form == POLYGON:
        draw_in(local, first, count, depth)
    else:
        inner_radius = max(radius - depth, 0.0)
    upright = wide(shape.upright)
    angle = 0.0 if upright == 1 else angle
    rotate_rows(local, turned, first + count, count + 1, math.cos(angle), math.sin(angle))
    return Carried(form, first, count, radius, inner_radius, angle, upright, body.thin, body.reach)


@kernel
def draw_in(local: PointRows, first: int, count: int, depth: float) -> None:
    """A convex outline of `count` rows with its faces moved in by `depth`, to the rows behind it."""
    for i in range(count):
        row, before, new = first + i, first + (i - 1 if i > 0 else count - 1), first + count + i
        nx, ny = local[row, 2], local[row, 3]
        mx, my = local[before, 2], local[before, 3]
        way = depth / max(1.0 + nx * mx + ny * my, BLUNT)
        local[new, 0] = local[row, 0] - way * (nx + mx)
        local[new, 1] = local[row, 1] - way * (ny + my)
        local[new, 2] = nx
        local[new, 3] = ny


@kernel
def turn_back(local: PointRows, turned: PointRows, c: Carried) -> None:
    """Turn the rows of a shape to its angle again, after a search has turned them."""
    rotate_rows(local, turned, c.first, rows_of(c.count), math.cos(c.angle), math.sin(c.angle))
