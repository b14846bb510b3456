"""The order in which a step's events are told, and who is told of whom."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import Ints, Rows
from ..compile import INT, INTS, array, entry, kernel
from ..world.events import BEGIN, END, EVENT, STAY

TRIGGERS = 4  # is added to what a row tells when it tells it of a trigger
KIND, ROW, ONE, TWO = range(4)  # places in a row of what `sort_and_route` writes


@kernel
def rank(what: int) -> int:
    """At one moment ends come first, then stays, begins and hits."""
    if what == END:
        return 0
    if what == STAY:
        return 1
    return 2 if what == BEGIN else 3


@kernel
def comes_first(a: Any, b: Any) -> bool:
    """Whether event a comes strictly before event b."""
    if a.time != b.time:
        return bool(a.time < b.time)
    if a.what != b.what:
        return rank(a.what) < rank(b.what)
    if a.entity_a != b.entity_a:
        return bool(a.entity_a < b.entity_a)
    return bool(a.entity_b < b.entity_b)


@kernel
def sort_events(rows: Rows, order: Ints, spare: Ints) -> None:
    """Write the numbers of all rows to `order`, sorted by merging ever longer runs."""
    count = len(rows)
    for k in range(count):
        order[k] = k
    run = 1
    while run < count:
        for start in range(0, count, 2 * run):
            middle, end = min(start + run, count), min(start + 2 * run, count)
            i, j = start, middle
            for k in range(start, end):
                if j == end or (i < middle and not comes_first(rows[order[j]], rows[order[i]])):
                    spare[k] = order[i]
                    i += 1
                else:
                    spare[k] = order[j]
                    j += 1
        for k in range(count):
            order[k] = spare[k]
        run *= 2


@entry(array(EVENT), INTS, INTS, INT, array(np.int64, 2))
def sort_and_route(rows: Rows, order: Ints, spare: Ints, called: int, routes: Ints) -> int:
    """Sort events, and write to `routes`, as columns, kind, row and both entities of those that are called.

    By time within the step, ends before begins, then the smaller entity. Bit k of `called` stands for
    kind k. A trigger comes before its visitor; of two triggers each one is also told of the other.
    Returns how many are told, at most twice as many as there are rows.
    """
    sort_events(rows, order, spare)
    count = 0
    for row in order:
        event = rows[row]
        kind = event.what
        if event.trigger_a | event.trigger_b != 0:
            kind += TRIGGERS
        if called >> kind & 1 == 0:
            continue
        for side in range(2):
            if kind >= TRIGGERS and (event.trigger_b if side == 1 else event.trigger_a) == 0:
                continue
            if kind < TRIGGERS and side == 1:
                continue
            routes[KIND, count] = kind
            routes[ROW, count] = row
            routes[ONE, count] = event.entity_b if side == 1 else event.entity_a
            routes[TWO, count] = event.entity_a if side == 1 else event.entity_b
            count += 1
    return count


def route_events(rows: Rows, called: int) -> tuple[Ints, list[list[int]]]:
    """The order of events, and the columns of `sort_and_route`: kinds, rows, first and second entities."""
    count = len(rows)
    order, spare = np.empty(count, np.int64), np.empty(count, np.int64)
    columns = np.empty((4, 2 * count), np.int64)
    count = sort_and_route(rows, order, spare, called, columns)
    return order, columns[:, :count].tolist()
