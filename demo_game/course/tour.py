"""Play the course scene by scene, each in an esper world of its own."""

from __future__ import annotations

import itertools

import esper

from . import SCENES
from .scene import Complaints, Scene
from .stage import JUMP, SPEED, Stage

_numbers = itertools.count(1)


class Tour:
    """The current scene. `number` counts from 1; `verdict` is None while the scene plays.

    After `take_over` there is neither script nor verdict: the hero runs to its `side`.
    """

    def __init__(self, number: int = 1):
        self._world = ""
        self.show(number)

    def show(self, number: int) -> None:
        """Start a scene in a new esper world and delete the old world."""
        self.number = (number - 1) % len(SCENES) + 1
        old, self._world = self._world, f"course {next(_numbers)}"
        esper.switch_world(self._world)
        if old:
            esper.delete_world(old)
        self.stage: Stage = self.scene.start()
        self.verdict: Complaints | None = None
        self.manual = False
        self.side = 0.0
        self.steps_over = 0

    @property
    def scene(self) -> Scene:
        """The current scene."""
        return SCENES[self.number - 1]

    def step(self) -> None:
        """Run one step of the scene, or of the pause after its end."""
        if esper.current_world != self._world:
            esper.switch_world(self._world)
        if self.manual:
            self.stage.control.move((self.side * SPEED, 0.0))
            self.stage.step()
        elif self.verdict is not None:
            self.steps_over += 1
        elif self.scene.advance(self.stage):
            self.verdict = self.scene.check(self.stage)

    def take_over(self, side: float | None = None, jump: bool | None = None) -> None:
        """Steer the hero by hand: -1, 0 or 1 for the side, and whether the jump key is down."""
        self.manual = True
        if side is not None:
            self.side = side
        if jump is True:
            self.stage.control.jump(JUMP)
        elif jump is False:
            self.stage.control.release_jump()

    def close(self) -> None:
        """Delete the world."""
        esper.switch_world("default")
        esper.delete_world(self._world)


def report(number: int | None) -> bool:
    """Play one scene or all (None) headless, print a line for each, and return whether all passed."""
    numbers = range(1, len(SCENES) + 1) if number is None else (number,)
    tour, ok = Tour(numbers[0]), True
    for each in numbers:
        tour.show(each)
        while tour.verdict is None:
            tour.step()
        ok = ok and not tour.verdict
        answer = "; ".join(f"not: {complaint}" for complaint in tour.verdict) or "ok"
        print(f"{each:3d}  {tour.scene.name:24} {answer}", flush=True)
    tour.close()
    return ok
