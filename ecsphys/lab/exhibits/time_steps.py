"""Time steps: the height of a jump depends on the frame rate, unless the steps are fixed."""

from collections.abc import Iterator, Sequence
from itertools import repeat
from random import Random
from typing import ClassVar, NamedTuple

import numpy as np

from ... import RigidBody, Transform
from ...arrays import Reals2
from ...clock import Clock
from ...drawing.lines import Color
from ...math2d.vec2 import Vec2
from ...solver.free_bodies import integrate_free
from ...solver.rules import rule_of
from ..controls import Choice, Point, Slider
from ..display import Display
from ..exhibit import STEP, Exhibit, Number
from ..palette import CURVES, GOOD, HIT, MUTED, STILL, TEXT, fade

FOOT = Vec2(-310.0, -270.0)  # where all jumps start
GRAVITY = 900.0  # units/s²
RUN = 320.0  # speed to the right, units/s
RATES = (15, 30, 60, 120)  # frames a second
SHORTEST, LONGEST = 1 / 120, 1 / 12  # irregular frames, s
PAUSE = 0.5  # s between two jumps
VARIABLE, FIXED = "one a frame", "fixed, 1/60 s"


class Jump(NamedTuple):
    """A jump at one frame rate: its places (n, 2) and times (n,) after 0, 1, 2 … steps of physics."""

    name: str
    color: Color
    places: Reals2
    times: list[float]

    @property
    def height(self) -> float:
        """The greatest height above the ground."""
        return float(self.places[:, 1].max()) - FOOT.y


class TimeSteps(Exhibit):
    """The same jump on machines of different speed."""

    title = "Fixed and variable steps"
    text = (
        "A game that moves its hero by one step a frame jumps higher on a slow machine: each step treats a "
        "velocity that changes as constant, so a longer step makes a larger error. With v for the speed and "
        "g for gravity the true height is v²/2g; explicit Euler adds v·dt/2, semi-implicit Euler takes as "
        "much away. Drag the ledge: which machines reach it? Worst is a rate that changes: no two jumps "
        "are alike. Then switch to fixed steps: physics collects the frame times and runs whole steps of "
        "1/60 s, and every machine jumps the same arc, bit for bit."
    )
    source: ClassVar[Sequence[object]] = (Clock, rule_of, integrate_free)

    steps: Choice = Choice("steps", (VARIABLE, FIXED), VARIABLE, rebuild=True, key="f")
    integrator: Choice = Choice(
        "integrator", ("explicit_euler", "semi_implicit_euler", "velocity_verlet"), "explicit_euler",
        rebuild=True, key="i",
    )  # fmt: skip
    speed: Slider = Slider("jump speed", 400, 900, 840, step=10, unit="/s", rebuild=True)
    run: Slider = Slider("irregular run", 1, 20, 1, step=1, rebuild=True)
    ledge: Point = Point((240, 132), "ledge")

    def build(self) -> None:
        """Let all machines jump."""
        self.time: float = 0.0
        self.jumps: list[Jump] = [
            self.jump(f"{rate} Hz", color, repeat(1 / rate))
            for rate, color in zip(RATES, CURVES, strict=False)
        ]
        self.jumps.append(self.jump("irregular", CURVES[4], irregular_frames(int(self.run))))

    def jump(self, name: str, color: Color, frames: Iterator[float]) -> Jump:
        """Jump in a world of its own, by frames of these seconds, until the ground is reached."""
        stage = self.world(gravity=(0.0, -GRAVITY), substeps=1, integrator=self.integrator)
        hero = stage.create(Transform(*FOOT), RigidBody(velocity=(RUN, self.speed)))
        physics, place = stage.physics, stage.get(hero, Transform)
        places, times = [FOOT], [0.0]

        @physics.after_step
        def note(dt: float) -> None:
            places.append(place.position)
            times.append(times[-1] + dt)

        with stage:
            while places[-1].y >= FOOT.y:
                dt = next(frames)
                if self.steps == VARIABLE:
                    physics.step = dt
                physics.process(dt)
        return Jump(name, color, np.array(places), times)

    def step(self) -> None:
        """Let the heroes jump on, and start again when the last one has landed."""
        self.time += STEP
        if self.time > max(jump.times[-1] for jump in self.jumps) + PAUSE:
            self.time = 0.0

    def draw(self, display: Display) -> None:
        """Draw ground and ledge, the arcs with a dot for each step, the heroes, a table of heights."""
        display.line((-350, FOOT.y), (350, FOOT.y), STILL, 3.0)
        x, top = self.ledge
        corners = [(x - 70, top - 12), (x + 70, top - 12), (x + 70, top), (x - 70, top)]
        display.polygon(corners, fade(STILL, 90), STILL)
        exact = FOOT.y + self.exact_height
        display.dashes((-350, exact), (350, exact), MUTED, 1.0)
        display.text((-345, exact - 16), f"true height: {self.exact_height:.1f}", MUTED, 12.0)
        for k, jump in enumerate(self.jumps):
            self.draw_jump(display, jump)
            self.draw_row(display, jump, 300.0 - 19.0 * k)
        self.draw_things(display)

    def draw_jump(self, display: Display, jump: Jump) -> None:
        """Draw an arc, and its hero where it is now."""
        display.path(jump.places.tolist(), fade(jump.color, 150), 1.5)
        for place in jump.places.tolist() if len(jump.places) < 60 else ():
            display.point(place, jump.color, 2.5)
        now = np.searchsorted(jump.times, self.time + 1e-9, side="right") - 1
        display.disc(jump.places[now].tolist(), 9.0, fade(jump.color, 120), jump.color)

    def draw_row(self, display: Display, jump: Jump, y: float) -> None:
        """Draw a row of the table of heights."""
        off = jump.height - self.exact_height
        reaches = self.reaches(jump)
        display.text((-345, y), jump.name, jump.color, 13.0)
        display.text((-205, y), f"{jump.height:.1f}", TEXT, 13.0, "right")
        display.text((-140, y), f"{off:+.1f}", MUTED, 13.0, "right")
        display.text((-125, y), "reaches the ledge" if reaches else "too low", GOOD if reaches else HIT, 13.0)

    @property
    def exact_height(self) -> float:
        """The height of the jump in continuous time."""
        return self.speed**2 / (2.0 * GRAVITY)

    def reaches(self, jump: Jump) -> bool:
        """Return whether a jump is as high as the ledge."""
        return jump.height >= self.ledge.y - FOOT.y

    def numbers(self) -> dict[str, Number]:
        """Return the height of each jump, whether it reaches the ledge, and the true height."""
        heights: dict[str, Number] = {f"height, {jump.name}": jump.height for jump in self.jumps}
        reached = sum(self.reaches(jump) for jump in self.jumps)
        return {**heights, "v² / 2g": self.exact_height, "reach the ledge": reached}


def irregular_frames(seed: int) -> Iterator[float]:
    """Yield frame times of a machine that is busy now and then, in seconds."""
    random = Random(seed)
    while True:
        yield random.uniform(SHORTEST, LONGEST)
