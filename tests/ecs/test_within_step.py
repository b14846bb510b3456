"""Within a step, between two systems, no row comes, goes or moves, whoever looks at the world."""

from __future__ import annotations

from collections.abc import Callable

import esper
import numpy as np
import pytest

import ecsphys
from ecsphys import (
    COLLISION_BEGIN,
    TRIGGER_EXIT,
    Box,
    Capsule,
    CharacterController,
    Circle,
    Collider,
    IntegrationSystem,
    Physics,
    Projectile,
    RigidBody,
    Transform,
)
from tests.acceptance.support import STEP, disc, physics, rigid, run, transform

Game = Callable[[], object]


class Between(esper.Processor):
    """A system of the game that calls a function."""

    def __init__(self, function: Game):
        self.function = function

    def process(self, dt: float = 0.0) -> None:
        self.function()


def clock_with(function: Game, own_clock: bool) -> Physics:
    """A clock that calls a function before bodies move, in one processor or in one for each system."""
    clock = Physics()
    clock.insert(Between(function), before=IntegrationSystem)
    for system in clock.systems if own_clock else [clock]:
        esper.add_processor(system)
    return clock


def walker(x: float, y: float, velocity: tuple[float, float]) -> int:
    controller = CharacterController(mode="floating")
    controller.move(velocity)
    return esper.create_entity(Transform(x, y), RigidBody.kinematic(), Collider(Capsule(48, 12)), controller)


def play(function: Callable[[Physics], object], own_clock: bool) -> dict[str, tuple[float, ...]]:
    """Delete a body in the tenth step, among movers of all kinds; return where they are then."""
    clock = clock_with(lambda: function(clock), own_clock)
    first = disc(0, 500)
    walker_ = walker(0, 0, (60, 0))
    stone = disc(300, 300)
    shot = esper.create_entity(
        Transform(0, -300), RigidBody(velocity=(600, 0)), Collider(Circle(3)), Projectile()
    )
    for k in range(60):
        if k == 10:
            esper.delete_entity(first, immediate=True)
        run(1)
    return {"walker": transform(walker_).pose, "stone": transform(stone).pose, "shot": transform(shot).pose}


@pytest.mark.parametrize("own_clock", [False, True])
def test_a_wind_that_does_nothing_changes_nothing(own_clock: bool) -> None:
    calm = play(lambda clock: None, own_clock)
    esper.switch_world("windy")

    def blow(clock: Physics) -> None:
        clock.bodies["vx"] *= 1.0

    assert play(blow, own_clock) == calm
    assert calm["walker"][0] == pytest.approx(60)


@pytest.mark.parametrize("own_clock", [False, True])
@pytest.mark.parametrize("look", ["overlap_point", "bodies", "explain"])
def test_what_changes_within_a_step_waits_for_the_next(own_clock: bool, look: str) -> None:
    made: list[int] = []
    exits: list[tuple[int, int]] = []

    def change() -> None:
        if clock.step_count == 3 and not made:
            esper.delete_entity(first, immediate=True)
            made.append(disc(-500, -500))
            if look == "bodies":
                assert made[0] not in clock.bodies["entity"]
            elif look == "explain":
                assert "before the next step" in clock.explain(made[0], second)
            else:
                assert clock.overlap_point((-500, -500)) == []

    clock = clock_with(change, own_clock)
    first, second = walker(0, 0, (60, 0)), walker(40, 0, (0, 60))
    esper.create_entity(Transform(0, 0), Collider(Box(300, 300), trigger=True))

    @ecsphys.on(TRIGGER_EXIT)
    def left(event: ecsphys.TriggerEvent) -> None:
        exits.append((event.visitor, clock.step_count))

    run(10)
    assert exits == [(first, 5)]
    assert transform(second).position == pytest.approx((40, 10))
    assert clock.overlap_point((-500, -500)) == made


