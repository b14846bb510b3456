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

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(s3.Transform3D(4, 0, 0), s3.Collider3D(s3.Sphere(1)))
    >>> hit = physics.raycast((0, 0, 0), (6, 0, 0))
    >>> hit.entity == ball, hit.shape, hit.fraction
    (True, Sphere(1.0, (0.0, 0.0, 0.0)), 0.5)
    >>> hit.point, hit.normal
    (Vec3(x=3.0, y=0.0, z=0.0), Vec3(x=-1.0, y=0.0, z=0.0))
    """

    entity: int
    shape: Shape3
    fraction: float
    point: Vec3
    normal: Vec3


class Nearest3(NamedTuple):
    """The entity whose surface is nearest to a point, the point of its surface, and the distance.

    The distance is negative when the query's point is inside.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D()
    >>> esper.add_processor(physics)
    >>> ball = esper.create_entity(s3.Transform3D(4, 0, 0), s3.Collider3D(s3.Sphere(1)))
    >>> entity, point, distance = physics.nearest((4, 0.25, 0), 10)
    >>> entity == ball, point, distance  # inside
    (True, Vec3(x=4.0, y=1.0, z=0.0), -0.75)
    """

    entity: int
    point: Vec3
    distance: float
