"""Handlers that cannot take their arguments and numbers of entities are checked at the door."""

from __future__ import annotations

import functools
from typing import Any

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    Circle,
    Collider,
    Listener,
    Physics,
    Projectile,
    RigidBody,
    Transform,
    Vec2,
)
from ecsphys.math2d import check


class Bullet:
    """A component of the game."""

    def one(self, event: Any) -> None: ...

    def three(self, me: int, other: int, event: Any) -> None: ...

    @staticmethod
    def many(*arguments: Any) -> None: ...


def default(me: int, other: int = 0, event: Any = None, more: int = 0) -> None: ...


def test_handlers_by_type_take_what_they_get() -> None:
    with pytest.raises(
        TypeError, match=r"called with \(event, entity, component, other_entity\), and .* takes \(e\)"
    ):
        ecsphys.on(COLLISION_BEGIN, Bullet)(lambda e: None)  # type: ignore[misc]
    with pytest.raises(TypeError, match=r"called with \(event\), and .*three.* takes \(me: "):
        ecsphys.on(COLLISION_BEGIN)(Bullet().three)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match=r"write @on\(COLLISION_BEGIN\)"):
        ecsphys.on(default)  # type: ignore[call-overload]
    for types, function in (((), Bullet().one), ((Bullet,), default), ((Bullet, Bullet), Bullet.many)):
        ecsphys.on(COLLISION_BEGIN, *types)(function)


def test_listeners_and_projectiles_do_too() -> None:
    for make in (lambda f: Listener(on_collision_begin=f), lambda f: Projectile(on_hit=f)):
        with pytest.raises(TypeError, match=r"on_\w+ is called with \(me, other, event\), and"):
            make(Bullet().one)
        for right in (Bullet().three, Bullet.many, default, functools.partial(default, more=3), print):
            make(right)


def test_numpy_numbers_are_entities_and_layers() -> None:
    physics = Physics()
    esper.add_processor(physics)
    made = [esper.create_entity(Transform(20 * k), RigidBody(), Collider(Circle(5))) for k in range(3)]
    physics.step_once()
    first, second, third = physics.bodies["entity"].copy()
    physics.ignore(first, second)
    assert "ignore each other" in physics.explain(first, second)
    physics.unignore(first, second)
    physics.despawn(third)
    physics.step_once()
    assert not esper.entity_exists(made[2])
    assert Collider(Circle(5), layer=np.int64(4), mask=np.uint8(6)).layer == 4
    assert Projectile(ignore=third, pierce=np.int32(2)).ignore == (made[2],)


@pytest.mark.parametrize("wrong", [None, "1", 1.5, True])
def test_other_things_are_not(wrong: Any) -> None:
    physics = Physics()
    for call in (
        physics.despawn,
        lambda entity: physics.ignore(entity, 2),
        lambda entity: Projectile(ignore=[entity]),
    ):
        with pytest.raises(TypeError, match="must be an"):
            call(wrong)


def test_a_coordinate_of_a_vector_cannot_be_set() -> None:
    for vector in (Transform().position, RigidBody().velocity, Vec2(1, 2)):
        with pytest.raises(AttributeError, match=r"x of a Vec2 cannot be set: assign a new pair, \(x, y\)"):
            vector.x = 5  # type: ignore[misc]


def test_unit_vectors_stay_as_they_are() -> None:
    """What is made a unit vector is the same one when it is assigned again."""
    rng = np.random.default_rng(2)
    vectors = rng.normal(size=(3000, 2)) * 10.0 ** rng.uniform(-5, 8, (3000, 1))
    changed = 0
    for vector in vectors.tolist():
        unit = check.unit(vector, "axis")
        assert abs(unit.length - 1.0) < 3e-16
        assert check.unit(unit, "axis") == unit
        changed += unit.normalized() != unit
    assert changed > 100  # it would differ in the last bit


def test_an_axis_assigned_to_itself_is_no_change() -> None:
    joint = ecsphys.PrismaticJoint(1, 2, (1.1, 0.3))
    for turn in range(100):
        joint.axis = (1.1, 0.3 * turn)
        axis = joint.axis
        joint.axis = axis
        assert joint.axis == axis
