"""What leaves the range of numbers within a step is put aside, and nothing else ever meets it."""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Iterator
from typing import Any

import esper
import numpy as np
import pytest

from ecsphys import (
    AABB,
    COLLISION_BEGIN,
    COLLISION_STAY,
    Box,
    Circle,
    Collider,
    CollisionListSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    Physics,
    PhysicsWarning,
    RigidBody,
    SleepSystem,
    Transform,
)
from tests.acceptance.support import Recorder, body, disc, ground, motion, physics, rigid, run, transform

NAN, INF = math.nan, math.inf


@pytest.fixture(autouse=True)
def heard() -> Iterator[list[str]]:
    """The warnings of a test."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", PhysicsWarning)
        messages: list[str] = []
        yield messages
        messages += [str(warning.message) for warning in caught]


class Once(esper.Processor):
    """A system that calls a function in one step."""

    def __init__(self, clock: Physics, step: int, function: Callable[[], object]):
        self.clock, self.step, self.function = clock, step, function

    def process(self, dt: float = 0.0) -> None:
        if self.clock.step_count == self.step:
            self.function()


def stack(count: int = 4) -> list[int]:
    ground()
    return [body(Box(20, 20), 0, 10 + 20 * k) for k in range(count)]


def apart(*entities: int) -> int:
    """A body far from all others, which must go on as if nothing had happened."""
    return disc(5000, 5000, velocity=(10, 20))


def is_finite(recorder: Recorder) -> bool:
    numbers: list[float] = []
    for _, event in recorder.log:
        numbers += [*event.point, *event.normal, event.speed, event.impulse, event.penetration]
    return all(map(math.isfinite, numbers))


FORCES: dict[str, Callable[[RigidBody], None]] = {
    "force": lambda rigid: rigid.apply_force((1e90, 0)),
    "torque": lambda rigid: rigid.apply_torque(1e90),
    "lever": lambda rigid: rigid.apply_force((0, 1e90), (1e5, 0)),
    "gravity": lambda rigid: setattr(rigid, "gravity_scale", 1e17),
}


@pytest.mark.parametrize("force", FORCES)
def test_what_a_force_makes_too_fast_stops_and_nothing_else_meets_it(force: str, heard: list[str]) -> None:
    clock = physics((0, -500))
    recorder = Recorder((COLLISION_BEGIN, COLLISION_STAY))
    boxes, witness = stack(), apart()
    run(30)
    where = transform(boxes[1]).pose
    FORCES[force](rigid(boxes[1]))
    run(1)
    assert clock.lost == (boxes[1],)
    assert motion(boxes[1]) == (*where, 0, 0, 0)
    assert is_finite(recorder)
    run(60)
    assert clock.lost == (boxes[1],)
    assert motion(boxes[1]) == (*where, 0, 0, 0)
    for k in (0, 2, 3):
        assert transform(boxes[k]).position == pytest.approx((0, 10 + 20 * k), abs=0.5)
    assert transform(witness).x > 5000
    assert is_finite(recorder)


def test_a_warning_names_entity_and_reason_once() -> None:
    clock = physics()
    ball = disc(0, 0)
    run(1)
    rigid(ball).apply_force((1e90, 0))
    with pytest.warns(PhysicsWarning, match=f"entity {ball}: its forces") as caught:
        run(1)
    assert len(caught) == 1
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        run(5)
        assert clock.lost == (ball,)
        rigid(ball).apply_force((1e90, 0))  # again, for the same reason
        run(2)
    assert clock.lost == (ball,)


MENDINGS: dict[str, Callable[[int], object]] = {
    "velocity": lambda e: setattr(rigid(e), "velocity", (3, 0)),
    "position": lambda e: setattr(transform(e), "position", (3, 0)),
    "x": lambda e: setattr(transform(e), "x", 3.0),
    "gravity_scale": lambda e: setattr(rigid(e), "gravity_scale", 1.0),
    "mass": lambda e: setattr(rigid(e), "mass", 2.0),
    "wake": lambda e: rigid(e).wake(),
    "force": lambda e: rigid(e).apply_force((1, 0)),
    "component": lambda e: esper.add_component(e, RigidBody()),
}


@pytest.mark.parametrize("how", MENDINGS)
def test_a_body_goes_on_when_the_game_mends_it(how: str) -> None:
    clock = physics((0, -100))
    ball = disc(0, 0)
    run(1)
    rigid(ball).apply_force((1e90, 0))
    run(3)
    assert clock.lost == (ball,)
    y = transform(ball).y
    MENDINGS[how](ball)
    if how != "component":
        assert clock.lost == ()
    run(10)
    assert clock.lost == ()
    assert transform(ball).y < y - 0.5


def test_a_velocity_written_in_bulk_mends_as_well() -> None:
    clock = physics()
    ball, other = disc(0, 0), disc(100, 0)
    run(1)
    rigid(ball).apply_force((1e90, 0))
    rigid(other).apply_force((0, 1e90))
    run(2)
    assert clock.lost == (ball, other)
    clock.bodies["vx"][clock.bodies["entity"] == ball] = 60.0
    run(1)
    assert clock.lost == (other,)
    assert transform(ball).x == pytest.approx(1)


def test_gravity_and_the_end_of_an_entity() -> None:
    clock = physics()
    ball, other = disc(0, 0), disc(100, 0)
    run(1)
    for entity in (ball, other):
        rigid(entity).apply_force((1e90, 0))
    run(1)
    clock.gravity = (0, -100)
    assert clock.lost == (ball, other)
    esper.delete_entity(ball, immediate=True)
    assert clock.lost == (other,)
    run(1)
    assert clock.lost == (other,)
    assert motion(other) == (100, 0, 0, 0, 0, 0)
    clock.reset()
    assert clock.lost == ()


def test_motion_that_leads_out_of_the_range_of_places_ends_at_its_edge() -> None:
    clock = physics(length_unit=1.0)
    ball, witness = disc(0.99e12, 0, velocity=(9e11, 0), continuous="off"), apart()
    run(1)
    assert clock.lost == (ball,)
    assert motion(ball) == (0.99e12, 0, 0, 0, 0, 0)
    assert motion(witness)[0] > 5000


WRITES: dict[str, Callable[[Physics, int], object]] = {
    "velocity": lambda clock, e: setattr(rigid(e), "velocity", (NAN, 0)),
    "spin": lambda clock, e: setattr(rigid(e), "angular_velocity", INF),
    "x": lambda clock, e: setattr(transform(e), "x", 1e300),
    "bulk": lambda clock, e: clock.bodies["vx"].__setitem__(clock.bodies["entity"] == e, -INF),
    "bulk place": lambda clock, e: clock.bodies["y"].__setitem__(clock.bodies["entity"] == e, NAN),
}
STAGES = (NarrowPhaseSystem, IntegrationSystem, ContinuousSystem, CollisionListSystem, SleepSystem)


@pytest.mark.jit
@pytest.mark.parametrize("own_clock", [False, True])
@pytest.mark.parametrize("stage", STAGES)
@pytest.mark.parametrize("write", WRITES)
def test_what_is_written_between_two_systems_reaches_nobody_else(
    write: str, stage: type[esper.Processor], own_clock: bool
) -> None:
    def play(bad: bool) -> tuple[Any, ...]:
        esper.switch_world(f"{write} {stage} {own_clock} {bad}")
        clock = Physics((0, -500))
        recorder = Recorder((COLLISION_BEGIN, COLLISION_STAY))
        clock.insert(Once(clock, 20, lambda: bad and WRITES[write](clock, boxes[1])), before=stage)
        for system in clock.systems if own_clock else [clock]:
            esper.add_processor(system)
        boxes, witness = stack(), apart()
        run(20)
        x, y, _ = transform(boxes[1]).pose
        run(1)
        if bad:
            assert clock.lost == (boxes[1],)
            assert motion(boxes[1])[3:] == (0, 0, 0)
            assert transform(boxes[1]).position == pytest.approx((x, y), abs=0.5)
        run(20)
        assert is_finite(recorder)
        for k in (0, 2, 3):
            assert transform(boxes[k]).position == pytest.approx((0, 10 + 20 * k), abs=0.5)
        rigid(boxes[1]).velocity = (0, 0)
        run(20)
        assert clock.lost == ()
        return motion(witness)

    assert play(True) == play(False)


def test_a_body_put_aside_is_met_like_a_wall() -> None:
    clock = physics()
    wall = body(AABB(20, 200), 0, 0)
    run(1)
    rigid(wall).apply_force((1e90, 0))
    run(1)
    bullet = disc(-200, 0, radius=5, velocity=(30000, 0), continuous="bullet", restitution=1.0)
    slow = disc(-40, 60, radius=5, velocity=(600, 0), restitution=1.0)
    run(5)
    assert motion(wall) == (0, 0, 0, 0, 0, 0)
    assert rigid(bullet).velocity.x == pytest.approx(-30000)
    assert rigid(slow).velocity.x == pytest.approx(-600, rel=0.01)
    assert clock.lost == (wall,)


def test_losses_are_the_same_for_any_number_of_threads() -> None:
    def play(count: int) -> bytes:
        esper.switch_world(f"threads {count}")
        clock = physics((0, -500), threads=count)
        rng = np.random.default_rng(3)
        ground()
        made = [disc(*rng.uniform(0, 900, 2), radius=9) for _ in range(200)]
        for step in range(12):
            rigid(made[step * 7]).apply_force((1e90 if step % 2 else -1e95, 0))
            run(1)
        assert len(clock.lost) == 12
        return b"".join(clock.bodies[name].tobytes() for name in ("x", "y", "angle", "vx", "vy"))

    assert play(3) == play(1)


def test_no_warning_breaks_a_step() -> None:
    clock = physics()
    ball, other = disc(0, 0), disc(100, 0, velocity=(60, 0))
    run(1)
    rigid(ball).apply_force((1e90, 0))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        with pytest.raises(PhysicsWarning):
            run(1)
        run(1)
    assert clock.step_count == 3
    assert transform(other).x == pytest.approx(103)


def test_masses_out_of_range_name_their_entity() -> None:
    physics()
    entity = esper.create_entity(Transform(), RigidBody(), Collider(Circle(1e14), density=1e18))
    with pytest.raises(ValueError, match=f"entity {entity}: mass must be from 1e-30 to 1e"):
        run(1)
    esper.delete_entity(entity, immediate=True)
    run(1)


@pytest.mark.parametrize("integrator", ["explicit_euler", "rk4", "velocity_verlet", "semi_implicit_euler"])
@pytest.mark.parametrize("damping", [1e6, 1e17])
def test_damping_that_an_explicit_rule_cannot_take_breaks_nothing(integrator: Any, damping: float) -> None:
    """Beyond about two over the sub-step such a rule grows: by 1e57 in each of these."""
    clock = physics(integrator=integrator)
    recorder = Recorder((COLLISION_BEGIN, COLLISION_STAY))
    boxes, witness = stack(), apart()
    run(5)
    rigid(boxes[1]).angular_damping = damping
    for _ in range(20):
        rigid(boxes[1]).apply_torque(3.0)
        run(1)
    assert is_finite(recorder)
    assert all(map(math.isfinite, [number for entity in (*boxes, witness) for number in motion(entity)]))
    assert set(clock.lost) <= {boxes[1]}
    assert clock.lost == () or integrator in ("explicit_euler", "rk4")
