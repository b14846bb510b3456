"""The fixed-step clock: real time in, whole steps out (G. Fiedler, *Fix Your Timestep!*, 2004)."""

from __future__ import annotations

from collections.abc import Callable

_ROUNDING = 1e-9  # share of a step by which accumulated time may fall short and still count as a whole step


class Clock:
    """Accumulates time and counts the steps of one `Physics`. Times are in seconds."""

    def __init__(self, step: float, max_steps: int):
        self.step: float = step
        self.max_steps: int = max_steps
        self.time_scale: float = 1.0
        self.paused: bool = False
        self.step_count: int = 0
        self.time: float = 0.0  # simulated by all steps run
        self.dropped_steps: int = 0
        self.restarts: int = 0  # calls of `restart`, and restored snapshots
        self.loads: int = 0  # snapshots from bytes that were restored for the first time
        self.on_process: Callable[[], None] | None = None  # told of each call of `Physics.process`
        self.frame_steps: int = 1  # run by the last frame, a call of `process`; while it runs them: 1
        self._accumulated: float = 0.0

    def add(self, dt: float) -> int:
        """Add `dt` times `time_scale` and return how many steps are due, at most `max_steps`.

        Steps above `max_steps` are dropped and counted, so that a slow frame does not delay all later ones.
        """
        self._accumulated += dt * self.time_scale
        due = int(self._accumulated / self.step + _ROUNDING)
        if due <= self.max_steps:
            return due
        dropped = due - self.max_steps
        self.dropped_steps += dropped
        self._accumulated -= dropped * self.step
        return self.max_steps

    def consume_step(self) -> None:
        """Take one step off the accumulated time."""
        rest = self._accumulated - self.step
        self._accumulated = rest if rest > 0.0 else 0.0

    def drop_steps(self) -> None:
        """Take all whole steps off the accumulated time, without counting them as dropped."""
        self._accumulated %= self.step

    def restart(self) -> None:
        """Begin at zero again; scale, pause and settings stay."""
        self.step_count = self.dropped_steps = 0
        self.time = self._accumulated = 0.0
        self.restarts += 1

    @property
    def alpha(self) -> float:
        """Accumulated time as a fraction of a step, 0 to 1."""
        share = self._accumulated / self.step
        return share if share < 1.0 else 1.0
