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
    """Spawn a grenade in flight; in side view it is thrown in an arc."""
    top_down = run.level.top_down
    lift = 0.0 if top_down else tuning.GRENADE_LIFT
    damping = tuning.TOP_DAMPING / 4.0 if top_down else 0.0
    return esper.create_entity(
        Transform(*muzzle),
        RigidBody(
            velocity=aim * tuning.GRENADE_SPEED + (0.0, lift),
            angular_velocity=-8.0,
            continuous="bullet",
            linear_damping=damping,
        ),
        Collider(
            Circle(tuning.GRENADE_RADIUS), restitution=0.45, friction=0.6, **collision_filter(Layer.SHOT)
        ),
        Grenade(tuning.GRENADE_FUSE),
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
