"""Where the character points its weapons."""

from __future__ import annotations

import esper

from ecsphys import Transform, Vec2

from ..old_components import Player
from ..old_controls import Controls


class Aim(esper.Processor):
    """Points at the target if there is one, else straight ahead."""

    def __init__(self, controls: Controls):
        self.controls = controls

    def process(self, dt: float) -> None:
        """Aim for one step."""
        for _, (player, transform) in esper.get_components(Player, Transform):
            player.aim = direction(transform.position, self.controls.target, player.facing)
            if self.controls.target is not None and player.aim.x:
                player.facing = 1 if player.aim.x > 0 else -1


def direction(start: Vec2, target: Vec2 | None, facing: int) -> Vec2:
    """Unit vector from `start` to `target`; straight ahead without a target."""
    ahead = Vec2(float(facing), 0.0)
    if target is None or (target - start).length < 1.0:
        return ahead
    return (target - start).normalized()
