"""Events of space: begin, stay, hit and end, triggers, order, handlers of every kind, hooks."""

from __future__ import annotations

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import space3d as s3
from tests.space3d.things import Recorder, ball, body, collider, ground, motion, physics, run, transform

BEGIN, STAY, END, HIT = (
    ecsphys.COLLISION_BEGIN,
    ecsphys.COLLISION_STAY,
    ecsphys.COLLISION_END,
    ecsphys.COLLISION_HIT,
)
ENTER, INSIDE, EXIT = ecsphys.TRIGGER_ENTER, ecsphys.TRIGGER_STAY, ecsphys.TRIGGER_EXIT


def test_a_box_reports_four_points_from_a_to_b() -> None:
    physics((0, -10, 0))
    floor, entity = ground(), body(s3.Box(1, 1, 1), y=0.5)
    heard = Recorder(STAY)
    run(20)
    event = heard.heard[-1][1]
    assert (event.entity_a, event.entity_b) == (floor, entity)
    assert event.other(floor) == entity
    assert event.normal == pytest.approx((0, 1, 0))
    assert len(event.points) == 4
    corners = sorted((round(p.point.x, 2), round(p.point.z, 2)) for p in event.points)
    assert corners == [(-0.5, -0.5), (-0.5, 0.5), (0.5, -0.5), (0.5, 0.5)]
    for p in event.points:
        assert (p.point_a - p.point_b).dot(event.normal) == pytest.approx(p.penetration)
    assert event.point == event.points[0].point
    assert event.impulse == pytest.approx(10 / 60, rel=0.05)
    assert "CollisionEvent3D" in repr(event)


def test_the_collision_list() -> None:
    clock = physics((0, -10, 0))
    floor, entity = ground(), body(s3.Box(1, 1, 1), y=0.5)
    run(20)
    (found,) = clock.collisions
    assert (found.entity_a, found.entity_b) == (floor, entity)
    assert found.normal == pytest.approx((0, 1, 0))
    assert len(found.points) == 4
    assert found.impulse == pytest.approx(10 / 60, rel=0.05)
    assert found.age == 19
    assert clock.collisions.between(entity, floor) == found
    assert clock.collisions.of(entity) == {floor}
    transform(entity).y = 9
    run(2)
    assert found.ended
    assert found.normal == (0, 0, 0)
    assert found.points == ()


def test_hits_tell_the_speed() -> None:
    clock = physics((0, -10, 0))
    ground()
    ball(y=2)
    heard = Recorder(HIT)
    run(60)
    ((_, event),) = heard.heard
    assert event.speed == pytest.approx((2 * 10 * 1.5) ** 0.5, rel=0.05)
    clock.hit_speed = 100
    ball(x=4, y=2)
    run(60)
    assert len(heard.heard) == 1


def test_triggers_see_what_enters_stays_and_leaves() -> None:
    physics((0, -10, 0))
    zone = esper.create_entity(s3.Transform3D(0, 0, 0), s3.Collider3D(s3.Box(2, 2, 2), trigger=True))
    entity = ball(y=2)
    heard = Recorder(ENTER, INSIDE, EXIT)
    run(60)
    assert heard.names()[0] == ENTER
    assert heard.names()[-1] == EXIT
    assert set(heard.names()[1:-1]) == {INSIDE}
    event = heard.heard[0][1]
    assert (event.trigger, event.visitor) == (zone, entity)
    assert motion(entity).velocity.y == pytest.approx(-10, rel=0.05)


def test_two_triggers_report_each_other_and_what_is_inside_at_the_start() -> None:
    physics()
    first = body(s3.Sphere(1), trigger=True, kind="kinematic")
    second = body(s3.Sphere(1), x=1, trigger=True, kind="kinematic")
    heard = Recorder(ENTER)
    run()
    assert [(event.trigger, event.visitor) for _, event in heard.heard] == [(first, second), (second, first)]


