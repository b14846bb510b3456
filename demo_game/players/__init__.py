"""Scripted players that finish the levels: a file a level, a function from checkpoint to checkpoint."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any

from ..rules.rule import Run
from . import foundry, glassworks, reactor, vault
from .glider import Glider
from .pilot import Pilot, Stuck
from .runner import Runner

__all__ = ["Script", "Stuck"]

_LEGS: dict[int, tuple[Callable[[Any], Iterator[None]], ...]] = {
    1: foundry.LEGS,
    2: glassworks.LEGS,
    3: reactor.LEGS,
    4: vault.LEGS,
}


class Script:
    """Plays a level through the controls, from wherever the last restart put the character.

    `stuck` says where it gave up, empty while all goes well.
    """

    def __init__(self, run: Run, number: int):
        self._pilot: Pilot = Glider(run) if run.level.top else Runner(run)
        self._legs = _LEGS.get(number, ())
        self._way: Iterator[None] | None = None
        self.stuck = ""

    def play(self) -> None:
        """Decide for one step."""
        if self._way is None:
            self._way = self._journey()
        self._pilot.before()
        if not self.stuck and self._pilot.session.playing:
            try:
                next(self._way, None)
            except Stuck as error:
                self.stuck = str(error)
        self._pilot.after()

    def _journey(self) -> Iterator[None]:
        """The legs that are left: as many as there are checkpoints have been gone."""
        for leg in self._legs[self._pilot.checkpoints :]:
            yield from leg(self._pilot)
