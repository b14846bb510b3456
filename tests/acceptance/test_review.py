"""What a review found, kept from coming back."""

from __future__ import annotations

import esper
import numpy as np
import pytest

from ecsphys import COLLISION_BEGIN, Box, Circle, Collider, RigidBody, Transform

from .support import STEP, Recorder, body, collider, disc, physics, rigid, run, transform, wall


def test_components_of_a_deleted_entity_may_be_used_again_at_once() -> None:
    physics()
    pose, shape = Transform(), Collider(Box(10, 10))
    first = esper.create_entity(pose, RigidBody(), shape)
    run(1)
    esper.delete_entity(first, immediate=True)
    second = esper.create_entity(pose, RigidBody(velocity=(60, 0)), shape)
    run(1)
    assert transform(second).x == pytest.approx(1)


def test_closing_gaps_forgets_what_was_asked_of_bodies_that_are_gone() -> None:
    clock = physics(gravity=(0, -900))
    wall(0, -500, 1000, 40)
    second = disc(0, 0)
    run(1)
    transform(second).position = (200, 200)
    esper.delete_entity(second, immediate=True)
    assert len(clock.bodies) == 1
    box = body(Box(20, 20), 0, -400)
    run(180)
    assert transform(box).y == pytest.approx(-470, abs=1)


def test_a_handler_may_switch_to_another_world() -> None:
    clock = physics()
    name = esper.current_world
    disc(0, 0), disc(10, 0), disc(500, 0), disc(510, 0)

    def leave(event: object) -> None:
        clock.despawn(event.entity_a)  # type: ignore[attr-defined]
        if event.entity_a == 1:  # type: ignore[attr-defined]
            esper.switch_world("menu of a test")
            esper.create_entity()

    esper.set_handler(COLLISION_BEGIN, leave)
    clock.process(2 * STEP)
    assert esper.entity_exists(1) and clock.step_count == 1
    esper.switch_world(name)
    heard = Recorder((COLLISION_BEGIN,))
    clock.process(0)
    assert heard.count(COLLISION_BEGIN) == 1
    assert not esper.entity_exists(1)
    esper.delete_world("menu of a test")


@pytest.mark.parametrize("dt", [0.005, STEP, 1.5 * STEP, 3 * STEP, 0.1])
def test_move_to_arrives_and_stops(dt: float) -> None:
    physics()
    lift = body(Box(10, 10), 100, 0, kind="kinematic")
    rigid(lift).move_to((110, 20, 1), dt)
    run(20)
    assert transform(lift).pose == pytest.approx((110, 20, 1))
    assert rigid(lift).velocity == (0, 0)


def test_a_new_velocity_ends_move_to() -> None:
    physics()
    lift = body(Box(10, 10), 0, 0, kind="kinematic")
    run(1)
    rigid(lift).move_to((10, 0, 0), 0.1)
    run(1)
    rigid(lift).velocity = (60, 0)
    run(30)
    assert rigid(lift).velocity == (60, 0)


def test_what_move_to_moves_is_interpolated() -> None:
    clock = physics()
    lift = body(Box(10, 10), 0, 0, kind="kinematic")
    run(1)
    rigid(lift).move_to((10, 0, 0), STEP)
    clock.process(1.5 * STEP)
    assert transform(lift).interpolated.x == pytest.approx(5)


def test_nan_is_found_in_a_static_body_before_its_first_step() -> None:
    physics()
    pose = Transform()
    pose.x = float("nan")
    entity = esper.create_entity(pose, Collider(Box(10, 10)))
    with pytest.raises(ValueError, match=f"{entity}.*x"):
        run(1)


def test_the_last_word_on_sleep_counts_and_dies_with_the_body() -> None:
    physics()
    first = disc(0, 0)
    run(1)
    rigid(first).sleep()
    rigid(first).velocity = (60, 0)
    run(1)
    assert transform(first).x == pytest.approx(1)
    rigid(first).sleep()
    esper.delete_entity(first, immediate=True)
    second = disc(0, 0, velocity=(60, 0))
    run(1)
    assert transform(second).x == pytest.approx(1)


def test_replace_refuses_without_losing_the_old_system() -> None:
    clock = physics()
    before = list(clock.systems)
    with pytest.raises(TypeError):
        clock.replace(type(before[-1]), "no system")  # type: ignore[arg-type]
    assert clock.systems == before


def test_impulses_see_a_kind_or_mass_set_just_before() -> None:
    physics()
    late = body(Circle(10), 0, 0, kind="static")
    heavy = disc(500, 0)
    run(1)
    rigid(late).kind = "dynamic"
    rigid(late).apply_impulse((100 * np.pi * 100, 0))
    rigid(heavy).mass = 1000
    rigid(heavy).apply_impulse((1000, 0))
    run(1)
    assert rigid(late).velocity.x == pytest.approx(100)
    assert rigid(heavy).velocity.x == pytest.approx(1)


def test_forces_do_not_pile_up_in_bodies_at_rest() -> None:
    physics()
    fixed = body(Circle(10), 0, 0, kind="static")
    run(1)
    for _ in range(100):
        rigid(fixed).apply_force((1000, 0))
    rigid(fixed).kind = "dynamic"
    run(1)
    assert rigid(fixed).velocity == (0, 0)


def test_a_component_of_another_entity_is_refused_even_while_others_come() -> None:
    physics()
    first, second = disc(0, 0), disc(100, 0)
    run(2)
    esper.add_component(second, transform(first))
    disc(200, 0)
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(2)


def test_a_component_of_another_world_is_refused() -> None:
    physics()
    pose = Transform()
    esper.create_entity(pose, RigidBody())
    run(1)
    here = esper.current_world
    esper.switch_world("second of a test")
    other = physics()
    esper.create_entity(pose, RigidBody())
    with pytest.raises(ValueError, match="world"):
        other.step_once()
    esper.switch_world(here)
    esper.delete_world("second of a test")


def test_a_raising_handler_does_not_cost_time() -> None:
    clock = physics()
    disc(0, 0), disc(10, 0)

    def fail(event: object) -> None:
        raise KeyError("mine")

    esper.set_handler(COLLISION_BEGIN, fail)
    with pytest.raises(KeyError):
        clock.process(4 * STEP)
    clock.process(0)
    assert clock.step_count == 4


@pytest.mark.parametrize("value", [float("nan"), -1, float("inf")])
def test_time_scale_is_checked(value: float) -> None:
    clock = physics()
    with pytest.raises(ValueError, match="time_scale"):
        clock.time_scale = value
    with pytest.raises(TypeError, match="entity"):
        clock.despawn(None)  # type: ignore[arg-type]


def test_another_friction_does_not_filter() -> None:
    """An end says why the pair parted, not what else happened in that step."""
    physics(response=False)
    heard = Recorder()
    first, second = disc(0, 0), disc(20, 0)
    run(2)
    collider(first).friction = 0.1
    run(1)
    assert heard.count("collision_end") == 0
    collider(first).friction = 0.2
    transform(second).position = (500, 0)
    run(1)
    collider(second).mask = 2
    transform(second).position = (20, 0)
    run(2)
    assert [event.reason for event in heard.of("collision_end")] == ["separated"]


@pytest.mark.parametrize("kind", ["static", "kinematic"])
def test_what_is_stopped_by_its_kind_is_not_drawn_between_two_places(kind: str) -> None:
    clock = physics()
    ball = disc(0, 0, velocity=(600, 0))
    run(2)
    rigid(ball).kind = kind
    rigid(ball).velocity = (0, 0)
    clock.process(1.5 * STEP)
    assert transform(ball).interpolated == transform(ball).pose
