"""Which systems a step calls."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_STAY,
    Area,
    Box,
    Circle,
    Collider,
    ConstantForce,
    Physics,
    RayCaster,
    RevoluteJoint,
    RigidBody,
    Transform,
)
from ecsphys.systems import AreaSystem, CasterSystem, ConstantForceSystem, JointSystem, SleepSystem
from ecsphys.systems.whole_step import IS_READY, WholeStep
from tests.acceptance.support import run
from tests.calls import calls_of

QUIET_CALLS = 72  # Python functions, esper's included; 62 where no other test has left handlers in esper
KINDS = (AreaSystem, ConstantForceSystem, JointSystem)


@pytest.fixture
def calls(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The systems of areas, forces and joints that steps have called."""
    found: list[str] = []
    for kind in KINDS:
        for name in ("begin", "run"):
            monkeypatch.setattr(kind, name, noted(getattr(kind, name), kind.__name__, found))
    return found


def noted(function: Callable[..., Any], name: str, found: list[str]) -> Callable[[Any], None]:
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
    # `begin`; where one call runs the step, `run` has nothing to report of a joint that cannot break.
    assert calls == ["JointSystem"] * (2 if IS_READY else 4)


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


@pytest.fixture
def casts(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The calls of the system of casters."""
    found: list[str] = []
    for name in ("begin", "run"):
        monkeypatch.setattr(CasterSystem, name, noted(getattr(CasterSystem, name), name, found))
    return found


def test_casters_are_looked_for_after_changes_only(casts: list[str]) -> None:
    esper.add_processor(Physics(gravity=(0, 0)))
    body = ball()
    run(1)
    casts.clear()
    run(3)
    assert not casts
    esper.create_entity(Transform(100, 0), Collider(Circle(1)))
    feeler = RayCaster((1, 0), 200)
    esper.add_component(body, feeler)
    run(1)
    assert len(feeler.hits) == 1
    esper.remove_component(body, RayCaster)
    run(1)
    casts.clear()
    run(3)
    assert not casts


def test_a_step_in_which_all_sleep_runs_no_stage(monkeypatch: pytest.MonkeyPatch) -> None:
    found: list[str] = []
    for kind in (SleepSystem, WholeStep):
        monkeypatch.setattr(kind, "run", noted(kind.run, "run", found))
    esper.add_processor(Physics(gravity=(0, -10)))
    esper.create_entity(Transform(0, -2), Collider(Box(100, 2)))
    body = RigidBody()
    place = Transform(0, 0)
    crate = esper.create_entity(place, body, Collider(Box(2, 2)))
    run(120)
    assert not body.awake
    found.clear()
    run(3)
    assert not found

    def wake_by_velocity() -> None:
        body.velocity = (0, 1)

    def teleport() -> None:
        place.y = 5

    def add_a_body() -> None:
        esper.create_entity(Transform(20, 5), RigidBody(), Collider(Circle(1)))

    def add_what_rests() -> None:
        esper.create_entity(Transform(40, 5), Collider(Circle(1)))

    def delete() -> None:
        esper.delete_entity(crate)

    for change in (wake_by_velocity, teleport, add_a_body, add_what_rests, delete):
        change()
        run(1)
        assert found, change
        run(240)
        found.clear()
        run(1)
        assert not found, change


def test_stays_of_what_sleeps_are_told() -> None:
    heard: list[Any] = []

    def listen(event: Any) -> None:
        heard.append(event)

    esper.add_processor(Physics(gravity=(0, -10)))
    esper.create_entity(Transform(0, -2), Collider(Box(100, 2)))
    body = RigidBody()
    esper.create_entity(Transform(0, 0), body, Collider(Box(2, 2)))
    run(120)
    assert not body.awake
    esper.set_handler(COLLISION_STAY, listen)
    run(3)
    assert len(heard) == 3


@pytest.mark.jit
def test_a_frame_in_which_nothing_happens_makes_few_calls() -> None:
    physics = Physics()
    esper.add_processor(physics)
    esper.create_entity(Transform(), Collider(Box(100, 2)))
    run(3)
    assert calls_of(lambda: esper.process(physics.step)) <= QUIET_CALLS
