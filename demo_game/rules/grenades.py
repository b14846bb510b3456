"""Grenades: bouncing bodies with continuous collision that explode after a while."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import COLLISION_BEGIN, Circle, Collider, CollisionEvent, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Drone, Grenade, Walker, find_component
from ..layers import Layer
from ..spawn.context import collision_filter
from .blast import explode
from .rule import Rule, Run, in_order


def throw(run: Run, muzzle: Vec2, aim: Vec2) -> int:
    """Spawn a grenade in flight."""
    top_down = run.level.top_down
    body = body_of_grenade(muzzle, velocity_of_throw(aim, top_down), top_down)
    return esper.create_entity(*body, Grenade(tuning.GRENADE_FUSE))


def velocity_of_throw(aim: Vec2, top_down: bool) -> Vec2:
    """Return the velocity of a grenade that is thrown; in side view it flies in an arc."""
    return aim * tuning.GRENADE_SPEED + Vec2(0.0, 0.0 if top_down else tuning.GRENADE_LIFT)


def body_of_grenade(place: Vec2, velocity: Vec2, top_down: bool) -> tuple[Transform, RigidBody, Collider]:
    """Return the components of a grenade that physics knows."""
    return (
        Transform(*place),
        RigidBody(
            velocity=velocity,
            angular_velocity=-8.0,
            continuous="bullet",
            linear_damping=tuning.TOP_DAMPING / 4.0 if top_down else 0.0,
        ),
        Collider(
            Circle(tuning.GRENADE_RADIUS), restitution=0.45, friction=0.6, **collision_filter(Layer.SHOT)
        ),
    )


class Grenades(Rule):
    """Burns fuses; explodes grenades that hit an enemy and reports other bounces."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(COLLISION_BEGIN, Grenade)(self.bounce)

    def process(self, dt: float) -> None:
        """Burn fuses for one step."""
        for entity, (grenade, transform) in in_order(Grenade, Transform):
            grenade.fuse -= dt
            if grenade.fuse <= 0.0:
                self.physics.despawn(entity)
                explode(self.run, transform.position, *tuning.Blasts.GRENADE, "grenade", entity)

    def bounce(self, event: CollisionEvent, entity: int, grenade: Grenade, other: int) -> None:
        """Explode in the next step at an enemy; report a bounce off anything else."""
        if find_component(other, Drone) or find_component(other, Walker):
            grenade.fuse = 0.0
        else:
            signals.send(signals.BOUNCED, event.point, entity)
