"""Single bodies in free fall: the closed form of the semi-implicit rule. The shortest fuzzer, an example."""

from __future__ import annotations

import math
import random

import esper

from ecsphys import Circle, Collider, Physics, RigidBody, Transform

STEPS = 20


def run(seed: int) -> None:
    """Drop one body and compare its place after some steps."""
    rng = random.Random(seed)
    substeps, h = rng.randrange(1, 9), 1 / 60
    g, v, y = rng.uniform(-2000, 2000), rng.uniform(-500, 500), rng.uniform(-1000, 1000)
    esper.add_processor(Physics(gravity=(0, g), substeps=substeps))
    place = Transform(0, y)
    esper.create_entity(place, RigidBody(velocity=(0, v)), Collider(Circle(rng.uniform(1, 50))))
    for _ in range(STEPS):
        esper.process(h)
    n, dt = STEPS * substeps, h / substeps
    expected = y + n * dt * v + 0.5 * n * (n + 1) * dt * dt * g
    assert math.isclose(place.y, expected, rel_tol=1e-9, abs_tol=1e-6), (place.y, expected)