def test_every_begin_has_one_end_in_a_churning_world() -> None:
    physics((0, -10, 0))
    ground()
    rng = np.random.default_rng(3)
    alive: list[int] = []
    open_pairs: dict[tuple[int, int], int] = {}
    heard = Recorder(BEGIN, END)
    for step in range(120):
        if step % 3 == 0:
            shape = [s3.Sphere(0.4), s3.Box(0.8, 0.8, 0.8), s3.Capsule(1.2, 0.3)][step % 9 // 3]
            x, z = rng.uniform(-1, 1, 2)
            alive.append(body(shape, x, 2, z))
        if step % 7 == 6:
            esper.delete_entity(alive.pop(rng.integers(len(alive))))
        if step % 11 == 10:
            part = collider(alive[rng.integers(len(alive))])
            part.enabled = not part.enabled
        run()
    for entity in alive:
        esper.delete_entity(entity)
    run(2)
    for name, event in heard.heard:
        count = open_pairs.get(event.entities, 0) + (1 if name == BEGIN else -1)
        assert count in (0, 1)
        open_pairs[event.entities] = count
    assert sum(name == BEGIN for name in heard.names()) > 20
    assert set(open_pairs.values()) == {0}


def test_handlers_may_change_the_world() -> None:
    clock = physics((0, -10, 0))
    ground()
    balls = [ball(x=2 * k, y=0.5) for k in range(3)]

    class Bomb:
        pass

    for entity in balls:
        esper.add_component(entity, Bomb())
    seen = []

    @s3.on(BEGIN, Bomb)
    def explode(event: s3.CollisionEvent3D, entity: int, bomb: Bomb, other: int) -> None:
        seen.append(entity)
        clock.despawn(entity)
        clock.despawn(entity)
        ball(x=transform(entity).x, y=9)

    run(3)
    assert seen == balls
    assert len(clock.bodies) == 4
    s3.off(explode)


def test_listeners_hear_of_their_entity() -> None:
    physics((0, -10, 0))
    floor, entity = ground(), ball(y=0.5)
    calls = []
    esper.add_component(
        entity,
        s3.Listener(on_collision_begin=lambda me, other, event: calls.append((me, other, event.normal))),
    )
    run(3)
    assert calls == [(entity, floor, (0, 1, 0))]


def test_streams_are_arrays() -> None:
    clock = physics((0, -10, 0))
    ground()
    begins, enters = clock.stream(BEGIN), clock.stream(ENTER)
    zone = esper.create_entity(s3.Transform3D(), s3.Collider3D(s3.Sphere(9), trigger=True))
    entity = ball(y=0.5)
    run(3)
    rows = begins.take()
    assert rows["entity_b"].tolist() == [entity]
    assert rows["nz"].tolist() == [0.0]
    assert {"x", "y", "z", "penetration", "time"} <= set(rows.dtype.names)
    inside = enters.take()
    assert inside["trigger"].tolist() == [zone]
    assert {"x", "y", "z"} <= set(inside.dtype.names)
    assert clock.wants(BEGIN)
    assert not clock.wants(STAY)


def test_ignored_pairs_and_filters() -> None:
    clock = physics((0, -10, 0))
    floor, first, second = ground(), ball(y=0.5), ball(x=3, y=0.5)
    ends = Recorder(END)
    run(3)
    clock.ignore(floor, first)
    run(5)
    assert transform(first).y < 0.5
    assert [(event.reason, event.entities) for _, event in ends.heard] == [("filtered", (floor, first))]

    def apart(a: int, b: int) -> bool:
        return second not in (a, b)

    clock.add_filter(apart)
    run(3)
    assert transform(second).y < 0.5
    clock.remove_filter(apart)
    with pytest.raises(ValueError, match="remove_filter needs a function that was added"):
        clock.remove_filter(apart)


def test_functions_of_every_step() -> None:
    clock = physics()
    entity = ball()
    order = []

    @clock.before_step
    def push(dt: float) -> None:
        order.append("before")
        motion(entity).apply_force((1, 0, 0))

    @clock.after_step
    def look(dt: float) -> None:
        order.append("after")

    run(2)
    assert order == ["before", "after"] * 2
    assert motion(entity).velocity.x > 0
    clock.off(push)
    clock.off(look)
    run()
    assert len(order) == 4
    with pytest.raises(ValueError, match="off needs a function that was added"):
        clock.off(push)


def test_layers_masks_groups_and_detection() -> None:
    physics((0, -10, 0))
    ground(layer=1, mask=1)
    met = ball(y=0.5)
    missed = ball(x=3, y=0.5, layer=2)
    grouped = ball(x=6, y=0.5, group=-1)
    other = ball(x=6, y=1.5, group=-1)
    sensed = ball(x=-4, y=0.5, mask=0, detect_mask=1)
    heard = Recorder(BEGIN)
    run(40)
    pairs = {event.entities for _, event in heard.heard}
    assert any(met in pair for pair in pairs)
    assert not any(missed in pair for pair in pairs)
    assert (grouped, other) not in pairs
    assert any(sensed in pair for pair in pairs)
    assert transform(sensed).y < 0
    assert transform(other).y == pytest.approx(0.5, abs=0.03)


def test_events_of_a_raising_handler_are_not_lost() -> None:
    physics((0, -10, 0))
    ground()
    ball(y=0.5)
    ball(x=3, y=0.5)
    heard = []

    def fragile(event: s3.CollisionEvent3D) -> None:
        heard.append(event.entities)
        if len(heard) == 1:
            raise KeyError("first")

    esper.set_handler(BEGIN, fragile)
    with pytest.raises(KeyError):
        run()
    run()
    assert len(heard) == len(set(heard)) == 2
