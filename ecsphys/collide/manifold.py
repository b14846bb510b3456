"""The contract of `collide`: what goes in, what comes out, in whose frame, with which sign.

Everything in this room speaks about *oriented cores*: the points of a shape, turned by its
body's angle but not moved, in rows `(px, py, nx, ny)` of one shared array. Where a shape is,
is said by `Core.x, Core.y`, its body's origin relative to an origin that both shapes share
(in a world: the origin of body A, so that nothing is lost far from (0, 0)).

- `normal` is a unit vector from A to B.
- `separation` is the gap between the surfaces along the normal; negative means overlap.
- a contact point lies midway between the two surfaces, relative to the shared origin.
- a feature id stays the same while the same features touch; ids of one manifold differ.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

ROUND = 1  # one point: a circle
EDGE = 2  # two points: a capsule, or with radius 0 a segment
FACE = 3  # three points or more: a convex polygon, counter-clockwise
HALF_PLANE = 4  # one point on the surface and the outward normal; solid behind it

Points = npt.NDArray[np.float64]  # (n, 4): px, py, and the outward unit normal of the edge from this point to the next


class Core(NamedTuple):
    """One shape: `count` rows of the shared points from `first`, rounded by `radius`, at (x, y).

    For two points the rows' normals are those of the two sides of the segment (opposite).
    For one point the normal is unused (0, 0).
    """

    form: int
    first: int
    count: int
    radius: float
    x: float
    y: float


class Manifold(NamedTuple):
    """At most two contact points with one normal; `count` says how many are there."""

    count: int
    nx: float
    ny: float
    x0: float
    y0: float
    separation0: float
    id0: int
    x1: float
    y1: float
    separation1: float
    id1: int


NO_CONTACT = Manifold(0, 0.0, 0.0, 0.0, 0.0, 0.0, 0, 0.0, 0.0, 0.0, 0)
