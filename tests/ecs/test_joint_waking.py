"""What joints wake, and when joined bodies fall asleep."""

from __future__ import annotations

import esper
import pytest

from ecsphys import Box, Collider, Physics, RevoluteJoint, RigidBody, Transform, WeldJoint
from tests.ecs.joined import adopt, body, new_physics


@pytest.fixture
def physics() -> Physics:
    return new_physics()


def asleep(physics: Physics, *entities: int) -> None:
    for entity in entities:
        esper.component_for_entity(entity, RigidBody).sleep()
    physics.step_once()
    assert not any(esper.component_for_entity(entity, RigidBody).awake for entity in entities)


def awake(*entities: int) -> list[bool]:
    return [esper.component_for_entity(entity, RigidBody).awake for entity in entities]


CHANGES = {
    "motor_speed": 2.0,
    "max_motor_torque": 3.0,
    "limits": (-1, 1),
    "hertz": 2.0,
    "target_angle": 0.5,
    "break_force": 1e6,
    "enabled": False,
    "broken": True,
    "collide_connected": True,
    "anchor": (0, 1),
    "anchor_a": (0, 1),
    "reference_angle": 0.5,
}


@pytest.mark.parametrize("name", CHANGES)
def test_change_wakes_both(physics: Physics, name: str) -> None:
    a, b, c = body(), body(1), body(2)
    joint = adopt(physics, RevoluteJoint(a, b))
    asleep(physics, a, b, c)
    setattr(joint, name, CHANGES[name])
    physics.step_once()
    assert awake(a, b, c) == [True, True, False]
    if name != "anchor":  # that takes hold anew
        asleep(physics, a, b)
        setattr(joint, name, CHANGES[name])
        physics.step_once()
        assert awake(a, b, c) == [False] * 3


def test_to_give_what_follows_already_wakes_nothing(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = adopt(physics, RevoluteJoint(a, b))
    asleep(physics, a, b)
    for name in ("reference_angle", "anchor_a", "anchor_b"):
        setattr(joint, name, getattr(joint, name))
    physics.step_once()
    assert awake(a, b) == [False] * 2


def test_joint_that_comes_and_goes_wakes_both(physics: Physics) -> None:
    a, b, c = body(), body(1), body(2)
    physics.step_once()
    asleep(physics, a, b, c)
    joint = RevoluteJoint(a, b)
    entity = esper.create_entity(joint)
    physics.step_once()
    assert awake(a, b, c) == [True, True, False]
    asleep(physics, a, b)
    joint.b = c
    physics.step_once()
    assert awake(a, b, c) == [True] * 3
    asleep(physics, a, b, c)
    esper.delete_entity(entity)
    physics.step_once()
    assert awake(a, b, c) == [True, False, True]


def test_death_of_a_body_wakes_the_other(physics: Physics) -> None:
    a, b = body(), body(1)
    adopt(physics, RevoluteJoint(a, b))
    asleep(physics, a, b)
    esper.delete_entity(b)
    esper.clear_dead_entities()
    physics.step_once()
    assert awake(a) == [True]


def test_awake_body_wakes_what_it_is_joined_to(physics: Physics) -> None:
    a, b, c = body(), body(1), body(2)
    for pair in ((a, b), (b, c)):
        adopt(physics, RevoluteJoint(*pair))
    asleep(physics, a, b, c)
    esper.component_for_entity(a, RigidBody).velocity = (1, 0)
    physics.step_once()
    assert awake(a, b) == [True, True]
    physics.step_once()
    assert awake(c) == [True]


def test_kinematic_body_wakes_what_it_pulls(physics: Physics) -> None:
    a, b = body(kind="kinematic"), body(1)
    adopt(physics, RevoluteJoint(a, b, anchor=(1, 0)))
    asleep(physics, b)
    esper.component_for_entity(a, RigidBody).velocity = (2, 0)
    physics.step_once()
    assert awake(b) == [True]
    assert esper.component_for_entity(b, Transform).x > 1


@pytest.mark.parametrize("kind", ["static", "kinematic"])
def test_a_teleported_anchor_wakes_what_hangs_on_it(physics: Physics, kind: str) -> None:
    a, b, c = body(kind=kind), body(1), body(2)
    adopt(physics, RevoluteJoint(a, b, anchor=(1, 0)))
    adopt(physics, RevoluteJoint(b, c, anchor=(2, 0)))
    asleep(physics, b, c)
    esper.component_for_entity(a, Transform).x += 0.5
    physics.step_once()
    assert awake(b, c) == [True, True]
    assert esper.component_for_entity(b, Transform).x > 1.1


def test_a_teleported_machine_wakes_whole(physics: Physics) -> None:
    hook, lamp, other = esper.create_entity(Transform(0, 0)), body(1), body(5)
    adopt(physics, RevoluteJoint(hook, lamp, anchor=(0, 0)))
    asleep(physics, lamp, other)
    physics.teleport(hook, by=(0, 3))
    physics.step_once()
    assert awake(lamp, other) == [True, False]


def test_joined_bodies_fall_asleep_together(physics: Physics) -> None:
    physics.gravity = (0, -100)
    esper.create_entity(Transform(0, -10), Collider(Box(100, 20)))
    a, b = (esper.create_entity(Transform(x, 5), RigidBody(), Collider(Box(10, 10))) for x in (0.0, 30.0))
    adopt(physics, WeldJoint(a, b))
    for step in range(200):
        physics.step_once()
        assert len(set(awake(a, b))) == 1, step
    assert awake(a, b) == [False, False]
    esper.component_for_entity(b, RigidBody).wake()
    physics.step_once()
    assert awake(a, b) == [True, True]
