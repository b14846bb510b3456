"""collide_connected: bodies that a joint holds pass through each other, and may collide again."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_END,
    Box,
    Circle,
    Collider,
    CollisionEvent,
    DistanceJoint,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
)
from ecsphys.spatial.broad_phase import KINDS


@pytest.fixture
def physics() -> Physics:
    physics = Physics(length_unit=1)
    esper.add_processor(physics)
    return physics


@pytest.fixture
def events(physics: Physics) -> list[tuple[str, int, int]]:
    found: list[tuple[str, int, int]] = []

    @ecsphys.on(COLLISION_BEGIN)
    def begin(event: CollisionEvent) -> None:
        found.append(("begin", event.entity_a, event.entity_b))

    @ecsphys.on(COLLISION_END)
    def end(event: CollisionEvent) -> None:
        found.append((event.reason, event.entity_a, event.entity_b))

    return found


def ball(x: float, **options: Any) -> int:
    return esper.create_entity(Transform(x, 0), RigidBody(), Collider(Circle(1), **options))


def loose(a: int, b: int, **options: Any) -> int:
    """A rope that is too long to hold anything."""
    return esper.create_entity(DistanceJoint(a, b, max_length=100, **options))


def steps(count: int) -> None:
    for _ in range(count):
        esper.process(1 / 60)


@pytest.mark.parametrize("broad_phase", KINDS)
def test_joined_bodies_pass_through_each_other(broad_phase: Any) -> None:
    physics = Physics(length_unit=1, broad_phase=broad_phase)
    esper.add_processor(physics)
    a, b, c = ball(0), ball(1.5), ball(-1.9)
    loose(a, b)
    steps(5)
    x, y, z = (esper.component_for_entity(entity, Transform).x for entity in (a, b, c))
    assert y == 1.5
    assert x > 0 > -1.9 > z  # the other pair is pushed apart
    assert not physics.collisions.between(a, b)
    assert physics.collisions.between(a, c)


def test_collide_connected(physics: Physics) -> None:
    a, b = ball(0), ball(1.5)
    loose(a, b, collide_connected=True)
    steps(5)
    assert physics.collisions.between(a, b)
    assert esper.component_for_entity(b, Transform).x > 1.5
    assert physics.world.filter_pairs is None


def test_touch_ends_when_a_joint_comes(physics: Physics, events: list[tuple[str, int, int]]) -> None:
    a, b = ball(0), ball(1.999)
    steps(2)
    joint = loose(a, b)
    steps(2)
    esper.component_for_entity(joint, DistanceJoint).collide_connected = True
    steps(2)
    esper.component_for_entity(joint, DistanceJoint).collide_connected = False
    steps(2)
    esper.component_for_entity(joint, DistanceJoint).enabled = False
    steps(2)
    assert events == [("begin", a, b), ("filtered", a, b)] * 2 + [("begin", a, b)]


def test_several_joints_of_a_pair_are_counted(physics: Physics, events: list[tuple[str, int, int]]) -> None:
    a, b = ball(0), ball(1.999)
    first, second = loose(a, b), loose(b, a)
    loose(a, b, collide_connected=True)
    steps(2)
    esper.delete_entity(first)
    steps(2)
    assert not events
    esper.component_for_entity(second, DistanceJoint).broken = True
    steps(2)
    assert events == [("begin", a, b)]


def test_other_side_changes(physics: Physics, events: list[tuple[str, int, int]]) -> None:
    a, b, c = ball(0), ball(1.999), ball(-1.999)
    joint = loose(a, b)
    steps(2)
    assert events == [("begin", a, c)]
    esper.component_for_entity(joint, DistanceJoint).b = c
    steps(2)
    assert sorted(events[1:]) == [("begin", a, b), ("filtered", a, c)]


def test_contacts_return_when_a_body_dies_and_another_comes(
    physics: Physics, events: list[tuple[str, int, int]]
) -> None:
    a, b = ball(0), ball(1.999)
    loose(a, b)
    steps(2)
    esper.delete_entity(b)
    steps(1)
    c = ball(1.999)
    steps(2)
    assert events == [("begin", a, c)]


def test_reset_keeps_no_pair_apart(physics: Physics) -> None:
    loose(ball(0), ball(1.5))
    steps(1)
    physics.reset()
    a, b = ball(0), ball(1.5)
    steps(1)
    assert physics.collisions.between(a, b)


def test_with_ignored_pairs_and_filters(physics: Physics) -> None:
    a, b, c, d = ball(0), ball(1.5), ball(-1.5), ball(3.0)
    loose(a, b)
    physics.ignore(a, c)
    asked: list[set[int]] = []
    physics.add_filter(lambda first, second: asked.append({first, second}) or True)
    steps(2)
    assert {b, d} in asked
    assert {a, b} not in asked
    assert {a, c} not in asked
    assert [(found.entity_a, found.entity_b) for found in physics.collisions] == [(b, d)]


@pytest.mark.parametrize("filtered", [False, True])
def test_fast_body_passes_what_it_is_joined_to(physics: Physics, filtered: bool) -> None:
    """A swept body hits the wall behind, not the body that it is joined to."""
    wall = esper.create_entity(Transform(40, 0), Collider(Box(1, 20)))
    middle = esper.create_entity(Transform(20, 0), RigidBody.kinematic(), Collider(Box(1, 20)))
    bullet = esper.create_entity(
        Transform(0, 0), RigidBody(velocity=(3000, 0), continuous="bullet"), Collider(Circle(0.2))
    )
    loose(bullet, middle)
    if filtered:
        physics.add_filter(lambda first, second: True)
    steps(1)
    x = esper.component_for_entity(bullet, Transform).x
    assert x == pytest.approx(39.3, abs=0.02)
    assert physics.collisions.between(bullet, wall)
    assert not physics.collisions.between(bullet, middle)


def test_sweeps_ask_nothing_about_others(physics: Physics, monkeypatch: pytest.MonkeyPatch) -> None:
    """One joint in a world costs the sweeps of other bodies nothing."""
    from ecsphys.systems import continuous

    loose(ball(0, layer=2, mask=2), ball(50, layer=2, mask=2))
    wall = esper.create_entity(Transform(40, 0), Collider(Box(1, 20)))
    bullet = esper.create_entity(
        Transform(0, 0), RigidBody(velocity=(3000, 0), continuous="bullet"), Collider(Circle(0.2))
    )
    asked: list[object] = []
    monkeypatch.setattr(continuous, "answer_question", lambda *arguments: asked.append(arguments))
    steps(1)
    assert physics.collisions.between(bullet, wall)
    assert not asked


def test_explained(physics: Physics) -> None:
    a, b = ball(0), ball(1.5)
    joint = loose(a, b)
    steps(1)
    assert (
        physics.explain(a, b) == f"{a} and {b} are joined by entity {joint}, and collide_connected is False"
    )


def test_chain_of_overlapping_links_is_quiet(physics: Physics) -> None:
    """Links that overlap have no contacts; every second pair may collide."""
    links = [ball(1.5 * k) for k in range(6)]
    for a, b in pairwise(links):
        esper.create_entity(RevoluteJoint(a, b))
    steps(30)
    assert not list(physics.collisions)
    assert np.abs(physics.bodies["vx"]).max() == 0.0
