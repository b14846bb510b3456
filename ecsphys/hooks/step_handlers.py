"""Functions that a game wants called in every fixed step: before anything moves, and after its events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

StepHandler = Callable[[float], object]


class StepWatcher(Protocol):
    """Looks at every step from outside: before all handlers, after all of them, and when one raises."""

    def begin_step(self) -> None:
        """Look at the world before a step."""

    def end_step(self) -> None:
        """Look at the world after a step, its events and handlers."""

    def fail_step(self, error: Exception) -> None:
        """Look at what a step raises."""


class StepHandlers:
    """Functions `f(dt)` in the order in which they were added, referenced strongly."""

    def __init__(self) -> None:
        self.functions: tuple[StepHandler, ...] = ()
        self._running: list[StepHandler] = []

    def add(self, function: StepHandler, method: str) -> None:
        """Append a function; raise `TypeError` in the name of `method` for what is none."""
        if not callable(function):
            raise TypeError(f"{method} takes a function f(dt), got {function!r}")
        self.functions += (function,)

    def remove(self, function: Callable[..., object]) -> bool:
        """Remove a function wherever it was added; return whether it was."""
        count = len(self.functions)
        self.functions = tuple(present for present in self.functions if present != function)
        return len(self.functions) < count

    def clear(self) -> None:
        """Remove all functions."""
        self.functions = ()

    def call(self, dt: float) -> None:
        """Call all functions; one added meanwhile is called from the next step on, a removed one no more.

        One that runs a step itself is not called in that step, or it would never end.
        """
        for function in self.functions:
            if function in self.functions and function not in self._running:
                self._running.append(function)
                try:
                    function(dt)
                finally:
                    self._running.pop()
