"""Deeds of scripted players in top view."""

from __future__ import annotations

from ecsphys import Vec2

from ..controls import Action
from ..tuning import TILE
from .pilot import PATIENCE, Pilot, Stuck, Task

_NEAR = 9.0  # px from a goal


class Glider(Pilot):
    """Goes straight to places; whoever writes its way knows where the walls are."""

    def glide(self, x: float, y: float, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Go to a place, in tiles; what is in the way is pushed."""
        for _ in range(round(patience * 60)):
            direction = Vec2(x, y) * TILE - self.position
            if abs(direction.x) <= near and abs(direction.y) <= near:
                return
            if abs(direction.x) > near / 2.0:
                self.hold(Action.RIGHT if direction.x > 0.0 else Action.LEFT)
            if abs(direction.y) > near / 2.0:
                self.hold(Action.UP if direction.y > 0.0 else Action.DOWN)
            yield
        raise Stuck(
            f"could not glide to {x}, {y} from {self.position.x / TILE:.1f}, {self.position.y / TILE:.1f}"
        )
