"""A crash leaves a file that runs again to the same crash."""

from __future__ import annotations

from pathlib import Path

import pytest

from demo_game import cli
from demo_game.components import Crate
from demo_game.controls import Action
from demo_game.game import Game
from demo_game.report import BrokenReport, run_again
from demo_game.rules.pickups import Pickups
from ecsphys import PhysicsWarning, Vec2
from tests.demo_game.levels import at, box, level
from tests.demo_game.play import only, put, run, run_until

YARD = level(
    at("crate", 8, 2.5), at("walker", 30, 2.5), at("drone", 28, 6), at("pickup", 9, 2.5, what="gem"),
    at("pickup", 12, 2.5, what="medkit"), box("checkpoint", 6, 2, 1, 2),
)  # fmt: skip


def crash(game: Game) -> None:
    """Play until the bug: the medkit is fatal."""
    game.controls.target = Vec2(20 * 64.0, 200.0)
    game.controls.hold(Action.RIGHT)
    game.controls.hold(Action.FIRE)
    with pytest.raises(ZeroDivisionError) as caught:
        run_until(game, lambda: False, 6.0)
    assert "the steps before are in" in caught.value.__notes__[0]


def bug(self, pickup, character) -> bool:
    if pickup.kind == "medkit":
        raise ZeroDivisionError("a bug")
    self.session.gems_taken += 1
    return True


@pytest.mark.parametrize("restarted", [False, True])
def test_a_crash_happens_again_until_it_is_mended(
    restarted: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, games: list[Game]
) -> None:
    monkeypatch.setattr(Pickups, "_give", bug)
    path = tmp_path / "report"
    game = Game(level=YARD, report=path)
    games.append(game)
    run(game, 0.3)
    if restarted:  # at a checkpoint, without the gem: entities have other numbers than in a new level
        put(game, 9 * 64.0, 170.0)
        run_until(game, lambda: game.session.gems_taken == 1)
        put(game, 6.5 * 64.0, 170.0)
        run_until(game, lambda: game.session.counts["checkpoints"] == 1)
        game.step()
        game.restart_from_checkpoint()
    crash(game)
    steps = game.physics.step_count
    with pytest.raises(ZeroDivisionError, match="a bug"):
        run_again(path, YARD)
    monkeypatch.undo()
    again = run_again(path, YARD)
    assert again.failure is not None and again.failure.step == steps
    assert again.failure.text == "ZeroDivisionError: a bug"
    assert again.diverged is None and again.steps[-1] == steps - 1  # it is raised by a handler


@pytest.mark.jit
def test_a_report_has_the_last_ten_seconds(tmp_path: Path, monkeypatch, games: list[Game]) -> None:
    game = Game(level=YARD, report=tmp_path / "report")
    games.append(game)
    game.controls.hold(Action.LEFT)  # before what is kept
    game.controls.target = Vec2(900.0, 300.0)
    for second in range(14):
        game.controls.hold(Action.FIRE, second % 2 == 0)
        run(game, 1.0)
    assert game._recorder is not None
    game._recorder.save(tmp_path / "report")
    replay = run_again(tmp_path / "report", YARD)
    assert len(replay.steps) - 1 == 600 and replay.steps[-1] == 840
    monkeypatch.setattr(Pickups, "_give", bug)
    put(game, 11 * 64.0, 170.0)  # by no input: what follows is not what is recorded
    game.controls.release(Action.LEFT)
    game.controls.hold(Action.RIGHT)
    with pytest.raises(ZeroDivisionError):
        run(game, 1.0)
    monkeypatch.undo()
    with pytest.raises(AssertionError, match="not as recorded: step"):
        run_again(tmp_path / "report", YARD)


def test_recorded_games_play_like_others(tmp_path: Path, games: list[Game]) -> None:
    prints = []
    for report in (None, tmp_path / "report"):
        game = Game(level=YARD, seed=2, report=report)
        games.append(game)
        game.controls.hold(Action.FIRE)
        for step in range(80):
            game.controls.hold(Action.UP, step % 30 < 5)
            game.update(1 / 50)
        prints.append((game.fingerprint(), game.session.counts))
    assert prints[0] == prints[1]
    assert not (tmp_path / "report").exists()


def test_other_files_are_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "report"
    with pytest.raises(BrokenReport, match=r"is no bug report: .*No such file"):
        run_again(path)
    path.write_text("no report")
    assert cli.main(["--bug-report", str(path)]) == 2
    assert "is no bug report" in capsys.readouterr().out


def test_the_command_line_runs_a_report(tmp_path: Path, monkeypatch, capsys, games: list[Game]) -> None:
    game = Game(1, report=tmp_path / "report")
    games.append(game)
    game.controls.hold(Action.RIGHT)
    run(game, 0.5)
    assert game._recorder is not None
    game._recorder.save(tmp_path / "report")
    assert cli.main(["--bug-report", str(tmp_path / "report")]) == 0
    assert "30 steps as recorded, and nothing went wrong" in capsys.readouterr().out

    def fail(self: Pickups, dt: float) -> None:
        raise ZeroDivisionError("in every step")

    monkeypatch.setattr(Pickups, "process", fail)
    assert cli.main(["--bug-report", str(tmp_path / "report")]) == 1
    assert "ZeroDivisionError: in every step" in capsys.readouterr().err


def test_a_lost_body_leaves_a_report(tmp_path: Path, monkeypatch, games: list[Game]) -> None:
    def poison(self: Pickups, dt: float) -> None:
        if self.physics.step_count == 20:
            bodies = self.physics.bodies
            bodies["vx"][bodies["entity"] == only(Crate)] = float("nan")

    monkeypatch.setattr(Pickups, "process", poison)
    game = Game(level=YARD, report=tmp_path / "report")
    games.append(game)
    with pytest.warns(PhysicsWarning, match="put aside"):
        run(game, 1.0)
    with (
        pytest.warns(PhysicsWarning, match="put aside"),
        pytest.raises(AssertionError, match=r"step 21: put aside, see Physics\.lost: entity"),
    ):
        run_again(tmp_path / "report", YARD)
