"""Joints find their bodies: anchors that follow, bodies that come, go and move in memory."""

from __future__ import annotations

import copy
import math

import esper
import numpy as np
import pytest

from ecsphys import (
    Circle,
    Collider,
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
from tests.ecs.joined import acting, adopt, body, new_physics


@pytest.fixture
def physics() -> Physics:
    return new_physics()


# -- anchors -----------------------------------------------------------------------------------------------


def test_anchor_in_the_world_is_found_in_both_frames(physics: Physics) -> None:
    a, b = body(1, 0, math.pi / 2), body(5, 2)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(1, 3)))
    assert joint.anchor_a == pytest.approx((3, 0))
    assert joint.anchor_b == pytest.approx((-4, 1))
    assert joint.anchor == pytest.approx((1, 3))


@pytest.mark.parametrize("kind", [RevoluteJoint, WeldJoint, PrismaticJoint, WheelJoint])
def test_the_other_anchor_follows(physics: Physics, kind: type[Joint]) -> None:
    a, b = body(1, 0), body(5, 2, math.pi)
    assert adopt(physics, kind(a, b, anchor_a=(1, 1))).anchor_b == pytest.approx((3, 1))
    assert adopt(physics, kind(a, b, anchor_b=(1, 1))).anchor_a == pytest.approx((3, 1))


@pytest.mark.parametrize("kind", [RevoluteJoint, WeldJoint, PrismaticJoint, WheelJoint])
def test_without_anchors_it_is_at_the_origin_of_b(physics: Physics, kind: type[Joint]) -> None:
    a, b = body(1, 0), body(5, 2)
    joint = adopt(physics, kind(a, b))
    assert (joint.anchor_a, joint.anchor_b) == ((4, 2), (0, 0))
    joint = adopt(physics, kind(a, None))
    assert (joint.anchor_a, joint.anchor_b) == ((0, 0), (1, 0))
    joint = adopt(physics, kind(None, b))
    assert (joint.anchor_a, joint.anchor_b) == ((5, 2), (0, 0))


def test_ropes_end_at_the_origins(physics: Physics) -> None:
    a, b = body(1, 0), body(4, 4)
    rod = adopt(physics, DistanceJoint(a, b))
    assert isinstance(rod, DistanceJoint)
    assert (rod.anchor_a, rod.anchor_b, rod.length, rod.distance) == ((0, 0), (0, 0), 5, 5)
    pulley = adopt(physics, PulleyJoint(a, b, (1, 10), (4, 10), ratio=2))
    assert isinstance(pulley, PulleyJoint)
    assert pulley.total_length == 10 + 2 * 6
    pulley.ratio = 1
    physics.step_once()
    assert pulley.total_length == pytest.approx(10 + 6)


def test_angles_count_from_how_the_bodies_stand(physics: Physics) -> None:
    a, b = body(angle=0.5), body(angle=2.0)
    joint = adopt(physics, RevoluteJoint(a, b))
    assert isinstance(joint, RevoluteJoint)
    assert (joint.reference_angle, joint.angle) == (1.5, 0)
    given = adopt(physics, RevoluteJoint(a, b, reference_angle=1.0))
    assert isinstance(given, RevoluteJoint)
    assert given.angle == pytest.approx(0.5)
    gear = adopt(physics, GearJoint(a, b, ratio=-2))
    assert isinstance(gear, GearJoint)
    assert gear.reference_angle == -4.5


def test_motor_joint_aims_at_what_is_given(physics: Physics) -> None:
    a, b = body(1, 0, math.pi / 2), body(1, 3)
    joint = adopt(physics, MotorJoint(a, b))
    assert isinstance(joint, MotorJoint)
    assert joint.offset == pytest.approx((3, 0))
    row = physics.world.joints.rows.view(np.ndarray)[0]
    assert row["has_target"] == 3
    joint.linear_velocity = (1, 0)
    joint.angular_velocity = 0
    physics.step_once()
    assert physics.world.joints.rows.view(np.ndarray)[0]["has_target"] == 0
    joint.angle = 0.5
    physics.step_once()
    assert physics.world.joints.rows.view(np.ndarray)[0]["has_target"] == 2


@pytest.mark.parametrize(
    ("options", "has_target"),
    [
        ({}, 1),
        ({"length": 3}, 1),
        ({"max_length": 9}, 0),
        ({"max_length": 9, "hertz": 2}, 1),
        ({"max_length": 9, "length": 3}, 1),
        ({"max_motor_force": 9}, 0),
    ],
)
def test_limits_alone_make_a_rope(physics: Physics, options: dict[str, float], has_target: int) -> None:
    adopt(physics, DistanceJoint(body(), body(1), **options))  # type: ignore[arg-type]
    assert physics.world.joints.rows.view(np.ndarray)[0]["has_target"] == has_target


def test_same_values_let_nothing_follow_anew(physics: Physics) -> None:
    a, b = body(), body(angle=0.3)
    gear, pulley = GearJoint(a, b, 2), PulleyJoint(a, b, (0, 9), (0, 9), 2)
    for joint in (gear, pulley):
        adopt(physics, joint)
    esper.component_for_entity(b, Transform).pose = (1, 1, 1)
    gear.ratio = pulley.ratio = 2
    assert (gear.reference_angle, pulley.total_length) == (0.6, 27)
    physics.step_once()
    assert (gear.reference_angle, pulley.total_length) == (0.6, 27)


