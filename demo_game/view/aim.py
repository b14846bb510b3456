"""The barrel in the character's hand, and the cross hairs."""

from __future__ import annotations

import arcade

from ecsphys import Vec2

_STEEL, _LIGHT = (46, 52, 74, 255), (170, 184, 214, 255)
_CROSS = (255, 240, 200, 220)
_GRIP, _TIP = 8.0, 36.0
_GAP, _ARM = 7.0, 15.0


def draw_aim(place: Vec2, aim: Vec2, target: Vec2 | None) -> None:
    """A barrel from `place` along the unit vector `aim`; four strokes around the target."""
    grip, tip = place + aim * _GRIP, place + aim * _TIP
    arcade.draw_line(*grip, *tip, _STEEL, 11.0)
    arcade.draw_line(*(grip + aim * 3.0), *tip, _LIGHT, 4.0)
    if target is None:
        return
    arms = (Vec2(1.0, 0.0), Vec2(0.0, 1.0), Vec2(-1.0, 0.0), Vec2(0.0, -1.0))
    strokes = [target + arm * length for arm in arms for length in (_GAP, _ARM)]
    arcade.draw_lines(strokes, _CROSS, 2.0)
