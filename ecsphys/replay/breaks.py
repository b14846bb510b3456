"""Marks on a time line: in which steps events came, and where to stop."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper

from .tracks import keep_steps

Condition = Callable[..., object]


class Mark:
    """Hears one event of an esper world; `when` selects some, by what handlers of the event get."""

    def __init__(self, marks: Marks, event: str, when: Condition | None, stops: bool):
        self._marks = marks
        self.event = event
        self.when = when
        self.stops = stops

    def hear(self, *arguments: Any) -> None:
        """Handle the event."""
        if self._marks.hears() and (self.when is None or self.when(*arguments)):
            self._marks.add(self)


class Marks:
    """The marks of steps, and the conditions to stop at.

    `step` returns the step to which an event belongs that comes now, `hears` whether it counts.
    """

    def __init__(self, step: Callable[[], int], hears: Callable[[], bool]):
        self.hears = hears
        self._step = step
        self._heard: list[Mark] = []  # esper holds their methods weakly
        self._conditions: dict[Condition, bool] = {}  # and whether each held at the last look
        self.by_step: dict[int, list[str]] = {}  # names of events, by ascending step
        self._stops: dict[int, str] = {}  # those to stop at, the first of each step

    @property
    def events(self) -> list[str]:
        """The events that are marked, in the order in which they were given."""
        return list(dict.fromkeys(mark.event for mark in self._heard))

    def hear(self, event: str, when: Condition | None, stops: bool) -> None:
        """Mark an event of esper's current world. Raises `TypeError`."""
        if not isinstance(event, str):
            raise TypeError(f"an event is given by its name, got {event!r}")
        if when is not None and not callable(when):
            raise TypeError(f"when must be a function of what handlers of {event!r} get, got {when!r}")
        mark = Mark(self, event, when, stops)
        self._heard.append(mark)
        esper.set_handler(event, mark.hear)

    def watch(self, condition: Condition) -> None:
        """Stop where a condition becomes true. Raises `TypeError`."""
        if not callable(condition):
            raise TypeError(f"a condition must be a function without arguments, got {condition!r}")
        self._conditions[condition] = False

    def forget(self, what: object) -> None:
        """Mark an event, or stop at a condition, no more. Raises `ValueError` for what was not given."""
        heard = [mark for mark in self._heard if mark.event == what]
        if not heard and self._conditions.pop(what, None) is None:  # type: ignore[call-overload]
            raise ValueError(f"{what!r} is neither an event nor a condition that was given")
        for mark in heard:
            esper.remove_handler(mark.event, mark.hear)
            self._heard.remove(mark)

    def close(self) -> None:
        """Hear nothing more."""
        for event in self.events:
            self.forget(event)

    def add(self, mark: Mark) -> None:
        """Mark the step that is now."""
        step = self._step()
        names = self.by_step.setdefault(step, [])
        if mark.event not in names:
            names.append(mark.event)
        if mark.stops:
            self._stops.setdefault(step, mark.event)

    def keep(self, steps: range) -> None:
        """Drop the marks of all other steps."""
        keep_steps(self.by_step, steps)
        keep_steps(self._stops, steps)

    # -- stopping ----------------------------------------------------------------------------------

    def look(self) -> str | None:
        """Look at all conditions in the world as it is; return the name of one that has become true."""
        became: str | None = None
        for condition, held in self._conditions.items():
            holds = self._conditions[condition] = bool(condition())
            if holds and not held and became is None:
                became = getattr(condition, "__name__", repr(condition))
        return became

    def reason(self, step: int) -> str | None:
        """Return what to stop at in a step, None for nothing; looks at the conditions, too."""
        became = self.look()
        return self._stops.get(step) or became
