"""Measure character controllers: `python -m benchmarks.characters`.

200 characters walk back and forth and jump over a level of 2,000 static boxes and chains. Target: at most 3
ms per step on one core.
"""

from __future__ import annotations

import math
import time

import esper
import numpy as np

from ecsphys import Box, Capsule, Chain, CharacterController, Collider, Physics, RigidBody, Transform, warm_up

TILE = 32.0
CHARACTERS, STATICS, CHAINS = 200, 2000, 100
STEPS, SETTLE = 600, 60


def level(rng: np.random.Generator, width: int = 400) -> None:
    """Create floors of tiles with random steps, walls and hilly chains."""
    floors = [120.0 * floor for floor in range(STATICS // width + 1)]
    boxes = STATICS - CHAINS
    for k in range(boxes):
        floor, column = divmod(k, width)
        lift = 8.0 * (rng.random() < 0.1) + TILE * (rng.random() < 0.02)
        x, y = TILE * column, floors[floor] - TILE / 2 + lift
        esper.create_entity(Transform(x, y), Collider(Box(TILE, TILE)))
    for k in range(CHAINS):
        x, y = rng.uniform(0, TILE * width), floors[k % len(floors)]
        hill = [(x + 10.0 * i, y + 12.0 * math.sin(math.pi * i / 12) ** 2 - 1.0) for i in range(12, -1, -1)]
        esper.create_entity(Transform(0.0, 0.0), Collider(Chain(hill)))


def crowd(rng: np.random.Generator, width: int = 400) -> list[CharacterController]:
    """Create characters all over the level."""
    controllers = []
    for k in range(CHARACTERS):
        controller = CharacterController(meets="pass" if k % 2 else "block")
        x, y = rng.uniform(0, TILE * width), 120.0 * rng.integers(0, STATICS // width) + 60.0
        esper.create_entity(Transform(x, y), RigidBody.kinematic(), Collider(Capsule(48, 12)), controller)
        controllers.append(controller)
    return controllers


def measure() -> tuple[list[float], int]:
    """Return the CPU seconds of each step, and the number of characters on a floor at the end."""
    rng = np.random.default_rng(1)
    esper.switch_world("characters")
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    level(rng)
    controllers = crowd(rng)
    times = []
    for step in range(SETTLE + STEPS):
        for k in range(step % 20, CHARACTERS, 20):
            controllers[k].move((rng.choice([-150.0, 150.0]), 0.0))
            if step % 3 == 0:
                controllers[k].jump(350.0)
        start = time.process_time()
        physics.step_once()
        times.append(time.process_time() - start)
    return times[SETTLE:], sum(controller.on_floor for controller in controllers)


def main() -> None:
    """Print milliseconds per step."""
    warm_up()
    times, standing = measure()
    ms = np.array(times) * 1e3
    print(f"{CHARACTERS} characters, {STATICS} static boxes and chains, {standing} stand after {STEPS} steps")
    print(f"ms a step: median {np.median(ms):.3f}, 95 % {np.quantile(ms, 0.95):.3f}, worst {ms.max():.3f}")


if __name__ == "__main__":
    main()
