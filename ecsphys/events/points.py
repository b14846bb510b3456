"""The contact points that collisions and their events carry."""

from __future__ import annotations

from typing import NamedTuple

from ..geometry.results import surface_points
from ..math2d.vec2 import Vec2


class CollisionPoint(NamedTuple):
    """A contact point in world coordinates, and the depth of the overlap there, negative for a gap.

    `point_a` and `point_b` lie on the surfaces of A and B, half a penetration to either side of `point`.
    """

    point: Vec2
    penetration: float
    point_a: Vec2
    point_b: Vec2


def collision_point(point: Vec2, penetration: float, normal: Vec2) -> CollisionPoint:
    """Return a contact point; `normal` is the unit vector from A to B."""
    return CollisionPoint(point, penetration, *surface_points(point, penetration, normal))
