"""The results of queries in space."""

from __future__ import annotations

from typing import NamedTuple

from ..math3d.vec3 import Vec3
from ..shapes import Shape3


class WorldHit3(NamedTuple):
    """A hit of a ray or a moving shape: the entity and its shape, the fraction 0 … 1 of the motion, the point
    and a unit normal.

    The normal of a ray is the surface's, outward; that of a cast points from the moving shape to what
    it hits, as in `geometry.shape_cast`.
    """

    entity: int
    shape: Shape3
    fraction: float
    point: Vec3
    normal: Vec3


class Nearest3(NamedTuple):
    """The entity whose surface is nearest to a point, the point of its surface, and the distance.

    The distance is negative when the query's point is inside.
    """

    entity: int
    point: Vec3
    distance: float
