"""The weapon in the character's hand, and the cross hairs."""

from __future__ import annotations

import math

import arcade

from ecsphys import Vec2

from ..components import Weapon
from .art import things
from .palette import Rgba

_CROSS: Rgba = (255, 240, 200, 220)
_REACH = 21.0  # px from the character's centre to the weapon's
_GAP, _ARM = 7.0, 15.0


class Hand:
    """Draws the weapon in hand."""

    def __init__(self) -> None:
        self._sprite = arcade.Sprite(things.weapon(46, 24, Weapon.PISTOL))
        self._list: arcade.SpriteList[arcade.Sprite] = arcade.SpriteList()
        self._list.append(self._sprite)

    def draw(self, position: Vec2, aim: Vec2, weapon: Weapon) -> None:
        """Draw it at the character's position, along the unit vector `aim`."""
        texture = things.weapon(46, 24, weapon)
        self._sprite.texture = texture if aim.x >= 0.0 else texture.flip_top_bottom()
        x, y = position + aim * _REACH
        self._sprite.position = x, y
        self._sprite.angle = -math.degrees(math.atan2(aim.y, aim.x))
        self._list.draw()


def draw_cross_hairs(target: Vec2) -> None:
    """Draw four strokes around the target."""
    arms = (Vec2(1.0, 0.0), Vec2(0.0, 1.0), Vec2(-1.0, 0.0), Vec2(0.0, -1.0))
    strokes = [target + arm * length for arm in arms for length in (_GAP, _ARM)]
    arcade.draw_lines(strokes, _CROSS, 2.0)
