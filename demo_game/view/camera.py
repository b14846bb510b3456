"""A camera that follows the character through the level, and shakes a little when it is hurt."""

from __future__ import annotations

import math

import arcade

from ecsphys import Vec2

from ..tuning import TILE

HEIGHT = 11.25 * TILE  # of the visible part of the level, at any window size
_NARROWEST, _WIDEST = 1.3, 2.4  # width to height; in other windows there are bars at the sides
_QUICK = 6.0  # 1/s: how fast the camera closes in
_CALM = 2.0 * TILE  # jumps of this height hardly move it
_AHEAD = 110.0  # px that it looks ahead
_SHAKE_LIFE = 0.35
_SHAKE_SIZE = 9.0


def fit(camera: arcade.Camera2D) -> None:
    """Let a camera show `HEIGHT` from bottom to top, in as much of the window as its shape allows."""
    camera.match_window()
    width, height = camera.viewport_width, camera.viewport_height
    wide, high = round(min(width, height * _WIDEST)), round(min(height, width / _NARROWEST))
    camera.viewport = arcade.LBWH((width - wide) // 2, (height - high) // 2, wide, high)
    camera.zoom = 1.0  # else the projection is taken for one that is zoomed
    camera.projection = arcade.LRBT(-wide / 2, wide / 2, -high / 2, high / 2)
    camera.zoom = high / HEIGHT


class FollowCamera:
    """Wraps a Camera2D; `size` is the level's in pixels. From above it looks ahead in no direction."""

    def __init__(self, size: Vec2, start: Vec2, top_down: bool = False):
        self.camera = arcade.Camera2D()
        self._size = size
        self._top_down = top_down
        self._place = start
        self._shake = 0.0
        self.fit()
        self.follow(start, 1, 0.0)

    def fit(self) -> None:
        """Adapt to the window's size: always the same height of the level."""
        fit(self.camera)

    def shake(self, strength: float = 1.0) -> None:
        """Tremble for a moment."""
        self._shake = max(self._shake, _SHAKE_LIFE * strength)

    def follow(self, target: Vec2, facing: int, dt: float) -> None:
        """Approach the target, or what lies ahead of it, without leaving the level."""
        goal = target if self._top_down else target + Vec2(facing * _AHEAD, TILE)
        way = goal - self._place
        lift = 1.0 if self._top_down else min(1.0, abs(way.y) / _CALM)
        self._place += Vec2(way.x * _share(_QUICK, dt), way.y * _share(_QUICK * lift, dt))
        self._shake = max(0.0, self._shake - dt)
        x, y = self._inside(self._place) + self._tremor()
        self.camera.position = (x, y)

    def _inside(self, place: Vec2) -> Vec2:
        half = Vec2(self.camera.viewport_width, self.camera.viewport_height) / (2.0 * self.camera.zoom)
        return Vec2(*(_between(h, p, s - h) for p, h, s in zip(place, half, self._size, strict=True)))

    def _tremor(self) -> Vec2:
        strength = _SHAKE_SIZE * (self._shake / _SHAKE_LIFE) ** 2
        return Vec2(math.sin(90.0 * self._shake), math.cos(70.0 * self._shake)) * strength

    def world(self, x: float, y: float) -> Vec2:
        """The world point under a point of the window."""
        place = self.camera.unproject((x, y))
        return Vec2(place[0], place[1])


def _share(quickness: float, dt: float) -> float:
    """The share of the remaining way that is covered in `dt` seconds."""
    return 1.0 - math.exp(-quickness * dt)


def _between(lower: float, value: float, upper: float) -> float:
    """`value` kept between the bounds; the middle when they cross."""
    return max(lower, min(upper, value)) if lower <= upper else (lower + upper) / 2.0
