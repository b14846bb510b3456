"""The collision list of space as a game reads it."""

from __future__ import annotations

from typing import Any

from ...events.collisions import BaseCollision, BaseCollisions
from ..math3d.vec3 import Vec3
from .event import CollisionPoint3, collision_point3


class Collision3D(BaseCollision):
    """Two entities that touch, `entity_a < entity_b`: as `ecsphys.Collision`, with vectors of space.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D(gravity=(0, -12, 0), max_steps=60)
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0))))
    >>> body, collider = s3.Body3D(mass=5), s3.Collider3D(s3.Box(2, 2, 2))
    >>> crate = esper.create_entity(s3.Transform3D(0, 1, 0), body, collider)
    >>> esper.process(0.4)
    >>> touch = physics.collisions.between(floor, crate)
    >>> touch.normal.y, len(touch.points), round(touch.impulse, 6)  # 5 · 12 / 60, its weight in a step
    (1.0, 4, 1.0)
    """

    __slots__ = ()

    @property
    def normal(self) -> Vec3:
        """Unit vector from A to B of the deepest contact; zero while apart for less than `end_after`."""
        deepest = self._deepest_manifold()
        return Vec3(0.0, 0.0, 0.0) if deepest is None else _vector(deepest, "nx", "ny", "nz")

    @property
    def points(self) -> tuple[CollisionPoint3, ...]:
        """The contact points, up to four for each pair of shapes that touches."""
        origin = _vector(self._body_a(), "x", "y", "z")
        return tuple(
            collision_point3(
                origin + _vector(manifold, f"x{k}", f"y{k}", f"z{k}"),
                -float(manifold[f"separation{k}"]),
                _vector(manifold, "nx", "ny", "nz"),
            )
            for contact, manifold in zip(*self._contacts(), strict=True)
            for k in range(int(contact["count"]))
        )


def _vector(row: Any, *names: str) -> Vec3:
    return Vec3(*(float(row[name]) for name in names))


class Collisions3D(BaseCollisions[Collision3D]):
    """All pairs of entities that touch as of the last step; iterates `Collision3D`s ordered by entity.

    Entities that are deleted, or will be when the step is over, are left out at once.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> physics = s3.Physics3D(gravity=(0, -12, 0))
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Plane((0, 1, 0))))
    >>> for x in (0, 5):
    ...     crate = esper.create_entity(s3.Transform3D(x, 1, 0), s3.Body3D(), s3.Collider3D(s3.Box(2, 2, 2)))
    ...
    >>> esper.process(1 / 60)
    >>> len(physics.collisions), physics.collisions.of(crate) == {floor}
    (2, True)
    """

    collision = Collision3D
