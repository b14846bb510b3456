"""Mistakes of games with joints, said once; and joints of bodies that are put aside."""

from __future__ import annotations

import copy
import math

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    JOINT_BREAK,
    Circle,
    Collider,
    DistanceJoint,
    IntegrationSystem,
    JointEvent,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
)
from ecsphys.world.joints import LOADS
from tests.ecs.joined import acting, adopt, body, new_physics


@pytest.fixture
def physics() -> Physics:
    return new_physics()


@pytest.mark.parametrize("side", ["a", "b"])
def test_entity_that_cannot_be_joined(physics: Physics, side: str) -> None:
    known = body()
    joint = RevoluteJoint(known, 77) if side == "b" else RevoluteJoint(77, known)
    entity = esper.create_entity(joint)
    sentence = f"entity {entity}: {side} of its RevoluteJoint must be an entity with a body, got 77, which"
    with pytest.raises(ValueError, match=f"{sentence} does not exist"):
        esper.process(1 / 60)
    assert physics.step_count == 0
    for _ in range(2):  # it was said once, and the game goes on
        esper.process(1 / 60)
    assert (acting(physics), joint.broken) == ([], False)
    assert physics.explain(entity).endswith("entity 77 does not exist, or is being deleted")
    nowhere = esper.create_entity()
    setattr(joint, side, nowhere)
    with pytest.raises(
        ValueError, match=f"{side} of its RevoluteJoint .*, got {nowhere}, which has no Transf"
    ):
        esper.process(1 / 60)
    esper.process(1 / 60)
    assert acting(physics) == []
    assert physics.explain(entity).endswith(f"entity {nowhere} has no Transform")
    esper.add_component(nowhere, Transform())
    esper.process(1 / 60)
    assert acting(physics) == [entity]


