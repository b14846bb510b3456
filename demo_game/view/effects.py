"""Short-lived effects: sparks, beams and explosions."""

from __future__ import annotations

import math
from dataclasses import dataclass
from random import Random

import arcade
import esper

from ecsphys import Transform, Vec2

from .. import signals
from ..components import Beam, Blast, Lifetime, Rocket
from ..signals import Signal
from .palette import AMBER, FIRE, GREEN, ICE, PINK, RED, SHINE, TEAL, YELLOW, Rgb

_SPARKS: dict[str, tuple[int, float, Rgb]] = {  # signal: number, speed (px/s), colour
    signals.FIRED: (3, 160.0, YELLOW),
    signals.RICOCHET: (5, 240.0, YELLOW),
    signals.SHOT_ENDED: (6, 220.0, YELLOW),
    signals.BEAM_ENDED: (10, 260.0, PINK),
    signals.REFLECTED: (6, 200.0, SHINE),
    signals.EXPLODED: (46, 560.0, FIRE),
    signals.SHATTERED: (24, 300.0, ICE),
    signals.ENEMY_HIT: (8, 260.0, FIRE),
    signals.ENEMY_DOWN: (40, 420.0, FIRE),
    signals.PLAYER_HURT: (16, 300.0, RED),
    signals.PICKED_UP: (22, 260.0, ICE),
    signals.BURNT: (24, 260.0, FIRE),
    signals.CHECKPOINT: (30, 260.0, TEAL),
    signals.FURNACE_FED: (46, 380.0, FIRE),
    signals.DOOR_OPENS: (24, 260.0, GREEN),
    signals.ROPE_CUT: (12, 200.0, AMBER),
    signals.SPLASHED: (30, 320.0, ICE),
}
_LIFE = 0.45
_SIZE = 5.0
_FALL = 500.0
_SMOKE: Rgb = (150, 150, 165)


@dataclass
class _Spark:
    x: float
    y: float
    vx: float
    vy: float
    life: float
    color: Rgb


class Effects:
    """Handles signals of the current esper world and draws its effects. Sparks fall in side view only."""

    def __init__(self, top_down: bool) -> None:
        self._random = Random(0)
        self._fall = 0.0 if top_down else _FALL
        self._sparks: list[_Spark] = []
        self._bursts = [_Burst(self, *spark) for spark in _SPARKS.values()]  # esper holds them weakly
        for signal, burst in zip(_SPARKS, self._bursts, strict=True):
            esper.set_handler(signal, burst.at)

    def burst(self, point: Vec2, count: int, speed: float, color: Rgb) -> None:
        """Throw sparks in all directions."""
        for _ in range(count):
            angle = self._random.uniform(0.0, 2.0 * math.pi)
            pace = speed * self._random.uniform(0.3, 1.0)
            life = _LIFE * self._random.uniform(0.5, 1.0)
            velocity = math.cos(angle) * pace, math.sin(angle) * pace
            self._sparks.append(_Spark(*point, *velocity, life, color))

    def update(self, dt: float) -> None:
        """Move and age the sparks; add smoke behind rockets."""
        if dt > 0.0:  # not paused
            for _, (_, transform) in esper.get_components(Rocket, Transform):
                self.burst(transform.position, 1, 60.0, _SMOKE)
        for spark in self._sparks:
            spark.x += spark.vx * dt
            spark.y += spark.vy * dt
            spark.vy -= self._fall * dt
            spark.life -= dt
        self._sparks = [spark for spark in self._sparks if spark.life > 0.0]

    def forget(self) -> None:
        """Drop all sparks: another time is shown."""
        self._sparks.clear()

    def draw(self) -> None:
        """Draw all effects, with one call per colour and beam."""
        for _, (blast, life, transform) in esper.get_components(Blast, Lifetime, Transform):
            _draw_blast(transform.position, blast.radius, life.seconds / life.full)
        for color in dict.fromkeys(spark.color for spark in self._sparks):
            points = [(spark.x, spark.y) for spark in self._sparks if spark.color == color]
            arcade.draw_points(points, color, _SIZE)
        for _, (beam, life) in esper.get_components(Beam, Lifetime):
            _draw_beam(beam, max(0.0, life.seconds / life.full))


class _Burst:
    """The burst of sparks of one signal."""

    def __init__(self, effects: Effects, count: int, speed: float, color: Rgb):
        self._effects = effects
        self._what = count, speed, color

    def at(self, signal: Signal) -> None:
        """Handle the signal."""
        self._effects.burst(signal.point, *self._what)


def _draw_beam(beam: Beam, strength: float) -> None:
    """Draw a beam: a white core in a glow that fades."""
    for width, alpha in ((16.0, 60), (8.0, 130)):
        arcade.draw_line_strip(beam.points, (*PINK, round(alpha * strength)), width)
    arcade.draw_line_strip(beam.points, (255, 235, 245, round(255 * strength)), 3.0)


def _draw_blast(center: Vec2, radius: float, left: float) -> None:
    """Draw an explosion that grows to its radius and fades; `left` goes from 1 to 0."""
    grown = radius * (1.0 - 0.55 * left)
    for share, color, alpha in ((1.0, RED, 70), (0.72, FIRE, 110), (0.45, YELLOW, 170), (0.2, SHINE, 220)):
        arcade.draw_circle_filled(*center, grown * share, (*color, round(alpha * left)))
    arcade.draw_circle_outline(*center, grown, (*YELLOW, round(160 * left)), 3)
