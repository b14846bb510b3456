"""Grabbing bodies with the mouse."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Box, Circle, Collider, MouseJoint, Transform
from ecsphys.presets import Grip
from tests.presets.support import body_at, make_physics


def test_what_is_grabbed_follows_the_mouse_until_it_is_released():
    physics, body = make_physics(), body_at(0, 0, Collider(Circle(10)))
    esper.create_entity(Transform(0, 0), Collider(Box(60, 60), mask=0))  # static: not meant
    physics.step_once()
    grip = Grip(physics)
    assert grip.find((5, 0)) == body and grip.held is None
    assert grip.grab((5, 0)) and grip.held == body
    grip.drag((200, 100))
    for _ in range(60):
        physics.step_once()
    assert esper.component_for_entity(body, Transform).position == pytest.approx((195, 100), abs=6)
    grip.release()
    assert grip.held is None and not esper.get_component(MouseJoint)
    physics.step_once()
    assert not grip.grab((900, 900)) and grip.held is None


def test_a_near_miss_grabs_and_of_two_bodies_the_older_one():
    physics = make_physics()
    first, second = (body_at(x, 0, Collider(Circle(10), mask=0)) for x in (0, 12))
    physics.step_once()
    grip, reach = Grip(physics), 0.1 * physics.length_unit
    assert grip.find((6, 0)) == first
    assert grip.find((22 + 0.9 * reach, 0)) == second
    assert grip.find((22 + 1.1 * reach, 0)) is None


def test_a_grip_on_a_body_that_dies_is_over():
    physics, body = make_physics(), body_at(0, 0, Collider(Circle(10)))
    physics.step_once()
    grip = Grip(physics)
    grip.grab((0, 0))
    physics.step_once()
    esper.delete_entity(body, immediate=True)
    physics.step_once()
    assert grip.held is None
    grip.drag((10, 10))
    grip.release()
    assert not esper.get_component(MouseJoint)
