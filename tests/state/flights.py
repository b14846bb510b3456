"""Random worlds through which one body flies."""

from __future__ import annotations

import random
from typing import Any

import esper

from ecsphys import Area, Box, Capsule, Circle, Collider, Physics, Polygon, RigidBody, Segment, Transform


def flight(seed: int) -> tuple[Physics, int]:
    """Make a world of static shapes and a few others; return it and the body that flies."""
    rng = random.Random(seed)
    pick = rng.choice
    clock = Physics(
        (0, pick([-900, -300, 0])),
        substeps=pick([1, 4]),
        integrator=pick(["semi_implicit_euler", "explicit_euler", "velocity_verlet", "rk4"]),
        broad_phase=pick(["quadtree", "quadtree", "sweep_and_prune", "brute_force"]),
        restitution_threshold=pick([None, 0]),
    )
    esper.add_processor(clock)
    esper.create_entity(Transform(0, -10), Collider(Box(1500, 20)))
    for _ in range(rng.randint(5, 60)):
        obstacle(rng)
    for _ in range(pick([0, 0, 0, 3])):  # they fall, and sleep soon
        esper.create_entity(Transform(*place(rng)), RigidBody(), Collider(Box(20, 20)))
    if rng.random() < 0.15:
        area = Area(gravity=(pick([0, 300]), 400))
        esper.create_entity(Transform(*place(rng)), Collider(Circle(120), trigger=True), area)
    flyer = missile(rng)
    for _ in range(pick([0, 1, 60])):
        clock.step_once()
    return clock, flyer


def place(rng: random.Random) -> tuple[float, float]:
    """Return a random point."""
    return rng.uniform(-500, 500), rng.uniform(0, 500)


def obstacle(rng: random.Random) -> None:
    """Make a static shape; some are triggers, some solid from above only."""
    shapes = [
        Box(rng.uniform(5, 60), rng.uniform(5, 60)), Circle(rng.uniform(3, 30)), Capsule(40, 8),
        Segment((0, 0), (40, 10)), Polygon([(0, 0), (30, 0), (10, 25)]),
    ]  # fmt: skip
    options: dict[str, Any] = {"restitution": rng.choice([0.0, 0.5, 1.0]), "friction": rng.random()}
    options["trigger"] = rng.random() < 0.1
    if rng.random() < 0.1:
        options["one_way"] = (0, 1)
    if rng.random() < 0.1:
        options["surface_speed"] = 80.0
    esper.create_entity(Transform(*place(rng), rng.uniform(0, 6)), Collider(rng.choice(shapes), **options))


def missile(rng: random.Random) -> int:
    """Make a body that flies."""
    speed = rng.choice([100, 600, 3000])
    shape: Any = rng.choice(
        [Circle(4), Circle(12), Circle(6, center=(3, 0)), Box(12, 8), Capsule(20, 5),
         Polygon([(0, 0), (14, 0), (4, 12)]), [Circle(5), Box(4, 20)]]
    )  # fmt: skip
    body = RigidBody(
        continuous=rng.choice(["auto", "bullet", "off"]),
        velocity=(rng.uniform(-speed, speed), rng.uniform(-speed, speed)),
        angular_velocity=rng.uniform(-20, 20),
        linear_damping=rng.choice([0, 0, 0.3]),
        lock_rotation=rng.random() < 0.1,
        gravity_scale=rng.choice([1, 1, 0, 0.5]),
    )
    collider = Collider(shape, restitution=rng.choice([0, 0.6, 1.0]), friction=rng.random())
    return esper.create_entity(Transform(*place(rng)), body, collider)
