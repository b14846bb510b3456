"""The exhibit that is open, and what became of it: an error ends the exhibit, not the window."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from functools import cache
from typing import Any

from ..catalog import SECTIONS, find_exhibit, open_exhibit
from ..display import Display
from ..exhibit import Number
from ..runner import Runner


class Entry:
    """A line of the list: the name of an exhibit, its section, its title and all its words."""

    def __init__(self, name: str, section: str):
        self.name = name
        self.section = section
        try:
            kind = find_exhibit(name)
        except Exception:  # of any kind: the exhibit itself says which, when it is opened
            self.title: str = name
            text = ""
        else:
            self.title, text = kind.title, kind.text
        self.words: str = f"{name} {section} {self.title} {text}".lower()


@cache
def entries() -> tuple[Entry, ...]:
    """Return all exhibits, in order."""
    return tuple(
        Entry(module.replace("_", "-"), section)
        for section, modules in SECTIONS.items()
        for module in modules
    )


def find_entries(query: str) -> list[Entry]:
    """Return the exhibits of which title, section or text have all words of a query."""
    words = query.lower().split()
    return [entry for entry in entries() if all(word in entry.words for word in words)]


class Visit:
    """The exhibit that is open. `error` is empty, or says in lines what went wrong in it."""

    def __init__(self) -> None:
        self.name: str = ""
        self.runner: Runner | None = None
        self.error: list[str] = []

    def open(self, name: str) -> None:
        """Open another exhibit; the one before ends."""
        self.close()
        self.name = name
        self.error = []
        try:
            self.runner = open_exhibit(name)
        except Exception as error:
            self._fail(error)

    def close(self) -> None:
        """End the exhibit."""
        if self.runner is not None:
            self.do(lambda runner: runner.close())
            self.runner = None

    def do(self, action: Callable[[Runner], Any]) -> Any:
        """Do something with the exhibit; return what it returns, or None if it fails or has failed."""
        if self.runner is None or self.error:
            return None
        try:
            return action(self.runner)
        except Exception as error:
            self._fail(error)
            return None

    def reset(self) -> None:
        """Start again, even after an error."""
        if self.error:
            self.open(self.name)
        else:
            self.do(lambda runner: runner.reset())

    def display(self) -> Display:
        """Return what to draw; nothing after an error."""
        return self.do(lambda runner: runner.display()) or Display()

    def numbers(self) -> dict[str, Number]:
        """Return the numbers shown beside it; none after an error."""
        return self.do(lambda runner: runner.numbers()) or {}

    def _fail(self, error: Exception) -> None:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        said = "".join(traceback.format_exception_only(error)).strip()
        self.error = [*said.splitlines(), f"{frame.filename}, line {frame.lineno}: {frame.line}"]
