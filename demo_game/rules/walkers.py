"""Walkers pace to and fro, turn at edges and walls, and run at whom they see before them."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Transform, Vec2

from .. import tuning
from ..components import Walker
from ..layers import SOLID
from .enemies import sees
from .rule import Rule

_FEELER = 14.0  # px before the body that it looks for walls, and for the floor
_LEVEL = 1.2 * tuning.TILE  # it runs at nobody who is higher or lower than this
_DEPTH = 40.0  # px: a floor that is further below is an edge


class Walkers(Rule):
    """Steers all walkers."""

    def process(self, dt: float) -> None:
        """Steer every walker for one step."""
        top_down = self.run.level.top_down
        for entity, (walker, transform, controller) in esper.get_components(
            Walker, Transform, CharacterController
        ):
            walker.stunned = max(0.0, walker.stunned - dt)
            walker.chasing = walker.stunned == 0.0 and self._wants(walker, transform.position, top_down)
            if walker.stunned > 0.0:
                controller.move((0.0, 0.0))
            elif top_down:
                self._stalk(walker, transform.position, controller)
            else:
                self._pace(entity, walker, transform.position, controller)

    def _wants(self, walker: Walker, position: Vec2, top_down: bool) -> bool:
        """Whether it goes for the character: that it sees, and in side view on its own level."""
        direction = self.run.player_position - position
        if not top_down and abs(direction.y) > _LEVEL:
            return False
        return sees(self.run, position, tuning.WALKER_SIGHT)

    def _stalk(self, walker: Walker, position: Vec2, controller: CharacterController) -> None:
        """Top view: straight at the character, or stand."""
        direction = self.run.player_position - position
        walker.facing = 1 if direction.x >= 0.0 else -1
        controller.move(
            direction.normalized() * tuning.WALKER_CHASE_SPEED if walker.chasing else Vec2(0.0, 0.0)
        )

    def _pace(self, entity: int, walker: Walker, position: Vec2, controller: CharacterController) -> None:
        """Side view: along the floor; it turns at its end, or waits there while it sees its prey."""
        if walker.chasing:
            walker.facing = 1 if self.run.player_position.x > position.x else -1
        blocked = controller.on_floor and self._blocked(entity, position, walker)
        if blocked and not walker.chasing:
            walker.facing = -walker.facing
        speed = tuning.WALKER_CHASE_SPEED if walker.chasing else tuning.WALKER_SPEED
        controller.move((0.0 if blocked else walker.facing * speed, 0.0))

    def _blocked(self, entity: int, position: Vec2, walker: Walker) -> bool:
        """A wall ahead, or no floor."""
        width, height = walker.size
        ahead = position + Vec2(walker.facing * (width / 2.0 + _FEELER), 0.0)
        if self.physics.raycast(position, ahead, mask=SOLID, ignore=(entity,)) is not None:
            return True
        below = ahead - Vec2(0.0, height / 2.0 + _DEPTH)
        return self.physics.raycast(ahead, below, mask=SOLID, ignore=(entity,)) is None
