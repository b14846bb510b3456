"""Tunnelling: a fast bullet and a thin wall, without continuous collision and with it."""

import math
from collections.abc import Sequence
from itertools import pairwise
from typing import Any, ClassVar

from ... import Box, Circle, Collider, RigidBody, Transform
from ...ccd.advance import run_sweeps
from ...ccd.candidates import find_fast
from ...geometry import swept_shape
from ...math2d.vec2 import Vec2
from ..controls import Button, Choice, Slider, Toggle
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..figures import draw_shape
from ..palette import BOTH, GOOD, HIT, MUTED, STILL, A, fade
from ..worlds import World

MUZZLE, WALL, END = -330.0, 120.0, 370.0  # along x
LANES = (150.0, -150.0)  # y
GOLDEN = 0.6180339887498949  # phases of successive shots are spread by it
PAUSE = 24  # steps between shots, in which the last one is in view
SHOWN = 40  # steps of a shot that are drawn


class Lane:
    """One world with a wall, its bullet, and where that was after each step."""

    def __init__(self, stage: World, y: float, wall: Box):
        self.stage = stage
        self.y = y
        self.through = 0
        self.bullet: int = 0
        self.trail: list[Vec2] = []
        stage.create(Transform(WALL, y), Collider(wall))

    def fire(self, x: float, radius: float, speed: float, continuous: Any) -> None:
        """Replace the bullet."""
        if self.bullet:
            self.stage.delete(self.bullet)
        body = RigidBody(velocity=(speed, 0.0), continuous=continuous, lock_rotation=True)
        self.bullet = self.stage.create(Transform(x, self.y), body, Collider(Circle(radius)))
        self.trail = [Vec2(x, self.y)]

    def step(self) -> None:
        """Advance by a step."""
        self.stage.step()
        self.trail.append(self.stage.get(self.bullet, Transform).position)

    def has_passed(self) -> bool:
        """Return whether the bullet is behind the wall."""
        return self.trail[-1].x > WALL


class Tunnelling(Exhibit):
    """The same shots at a thin wall in two worlds, which differ in `continuous` only."""

    title = "Tunnelling"
    text = (
        "A step moves the bullet by speed times time. In the upper world only its places after whole steps "
        "are tested. When a step is longer than the bullet's radius plus half the thickness of the wall, a "
        "bullet may stop beyond its middle, and the shortest way out is the far side; with twice that it "
        "may not even touch. The longer the step, the more shots pass: each begins elsewhere in a step. In "
        "the lower world the bullet is swept along its way: the capsules show what is tested, and none gets "
        "through. Change speed, thickness and radius, and find the speed below which no shot passes."
    )
    source: ClassVar[Sequence[object]] = (find_fast, run_sweeps, swept_shape)

    speed: Slider = Slider("speed", 300, 12000, 6000, unit="/s", logarithmic=True)
    thickness: Slider = Slider("thickness of the wall", 1, 60, 6, rebuild=True)
    radius: Slider = Slider("radius of the bullet", 3, 30, 12, rebuild=True)
    continuous: Choice = Choice("continuous (below)", ("auto", "bullet"), "auto", rebuild=True)
    shooting: Toggle = Toggle("shoot on", True)

    def build(self) -> None:
        """Make both worlds and fire the first shot, so that it is in view at the start."""
        wall = Box(self.thickness, 200.0)
        self.lanes: list[Lane] = [Lane(self.world(sleeping=False), y, wall) for y in LANES]
        self.shots: int = 0
        self._fire()
        while self.left > PAUSE:
            self.step()

    @Button("shoot", key="s")
    def shoot(self) -> None:
        """Fire as soon as the shot before is over."""
        if self.left <= PAUSE:
            self._fire()

    def _fire(self) -> None:
        """Fire in both worlds: each shot begins at another part of a step's way."""
        way = self.speed * STEP
        start = MUZZLE + way * (self.shots * GOLDEN % 1.0)
        for lane, continuous in zip(self.lanes, ("off", self.continuous), strict=True):
            lane.fire(start, self.radius, self.speed, continuous)
        self.shots += 1
        self.left: int = math.ceil((END - MUZZLE) / way) + PAUSE  # steps until the next shot

    def step(self) -> None:
        """Advance both worlds; count what is through when the shot is over."""
        self.left -= 1
        if self.left >= PAUSE:
            for lane in self.lanes:
                lane.step()
        if self.left == PAUSE:
            for lane in self.lanes:
                lane.through += lane.has_passed()
        if self.left <= 0 and self.shooting:
            self._fire()

    def draw(self, display: Display) -> None:
        """Draw walls, shots and counts."""
        titles = ("off: places after whole steps", f"{self.continuous}: swept")
        for lane, title, color in zip(self.lanes, titles, (HIT, GOOD), strict=True):
            draw_shape(display, Box(self.thickness, 200.0), (WALL, lane.y), STILL)
            self._draw_shot(display, lane, sweeps=color == GOOD)
            display.text((-350, lane.y + 124), f"continuous = {title}", color, 15.0)
            counted = f"{lane.through} of {self.shots} shots are through"
            display.text((350, lane.y + 124), counted, color, 15.0, "right")
        display.line((-350, 0), (350, 0), MUTED, 1.0)
        half = self.radius + 0.5 * self.thickness
        words = f"one step: {self.speed * STEP:.0f} units; radius + half the wall: {half:.0f}"
        display.text((350, -312), words, MUTED, 13.0, "right")

    def _draw_shot(self, display: Display, lane: Lane, sweeps: bool) -> None:
        """Draw where a bullet was after each step, and what was swept between."""
        trail, disc = lane.trail[-SHOWN:], Circle(self.radius)
        for before, now in pairwise(trail):
            if sweeps:
                draw_shape(display, swept_shape(disc, before, now), (0.0, 0.0), fade(BOTH, 160), width=1.0)
            else:
                display.dashes(before, now, MUTED, 1.0)
        for place in trail[:-1]:
            display.disc(place, self.radius, None, fade(A, 150))
        display.disc(trail[-1], self.radius, fade(A, 120), HIT if lane.has_passed() else A, 2.0)

    def numbers(self) -> dict[str, Number]:
        """Return how many shots are through, and from which speed on some of them may be."""
        off, swept = self.lanes
        way, half = self.speed * STEP, self.radius + 0.5 * self.thickness
        return {
            "shots": self.shots,
            "through, off": off.through,
            "through, swept": swept.through,
            "way in one step": way,
            "radius + half the wall": half,
            "speed from which shots may pass": half / STEP,
            "share of shots to pass, about": max(0.0, 1.0 - half / way),
        }
