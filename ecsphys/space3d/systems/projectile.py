"""The system that flies projectiles in space."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...systems.projectile import BaseProjectileSystem
from ..ecs.projectile import Projectile3D
from ..ecs.simulation import Simulation3
from ..projectile.flight import advance_projectiles3, land_projectiles3
from ..projectile.records import COURSE3, SHOT3, VERDICT3, Trace3
from ..world.proxies import proxies3_of
from ..world.state import World3


class ProjectileSystem(BaseProjectileSystem[Projectile3D]):
    """Casts the path of every projectile, and stops, bounces or passes it on where it hits a shape.

    >>> import esper
    >>> from ecsphys import space3d as s3
    >>> esper.add_processor(s3.Physics3D())
    >>> wall = esper.create_entity(s3.Transform3D(5, 0, 0), s3.Collider3D(s3.Box(2, 10, 10)))
    >>> body, bullet, place = s3.Body3D(velocity=(600, 0, 0)), s3.Projectile3D(mode="ray"), s3.Transform3D()
    >>> shot = esper.create_entity(place, body, bullet)
    >>> esper.process(1 / 60)
    >>> place.x, bullet.spent  # it stays where it hit the wall
    (4.0, True)
    """

    body_parts = "a Transform3D and a Body3D or a Collider3D"
    component = Projectile3D
    course: np.dtype[Any] = COURSE3
    shot: np.dtype[Any] = SHOT3
    verdict: np.dtype[Any] = VERDICT3
    names: tuple[str, str, str] = ("Projectile3D", "Body3D", "Collider3D")
    simulation: Simulation3  # type: ignore[assignment]  # of space
    world: World3  # type: ignore[assignment]

    def advance(self) -> int:
        """Advance the projectiles that fly: DONE, FULL or ASK."""
        answer: int = advance_projectiles3(self._trace())
        return answer

    def land(self) -> None:
        """End all courses where they are."""
        land_projectiles3(self._trace())

    def _trace(self) -> Trace3:
        """Return the group of arrays that the kernels take, as they are now."""
        world, table = self.world, self.table
        return Trace3(
            table.rows, self.order, self._courses, table.pierced, self._ignored, self._verdicts,
            world.bodies.rows, proxies3_of(world), world.shapes.filters, world.index.tree, self._shots,
            self._counts, self.simulation.context, int(self._asked.is_needed),
        )  # fmt: skip
