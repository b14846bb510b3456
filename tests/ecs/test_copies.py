"""Every component can be copied and pickled, in use or not; the copy is a new one, in nobody's use."""

from __future__ import annotations

import copy
import pickle
from collections.abc import Callable
from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    CharacterController,
    Circle,
    Collider,
    Listener,
    Physics,
    Polygon,
    Projectile,
    RayCaster,
    RigidBody,
    ShapeCaster,
    Transform,
)
from ecsphys.ecs.binding import owner_of

heard: list[Any] = []


def hear(*arguments: Any) -> None:
    heard.append(arguments)


COPIERS: dict[str, Callable[[Any], Any]] = {"copy": copy.copy, "deepcopy": copy.deepcopy}
for _protocol in range(pickle.HIGHEST_PROTOCOL + 1):
    COPIERS[f"pickle {_protocol}"] = lambda part, p=_protocol: pickle.loads(pickle.dumps(part, p))


def characters_and_projectiles() -> list[tuple[Any, ...]]:
    triangle = Collider(
        [Polygon([(0, 0), (5, 0), (0, 5)]), Circle(2)], friction=0.25, layer=4, one_way=(0, 2)
    )
    return [
        (
            Transform(1, 2, 3),
            RigidBody.kinematic(velocity=(3, 4)),
            Collider(Circle(5), layer=2),
            CharacterController(wall_jump=30),
            Listener(on_collision_begin=hear),
        ),
        (
            Transform(200, 0),
            RigidBody(mass=3, angular_velocity=2),
            triangle,
            Projectile(pierce=2, on_hit=hear, ignore=7),
            RayCaster((0, 2), 30, mask=3),
            ShapeCaster(Circle(3), (1, 1)),
        ),
    ]


def values(part: Any) -> dict[str, Any]:
    names = [name for name in dir(type(part)) if not name.startswith("_")]
    return {name: value for name in names if not callable(value := getattr(part, name))}


@pytest.mark.parametrize("copier", COPIERS)
@pytest.mark.parametrize("used", [False, True])
def test_a_copy_has_the_same_values(copier: str, used: bool) -> None:
    entities = characters_and_projectiles()
    if used:
        physics = Physics(gravity=(0, -10))
        esper.add_processor(physics)
        for parts in entities:
            esper.create_entity(*parts)
        physics.step_once()
    for part in [part for parts in entities for part in parts]:
        made = COPIERS[copier](part)
        assert type(made) is type(part) and made is not part
        assert repr(made) == repr(part)
        if isinstance(part, Listener):
            continue
        assert owner_of(made) == 0
        mine, theirs = values(made), values(part)
        mine.pop("hits", None), theirs.pop("hits", None), mine.pop("hit", None), theirs.pop("hit", None)
        mine.pop("interpolated", None), theirs.pop("interpolated", None)
        assert mine == theirs


def test_a_copy_goes_to_another_entity() -> None:
    physics = Physics()
    esper.add_processor(physics)
    first = [esper.create_entity(*parts) for parts in characters_and_projectiles()]
    physics.step_once()
    for entity in first:
        copies = [pickle.loads(pickle.dumps(part)) for part in esper.components_for_entity(entity)]
        esper.create_entity(*copies)
    physics.step_once()
    assert len(physics.bodies) == 4


def test_the_death_of_a_copied_listener_silences_nobody() -> None:
    heard.clear()
    listener = Listener(on_collision_begin=hear)
    copy.copy(listener)  # dies at once
    assert pickle.loads(pickle.dumps(listener)).on_collision_begin is hear
    physics = Physics()
    esper.add_processor(physics)
    esper.create_entity(Transform(), RigidBody(), Collider(Circle(5)), listener)
    esper.create_entity(Transform(3), RigidBody(), Collider(Circle(5)))
    assert physics.wants(COLLISION_BEGIN)
    physics.step_once()
    assert len(heard) == 1
