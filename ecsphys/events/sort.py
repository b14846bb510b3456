"""The order in which a step's events are delivered, and the entities that each delivery names."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ..arrays import EventRows, Ints, Ints2
from ..compile import INT, INTS, array, entry, kernel
from ..world.events import EVENT, EVENT_KINDS

KINDS, ROWS, FIRST, SECOND = range(4)  # the fields of Deliveries
RANKS = np.array([kind.rank for kind in EVENT_KINDS], np.int64)
AFTER_ALL = int(RANKS.max()) + 1  # added to the rank of an end whose begin is of the same step


class Deliveries(NamedTuple):
    """Deliveries, side by side: number of the kind, row of the event, its first and its second entity.

    Kernels write the same columns as the rows of one array: a group of four costs 2 µs more to pass.
    """

    kinds: list[int]
    rows: list[int]
    first: list[int]
    second: list[int]


@kernel
def comes_first(a: Any, b: Any, ranks: Ints) -> bool:
    """Whether event a is delivered strictly before event b: by time, rank of the kind, entities.

    Ends come before begins, but an end whose begin is of the same step comes after it.
    """
    if a.time != b.time:
        return bool(a.time < b.time)
    rank_a, rank_b = ranks[a.kind] + AFTER_ALL * a.brief, ranks[b.kind] + AFTER_ALL * b.brief
    if rank_a != rank_b:
        return bool(rank_a < rank_b)
    if a.entity_a != b.entity_a:
        return bool(a.entity_a < b.entity_a)
    return bool(a.entity_b < b.entity_b)


@kernel
def sort_events(rows: EventRows, ranks: Ints, order: Ints, spare: Ints) -> None:
    """Write the sorted row numbers to `order`: a stable merge sort of ever longer runs."""
    count = len(rows)
    for k in range(count):
        order[k] = k
    run = 1
    while run < count:
        for start in range(0, count, 2 * run):
            middle, end = min(start + run, count), min(start + 2 * run, count)
            i, j = start, middle
            for k in range(start, end):
                if j == end or (i < middle and not comes_first(rows[order[j]], rows[order[i]], ranks)):
                    spare[k] = order[i]
                    i += 1
                else:
                    spare[k] = order[j]
                    j += 1
        for k in range(count):
            order[k] = spare[k]
        run *= 2


@kernel
def add_route(columns: Ints2, count: int, kind: int, row: int, first: int, second: int) -> int:
    """Append a delivery; returns the new count."""
    columns[KINDS, count] = kind
    columns[ROWS, count] = row
    columns[FIRST, count] = first
    columns[SECOND, count] = second
    return count + 1


@entry(array(EVENT), INTS, INTS, INTS, INT, array(np.int64, 2))
def sort_and_route(
    rows: EventRows, ranks: Ints, order: Ints, spare: Ints, called: int, columns: Ints2
) -> int:
    """Sort events into `order`, and write the deliveries of those in the mask `called` to `columns`.

    A trigger comes before its visitor; of two triggers each reports the other. Returns the number of
    deliveries, at most twice that of the rows.
    """
    sort_events(rows, ranks, order, spare)
    count = 0
    for row in order:
        event = rows[row]
        if called >> event.kind & 1 == 0:
            continue
        a, b = event.entity_a, event.entity_b
        if event.trigger_a == 0 and event.trigger_b == 0:
            count = add_route(columns, count, event.kind, row, a, b)
            continue
        if event.trigger_a != 0:
            count = add_route(columns, count, event.kind, row, a, b)
        if event.trigger_b != 0:
            count = add_route(columns, count, event.kind, row, b, a)
    return count


def route_events(
    rows: EventRows, called: int, route: Callable[..., int] = sort_and_route
) -> tuple[Ints, Deliveries]:
    """Return the order of events, and the deliveries of those in the mask `called`.

    `route` is the kernel for the record of the rows. The arrays are freed here, before the caller copies the
    rows: that is where a step's memory peaks.
    """
    count = len(rows)
    order, spare = np.empty(count, np.int64), np.empty(count, np.int64)
    columns = np.empty((len(Deliveries._fields), 2 * count), np.int64)
    count = route(rows, RANKS, order, spare, called, columns)
    return order, Deliveries(*columns[:, :count].tolist())
