"""The pistol: projectiles that hurt actors and bounce off walls once."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import PROJECTILE_HIT, Circle, Collider, Projectile, ProjectileEvent, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Barrel, Glass, Health, Link, Shot, find_component
from ..layers import Layer
from ..spawn.context import collision_filter
from .blast import light
from .glass import strike
from .health import hurt
from .ropes import cut
from .rule import Rule, Run, shove


def shoot(run: Run, muzzle: Vec2, aim: Vec2) -> int:
    """Spawn a projectile in flight, with a small random spread."""
    direction = aim.rotated(run.memory.random.uniform(-tuning.PISTOL_SPREAD, tuning.PISTOL_SPREAD))
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
    """Handles the hits of pistol shots."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(PROJECTILE_HIT, Shot)(self.hit)
        ecsphys.on(ecsphys.PROJECTILE_SPENT, Shot)(self.spent)

    def hit(self, event: ProjectileEvent, entity: int, shot: Shot, other: int) -> None:
        """Hurt actors, break glass, light barrels, cut ropes; push any other body and bounce off it."""
        if find_component(other, Health) is not None:
            hurt(other, shot.damage, event.point, "pistol")
        elif find_component(other, Glass) is not None:
            strike(self.run, other, event.speed, event.point, -event.normal)
        elif (barrel := find_component(other, Barrel)) is not None:
            light(barrel)
        elif (link := find_component(other, Link)) is not None:
            cut(link, event.point)
        else:
            shove(other, -event.normal * tuning.PISTOL_PUSH, event.point)
            if not event.spent:
                signals.send(signals.RICOCHET, event.point, entity)
            return
        self._end(entity, event.point)

    def spent(self, event: ProjectileEvent, entity: int, shot: Shot, other: int) -> None:
        """End a shot that has no bounces or range left."""
        self._end(entity, event.point)

    def _end(self, entity: int, point: Vec2) -> None:
        """Despawn a shot."""
        self.physics.despawn(entity)
        signals.send(signals.SHOT_ENDED, point, entity)
