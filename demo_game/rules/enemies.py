"""Sight and contact damage of all enemies."""

from __future__ import annotations

import esper

import ecsphys
from ecsphys import COLLISION_BEGIN, CollisionEvent, RigidBody, Vec2

from .. import tuning
from ..components import Drone, Enemy, Player, Walker
from ..layers import OPAQUE
from .health import hurt, name_of
from .rule import Rule, Run, position_of


class ContactDamage(Rule):
    """Damages the character on contact, pushes the two apart and stuns the enemy for a while."""

    def __init__(self, run: Run):
        super().__init__(run)
        ecsphys.on(COLLISION_BEGIN, Player, Enemy)(self.damage_player)

    def damage_player(
        self, event: CollisionEvent, character: int, player: Player, entity: int, enemy: Enemy
    ) -> None:
        """Apply the contact of an enemy with the character."""
        if not self.session.playing or enemy.stunned > 0.0:
            return
        enemy.stunned = tuning.STUN
        damage = tuning.DRONE_DAMAGE if isinstance(enemy, Drone) else tuning.WALKER_DAMAGE
        if not hurt(character, damage, event.point, name_of(entity)):
            return
        side = 1.0 if position_of(character).x >= position_of(entity).x else -1.0
        knock = knockback(self.run, side, position_of(character) - position_of(entity))
        esper.component_for_entity(character, ecsphys.CharacterController).launch(knock)
        if not isinstance(enemy, Walker):
            esper.component_for_entity(entity, RigidBody).velocity = Vec2(-knock.x, 0.0)


def knockback(run: Run, side: float, away: Vec2) -> Vec2:
    """Return the velocity of a character after contact: up and aside; straight away in top-down view."""
    if run.level.top_down:
        return (
            away.normalized() * tuning.KNOCK_BACK[0] if away.length else Vec2(side * tuning.KNOCK_BACK[0], 0)
        )
    return Vec2(side * tuning.KNOCK_BACK[0], tuning.KNOCK_BACK[1])


def sees(run: Run, position: Vec2, sight: float) -> bool:
    """Return whether the character is within `sight` of a position and nothing opaque is between."""
    if not run.session.playing or position.distance(run.player_position) > sight:
        return False
    return run.physics.raycast(position, run.player_position, mask=OPAQUE) is None
