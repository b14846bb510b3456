"""What a character meets of triggers: each once, whatever its speed and their thickness."""

from __future__ import annotations

import random

import esper
import pytest

import ecsphys
from ecsphys import (
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Capsule,
    CharacterController,
    Collider,
    Physics,
    RigidBody,
    Transform,
    TriggerEvent,
)

CASES = [
    (random.Random(seed).uniform(20.0, 15000.0), random.Random(-seed).uniform(0.5, 120.0))
    for seed in range(24)
]


@pytest.mark.parametrize("wall", [False, True])
@pytest.mark.parametrize(("speed", "thickness"), CASES)
def test_a_character_enters_and_leaves_a_trigger_once(speed, thickness, wall):
    clock = Physics((0, -500))
    esper.add_processor(clock)
    esper.create_entity(Transform(0, -20), Collider(ecsphys.Box(40000, 40)))
    esper.create_entity(Transform(240, 40), Collider(ecsphys.Box(thickness, 80), trigger=True))
    if wall:
        esper.create_entity(Transform(240 + thickness + 200, 40), Collider(ecsphys.Box(40, 80)))
    hero = CharacterController()
    esper.create_entity(Transform(0, 37), RigidBody.kinematic(), Collider(Capsule(72, 14)), hero)
    hero.move((speed, 0))
    log: list[tuple[str, float]] = []

    @ecsphys.on(TRIGGER_ENTER)
    def entered(event: TriggerEvent) -> None:
        log.append(("enter", event.time))

    @ecsphys.on(TRIGGER_EXIT)
    def left(event: TriggerEvent) -> None:
        log.append(("exit", event.time))

    for _ in range(8 + int(60 * (480 + thickness) / speed)):
        esper.process(1 / 60)
    assert [what for what, _ in log] == ["enter", "exit"]
    assert all(0.0 <= time <= 1.0 for _, time in log)
