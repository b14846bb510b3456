"""Keeps the queries of a game by step, for a time line: which rays were cast when, and what they met."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from ..replay import TimeLine
from .observe import observe_calls, stop_observing

QUERIES = (
    "raycast", "raycast_all", "raycast_many", "shape_cast", "shape_cast_all", "overlap", "overlap_box",
    "nearest",
)  # fmt: skip


class Call(NamedTuple):
    """A query: the name of its method, what it returned, and what it was given."""

    name: str
    result: Any
    arguments: tuple[Any, ...]
    keywords: dict[str, Any]


class QueryLog:
    """The queries of the steps that a time line keeps; about 1 µs a query."""

    def __init__(self, time_line: TimeLine):
        self._time_line = time_line
        self._calls: dict[int, list[Call]] = {}  # by ascending step
        self._notes = {name: self._note(name) for name in QUERIES}
        for name, note in self._notes.items():
            observe_calls(time_line.physics, name, note)

    def stop(self) -> None:
        """Keep nothing more."""
        for name, note in self._notes.items():
            stop_observing(self._time_line.physics, name, note)

    def of_step(self, step: int) -> list[Call]:
        """Return the queries of a step, and of the time between it and the one before."""
        return self._calls.get(step, [])

    def _note(self, name: str) -> Callable[..., None]:
        """Return the observer of a method."""

        def note(result: Any, *arguments: Any, **keywords: Any) -> None:
            line = self._time_line
            if line.is_rerunning or line.is_open:
                return
            step = line.step + 1
            if step not in self._calls:
                self._begin(step)
            self._calls[step].append(Call(name, result, arguments, keywords))

        return note

    def _begin(self, step: int) -> None:
        """Begin a step; drop those that are kept no more, or were taken back."""
        steps = self._time_line.steps
        self._calls = {at: calls for at, calls in self._calls.items() if at in steps and at < step}
        self._calls[step] = []
