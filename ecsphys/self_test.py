"""Self-test of an installation: simulate a heap of boxes for one second; `python -m ecsphys` runs it."""

from __future__ import annotations

import time

import esper

from .ecs.components import Collider, RigidBody, Transform
from .physics import Physics
from .shapes import Box, Circle, HalfPlane

SECONDS, STEPS = 1.0, 600  # limits: the test ends at the first one reached
_WORLD = "ecsphys self-test"


def self_test() -> str:
    """Return one line with the result; raises `RuntimeError` if bodies are at impossible positions."""
    before = esper.current_world
    esper.switch_world(_WORLD)
    try:
        return _heap()
    finally:
        esper.switch_world(before)
        esper.delete_world(_WORLD)


def _heap() -> str:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(0, 0), Collider(HalfPlane((0, 1))))
    bodies = [
        esper.create_entity(
            Transform(40 * (i % 5) + 4 * (i // 5), 30 + 40 * (i // 5)),
            RigidBody(),
            Collider(Circle(16) if i % 3 == 0 else Box(30, 30)),
        )
        for i in range(30)
    ]
    esper.process(physics.step)  # also compiles the kernels, if necessary
    begin, steps = time.perf_counter(), 0
    while steps < STEPS and time.perf_counter() - begin < SECONDS:
        esper.process(physics.step)
        steps += 1
    spent = time.perf_counter() - begin
    positions = [esper.component_for_entity(body, Transform).position for body in bodies]
    fallen = sum(not (y > 10.0 and abs(x) < 10_000.0) for x, y in positions)
    if fallen:
        raise RuntimeError(f"self-test: {fallen} of {len(bodies)} bodies are not above the ground")
    return f"passed, {steps} steps of {len(bodies)} bodies, {1e3 * spent / max(steps, 1):.3f} ms a step"
