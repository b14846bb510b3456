"""The results of queries."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..math2d.vec2 import Vec2
from ..shapes import Shape


class WorldHit(NamedTuple):
    """A hit of a ray or a moving shape: the entity and its shape, the fraction 0 … 1 of the motion, the point
    and a unit normal.

    The normal of a ray is the surface's, outward; that of a cast points from the moving shape to what
    it hits, as in `geometry.shape_cast`.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(Transform(100, 0), Collider(Circle(20)))
    >>> hit = physics.raycast((0, 0), (160, 0))
    >>> hit.entity == ball, hit.shape, hit.fraction, hit.point, hit.normal
    (True, Circle(20.0, (0.0, 0.0)), 0.5, Vec2(x=80.0, y=0.0), Vec2(x=-1.0, y=0.0))
    """

    entity: int
    shape: Shape
    fraction: float
    point: Vec2
    normal: Vec2


class RayHits(NamedTuple):
    """The first hits of N rays, as arrays: `entity` (N), 0 where a ray meets nothing, `fraction` (N), then 1,
    `point` (N, 2), then the ray's end, and `normal` (N, 2), then (0, 0).

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(Transform(100, 0), Collider(Circle(20)))
    >>> hits = physics.raycast_many([(0, 0), (0, 50)], [(160, 0), (160, 50)])
    >>> hits.fraction, hits.point[:, 0], hits.normal[0]
    (array([0.5, 1. ]), array([ 80., 160.]), array([-1.,  0.]))
    """

    entity: npt.NDArray[np.int64]
    fraction: npt.NDArray[np.float64]
    point: npt.NDArray[np.float64]
    normal: npt.NDArray[np.float64]


class Nearest(NamedTuple):
    """The entity whose surface is nearest to a point, the point of its surface, and the distance.

    The distance is negative when the query's point is inside.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, Transform
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(Transform(100, 0), Collider(Circle(20)))
    >>> found = physics.nearest((95, 0), max_distance=100)
    >>> found.entity == ball, found.distance, found.point  # from within
    (True, -15.0, Vec2(x=80.0, y=0.0))
    """

    entity: int
    point: Vec2
    distance: float


def entities_in(answer: Any) -> list[int]:
    """Return the entities in the result of any query, each once, ascending."""
    if answer is None:
        return []
    if isinstance(answer, RayHits):
        return np.unique(answer.entity[answer.entity > 0]).tolist()  # type: ignore[no-any-return]
    parts = answer if isinstance(answer, list) else [answer]
    return sorted({part if isinstance(part, int) else part.entity for part in parts})
