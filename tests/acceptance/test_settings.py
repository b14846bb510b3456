"""Settings of `Physics` that change between steps, and mistakes in them."""

from __future__ import annotations

import math
import warnings
from typing import Any

import esper
import pytest

import ecsphys
from ecsphys import Box, Circle, Collider, Listener, Physics, RigidBody, Transform
from ecsphys.spatial.broad_phase import KINDS
from ecsphys.world.checks import fingerprint
from tests.acceptance.support import STEP, body, disc, ground, physics, rigid, run, speed, transform

G = -900.0


def test_every_setting_of_the_constructor_can_be_read() -> None:
    given = {
        "gravity": (1, 2), "length_unit": 2.0, "step": 0.01, "substeps": 3, "max_steps": 5, "integrator":
        "rk4", "broad_phase": "brute_force", "end_after": 4, "response": False, "sleeping": False,
        "restitution_threshold": 0.5, "history": 7, "threads": 1,
    }  # fmt: skip
    clock = Physics(**given)
    assert {name: getattr(clock, name) for name in given} == given


def test_every_assignable_setting_is_assigned() -> None:
    values = {
        "gravity": (1, 2), "length_unit": 2.0, "step": 0.01, "substeps": 3, "max_steps": 5, "integrator":
        "rk4", "broad_phase": "brute_force", "end_after": 4, "response": False, "sleeping": False,
        "restitution_threshold": 0.5,
    }  # fmt: skip
    clock = Physics()
    for name, value in values.items():
        assert getattr(clock, name) != value
        setattr(clock, name, value)
        assert getattr(clock, name) == value


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gravity", 9.81), ("length_unit", 0), ("step", -1), ("step", 60), ("substeps", 0), ("max_steps",
        1.5), ("integrator", "euler"), ("broad_phase", "grid"), ("end_after", 0), ("restitution_threshold",
        -1),
    ],
)  # fmt: skip
def test_a_wrong_value_is_refused_and_changes_nothing(name: str, value: object) -> None:
    clock = Physics()
    before = getattr(clock, name)
    with pytest.raises((ValueError, TypeError), match=name):
        setattr(clock, name, value)
    assert getattr(clock, name) == before
    with pytest.raises((ValueError, TypeError), match=name):
        Physics(**{name: value})


def test_a_step_of_60_seconds_is_taken_for_60_steps_a_second() -> None:
    with pytest.raises(ValueError, match="1 / 60"):
        Physics(step=60)
    assert Physics(step=1).step == 1


def test_without_response_bodies_fall_through_and_are_reported() -> None:
    clock = physics((0, G))
    floor, ball = ground(), disc(0, 16)
    run(40)
    clock.response = False
    run(5)
    assert transform(ball).y < 16
    assert clock.collisions.of(ball) == {floor}
    clock.response = True
    run(60)
    assert transform(ball).y == pytest.approx(16, abs=0.5)


def test_response_goes_off_and_on_without_an_end() -> None:
    clock = physics((0, G))
    ground(), disc(0, 16)
    ends = clock.stream("collision_end")
    run(10)
    for value in (False, True):
        clock.response = value
        run(1)
    assert len(ends.take()) == 0


def sleeping_ball() -> tuple[Physics, int]:
    """Return a world and a ball that has fallen asleep on the ground."""
    clock = physics((0, G))
    ground()
    ball = disc(0, 16)
    run(120)
    assert not rigid(ball).awake
    return clock, ball


def test_response_wakes_what_sleeps() -> None:
    clock, ball = sleeping_ball()
    clock.response = False
    run(5)
    assert transform(ball).y < 15


def test_sleeping_off_wakes_and_keeps_awake() -> None:
    clock, ball = sleeping_ball()
    clock.sleeping = False
    run(120)
    assert rigid(ball).awake
    clock.sleeping = True
    run(120)
    assert not rigid(ball).awake


def test_the_step_changes() -> None:
    clock = physics()
    ball = disc(0, 0, velocity=(60, 0))
    run(60)
    clock.step = 1 / 30
    esper.process(1 / 30)
    assert clock.step_count == 61
    assert transform(ball).x == pytest.approx(62)


def test_max_steps_changes() -> None:
    clock = physics()
    clock.max_steps = 3
    clock.process(0.5)
    assert (clock.step_count, clock.dropped_steps) == (3, 27)


