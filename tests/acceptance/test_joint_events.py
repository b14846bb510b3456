"""JOINT_BREAK: joints that break under load, and joints whose body dies, whoever deletes what and when."""

from __future__ import annotations

import math

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    JOINT_BREAK,
    JointEvent,
    Listener,
    Physics,
    RevoluteJoint,
    RigidBody,
    Transform,
    WeldJoint,
)


@pytest.fixture
def physics() -> Physics:
    physics = Physics(gravity=(0, -10), length_unit=1)
    esper.add_processor(physics)
    return physics


@pytest.fixture
def events(physics: Physics) -> list[JointEvent]:
    found: list[JointEvent] = []
    ecsphys.on(JOINT_BREAK)(found.append)
    return found


def body(x: float = 0, y: float = 0, mass: float = 1) -> int:
    return esper.create_entity(Transform(x, y), RigidBody(mass=mass, inertia=1))


def summary(events: list[JointEvent]) -> list[tuple[int, int, int, str]]:
    return [(event.joint, event.entity_a, event.entity_b, event.reason) for event in events]


def steps(count: int) -> None:
    for _ in range(count):
        esper.process(1 / 60)


def test_breaks_by_force(physics: Physics, events: list[JointEvent]) -> None:
    """A load hangs at a hook that bears 15: 10 hold it, and 20 do not."""
    hook, load = esper.create_entity(Transform(0, 2)), body()
    joint = RevoluteJoint(hook, load, anchor=(0, 0), break_force=15)
    entity = esper.create_entity(joint)
    steps(30)
    assert not events
    assert joint.force.y == pytest.approx(10, rel=1e-3)
    esper.component_for_entity(load, RigidBody).mass = 2
    steps(1)
    assert summary(events) == [(entity, hook, load, "force")]
    event = events[0]
    assert event.value == pytest.approx(20, rel=0.02)
    assert 0 <= event.time <= 1
    assert event.point == pytest.approx((0, 0), abs=0.01)
    assert event.entities == (hook, load)
    assert event.other(hook) == load
    assert joint.broken
    y = esper.component_for_entity(load, Transform).y
    steps(30)
    assert len(events) == 1
    assert esper.component_for_entity(load, Transform).y < y - 1
    assert joint.force == (0, 0)


def test_breaks_by_torque_and_is_mended(physics: Physics, events: list[JointEvent]) -> None:
    """A beam of length 2 and mass 1 welded to a wall: torque 10."""
    wall, beam = esper.create_entity(Transform(0, 0)), body(1)
    joint = WeldJoint(wall, beam, anchor=(0, 0), break_torque=9)
    entity = esper.create_entity(joint)
    steps(5)
    assert summary(events) == [(entity, wall, beam, "torque")]
    assert events[0].value > 9
    joint.break_torque = math.inf
    esper.component_for_entity(beam, Transform).pose = (1, 0, 0)
    esper.component_for_entity(beam, RigidBody).velocity = (0, 0)
    joint.broken = False
    steps(60)
    assert not joint.broken
    assert abs(joint.torque) == pytest.approx(10, rel=0.02)
    assert len(events) == 1


def test_several_break_in_the_order_of_their_entities(physics: Physics, events: list[JointEvent]) -> None:
    loads = [body(x) for x in range(5)]
    joints = [esper.create_entity(RevoluteJoint(None, load, break_force=1)) for load in reversed(loads)]
    steps(1)
    assert [event.joint for event in events] == [
        event.joint for event in sorted(events, key=lambda event: (event.time, event.entity_b))
    ]
    assert {event.joint for event in events} == set(joints)


