"""Components that go from one entity to another one while others come and go; esper tells nobody."""

from __future__ import annotations

import copy

import esper
import pytest

from ecsphys import RigidBody, Transform

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
