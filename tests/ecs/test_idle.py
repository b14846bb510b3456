"""Components that have no effect for lack of others are warned of once."""

from __future__ import annotations

import warnings
from typing import Any

import esper
import pytest

from ecsphys import (
    CharacterController,
    Circle,
    Collider,
    Physics,
    PhysicsWarning,
    Projectile,
    RayCaster,
    RigidBody,
    Transform,
)


def warnings_of(steps: int) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(steps):
            esper.process(1 / 60)
    assert all(warning.filename == __file__ and warning.category is PhysicsWarning for warning in caught)
    return [str(warning.message) for warning in caught]


@pytest.mark.parametrize(
    "part", [lambda: CharacterController(), lambda: Projectile(), lambda: RayCaster((1, 0), 9)]
)
def test_a_component_without_a_body(part: Any) -> None:
    esper.add_processor(Physics())
    entity = esper.create_entity(part())
    (message,) = warnings_of(3)
    assert "Transform" in message and (
        f"entity {entity} does nothing" in message or "casts nothing" in message
    )


def test_whole_entities_are_not_warned_of() -> None:
    esper.add_processor(Physics())
    for k, part in enumerate((CharacterController(), Projectile(), RayCaster((1, 0), 9))):
        esper.create_entity(Transform(99 * k), RigidBody.kinematic(), Collider(Circle(5)), part)
    assert warnings_of(3) == []