def test_unknown_entity_assigned_in_use(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = adopt(physics, RevoluteJoint(a, b))
    for wrong in (99, 98):
        joint.b = wrong
        with pytest.raises(ValueError, match=f"b of its RevoluteJoint must be .* with a body, got {wrong}"):
            esper.process(1 / 60)
        assert acting(physics) == ([3] if wrong == 99 else [])  # nothing has changed
        esper.process(1 / 60)
        assert acting(physics) == []
    joint.b = b
    esper.process(1 / 60)
    assert acting(physics) == [3]


def test_all_mistakes_of_a_frame_are_said_at_once(physics: Physics) -> None:
    a, b = body(), body(1)
    made = [esper.create_entity(joint) for joint in (RevoluteJoint(a, 70), WeldJoint(71, b), WeldJoint(a, b))]
    with pytest.raises(ValueError, match=rf"entity {made[0]}: b of .* 70.*; entity {made[1]}: a of .* 71"):
        esper.process(1 / 60)
    esper.process(1 / 60)
    assert acting(physics) == made[2:]
    assert physics.joints["entity"].tolist() == made


def test_the_waiting_joint_of_a_deleted_entity_is_forgotten(physics: Physics) -> None:
    a = body()
    entity = esper.create_entity(RevoluteJoint(a, 70))
    with pytest.raises(ValueError, match="got 70"):
        esper.process(1 / 60)
    esper.delete_entity(entity)
    esper.process(1 / 60)
    assert physics.simulation.joints.is_unchanged()


def test_a_waiting_joint_lets_its_bodies_sleep(physics: Physics) -> None:
    a = body()
    esper.create_entity(RevoluteJoint(a, 70))
    with pytest.raises(ValueError, match="got 70"):
        esper.process(1 / 60)
    esper.process(1 / 60)
    esper.component_for_entity(a, RigidBody).sleep()
    esper.process(1 / 60)
    esper.process(1 / 60)
    assert not esper.component_for_entity(a, RigidBody).awake


@pytest.mark.parametrize("is_later", [False, True])
@pytest.mark.parametrize("part", [RigidBody(mass=1, inertia=1), Collider(Circle(1))])
def test_joint_needs_an_entity_of_its_own(physics: Physics, is_later: bool, part: object) -> None:
    a, b = body(), body(1)
    joint = WeldJoint(a, b)
    entity = esper.create_entity(joint)
    if is_later:
        esper.process(1 / 60)
        assert acting(physics) == [entity]
    parts = Transform(0, 9), copy.copy(part)
    for one in parts:
        esper.add_component(entity, one)
    with pytest.raises(
        ValueError, match=f"entity {entity}: its WeldJoint needs an entity of its own, without a body"
    ):
        esper.process(1 / 60)
    assert acting(physics) == [entity] * is_later  # nothing has changed
    for _ in range(2):
        esper.process(1 / 60)
    assert (acting(physics), joint.broken) == ([], False)
    assert physics.explain(entity).endswith(f"entity {entity} has a body, and a joint needs one of its own")
    for one in parts:
        esper.remove_component(entity, type(one))
    esper.process(1 / 60)
    assert acting(physics) == [entity]


def test_joint_that_holds_its_own_entity(physics: Physics) -> None:
    entity, b = body(), body(1)
    esper.add_component(entity, WeldJoint(entity, b))
    with pytest.raises(ValueError, match=f"entity {entity}: its WeldJoint needs an entity of its own"):
        esper.process(1 / 60)
    lonely = esper.create_entity(Transform(5, 5))
    esper.add_component(lonely, WeldJoint(lonely, b))
    with pytest.raises(ValueError, match=f"a of its WeldJoint must be .*, got {lonely}, which has a joint"):
        esper.process(1 / 60)
    esper.process(1 / 60)
    assert acting(physics) == []


def test_one_joint_an_entity(physics: Physics) -> None:
    a, b = body(), body(1)
    entity = esper.create_entity(RevoluteJoint(a, b), WeldJoint(a, b))
    with pytest.raises(ValueError, match=f"entity {entity} has a RevoluteJoint and a WeldJoint"):
        esper.process(1 / 60)
    esper.remove_component(entity, WeldJoint)
    esper.process(1 / 60)
    assert acting(physics) == [entity]


def test_one_entity_a_joint(physics: Physics) -> None:
    joint = RevoluteJoint(body(), body(1))
    first, second = esper.create_entity(joint), esper.create_entity(joint)
    with pytest.raises(ValueError, match=f"the RevoluteJoint of entity {second} is already entity {first}'s"):
        esper.process(1 / 60)


def test_joint_of_a_body_that_is_put_aside_does_not_act(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(0, 0)))
    esper.component_for_entity(b, RigidBody).apply_force((1e99, 0))
    with pytest.warns(UserWarning, match="put aside"):
        esper.process(1 / 60)
    assert physics.lost == (b,)
    for _ in range(3):
        esper.process(1 / 60)
        assert acting(physics) == []
    assert physics.lost == (b,)
    assert joint.force == (0, 0)
    assert np.isfinite([*esper.component_for_entity(a, Transform).pose]).all()
    esper.component_for_entity(b, Transform).position = (1, 0)
    esper.process(1 / 60)
    assert acting(physics) == [3]


@pytest.mark.filterwarnings("ignore::ecsphys.PhysicsWarning")
@pytest.mark.parametrize("found", [math.nan, math.inf, 1e300])
def test_results_of_a_lost_body_are_numbers(physics: Physics, found: float) -> None:
    """Whatever the solver has made of it, in the very step in which a body leaves the range of numbers."""
    a, b, c = body(), body(3), body(9)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(0, 0), break_force=1.0))
    other = adopt(physics, DistanceJoint(c, None, anchor_b=(9, 5)))
    assert isinstance(joint, RevoluteJoint) and isinstance(other, DistanceJoint)
    rows = physics.simulation.joints.table.rows

    class Spoil(esper.Processor):
        def process(self, dt: float = 0.0) -> None:
            for name in (*LOADS, "value", "point_x", "overload_value"):
                rows[name][0] = found
            rows["overload"][0] = rows["broken"][0] = 1

    physics.insert(Spoil(), after=IntegrationSystem)
    broken: list[JointEvent] = []
    ecsphys.on(JOINT_BREAK)(broken.append)
    esper.component_for_entity(b, RigidBody).apply_force((1e99, 0))
    esper.component_for_entity(c, RigidBody).apply_force((0, -30))
    esper.process(1 / 60)
    assert physics.lost == (b,)
    assert (joint.force, joint.torque, joint.stretch, joint.angle, joint.speed) == ((0, 0), 0, 0, 0, 0)
    assert (other.force.y, other.distance) == (pytest.approx(-30, rel=1e-3), pytest.approx(5, rel=1e-3))
    is_load = math.isfinite(found)
    assert [event.value for event in broken] == [found] * is_load
    assert joint.broken == is_load
