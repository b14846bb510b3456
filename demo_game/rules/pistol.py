"""The pistol: swept projectiles that hurt what they hit, and bounce off walls once."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import PROJECTILE_HIT, Circle, Collider, Projectile, ProjectileEvent, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Barrel, Glass, Health, Shot, find_component
from ..layers import Layer
from ..spawn.context import collision_filter
from .blast import light
from .glass import strike
from .health import hurt
from .rule import Rule, Run, shove


def shoot(run: Run, muzzle: Vec2, aim: Vec2) -> int:
    """A projectile under way, a hair off the aim."""
    direction = aim.rotated(run.random.uniform(-tuning.PISTOL_SPREAD, tuning.PISTOL_SPREAD))
    return esper.create_entity(
        Transform(*muzzle),
        RigidBody(velocity=direction * tuning.PISTOL_SPEED, gravity_scale=0, lock_rotation=True),
        Collider(
            Circle(tuning.PISTOL_RADIUS), restitution=tuning.PISTOL_BOUNCE, **collision_filter(Layer.SHOT)
        ),
        Projectile(
            ricochet=tuning.PISTOL_RICOCHETS, max_distance=tuning.PISTOL_RANGE, ignore=run.session.player
        ),
        Shot(tuning.PISTOL_DAMAGE),
    )


class Shots(Rule):
    """What a pistol shot does where it hits."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(PROJECTILE_HIT, Shot)(self.hit)
        ecsphys.on(ecsphys.PROJECTILE_SPENT, Shot)(self.spent)

    def hit(self, event: ProjectileEvent, entity: int, shot: Shot, other: int) -> None:
        """Flesh and panes take it; whatever else is there throws it back, or ends it."""
        if find_component(other, Health) is not None:
            hurt(other, shot.damage, event.point, "pistol")
        elif find_component(other, Glass) is not None:
            strike(self.run, other, event.speed, event.point, -event.normal)
        elif (barrel := find_component(other, Barrel)) is not None:
            light(barrel)
        else:
            shove(other, -event.normal * tuning.PISTOL_PUSH, event.point)
            if not event.spent:
                signals.send(signals.RICOCHET, event.point, entity)
            return
        self._end(entity, event.point)

    def spent(self, event: ProjectileEvent, entity: int, shot: Shot, other: int) -> None:
        """It bounced often enough, or flew far enough."""
        self._end(entity, event.point)

    def _end(self, entity: int, point: Vec2) -> None:
        self.physics.despawn(entity)
        signals.send(signals.SHOT_ENDED, point, entity)
