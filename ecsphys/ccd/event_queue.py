"""A binary heap of impacts, the earliest first; ties go to the smaller row in `swept`."""

from __future__ import annotations

from ..arrays import Rows
from ..compile import kernel


@kernel
def earlier(heap: Rows, i: int, j: int) -> bool:
    """Whether entry i comes before entry j."""
    a, b = heap[i], heap[j]
    return bool(a.time < b.time or (a.time == b.time and a.swept_row < b.swept_row))


@kernel
def swap(heap: Rows, i: int, j: int) -> None:
    """Exchange two entries."""
    a, b = heap[i], heap[j]
    a.time, b.time = b.time, a.time
    a.swept_row, b.swept_row = b.swept_row, a.swept_row
    a.version, b.version = b.version, a.version


@kernel
def push_event(heap: Rows, count: int, time: float, swept_row: int, version: int) -> int:
    """Add an entry; returns the new count."""
    entry = heap[count]
    entry.time, entry.swept_row, entry.version = time, swept_row, version
    i = count
    while i > 0 and earlier(heap, i, (i - 1) // 2):
        swap(heap, i, (i - 1) // 2)
        i = (i - 1) // 2
    return count + 1


@kernel
def pop_event(heap: Rows, count: int) -> int:
    """Remove the earliest entry, heap[0], to behind the others; returns the new count."""
    count -= 1
    swap(heap, 0, count)
    i = 0
    while True:
        least = i
        for child in (2 * i + 1, 2 * i + 2):
            if child < count and earlier(heap, child, least):
                least = child
        if least == i:
            return count
        swap(heap, i, least)
        i = least
