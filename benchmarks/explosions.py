"""Measure explosions: `python -m benchmarks.explosions`, CPU microseconds.

1,000 circles and boxes within reach, among 4,000 others. The kernel alone, the whole call with its list of
reports, and with a ray to each body.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable

import esper
import numpy as np

from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
from ecsphys.query.blast import BLAST, Explosion, find_blasts
from ecsphys.query.filters import query_filter
from ecsphys.query.scene import scene_of

NEAR, FAR, RADIUS = 1000, 4000, 1000.0


def field() -> Physics:
    """Create a field of bodies, of which NEAR are within RADIUS of (0, 0)."""
    physics = Physics(gravity=(0, 0))
    esper.add_processor(physics)
    rng = np.random.default_rng(19)
    for k in range(NEAR + FAR):
        low, high = (0.0, RADIUS - 20.0) if k < NEAR else (RADIUS + 20.0, 3.0 * RADIUS)
        distance, angle = math.sqrt(rng.uniform(low * low, high * high)), rng.uniform(0.0, math.tau)
        shape = Circle(8) if k % 2 else Box(16, 12)
        esper.create_entity(
            Transform(distance * math.cos(angle), distance * math.sin(angle), angle),
            RigidBody(),
            Collider(shape, layer=2, mask=1),
        )
    physics.step_once()
    return physics


def microseconds(call: Callable[[], object], times: int = 200) -> float:
    """Return the CPU time of the fastest of some calls."""
    best = math.inf
    for _ in range(times):
        begin = time.process_time_ns()
        call()
        best = min(best, time.process_time_ns() - begin)
    return best / 1e3


def main() -> None:
    """Print a table."""
    physics = field()
    world, explosions = physics.world, physics.queries.explosions
    found = physics.explode((0, 0), RADIUS, 0.0)
    print(f"{len(found)} of {world.bodies.count} bodies are within reach")
    wanted, explosion = query_filter(kind="dynamic"), Explosion(0.0, 0.0, RADIUS, 0.0, 1.0)
    marks, blasts = explosions._marks, explosions._blasts
    assert blasts.dtype == BLAST
    kernel = microseconds(
        lambda: find_blasts(world.index.tree, scene_of(world), wanted, explosion, marks, blasts)
    )
    print(f"kernel: {kernel:.1f} us")
    print(f"explode: {microseconds(lambda: physics.explode((0, 0), RADIUS, 0.0)):.1f} us")
    print(f"with cover: {microseconds(lambda: physics.explode((0, 0), RADIUS, 0.0, cover=True)):.1f} us")


if __name__ == "__main__":
    main()
