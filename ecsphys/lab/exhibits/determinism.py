"""Determinism: two worlds that differ by nothing, or by one bit."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import product
from typing import ClassVar

import numpy as np

from ... import Box, Circle, Collider, RigidBody, Transform
from ...math2d.bounds import Bounds
from ...math2d.vec2 import Vec2
from ...physics import Physics
from ..controls import Slider, Toggle
from ..display import Display
from ..exhibit import Exhibit, Number
from ..figures import draw_graph, draw_world
from ..palette import GOOD, HIT, A, B
from ..worlds import World

_FRAME = Bounds(Vec2(-340.0, -310.0), Vec2(340.0, -150.0))
_LOWEST, _HIGHEST = -16.0, 3.0  # decimal logarithms of the graph
_COLUMNS = 600
_WALLS = (
    (0.0, -140.0, 320.0, 10.0),
    (0.0, 275.0, 320.0, 10.0),
    (-155.0, 70.0, 10.0, 420.0),
    (155.0, 70.0, 10.0, 420.0),
)


class Determinism(Exhibit):
    """Two worlds side by side, made alike."""

    title = "Determinism: two worlds, one bit changed"
    text = (
        "Both worlds are made by the same calls, so they stay equal for ever: not nearly, but to the last "
        "bit of every number, with any number of threads and in every back end. That is what replays, "
        "saved games and network play rest on. Now change one bit: one ball of the right world begins the "
        "smallest possible step further right. For a while nothing is to be seen. But each bounce on a "
        "round ball multiplies the difference, and soon the worlds have nothing in common: what is not "
        "exactly equal is not equal for long."
    )
    source: ClassVar[Sequence[object]] = (Physics.fingerprint, Physics._run_step)

    changed: Toggle = Toggle("one bit changed", True, rebuild=True, key="b")
    threads: Slider = Slider("threads of the right world", 1, 4, 1, step=1, rebuild=True)

    def build(self) -> None:
        """Make both worlds."""
        self.left: World = self.make(1, False)
        self.right: World = self.make(int(self.threads), self.changed)
        self.differences: list[float] = []

    def make(self, threads: int, changed: bool) -> World:
        """Make one world: balls that fall through pegs."""
        self.balls: list[int] = []  # alike in both
        world = self.world(gravity=(0, -500), length_unit=24, restitution_threshold=0, threads=threads)
        for x, y, width, height in _WALLS:
            world.create(Transform(x, y), Collider(Box(width, height), friction=0))
        for row, column in product(range(4), range(5)):
            place = Transform(-135 + 60 * column + 30 * (row % 2), -60 + 60 * row)
            world.create(place, Collider(Circle(7), restitution=1, friction=0))
        for k in range(8):
            x = -91.0 + 26.0 * k
            x = math.nextafter(x, math.inf) if changed and k == 3 else x
            ball = Transform(x, 240), RigidBody(), Collider(Circle(9), restitution=1, friction=0)
            self.balls.append(world.create(*ball))
        return world

    def step(self) -> None:
        """Advance both, and measure how far they are apart."""
        self.left.step()
        self.right.step()
        self.differences.append(self.difference())

    def difference(self) -> float:
        """Return the largest difference of any coordinate of any body."""
        one, other = ([world.get(ball, Transform).pose for ball in self.balls] for world in self.worlds)
        return float(np.abs(np.subtract(one, other)).max())

    def draw(self, display: Display) -> None:
        """Draw both worlds, and the logarithm of their difference."""
        for world, x, color, name in ((self.left, -175.0, A, "A"), (self.right, 175.0, B, "B")):
            part = Display()
            draw_world(part, world.physics)
            display.add(part, (x, 20.0))
            display.text((x, 302), name, color, 15.0, "center")
        logs = [math.log10(d) if d > 0.0 else _LOWEST for d in self.differences]
        title = "largest difference of any coordinate, as a power of ten"
        draw_graph(display, _FRAME, [("", HIT, logs)], _LOWEST, _HIGHEST, _COLUMNS, title)
        same = self.left.physics.fingerprint() == self.right.physics.fingerprint()
        words, color = ("fingerprints are equal", GOOD) if same else ("fingerprints differ", HIT)
        display.text((340, -142), words, color, 14.0, "right")

    def numbers(self) -> dict[str, Number]:
        """Return the difference and both fingerprints."""
        return {
            "steps": len(self.differences),
            "largest difference": self.difference(),
            "fingerprint of A": self.left.physics.fingerprint()[:12],
            "fingerprint of B": self.right.physics.fingerprint()[:12],
        }