def test_mouse_takes_hold_where_the_target_is(physics: Physics) -> None:
    b = body(5, 2)
    joint = adopt(physics, MouseJoint(b, (6, 2)))
    assert isinstance(joint, MouseJoint)
    assert joint.anchor_b == (1, 0)
    joint.target = (9, 9)
    physics.step_once()
    assert (joint.anchor_b, joint.target) == ((1, 0), (9, 9))


@pytest.mark.parametrize(("ratchet", "pawl"), [(0.4, 0.1), (-0.4, 0.5)])
def test_pawl_sits_at_the_last_tooth(physics: Physics, ratchet: float, pawl: float) -> None:
    """Teeth are at 0.1 and every 0.4 from there; b stands at 0.3 and turns in the sense of the ratchet."""
    a, b = body(), body(angle=0.3)
    adopt(physics, RatchetJoint(a, b, ratchet, phase=0.1, reference_angle=0))
    assert physics.world.joints.rows.view(np.ndarray)[0]["pawl"] == pytest.approx(pawl)


def test_other_body_is_taken_hold_of_where_the_joint_is(physics: Physics) -> None:
    a, b, c = body(1, 0), body(5, 2), body(7, 7, 1.0)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(3, 3)))
    assert isinstance(joint, RevoluteJoint)
    joint.b = c
    physics.begin_step(physics.step)
    physics.simulation.stepping = False
    assert joint.anchor_a == (2, 3)
    place = esper.component_for_entity(c, Transform).world_to_local((3, 3))
    assert joint.anchor_b == pytest.approx(place)
    assert joint.reference_angle == 1.0


def test_anchor_assigned_later(physics: Physics) -> None:
    a, b = body(1, 0), body(5, 2)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(3, 3)))
    joint.anchor = (2, 2)
    assert joint.anchor == (2, 2)
    physics.begin_step(physics.step)
    physics.simulation.stepping = False
    assert (joint.anchor_a, joint.anchor_b) == ((1, 2), (-3, 0))


def test_nan_pose_leaves_the_joint_unresolved(physics: Physics) -> None:
    a, b = body(1, 0), body(5, 2)
    esper.component_for_entity(a, Transform).x = math.nan
    joint = RevoluteJoint(a, b, anchor=(3, 3))
    esper.create_entity(joint)
    with pytest.raises(ValueError, match=f"entity {a}"):
        esper.process(1 / 60)
    esper.component_for_entity(a, Transform).x = 2.0
    esper.process(1 / 60)
    assert joint.anchor_a == (1, 3)


# -- bodies ------------------------------------------------------------------------------------------------


def test_bodies_that_do_not_move(physics: Physics) -> None:
    """A static body, a Collider without RigidBody, and a Transform alone can be joined."""
    b = body(0, -1)
    still = [
        esper.create_entity(Transform(0, 0), RigidBody.static()),
        esper.create_entity(Transform(0, 0), Collider(Circle(1))),
        esper.create_entity(Transform(0, 0)),
    ]
    made = [esper.create_entity(RevoluteJoint(entity, b, anchor=(0, 0))) for entity in still]
    physics.gravity = (0, -10)
    physics.step_once()
    assert acting(physics) == made
    assert esper.component_for_entity(b, Transform).y == pytest.approx(-1, abs=1e-3)
    esper.component_for_entity(still[2], Transform).x = 1.0  # a teleport, as of any static body
    physics.step_once()
    assert esper.component_for_entity(made[2], RevoluteJoint).stretch > 0.1


def test_types_of_games(physics: Physics) -> None:
    """A subclass of a type is a joint of that type, whenever it is defined."""

    class Rope(DistanceJoint):
        def __init__(self, a: int | None, b: int | None, knots: int = 3):
            super().__init__(a, b, max_length=3)
            self.knots = knots

    a, b = body(), body(1)
    rope = Rope(a, b)
    entity = esper.create_entity(rope)
    esper.process(1 / 60)

    class LongRope(Rope):
        pass

    long = LongRope(None, b, knots=5)
    other = esper.create_entity(long)
    assert physics.joints_of(b) == [entity, other]
    esper.process(1 / 60)
    assert acting(physics) == [entity, other]
    assert physics.joints["type"].tolist() == [2, 2]
    assert physics.explain(other).startswith(f"the LongRope {other} holds the distance of the world and {b}")
    twin = copy.deepcopy(long)
    assert (type(twin), twin.knots, twin.max_length) == (LongRope, 5, 3)
    esper.remove_component(entity, Rope)
    esper.add_component(other, WeldJoint(None, b))
    with pytest.raises(ValueError, match=f"entity {other} has a LongRope and a WeldJoint"):
        esper.process(1 / 60)
    esper.remove_component(other, LongRope)
    esper.process(1 / 60)
    assert acting(physics) == [other]
    assert rope.knots == 3


