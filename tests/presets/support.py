"""Scenes of presets, and what is asked about them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import esper

from ecsphys import Box, Collider, Physics, RigidBody, Transform, Vec2
from ecsphys.compile import ENABLED

GRAVITY = 900.0
STEPS = 10_000 if ENABLED else 20  # plain Python: that it runs, and where it begins


def make_physics() -> Physics:
    """Return a world with gravity, as games have it."""
    physics = Physics(gravity=(0.0, -GRAVITY))
    esper.add_processor(physics)
    return physics


def floor() -> int:
    return esper.create_entity(Transform(0.0, -20.0), Collider(Box(100_000.0, 40.0)))


def body_at(x: float, y: float, collider: Collider, damping: float = 0.0) -> int:
    return esper.create_entity(Transform(x, y), RigidBody(linear_damping=damping), collider)


def place(entity: int) -> Vec2:
    return esper.component_for_entity(entity, Transform).position


def angle(entity: int) -> float:
    return esper.component_for_entity(entity, Transform).angle


def speed(entities: Iterable[int]) -> float:
    """Return the largest speed of some bodies."""
    return max(esper.component_for_entity(one, RigidBody).velocity.length for one in entities)


def asleep(entities: Iterable[int]) -> bool:
    return not any(esper.component_for_entity(one, RigidBody).awake for one in entities)


def run(physics: Physics, steps: int, look: Callable[[], None] | None = None) -> None:
    """Make steps; `look` after every third."""
    for i in range(steps):
        physics.step_once()
        if look is not None and i % 3 == 0:
            look()


def stretch(physics: Physics) -> float:
    """Return the largest gap of a joint."""
    return float(physics.joints["stretch"].max())
