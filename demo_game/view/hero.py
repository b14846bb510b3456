"""The character's pictures, chosen by how it moves."""

from __future__ import annotations

import arcade

from ..components import Health, Player
from ..tuning import SAFE_TIME

_NAME = ":resources:images/animated_characters/robot/robot"
_SCALE = 0.86
_PACE = 26.0  # px walked a picture
_BLINKS = 12.0  # per second, while no wound counts

OFFSET = (0.0, 10.0)  # the pictures have more room above the head than below the feet


class Hero:
    """A sprite that idles, walks, jumps and falls, looking left or right."""

    def __init__(self) -> None:
        names = ("idle", "jump", "fall", *(f"walk{i}" for i in range(8)))
        right = {name: arcade.load_texture(f"{_NAME}_{name}.png") for name in names}
        left = {name: texture.flip_left_right() for name, texture in right.items()}
        self._textures = {1: right, -1: left}
        self.sprite = arcade.Sprite(right["idle"], _SCALE)

    def update(
        self, player: Player, grounded: bool, health: Health, x: float, velocity: tuple[float, float]
    ) -> None:
        """Show the picture for this moment; `x` is the character's place."""
        name = picture(grounded, x, velocity)
        self.sprite.texture = self._textures[player.facing][name]
        hidden = health.safe > 0.0 and int((SAFE_TIME - health.safe) * 2.0 * _BLINKS) % 2 == 1
        self.sprite.alpha = 90 if hidden else 255


def picture(grounded: bool, x: float, velocity: tuple[float, float]) -> str:
    """The name of the picture; walking goes with the place, so that feet do not slide."""
    if not grounded:
        return "jump" if velocity[1] > 0.0 else "fall"
    if abs(velocity[0]) < 20.0:
        return "idle"
    return f"walk{int(x / _PACE) % 8}"