def test_end_after_changes() -> None:
    clock = physics(response=False)
    disc(0, 0), disc(10, 0, velocity=(1200, 0), continuous="off")
    ends = clock.stream("collision_end")
    clock.end_after = 4
    parted = clock.stream("collision_begin")
    run(1)
    assert len(parted.take()) == 1
    counts = [(run(1), len(ends.take()))[1] for _ in range(8)]
    assert counts == [0, 0, 0, 1, 0, 0, 0, 0]


@pytest.mark.jit
@pytest.mark.parametrize(("before", "after"), [*zip(KINDS, [*[*KINDS][1:], *KINDS], strict=False)])
def test_another_broad_phase_gives_the_same_bits(before: str, after: str) -> None:
    bits = []
    for switch in (False, True):
        esper.switch_world(f"{switch}")
        clock = physics((0, G), broad_phase=before)
        ground()
        for k in range(12):
            body(Box(30, 30), 35 * (k % 4), 20 + 40 * (k // 4), angle=0.1 * k)
        run(20)
        if switch:
            clock.broad_phase = after
        disc(50, 200)
        run(1)
        esper.delete_entity(5)
        run(20)
        assert clock.raycast((-500, 10), (500, 10)) is not None
        bits.append(fingerprint(clock))
    assert bits[0] == bits[1]


def test_the_length_unit_scales_what_is_not_assigned() -> None:
    clock = Physics(length_unit=64)
    assert clock.hit_speed == 64
    clock.length_unit = 1
    assert clock.hit_speed == 1
    clock.hit_speed = 5
    clock.length_unit = 2
    assert clock.hit_speed == 5


def bounce(clock: Physics, approach: float) -> float:
    """Speed of an elastic ball after it met the floor."""
    floor = ground()
    ball = disc(0, 17, restitution=1, velocity=(0, -approach))
    run(10)
    after = rigid(ball).velocity.y
    esper.delete_entity(floor), esper.delete_entity(ball)
    run(1)
    return after


def test_nothing_bounces_below_the_threshold() -> None:
    clock = physics()
    assert bounce(clock, 80) == pytest.approx(80, rel=0.02)
    assert bounce(clock, 50) == pytest.approx(0, abs=1)  # one length unit a second is 64
    clock.restitution_threshold = 0
    assert bounce(clock, 50) == pytest.approx(50, rel=0.02)
    assert bounce(clock, 20) == pytest.approx(20, rel=0.05)
    clock.restitution_threshold = 200
    assert bounce(clock, 100) == pytest.approx(0, abs=1)
    clock.restitution_threshold = None
    assert bounce(clock, 80) == pytest.approx(80, rel=0.02)


def test_settings_cannot_change_within_a_step() -> None:
    class Meddle(esper.Processor):
        def process(self, dt: float) -> None:
            clock.gravity = (0, 1)

    clock = physics()
    clock.insert(Meddle(), before=ecsphys.BroadPhaseSystem)
    with pytest.raises(RuntimeError, match="between steps"):
        clock.step_once()


# -- mistakes ----------------------------------------------------------------------------------------


def test_a_misspelt_attribute_is_an_error() -> None:
    clock = Physics()
    with pytest.raises(AttributeError, match=r"gravty.*gravity"):
        clock.gravty = (0, -900)
    for component in (Transform(), RigidBody(), Collider(Circle(1)), Listener()):
        with pytest.raises(AttributeError):
            component.veloctiy = 1

    class Own(Physics):
        pass

    own = Own()
    own.level = 3
    assert own.level == 3


def test_one_physics_a_world() -> None:
    first = physics()
    with pytest.raises(RuntimeError, match="another Physics"):
        physics()
    with pytest.raises(RuntimeError, match="already"):
        esper.add_processor(first)
    world = esper.current_world
    esper.switch_world("second")
    with pytest.raises(RuntimeError, match="one Physics for each world"):
        esper.add_processor(first)
    physics()
    esper.switch_world(world)
    esper.remove_processor(Physics)
    physics()


def test_a_refused_physics_changes_nothing() -> None:
    first = physics()
    ball = disc(0, 0, velocity=(60, 0))
    with pytest.raises(RuntimeError):
        physics()
    run(60)
    assert transform(ball).x == pytest.approx(60)
    assert first.step_count == 60


def test_milliseconds_are_suspected_once() -> None:
    clock = physics()
    with pytest.warns(ecsphys.PhysicsWarning, match="seconds"):
        clock.process(16.6)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        clock.process(16.6)
        Physics(max_steps=1000).process(10)
        Physics().process(0.5)


# -- every step --------------------------------------------------------------------------------------


def test_before_and_after_step_are_called_in_every_step_around_everything() -> None:
    calls = []
    clock = physics((0, G))
    ground()
    ball = disc(0, 17)

    @clock.before_step
    def before(dt: float) -> None:
        calls.append(("before", dt, transform(ball).y))

    @clock.after_step
    def after(dt: float) -> None:
        calls.append(("after", dt, transform(ball).y))

    @ecsphys.on(ecsphys.COLLISION_BEGIN)
    def begun(event: ecsphys.CollisionEvent) -> None:
        calls.append(("event", STEP, transform(ball).y))

    esper.process(3 * STEP)
    names = [name for name, _, _ in calls]
    assert names[:2] == ["before", "after"]
    assert names.count("before") == names.count("after") == 3
    assert names[names.index("event") + 1] == "after"
    assert {dt for _, dt, _ in calls} == {STEP}
    assert calls[0][2] == 17 > calls[1][2]


def test_a_force_of_every_step_does_not_depend_on_the_frame_rate() -> None:
    ends = []
    for frames in (30, 60, 120):
        esper.switch_world(f"{frames}")
        clock = physics()
        ball = disc(0, 0, mass=2)

        @clock.before_step
        def push(dt: float, ball: int = ball) -> None:
            rigid(ball).apply_force((100, 0))

        run(frames, 1 / frames)
        ends.append((clock.step_count, speed(ball)))
    assert ends == [(60, pytest.approx(50))] * 3


def test_what_before_step_creates_is_in_the_same_step() -> None:
    clock = physics()
    made = []

    @clock.before_step
    def spawn(dt: float) -> None:
        if not made:
            made.append(disc(0, 0, velocity=(60, 0)))

    clock.step_once()
    assert transform(made[0]).x == pytest.approx(1)


def test_off_removes_a_function() -> None:
    clock = physics()
    calls = []

    @clock.before_step
    def first(dt: float) -> None:
        calls.append("first")
        if len(calls) == 1:
            clock.off(second)

    @clock.before_step
    @clock.after_step
    def second(dt: float) -> None:
        calls.append("second")

    run(2)
    assert calls == ["first", "first"]
    for wrong in (second, print):
        with pytest.raises(ValueError, match="off needs"):
            clock.off(wrong)
    with pytest.raises(TypeError, match="before_step"):
        clock.before_step(None)


def test_functions_of_every_step_run_when_esper_runs_the_systems() -> None:
    clock = Physics()
    calls = []
    clock.before_step(lambda dt: calls.append("before"))
    clock.after_step(lambda dt: calls.append("after"))
    for system in clock.systems:
        esper.add_processor(system)
    run(2)
    assert calls == ["before", "after"] * 2


def test_everything_shows_in_the_help() -> None:
    for name in (
        *(
            "systems",
            "paused",
            "step_count",
            "collisions",
            "time_scale",
            "alpha",
            "before_step",
            "after_step",
        ),
        *(
            "gravity",
            "length_unit",
            "step",
            "substeps",
            "max_steps",
            "integrator",
            "broad_phase",
            "end_after",
        ),
        *("response", "sleeping", "restitution_threshold", "history", "threads", "hit_speed", "off"),
    ):
        assert getattr(Physics, name).__doc__, name


@pytest.mark.parametrize("value", [None, "3", True, 1.5, math.nan, [1]])
def test_dropped_steps_are_a_whole_number(value: Any) -> None:
    clock = physics()
    with pytest.raises(TypeError, match="dropped_steps must be a whole number >= 0"):
        clock.dropped_steps = value
    with pytest.raises(ValueError, match="dropped_steps"):
        clock.dropped_steps = -1
    clock.process(1)
    assert clock.dropped_steps == 52
    clock.dropped_steps = 0
    assert clock.dropped_steps == 0


@pytest.mark.parametrize("part", ["events", "hooks", "queries", "simulation", "world"])
def test_parts_cannot_be_assigned(part: str) -> None:
    with pytest.raises(AttributeError, match=f"Physics.{part} cannot be assigned"):
        setattr(physics(), part, None)
