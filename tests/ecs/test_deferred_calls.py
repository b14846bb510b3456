"""Calls that wait for a row or a mass are made once each, and one that is refused takes nothing along."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Circle, Collider, RigidBody, Transform
from tests.acceptance.support import STEP, body, disc, physics, rigid, run, transform


def put(rigid_body: RigidBody, x: float = 0, y: float = 0) -> int:
    return esper.create_entity(Transform(x, y), rigid_body, Collider(Circle(5)))


def test_a_new_body_that_is_no_longer_kinematic_refuses_its_move_and_nothing_else() -> None:
    clock = physics((0, -100))
    lift = RigidBody.kinematic()
    entity, other = put(lift), put(RigidBody(), 0, 8)
    lift.move_to((10, 0, 0), STEP)
    lift.kind = "dynamic"
    with pytest.raises(ValueError, match=rf"entity {entity}: move_to needs a kinematic body"):
        run(1)
    assert clock.step_count == 0
    run(10)
    assert clock.bodies["entity"].tolist() == [entity, other]
    assert transform(entity).y < -1
    assert clock.collisions.between(entity, other) is not None


def test_a_body_that_got_another_mass_and_kind_refuses_its_move_and_nothing_else() -> None:
    clock = physics((0, -100))
    entity, other = put(RigidBody.kinematic()), put(RigidBody(), 0, 8)
    run(2)
    rigid(entity).mass = 2.0
    rigid(entity).move_to((10, 0, 0), STEP)
    rigid(entity).kind = "dynamic"
    with pytest.raises(ValueError, match=rf"entity {entity}: move_to needs a kinematic body"):
        run(1)
    run(10)
    assert transform(entity).y < -1
    assert rigid(entity).mass == 2.0
    assert clock.collisions.between(entity, other) is not None


def test_each_call_is_made_once_although_others_are_refused() -> None:
    physics()
    first, third = disc(0, 0), disc(200, 0)
    lifts = [body(Circle(5), 100, 40 * k, kind="kinematic") for k in range(2)]
    run(1)
    for entity in (first, *lifts, third):
        rigid(entity).mass = 1.0
    rigid(first).apply_impulse((10, 0))
    for lift in lifts:
        rigid(lift).move_to((110, 0, 0), STEP)
        rigid(lift).kind = "static"
    rigid(third).apply_impulse((20, 0))
    with pytest.raises(ValueError, match=rf"entity {lifts[0]}: .*; entity {lifts[1]}: "):
        run(1)
    assert (rigid(first).velocity.x, rigid(third).velocity.x) == (10, 20)
    disc(500, 0)
    run(2)
    assert (rigid(first).velocity.x, rigid(third).velocity.x) == (10, 20)


def test_a_refused_call_of_an_entity_that_left_is_nobody_s_mistake() -> None:
    clock = physics()
    lift = body(Circle(5), kind="kinematic")
    run(1)
    rigid(lift).mass = 1.0
    rigid(lift).move_to((110, 0, 0), STEP)
    rigid(lift).kind = "static"
    esper.delete_entity(lift, immediate=True)
    run(1)
    assert clock.step_count == 2


@pytest.mark.parametrize("adopted", [False, True])
@pytest.mark.parametrize("method", ["apply_force", "apply_impulse"])
def test_a_point_that_is_none_changes_nothing(method: str, adopted: bool) -> None:
    physics()
    pushed = RigidBody()
    entity = put(pushed)
    if adopted:
        run(1)
    with pytest.raises(ValueError, match="point must be a pair of finite numbers"):
        getattr(pushed, method)((4000, 0), (float("nan"), 0))
    run(1)
    assert rigid(entity).velocity == (0, 0)
    assert transform(entity).pose == (0, 0, 0)