@pytest.mark.parametrize("own_clock", [False, True])
def test_answers_within_a_step_leave_out_what_was_deleted(own_clock: bool) -> None:
    seen: list[tuple[list[int], list[int], int | None]] = []

    def look() -> None:
        if clock.step_count == 3 and not seen:
            esper.delete_entity(ids[1], immediate=True)
            esper.delete_entity(ids[3])
            hit = clock.raycast((30, -50), (30, 50))
            found = clock.overlap_box((-100, -100), (500, 100))
            seen.append((clock.bodies["entity"].tolist(), found, hit and hit.entity))

    clock = clock_with(look, own_clock)
    ids = [disc(40 * k, 0) for k in range(5)]
    run(5)
    left = [ids[0], ids[2], ids[4]]
    assert seen == [(left, left, None)]


@pytest.mark.parametrize("own_clock", [False, True])
def test_what_is_written_to_rows_with_gaps_counts_in_the_same_step(own_clock: bool) -> None:
    def blow() -> None:
        if clock.step_count == 3:
            bodies = clock.bodies
            rigid(ids[4]).velocity = (0, 7)  # of what is written to the copy the rest stays
            bodies["vx"] = 100.0 + np.arange(len(bodies))

    clock = clock_with(blow, own_clock)
    ids = [disc(40 * k, 0, continuous="off") for k in range(5)]
    run(3)
    esper.delete_entity(ids[1], immediate=True)
    run(1)
    left = [ids[0], ids[2], ids[3], ids[4]]
    assert [rigid(e).velocity.x for e in left] == [100, 101, 102, 103]
    assert [rigid(e).velocity.y for e in left] == [0, 0, 0, 7]
    assert transform(ids[0]).x == pytest.approx(100 * STEP)


def test_filters_hold_in_the_step_in_which_all_is_cleared() -> None:
    """`esper.clear_database` between two systems: a pair that a filter keeps apart meets in no sweep."""
    met: list[object] = []
    clock = clock_with(lambda: clock.step_count > 0 and esper.clear_database(), own_clock=False)
    ecsphys.on(COLLISION_BEGIN)(met.append)
    clock.add_filter(lambda a, b: False, Collider, Collider)
    disc(0, 0)
    bullet = disc(500, 0)
    run(1)
    rigid(bullet).continuous, rigid(bullet).velocity = "bullet", (-60_000, 0)
    run(3)
    assert not met
    assert clock.step_count == 4


def test_a_step_does_not_run_within_a_step() -> None:
    clock = clock_with(lambda: clock.step_once(), False)
    ball = disc(0, 0, velocity=(60, 0))
    with pytest.raises(RuntimeError, match="within a step"):
        run(1)
    (between,) = (system for system in clock.systems if isinstance(system, Between))
    between.function = lambda: None
    run(1)
    assert clock.step_count == 1
    assert transform(ball).x > 0


@pytest.mark.parametrize("own_clock", [False, True])
def test_settings_cannot_change_within_a_step(own_clock: bool) -> None:
    clock = clock_with(lambda: setattr(clock, "substeps", 2), own_clock)
    disc(0, 0)
    with pytest.raises(RuntimeError, match="within a step"):
        run(1)


def test_a_stage_that_raises_ends_the_step_of_a_games_own_clock() -> None:
    clock = Physics()
    for system in clock.systems:
        esper.add_processor(system)
    ball = disc(0, 0)
    run(1)
    rigid(ball).velocity = (float("nan"), 0)
    with pytest.raises(ValueError, match="must be finite"):
        run(1)
    clock.substeps = 2
    late = disc(500, 0)
    assert clock.overlap_point((500, 0)) == [late]


def test_physics_still_runs_whole_steps_after_a_games_own_clock() -> None:
    clock = physics()
    ball = disc(0, 0, velocity=(60, 0))
    for system in clock.systems:
        system.process(STEP)
    run(1)
    assert clock.step_count == 2
    assert transform(ball).x == pytest.approx(2)
