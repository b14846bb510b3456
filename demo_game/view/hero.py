"""The sprite of the character, animated by its motion."""

from __future__ import annotations

from functools import cache

import arcade
import esper

from ecsphys import CharacterController, RigidBody, Transform

from ..components import Health, Player
from ..tuning import BODY_HEIGHT
from .art import actors

_NAME = ":resources:images/animated_characters/robot/robot"
_SCALE = 0.86
_PACE = 26.0  # px walked per frame of animation
_BLINKS = 10.0  # blinks per second while invulnerable


class WalkCycle:
    """Textures of one of Kenney's animated characters, facing right (1) and left (-1)."""

    def __init__(self, name: str):
        names = ("idle", "jump", "fall", *(f"walk{i}" for i in range(8)))
        right = {pose: arcade.load_texture(f"{name}_{pose}.png") for pose in names}
        left = {pose: texture.flip_left_right() for pose, texture in right.items()}
        self._textures = {1: right, -1: left}

    def texture(self, facing: int, grounded: bool, x: float, velocity: tuple[float, float]) -> arcade.Texture:
        """Return the texture of a character at `x`."""
        return self._textures[facing][picture(grounded, x, velocity)]


@cache
def walk_cycle(name: str) -> WalkCycle:
    """Return the textures of a character, loaded once."""
    return WalkCycle(name)


class Hero:
    """A sprite that idles, walks, jumps, falls and crouches; in top-down view it turns with the aim."""

    def __init__(self, top_down: bool):
        self._top_down = top_down
        self._walk = walk_cycle(_NAME)
        self._clock = 0.0
        texture = (
            actors.from_above(60, 60, "hero") if top_down else self._walk.texture(1, True, 0.0, (0.0, 0.0))
        )
        self.sprite = arcade.Sprite(texture, 1.0 if top_down else _SCALE)
        self.offset, self.angle = (0.0, 0.0), 0.0

    def update(self, entity: int, dt: float) -> None:
        """Choose the texture; `offset` and `angle` then give its pose relative to the body."""
        self._clock += dt
        player = esper.component_for_entity(entity, Player)
        hidden = (
            esper.component_for_entity(entity, Health).invulnerable > 0.0
            and int(self._clock * _BLINKS) % 2 == 1
        )
        self.sprite.alpha = 90 if hidden else 255
        if self._top_down:
            self.angle = player.aim.angle
            return
        grounded = esper.component_for_entity(entity, CharacterController).on_floor
        x = esper.component_for_entity(entity, Transform).x
        velocity = esper.component_for_entity(entity, RigidBody).velocity
        self.sprite.texture = self._walk.texture(player.facing, grounded, x, velocity)
        squat = player.height / BODY_HEIGHT
        self.sprite.scale = (_SCALE, _SCALE * squat)
        self.offset = (0.0, 10.0 * squat)  # the textures have more room above the head than below the feet


def picture(grounded: bool, x: float, velocity: tuple[float, float]) -> str:
    """Return the name of the texture; walking frames follow `x`, so that feet do not slide."""
    if not grounded:
        return "jump" if velocity[1] > 0.0 else "fall"
    if abs(velocity[0]) < 20.0:
        return "idle"
    return f"walk{int(x / _PACE) % 8}"
