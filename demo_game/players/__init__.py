"""Scripted players that finish the levels: one file per level, one function per checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..levels import NoSuchThing
from ..rules.rule import Run
from . import foundry, glassworks, reactor, rigging, vault
from .glider import Glider
from .pilot import Pilot, Stuck
from .runner import Runner

__all__ = ["Script", "Stuck"]

_STAGES: dict[int, tuple[type[Pilot], tuple[Callable[[Any], Iterator[None]], ...]]] = {
    1: (Runner, foundry.STAGES),
    2: (Runner, glassworks.STAGES),
    3: (Runner, reactor.STAGES),
    4: (Glider, vault.STAGES),
    5: (Runner, rigging.STAGES),
}


class Script:
    """Plays a level through the controls, from the last checkpoint.

    `stuck` is the message with which the player gave up, empty until then.
    """

    def __init__(self, run: Run, number: int):
        self._pilot: Pilot = Glider(run) if run.level.top_down else Runner(run)
        kind, self._stages = _STAGES.get(number, (None, ()))
        self._plan: Iterator[None] | None = None
        self.stuck = "" if kind is type(self._pilot) else "no script knows this level"

    def play(self) -> None:
        """Set the controls for one step."""
        if self._plan is None:
            self._plan = self._remaining_stages()
        self._pilot.before()
        if not self.stuck and self._pilot.session.playing:
            try:
                next(self._plan, None)
            except (Stuck, NoSuchThing) as error:
                self.stuck = str(error)
        self._pilot.after()

    def _remaining_stages(self) -> Iterator[None]:
        """Yield once per step through the stages that follow the checkpoints reached so far."""
        for stage in self._stages[self._pilot.checkpoints :]:
            yield from stage(self._pilot)
