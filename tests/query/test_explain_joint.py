"""`explain` of a joint: what it holds, and why it does not give way or does not act."""

from __future__ import annotations

import math

import esper
import pytest

from ecsphys import (
    DistanceJoint,
    GearJoint,
    MotorJoint,
    MouseJoint,
    Physics,
    PrismaticJoint,
    PulleyJoint,
    RatchetJoint,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
    WheelJoint,
)
from ecsphys.ecs.components import Joint


@pytest.fixture
def physics() -> Physics:
    physics = Physics(gravity=(0, -10), length_unit=1)
    esper.add_processor(physics)
    return physics


def body(x: float = 0, y: float = 0, kind: str = "dynamic") -> int:
    return esper.create_entity(Transform(x, y), RigidBody(kind, mass=1, inertia=1))  # type: ignore[arg-type]


def steps(count: int) -> None:
    for _ in range(count):
        esper.process(1 / 60)


@pytest.mark.parametrize(
    ("joint", "says"),
    [
        (RevoluteJoint(1, None), "the RevoluteJoint 3 holds a common point of 1 and the world"),
        (WeldJoint(1, 2), "the WeldJoint 3 holds a common point and the angle of 1 and 2"),
        (PrismaticJoint(1, 2), "holds 2 on a line of 1, and their angle"),
        (WheelJoint(1, 2), "holds 2 on a line of 1, about which it turns freely"),
        (DistanceJoint(1, 2), "holds the distance of 1 and 2"),
        (MotorJoint(1, 2), "holds 2 where it is to be, seen from 1"),
        (MouseJoint(1, (2, 3)), "holds a point of 1 near (2.0, 3.0)"),
        (GearJoint(1, 2, -3), "holds the angles of 1 and 2 in a ratio of -3"),
        (RatchetJoint(1, 2, 0.5), "holds 2 from turning back relative to 1"),
        (PulleyJoint(1, 2, (0, 5), (1, 5)), "holds 1 and 2 on the two ends of a rope"),
    ],
)
def test_what_it_holds(physics: Physics, joint: Joint, says: str) -> None:
    body(), body(1)
    assert esper.create_entity(joint) == 3
    assert says in physics.explain(3)
    assert physics.explain(3).endswith("it acts from the next step on")
    steps(1)
    assert says in physics.explain(3)
    assert "force (" in physics.explain(3)


def test_why_it_does_not_act(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    entity = esper.create_entity(joint)
    steps(1)
    joint.enabled = False
    assert physics.explain(entity).endswith("it is disabled, enabled is False")
    joint.enabled, joint.broken = True, True
    assert physics.explain(entity).endswith("it is broken; broken = False mends it")
    joint.broken = False
    steps(1)
    esper.delete_entity(b)
    assert physics.explain(entity).endswith(f"entity {b} does not exist, or is being deleted")
    steps(1)
    assert physics.explain(entity).endswith(f"it is broken, entity {b} does not exist, or is being deleted")


def test_bodies_that_do_not_move(physics: Physics) -> None:
    a, b, c = body(), body(1, kind="static"), body(2, kind="kinematic")
    still, moving = (esper.create_entity(RevoluteJoint(b, c)), esper.create_entity(RevoluteJoint(a, None)))
    steps(1)
    assert physics.explain(still).endswith("neither of them is dynamic, so nothing can be moved")
    esper.component_for_entity(a, RigidBody).sleep()
    steps(1)
    assert "nothing of it is awake; force" in physics.explain(moving)
    esper.component_for_entity(a, RigidBody).apply_force((1e99, 0))
    with pytest.warns(UserWarning, match="put aside"):
        steps(1)
    assert f"{a} is put aside, see Physics.lost" in physics.explain(moving)


def test_at_its_limit(physics: Physics) -> None:
    arm = body(1)
    joint = RevoluteJoint(None, arm, anchor=(0, 0), limits=(-0.5, 0.5))
    entity = esper.create_entity(joint)
    steps(1)
    assert "limit" not in physics.explain(entity)
    steps(180)
    assert "it is at its lower limit -0.5, at -0.5" in physics.explain(entity)


def test_motor(physics: Physics) -> None:
    physics.gravity = (0, 0)
    wheel = body()
    joint = RevoluteJoint(None, wheel, motor_speed=4)
    entity = esper.create_entity(joint)
    steps(1)
    assert "its motor has nothing to run with" in physics.explain(entity)
    joint.max_motor_torque = 2
    steps(5)
    assert "its motor gives all it has, 2, and runs at" in physics.explain(entity)
    assert "instead of 4" in physics.explain(entity)
    steps(200)
    assert "its motor runs at 4, with" in physics.explain(entity)


def test_bounded_effort(physics: Physics) -> None:
    load = body()
    entity = esper.create_entity(MotorJoint(None, load, max_force=5, max_torque=math.inf))
    steps(5)
    assert "it gives all it has, max_force = 5" in physics.explain(entity)


def test_no_joint(physics: Physics) -> None:
    entity = body()
    assert physics.explain(99) == "entity 99 does not exist, or is being deleted"
    assert physics.explain(entity).startswith(f"entity {entity} has no joint")
