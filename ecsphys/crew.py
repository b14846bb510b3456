"""The threads of a `Physics(threads=n)`, and how the rows of a kernel are shared out among them.

Rows are cut into ranges, one a thread, each a call of the same kernel, which runs without Python's lock.
A kernel called that way writes nothing that another range reads or writes. What it finds goes to a place of
its own and is put together in the order of the ranges: so no result depends on how many there are.

Where things must be finished before others begin, many times, each thread has one call, in which it takes
number after number of what there is to do (`take`), and waits for those before to be done (`wait_until`).
Nobody waits for a thread that has not begun yet, so one that comes late costs no time.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any
from weakref import WeakSet

import numpy as np
import numpy.typing as npt

from ._jit import ENABLED, Entry, fetch_add, inlined, wait_for

_TAKEN, _DONE = 0, 8  # places in a crew's `gate`, each in a cache line of its own
_OPEN = 2**62

Gate = npt.NDArray[np.int64]
Kernel = Callable[..., Any]


@inlined
def take(gate: Gate) -> int:
    """The number of the next thing to be done; each is given to one thread."""
    return fetch_add(gate, _TAKEN, 1)


@inlined
def finish(gate: Gate) -> None:
    """One thing more is done."""
    fetch_add(gate, _DONE, 1)


@inlined
def take_share(gate: Gate, shares: int) -> int:
    """The first number for a thread where there are so many; an only share needs no gate."""
    return take(gate) if shares > 1 else 0


@inlined
def next_share(gate: Gate, shares: int) -> int:
    """The next number, when the share with the last one is done."""
    if shares == 1:
        return 1
    finish(gate)
    return take(gate)


@inlined
def wait_until(gate: Gate, count: int) -> None:
    """Wait until `count` things are done."""
    wait_for(gate, _DONE, count)


class Crew:
    """The calling thread and `threads` - 1 others, which are started when they are first needed.

    They end with the crew, and when Python does.
    """

    def __init__(self, threads: int):
        self.threads = threads
        self.gate: Gate = np.zeros(16, np.int64)
        self._others: ThreadPoolExecutor | None = None
        self._begun: list[Future[Any]] = []  # what the others were asked to do and may still be at
        _CREWS.add(self)

    def is_alone(self, rows: int, least: int) -> bool:
        """Whether `rows` are left to the calling thread, for a thread should have at least `least`."""
        return self.threads == 1 or rows < 2 * least

    def team(self, rows: int, least: int) -> int:
        """How many threads are worth it for so many rows."""
        return 1 if self.is_alone(rows, least) else min(self.threads, rows // least)

    def ranges(self, rows: int, least: int) -> list[tuple[int, int]]:
        """0 ... `rows` cut into ranges (begin, end), at most one a thread: an only one, or each of at least
        `least` rows.
        """
        parts = self.team(rows, least)
        return [(rows * k // parts, rows * (k + 1) // parts) for k in range(parts)]

    def call(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """The results of an entry kernel for each of some tuples of arguments, called all at once.

        What one of them raises is raised when all have ended. Plain Python calls one after the other.
        """
        if len(calls) == 1 or not ENABLED:
            return [kernel(*arguments) for arguments in calls]
        return [self._begin(kernel, calls), *self._results()]

    def share(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> None:
        """Call an entry kernel that takes numbers from `gate`, and ends when all there was to do is done.

        Threads that come too late to get a number are not waited for.
        """
        if len(calls) == 1 or not ENABLED:
            self._results()
            self.gate[:] = 0
            self.call(kernel, calls)
            return
        self._begin(kernel, calls)
        self._begun = [one for one in self._begun if not one.cancel()]
        if self.gate[_DONE] >= _OPEN:
            self._results()

    def _begin(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> Any:
        """Let the other threads begin, and do the first call; returns its result."""
        self._results()
        self.gate[:] = 0
        if isinstance(kernel, Entry):
            kernel = kernel.compile()  # here: numba must not do that in two threads at the same time
        if self._others is None:
            self._others = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="ecsphys")
        try:
            for arguments in calls[1:]:
                self._begun.append(self._others.submit(_unlocked, self.gate, kernel, arguments))
            return _unlocked(self.gate, kernel, calls[0])
        except BaseException:
            wait(self._begun)
            self._begun.clear()
            raise

    def _results(self) -> list[Any]:
        """What the other threads' calls come to."""
        if not self._begun:
            return []
        begun, self._begun = self._begun, []
        wait(begun)
        return [one.result() for one in begun]

    def _leave(self) -> None:
        """The threads are gone."""
        self._others = None
        self._begun = []


def _unlocked(gate: Gate, kernel: Kernel, arguments: tuple[Any, ...]) -> Any:
    """Call a kernel without Python's lock; should it fail, nobody is to wait for what it does not do."""
    try:
        return kernel(*arguments, None)  # with one argument more it lets go of the lock
    except BaseException:
        gate[:] = _OPEN
        raise


_CREWS: WeakSet[Crew] = WeakSet()
ONE = Crew(1)  # the calling thread alone


def _after_fork() -> None:
    """Threads do not come along into a forked process."""
    for crew in _CREWS:
        crew._leave()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
