"""A scene of the course, and how to play it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .stage import Stage

Complaints = list[str]
SECOND = 60  # steps


@dataclass(frozen=True)
class Scene:
    """A small world, a script for its hero, and a check of the outcome.

    `build` fills the stage, `script` is called before every step with its number, `check` returns the failed
    expectations. `options` go to `Physics`.
    """

    name: str
    about: str
    build: Callable[[Stage], None]
    script: Callable[[Stage, int], None]
    check: Callable[[Stage], Complaints]
    steps: int = 120
    options: dict[str, Any] = field(default_factory=dict)

    def start(self) -> Stage:
        """Build the stage in the current esper world, which should be a new one."""
        stage = Stage(**self.options)
        self.build(stage)
        return stage

    def play(self) -> Stage:
        """Play the whole scene."""
        stage = self.start()
        while not self.advance(stage):
            pass
        return stage

    def advance(self, stage: Stage) -> bool:
        """Play one step; return whether the scene is over."""
        self.script(stage, len(stage.track))
        stage.step()
        return len(stage.track) >= self.steps


def wrong(**claims: bool) -> Complaints:
    """Return the names of the claims that do not hold, as words."""
    return [name.replace("_", " ") for name, holds in claims.items() if not holds]


def right(speed: float = 200.0) -> Callable[[Stage, int], None]:
    """Return a script that always runs to the right."""

    def script(stage: Stage, step: int) -> None:
        stage.control.move((speed, 0.0))

    return script


def still(stage: Stage, step: int) -> None:
    """Do nothing: the script of a hero that stands."""
