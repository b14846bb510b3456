"""Components that go from one entity to another one while others come and go; esper tells nobody."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import Circle, Collider, RigidBody, Transform

from .support import disc, physics, rigid, run, transform


def test_a_dead_entitys_body_goes_on_in_another_one() -> None:
    physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0)
    run(1)
    moving = rigid(first)
    esper.delete_entity(first, immediate=True)
    disc(500, 0)  # somebody comes meanwhile
    esper.add_component(second, moving)
    run(2)
    assert transform(second).x > 100


def test_a_body_changes_hands_while_others_come() -> None:
    physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0)
    run(1)
    moving = rigid(first)
    esper.remove_component(first, RigidBody)
    esper.add_component(second, moving)
    disc(500, 0)
    run(2)
    assert rigid(second).velocity == (60, 0)
    assert transform(second).x > 100


def test_one_given_to_two_is_found_at_once() -> None:
    physics()
    entities = [disc(100 * k, 0) for k in range(3)]
    run(1)
    esper.add_component(entities[0], transform(entities[2]))
    disc(0, 500)
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(1)


def test_esper_may_throw_its_sets_away() -> None:
    """As it does with empty ones, and with all when its database is cleared; the same numbers come again."""
    clock = physics()
    lone = disc(0, 0)
    run(1)
    esper.delete_entity(lone, immediate=True)
    again = disc(50, 0)
    run(1)
    assert clock.bodies["entity"].tolist() == [again]
    for x in (100, 200):
        esper.clear_database()
        disc(x, 0)
        run(1)
        assert (clock.bodies["entity"].tolist(), clock.bodies["x"].tolist()) == ([lone], [x])
    esper.clear_database()
    run(1)
    assert len(clock.bodies) == 0


def test_what_esper_keeps_can_be_copied() -> None:
    physics()
    first = disc(0, 0)
    run(1)
    entities = esper._components[Transform]
    for copied in (copy.copy(entities), copy.deepcopy(entities), entities.copy()):
        copied.add(first + 1)
        assert copied == {first, first + 1} and type(copied) is set
    assert entities == {first}


def test_a_transform_that_moved_and_came_back_is_no_change() -> None:
    physics()
    first, second = disc(0, 0, velocity=(60, 0)), disc(100, 0)
    run(1)
    own, other = transform(first), transform(second)
    esper.add_component(first, other)
    esper.add_component(second, own)
    esper.add_component(first, own)
    esper.add_component(second, other)
    disc(500, 0)
    run(3)
    assert esper.component_for_entity(first, Transform) is own
    assert own.x == pytest.approx(4)


@pytest.mark.parametrize("adopted", [False, True])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda part: pickle.loads(pickle.dumps(part))])
def test_copies_say_the_same_and_are_nobodys(again: Callable[[Any], Any], adopted: bool) -> None:
    clock = physics()
    parts = Transform(1, 2, 3), RigidBody("kinematic", mass=2, velocity=(4, 5), continuous="bullet")
    if adopted:
        esper.create_entity(*parts)
        clock.settle()
    place, motion = again(parts[0]), again(parts[1])
    esper.create_entity(place, motion)
    parts[0].x = parts[1].linear_damping = 7
    assert place.pose == (1, 2, 3) and place.interpolated == (1, 2, 3)
    assert (motion.kind, motion.velocity, motion.continuous) == ("kinematic", (4, 5), "bullet")
    motion.kind = "dynamic"
    run(1)
    assert motion.mass == 2 and motion.linear_damping == 0


@pytest.mark.parametrize("adopted", [False, True])
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda part: pickle.loads(pickle.dumps(part))])
@pytest.mark.parametrize("options", [{}, {"offset": (1, 2), "one_way": (0, 1)}])
def test_copies_of_colliders_change_alone(
    options: dict[str, Any], again: Callable[[Any], Any], adopted: bool
) -> None:
    clock = physics()
    own = Collider(Circle(4), friction=0.25, **options)
    if adopted:
        esper.create_entity(Transform(), own)
        clock.settle()
    other = again(own)
    esper.create_entity(Transform(100, 0), other)
    other.friction, own.restitution = 0.75, 0.5
    run(1)
    assert (own.friction, own.restitution) == (0.25, 0.5)
    assert (other.friction, other.restitution, other.offset) == (0.75, 0.0, own.offset)


def test_many_new_components_do_not_share_a_place() -> None:
    """Their values lie side by side until they are adopted, some hundreds in one piece of memory."""
    clock = physics()
    places = [Transform(k, -k, 0.1 * k) for k in range(1500)]
    bodies = [RigidBody(velocity=(k, -k), gravity_scale=0) for k in range(1500)]
    places[700].x = bodies[700].angular_velocity = -1.0
    for place, body in zip(places[1::2], bodies[1::2], strict=True):
        esper.create_entity(place, body)
    clock.settle()
    assert [place.x for place in places] == [-1 if k == 700 else k for k in range(1500)]
    assert [body.velocity for body in bodies] == [(k, -k) for k in range(1500)]
    assert [body.angular_velocity for body in bodies] == [-1 if k == 700 else 0 for k in range(1500)]
