"""Wounds: who loses them, who dies of them."""

from __future__ import annotations

import esper

from ecsphys import Physics, Transform, Vec2

from .. import old_signals as signals
from .. import tuning
from ..old_components import Drone, Health, Player
from ..old_session import Outcome, Session


class Mending(esper.Processor):
    """Runs down the time after a wound in which no other counts; takes away the dead."""

    def __init__(self, physics: Physics, session: Session):
        self.physics = physics
        self.session = session

    def process(self, dt: float) -> None:
        """One step of healing and dying."""
        for _, health in esper.get_component(Health):
            health.safe = max(0.0, health.safe - dt)
        for entity, (_, health, transform) in esper.get_components(Drone, Health, Transform):
            if health.points == 0:
                self.physics.despawn(entity)
                esper.dispatch_event(signals.ENEMY_DOWN, transform.position)
        for _, (_, health, transform) in esper.get_components(Player, Health, Transform):
            if health.points == 0 and self.session.playing:
                self.session.outcome = Outcome.LOST
                esper.dispatch_event(signals.PLAYER_DOWN, transform.position)


def hurt(entity: int, damage: int, point: Vec2) -> bool:
    """Take `damage` from the entity's health, unless it is still safe; whether it counted."""
    health = esper.component_for_entity(entity, Health)
    if health.safe > 0.0 or health.points == 0:
        return False
    health.points = max(0, health.points - damage)
    if esper.has_component(entity, Player):
        health.safe = tuning.SAFE_TIME
        esper.dispatch_event(signals.PLAYER_HURT, point)
    else:
        esper.dispatch_event(signals.ENEMY_HIT, point)
    return True
