"""Sleeping: islands at rest fall asleep after half a second, and wake when something changes for them."""

from __future__ import annotations

from collections.abc import Callable

import esper
import pytest

from ecsphys import Box, Collider, RevoluteJoint, RigidBody, Transform
from tests.acceptance.support import body, disc, ground, motion, physics, place, rigid, run, transform


def pile() -> tuple[int, list[int]]:
    """Return the ground, and a column of three boxes and one beside it, all asleep."""
    floor = ground()
    boxes = [body(Box(64, 64), 0, 32 + 64 * i) for i in range(3)]
    boxes.append(body(Box(64, 64), 400, 32))
    run(150)
    assert not any(rigid(box).awake for box in boxes)
    return floor, boxes


def test_a_resting_box_sleeps_after_half_a_second() -> None:
    physics((0, -900))
    ground()
    box = body(Box(64, 64), 0, 32)
    run(25)
    assert rigid(box).awake
    run(50)
    assert not rigid(box).awake
    assert rigid(box).velocity == (0, 0)


def test_a_sleeping_pile_keeps_its_bits() -> None:
    physics((0, -900))
    _, boxes = pile()
    before = [motion(box) for box in boxes]
    run(100)
    assert [motion(box) for box in boxes] == before


@pytest.mark.jit
def test_a_dropped_pile_comes_to_rest() -> None:
    physics((0, -900))
    ground()
    discs = [disc(35 * (i % 5), 40 + 40 * (i // 5)) for i in range(20)]
    boxes = [body(Box(40, 40), -300 + 45 * (i % 5), 40 + 45 * (i // 5)) for i in range(20)]
    run(1500)
    assert not any(rigid(entity).awake for entity in boxes)
    assert discs


def test_sleeping_can_be_turned_off() -> None:
    physics((0, -900), sleeping=False)
    ground()
    boxes = [body(Box(64, 64), 0, 32)]
    run(200)
    assert rigid(boxes[0]).awake


def test_can_sleep_false_keeps_the_island_awake() -> None:
    physics((0, -900))
    ground()
    insomniac = body(Box(64, 64), 0, 32, can_sleep=False)
    on_top = body(Box(64, 64), 0, 96)
    apart = body(Box(64, 64), 400, 32)
    run(200)
    assert rigid(insomniac).awake
    assert rigid(on_top).awake
    assert not rigid(apart).awake


def test_a_moving_kinematic_body_keeps_what_it_carries_awake() -> None:
    physics((0, -900))
    belt = body(Box(400, 20), 0, 0, kind="kinematic", velocity=(5, 0))
    rider = body(Box(40, 40), 0, 30)
    run(120)
    assert rigid(rider).awake
    assert transform(rider).x == pytest.approx(transform(belt).x, abs=2)


WAKERS: dict[str, Callable[[int], None]] = {
    "impulse": lambda box: rigid(box).apply_impulse((1000, 0)),
    "force": lambda box: rigid(box).apply_force((1000, 0)),
    "torque": lambda box: rigid(box).apply_torque(1000),
    "velocity": lambda box: setattr(rigid(box), "velocity", (100, 0)),
    "spin": lambda box: setattr(rigid(box), "angular_velocity", 1.0),
    "teleport": lambda box: place(box, 0, 300),
    "wake": lambda box: rigid(box).wake(),
}


@pytest.mark.parametrize("how", WAKERS)
def test_a_push_wakes_the_whole_island(how: str) -> None:
    physics((0, -900))
    _, boxes = pile()
    WAKERS[how](boxes[1])
    run(1)
    assert [rigid(box).awake for box in boxes] == [True, True, True, False]


def test_being_touched_wakes() -> None:
    physics((0, -900))
    _, boxes = pile()
    disc(0, 300)
    run(45)  # it lands after 28 steps
    assert rigid(boxes[2]).awake
    assert not rigid(boxes[3]).awake


def test_a_kinematic_body_that_comes_in_wakes() -> None:
    physics((0, -900))
    _, boxes = pile()
    body(Box(20, 20), 480, 32, kind="kinematic", velocity=(-120, 0))
    run(60)
    assert rigid(boxes[3]).awake
    assert transform(boxes[3]).x < 399


def test_a_static_body_teleported_in_wakes() -> None:
    physics((0, -900))
    _, boxes = pile()
    post = body(Box(64, 64), 2000, 32, kind="static")
    run(5)
    place(post, 440, 32)
    run(30)
    assert transform(boxes[3]).x < 390


def delete_now(entity: int) -> None:
    esper.delete_entity(entity, immediate=True)


SUPPORTS: dict[str, Callable[[int], None]] = {
    "deleted": delete_now,
    "deleted lazily": lambda entity: esper.delete_entity(entity),
    "collider removed": lambda entity: esper.remove_component(entity, Collider),
    "disabled": lambda entity: setattr(esper.component_for_entity(entity, Collider), "enabled", False),
    "filtered": lambda entity: setattr(esper.component_for_entity(entity, Collider), "mask", 0),
    "made a trigger": lambda entity: setattr(esper.component_for_entity(entity, Collider), "trigger", True),
    "teleported": lambda entity: place(entity, 0, -5000),
}


@pytest.mark.parametrize("how", SUPPORTS)
def test_losing_the_ground_wakes(how: str) -> None:
    physics((0, -900))
    floor, boxes = pile()
    SUPPORTS[how](floor)
    run(30)
    assert all(rigid(box).awake for box in boxes)
    assert all(transform(box).y < 32 + 64 * i - 50 for i, box in enumerate(boxes[:3]))


@pytest.mark.parametrize("how", ["deleted", "collider removed", "disabled"])
def test_losing_the_lowest_box_wakes(how: str) -> None:
    physics((0, -900))
    _, boxes = pile()
    SUPPORTS[how](boxes[0])
    run(60)
    assert transform(boxes[1]).y == pytest.approx(32, abs=2)


def test_sleep_by_hand() -> None:
    physics((0, -900))
    ball = disc(0, 500)
    run(2)
    height = transform(ball).y
    rigid(ball).sleep()
    run(30)
    assert not rigid(ball).awake
    assert transform(ball).y == height
    rigid(ball).wake()
    run(30)
    assert transform(ball).y < height - 50


def test_what_turns_without_shapes_stays_awake() -> None:
    """A motor brings a body without shapes up to speed, which takes longer than to fall asleep."""
    physics((0, 0))
    wheel = esper.create_entity(Transform(), RigidBody(mass=1, inertia=1))
    esper.create_entity(RevoluteJoint(None, wheel, motor_speed=2, max_motor_torque=1))
    run(90)
    assert rigid(wheel).angular_velocity == pytest.approx(1.5, rel=0.01)
    run(60)
    assert rigid(wheel).awake
    assert rigid(wheel).angular_velocity == pytest.approx(2, rel=0.01)
