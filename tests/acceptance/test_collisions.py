"""Collision events and the collision list: one begin, one end, the right counts in between."""

from __future__ import annotations

from collections.abc import Callable

import esper
import pytest

import ecsphys
from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_STAY,
    Box,
    Capsule,
    Circle,
    Collider,
    HalfPlane,
    Polygon,
    RigidBody,
    Segment,
    Transform,
)
from tests.acceptance.support import (
    Recorder,
    body,
    collider,
    disc,
    ground,
    motion,
    pair,
    physics,
    place,
    rigid,
    run,
    transform,
    wall,
)

FAR = (5000.0, 5000.0)


def test_begin_stay_end_of_one_touch() -> None:
    physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(500, 0)
    run(3)
    assert heard.log == []
    place(b, 20, 0)
    run(1)
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY, COLLISION_END) == (1, 0, 0)
    run(4)
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY, COLLISION_END) == (1, 4, 0)
    place(b, 500, 0)
    run(1)
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY, COLLISION_END) == (1, 4, 1)
    run(5)
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY, COLLISION_END) == (1, 4, 1)
    assert all(pair(event) == {a, b} for _, event in heard.log)
    assert heard.of(COLLISION_END)[0].reason == "separated"


@pytest.mark.parametrize("end_after", [1, 2, 3, 6])
def test_an_end_waits_for_end_after_steps(end_after: int) -> None:
    physics(response=False, end_after=end_after)
    heard = Recorder()
    disc(0, 0)
    b = disc(20, 0)
    run(2)
    place(b, 500, 0)
    run(end_after - 1)
    assert heard.count(COLLISION_END) == 0
    run(1)
    assert heard.count(COLLISION_END) == 1


def test_touching_again_in_time_is_no_new_begin() -> None:
    physics(response=False, end_after=3)
    heard = Recorder()
    disc(0, 0)
    b = disc(20, 0)
    run(1)
    for _ in range(5):
        place(b, 500, 0)
        run(2)
        place(b, 20, 0)
        run(1)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 0)


@pytest.mark.parametrize("speed", [60, 150, 300, 600, 1200])
def test_a_near_miss_is_no_touch(speed: float) -> None:
    """Contacts are made ahead of a touch, but a begin means that surfaces met."""
    physics()
    heard = Recorder()
    ball = disc(0, 0, velocity=(speed, 0))
    wall(50, 16.2 + 20, 40, 40)  # its lower edge passes 0.2 px above the ball
    run(120)
    assert heard.log == []
    assert rigid(ball).velocity == (speed, 0)


def test_the_event_says_where_and_how_fast() -> None:
    physics()
    heard = Recorder()
    a, b = disc(0, 0, velocity=(240, 0)), disc(100, 0)
    run(40)
    (begin,) = heard.of(COLLISION_BEGIN)
    assert (begin.entity_a, begin.entity_b) == (a, b)
    assert begin.normal == pytest.approx((1, 0), abs=1e-6)
    assert begin.speed == pytest.approx(240, rel=0.01)
    assert begin.point == pytest.approx((84, 0), abs=3)
    assert begin.other(a) == b
    assert begin.other(b) == a
    assert begin.has(a)
    assert not begin.has(a + b)
    assert 0 <= begin.time <= 1


SHAPES = {
    "circle": Circle(16),
    "box": Box(32, 32),
    "aabb": AABB(32, 32),
    "capsule": Capsule(48, 12),
    "polygon": Polygon([(-16, -12), (16, -12), (0, 18)]),
    "rounded": Polygon([(-12, -12), (12, -12), (0, 14)], radius=4),
}


@pytest.mark.parametrize("mover", SHAPES)
@pytest.mark.parametrize("other", SHAPES)
def test_every_pair_of_shapes_meets_and_parts(mover: str, other: str) -> None:
    physics(response=False)
    heard = Recorder()
    a = body(SHAPES[mover], 0, 0, velocity=(300, 0))
    b = body(SHAPES[other], 100, 0)
    run(60)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) in ((1, 1), (1, 0))
    place(a, *FAR)
    run(2)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 1)
    assert pair(heard.of(COLLISION_BEGIN)[0]) == {a, b}


