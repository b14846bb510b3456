"""Milliseconds per system and counts of bodies and contacts, over the last steps."""

from __future__ import annotations

import time
from typing import Any

import esper
import numpy as np
import numpy.typing as npt

from ..physics import Physics
from ..query.counts import count_touching
from ..systems.system import PhysicsSystem
from .observe import restore_method

STEPS = 160
GAME, REST = "game", "begin, events"
COUNTS = ("bodies", "awake", "contacts", "touching", "triggers", "coarse tests", "exact tests")


class Profile:
    """Times the systems of a `Physics` from outside while it runs; costs nothing otherwise.

    The last rows of `milliseconds` (STEPS, names) and `counts` (STEPS, COUNTS) are those of the latest step.
    Systems that are not part of ecsphys count as "game"; adopting changes and sending events as
    "begin, events".
    """

    def __init__(self, physics: Physics):
        self.physics = physics
        self.running: bool = False
        self.names: list[str] = []
        self.milliseconds: npt.NDArray[np.float64] = np.zeros((STEPS, 0))
        self.counts: npt.NDArray[np.int64] = np.zeros((STEPS, len(COUNTS)), np.int64)
        self._timed: list[esper.Processor] = []
        self._started = 0.0  # when the step began, in seconds of `perf_counter`
        self._now: npt.NDArray[np.float64] = np.zeros(0)

    def run(self, on: bool) -> None:
        """Start or stop timing; starting clears the record."""
        if on == self.running:
            return
        self.running = on
        if on:
            self._begin()
        else:
            self._end()

    def _begin(self) -> None:
        """Wrap the systems and the step in stopwatches."""
        self._timed = list(self.physics.systems)
        own = [system_name(system) for system in self._timed if isinstance(system, PhysicsSystem)]
        self.names = [GAME, *own, REST]
        self.milliseconds = np.zeros((STEPS, len(self.names)))
        self.counts[:] = 0
        self._now = np.zeros(len(self.names))
        for system in self._timed:
            name = system_name(system) if isinstance(system, PhysicsSystem) else GAME
            vars(system)["process"] = _stopwatch(system.process, self._now, self.names.index(name))
        self.physics.hooks.watch(self)
        self.physics._pipeline.is_timed = True

    def _end(self) -> None:
        """Remove the stopwatches."""
        self.physics._pipeline.is_timed = False
        self.physics.hooks.unwatch(self)
        for system in self._timed:
            restore_method(system, "process")

    def begin_step(self) -> None:
        """Start the clock of a step."""
        if self.physics.systems != self._timed:  # systems were added or removed: time the current ones
            self._end()
            self._begin()
        self._now[:] = 0.0
        self._started = time.perf_counter()

    def end_step(self) -> None:
        """Append the times and counts of a step."""
        self._now[-1] = 1000.0 * (time.perf_counter() - self._started) - self._now.sum()
        for table, row in ((self.milliseconds, self._now), (self.counts, count_objects(self.physics))):
            table[:-1] = table[1:]
            table[-1] = row

    def fail_step(self, error: Exception) -> None:
        """Leave a step out that raises."""


def _stopwatch(process: Any, spent: npt.NDArray[np.float64], place: int) -> Any:
    """Return a method that also adds its milliseconds to `spent[place]`."""

    def timed(*arguments: Any) -> None:
        start = time.perf_counter()
        process(*arguments)
        spent[place] += 1000.0 * (time.perf_counter() - start)

    return timed


def system_name(system: esper.Processor) -> str:
    """Return the class name without "System", in words.

    >>> class BroadPhaseSystem(esper.Processor):
    ...     def process(self): pass
    >>> system_name(BroadPhaseSystem())
    'broad phase'
    """
    name = type(system).__name__.removesuffix("System")
    return "".join(f" {c.lower()}" if c.isupper() else c for c in name).strip()


def count_objects(physics: Physics) -> list[int]:
    """Return the values of COUNTS after the last step."""
    world = physics.world
    entities = world.bodies.rows["entity"][: world.bodies.count]
    return [
        int(np.count_nonzero(entities > 0)),
        world.awake_count,
        world.solid.contact_count,
        count_touching(world.solid),
        count_touching(world.triggers),
        physics.counts.coarse,
        physics.counts.exact,
    ]
