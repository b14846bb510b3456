"""What all partitions have in common: boxes are tried with those in the same part only."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import combinations
from typing import NamedTuple

from ...math2d.bounds import Bounds


class Pairing(NamedTuple):
    """How many pairs were tried, and those that overlap, each once, the smaller item first."""

    tests: int
    found: set[tuple[int, int]]


def pair_up(parts: Iterable[Mapping[int, Bounds]]) -> Pairing:
    """Try the boxes of each part with each other; a pair that shares several parts is tried in each."""
    tests, found = 0, set()
    for boxes in parts:
        for a, b in combinations(sorted(boxes), 2):
            tests += 1
            if boxes[a].overlaps(boxes[b]):
                found.add((a, b))
    return Pairing(tests, found)
