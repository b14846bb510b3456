"""Which systems a step calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import Area, Box, Circle, Collider, ConstantForce, Physics, RevoluteJoint, RigidBody, Transform
from ecsphys.systems import AreaSystem, ConstantForceSystem, JointSystem
from tests.acceptance.support import run

KINDS = (AreaSystem, ConstantForceSystem, JointSystem)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The systems of areas, forces and joints that steps have called."""
    found: list[str] = []
    for kind in KINDS:
        for name in ("begin", "run"):
            monkeypatch.setattr(kind, name, noted(getattr(kind, name), kind.__name__, found))
    return found


def noted(function: Callable[[Any], None], name: str, found: list[str]) -> Callable[[Any], None]:
    def call(system: Any) -> None:
        found.append(name)
        function(system)

    return call


def ball(**options: Any) -> int:
    return esper.create_entity(Transform(0, 0), RigidBody(**options), Collider(Circle(1)))


def test_systems_without_components_are_called_after_changes_only(calls: list[str]) -> None:
    esper.add_processor(Physics(gravity=(0, 0)))
    body = ball()
    run(1)
    calls.clear()
    run(3)
    assert not calls
    esper.add_component(body, ConstantForce((1.0, 0.0)))
    run(1)
    calls.clear()
    run(2)
    assert calls == ["ConstantForceSystem"] * 4  # begin and run
    esper.remove_component(body, ConstantForce)
    run(1)
    calls.clear()
    run(3)
    assert not calls
    esper.create_entity(RevoluteJoint(body, None, anchor=(0, 0)))
    run(1)
    calls.clear()
    run(2)
    assert calls == ["JointSystem"] * 4


def test_the_end_of_the_last_area_is_told_to_bodies() -> None:
    esper.add_processor(Physics(gravity=(0, 0)))
    body = ball()
    area = esper.create_entity(
        Transform(0, 0), Collider(Box(1000, 1000), trigger=True), Area(gravity=(60.0, 0.0))
    )
    run(60)
    velocity = esper.component_for_entity(body, RigidBody).velocity.x
    assert velocity == pytest.approx(60.0, rel=0.05)
    esper.delete_entity(area, immediate=True)
    run(1)
    velocity = esper.component_for_entity(body, RigidBody).velocity.x
    run(10)
    assert esper.component_for_entity(body, RigidBody).velocity.x == velocity
