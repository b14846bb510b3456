"""Leaves out of a plan what its failure does not need."""

from __future__ import annotations

import traceback
from collections.abc import Callable
from typing import Any

MOST_TRIES = 400


def shrunk(plan: list[list[Any]], attempt: Callable[[list[list[Any]]], None]) -> list[list[Any]]:
    """Return a shorter list of lists for which `attempt` fails in the same place.

    Halves, quarters, … are left out as long as it still fails (A. Zeller, R. Hildebrandt, *Simplifying and
    Isolating Failure-Inducing Input*, 2002, without the complements).
    """
    wanted, tries = _failure(attempt, plan), 0
    if wanted is None:
        return plan
    items = [(k, item) for k, row in enumerate(plan) for item in [None, *row]]
    size = len(items) // 2
    while size and tries < MOST_TRIES:
        at = 0
        while at < len(items) and tries < MOST_TRIES:
            shorter = items[:at] + items[at + size :]
            tries += 1
            if _failure(attempt, _rows(shorter)) == wanted:
                items = shorter
            else:
                at += size
        size //= 2
    return _rows(items)


def _rows(items: list[tuple[int, Any]]) -> list[list[Any]]:
    """Return the items row by row; a row that lost its first item, None, is left out if it is empty."""
    rows: dict[int, list[Any]] = {}
    for k, item in items:
        row = rows.setdefault(k, [])
        if item is not None:
            row.append(item)
    return list(rows.values())


def _failure(attempt: Callable[[list[list[Any]]], None], plan: list[list[Any]]) -> tuple[Any, ...] | None:
    """Return the kind and place of the exception that a plan raises."""
    try:
        attempt(plan)
    except Exception as error:
        last = traceback.extract_tb(error.__traceback__)[-1]
        return type(error), last.filename, last.lineno
    return None
