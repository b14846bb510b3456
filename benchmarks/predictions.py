"""Measure predictions: `python -m benchmarks.predictions`, CPU milliseconds of 1,000 steps.

One body among 5,000 static boxes: a bullet that flies past, one that bounces about between them, and a
grenade that falls through. Also the costs that do not depend on the steps.
"""

from __future__ import annotations

import random
from typing import Any

import esper

from benchmarks.explosions import microseconds
from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform

BOXES, SPACING, STEPS = 5000, 60, 1000
BULLET = {"continuous": "bullet", "gravity_scale": 0}
FLIGHTS: dict[str, tuple[float, float, float, dict[str, Any]]] = {
    # x, y, restitution, and what its RigidBody takes
    "bullet, free": (-1000, -100, 1.0, {"velocity": (-900, 1200), **BULLET}),
    "bullet, hits": (2030, 2030, 1.0, {"velocity": (900, 1200), **BULLET}),
    "grenade": (500, 4400, 0.6, {"velocity": (300, 300)}),
}


def field(flight: str) -> tuple[Physics, int]:
    """Create a field of boxes and a body."""
    esper.switch_world(flight)
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    rng, side = random.Random(3), round(BOXES**0.5)
    for k in range(BOXES):
        x, y = SPACING * (k % side) + rng.uniform(-10, 10), SPACING * (k // side) + rng.uniform(-10, 10)
        esper.create_entity(Transform(x, y, rng.uniform(0, 3)), Collider(Box(12, 12), restitution=0.5))
    x, y, restitution, options = FLIGHTS[flight]
    shape = Collider(Circle(5), restitution=restitution, friction=0.1)
    body = esper.create_entity(Transform(x, y), RigidBody(**options), shape)
    physics.step_once()
    return physics, body


def touches(physics: Physics, body: int) -> int:
    """Return in how many of the steps to come a body touches something."""
    start, count = physics.snapshot(), 0
    for _ in range(STEPS):
        physics.step_once()
        count += bool(physics.collisions.of(body))
    physics.restore(start)
    return count


def measure(flight: str) -> tuple[int, float, float, float]:
    """Return the touches of a flight, and the milliseconds of one step, of all, and of `step_once`."""
    physics, body = field(flight)
    one = microseconds(lambda: physics.predict(body, 1), 30)
    all_steps = microseconds(lambda: physics.predict(body, STEPS), 30)
    start = physics.snapshot()
    whole = microseconds(lambda: [physics.step_once() for _ in range(STEPS)], 3)
    physics.restore(start)
    return touches(physics, body), one / 1e3, all_steps / 1e3, whole / 1e3


def main() -> None:
    """Print a table."""
    print(f"{'':16}{'touches':>8}{'1 step':>9}{f'{STEPS:,} steps':>13}{f'{STEPS:,} by step_once':>20}")
    for flight in FLIGHTS:
        count, one, all_steps, whole = measure(flight)
        print(f"{flight:16}{count:8}{one:9.2f}{all_steps:13.2f}{whole:20.1f}")


if __name__ == "__main__":
    main()
