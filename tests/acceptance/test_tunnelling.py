"""Twenty thousand shots, of which none may end on the wrong side; see `benchmarks.tunnelling`."""

from __future__ import annotations

import zlib

import numpy as np
import pytest

from benchmarks.ranges import cases
from benchmarks.tunnelling import shoot
from ecsphys.compile import ENABLED

SHOTS = 20_000 if ENABLED else 170
CASES = cases()


@pytest.mark.parametrize("part", range(10))
def test_nothing_passes_through(part: int) -> None:
    names = [*CASES][part::10]
    for k, name in enumerate(names):
        shots = SHOTS // 10 * (k + 1) // len(names) - SHOTS // 10 * k // len(names)
        tally = shoot(name, CASES[name], shots, seed=1, lanes=40)
        assert tally.tunnelled == 0, name
        assert tally.shots == shots
        assert tally.impacts > 0 or shots < 5, name


@pytest.mark.parametrize("name", ["circle at box", "turning box at segment", "circle in loop", "box at box"])
def test_without_sweeps_they_do(name: str) -> None:
    """The judges are not blind."""
    rng = np.random.default_rng(zlib.crc32(name.encode()))
    here = CASES[name](rng, 20)
    here.let_pass()
    assert here.fire().tunnelled > 5
