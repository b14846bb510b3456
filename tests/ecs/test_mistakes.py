"""What a beginner may give an entity by mistake: an error or one warning, which names the entity."""

from __future__ import annotations

import warnings
from typing import Any

import esper
import pytest

from ecsphys import (
    Box,
    Circle,
    Collider,
    HalfPlane,
    Listener,
    Physics,
    PhysicsWarning,
    RigidBody,
    Transform,
)


class Crate(RigidBody):
    """A component type of the game's own."""


def clock(**options: Any) -> Physics:
    physics = Physics(**options)
    esper.add_processor(physics)
    return physics


def warnings_of(steps: int) -> list[str]:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for _ in range(steps):
            esper.process(1 / 60)
    assert all(warning.filename == __file__ for warning in caught)
    return [str(warning.message) for warning in caught if warning.category is PhysicsWarning]


@pytest.mark.parametrize("wrong", [RigidBody, Collider, Listener, Circle])
def test_a_class_is_no_component(wrong: type) -> None:
    clock()
    entity = esper.create_entity(Transform(), RigidBody(), wrong)
    for _ in range(2):
        with pytest.raises(TypeError, match=rf"entity {entity} has the class {wrong.__name__}.*\(\.\.\.\)"):
            esper.process(1 / 60)
    esper.delete_entity(entity, immediate=True)
    esper.process(1 / 60)


def test_classes_alone_are_seen_too() -> None:
    clock()
    esper.create_entity(Transform, RigidBody)
    with pytest.raises(TypeError, match="class RigidBody"):
        esper.process(1 / 60)


@pytest.mark.parametrize("kind", [list, tuple])
def test_components_in_a_list_are_no_component(kind: type) -> None:
    clock()
    entity = esper.create_entity(kind([Transform(), RigidBody()]))
    with pytest.raises(
        TypeError, match=rf"entity {entity} has a {kind.__name__} of components.*\*components"
    ):
        esper.process(1 / 60)


def test_lists_of_the_game_are_its_own_business() -> None:
    clock()
    esper.create_entity(Transform(), RigidBody(), [1, 2], (3, "4"))
    assert warnings_of(2) == []


def test_classes_of_the_game_are_its_own_business() -> None:
    clock()
    esper.create_entity(Transform(), RigidBody(), Crate)
    assert warnings_of(2) == []


def test_a_collider_without_transform_is_warned_of_once() -> None:
    clock()
    entity = esper.create_entity(Collider(Circle(5)))
    esper.create_entity(RigidBody())
    (message,) = warnings_of(3)
    assert f"entity {entity} has a Collider and no Transform" in message


def test_components_may_come_one_after_the_other_and_a_transform_may_go() -> None:
    physics = clock()
    entity = esper.create_entity()
    esper.add_component(entity, Collider(Circle(5)))
    esper.add_component(entity, Transform())
    assert warnings_of(1) == [] and len(physics.bodies) == 1
    esper.remove_component(entity, Transform)
    assert warnings_of(2) == []


def test_a_subclass_needs_an_alias() -> None:
    physics = clock()
    entity = esper.create_entity(Transform(), Crate(), Collider(Circle(5)))
    (message,) = warnings_of(2)
    assert f"Crate of entity {entity}" in message and "type_alias=RigidBody" in message
    esper.add_component(entity, Crate(), type_alias=RigidBody)
    esper.remove_component(entity, Crate)
    assert warnings_of(2) == [] and physics.bodies["kind"].tolist() == [2]


def test_a_shape_is_no_collider() -> None:
    clock()
    entity = esper.create_entity(Transform(), RigidBody(), Circle(16))
    (message,) = warnings_of(2)
    assert f"entity {entity}" in message and "Collider" in message


def test_shapes_much_smaller_than_the_length_unit_are_warned_of_once() -> None:
    clock()
    esper.create_entity(Transform(), Collider(HalfPlane((0, 1), 0.5)))
    esper.create_entity(Transform(0, 9), RigidBody(), Collider(Box(800, 0.1)))
    assert warnings_of(1) == []
    first = esper.create_entity(Transform(0, 99), RigidBody(), Collider(Circle(0.5)))
    esper.create_entity(Transform(0, 150), RigidBody(), Collider(Circle(0.2)))
    (message,) = warnings_of(3)
    assert f"entity {first} is 1 across" in message and "length_unit=1" in message


def test_small_shapes_are_right_in_a_small_unit() -> None:
    clock(length_unit=1)
    esper.create_entity(Transform(0, 99), RigidBody(), Collider(Circle(0.5)))
    assert warnings_of(2) == []
