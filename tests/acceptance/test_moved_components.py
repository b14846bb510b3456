"""Components that go from one entity to another one while others come and go; esper tells nobody."""

from __future__ import annotations

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


@pytest.mark.jit
def test_one_given_to_two_is_found_in_the_end() -> None:
    """Nothing that was lost is used elsewhere here: rounds through all entities find it."""
    physics()
    entities = [disc(100 * k, 0) for k in range(600)]
    run(1)
    esper.add_component(entities[3], transform(entities[5]))
    disc(0, 500)
    with pytest.raises(ValueError, match="belongs to one entity"):
        run(8)


def test_rounds_come_to_an_end() -> None:
    clock = physics()
    [disc(100 * k, 0) for k in range(300)]
    run(1)
    assert not clock._registry.quiet()
    run(4)
    assert clock._registry.quiet()


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
