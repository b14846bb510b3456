"""Sparks and beams: short-lived light."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import arcade
import esper

from ecsphys import Transform, Vec2

from .. import signals
from ..components import Beam, Blast, Lifetime
from ..tuning import BEAM_LIFE

Color = tuple[int, int, int]

_SPARKS: dict[str, tuple[int, float, Color]] = {  # signal: how many, how fast, colour
    signals.SHOT_ENDED: (6, 220.0, (255, 226, 120)),
    signals.BEAM_ENDED: (10, 260.0, (255, 96, 150)),
    signals.EXPLODED: (60, 700.0, (255, 190, 90)),
    signals.SHATTERED: (30, 300.0, (180, 235, 255)),
    signals.ENEMY_HIT: (8, 260.0, (255, 150, 80)),
    signals.ENEMY_DOWN: (40, 420.0, (255, 120, 70)),
    signals.PLAYER_HURT: (16, 300.0, (255, 70, 70)),
    signals.PICKED_UP: (22, 260.0, (120, 240, 255)),
    signals.DOOR_OPENS: (40, 320.0, (120, 255, 160)),
}
_LIFE = 0.45
_SIZE = 5.0
_FALL = 500.0
_BEAM: Color = (255, 60, 130)


@dataclass
class _Spark:
    x: float
    y: float
    vx: float
    vy: float
    life: float
    color: Color


class Effects:
    """Listens in the current esper world, and draws there."""

    def __init__(self) -> None:
        self._random = Random(0)
        self._sparks: list[_Spark] = []
        self._bursts = [_Burst(self, *spark) for spark in _SPARKS.values()]
        for signal, burst in zip(_SPARKS, self._bursts, strict=True):
            esper.set_handler(signal, burst.at)

    def burst(self, point: Vec2, count: int, speed: float, color: Color) -> None:
        """Throw sparks in all directions."""
        for _ in range(count):
            angle = self._random.uniform(0.0, 2.0 * math.pi)
            pace = speed * self._random.uniform(0.3, 1.0)
            life = _LIFE * self._random.uniform(0.5, 1.0)
            velocity = math.cos(angle) * pace, math.sin(angle) * pace
            self._sparks.append(_Spark(*point, *velocity, life, color))

    def update(self, dt: float) -> None:
        """Let the sparks fly and fade."""
        for spark in self._sparks:
            spark.x += spark.vx * dt
            spark.y += spark.vy * dt
            spark.vy -= _FALL * dt
            spark.life -= dt
        self._sparks = [spark for spark in self._sparks if spark.life > 0.0]

    def draw(self) -> None:
        """One call a colour, one a beam."""
        for color in dict.fromkeys(spark.color for spark in self._sparks):
            points = [(spark.x, spark.y) for spark in self._sparks if spark.color == color]
            arcade.draw_points(points, color, _SIZE)
        for _, (beam, life) in esper.get_components(Beam, Lifetime):
            _draw_beam(beam, max(0.0, life.seconds / BEAM_LIFE))
        for _, (blast, life, transform) in esper.get_components(Blast, Lifetime, Transform):
            share = max(0.0, life.seconds / life.full)
            arcade.draw_circle_filled(*transform.position, blast.radius, (255, 170, 70, round(120 * share)))


class _Burst:
    """What one signal sets off."""

    def __init__(self, effects: Effects, count: int, speed: float, color: Color):
        self._effects = effects
        self._what = count, speed, color

    def at(self, signal: signals.Signal) -> None:
        """Set it off."""
        self._effects.burst(signal.point, *self._what)


def _draw_beam(beam: Beam, strength: float) -> None:
    """A white core in a glow that fades."""
    for width, alpha in ((16.0, 60), (8.0, 130)):
        arcade.draw_line_strip(beam.points, (*_BEAM, round(alpha * strength)), width)
    arcade.draw_line_strip(beam.points, (255, 235, 245, round(255 * strength)), 3)
