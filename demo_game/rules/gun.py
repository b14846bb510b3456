"""The gun and its projectiles: fast bodies that are swept, hurt what they hit first, and go."""

from __future__ import annotations

import esper

from ecsphys import (
    COLLISION_BEGIN,
    Circle,
    Collider,
    CollisionEvent,
    Physics,
    RigidBody,
    Transform,
    Vec2,
)

from .. import old_signals as signals
from .. import tuning
from ..layers import MEETS, SOLID, Layer
from ..old_components import Drone, Lifetime, Player, Shot, Weapons, part
from ..old_controls import Controls
from ..old_session import Session
from .health import hurt


class Gun(esper.Processor):
    """Shoots while the trigger is held; its handler ends the projectiles."""

    def __init__(self, physics: Physics, session: Session, controls: Controls):
        self.physics = physics
        self.session = session
        self.controls = controls
        esper.set_handler(COLLISION_BEGIN, self.on_collision_begin)

    def process(self, dt: float) -> None:
        """Cool down, and shoot if wanted."""
        for entity, (player, weapons, transform) in esper.get_components(Player, Weapons, Transform):
            weapons.gun = max(0.0, weapons.gun - dt)
            if weapons.gun == 0.0 and self.controls.gun.wanted() and self.session.playing:
                weapons.gun = tuning.GUN_PAUSE
                self.session.shots += 1
                muzzle = find_muzzle(self.physics, entity, transform.position, player.aim)
                spawn_shot(muzzle, player.aim)
                esper.dispatch_event(signals.GUN_FIRED, muzzle)

    def on_collision_begin(self, event: CollisionEvent) -> None:
        """A projectile touched something."""
        for entity in (event.entity_a, event.entity_b):
            shot = part(entity, Shot)
            if shot is not None and not shot.spent:
                shot.spent = True
                self._hit(entity, event.other(entity), shot, event.point)

    def _hit(self, entity: int, other: int, shot: Shot, point: Vec2) -> None:
        if part(other, Drone) is not None:
            self.session.hits += 1
            hurt(other, shot.damage, point)
        self.physics.despawn(entity)
        esper.dispatch_event(signals.SHOT_ENDED, point)


def find_muzzle(physics: Physics, entity: int, position: Vec2, aim: Vec2) -> Vec2:
    """Where shots begin: before the character, but not behind a wall that it leans against."""
    muzzle = position + aim * tuning.MUZZLE
    hit = physics.raycast(position, muzzle + aim * tuning.SHOT_RADIUS, mask=SOLID, ignore=(entity,))
    return muzzle if hit is None else hit.point - aim * (tuning.SHOT_RADIUS + 1.0)


def spawn_shot(muzzle: Vec2, aim: Vec2) -> int:
    """A projectile under way."""
    entity: int = esper.create_entity(
        Transform(*muzzle),
        RigidBody(
            velocity=aim * tuning.SHOT_SPEED, gravity_scale=0.15, lock_rotation=True, continuous="bullet"
        ),
        Collider(
            Circle(tuning.SHOT_RADIUS),
            layer=Layer.SHOT,
            mask=MEETS[Layer.SHOT],
            density=2.0,
            friction=0,
            restitution=0.2,
        ),
        Shot(),
        Lifetime(tuning.SHOT_LIFE),
    )
    return entity
