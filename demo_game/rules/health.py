"""Points of health: who loses them, who dies of it."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Transform, Vec2

from .. import signals, tuning
from ..components import Drone, Health, Player, Walker, part
from ..session import Outcome
from .rule import Rule


class Dying(Rule):
    """Runs down the time in which no other blow counts, hurts who is crushed, takes away the dead."""

    def process(self, dt: float) -> None:
        """One step of healing and dying."""
        for _, health in esper.get_component(Health):
            health.safe = max(0.0, health.safe - dt)
        for entity, (_, hero, transform) in esper.get_components(Health, CharacterController, Transform):
            if hero.crushed:
                hurt(entity, tuning.CRUSH_DAMAGE, transform.position, "crushed")
        for entity, (health, transform) in esper.get_components(Health, Transform):
            if health.points > 0.0:
                continue
            if part(entity, Drone) or part(entity, Walker):
                self.physics.despawn(entity)
                signals.send(signals.ENEMY_DOWN, transform.position, entity, name_of(entity))
            elif self.session.playing:
                self.session.outcome = Outcome.LOST
                signals.send(signals.PLAYER_DOWN, transform.position, entity)


def name_of(entity: int) -> str:
    """What signals call it."""
    if esper.has_component(entity, Player):
        return "player"
    return "drone" if esper.has_component(entity, Drone) else "walker"


def hurt(entity: int, damage: float, point: Vec2, what: str) -> bool:
    """A blow: take `damage`, unless the entity is still safe from the last one; whether it counted."""
    health = part(entity, Health)
    if health is None or health.safe > 0.0 or health.points <= 0.0:
        return False
    if esper.has_component(entity, Player):
        health.safe = tuning.SAFE_TIME
    drain(entity, damage, point, what)
    return True


def drain(entity: int, damage: float, point: Vec2, what: str) -> None:
    """Take `damage`, safe or not."""
    health = esper.component_for_entity(entity, Health)
    health.points = max(0.0, health.points - damage)
    if esper.has_component(entity, Player):
        signals.send(signals.PLAYER_HURT, point, entity, what)
    else:
        signals.send(signals.ENEMY_HIT, point, entity, name_of(entity))
