"""The rocket launcher: projectiles that explode on impact."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import (
    PROJECTILE_HIT,
    PROJECTILE_SPENT,
    Circle,
    Collider,
    Projectile,
    ProjectileEvent,
    RigidBody,
    Transform,
    Vec2,
)

from .. import tuning
from ..components import Rocket
from ..layers import Layer
from ..spawn.context import collision_filter
from .blast import explode
from .rule import Rule, Run


def launch(run: Run, muzzle: Vec2, aim: Vec2) -> int:
    """Spawn a rocket in flight."""
    return esper.create_entity(
        Transform(*muzzle, aim.angle),
        RigidBody(velocity=aim * tuning.ROCKET_SPEED, gravity_scale=0, lock_rotation=True),
        Collider(Circle(tuning.ROCKET_RADIUS), **collision_filter(Layer.SHOT)),
        Projectile(max_distance=tuning.ROCKET_RANGE, ignore=run.session.player),
        Rocket(),
    )


class Rockets(Rule):
    """Handles the hits of rockets."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(PROJECTILE_HIT, Rocket)(self.hit)
        ecsphys.on(PROJECTILE_SPENT, Rocket)(self.spent)

    def hit(self, event: ProjectileEvent, entity: int, rocket: Rocket, other: int) -> None:
        """Explode just before the surface."""
        self.physics.despawn(entity)
        explode(self.run, event.point + event.normal * 2.0, *tuning.Blasts.ROCKET, "rocket", entity)

    def spent(self, event: ProjectileEvent, entity: int, rocket: Rocket, other: int) -> None:
        """Despawn a rocket at the end of its range."""
        self.physics.despawn(entity)
