"""A shooting range for the tests of projectiles."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import (
    PROJECTILE_HIT,
    Circle,
    Collider,
    Physics,
    Projectile,
    ProjectileEvent,
    RigidBody,
    Transform,
    on,
)

BOTH = pytest.mark.parametrize("mode", ["swept", "ray"])
RADIUS = 3.0


class Range:
    """A shooting range: a physics, and the hits in it."""

    def __init__(self, **options: Any) -> None:
        self.physics = Physics(**options)
        esper.add_processor(self.physics)
        self.hits: list[ProjectileEvent] = []
        on(PROJECTILE_HIT)(self.hits.append)

    def run(self, steps: int) -> None:
        for _ in range(steps):
            self.physics.process(self.physics.step)


def shot(
    velocity: tuple[float, float], at: tuple[float, float] = (0, 0), *extra: Any, **options: Any
) -> tuple[Transform, RigidBody, Projectile]:
    place, body = Transform(*at), RigidBody(velocity=velocity, gravity_scale=0)
    projectile = Projectile(**options)
    esper.create_entity(place, body, Collider(Circle(RADIUS)), projectile, *extra)
    return place, body, projectile
