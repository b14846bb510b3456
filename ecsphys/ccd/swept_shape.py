"""A shape of a swept body around its centre of mass, in spare rows of the point pools.

It is stored twice, at full size and shrunk by the slop: what the shrunk shape does not hit is no obstacle. So
a box that slides on a floor, and sinks into it a little, passes over seams.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import PointRows, wide
from ..collide.bounds import rotate_rows
from ..collide.manifold import Core
from ..compile import inlined, kernel
from ..contacts.speculative import shrink_margin
from ..math2d.core import POINT, POLYGON
from ..math2d.elementary import cos_sin
from ..spatial.proxies import core_from
from ..world.center import center_at
from ..world.shapes import Shapes

DISC_RATIO = 0.25  # radius of the core disc, as a fraction of the half width
MIN_CORNER = 0.2  # lower bound of 1 + cos of a corner's angle: sharper corners shrink less than their faces


class SweptShape(NamedTuple):
    """A shape around its body's centre of mass, at (0, 0): see `full_core`, `shrunk_core` and `core_disc`.

    `angle` is the rotation of its rows in `turned`; `half_width` and `reach` are the body's.
    """

    form: int
    first: int
    count: int  # type: ignore[assignment]
    radius: float
    inner_radius: float
    angle: float
    upright: int
    half_width: float
    reach: float


@kernel
def full_core(c: SweptShape) -> Core:
    """Return the shape at full size."""
    return Core(c.form, c.first, c.count, c.radius, 0.0, 0.0)


@kernel
def shrunk_core(c: SweptShape) -> Core:
    """Return the shape shrunk by the slop."""
    first = c.first + c.count if c.form == POLYGON else c.first
    return Core(c.form, first, c.count, c.inner_radius, 0.0, 0.0)


@kernel
def core_disc(c: SweptShape) -> Core:
    """Return a disc in the middle of the shape."""
    return Core(POINT, c.first + 2 * c.count, 1, DISC_RATIO * c.half_width, 0.0, 0.0)


@kernel
def center_point(c: SweptShape) -> Core:
    """Return the point in the middle of the shape."""
    return Core(POINT, c.first + 2 * c.count, 1, 0.0, 0.0, 0.0)


@kernel
def points_needed(count: int) -> int:
    """Spare rows for a shape of `count` points: the shape twice, and its middle."""
    return 2 * count + 1


def reserve_points_for_two(shapes: Shapes) -> int:
    """Make room for a sweep of the two largest shapes; returns the first of the spare rows."""
    return shapes.reserve_scratch_points(2 * (2 * shapes.max_points + 1))


@kernel
def copy_points(local: PointRows, turned: PointRows, shape: Any, body: Any, angle: float, first: int) -> None:
    """Copy a shape's points, relative to its body's centre of mass, to row `first`; rotated by `angle`."""
    count = shape.count
    cx, cy = center_at(body, angle)
    angle = 0.0 if shape.upright == 1 else angle
    c, s = cos_sin(angle)
    # The centre of mass in the frame of the points.
    x, y = c * cx + s * cy, c * cy - s * cx
    for i in range(count):
        row, source = first + i, shape.first + i
        local[row, 0] = local[source, 0] - x
        local[row, 1] = local[source, 1] - y
        local[row, 2] = local[source, 2]
        local[row, 3] = local[source, 3]
    rotate_rows(local, turned, first, count, c, s)


@kernel
def place_other(
    local: PointRows, turned: PointRows, shape: Any, body: Any, angle: float, c: SweptShape
) -> Core:
    """Copy another body's shape, rotated by `angle`, behind a swept one; around its centre of mass."""
    first = c.first + points_needed(c.count)
    copy_points(local, turned, shape, body, angle, first)
    return core_from(shape, first, 0.0, 0.0)


@inlined
def place_swept_shape(
    local: PointRows, turned: PointRows, shape: Any, body: Any, angle: float, first: int, slop: float
) -> SweptShape:
    """Copy a shape rotated by `angle` to row `first`, with its shrunk form, middle and core disc."""
    copy_points(local, turned, shape, body, angle, first)
    count, form, radius = wide(shape.count), wide(shape.form), shape.radius
    depth = shrink_margin(body.half_width, slop)
    x, y = 0.0, 0.0
    for i in range(first, first + count):
        x += local[i, 0] / count
        y += local[i, 1] / count
    middle = first + 2 * count
    local[middle, 0], local[middle, 1], local[middle, 2], local[middle, 3] = (
        x,
        y,
        0.0,
        0.0,
    )
    inner_radius = radius
    if form == POLYGON:
        shrink_polygon(local, first, count, depth)
    else:
        inner_radius = max(radius - depth, 0.0)
    upright = wide(shape.upright)
    angle = 0.0 if upright == 1 else angle
    rotate_rows(local, turned, first + count, count + 1, *cos_sin(angle))
    return SweptShape(form, first, count, radius, inner_radius, angle, upright, body.half_width, body.reach)


@kernel
def shrink_polygon(local: PointRows, first: int, count: int, depth: float) -> None:
    """Write a polygon of `count` points with its faces moved inwards by `depth` to the rows behind it."""
    for i in range(count):
        row, before, new = first + i, first + (i - 1 if i > 0 else count - 1), first + count + i
        nx, ny = local[row, 2], local[row, 3]
        mx, my = local[before, 2], local[before, 3]
        shift = depth / max(1.0 + nx * mx + ny * my, MIN_CORNER)
        local[new, 0] = local[row, 0] - shift * (nx + mx)
        local[new, 1] = local[row, 1] - shift * (ny + my)
        local[new, 2] = nx
        local[new, 3] = ny


@kernel
def restore_rotation(local: PointRows, turned: PointRows, c: SweptShape) -> None:
    """Rotate a shape's points to its own angle again, after a search for a time of impact."""
    rotate_rows(local, turned, c.first, points_needed(c.count), *cos_sin(c.angle))
