"""Walkers, which patrol between edges and walls and run at a player in sight."""

from __future__ import annotations

import esper

from ecsphys import CharacterController, Transform, Vec2

from .. import tuning
from ..components import Walker
from ..layers import SOLID
from .enemies import sees
from .rule import Rule

_FEELER = 14.0  # px in front of the body where it checks for walls and floor
_LEVEL = 1.2 * tuning.TILE  # largest difference in height at which it chases the player
_DEPTH = 40.0  # px below the body; a lower floor counts as an edge


class Walkers(Rule):
    """Steers all walkers."""

    def process(self, dt: float) -> None:
        """Steer every walker for one step."""
        top_down = self.run.level.top_down
        for entity, (walker, transform, controller) in esper.get_components(
            Walker, Transform, CharacterController
        ):
            walker.stunned = max(0.0, walker.stunned - dt)
            walker.chasing = walker.stunned == 0.0 and self._notices(walker, transform.position, top_down)
            if walker.stunned > 0.0:
                controller.move((0.0, 0.0))
            elif top_down:
                self._stalk(walker, transform.position, controller)
            else:
                self._pace(entity, walker, transform.position, controller)

    def _notices(self, walker: Walker, position: Vec2, top_down: bool) -> bool:
        """Return whether the walker sees the character, in side view on its own level."""
        direction = self.run.player_position - position
        if not top_down and abs(direction.y) > _LEVEL:
            return False
        return sees(self.run, position, tuning.WALKER_SIGHT)

    def _stalk(self, walker: Walker, position: Vec2, controller: CharacterController) -> None:
        """Top-down view: move straight at the character, or stand."""
        direction = self.run.player_position - position
        walker.facing = 1 if direction.x >= 0.0 else -1
        controller.move(
            direction.normalized() * tuning.WALKER_CHASE_SPEED if walker.chasing else Vec2(0.0, 0.0)
        )

    def _pace(self, entity: int, walker: Walker, position: Vec2, controller: CharacterController) -> None:
        """Side view: walk along the floor; turn at its end, or wait there while chasing."""
        if walker.chasing:
            walker.facing = 1 if self.run.player_position.x > position.x else -1
        blocked = controller.on_floor and self._blocked(entity, position, walker)
        if blocked and not walker.chasing:
            walker.facing = -walker.facing
        speed = tuning.WALKER_CHASE_SPEED if walker.chasing else tuning.WALKER_SPEED
        controller.move((0.0 if blocked else walker.facing * speed, 0.0))

    def _blocked(self, entity: int, position: Vec2, walker: Walker) -> bool:
        """Return whether there is a wall ahead, or no floor."""
        width, height = walker.size
        ahead = position + Vec2(walker.facing * (width / 2.0 + _FEELER), 0.0)
        if self.physics.raycast(position, ahead, mask=SOLID, ignore=(entity,)) is not None:
            return True
        below = ahead - Vec2(0.0, height / 2.0 + _DEPTH)
        return self.physics.raycast(ahead, below, mask=SOLID, ignore=(entity,)) is None