@pytest.mark.parametrize("shape", SHAPES)
@pytest.mark.parametrize("floor", [Segment((-300, 0), (300, 0)), HalfPlane((0, 1)), Box(600, 0.5)])
def test_every_shape_lands_on_what_is_flat(shape: str, floor: object) -> None:
    physics((0, -900))
    heard = Recorder()
    esper.create_entity(Transform(0, 0), Collider(floor))
    entity = body(SHAPES[shape], 0, 40)
    run(120)
    assert 8 < transform(entity).y < 30
    assert heard.count(COLLISION_BEGIN) >= 1


def test_static_bodies_never_meet() -> None:
    physics()
    heard = Recorder()
    wall(0, 0)
    wall(10, 0)
    body(Box(40, 40), 20, 0, kind="static")
    run(3)
    assert heard.log == []


def test_kinematic_bodies_meet_statics_and_each_other() -> None:
    physics()
    heard = Recorder()
    static = wall(0, 0)
    first = body(Box(40, 40), 30, 0, kind="kinematic")
    second = body(Box(40, 40), 60, 0, kind="kinematic")
    run(2)
    assert sorted(map(sorted, map(pair, heard.of(COLLISION_BEGIN)))) == [[static, first], [first, second]]


def test_one_compound_collider_is_one_collision() -> None:
    physics(response=False)
    heard = Recorder()
    body([Circle(16, (-20, 0)), Circle(16, (20, 0))], 0, 10)
    ground()
    run(3)
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY) == (1, 2)


# filters


def test_layers_and_masks() -> None:
    import enum

    class Layer(enum.IntFlag):
        PLAYER = 1
        ENEMY = 2
        WALL = 4

    physics(response=False)
    heard = Recorder()
    player = disc(0, 0, layer=Layer.PLAYER, mask=Layer.ENEMY | Layer.WALL)
    enemy = disc(5, 0, layer=Layer.ENEMY, mask=Layer.PLAYER)
    blind = disc(0, 5, layer=Layer.WALL, mask=0)
    run(2)
    assert [pair(event) for event in heard.of(COLLISION_BEGIN)] == [{player, enemy}]
    assert blind


@pytest.mark.parametrize(
    ("groups", "meet"), [((-3, -3), False), ((5, 5), True), ((5, 4), False), ((0, 0), False)]
)
def test_groups_decide_alone(groups: tuple[int, int], meet: bool) -> None:
    """Masks that would say the opposite."""
    physics(response=False)
    heard = Recorder()
    mask = 1 if groups[0] < 0 else 0
    disc(0, 0, group=groups[0], mask=mask)
    disc(5, 0, group=groups[1], mask=mask)
    run(2)
    assert heard.count(COLLISION_BEGIN) == meet


# how a collision may end


def remove_at_once(entity: int) -> None:
    esper.delete_entity(entity, immediate=True)


def remove_lazily(entity: int) -> None:
    esper.delete_entity(entity)


def remove_collider(entity: int) -> None:
    esper.remove_component(entity, Collider)


def remove_transform(entity: int) -> None:
    esper.remove_component(entity, Transform)


@pytest.mark.parametrize("remove", [remove_at_once, remove_lazily, remove_collider, remove_transform])
@pytest.mark.parametrize("end_after", [1, 3])
def test_removal_ends_the_collision_once(remove: Callable[[int], None], end_after: int) -> None:
    clock = physics(end_after=end_after)
    heard = Recorder()
    a, b = disc(0, 0), disc(31, 0)
    run(2)
    assert heard.count(COLLISION_BEGIN) == 1
    remove(b)
    run(6)
    (end,) = heard.of(COLLISION_END)
    assert pair(end) == {a, b}
    assert end.reason == "removed"
    assert list(clock.collisions) == []
    assert clock.collisions.of(a) == set()


