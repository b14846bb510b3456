"""Rays and moving boxes against boxes of space: the slab test, as in the plane's `spatial.slabs`."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import INT, REAL, inlined, value


class Ray(NamedTuple):
    """The segment from (x, y, z) to (x, y, z) + limit * (dx, dy, dz), swept by a box with half sides ex …."""

    x: float
    y: float
    z: float
    dx: float
    dy: float
    dz: float
    limit: float
    ex: float
    ey: float
    ez: float


class Slabs(NamedTuple):
    """A ray prepared for `compile.enter_eight_3d`.

    `near_x` …: the sides of a box (lower x, y, z, upper x, y, z) that the ray enters through, `far_x` … those
    that it leaves through. `x` … and `end_x` …: its start relative to near and far sides; the swept box is
    shrunk to a point and sides are moved out in turn. `per_x` …: reciprocals of its step.
    """

    near_x: int
    near_y: int
    near_z: int
    far_x: int
    far_y: int
    far_z: int
    x: float
    y: float
    z: float
    end_x: float
    end_y: float
    end_z: float
    per_x: float
    per_y: float
    per_z: float


SLABS = value(Slabs, *[INT] * 6, *[REAL] * 9)


@inlined
def slabs_of(ray: Ray) -> Slabs:
    """Return the slabs of a ray."""
    x, y, z = float(ray.x), float(ray.y), float(ray.z)
    dx, dy, dz = float(ray.dx), float(ray.dy), float(ray.dz)
    near_x, ex = (3, -float(ray.ex)) if dx < 0.0 else (0, float(ray.ex))
    near_y, ey = (4, -float(ray.ey)) if dy < 0.0 else (1, float(ray.ey))
    near_z, ez = (5, -float(ray.ez)) if dz < 0.0 else (2, float(ray.ez))
    per_x = 1.0 / dx if dx != 0.0 else math.inf
    per_y = 1.0 / dy if dy != 0.0 else math.inf
    per_z = 1.0 / dz if dz != 0.0 else math.inf
    return Slabs(
        near_x, near_y, near_z, 3 - near_x, 5 - near_y, 7 - near_z,
        x + ex, y + ey, z + ez, x - ex, y - ey, z - ez, per_x, per_y, per_z,
    )  # fmt: skip


@inlined
def octant_of(slabs: Slabs) -> int:
    """Return the number of the child of a cell that a ray enters first: bits 0 to 2 for upper x, y, z."""
    return int(slabs.near_x == 3) + 2 * int(slabs.near_y == 4) + 4 * int(slabs.near_z == 5)
