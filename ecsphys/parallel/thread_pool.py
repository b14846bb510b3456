"""The thread pool of a `Physics(threads=n)`: splits the rows of a kernel among its threads.

`call` runs the same kernel once per range of rows, one range per thread, with the GIL released. A range of
such a kernel writes nothing that another range reads or writes; its results go to rows of its own and are
concatenated in the order of the ranges. So no result depends on the number of threads.

`run_queue` serves kernels with many dependent stages: each thread has one call, in which it takes numbered
tasks (`next_task`) and waits for earlier ones (`wait_until_done`). A thread that starts late gets fewer tasks
and delays none of the others.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, wait
from typing import Any
from weakref import WeakSet

from ..compile import ENABLED, without_gil
from .work_queue import DONE, FAILED, WorkQueue, new_queue

Kernel = Callable[..., Any]


class ThreadPool:
    """The calling thread and `threads` - 1 workers, started when first needed.

    The workers end with the pool, and when Python does.
    """

    def __init__(self, threads: int):
        self.threads = threads
        self.queue: WorkQueue = new_queue()
        self._workers: ThreadPoolExecutor | None = None
        self._running: list[Future[Any]] = []  # calls of the workers that may still run
        _POOLS.add(self)

    def is_alone(self, rows: int, min_rows: int) -> bool:
        """Whether `rows` are too few for a second thread: each should get at least `min_rows`."""
        return self.threads == 1 or rows < 2 * min_rows

    def thread_count(self, rows: int, min_rows: int) -> int:
        """Return the number of threads to use for `rows`, each with at least `min_rows`."""
        return 1 if self.is_alone(rows, min_rows) else min(self.threads, rows // min_rows)

    def ranges(self, rows: int, min_rows: int) -> list[tuple[int, int]]:
        """Cut 0 … `rows` into ranges (begin, end), at most one per thread: a single one, or each of at least
        `min_rows` rows.
        """
        parts = self.thread_count(rows, min_rows)
        return [(rows * k // parts, rows * (k + 1) // parts) for k in range(parts)]

    def call(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> list[Any]:
        """Call an entry kernel with each tuple of arguments, in parallel; return the results in order.

        Raises the first exception of a call, after all have ended. In plain Python the calls run one after
        the other.
        """
        if len(calls) == 1 or not ENABLED:
            return [kernel(*arguments) for arguments in calls]
        return [self._begin(kernel, calls), *self._results()]

    def run_queue(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> None:
        """Call an entry kernel that takes its tasks from `queue`; return when all tasks are done.

        Does not wait for threads that start too late to get a task.
        """
        if len(calls) == 1 or not ENABLED:
            self._results()
            self.queue[:] = 0
            self.call(kernel, calls)
            return
        self._begin(kernel, calls)
        self._running = [call for call in self._running if not call.cancel()]
        if self.queue[DONE] >= FAILED:
            self._results()

    def _begin(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> Any:
        """Start the workers, and make the first call in this thread; return its result."""
        self._results()
        self.queue[:] = 0
        kernel = without_gil(kernel)
        try:
            if self._submit(kernel, calls[1:]):
                return _call(self.queue, kernel, calls[0])
        except BaseException:
            wait(self._running)
            self._running.clear()
            raise
        return self._call_alone(kernel, calls)

    def _submit(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> bool:
        """Give calls to the workers; return false if there can be none, now or any more.

        Python starts no threads while it ends, and a system may allow no more of them.
        """
        if self._workers is None:
            self._workers = ThreadPoolExecutor(self.threads - 1, thread_name_prefix="ecsphys")
        try:
            for arguments in calls:
                self._running.append(self._workers.submit(_call, self.queue, kernel, arguments))
        except RuntimeError:
            self._workers.shutdown(cancel_futures=True)
            self._workers = None
            return False
        return True

    def _call_alone(self, kernel: Kernel, calls: Sequence[tuple[Any, ...]]) -> Any:
        """Make all calls that no worker has made, in this thread; return the result of the first."""
        made = [call for call in self._running if not call.cancelled()]
        self._running = []
        first, *others = (calls[0], *calls[1 + len(made) :])
        result = _call(self.queue, kernel, first)
        for arguments in others:
            call: Future[Any] = Future()
            call.set_result(_call(self.queue, kernel, arguments))
            made.append(call)
        self._running = made
        return result

    def _results(self) -> list[Any]:
        """Wait for the workers; return their results."""
        if not self._running:
            return []
        calls, self._running = self._running, []
        wait(calls)
        return [call.result() for call in calls]

    def _forget_workers(self) -> None:
        """Drop the workers, which do not exist in this process."""
        self._workers = None
        self._running = []


def _call(queue: WorkQueue, kernel: Kernel, arguments: tuple[Any, ...]) -> Any:
    """Call a kernel; if it raises, other threads stop waiting for its tasks."""
    try:
        return kernel(*arguments)
    except BaseException:
        queue[:] = FAILED
        raise


_POOLS: WeakSet[ThreadPool] = WeakSet()
SERIAL = ThreadPool(1)


def _after_fork() -> None:
    """Drop the workers of all pools: a forked process has none of its parent's threads."""
    for pool in _POOLS:
        pool._forget_workers()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
