"""Jumps in the air and off walls, launches that are cut, and what can be read of a frame's steps."""

from __future__ import annotations

import random

import esper
import pytest
from numpy.lib.recfunctions import repack_fields

from ecsphys import Box, CharacterController, Physics, RigidBody, Transform
from ecsphys.state import Snapshot
from ecsphys.state.component_values import build, describe
from tests.acceptance.support import body, ground, physics, run
from tests.character.support import GRAVITY, SKIN, control, feet, hero

SPEED = 300.0
APEX = 20  # steps until a jump is at its highest
HEIGHT = SPEED**2 / (2 * 900)


def standing(**options: float) -> CharacterController:
    """A character on the ground of a new world."""
    physics(GRAVITY)
    ground()
    one = control(hero(**options))
    run(2)
    return one


def jumps(one: CharacterController, steps: int, every: int) -> int:
    """Press the button again and again; returns how often it jumped."""
    count = 0
    for k in range(steps):
        if k % every == 0:
            one.jump(SPEED)
        run(1)
        count += one.jumped
    return count


# in the air


@pytest.mark.parametrize("air_jumps", [0, 1, 3])
def test_it_jumps_in_the_air_as_often_as_it_may(air_jumps: int) -> None:
    one = standing(air_jumps=air_jumps, jump_buffer=0.0)
    assert jumps(one, 28, 7) == 1 + air_jumps


def test_a_double_jump_at_the_apex_is_twice_as_high() -> None:
    physics(GRAVITY)
    ground()
    entity = hero(air_jumps=1)
    one, highest = control(entity), 0.0
    for k in range(60):
        if k in (2, 2 + APEX):
            one.jump(SPEED)
        run(1)
        highest = max(highest, feet(entity) - SKIN)
    assert highest == pytest.approx(2 * HEIGHT, rel=0.01)


def test_a_floor_gives_jumps_in_the_air_back() -> None:
    one = standing(air_jumps=1, jump_buffer=0.0)
    assert jumps(one, 15, 10) == 2
    run(100)
    assert one.on_floor
    assert jumps(one, 15, 10) == 2


def test_coyote_time_costs_no_jump_in_the_air() -> None:
    physics(GRAVITY)
    body(Box(100, 10), 0, -5, kind="static")
    one = control(hero(45, air_jumps=1))
    one.move((200, 0))
    while one.on_floor or one.real_velocity.y == 0.0:
        run(1)
    one.jump(SPEED)  # a step off the ledge
    assert jumps(one, 40, 10) == 2 and not one.can_jump


def test_no_jump_in_the_air_is_slower_than_a_launch() -> None:
    one = standing(air_jumps=1)
    one.launch((0, 900))
    run(1)
    before = one.real_velocity.y
    one.jump(SPEED)
    run(1)
    assert one.jumped and one.real_velocity.y == pytest.approx(before - 900 / 60)


def test_air_jumps_count_from_when_they_are_set() -> None:
    one = standing()
    one.jump(SPEED)
    run(10)
    assert not one.can_jump
    one.air_jumps = 2  # a power-up
    assert one.can_jump
    assert jumps(one, 20, 5) == 2


@pytest.mark.parametrize("value", [-1, 1.5, True])
def test_air_jumps_are_counted(value: float) -> None:
    with pytest.raises((TypeError, ValueError), match="air_jumps must be a whole number >= 0"):
        CharacterController(air_jumps=value)  # type: ignore[arg-type]


def test_from_wall_to_wall_with_a_jump_in_the_air_after_each() -> None:
    physics(GRAVITY)
    ground()
    for x in (-60, 60):
        body(Box(40, 2000), x, 1000, kind="static")
    entity = hero(air_jumps=1, wall_jump=250, jump_buffer=0.0)
    one, side = control(entity), 1
    run(2)
    one.jump(SPEED)
    for _ in range(6):
        one.move((200 * side, 0))
        while not one.on_wall or one.on_floor:
            run(1)
        assert one.can_jump
        one.jump(SPEED)
        run(1)
        assert one.jumped and one.real_velocity.x == pytest.approx(-250 * side)
        assert one.can_jump  # in the air: the wall gave it back
        side = -side
    assert feet(entity) > 150


# launches


@pytest.mark.parametrize("released_before", [False, True])
def test_a_launch_in_the_air_is_cut(released_before: bool) -> None:
    one = standing()
    one.jump(SPEED)
    run(10)
    if released_before:
        one.release_jump()
    run(10)
    one.launch((0, 400))  # a double jump that the game makes by itself
    run(3)
    before = one.real_velocity.y
    one.release_jump()
    run(1)
    assert one.real_velocity.y < 0.55 * before
    run(1)
    after = one.real_velocity.y
    one.release_jump()
    run(1)
    assert one.real_velocity.y == pytest.approx(after - 15)  # once


@pytest.mark.parametrize("steps", [1, 2, 4])
def test_no_launch_is_cut_while_the_button_is_up(steps: int) -> None:
    """As in games that call `release_jump` in every frame in which they see the button up."""
    one = standing()
    one.jump(SPEED)
    for k in range(20):
        if k == 10:
            one.launch((0, 900))
        if k > 1:
            one.release_jump()
        esper.process(steps / 60)
        if k == 11:
            assert one.real_velocity.y == pytest.approx(900 - 15 * (2 * steps - 0.5))


