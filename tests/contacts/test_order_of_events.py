"""Within a step the events of a pair come in the order in which they happen."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    COLLISION_BEGIN,
    COLLISION_HIT,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    Box,
    Capsule,
    Chain,
    Circle,
    Collider,
    RigidBody,
    Segment,
    Transform,
)
from ecsphys.compile import ENABLED
from ecsphys.systems.continuous import ContinuousSystem
from ecsphys.systems.whole_step import WholeStep
from ecsphys.world.events import CROSSING
from tests.acceptance.support import EVENTS, Recorder, body, disc, physics, rigid, run, wall

BROAD_PHASES = ("quadtree", "sweep_and_prune", "brute_force")
DUMBBELL = [Circle(5, (-20, 0)), Circle(8, (20, 0))]


def names_and_times(recorder: Recorder) -> list[tuple[str, float]]:
    return [(name, event.time) for name, event in recorder.log]


def test_a_compound_begins_with_its_first_shape_to_touch() -> None:
    """One disc hits in flight, the other one, thrown down by that, rests in the floor at the end."""
    physics((0, -900))
    wall(0, 0, 400, 20)
    body(DUMBBELL, 0, 60.35, 0.93, velocity=(1416, -7052))
    recorder = Recorder((COLLISION_BEGIN, COLLISION_HIT))
    run(1)
    (begin, first), (hit, second) = names_and_times(recorder)
    assert (begin, hit) == (COLLISION_BEGIN, COLLISION_HIT)
    assert first == second == pytest.approx(0.249, abs=0.01)
    assert recorder.log[0][1].speed > 7000


def test_no_hit_of_a_fast_compound_comes_before_its_begin() -> None:
    rng = random.Random(2)
    for number in range(300 if ENABLED else 20):
        esper.switch_world(f"compound {number}")
        physics((0, -900))
        wall(0, 0, 400, 20)
        speed, way = rng.uniform(500, 10000), rng.uniform(-0.5, 0.5)
        velocity = speed * math.sin(way), -speed * math.cos(way)
        body(DUMBBELL, 0, rng.uniform(40, 100), rng.uniform(-3, 3), velocity=velocity)
        recorder = Recorder((COLLISION_BEGIN, COLLISION_HIT))
        for _ in range(3):
            recorder.clear()
            run(1)
            log = names_and_times(recorder)
            assert log == sorted(log, key=lambda entry: entry[1])
            assert [name for name, _ in log] in (
                [],
                [COLLISION_BEGIN],
                [COLLISION_BEGIN, COLLISION_HIT],
                [COLLISION_HIT],
            )


@pytest.mark.parametrize("broad_phase", BROAD_PHASES)
def test_a_compound_trigger_reports_the_same_with_every_broad_phase(broad_phase: Any) -> None:
    """It starts inside all three discs: the first one of the collider counts. It leaves the furthest last."""
    physics(broad_phase=broad_phase)
    for k in range(6):
        wall(200 + 60 * k, 300 * (k % 2), 10, 10)
    discs = [Circle(30, (40, 0)), Circle(30, (10, 0)), Circle(30, (-5, 0))]
    esper.create_entity(Transform(0, 0), Collider(discs, trigger=True))
    disc(6, 0, 4, velocity=(9000, 0))
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    run(1)
    (_, entered), (_, left) = recorder.log
    assert entered.time == 0
    assert tuple(entered.point) == pytest.approx((10, 0))
    assert left.time == pytest.approx((40 + 30 + 4 - 6) / 150)


@pytest.mark.parametrize("broad_phase", BROAD_PHASES)
def test_segments_of_a_chain_report_the_same_with_every_broad_phase(broad_phase: Any) -> None:
    """A trigger starts across three of them; what stands around gives each tree an order of its own."""
    physics(broad_phase=broad_phase)
    for k in range(6):
        wall(200 + 60 * k, 300 * (k % 2), 10, 10)
    chain = Chain([(30, 0), (10, 4), (-10, -4), (-30, 0)])
    esper.create_entity(Transform(0, 0), Collider(chain))
    body(Box(50, 30), 0, 5, velocity=(3000, 9000), trigger=True)
    recorder = Recorder((TRIGGER_ENTER,))
    run(1)
    ((_, entered),) = recorder.log
    assert entered.time == 0
    assert entered.point.x < -10  # of the segment on the left


def test_a_body_that_bounces_inside_a_trigger_leaves_it_when_it_is_out() -> None:
    """Its flight has two legs; at the end of the first one it is still inside."""
    physics()
    wall(60, 0, 20, 100)  # its side at x = 50
    door = wall(30, 0, 40, 100, trigger=True)  # from 10 to 50
    ball = disc(0, 0, 5, velocity=(6000, 0), restitution=1)  # 100 in the step: 45 there, 55 back
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    run(1)
    (_, entered), (_, left) = recorder.log
    assert (entered.trigger, entered.visitor) == (door, ball)
    assert entered.time == pytest.approx(0.05)
    assert left.time == pytest.approx(0.85)


def thin_things() -> None:
    pose = 88.51614028999371, 58.64390776291553, -2.9651803954181233
    esper.create_entity(
        Transform(15.120358809226417, 64.68761636693306, 0.41245309803055177),
        Collider(Segment((-40, 0), (40, -25.82717574152781))),
    )
    body(
        [Segment((-40, 0), (40, 13.085664649166318)), Circle(6)], *pose, mass=113, inertia=1e4,
        velocity=(1586.8628348025445, 3149.4897720175068), angular_velocity=3.0322632228391484,
    )  # fmt: skip


def a_turning_capsule() -> None:
    esper.create_entity(Transform(0, 0), Collider(Circle(20), trigger=True))
    body(
        Capsule(60, 3), 54.30501531997654, -16.146417437128342, 0.8910740955828804, mass=1, inertia=1000,
        velocity=(-3937.9446251742543, 3549.6297745610173), angular_velocity=-7.751097331984758,
    )  # fmt: skip


@pytest.mark.parametrize("scene", [thin_things, a_turning_capsule])
def test_what_turns_and_passes_something_ends_after_its_begin(scene: Callable[[], None]) -> None:
    physics(response=scene is not thin_things, integrator="velocity_verlet", substeps=1)
    scene()
    recorder = Recorder()
    run(2)
    log = names_and_times(recorder)
    begins = [name for name, _ in log if name in (COLLISION_BEGIN, TRIGGER_ENTER)]
    assert log and [name for name, _ in log[: len(begins)]] == begins
    assert log == sorted(log, key=lambda entry: entry[1])


@pytest.mark.parametrize("times", [(0.4, 0.2), (0.4, 0.4), (0.0, 0.0), (1.0, 1.0), (0.4, 0.6)])
def test_an_end_is_never_before_the_begin_that_it_ends(
    times: tuple[float, float], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whatever a sweep says of the times; beside it another pair ends at the same time, and one begins."""
    entry, exit_time = times

    def plant(system: ContinuousSystem) -> None:
        world = system.world
        rows = np.zeros(2, CROSSING)
        rows["trigger_a"] = 1
        rows["body_a"], rows["body_b"] = world.row_of(gate), [world.row_of(one), world.row_of(other)]
        rows["entry_time"], rows["exit_time"] = entry, exit_time
        world.crossings = rows.view(np.recarray) if system.physics.step_count == 0 else rows[:0]

    monkeypatch.setattr(ContinuousSystem, "run", plant)
    monkeypatch.setattr(WholeStep, "is_possible", lambda self: False)
    physics()
    gate = wall(0, 0, 10, 10, trigger=True)
    one, other = disc(500, 0, 2), disc(-500, 0, 2)
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    run(2)
    log = [(name, event.visitor, event.time) for name, event in recorder.log]
    last = max(entry, exit_time)
    assert log == [
        (TRIGGER_ENTER, one, entry),
        (TRIGGER_ENTER, other, entry),
        (TRIGGER_EXIT, one, last),
        (TRIGGER_EXIT, other, last),
    ]


