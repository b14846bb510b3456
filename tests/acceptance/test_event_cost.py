"""What a thousand begin events cost."""

from __future__ import annotations

import time
from typing import Any

import esper
import pytest

from ecsphys import COLLISION_BEGIN, Physics
from tests.acceptance.support import disc, physics, place, run

COUNT = 1000


def crowd() -> tuple[Physics, list[int]]:
    """A thousand pairs of discs that do not touch yet."""
    clock = physics(response=False)
    movers = []
    for i in range(COUNT):
        x, y = 200 * (i % 40), 100 * (i // 40)
        disc(x, y)
        movers.append(disc(x + 100, y))
    run(2)
    return clock, movers


def begin_time(movers: list[int]) -> float:
    """The least CPU milliseconds of a step in which all pairs begin."""
    times = []
    for _ in range(12):
        for entity, x in ((entity, i % 40) for i, entity in enumerate(movers)):
            place(entity, 200 * x + 20, 100 * ((entity // 2 - 1) // 40))
        start = time.process_time()
        run(1)
        times.append(time.process_time() - start)
        for entity, x in ((entity, i % 40) for i, entity in enumerate(movers)):
            place(entity, 200 * x + 100, 100 * ((entity // 2 - 1) // 40))
        run(1)
    return 1e3 * min(times)


@pytest.mark.jit
def test_a_thousand_begins_cost_at_most_2_ms() -> None:
    _, movers = crowd()
    without = begin_time(movers)
    heard: list[int] = []

    def hear(event: Any) -> None:
        heard.append(event.entity_a)

    esper.set_handler(COLLISION_BEGIN, hear)
    cost = begin_time(movers) - without
    assert len(heard) == 12 * COUNT
    assert cost < 2.0, f"{cost:.2f} ms"