def test_joint_is_replaced_and_moves_to_another_entity(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = adopt(physics, RevoluteJoint(a, b))
    esper.add_component(3, WeldJoint(a, b))
    esper.remove_component(3, RevoluteJoint)
    other = esper.create_entity(joint)
    esper.process(1 / 60)
    assert acting(physics) == [3, other]
    assert physics.joints["type"].tolist() == [3, 0]


def test_joints_act_in_the_order_of_entities(physics: Physics) -> None:
    a, b = body(), body(1)
    entities = [esper.create_entity(RevoluteJoint(a, b)) for _ in range(5)]
    esper.process(1 / 60)
    esper.delete_entity(entities[1])
    esper.delete_entity(entities[3])
    esper.process(1 / 60)
    entities += [esper.create_entity(RevoluteJoint(a, b)) for _ in range(2)]
    esper.process(1 / 60)
    assert acting(physics) == [entities[k] for k in (0, 2, 4, 5, 6)]
    rows = physics.world.joints.order.tolist()
    assert rows != sorted(rows)  # freed rows are reused


def test_rows_of_bodies_move(physics: Physics) -> None:
    bodies = [body(x) for x in range(6)]
    joint = adopt(physics, RevoluteJoint(bodies[4], bodies[5]))
    for entity in bodies[:3]:
        esper.delete_entity(entity, immediate=True)
    assert len(physics.bodies) == 3  # compacts the rows
    esper.process(1 / 60)
    row = physics.world.joints.rows.view(np.ndarray)[0]
    assert physics.bodies["entity"][[row["body_a"], row["body_b"]]].tolist() == bodies[4:]
    assert not joint.broken


def test_body_is_made_anew_within_a_frame(physics: Physics) -> None:
    a, b = body(), body(1)
    joint = adopt(physics, RevoluteJoint(a, b, anchor=(0.5, 0)))
    for kind in (Transform, RigidBody):
        esper.remove_component(b, kind)
    physics.settle()
    esper.create_entity(Transform(9, 9), RigidBody())  # takes the row
    esper.add_component(b, Transform(1, 0))
    esper.add_component(b, RigidBody())
    esper.process(1 / 60)
    assert not joint.broken
    assert joint.anchor_b == (-0.5, 0)
    row = physics.world.joints.rows.view(np.ndarray)[0]
    assert row["body_b"] == physics.world.row_of(b)


def test_nothing_is_done_without_joints_or_changes(physics: Physics, monkeypatch: pytest.MonkeyPatch) -> None:
    a, b = body(), body(1)
    esper.process(1 / 60)
    adoption = physics.simulation.joints
    calls: list[str] = []
    monkeypatch.setattr(adoption, "update", lambda: calls.append("update") or [])
    body(5)
    esper.process(1 / 60)
    assert not calls
    monkeypatch.undo()
    adopt(physics, RevoluteJoint(a, b))
    esper.process(1 / 60)
    assert adoption.is_unchanged()


# -- questions ---------------------------------------------------------------------------------------------


def test_joints_of_an_entity(physics: Physics) -> None:
    a, b = body(), body(1)
    first = esper.create_entity(RevoluteJoint(a, b))
    assert physics.joints_of(a) == [first]  # before a step has seen it
    esper.process(1 / 60)
    second = esper.create_entity(MouseJoint(b, (0, 0)))
    assert physics.joints_of(b) == [first, second]
    esper.process(1 / 60)
    assert (physics.joints_of(a), physics.joints_of(b)) == ([first], [first, second])
    esper.component_for_entity(first, RevoluteJoint).b = None
    assert physics.joints_of(b) == [second]
    esper.delete_entity(second)
    assert physics.joints_of(b) == []
    assert physics.joints_of(first) == []
    with pytest.raises(TypeError, match="entity must be"):
        physics.joints_of("a")  # type: ignore[arg-type]


def test_joints_as_an_array(physics: Physics) -> None:
    assert len(physics.joints) == 0
    a, b = body(), body(1)
    entities = [esper.create_entity(RevoluteJoint(None, entity)) for entity in (a, b)]
    physics.gravity = (0, -10)
    physics.step_once()
    rows = physics.joints
    assert rows["entity"].tolist() == entities
    assert rows["entity_b"].tolist() == [a, b]
    assert rows["force_y"] == pytest.approx([10, 10], rel=1e-3)
    forces = [esper.component_for_entity(entity, RevoluteJoint).force.y for entity in entities]
    assert rows["force_y"].tolist() == forces
    with pytest.raises(ValueError, match="read-only"):
        rows["force_y"] = 0.0
    esper.delete_entity(entities[0])
    esper.process(1 / 60)
    assert physics.joints["entity"].tolist() == entities[1:]


def test_reset_forgets_joints(physics: Physics) -> None:
    joint = adopt(physics, RevoluteJoint(body(), body(1)))
    physics.reset()
    assert len(physics.joints) == 0
    assert physics.joints_of(1) == []
    a, b = body(), body(1)
    esper.create_entity(RevoluteJoint(a, b))
    esper.process(1 / 60)
    assert acting(physics) == [3]
    assert not joint.broken