@pytest.mark.parametrize("broad_phase", BROAD_PHASES)
def test_recipes_that_add_and_discard_end_empty(broad_phase: Any) -> None:
    """README's recipe: what has entered burns until it leaves."""
    rng = random.Random(11)
    clock = physics((0, -900), broad_phase=broad_phase)
    burning: set[tuple[int, int]] = set()
    recorder = Recorder(EVENTS)
    for x in range(-5, 6):
        wall(x * 80, rng.uniform(-40, 0), 90, 30)
    for _ in range(10):
        wall(rng.uniform(-300, 300), rng.uniform(0, 300), 60, 60, trigger=True)
    for _ in range(150 if ENABLED else 20):
        shape = rng.choice(
            [Circle(rng.uniform(4, 12)), Box(20, 8), Capsule(30, 7), [Circle(4), Circle(4, (9, 0))]]
        )
        velocity = rng.uniform(-2000, 2000), rng.uniform(-2000, 2000)
        body(
            shape, rng.uniform(-350, 350), rng.uniform(50, 400), rng.uniform(-3, 3), velocity=velocity,
            angular_velocity=rng.uniform(-20, 20), continuous=rng.choice(["auto", "bullet", "off"]),
        )  # fmt: skip
    for _ in range(60 if ENABLED else 8):
        recorder.clear()
        run(1)
        for name, event in recorder.log:
            if name == TRIGGER_ENTER:
                assert event.entities not in burning
                burning.add(event.entities)
            elif name == TRIGGER_EXIT:
                burning.remove(event.entities)
    inside = {
        (trigger, visitor)
        for visitor, _ in esper.get_component(RigidBody)
        for trigger in clock.collisions.triggers_of(visitor)
    }
    assert burning == inside


def test_a_touch_does_not_take_its_time_from_an_earlier_passage() -> None:
    """A fast passage leaves its time in the contact; the ball goes out a little and comes back slowly."""
    physics()
    gate = wall(0, 0, 40, 40, trigger=True)
    ball = disc(-60, 0, 5, velocity=(3000, 0))  # ends inside, at -10
    recorder = Recorder((TRIGGER_ENTER, TRIGGER_EXIT))
    run(1)
    assert [(event.trigger, event.time) for _, event in recorder.log] == [(gate, pytest.approx(0.7))]
    rigid(ball).velocity = (-930, 0)  # 0.5 in front of it
    run(1)
    recorder.clear()
    rigid(ball).velocity = (18, 0)  # 0.3 a step
    run(2)
    ((_, event),) = recorder.log
    assert event.time == pytest.approx(2 / 3, abs=1e-6)