def test_body_dies(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    entity = esper.create_entity(joint)
    steps(1)
    esper.delete_entity(b)
    steps(3)
    assert summary(events) == [(entity, a, b, "removed")]
    assert (events[0].value, events[0].time) == (0, 0)
    assert joint.broken
    assert esper.entity_exists(entity)
    assert physics.joints_of(a) == [entity]
    joint.motor_speed = 5.0  # of a broken joint, which asks for no bodies
    steps(1)
    assert len(events) == 1


def test_mending_needs_the_body(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    esper.create_entity(joint)
    steps(1)
    esper.delete_entity(b)
    steps(1)
    joint.broken = False
    steps(2)
    assert joint.broken  # it ends again, as its body is still dead
    assert [event.reason for event in events] == ["removed", "removed"]
    joint.b = None
    joint.broken = False
    steps(2)
    assert not joint.broken
    assert len(events) == 2


def test_body_loses_its_components(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    entity = esper.create_entity(RevoluteJoint(a, b))
    steps(1)
    esper.remove_component(b, RigidBody)
    steps(1)
    assert summary(events) == [(entity, a, b, "removed")]


def test_both_bodies_die(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    entity = esper.create_entity(RevoluteJoint(a, b))
    steps(1)
    esper.delete_entity(a)
    esper.delete_entity(b, immediate=True)
    steps(2)
    assert summary(events) == [(entity, a, b, "removed")]


def test_joint_dies_with_its_body(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    entity = esper.create_entity(RevoluteJoint(a, b))
    steps(1)
    esper.delete_entity(b)
    esper.delete_entity(entity)
    steps(2)
    assert not events
    assert physics.joints_of(a) == []


def test_joint_is_made_for_a_body_that_dies_in_the_same_frame(
    physics: Physics, events: list[JointEvent]
) -> None:
    a, b = body(), body(1)
    steps(1)
    entity = esper.create_entity(RevoluteJoint(a, b))
    esper.delete_entity(b)
    steps(2)
    assert summary(events) == [(entity, a, b, "removed")]


@pytest.mark.parametrize("how", ["immediate", "deferred", "despawned"])
@pytest.mark.parametrize("is_first", [False, True])
def test_body_dies_before_its_first_step(
    physics: Physics, events: list[JointEvent], how: str, is_first: bool
) -> None:
    """`is_first`: the joint is made before its body dies."""
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    entity = esper.create_entity(joint) if is_first else 0
    if how == "despawned":
        physics.despawn(b)
    else:
        esper.delete_entity(b, immediate=how == "immediate")
    entity = entity or esper.create_entity(joint)
    steps(3)
    assert summary(events) == [(entity, a, b, "removed")]
    assert joint.broken
    assert physics.explain(entity).endswith(f"it is broken, entity {b} does not exist, or is being deleted")


def test_joint_of_an_entity_that_died_long_ago(physics: Physics, events: list[JointEvent]) -> None:
    a, b = body(), body(1)
    steps(1)
    esper.delete_entity(b)
    steps(2)
    entity = esper.create_entity(RevoluteJoint(a, b))
    steps(2)
    assert summary(events) == [(entity, a, b, "removed")]


@pytest.mark.parametrize("victim", ["a", "b", "joint", "all"])
@pytest.mark.parametrize("immediate", [True, False])
def test_handler_deletes_in_the_event_of_its_own_joint(
    physics: Physics, events: list[JointEvent], victim: str, immediate: bool
) -> None:
    a, b, c = body(), body(1), body(2)
    first = esper.create_entity(RevoluteJoint(a, b, break_force=1))
    second = esper.create_entity(RevoluteJoint(a, c))
    third = esper.create_entity(RevoluteJoint(None, b, anchor=(1, 5)))
    esper.create_entity(RevoluteJoint(None, a))

    @ecsphys.on(JOINT_BREAK)
    def delete(event: JointEvent) -> None:
        if event.joint != first:
            return
        victims = {"a": [a], "b": [b], "joint": [first], "all": [first, a, b]}[victim]
        for entity in victims:
            esper.delete_entity(entity, immediate=immediate)

    steps(4)
    reasons = {event.joint: event.reason for event in events}
    assert [event.joint for event in events].count(first) == 1
    assert reasons[first] == "force"
    assert (second in reasons) == (victim in ("a", "all"))
    assert (third in reasons) == (victim in ("b", "all"))
    assert all(reason == "removed" for joint, reason in reasons.items() if joint != first)


def test_handler_mends(physics: Physics) -> None:
    a = body()
    joint = RevoluteJoint(None, a, anchor=(0, 3), break_force=1)
    esper.create_entity(joint)
    count = []

    @ecsphys.on(JOINT_BREAK)
    def mend(event: JointEvent) -> None:
        count.append(event)
        esper.component_for_entity(event.joint, RevoluteJoint).broken = False

    steps(10)
    assert len(count) == 10
    assert esper.component_for_entity(a, Transform).y == pytest.approx(0, abs=0.05)


def test_all_ways_to_listen(physics: Physics) -> None:
    calls: list[tuple[object, ...]] = []
    stream = physics.stream(JOINT_BREAK)
    a, b = body(), body(1)
    for entity in (a, b):
        esper.add_component(
            entity, Listener(on_joint_break=lambda me, other, event: calls.append((me, other, event.reason)))
        )
    entity = esper.create_entity(RevoluteJoint(a, b, break_force=0))
    bound = esper.create_entity(RevoluteJoint(None, a, break_force=0))

    @ecsphys.on(JOINT_BREAK, RigidBody, RigidBody)
    def typed(event: JointEvent, *pair: object) -> None:
        calls.append((event.joint, *pair[::2]))

    def handler(event: JointEvent) -> None:
        calls.append((event.joint, event.reason))

    esper.set_handler(JOINT_BREAK, handler)
    assert physics.wants(JOINT_BREAK)
    esper.component_for_entity(a, RigidBody).velocity = (0, 5)
    steps(1)
    assert (entity, "force") in calls
    assert (entity, a, b) in calls
    assert (a, b, "force") in calls
    assert (b, a, "force") in calls
    assert (a, 0, "force") in calls
    rows = stream.take()
    assert set(rows["joint"].tolist()) == {entity, bound}
    assert [ecsphys.REASONS[reason] for reason in rows["reason"]] == ["force", "force"]
    assert (rows["value"] > 0).all()


def test_listener_of_the_joint_itself(physics: Physics) -> None:
    calls: list[tuple[int, int, str]] = []
    load = body()
    listener = Listener(on_joint_break=lambda me, other, event: calls.append((me, other, event.reason)))
    entity = esper.create_entity(RevoluteJoint(None, load, break_force=1), listener)
    steps(2)
    assert calls == [(entity, load, "force")]


def test_deleted_body_still_hears_its_end(physics: Physics) -> None:
    calls: list[tuple[int, int]] = []
    a, b = body(), body(1)
    esper.add_component(b, Listener(on_joint_break=lambda me, other, event: calls.append((me, other))))
    esper.create_entity(RevoluteJoint(a, b))
    steps(1)
    esper.delete_entity(b)
    steps(2)
    assert calls == [(b, a)]


def test_nobody_listens(physics: Physics) -> None:
    a = body()
    joint = RevoluteJoint(None, a, break_force=1)
    esper.create_entity(joint)
    steps(2)
    assert joint.broken
    assert physics.world.events.count == 0


def test_worlds_keep_to_themselves(world: str) -> None:
    found: dict[str, list[int]] = {}
    made: dict[str, Physics] = {}
    for name in (world, f"{world}-other"):
        esper.switch_world(name)
        made[name] = Physics(gravity=(0, -10), length_unit=1)
        esper.add_processor(made[name])
        found[name] = []
        ecsphys.on(JOINT_BREAK)(lambda event, own=found[name]: own.append(event.joint))
        a = body()
        esper.create_entity(RevoluteJoint(None, a, break_force=1 if name == world else math.inf))
    for name in (world, f"{world}-other"):
        esper.switch_world(name)
        steps(3)
    assert found == {world: [2], f"{world}-other": []}
    assert all(len(physics.joints) == 1 for physics in made.values())


def test_entity_numbers_that_begin_anew(physics: Physics, events: list[JointEvent]) -> None:
    """After `esper.clear_database` other entities have the same numbers."""
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    esper.create_entity(joint)
    steps(1)
    esper.clear_database()
    a, b = body(), body(1)
    esper.create_entity(RevoluteJoint(a, b))
    steps(2)
    assert not events
    assert physics.joints["broken"].tolist() == [0]


def test_reset_sends_no_breaks(physics: Physics, events: list[JointEvent]) -> None:
    esper.create_entity(RevoluteJoint(body(), body(1)))
    steps(1)
    physics.reset()
    ecsphys.on(JOINT_BREAK)(events.append)
    steps(2)
    assert not events


def test_nan_of_the_game_stays_outside(physics: Physics) -> None:
    """A body that got NaN is put aside; what it was joined to goes on."""
    a, b = body(), body(1)
    joint = RevoluteJoint(a, b)
    esper.create_entity(joint)
    steps(1)
    physics.bodies["vx"][physics.world.row_of(b)] = math.nan
    with pytest.raises(ValueError, match=f"entity {b}"):
        esper.process(1 / 60)
    physics.bodies["vx"][physics.world.row_of(b)] = 0.0
    steps(3)
    assert np.isfinite(physics.bodies["x"]).all()
