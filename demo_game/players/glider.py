"""Tasks of scripted players in top-down view."""

from __future__ import annotations

from ecsphys import Vec2

from ..controls import Action
from ..tuning import TILE
from .pilot import PATIENCE, Pilot, Stuck, Task

_NEAR = 9.0  # px from a goal


class Glider(Pilot):
    """Moves in straight lines; the script avoids the walls."""

    def glide(self, x: float, y: float, near: float = _NEAR, patience: float = PATIENCE) -> Task:
        """Go straight to a point, in tiles, pushing whatever is in the way."""
        for _ in range(round(patience * 60)):
            offset = Vec2(x, y) * TILE - self.position
            if abs(offset.x) <= near and abs(offset.y) <= near:
                return
            if abs(offset.x) > near / 2.0:
                self.hold(Action.RIGHT if offset.x > 0.0 else Action.LEFT)
            if abs(offset.y) > near / 2.0:
                self.hold(Action.UP if offset.y > 0.0 else Action.DOWN)
            yield
        raise Stuck(
            f"could not glide to {x}, {y} from {self.position.x / TILE:.1f}, {self.position.y / TILE:.1f}"
        )
