"""Damage and death."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Transform, Vec2

from .. import signals, tuning
from ..components import Drone, Health, Player, Walker, find_component
from ..session import Outcome
from .rule import Rule, in_order


class Dying(Rule):
    """Counts down invulnerability, damages crushed characters, removes the dead."""

    def process(self, dt: float) -> None:
        """Count down, crush and remove in one step."""
        for _, health in esper.get_component(Health):
            health.invulnerable = max(0.0, health.invulnerable - dt)
        for entity, (_, controller, transform) in in_order(Health, CharacterController, Transform):
            if controller.crushed:
                hurt(entity, tuning.CRUSH_DAMAGE, transform.position, "crushed")
        for entity, (health, transform) in in_order(Health, Transform):
            if health.points > 0.0:
                continue
            if find_component(entity, Drone) or find_component(entity, Walker):
                self.physics.despawn(entity)
                signals.send(signals.ENEMY_DOWN, transform.position, entity, name_of(entity))
            elif self.session.playing:
                self.session.outcome = Outcome.LOST
                signals.send(signals.PLAYER_DOWN, transform.position, entity)


def name_of(entity: int) -> str:
    """Return the name of an actor in signals."""
    if esper.has_component(entity, Player):
        return "player"
    return "drone" if esper.has_component(entity, Drone) else "walker"


def hurt(entity: int, damage: float, point: Vec2, cause: str) -> bool:
    """Deal the damage of one hit; return False if the entity is invulnerable, dead or has no health."""
    health = find_component(entity, Health)
    if health is None or health.invulnerable > 0.0 or health.points <= 0.0:
        return False
    if esper.has_component(entity, Player):
        health.invulnerable = tuning.SAFE_TIME
    drain(entity, damage, point, cause)
    return True


def drain(entity: int, damage: float, point: Vec2, cause: str) -> None:
    """Deal damage, invulnerable or not."""
    health = esper.component_for_entity(entity, Health)
    health.points = max(0.0, health.points - damage)
    if esper.has_component(entity, Player):
        signals.send(signals.PLAYER_HURT, point, entity, cause)
    else:
        signals.send(signals.ENEMY_HIT, point, entity, name_of(entity))
