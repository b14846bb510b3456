"""A queue of numbered tasks: one counter of tasks taken, one of tasks done."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..compile import fetch_add, inlined, wait_for

# Indices of the two counters in a WorkQueue, each in a cache line of its own.
TAKEN, DONE = 0, 8
FAILED = 2**62  # in DONE: a thread raised; no thread waits for its tasks any more

WorkQueue = npt.NDArray[np.int64]


def new_queue() -> WorkQueue:
    """Return a queue of which no task is taken."""
    return np.zeros(16, np.int64)


@inlined
def next_task(queue: WorkQueue) -> int:
    """Take the next task; return its number, different in all threads."""
    return fetch_add(queue, TAKEN, 1)


@inlined
def task_done(queue: WorkQueue) -> None:
    """Count one more task as done."""
    fetch_add(queue, DONE, 1)


@inlined
def first_range(queue: WorkQueue, ranges: int) -> int:
    """Take the first of `ranges` ranges of rows; return its number. A single range needs no queue."""
    return next_task(queue) if ranges > 1 else 0


@inlined
def next_range(queue: WorkQueue, ranges: int) -> int:
    """Count the last range as done and take the next; return its number."""
    if ranges == 1:
        return 1
    task_done(queue)
    return next_task(queue)


@inlined
def wait_until_done(queue: WorkQueue, count: int) -> None:
    """Wait until `count` tasks are done."""
    wait_for(queue, DONE, count)
