"""A small game whose steps are recorded: crates that jump on inputs, and a handler that spawns."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import esper

from ecsphys import (
    COLLISION_BEGIN,
    Box,
    Circle,
    Collider,
    CollisionEvent,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    on,
)

GROUND = 1
STEPS = 48
KEYFRAME = 16


@dataclass
class Score:
    """A component of the game: how often its entity has jumped."""

    jumps: int = 0


@dataclass(frozen=True)
class Jump:
    """An input: a crate gets a velocity."""

    entity: int
    velocity: tuple[float, float]


def apply(value: Any) -> None:
    """Do what an input asks for."""
    if isinstance(value, Jump) and esper.entity_exists(value.entity):
        esper.component_for_entity(value.entity, RigidBody).velocity = value.velocity
        esper.component_for_entity(value.entity, Score).jumps += 1
    elif value == "spawn":
        esper.create_entity(Transform(0, 300), RigidBody(), Collider(Circle(8)))
    elif isinstance(value, int):
        esper.delete_entity(value, immediate=True)


def code() -> Physics:
    """Return the physics of the game, with its handler; entities are made by `scene`."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)

    @on(COLLISION_BEGIN)
    def spawn(event: CollisionEvent) -> None:
        if event.entity_a == GROUND and physics.step_count % 7 == 0:
            place = esper.component_for_entity(event.entity_b, Transform)
            esper.create_entity(Transform(place.x, place.y + 90), RigidBody(), Collider(Circle(6)))

    return physics


def scene() -> list[int]:
    """Create the ground, some crates and a joint; return the crates."""
    assert esper.create_entity(Transform(0, -10), Collider(Box(2000, 20))) == GROUND
    crates = [
        esper.create_entity(
            Transform(40 * (k % 3) + 0.3 * k, 20 + 32 * (k // 3)), RigidBody(), Collider(Box(30, 30)), Score()
        )
        for k in range(6)
    ]
    esper.create_entity(RevoluteJoint(crates[0], crates[3]))
    return crates


def play(physics: Physics, give: Any, crates: list[int], steps: int = STEPS) -> dict[int, str]:
    """Run steps and give inputs between them; return the fingerprints after each step."""
    physics.settle()
    prints = {physics.step_count: physics.fingerprint()}
    for k in range(steps):
        if k % 5 == 2:
            give(Jump(crates[k % len(crates)], (30.0 - k, 260.0)))
        if k % 20 == 9:
            give("spawn")
        if k == 30:
            give(crates[5])
        physics.step_once()
        physics.settle()
        prints[physics.step_count] = physics.fingerprint()
    return prints
