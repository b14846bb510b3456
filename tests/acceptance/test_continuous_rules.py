"""Triggers, filters, one-way platforms, compound colliders and chains hold for what flies."""

from __future__ import annotations

from typing import Any

import esper
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Chain,
    Circle,
    Collider,
    Polygon,
    RigidBody,
    Transform,
)

from .flight import A_STEP, SLOP, bullet
from .support import Recorder, body, disc, physics, rigid, run, transform, wall

# triggers


def test_a_visitor_that_passes_triggers_enters_and_leaves_in_order_of_time() -> None:
    physics()
    heard = Recorder([TRIGGER_ENTER, TRIGGER_EXIT])
    far = wall(70, 0, 10, 100, trigger=True)
    near = wall(30, 0, 10, 100, trigger=True)
    one = bullet(100)
    run(1)
    assert [(name, event.trigger) for name, event in heard.log] == [
        (TRIGGER_ENTER, near), (TRIGGER_EXIT, near), (TRIGGER_ENTER, far), (TRIGGER_EXIT, far),
    ]  # fmt: skip
    assert [event.time for _, event in heard.log] == pytest.approx([0.21, 0.39, 0.61, 0.79])
    assert {event.visitor for _, event in heard.log} == {one}
    run(2)
    assert len(heard.log) == 4


@pytest.mark.parametrize("kind", ["static", "dynamic", "kinematic"])
@pytest.mark.parametrize("continuous", ["auto", "bullet"])
def test_a_moving_trigger_sees_what_it_passes(kind: str, continuous: str) -> None:
    physics()
    heard = Recorder()
    sensor = bullet(100, trigger=True, continuous=continuous)
    visitor = body(Box(10, 100), 50, 0, kind=kind)
    run(1)
    assert [name for name, _ in heard.log] == [TRIGGER_ENTER, TRIGGER_EXIT]
    assert all((event.trigger, event.visitor) == (sensor, visitor) for _, event in heard.log)


def test_what_is_behind_the_first_solid_hit_is_not_reported() -> None:
    physics()
    heard = Recorder()
    bullet(100, restitution=0)
    front = wall(30, 0, 4, 100, trigger=True)
    wall(50, 0, 4, 100)
    wall(70, 0, 4, 100, trigger=True)
    wall(90, 0, 4, 100)
    run(1)
    assert [event.trigger for event in heard.of(TRIGGER_ENTER)] == [front]
    assert heard.count(COLLISION_BEGIN) == 1


def test_through_a_trigger_and_back_is_one_passage() -> None:
    physics()
    heard = Recorder()
    one = bullet(100, restitution=1)
    wall(30, 0, 4, 100, trigger=True)
    wall(55, 0, 2, 100)
    run(1)
    assert transform(one).x == pytest.approx(0)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)
    enter, leave = heard.of(TRIGGER_ENTER)[0], heard.of(TRIGGER_EXIT)[0]
    assert enter.time == pytest.approx(0.24)
    assert leave.time == pytest.approx(0.76)


def test_end_after_holds_for_passages() -> None:
    physics(end_after=3)
    heard = Recorder()
    bullet(100)
    wall(50, 0, 4, 100, trigger=True)
    run(1)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 0)
    run(2)
    assert heard.counts(TRIGGER_ENTER, TRIGGER_EXIT) == (1, 1)


# filters


@pytest.mark.parametrize("options", [{"mask": 2}, {"layer": 4, "group": -3}, {"layer": 8}])
def test_layers_masks_and_groups_hold(options: dict[str, int]) -> None:
    physics()
    heard = Recorder()
    one = bullet(100, **options)
    wall(50, 0, 2, 100, group=-3, mask=7)
    run(1)
    assert (transform(one).x == pytest.approx(100)) == (options != {"layer": 1})
    assert heard.log == []


def test_ignored_pairs_pass() -> None:
    clock = physics()
    one, block = bullet(100), wall(50, 0, 2, 100)
    clock.ignore(one, block)
    run(1)
    assert transform(one).x == pytest.approx(100)


