"""A camera that follows the character and shakes when it is hurt."""

from __future__ import annotations

import math

import arcade

from ecsphys import Vec2

from ..tuning import TILE

HEIGHT = 11.25 * TILE  # of the visible part of the level, at any window size
_NARROWEST, _WIDEST = 1.3, 2.4  # width to height; in other windows there are bars at the sides
_QUICK = 6.0  # 1/s, rate at which the camera closes in
_CALM = 2.0 * TILE  # vertical offset below which it follows more slowly
_AHEAD = 110.0  # px of view ahead of the character
_SHAKE_LIFE = 0.35
_SHAKE_SIZE = 9.0


def fit(camera: arcade.Camera2D) -> None:
    """Make a camera show `HEIGHT` from bottom to top, with bars beside it in very wide or tall windows."""
    camera.match_window()
    width, height = camera.viewport_width, camera.viewport_height
    wide, high = round(min(width, height * _WIDEST)), round(min(height, width / _NARROWEST))
    camera.viewport = arcade.LBWH((width - wide) // 2, (height - high) // 2, wide, high)
    camera.zoom = 1.0  # before the projection, which arcade reads as zoomed
    camera.projection = arcade.LRBT(-wide / 2, wide / 2, -high / 2, high / 2)
    camera.zoom = high / HEIGHT


class FollowCamera:
    """Wraps a Camera2D; `size` is that of the level in pixels. In top-down view it does not look ahead."""

    def __init__(self, size: Vec2, start: Vec2, top_down: bool = False):
        self.camera = arcade.Camera2D()
        self._size = size
        self._top_down = top_down
        self._position = start
        self._shake = 0.0
        self.fit()
        self.follow(start, 1, 0.0)

    def fit(self) -> None:
        """Adapt to the window's size; the visible height of the level stays the same."""
        fit(self.camera)

    @property
    def position(self) -> Vec2:
        """The world point in its middle, without the shaking."""
        return self._position

    def move_to(self, position: Vec2) -> None:
        """Look at a point at once."""
        self._position = position

    def shake(self, strength: float = 1.0) -> None:
        """Shake for a moment."""
        self._shake = max(self._shake, _SHAKE_LIFE * strength)

    def follow(self, target: Vec2, facing: int, dt: float) -> None:
        """Move towards the target, or a point ahead of it, within the level."""
        goal = target if self._top_down else target + Vec2(facing * _AHEAD, TILE)
        offset = goal - self._position
        lift = 1.0 if self._top_down else min(1.0, abs(offset.y) / _CALM)
        self._position += Vec2(offset.x * _share(_QUICK, dt), offset.y * _share(_QUICK * lift, dt))
        self._shake = max(0.0, self._shake - dt)
        x, y = self._inside(self._position) + self._tremor()
        self.camera.position = (x, y)

    def _inside(self, position: Vec2) -> Vec2:
        half = Vec2(self.camera.viewport_width, self.camera.viewport_height) / (2.0 * self.camera.zoom)
        return Vec2(*(_between(h, p, s - h) for p, h, s in zip(position, half, self._size, strict=True)))

    def _tremor(self) -> Vec2:
        strength = _SHAKE_SIZE * (self._shake / _SHAKE_LIFE) ** 2
        return Vec2(math.sin(90.0 * self._shake), math.cos(70.0 * self._shake)) * strength

    def world(self, x: float, y: float) -> Vec2:
        """Return the world point under a point of the window."""
        position = self.camera.unproject((x, y))
        return Vec2(position[0], position[1])


def _share(quickness: float, dt: float) -> float:
    """Return the share of the remaining distance covered in `dt` seconds."""
    return 1.0 - math.exp(-quickness * dt)


def _between(lower: float, value: float, upper: float) -> float:
    """Return `value` clamped to the bounds, or their middle if they cross."""
    return max(lower, min(upper, value)) if lower <= upper else (lower + upper) / 2.0
