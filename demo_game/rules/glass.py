"""Panes of glass, which shatter when hit faster than their strength."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import COLLISION_HIT, Box, Collider, CollisionEvent, RigidBody, Transform, Vec2

from .. import signals, tuning
from ..components import Glass, Lifetime, Shard, find_component
from ..layers import Layer
from ..spawn.context import collision_filter
from .rule import Rule, Run


class Panes(Rule):
    """Breaks panes hit by bodies; shots and explosions call `strike`."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(COLLISION_HIT, Glass)(self.hit)

    def hit(self, event: CollisionEvent, entity: int, glass: Glass, other: int) -> None:
        """Strike a pane with the approach speed of a body."""
        direction = event.normal if event.entity_b == entity else -event.normal
        strike(self.run, entity, event.speed, event.point, direction)


def strike(run: Run, entity: int, speed: float, point: Vec2, direction: Vec2) -> bool:
    """Hit a pane at a speed in a direction; return whether it broke."""
    glass = find_component(entity, Glass)
    if glass is None or glass.broken or speed < glass.strength:
        return False
    glass.broken = True
    run.physics.despawn(entity)
    transform = esper.component_for_entity(entity, Transform)
    for i in range(tuning.SHARDS):
        _shard(run, transform, glass, (i + 0.5) / tuning.SHARDS - 0.5, direction)
    signals.send(signals.SHATTERED, point, entity, size=max(glass.size))
    return True


def _shard(run: Run, pane: Transform, glass: Glass, share: float, direction: Vec2) -> None:
    """Spawn a shard at `share` (-0.5 … 0.5) of the pane's length, thrown in a direction."""
    width, height = glass.size
    position = pane.local_to_world((width * share, 0.0) if width > height else (0.0, height * share))
    size = (min(width, height), max(width, height) / tuning.SHARDS * 0.8)
    random = run.memory.random
    throw = direction * random.uniform(60.0, 320.0)
    esper.create_entity(
        Transform(*position, random.uniform(-3.0, 3.0)),
        RigidBody(
            velocity=throw + Vec2(random.uniform(-90.0, 90.0), random.uniform(-40.0, 160.0)),
            angular_velocity=random.uniform(-9.0, 9.0),
        ),
        Collider(Box(*size), restitution=0.2, **collision_filter(Layer.DEBRIS)),
        Shard(size),
        Lifetime(tuning.SHARD_LIFE * random.uniform(0.6, 1.0)),
    )
