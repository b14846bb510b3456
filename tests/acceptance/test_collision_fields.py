"""What collisions and their events carry, and the entities that they leave out."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Box, Circle, Collider, Transform
from tests.acceptance.support import STEP, body, disc, ground, physics, run, wall

G = -900.0


@pytest.fixture(params=["event", "stay", "collision"])
def touch(request) -> Callable[..., Any]:
    """Step a world and return what one pair carries: its begin, its stay, or its entry in the list."""

    def step(clock, a, b):
        found = []
        name = ecsphys.COLLISION_STAY if request.param == "stay" else ecsphys.COLLISION_BEGIN

        @ecsphys.on(name)
        def keep(event):
            if {event.entity_a, event.entity_b} == {a, b}:
                found.append(event)

        run(2)
        return clock.collisions.between(a, b) if request.param == "collision" else found[0]

    return step


def test_points_lie_on_both_surfaces(touch) -> None:
    clock = physics(response=False)
    a, b = disc(0, 0, 16), disc(20, 15, 12)  # 25 apart, 3 deep
    carried = touch(clock, a, b)
    (point,) = carried.points
    assert carried.normal == pytest.approx((0.8, 0.6))
    assert point.penetration == pytest.approx(3)
    assert point.point == pytest.approx(carried.normal * 14.5)
    assert point.point_a == pytest.approx(carried.normal * 16)
    assert point.point_b == pytest.approx((20 - 12 * 0.8, 15 - 12 * 0.6))


def test_a_face_has_two_points(touch) -> None:
    clock = physics(response=False)
    floor, box = ground(), body(Box(40, 20), 7, 8)
    carried = touch(clock, floor, box)
    assert [point.point_a.y for point in carried.points] == pytest.approx([0, 0])
    assert [point.point_b.y for point in carried.points] == pytest.approx([-2, -2])
    assert sorted(point.point.x for point in carried.points) == pytest.approx([-13, 27])
    assert [point.penetration for point in carried.points] == pytest.approx([2, 2])


def test_the_deeper_point_of_an_event_comes_first() -> None:
    physics(response=False)
    ground(), body(Box(40, 20), 7, 8, angle=-0.05)
    events = []
    keep = events.append
    esper.set_handler(ecsphys.COLLISION_BEGIN, keep)
    run(1)
    (event,) = events
    first, second = event.points
    assert first.penetration > second.penetration
    assert first.point == event.point
    assert first.point.x > second.point.x
    assert first.penetration == event.penetration


def test_shapes_are_named_by_their_index_in_the_collider(touch) -> None:
    clock = physics(response=False)
    shapes = [Circle(10, (100 * k, 0)) for k in range(4)]
    a = esper.create_entity(Transform(0, 0), Collider(shapes))
    b = body([Circle(5, (0, 500)), Circle(5), Circle(5, (0, 900))], 200, 12)
    carried = touch(clock, a, b)
    assert (carried.shape_a, carried.shape_b) == (2, 1)


def test_a_sweep_names_shapes_too() -> None:
    """A bullet passes a thin sensor-like collider within one step."""
    physics(response=False)
    events = []
    keep = events.append
    esper.set_handler(ecsphys.COLLISION_BEGIN, keep)
    a = esper.create_entity(Transform(0, 0), Collider([Box(10, 4), Box(2, 100)][::-1], offset=(500, 0)))
    disc(350, 20, 4, velocity=(18000, 0), continuous="bullet")
    run(1)
    (event,) = events
    assert (event.entity_a, event.shape_a, event.shape_b, event.frames_left) == (a, 0, 0, 1)
    (point,) = event.points
    assert point.point_a == point.point == point.point_b == event.point
    assert event.point.x == pytest.approx(499, abs=0.5)


def test_frames_left_counts_the_steps_until_the_end() -> None:
    clock = physics(response=False, end_after=3)
    a, b = disc(0, 0), disc(20, 0, velocity=(15 / STEP, 0), continuous="off")
    seen = []
    ends = []
    keep = ends.append
    esper.set_handler(ecsphys.COLLISION_END, keep)
    clock.step_once()  # 35 apart: never touched
    esper.component_for_entity(b, Transform).position = (20, 0)
    esper.component_for_entity(b, ecsphys.RigidBody).velocity = (0, 0)
    clock.step_once()
    kept = clock.collisions.between(a, b)
    seen.append(kept.frames_left)
    esper.component_for_entity(b, Transform).position = (300, 0)
    for _ in range(4):
        clock.step_once()
        seen.append(kept.frames_left)
    assert seen == [3, 2, 1, 0, 0]
    (end,) = ends
    assert (end.frames_left, end.points, end.shape_a, end.shape_b) == (0, (), 0, 0)
    assert (kept.points, kept.shape_a, kept.shape_b) == ((), 0, 0)


def test_an_event_carries_end_after_as_it_was() -> None:
    clock = physics(response=False, end_after=5)
    disc(0, 0), disc(20, 0)
    events = []
    keep = events.append
    esper.set_handler(ecsphys.COLLISION_BEGIN, keep)
    run(1)
    clock.end_after = 2
    assert events[0].frames_left == 5


def test_events_can_be_kept() -> None:
    physics(response=False)
    a = disc(0, 0, 16)
    disc(20, 15, 12)
    events = []
    keep = events.append
    esper.set_handler(ecsphys.COLLISION_BEGIN, keep)
    run(1)
    before = events[0].points
    esper.delete_entity(a)
    run(5)
    assert events[0].points == before
    assert math.dist(before[0].point_a, before[0].point_b) == pytest.approx(3)


# -- entities that leave ---------------------------------------------------------------------------


def delete(entity: int, clock) -> None:
    esper.delete_entity(entity)


def delete_now(entity: int, clock) -> None:
    esper.delete_entity(entity, immediate=True)


def despawn(entity: int, clock) -> None:
    clock.despawn(entity)


@pytest.mark.parametrize("leave", [delete, delete_now, despawn])
def test_what_leaves_is_named_no_more(leave) -> None:
    clock = physics()
    sensor = esper.create_entity(Transform(0, 0), Collider(Circle(50), trigger=True))
    stays, goes = disc(-10, 10, 10, gravity_scale=0), disc(10, 10, 10, gravity_scale=0)
    floor = wall(0, -18, 200, 40)
    seen = []

    def look(event) -> None:
        if not seen:
            leave(goes, clock)
        seen.append(
            (
                *(goes in clock.collisions.of(other) for other in (floor, stays)),
                clock.collisions.of(goes), clock.collisions.triggers_of(goes),
                goes in clock.collisions.triggers_of(sensor),
                clock.collisions.between(goes, floor), clock.collisions.between(stays, goes),
                any(one.has(goes) for one in clock.collisions),
                len(clock.collisions) == len(list(clock.collisions)),
            )
        )  # fmt: skip

    esper.set_handler(ecsphys.COLLISION_BEGIN, look)
    run(1)
    assert seen
    assert set(map(repr, seen)) == {repr((False, False, set(), set(), False, None, None, False, True))}
    assert clock.collisions.of(floor) == {stays}
    assert clock.collisions.triggers_of(sensor) == {stays}


def test_a_new_entity_with_a_dead_ones_number_is_not_taken_for_it() -> None:
    clock = physics(response=False)
    a, b = disc(0, 0), disc(10, 0)
    run(1)
    assert clock.collisions.of(a) == {b}
    esper.clear_database()
    assert disc(500, 0) == a
    assert disc(0, 500) == b
    assert clock.collisions.of(a) == set()
    assert clock.collisions.between(a, b) is None
    assert list(clock.collisions) == []
    assert len(clock.collisions) == 0


def test_deletion_in_another_world_is_no_deletion() -> None:
    clock = physics(response=False)
    a, b = disc(0, 0), disc(10, 0)
    run(1)
    home = esper.current_world
    esper.switch_world("elsewhere")
    for _ in range(3):
        esper.delete_entity(esper.create_entity())
    assert clock.collisions.of(a) == {b}
    esper.switch_world(home)
    assert clock.collisions.of(a) == {b}
