"""Measure queries: `python -m benchmarks.queries`.

Drifting balls of radius 16, one per square of 100 by 100. Medians of CPU time.
"""

from __future__ import annotations

import itertools
import statistics
import time
from collections.abc import Callable
from typing import Any

import esper
import numpy as np

from ecsphys import Circle, Collider, Physics, RayCaster, RigidBody, ShapeCaster, Transform, warm_up

STEP = 1 / 60
KEPT = 60
_worlds = itertools.count()


def median(run: Callable[[], Any], rounds: int = 200) -> float:
    """Return the median microseconds of one call."""
    times = []
    for _ in range(rounds):
        start = time.process_time_ns()
        run()
        times.append(time.process_time_ns() - start)
    return statistics.median(times) / 1000


def world(count: int, rays: int = 0, shapes: int = 0, history: int = 0) -> tuple[Physics, float]:
    """Create a world with `count` balls, the first ones with casters; return it and half its side."""
    esper.switch_world(f"{count}-{rays}-{shapes}-{history}-{next(_worlds)}")
    physics = Physics(history=history)
    esper.add_processor(physics)
    rng, half = np.random.default_rng(1), 50 * count**0.5
    for k in range(count):
        at, velocity = rng.uniform(-half, half, 2).tolist(), rng.uniform(-100, 100, 2).tolist()
        eyes: list[Any] = [RayCaster(rng.normal(0, 1, 2).tolist(), 400)] if k < rays else []
        eyes += [ShapeCaster(Circle(10), rng.uniform(-200, 200, 2).tolist())] if k < shapes else []
        esper.create_entity(Transform(*at), RigidBody(velocity=velocity), Collider(Circle(16)), *eyes)
    esper.process(STEP)
    return physics, half


def questions(count: int) -> None:
    """Measure single queries, and many rays in one call."""
    physics, half = world(count)
    rng = np.random.default_rng(2)
    starts = rng.uniform(-half, half, (10_000, 2))
    ends = starts + rng.normal(0, 300, starts.shape)
    turn = iter([*zip(starts.tolist(), ends.tolist(), strict=True)] * 2)
    shape = Circle(20)
    calls: dict[str, Callable[[], Any]] = {
        "raycast": lambda: physics.raycast(*next(turn)),
        "raycast_all": lambda: physics.raycast_all(*next(turn)),
        "shape_cast": lambda: physics.shape_cast(shape, (*next(turn)[0], 0.0), (200, 100)),
        "overlap": lambda: physics.overlap(shape, (*next(turn)[0], 0.0)),
        "nearest": lambda: physics.nearest(next(turn)[0], 1000),
    }
    for name, call in calls.items():
        print(f"{name:>32}: {median(call, 2000):8.1f} us")
    many = median(lambda: physics.raycast_many(starts, ends), 40)
    print(f"{'raycast_many, 10,000 rays':>32}: {many / 1000:8.2f} ms")


def steps(count: int) -> None:
    """Measure what casters and history add to a step."""
    cases: dict[str, dict[str, int]] = {
        "a step": {},
        "with 500 rays": {"rays": 500},
        "with 500 moving shapes": {"shapes": 500},
        f"with {KEPT} steps kept": {"history": KEPT},
    }
    for name, options in cases.items():
        world(count, **options)
        print(f"{name:>32}: {median(lambda: esper.process(STEP)):8.1f} us")


def past(count: int) -> None:
    """Measure rays at a past step: the first one and later ones."""
    physics, half = world(count, history=KEPT)
    for _ in range(KEPT):
        esper.process(STEP)
    ray, step = ((-half, -half), (half, half)), physics.step_count
    ago = iter(range(KEPT))
    first = median(lambda: physics.raycast(*ray, at_step=step - next(ago)), KEPT)
    print(f"{'raycast at a step, first':>32}: {first:8.1f} us")
    again = median(lambda: physics.raycast(*ray, at_step=step))
    print(f"{'raycast at a step, again':>32}: {again:8.1f} us")


def main() -> None:
    """Print all figures."""
    warm_up()
    for count in (500, 5000):
        print(f"{count} balls")
        questions(count)
        steps(count)
        past(count)


if __name__ == "__main__":
    main()
