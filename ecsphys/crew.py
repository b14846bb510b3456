"""The threads of a `Physics(threads=n)`, and how the rows of a kernel are shared out among them.

Rows are cut into ranges, one a thread, each a call of the same kernel, which runs without Python's lock.
A kernel called that way writes nothing that another range reads or writes. What it finds goes to a place of
its own and is put together in the order of the ranges: so no result depends on how many there are.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from weakref import WeakSet

from ._jit import ENABLED

_UNLOCKED = None  # a compiled kernel called with one argument more lets go of Python's lock


class Crew:
    """The calling thread and `threads` - 1 others, which are started when they are first needed.

    They end with the crew, and when Python does.
    """

    def __init__(self, threads: int):
        self.threads = threads
        self._others: ThreadPoolExecutor | None = None
        _CREWS.add(self)

    def is_alone(self, rows: int, least: int) -> bool:
        """Whether `rows` are left to the calling thread, for a thread should have at least `least`."""
        return self.threads == 1 or rows < 2 * least

    def ranges(self, rows: int, least: int) -> list[tuple[int, int]]:
        """0 ... `rows` cut into ranges (begin, end), at most one a thread: an only one, or each of at least
        `least` rows.
        """
        if self.is_alone(rows, least):
            return [(0, rows)]
        parts = min(self.threads, rows // least)
        return [(rows * k // parts, rows * (k + 1) // parts) for k in range(parts)]

    def call(self, kernel: Callable[..., Any], calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The results of an entry kernel for each of some tuples of arguments, called all at once.

        What one of them raises is raised when all have ended. Plain Python calls one after the other.
        """
        if len(calls) == 1:
            return [kernel(*calls[0])]
        if not ENABLED:
            return [kernel(*arguments) for arguments in calls]
        if self._others is None:
            self._others = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="ecsphys")
        submit = self._others.submit
        rest = [submit(kernel, *arguments, _UNLOCKED) for arguments in calls[1:]]
        try:
            first = kernel(*calls[0], _UNLOCKED)
        finally:
            for one in rest:
                one.exception()  # waits
        return [first, *(one.result() for one in rest)]

    def _leave(self) -> None:
        """The threads are gone."""
        self._others = None


_CREWS: WeakSet[Crew] = WeakSet()


def _after_fork() -> None:
    """Threads do not come along into a forked process."""
    for crew in _CREWS:
        crew._leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