def test_no_launch_off_a_floor_is_cut() -> None:
    one = standing()
    one.launch((0, 400))  # a spring
    run(1)
    one.release_jump()
    run(1)
    assert one.real_velocity.y == pytest.approx(400 - 1.5 * 15)


# what a frame's steps did


@pytest.mark.parametrize("steps", [0.3, 1, 2, 3, 8])
def test_a_jump_and_a_landing_are_seen_in_one_frame_each(steps: float) -> None:
    one = standing()
    one.jump(SPEED)
    frames = int(60 / steps)
    seen = []
    for _ in range(frames):
        esper.process(steps / 60)
        seen += [name for name in ("jumped", "landed") if getattr(one, name)]
    assert seen == ["jumped", "landed"] and one.on_floor


def test_within_a_step_they_are_of_the_last_one() -> None:
    world = physics(GRAVITY)
    ground()
    one, seen = control(hero()), []
    run(2)
    for when in (world.before_step, world.after_step):
        when(lambda dt: seen.append(world.step_count) if one.jumped else None)
    one.jump(SPEED)
    esper.process(4 / 60)
    assert seen == [3, 3]  # after the step, and before the next
    assert one.jumped


def test_a_world_that_is_paused_or_stepped_by_hand() -> None:
    one = standing()
    world = esper.get_processor(Physics)
    one.jump(SPEED)
    world.step_once()
    assert one.jumped
    world.step_once()
    assert not one.jumped
    one.launch((0, 0))
    run(100)
    one.jump(SPEED)
    run(1)
    world.paused = True
    run(1)
    assert not one.jumped


def test_what_crushed_it_in_one_step_of_a_frame_is_seen() -> None:
    world = physics(GRAVITY)
    ground()
    one = control(hero())
    piston = body(Box(100, 40), 0, 90, kind="kinematic")

    @world.before_step
    def press(dt: float) -> None:
        down = -2400.0 if world.step_count == 4 else 0.0
        esper.component_for_entity(piston, RigidBody).velocity = (0, down)
        if world.step_count == 5:
            esper.component_for_entity(piston, Transform).y = 500.0

    seen = []
    for _ in range(4):
        esper.process(3 / 60)
        seen.append(one.crushed)
    assert seen == [False, True, False, False]


def test_who_is_put_on_a_floor_has_not_landed() -> None:
    physics(GRAVITY)
    ground()
    entity = hero()
    for x in (0.0, 0.0, 50.0, 50.0):
        esper.component_for_entity(entity, Transform).x = x
        run(1)
        assert control(entity).on_floor and not control(entity).landed


# can_jump


@pytest.mark.parametrize("seed", range(6))
def test_can_jump_says_what_a_jump_does(seed: int) -> None:
    rng = random.Random(seed)
    physics(GRAVITY)
    ground()
    for x in (-80, 80):
        body(Box(40, 400), x, 200, kind="static")
    body(Box(60, 10), rng.uniform(-40, 40), 40, kind="static", one_way=(0, 1))
    one = control(
        hero(
            air_jumps=rng.choice([0, 1, 2]), wall_jump=rng.choice([0, 200]), jump_buffer=0.0,
            coyote_time=rng.choice([0.0, 0.1]),
        )
    )  # fmt: skip
    run(1)
    answers = set()
    for _ in range(150):
        one.move((rng.choice([-200, 0, 200]), 0))
        if rng.random() < 0.05:
            one.launch((0, rng.choice([0, 300])))
        if rng.random() < 0.05:
            one.drop()
        expected = one.can_jump
        tries = rng.random() < 0.3
        if tries:
            one.jump(SPEED)
        run(1)
        assert one.jumped == (tries and expected)
        answers.add(expected)
    assert answers == {True, False}


def test_who_floats_cannot_jump() -> None:
    assert not CharacterController().can_jump
    one = standing()
    one.mode = "floating"
    assert not one.can_jump


# state


def test_a_restored_world_knows_which_jumps_are_left() -> None:
    one = standing(air_jumps=1, jump_buffer=0.0)
    world = esper.get_processor(Physics)
    assert jumps(one, 12, 6) == 2
    data = world.snapshot().to_bytes()
    run(100)
    assert one.can_jump
    world.restore(Snapshot.from_bytes(data))
    ((_, one),) = esper.get_component(CharacterController)
    assert one.air_jumps == 1 and not one.can_jump
    assert jumps(one, 10, 5) == 0


def test_a_controller_of_an_older_save_has_what_a_new_one_has() -> None:
    one = standing(air_jumps=2)
    one.jump(SPEED)
    run(1)
    values = describe(one)
    assert values.words is not None and values.words.dtype.names
    added = {"air_jumps", "air_jumped", "release_age", "landed"}
    known = [name for name in values.words.dtype.names if name not in added]
    assert len(known) == len(values.words.dtype.names) - len(added)
    old = build(values._replace(words=repack_fields(values.words[known])))
    assert isinstance(old, CharacterController)
    assert (old.air_jumps, old.landed, old.jumped, old.on_floor) == (0, False, True, False)
