"""A failing run becomes a test: a file of the last seconds, which `ecsphys.testing.replay` runs again."""

from __future__ import annotations

from pathlib import Path

import esper
import pytest

from ecsphys import Circle, Collider, Physics, PhysicsWarning, RigidBody, Transform
from ecsphys.replay import Recorder
from ecsphys.testing import replay

FALL = 20.0


def shove(value: float) -> None:
    """The game's function of an input."""
    for _, body in esper.get_component(RigidBody):
        body.velocity = (value, body.velocity.y)


def build(limit: float = 0.0, force: float = 0.0) -> Physics:
    """Make the code of a game that cannot bear a body below a limit, and pushes with a force from step 15."""
    physics = Physics(gravity=(0, -900))
    esper.add_processor(physics)

    @physics.after_step
    def watch(_dt: float) -> None:
        for entity, place in esper.get_component(Transform):
            if place.y < limit:
                raise LookupError(f"entity {entity} has fallen")

    @physics.before_step
    def push(_dt: float) -> None:
        if force and physics.step_count >= 15:
            for _, body in esper.get_component(RigidBody):
                body.apply_force((force, 0.0))

    return physics


def scene() -> None:
    """Create what falls."""
    for k in range(3):
        esper.create_entity(Transform(40 * k, FALL + 10 * k), RigidBody(), Collider(Circle(5)))


def fail(path: Path) -> int:
    """Play until the game raises; return the step."""
    physics = build()
    scene()
    recorder = Recorder(physics, keep=10, dump=path, keyframe=6, apply=shove)
    with pytest.raises(LookupError, match="entity 1 has fallen") as caught:
        while True:
            recorder.input(0.5 * physics.step_count)
            physics.step_once()
    assert f"the steps before are in {path}" in caught.value.__notes__[0]
    return physics.step_count


def elsewhere() -> None:
    esper.switch_world(f"{esper.current_world}-elsewhere")


def test_an_exception_leaves_a_file_that_raises_it_again(tmp_path: Path) -> None:
    step = fail(tmp_path / "bug")
    elsewhere()
    with pytest.raises(LookupError, match="entity 1 has fallen"):
        replay(tmp_path / "bug", build, apply=shove)
    assert esper.get_processor(Physics).step_count == step


def test_it_raises_nothing_when_the_bug_is_mended(tmp_path: Path) -> None:
    step = fail(tmp_path / "bug")
    elsewhere()
    run = replay(tmp_path / "bug", lambda: build(limit=-1e9), apply=shove)
    assert run.failure == (step, "LookupError: entity 1 has fallen")
    assert run.steps.stop == run.physics.step_count == step


def test_only_the_first_exception_is_kept(tmp_path: Path) -> None:
    fail(tmp_path / "bug")
    data = (tmp_path / "bug").read_bytes()
    with pytest.raises(LookupError):
        esper.get_processor(Physics).step_once()
    assert (tmp_path / "bug").read_bytes() == data


def test_a_run_that_goes_otherwise_names_step_entity_and_field(tmp_path: Path) -> None:
    physics = build(limit=-1e9)
    scene()
    recorder = Recorder(physics, keyframe=8)
    for _ in range(10):
        physics.step_once()
    esper.component_for_entity(2, RigidBody).angular_velocity = 1.0
    for _ in range(3):
        physics.step_once()
    recorder.save(tmp_path / "run")
    elsewhere()
    with pytest.raises(
        AssertionError, match=r"not as recorded: step 11; .* at step 13\n  entity 2: "
    ) as caught:
        replay(tmp_path / "run", lambda: build(limit=-1e9))
    assert "entity 2: RigidBody.angular_velocity is 1.0 and 0.0" in str(caught.value)


def test_a_lost_body_leaves_a_file_that_fails(tmp_path: Path) -> None:
    physics = build(limit=-1e9, force=1e99)
    scene()
    Recorder(physics, dump=tmp_path / "lost")
    with pytest.warns(PhysicsWarning, match="entity 1, 2, 3"):
        for _ in range(18):
            physics.step_once()
    assert physics.lost == (1, 2, 3)
    elsewhere()
    with (
        pytest.warns(PhysicsWarning),
        pytest.raises(AssertionError, match=r"step 16: put aside, see Physics.lost: entity 1, 2, 3"),
    ):
        replay(tmp_path / "lost", lambda: build(limit=-1e9, force=1e99))
    elsewhere()
    assert replay(tmp_path / "lost", lambda: build(limit=-1e9)).physics.lost == ()


def test_dump_returns_its_file(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    physics = build(limit=-1e9)
    scene()
    recorder = Recorder(physics, keep=10)
    for _ in range(5):
        physics.step_once()
    monkeypatch.chdir(tmp_path)
    path = recorder.dump()
    elsewhere()
    run = replay(path, lambda: build(limit=-1e9))
    assert run.steps == range(6) and run.failure is None


def test_a_file_that_cannot_be_written_does_not_hide_the_error(tmp_path: Path) -> None:
    physics = build()
    scene()
    Recorder(physics, dump=tmp_path / "no folder" / "bug")
    with pytest.raises(LookupError, match="has fallen") as caught:
        for _ in range(60):
            physics.step_once()
    assert "could not be written" in caught.value.__notes__[0]
