"""The short part of the soak, by counts of bytes that Python and numpy hold: the same in each run."""

from __future__ import annotations

import gc
import os
import sys
import threading
import tracemalloc
from itertools import pairwise

import esper
import pytest

from tests.fuzz.soak import Soak, drop_one, options_of

pytestmark = pytest.mark.long

WARM_UP, ROUNDS = 3, 6
STEPS = 400
BYTES = 10_000  # a world holds some 100 kB; pytest keeps warnings


def least_growth(sizes: list[int]) -> int:
    """Return by how much the round grew that grew least: caches fill in some rounds, a leak grows in all."""
    return min(after - before for before, after in pairwise(sizes[WARM_UP - 1 :]))


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(3))
def test_worlds_that_come_and_go_leave_no_memory(seed: int) -> None:
    """The same round again and again: a leak grows with each, caches fill in the first ones."""
    sizes = []
    tracemalloc.start()
    try:
        for _ in range(WARM_UP + ROUNDS):
            one = Soak(seed, **options_of(seed))
            one.run(STEPS)
            one.close()
            del one
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert least_growth(sizes) < BYTES, sizes


@pytest.mark.jit
def test_a_world_that_lives_on_keeps_no_memory() -> None:
    """Its entities are deleted after every round, which is then the same again but for their numbers."""
    one = Soak(5)
    sizes = []
    tracemalloc.start()
    try:
        for _ in range(WARM_UP + ROUNDS):
            one.random.seed(1)
            one.run(STEPS)
            while one.hooks:
                one.unhook()
            one.physics.reset()
            one.living.clear()
            esper.process(1 / 60)
            gc.collect()
            sizes.append(tracemalloc.get_traced_memory()[0])
    finally:
        tracemalloc.stop()
    assert least_growth(sizes) < BYTES, sizes


@pytest.mark.jit
def test_a_physics_that_is_dropped_leaves_nothing() -> None:
    """Also with threads, after an exception, and without being removed from esper first."""
    gc.collect()
    before = set(threading.enumerate())
    files = len(os.listdir("/proc/self/fd")) if sys.platform == "linux" else 0
    dropped = [drop_one(number) for number in range(30)]
    gc.collect()
    assert [one() for one in dropped] == [None] * 30
    for thread in set(threading.enumerate()) - before:
        thread.join(60)
    assert set(threading.enumerate()) <= before
    if sys.platform == "linux":
        assert len(os.listdir("/proc/self/fd")) <= files
