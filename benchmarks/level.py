"""Measure a level of ten thousand entities: `python -m benchmarks.level [--profile]`.

A level in side view: twenty floors of 8,000 static boxes and chains; 1,500 crates at rest on the upper
ones; on the others 300 balls that bounce for ever, 100 characters that walk and jump, 100 bullets that are
fired again when they have hit; 1,000 rays a step from the characters' eyes; events delivered. Wanted: at most
6 ms a step on one core.
"""

from __future__ import annotations

import cProfile
import math
import pstats
import sys
import time
from collections import Counter
from typing import Any

import esper
import numpy as np

import ecsphys
from ecsphys import (
    Box,
    Capsule,
    Chain,
    CharacterController,
    Circle,
    Collider,
    Listener,
    Physics,
    Projectile,
    RigidBody,
    Transform,
)

TILE, FLOOR, WIDTH, FLOORS = 32.0, 192.0, 400, 20
STATICS, CHAINS, CRATES, BALLS, CHARACTERS, BULLETS, RAYS = 8000, 400, 1500, 300, 100, 100, 1000
BUSY = 10  # floors below the crates
SETTLE, STEPS = 120, 300
WALL, CRATE, BALL, CHARACTER, BULLET = (1 << k for k in range(5))


class Level:
    """The level and its frame."""

    def __init__(self, seed: int = 1):
        esper.switch_world("level-10k")
        self.rng = np.random.default_rng(seed)
        self.physics = Physics(gravity=(0.0, -900.0))
        esper.add_processor(self.physics)
        self.heard: Counter[str] = Counter()
        self._bullet = Circle(3.0)
        self._build()
        self._stack()
        self._throw()
        self.controllers = [self._walker(k) for k in range(CHARACTERS)]
        self.eyes = np.zeros((CHARACTERS, 2))
        for _ in range(BULLETS):
            self._fire()
        self._handlers = {
            ecsphys.COLLISION_BEGIN: self._hear_begin,
            ecsphys.COLLISION_END: self._hear_end,
            ecsphys.PROJECTILE_SPENT: self._fire_again,
        }
        for name, handler in self._handlers.items():
            esper.set_handler(name, handler)

    def _build(self) -> None:
        """Create floors of tiles with hills, between two walls."""
        tile = Box(TILE, TILE)
        for k in range(STATICS - CHAINS - 2):
            floor, column = k % FLOORS, k // FLOORS
            lift = 6.0 * (self.rng.random() < 0.05)
            position = TILE * column, FLOOR * floor - 0.5 * TILE + lift
            esper.create_entity(Transform(*position), Collider(tile, layer=WALL))
        for k in range(CHAINS):
            left, y = self.rng.uniform(0.0, 0.9 * TILE * WIDTH), FLOOR * (k % BUSY)
            hill = [(10.0 * i, 12.0 * math.sin(math.pi * i / 12) ** 2 - 1.0) for i in range(12, -1, -1)]
            esper.create_entity(Transform(left, y), Collider(Chain(hill), layer=WALL))
        for x in (-TILE, TILE * WIDTH):
            wall = Box(TILE, FLOOR * (FLOORS + 1))
            esper.create_entity(Transform(x, 0.5 * FLOOR * FLOORS), Collider(wall, layer=WALL))

    def _stack(self) -> None:
        """Create stacks of three crates, which fall asleep."""
        crate = Box(28.0, 28.0)
        for k in range(CRATES):
            column, level = divmod(k, 3)
            floor = BUSY + column % (FLOORS - BUSY)
            x, y = 64.0 * (column // (FLOORS - BUSY)) + 96.0, FLOOR * floor + 28.0 * level + 20.0
            esper.create_entity(Transform(x, y), RigidBody(), Collider(crate, layer=CRATE))

    def _throw(self) -> None:
        """Create bouncing balls."""
        for k in range(BALLS):
            x, y = self.rng.uniform(100.0, 0.9 * TILE * WIDTH), FLOOR * (k % BUSY) + self.rng.uniform(40, 120)
            velocity = float(self.rng.choice((-1, 1)) * self.rng.uniform(50, 200)), 0.0
            surface = {"friction": 0.0, "restitution": 1.0}
            ball = Collider(Circle(10.0), layer=BALL, mask=WALL | BALL | CHARACTER, **surface)
            esper.create_entity(Transform(x, y), RigidBody(velocity=velocity, can_sleep=False), ball)

    def _walker(self, k: int) -> CharacterController:
        """Create a character with a Listener."""
        controller = CharacterController(meets="pass" if k % 2 else "block")
        x, y = self.rng.uniform(100.0, 0.9 * TILE * WIDTH), FLOOR * (k % BUSY) + 40.0
        esper.create_entity(
            Transform(x, y),
            RigidBody.kinematic(),
            Collider(Capsule(48.0, 12.0), layer=CHARACTER),
            controller,
            Listener(on_collision_begin=self._hear_touch),
        )
        return controller

    def _fire(self) -> None:
        """Create a bullet."""
        x, floor = self.rng.uniform(100.0, 0.9 * TILE * WIDTH), self.rng.integers(BUSY)
        velocity = float(self.rng.choice((-900.0, 900.0))), 0.0
        esper.create_entity(
            Transform(x, FLOOR * floor + self.rng.uniform(50.0, 120.0)),
            RigidBody(velocity=velocity, gravity_scale=0.0),
            Collider(self._bullet, layer=BULLET, mask=WALL | BALL | CHARACTER),
            Projectile(),
        )

    def _fire_again(self, event: Any) -> None:
        self.heard["spent"] += 1
        self.physics.despawn(event.projectile)
        self._fire()

    def _hear_begin(self, event: Any) -> None:
        self.heard["begin"] += 1

    def _hear_end(self, event: Any) -> None:
        self.heard["end"] += 1

    def _hear_touch(self, me: int, other: int, event: Any) -> None:
        self.heard["touch"] += 1

    def frame(self, step: int) -> None:
        """Steer some characters, step, and cast rays around all of them."""
        for k in range(step % 20, CHARACTERS, 20):
            self.controllers[k].move((float(self.rng.choice((-150.0, 150.0))), 0.0))
            if step % 3 == 0:
                self.controllers[k].jump(300.0)
        esper.process(self.physics.step)
        if not step % 10:
            found = esper.get_components(Transform, CharacterController)
            self.eyes = np.array([transform.position for _, (transform, _) in found])
        angles = np.linspace(0.0, math.tau, RAYS // CHARACTERS, endpoint=False) + 0.01 * step
        starts = np.repeat(self.eyes, RAYS // CHARACTERS, axis=0)
        away = 400.0 * np.stack([np.cos(angles), np.sin(angles)], axis=1)
        hits = self.physics.raycast_many(starts, starts + np.tile(away, (CHARACTERS, 1)), mask=WALL | BALL)
        self.heard["seen"] += int((hits.entity != 0).sum())


def measured(level: Level, first: int, steps: int) -> list[float]:
    """Return the CPU milliseconds of each frame."""
    times = []
    for step in range(first, first + steps):
        start = time.process_time()
        level.frame(step)
        times.append(1e3 * (time.process_time() - start))
    return times


def main() -> None:
    """Print milliseconds per step; with `--profile`, also by function."""
    ecsphys.warm_up()
    start = time.process_time()
    level = Level()
    level.frame(0)
    built = time.process_time() - start
    measured(level, 1, SETTLE)
    level.heard.clear()
    profile = cProfile.Profile()
    if "--profile" in sys.argv:
        profile.enable()
    times = np.array(measured(level, SETTLE + 1, STEPS))
    profile.disable()
    bodies = level.physics.bodies
    heard = ", ".join(f"{count / STEPS:.1f} {name}" for name, count in sorted(level.heard.items()))
    print(f"level-10k: {len(bodies)} bodies, {int(bodies['awake'].sum())} awake, built in {built:.2f} s")
    print(f"a step: {heard}")
    last, worst = np.quantile(times, 0.95), times.max()
    print(f"ms a step: median {np.median(times):.2f}, 95 % {last:.2f}, worst {worst:.2f}")
    if "--profile" in sys.argv:
        pstats.Stats(profile).sort_stats("tottime").print_stats(25)


if __name__ == "__main__":
    main()