@pytest.mark.parametrize("passes", [True, False])
def test_filters_are_asked(passes: bool) -> None:
    clock = physics()
    one = bullet(100, restitution=1)
    wall(50, 0, 2, 100)
    clock.add_filter(lambda a, b: not passes)
    run(1)
    assert (rigid(one).velocity.x > 0) == passes


def test_a_contact_hook_may_drop_an_impact() -> None:
    clock = physics()
    heard = Recorder()
    one = bullet(100)
    wall(30, 0, 2, 100)
    solid = wall(80, 0, 2, 100)
    asked = []

    def hook(contact: Any) -> None:
        asked.append(contact.other(one))
        if contact.other(one) != solid:
            contact.drop()

    clock.add_contact_hook(hook)
    run(1)
    assert transform(one).x == pytest.approx(75, abs=0.01)
    assert solid in asked
    assert [event.other(one) for event in heard.of(COLLISION_BEGIN)] == [solid]


def test_a_contact_hook_may_change_the_bounce() -> None:
    clock = physics()
    one = bullet(100)
    wall(59, 0, 10, 100)

    def hook(contact: Any) -> None:
        contact.restitution = 1.0

    clock.add_contact_hook(hook)
    run(1)
    assert transform(one).x == pytest.approx(0, abs=1e-9)


@pytest.mark.parametrize("way", [60, 200, 1000])
def test_one_way_platforms_hold_from_one_side_only(way: float) -> None:
    physics()
    body(Box(200, 4), kind="static", one_way=(0, 1))
    down = disc(-50, 50, 4, velocity=(0, -way * A_STEP))
    up = disc(50, -50, 4, velocity=(0, way * A_STEP))
    run(1)
    assert transform(down).y >= 6 - SLOP
    assert transform(up).y == pytest.approx(way - 50)
    assert rigid(up).velocity.y == way * A_STEP


# compound colliders, chains


def test_every_part_of_a_compound_counts() -> None:
    physics()
    dumbbell = [Circle(4, (0, -50)), Box(2, 100), Circle(4, (0, 50))]
    one = body(dumbbell, velocity=(300 * A_STEP, 0))
    wall(150, 54, 2, 10)  # only the upper end meets it
    run(1)
    assert rigid(one).velocity.x < 300 * A_STEP - 1
    assert rigid(one).angular_velocity > 0


def test_compound_levels_hold_and_report_one_pair() -> None:
    physics()
    heard = Recorder()
    tiles = [Polygon([(48, y), (52, y), (52, y + 20), (48, y + 20)]) for y in range(-100, 100, 20)]
    esper.create_entity(Transform(), Collider(tiles))
    one = bullet(500, restitution=1)
    run(1)
    assert transform(one).x == pytest.approx(2 * 44 - 500)
    assert heard.count(COLLISION_BEGIN) == 1


@pytest.mark.parametrize(("x", "way", "holds"), [(0, 100, False), (100, -100, True)])
def test_chains_hold_from_the_front(x: float, way: float, holds: bool) -> None:
    physics()
    chain = Chain([(50, 100), (50, 7), (50, -3), (50, -100)][::-1])  # its front is on the right
    esper.create_entity(Transform(), Collider(chain))
    one = bullet(way, x)
    run(1)
    assert (abs(transform(one).x - x) < 90) == holds


@pytest.mark.parametrize("y", [-40, -0.1, 0, 0.1, 3, 60])
def test_joints_of_chains_hold(y: float) -> None:
    physics()
    zigzag = [(50 + 10 * (k % 2), 20 * k - 100) for k in range(11)]
    esper.create_entity(Transform(), Collider(Chain(zigzag)))
    for k in range(5):
        bullet(-300 * (k + 1), 100, y + 3 * k, group=-1)
    run(3)
    for _, (pose, _rigid) in esper.get_components(Transform, RigidBody):
        assert pose.x > 48
