"""What enemies have in common: they see, and hurt by touch."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import COLLISION_BEGIN, CollisionEvent, RigidBody, Vec2

from .. import tuning
from ..components import Drone, Enemy, Player, Walker
from ..layers import OPAQUE
from .health import hurt, name_of
from .rule import Attempt, Rule, place_of


class Touch(Rule):
    """A wound, a push away from each other, and a pause before the next attack."""

    def __init__(self, attempt: Attempt):
        super().__init__(attempt)
        ecsphys.on(COLLISION_BEGIN, Player, Enemy)(self.touch)

    def touch(self, event: CollisionEvent, character: int, player: Player, entity: int, enemy: Enemy) -> None:
        """An enemy touched the character."""
        if not self.session.playing or enemy.stunned > 0.0:
            return
        enemy.stunned = tuning.STUN
        damage = tuning.DRONE_DAMAGE if isinstance(enemy, Drone) else tuning.WALKER_DAMAGE
        if not hurt(character, damage, event.point, name_of(entity)):
            return
        side = 1.0 if place_of(character).x >= place_of(entity).x else -1.0
        knock = knock_back(self.attempt, side, place_of(character) - place_of(entity))
        esper.component_for_entity(character, ecsphys.CharacterController).launch(knock)
        if not isinstance(enemy, Walker):
            esper.component_for_entity(entity, RigidBody).velocity = Vec2(-knock.x, 0.0)


def knock_back(attempt: Attempt, side: float, away: Vec2) -> Vec2:
    """How the character is thrown by a touch: up and aside, in top view straight away."""
    if attempt.level.top:
        return (
            away.normalized() * tuning.KNOCK_BACK[0] if away.length else Vec2(side * tuning.KNOCK_BACK[0], 0)
        )
    return Vec2(side * tuning.KNOCK_BACK[0], tuning.KNOCK_BACK[1])


def sees(attempt: Attempt, place: Vec2, sight: float) -> bool:
    """Whether the character is within sight of a place, and nothing opaque between."""
    if not attempt.session.playing or place.distance(attempt.place) > sight:
        return False
    return attempt.physics.raycast(place, attempt.place, mask=OPAQUE) is None
