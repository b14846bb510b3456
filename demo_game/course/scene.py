"""What a scene of the course is, and how it is played."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from .stage import Stage

Complaints = list[str]
SECOND = 60  # steps


@dataclass(frozen=True)
class Scene:
    """A small world, what is asked of its hero, and what must come of it.

    `build` sets the stage, `script` is called before every step with its number, `check` returns what
    went wrong, nothing when all is as a player expects. `options` go to `Physics`.
    """

    name: str
    about: str
    build: Callable[[Stage], None]
    script: Callable[[Stage, int], None]
    check: Callable[[Stage], Complaints]
    steps: int = 120
    options: dict[str, Any] = field(default_factory=dict)

    def start(self) -> Stage:
        """Set the stage in the current esper world, which should be a new one."""
        stage = Stage(**self.options)
        self.build(stage)
        return stage

    def play(self) -> Stage:
        """The whole scene at once."""
        stage = self.start()
        while not self.advance(stage):
            pass
        return stage

    def advance(self, stage: Stage) -> bool:
        """One step; says whether the scene is over."""
        self.script(stage, len(stage.track))
        stage.step()
        return len(stage.track) >= self.steps


def wrong(**claims: bool) -> Complaints:
    """The names of the claims that do not hold, as words."""
    return [name.replace("_", " ") for name, holds in claims.items() if not holds]


def right(speed: float = 200.0) -> Callable[[Stage, int], None]:
    """A script: run to the right all the time."""

    def script(stage: Stage, step: int) -> None:
        stage.control.move((speed, 0.0))

    return script


def still(stage: Stage, step: int) -> None:
    """A script: do nothing."""