def test_despawn_ends_the_collision_and_may_be_said_twice() -> None:
    clock = physics()
    heard = Recorder()
    a, b = disc(0, 0), disc(31, 0)
    run(1)
    clock.despawn(b)
    clock.despawn(b)
    run(3)
    assert not esper.entity_exists(b)
    assert [event.reason for event in heard.of(COLLISION_END)] == ["removed"]
    assert esper.entity_exists(a)


def test_despawn_inside_handlers() -> None:
    clock = physics(response=False)

    def die(event: ecsphys.CollisionEvent) -> None:
        clock.despawn(event.entity_a)
        clock.despawn(event.entity_b)

    esper.set_handler(COLLISION_BEGIN, die)
    heard = Recorder()
    entities = [disc(i, 0) for i in range(4)]
    run(4)
    assert not any(esper.entity_exists(entity) for entity in entities)
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (6, 6)


def test_disabling_ends_the_collision() -> None:
    physics()
    heard = Recorder()
    disc(0, 0)
    b = disc(31, 0)
    run(2)
    collider(b).enabled = False
    run(2)
    assert [event.reason for event in heard.of(COLLISION_END)] == ["disabled"]
    collider(b).enabled = True
    place(b, 31, 0)
    run(2)
    assert heard.count(COLLISION_BEGIN) == 2


def test_filtering_ends_the_collision() -> None:
    physics()
    heard = Recorder()
    disc(0, 0)
    b = disc(31, 0)
    run(2)
    collider(b).mask = 0
    run(2)
    assert [event.reason for event in heard.of(COLLISION_END)] == ["filtered"]


def test_replacing_the_collider_ends_or_keeps_but_never_loses_the_count() -> None:
    physics(response=False)
    heard = Recorder()
    disc(0, 0)
    b = disc(20, 0)
    run(2)
    esper.add_component(b, Collider(Box(10, 10)))
    run(2)
    esper.delete_entity(b, immediate=True)
    run(3)
    begins, ends = heard.counts(COLLISION_BEGIN, COLLISION_END)
    assert begins == ends >= 1


@pytest.mark.jit
def test_begins_and_ends_balance_in_a_busy_world() -> None:
    physics((0, -900))
    heard = Recorder()
    ground(width=600)
    entities = [disc(40 * (i % 8) - 150, 40 + 40 * (i // 8), restitution=0.5) for i in range(40)]
    for i in range(200):
        run(1)
        if i % 10 == 9:
            esper.delete_entity(entities.pop(i % len(entities)), immediate=True)
            entities.append(disc(3 * i - 300, 400))
    for entity in entities:
        esper.delete_entity(entity, immediate=True)
    run(3)
    balance: dict[frozenset[int], int] = {}
    for name, event in heard.log:
        key = frozenset(pair(event))
        balance[key] = balance.get(key, 0) + (name == COLLISION_BEGIN) - (name == COLLISION_END)
        assert balance[key] in (0, 1)
    assert set(balance.values()) == {0}


def test_a_sleeping_body_keeps_its_collisions() -> None:
    clock = physics((0, -900))
    heard = Recorder()
    floor = ground()
    box = body(Box(64, 64), 0, 32)
    run(120)
    assert not rigid(box).awake
    assert heard.counts(COLLISION_BEGIN, COLLISION_END) == (1, 0)
    assert clock.collisions.of(box) == {floor}


# response=False


def test_without_response_nothing_is_pushed() -> None:
    physics(response=False)
    heard = Recorder()
    a, b = disc(0, 0), disc(10, 0)
    before = motion(a), motion(b)
    run(30)
    assert (motion(a), motion(b)) == before
    assert heard.counts(COLLISION_BEGIN, COLLISION_STAY, COLLISION_END) == (1, 29, 0)
    assert isinstance(rigid(a), RigidBody)
