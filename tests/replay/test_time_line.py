"""A time line shows any of the last steps, and leaves the game as it was, or as it was then."""

from __future__ import annotations

from dataclasses import dataclass

import esper
import numpy as np
import pytest

from ecsphys import COLLISION_BEGIN, Box, Circle, Collider, Physics, RigidBody, Transform, on
from ecsphys.replay import Recorder, Replay, TimeLine

from .games import Score, apply, code, play, scene

STEPS = 40


@dataclass
class Touches:
    """A component of the game, counted by a handler."""

    count: int = 0


def bouncing(seconds: float = 10.0) -> tuple[Physics, TimeLine, int]:
    """Return a world in which a ball bounces for 40 steps, and a handler that counts and spawns."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    esper.create_entity(Transform(0, -10), Collider(Box(400, 20), restitution=1))
    ball = esper.create_entity(Transform(0, 30), RigidBody(), Collider(Circle(10), restitution=1), Touches())

    @on(COLLISION_BEGIN, Touches)
    def count(event: object, entity: int, touches: Touches, _: int) -> None:
        touches.count += 1
        if touches.count == 2:
            esper.create_entity(Transform(60, 200), RigidBody(), Collider(Circle(4)))

    time_line = TimeLine(physics, Touches, seconds=seconds)
    run(physics, STEPS)
    return physics, time_line, ball


def run(physics: Physics, steps: int) -> None:
    for _ in range(steps):
        esper.process(physics.step)


def height(ball: int) -> float:
    return esper.component_for_entity(ball, Transform).y


def state(physics: Physics, ball: int) -> tuple[str, int, int]:
    """All that a game can see of the world."""
    physics.settle()
    return physics.fingerprint(), esper.component_for_entity(ball, Touches).count, len(esper._entities)


def test_every_step_of_a_small_world_is_kept_and_shown_without_any_code_of_the_game() -> None:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    ball = esper.create_entity(Transform(0, 30), RigidBody(), Collider(Circle(10)), Touches())
    esper.create_entity(Transform(0, -10), Collider(Box(400, 20), restitution=1))
    heard = []
    on(COLLISION_BEGIN)(heard.append)
    time_line = TimeLine(physics, Touches)
    states = {}
    for _ in range(STEPS):
        states[physics.step_count] = state(physics, ball)
        run(physics, 1)
    count, now = len(heard), state(physics, ball)
    assert count > 0 and time_line.keyframes == list(range(STEPS + 1)) == list(time_line.steps)
    for step in [30, 3, 4, 39, 0, 17]:
        time_line.seek(step)
        assert (time_line.step, state(physics, ball)) == (step, states[step])
    assert physics.paused
    run(physics, 3)
    assert time_line.step == 17
    time_line.close()
    assert not physics.paused and state(physics, ball) == now and len(heard) == count


def test_closing_brings_back_what_the_game_did_since_the_last_step_and_goes_on_recording() -> None:
    physics, time_line, ball = bouncing()
    esper.component_for_entity(ball, Transform).position = (3, 77)
    esper.component_for_entity(ball, Touches).count = 50
    time_line.seek(5)
    assert height(ball) < 50
    time_line.close()
    assert height(ball) == 77 and esper.component_for_entity(ball, Touches).count == 50
    run(physics, 5)
    assert time_line.steps == range(STEPS + 6)
    time_line.seek(STEPS + 3)
    time_line.seek(STEPS - 3)
    assert not time_line.problem
    time_line.close()
    assert time_line.step == STEPS + 5


def test_a_look_at_the_past_does_not_change_the_future() -> None:
    physics, time_line, ball = bouncing()
    time_line.seek(11)
    time_line.move(-2)
    time_line.close()
    run(physics, 30)
    looked = state(physics, ball)
    esper.switch_world("not looked")
    physics, time_line, ball = bouncing()
    run(physics, 30)
    assert state(physics, ball) == looked
    esper.switch_world("default")
    esper.delete_world("not looked")


def test_branch_goes_on_from_the_step_shown_and_keeps_the_other_run() -> None:
    physics, time_line, ball = bouncing()
    time_line.seek(25)
    there = state(physics, ball)
    esper.component_for_entity(ball, RigidBody).velocity = (9, 9)  # by a processor, while paused
    time_line.branch()
    assert state(physics, ball) == there and time_line.compare() is None
    run(physics, 5)
    assert time_line.compare() is None
    esper.component_for_entity(ball, RigidBody).velocity = (40, 0)
    run(physics, 5)
    found = time_line.compare()
    assert found is not None and found.divergence.step == 31
    assert {(d.entity, d.field) for d in found.divergence.differences} >= {(ball, "x"), (ball, "vx")}
    assert found.run.steps.stop == 36 and found.other.steps.stop == STEPS + 1
    assert time_line.step == 35


def test_steps_between_snapshots_are_run_again_and_say_so() -> None:
    physics, crates = code(), scene()
    reruns = []
    time_line = TimeLine(physics, Score, apply=apply, seconds=1.0)
    physics.before_step(lambda dt: reruns.append(time_line.is_rerunning))
    time_line.recorder._most = 40.0 * physics.snapshot(Score).nbytes
    prints = play(physics, time_line.recorder.input, crates)
    assert 3 < len(time_line.keyframes) < 20 and not any(reruns)
    reruns.clear()
    for step in (31, 30, 29, 44, 2):
        time_line.seek(step)
        assert (time_line.step, physics.fingerprint()) == (step, prints[step])
    assert reruns and all(reruns) and not time_line.problem
    time_line.close()
    assert physics.fingerprint() == prints[48]


@pytest.mark.parametrize("rerun", [True, False])
def test_where_steps_cannot_be_run_again_the_kept_ones_are_shown(rerun: bool) -> None:
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(10)))
    luck = np.random.default_rng(1)
    physics.before_step(
        lambda dt: setattr(esper.component_for_entity(ball, RigidBody), "velocity", luck.normal(size=2))
    )
    time_line = TimeLine(physics, rerun=rerun)
    time_line.recorder._most = 120.0 * physics.snapshot().nbytes
    run(physics, STEPS)
    places = {step: x for step, x, _, _ in time_line.path(ball)}
    *_, before, kept, after, _ = time_line.keyframes
    assert kept > before + 2
    time_line.seek(kept + 2)
    assert time_line.step == kept and bool(time_line.problem) is rerun
    time_line.move(-1)
    assert time_line.step == before
    assert esper.component_for_entity(ball, Transform).x == pytest.approx(places[before])
    for step in (kept, after):
        time_line.move(1)
        assert time_line.step == step


def test_only_the_last_seconds_are_kept() -> None:
    physics, time_line, ball = bouncing(seconds=0.25)
    time_line.mark(COLLISION_BEGIN)
    run(physics, 100)
    assert 15 <= len(time_line.steps) <= 17 and time_line.steps[-1] == STEPS + 100
    assert [step for step, *_ in time_line.path(ball)] == list(time_line.steps)
    assert set(time_line.marks) <= set(time_line.steps)
    with pytest.raises(ValueError, match="step must be 1"):
        time_line.seek(3)


# -- playing and breaking ------------------------------------------------------------------------------


def test_it_plays_both_ways_and_stops_at_the_ends() -> None:
    physics, time_line, _ = bouncing()
    time_line.play(-1)
    for step in range(STEPS - 1, STEPS - 6, -1):
        time_line.update(physics.step)
        assert time_line.step == step
    time_line.speed = 0.5
    time_line.update(physics.step)
    assert time_line.step == STEPS - 5
    time_line.speed = 1.0
    for _ in range(60):
        time_line.update(physics.step)
    assert time_line.step == 0 and time_line.direction == 0
    time_line.play()
    for _ in range(60):
        time_line.update(physics.step)
    assert time_line.step == STEPS
    time_line.move(1)
    assert time_line.steps.stop == STEPS + 2 and time_line.step == STEPS + 1 and time_line.is_open


def test_a_frame_ends_with_the_step_that_pauses_it() -> None:
    physics, _, _ = bouncing()
    physics.after_step(lambda dt: setattr(physics, "paused", True))
    esper.process(4.5 * physics.step)
    assert physics.step_count == STEPS + 1 and physics.alpha == pytest.approx(0.5)


def test_an_event_opens_it_and_stops_it() -> None:
    physics, time_line, ball = bouncing()
    time_line.break_on(COLLISION_BEGIN, when=lambda event: ball in (event.entity_a, event.entity_b))
    time_line.break_on("won")
    for _ in range(9):
        esper.process(8 * physics.step)
    assert time_line.is_open and physics.paused and time_line.reason == COLLISION_BEGIN
    at = time_line.step
    assert time_line.marks == {at: [COLLISION_BEGIN]}
    time_line.close()
    esper.dispatch_event("won")
    run(physics, 1)
    assert (time_line.is_open, time_line.step, time_line.reason) == (True, at + 1, "won")
    time_line.close()
    time_line.remove("won")
    esper.dispatch_event("won")
    run(physics, 1)
    assert not time_line.is_open and time_line.step == at + 2
    time_line.seek(at - 6)
    time_line.play()
    for _ in range(30):
        time_line.update(physics.step)
    assert (time_line.step, time_line.reason) == (at, COLLISION_BEGIN)
    time_line.jump(1)
    time_line.jump(-1)
    assert time_line.step == at
    time_line.jump(-1)
    assert time_line.step == 0


def test_a_condition_opens_it_and_stops_it_where_it_becomes_true() -> None:
    physics, time_line, ball = bouncing()

    def falls() -> bool:
        return esper.component_for_entity(ball, RigidBody).velocity.y < -150

    time_line.break_when(falls)
    steps = []
    for _ in range(3):
        for _ in range(60):
            run(physics, 1)
        assert time_line.is_open and time_line.reason == "falls"
        steps.append(time_line.step)
        time_line.close()
    time_line.play(-1)
    for _ in range(60):
        time_line.update(physics.step)
        if not time_line.direction:
            break
    assert time_line.reason == "falls" and steps[1] < time_line.step < steps[2]
    assert time_line.find(lambda: height(ball) > 25, 1) is not None and height(ball) > 25
    at = time_line.step
    assert time_line.find(lambda: height(ball) > 1000) is None and time_line.step == at
    time_line.remove(falls)
    with pytest.raises(ValueError, match="neither an event nor a condition"):
        time_line.remove(falls)


def test_a_new_step_is_marked_and_can_break_while_it_is_open() -> None:
    physics, time_line, _ = bouncing()
    time_line.break_on(COLLISION_BEGIN)
    time_line.seek(20)
    time_line.seek(STEPS)
    for _ in range(40):
        time_line.move(1)
        if time_line.reason:
            break
    assert time_line.reason == COLLISION_BEGIN and list(time_line.marks) == [time_line.step]
    time_line.close()
    assert not physics.paused and time_line.step > STEPS


# -- following, comparing, mistakes --------------------------------------------------------------------


def test_the_path_of_an_entity_is_where_it_was_in_each_step() -> None:
    _, time_line, ball = bouncing()
    path = time_line.path(ball)
    assert path[:, 0].tolist() == list(range(STEPS + 1))
    for step in (0, 13, STEPS):
        time_line.seek(step)
        assert path[step, 1:3] == pytest.approx(esper.component_for_entity(ball, Transform).position)
    spawned = time_line.path(3)
    assert spawned[0, 0] > 0 and spawned[-1, 0] == STEPS
    assert len(time_line.path(1)) == len(time_line.path(99)) == 0


def test_a_run_is_compared_with_one_of_another_world() -> None:
    worlds = []
    for number in range(2):
        esper.switch_world(f"run {number}")
        physics = Physics(gravity=(0, -900))
        esper.add_processor(physics)
        ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(10)))
        recorder = Recorder(physics, keyframe=4)
        for step in range(12):
            if number and step == 7:
                esper.component_for_entity(ball, RigidBody).angular_velocity = 2.0
            physics.step_once()
        worlds.append((physics, recorder))
    physics = worlds[1][0]
    time_line = TimeLine(physics)
    physics.restore(worlds[1][1].recording().keyframes[0])
    for _ in range(12):
        physics.step_once()
    found = time_line.compare(Replay(worlds[0][1]))
    assert found is None
    with pytest.raises(ValueError, match="there is no other run"):
        time_line.compare()
    esper.switch_world("default")
    for number in range(2):
        esper.delete_world(f"run {number}")


def test_a_reset_begins_anew_and_stop_ends_it() -> None:
    physics, time_line, _ = bouncing()
    time_line.mark(COLLISION_BEGIN)
    physics.reset()
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(10)))
    run(physics, 3)
    assert time_line.steps == range(4) and len(time_line.path(ball)) == 4
    time_line.stop()
    run(physics, 3)
    assert time_line.steps == range(4) and physics.hooks.watchers == ()


def test_open_before_the_first_step_shows_it() -> None:
    physics = Physics()
    esper.add_processor(physics)
    time_line = TimeLine(physics)
    time_line.open()
    assert time_line.steps == range(1)
    time_line.move(-1)
    time_line.move(1)
    assert time_line.steps == range(2)


def test_mistakes_are_refused() -> None:
    physics = Physics()
    esper.add_processor(physics)
    with pytest.raises(ValueError, match="seconds must be"):
        TimeLine(physics, seconds=0)
    with pytest.raises(TypeError, match="Recorder takes a Physics"):
        TimeLine(3)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="keyframe=None needs keep"):
        Recorder(physics, keyframe=None)
    time_line = TimeLine(physics)
    with pytest.raises(TypeError, match="an event is given by its name"):
        time_line.mark(3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="when must be a function"):
        time_line.break_on(COLLISION_BEGIN, when=3)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="a condition must be a function"):
        time_line.break_when(True)  # type: ignore[arg-type]


def test_it_closes_and_stops_from_another_world_or_after_its_own_was_deleted() -> None:
    esper.switch_world("game")
    physics, time_line, ball = bouncing()
    time_line.mark(COLLISION_BEGIN)
    now = state(physics, ball)
    time_line.seek(5)
    esper.switch_world("menu")
    time_line.close()
    assert esper.current_world == "menu"
    esper.switch_world("game")
    assert state(physics, ball) == now and not physics.paused
    time_line.seek(5)
    esper.switch_world("menu")
    esper.delete_world("game")
    time_line.stop()
    esper.switch_world("default")
    esper.delete_world("menu")
