"""Measure what areas cost: `python -m benchmarks.areas`, CPU milliseconds a step.

5,000 circles and boxes drift through 20 overlapping triggers, with and without an `Area` beside each: two
worlds step in turns, so that both meet the same load of the machine. Medians of the steps' differences.
"""

from __future__ import annotations

import statistics
import time
from typing import Any

import esper
import numpy as np

from ecsphys import Area, Box, Circle, Collider, ConstantForce, Physics, RigidBody, Transform

BODIES, AREAS, STEPS, WARM_UP = 5000, 20, 200, 30
SIDE = 6000.0  # of the square that bodies start in
KINDS: dict[str, dict[str, Any]] = {
    "gravity": {"gravity": (0.0, 1.0)},
    "gravity and damping": {"gravity": (0.0, 1.0), "linear_damping": 0.1, "angular_damping": 0.1},
    "point gravity": {"gravity": 10.0, "point": (0.0, 0.0), "unit_distance": 200.0},
    "wind": {"wind": (5.0, 0.0), "drag": 1.0},
    "liquid": {"density": 1.0, "linear_damping": 0.1},
}


def drift(fields: dict[str, Any] | None, forces: int = 0, bodies: int = BODIES) -> Physics:
    """Create bodies that drift through overlapping triggers, with areas if `fields` is given."""
    esper.switch_world(f"drift {time.perf_counter_ns()}")
    physics = Physics(gravity=(0, -1), sleeping=False)
    esper.add_processor(physics)
    rng = np.random.default_rng(19)
    for k in range(AREAS):
        x, y = SIDE * (k % 5 + 0.5) / 5, SIDE * (k // 5 + 0.5) / 4
        parts = [Area(**fields)] if fields is not None else []
        esper.create_entity(
            Transform(x, y), Collider(Box(1.5 * SIDE / 5, 1.5 * SIDE / 4), trigger=True), *parts
        )
    for k, (x, y, vx, vy) in enumerate(
        rng.uniform((0, 0, -20, -20), (SIDE, SIDE, 20, 20), (bodies, 4)).tolist()
    ):
        shape = Circle(8) if k % 2 else Box(16, 12)
        parts = [ConstantForce((1.0, 0.0))] if k < forces else []
        esper.create_entity(
            Transform(x, y), RigidBody(velocity=(vx, vy)), Collider(shape, layer=2, mask=1), *parts
        )
    return physics


def compare(plain: Physics, other: Physics) -> tuple[float, float]:
    """Return the CPU milliseconds of a step of the first world, and how many more the second one takes."""
    worlds = [(physics, physics.simulation.esper_world or "") for physics in (plain, other)]
    times: list[list[float]] = [[], []]
    for step in range(WARM_UP + STEPS):
        for k, (physics, name) in enumerate(worlds):
            esper.switch_world(name)
            begin = time.process_time_ns()
            physics.step_once()
            if step >= WARM_UP:
                times[k].append((time.process_time_ns() - begin) / 1e6)
    more = [with_areas - without for without, with_areas in zip(*times, strict=True)]
    return statistics.median(times[0]), statistics.median(more)


def main() -> None:
    """Print a table."""
    for name, fields in KINDS.items():
        plain, other = drift(None), drift(fields)
        step, more = compare(plain, other)
        pairs = other.world.triggers.pair_count
        print(f"{name}: {step:.3f} ms a step, {pairs} visits, areas {more:+.3f} ms")
    step, more = compare(drift(None), drift(None, forces=1000))
    print(f"1,000 constant forces: {step:.3f} ms a step, forces {more:+.3f} ms")


if __name__ == "__main__":
    main()
