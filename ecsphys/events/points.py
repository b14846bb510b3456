"""The contact points that collisions and their events carry."""

from __future__ import annotations

from typing import NamedTuple

from ..geometry.results import surface_points
from ..math2d.vec2 import Vec2


class CollisionPoint(NamedTuple):
    """A contact point in world coordinates, and the depth of the overlap there, negative for a gap.

    `point_a` and `point_b` lie on the surfaces of A and B, half a penetration to either side of `point`.

    >>> import esper
    >>> from ecsphys import Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics(response=False)
    >>> esper.add_processor(physics)
    >>> a = esper.create_entity(Transform(0, 0), RigidBody(), Collider(Circle(16)))
    >>> b = esper.create_entity(Transform(30, 0), RigidBody(), Collider(Circle(16)))
    >>> esper.process(1 / 60)
    >>> point, = physics.collisions.between(a, b).points
    >>> point.penetration, point.point, point.point_a, point.point_b
    (2.0, Vec2(x=15.0, y=0.0), Vec2(x=16.0, y=0.0), Vec2(x=14.0, y=0.0))
    """

    point: Vec2
    penetration: float
    point_a: Vec2
    point_b: Vec2


def collision_point(point: Vec2, penetration: float, normal: Vec2) -> CollisionPoint:
    """Return a contact point; `normal` is the unit vector from A to B."""
    return CollisionPoint(point, penetration, *surface_points(point, penetration, normal))
