"""Point the character's weapon."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from ..components import Player
from .rule import Rule


class Aim(Rule):
    """Aims at the target if there is one, else straight ahead."""

    def process(self, dt: float) -> None:
        """Aim for one step."""
        target = self.controls.current.target
        for _, (player, transform) in esper.get_components(Player, Transform):
            player.aim = direction(transform.position, target, player.facing)
            if target is not None and player.aim.x:
                player.facing = 1 if player.aim.x > 0 else -1


def direction(start: Vec2, target: Vec2 | None, facing: int) -> Vec2:
    """Return the unit vector from `start` to `target`; straight ahead without a target."""
    if target is None or (target - start).length < 1.0:
        return Vec2(float(facing), 0.0)
    return (target - start).normalized()
