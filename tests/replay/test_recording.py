"""A recorder keeps what a replay needs to make every step again, to the bit."""

from __future__ import annotations

import inspect

import esper
import pytest

from ecsphys import Box, Circle, Collider, Physics, PhysicsWarning, RigidBody, Transform
from ecsphys.replay import Recorder, Replay

from .games import KEYFRAME, STEPS, Score, apply, code, play, scene


def recorded(**options: object) -> tuple[Physics, Recorder, dict[int, str]]:
    """Play the game; return its recorder and the fingerprints after each step."""
    physics, crates = code(), scene()
    recorder = Recorder(physics, Score, keyframe=KEYFRAME, apply=apply, **options)  # type: ignore[arg-type]
    return physics, recorder, play(physics, recorder.input, crates)


def falling(count: int = 1) -> tuple[Physics, list[int]]:
    """Return a world in which some balls fall."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)
    balls = [
        esper.create_entity(Transform(50 * k, 500), RigidBody(), Collider(Circle(10))) for k in range(count)
    ]
    return physics, balls


def test_every_step_comes_back_forwards_backwards_and_at_random() -> None:
    physics, recorder, prints = recorded()
    replay = Replay(recorder)
    assert replay.steps == range(STEPS + 1) == recorder.steps
    entities = len(esper._entities)
    order = [STEPS, *range(STEPS, STEPS - KEYFRAME - 3, -1), 3, 40, 4, 5, 0, 1, STEPS]
    for step in order:
        replay.seek(step)
        assert (physics.step_count, physics.fingerprint()) == (step, prints[step])
    assert replay.diverged is None
    assert len(esper._entities) == entities


def test_play_runs_all_steps_and_the_inputs_again() -> None:
    physics, recorder, prints = recorded()
    jumps = {entity: score.jumps for entity, score in esper.get_component(Score)}
    assert sum(jumps.values()) > 4
    replay = Replay(recorder)
    assert replay.play() is None
    assert physics.fingerprint() == prints[STEPS]
    assert {entity: score.jumps for entity, score in esper.get_component(Score)} == jumps
    replay.seek(7)
    assert replay.play() is None and physics.step_count == STEPS


def test_a_step_that_runs_otherwise_is_found() -> None:
    physics, recorder, _ = recorded()

    def push(_dt: float) -> None:
        if physics.step_count == 20:
            esper.component_for_entity(3, RigidBody).velocity = (1.0, 0.0)

    physics.before_step(push)
    replay = Replay(recorder)
    assert replay.play() == 21 == replay.diverged


def test_snapshot_at_leaves_the_world_where_it_is() -> None:
    physics, recorder, prints = recorded()
    replay = Replay(recorder)
    replay.seek(40)
    snapshot = replay.snapshot_at(21)
    assert (snapshot.step, physics.step_count, physics.fingerprint()) == (21, 40, prints[40])
    physics.restore(snapshot)
    assert physics.fingerprint() == prints[21]


def test_a_recorder_does_not_see_its_replay() -> None:
    _, recorder, _ = recorded()
    replay = Replay(recorder)
    replay.seek(5)
    assert recorder.steps == range(STEPS + 1)
    replay.seek(STEPS)
    recorder.physics.step_once()
    assert recorder.steps == range(STEPS + 2)
    assert replay.steps == range(STEPS + 1)


def test_to_go_on_in_the_past_begins_another_future() -> None:
    physics, recorder, prints = recorded()
    Replay(recorder).seek(20)
    recorder.input("spawn")
    physics.step_once()
    assert recorder.steps == range(22)
    branch = Replay(recorder)
    assert branch.play() is None
    branch.seek(20)
    assert physics.fingerprint() == prints[20]
    branch.seek(21)
    assert physics.fingerprint() != prints[21]


def test_a_physics_that_is_no_processor_is_recorded_from_its_first_step() -> None:
    physics = Physics()
    recorder = Recorder(physics)
    physics.step_once()
    assert recorder.steps == range(2)


def test_reset_and_a_snapshot_from_elsewhere_begin_anew() -> None:
    physics, (ball,) = falling()
    recorder = Recorder(physics)
    for _ in range(3):
        physics.step_once()
    later = physics.snapshot()
    physics.reset()
    falling_again = esper.create_entity(Transform(0, 900), RigidBody(), Collider(Box(8, 8)))
    assert falling_again == ball
    physics.step_once()
    assert recorder.steps == range(2)
    physics.restore(later)
    physics.step_once()
    assert recorder.steps == range(3, 5)
    assert Replay(recorder).play() is None


def test_keep_drops_what_is_older() -> None:
    physics, _ = falling()
    recorder = Recorder(physics, keep=0.5, keyframe=10)
    for step in range(1, 101):
        physics.step_once()
        assert recorder.steps.stop == step + 1
        assert min(step, 30) < len(recorder.steps) <= 41
    replay = Replay(recorder)
    assert replay.play() is None
    with pytest.raises(ValueError, match="step must be 70 to 100, got 69"):
        replay.seek(69)


def test_many_keyframes_are_thinned_out() -> None:
    physics, _ = falling()
    for _ in range(3):
        physics.step_once()
    size = physics.snapshot().nbytes
    recorder = Recorder(physics, keyframe=2, megabytes=8e-6 * size)
    for _ in range(60):
        physics.step_once()
    steps = [keyframe.step for keyframe in recorder.recording().keyframes]
    assert steps[0] == 3 and 3 <= len(steps) <= 16 and steps[-1] >= 43 and recorder.nbytes < 9 * size
    assert Replay(recorder).play() is None


def test_large_snapshots_are_kept_for_every_second_step(monkeypatch: pytest.MonkeyPatch) -> None:
    physics, _ = falling()
    recorder = Recorder(physics)
    prints = []
    for _ in range(20):
        physics.step_once()
        prints.append(physics.fingerprint())
    monkeypatch.setattr("ecsphys.replay.player._MOST", 10 * physics.snapshot().nbytes)
    replay = Replay(recorder)
    for step in range(20, 0, -1):
        replay.seek(step)
        assert physics.fingerprint() == prints[step - 1]
    assert 3 < len(replay._between) <= 10


def test_a_step_costs_eight_bytes_beside_keyframes() -> None:
    physics, _ = falling(20)
    recorder = Recorder(physics)
    physics.step_once()
    before = recorder.nbytes
    for _ in range(30):
        physics.step_once()
    assert recorder.nbytes - before == 8 * 30


def test_inputs_without_apply_are_refused() -> None:
    physics, _ = falling()
    recorder = Recorder(physics)
    with pytest.warns(PhysicsWarning, match="without apply: the input is recorded, and nothing") as said:
        recorder.input(1)
        line = inspect.currentframe().f_lineno - 1  # type: ignore[union-attr]
        recorder.input(2)
    assert [(warning.filename, warning.lineno) for warning in said] == [(__file__, line)]
    physics.step_once()
    replay = Replay(recorder)
    with pytest.raises(ValueError, match="inputs after step 0: give apply"):
        replay.play()
    given: list[object] = []
    assert Replay(recorder, apply=given.append).play() is None
    assert given == [1, 2]


def test_advance_runs_the_processors_of_the_game() -> None:
    physics, (ball,) = falling()

    class Wind(esper.Processor):
        def process(self, dt: float) -> None:
            esper.component_for_entity(ball, RigidBody).velocity += (60 * dt, 0)

    esper.add_processor(Wind(), priority=1)
    recorder = Recorder(physics, apply=str)
    for _ in range(5):
        recorder.input("frame")
        esper.process(physics.step)
    assert Replay(recorder).play() == 1
    assert Replay(recorder, advance=lambda: esper.process(physics.step)).play() is None
    with pytest.raises(RuntimeError, match="exactly one step"):
        Replay(recorder, advance=lambda: esper.process(2 * physics.step)).play()


def test_a_replay_works_in_its_own_world() -> None:
    _, recorder, prints = recorded()
    home = esper.current_world
    esper.switch_world(f"{home}-elsewhere")
    physics, _ = falling()
    Replay(recorder).seek(9)
    assert esper.current_world == f"{home}-elsewhere" and physics.step_count == 0
    assert recorder.physics.fingerprint() == prints[9]


def test_first_divergence_names_step_entity_and_field() -> None:
    physics, balls = falling(3)
    start = physics.snapshot()
    runs = []
    for change in (0.0, 0.0, 1e-9):
        physics.restore(start)
        recorder = Recorder(physics, keyframe=8)
        for step in range(20):
            if step == 11:
                recorder.apply = lambda speed: setattr(
                    esper.component_for_entity(balls[1], RigidBody), "angular_velocity", speed
                )
                recorder.input(change)
            physics.step_once()
        recorder.stop()
        runs.append(Replay(recorder))
    assert runs[0].first_divergence(runs[1]) is None
    found = runs[0].first_divergence(runs[2])
    assert found is not None and found.step == 12
    assert {one.entity for one in found.differences} == {balls[1]}
    assert ("RigidBody", "angular_velocity", 0.0, 1e-9) in {one[1:5] for one in found.differences}
    assert "step 12\n  entity 2: " in str(found)


def test_entities_made_in_a_handler_are_adopted_alike_with_and_without_a_keyframe() -> None:
    prints = []
    for keyframe in (1, 1000):
        esper.switch_world(f"{esper.current_world}-{keyframe}")
        physics, crates = code(), scene()
        recorder = Recorder(physics, keyframe=keyframe, apply=apply)
        prints.append(play(physics, recorder.input, crates, 30))
    assert prints[0] == prints[1]


def test_mistakes_are_refused() -> None:
    physics, _ = falling()
    recorder = Recorder(physics)
    with pytest.raises(ValueError, match="nothing is recorded yet"):
        Replay(recorder)
    with pytest.raises(RuntimeError, match="nothing is recorded yet"):
        recorder.save("nowhere")
    with pytest.raises(TypeError, match=r"the input is an? object, which cannot be saved"):
        recorder.input(object())
    physics.step_once()
    replay = Replay(recorder)
    for step in (-1, 2):
        with pytest.raises(ValueError, match=f"step must be 0 to 1, got {step}"):
            replay.seek(step)
        with pytest.raises(ValueError, match=f"step must be 0 to 1, got {step}"):
            replay.snapshot_at(step)
    with pytest.raises(TypeError, match="takes a Replay"):
        replay.first_divergence(recorder)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match=r"Replay.load\(path\)"):
        Replay("file")  # type: ignore[arg-type]
    for options in ({"keyframe": 0}, {"keep": 0}, {"keep": float("nan")}):
        with pytest.raises(ValueError, match=next(iter(options))):
            Recorder(physics, **options)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="Recorder takes a Physics"):
        Recorder(recorder)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="types of components"):
        Recorder(physics, "Score")  # type: ignore[arg-type]


def test_an_input_within_a_step_is_refused() -> None:
    physics, balls = falling(2)
    esper.component_for_entity(balls[1], Transform).position = (15, 500)
    recorder = Recorder(physics)
    physics.add_contact_hook(lambda _contact: recorder.input(1))
    with pytest.raises(RuntimeError, match="an input is given between steps only"):
        physics.step_once()
