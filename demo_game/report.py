"""Bug reports: the last seconds before a crash, in a file that runs again."""

from __future__ import annotations

from pathlib import Path

import esper

import ecsphys.testing
from ecsphys import Physics, Vec2
from ecsphys.replay import Replay
from ecsphys.state import Snapshot

from . import saved
from .game import Game
from .json_file import BrokenFile
from .levels import Level, load_number
from .recording import Recording
from .saves import SavedGame, summary_of
from .session import Session

_FILE = "bug_report.recording"
_WORLD = "demo_game report"


class BrokenReport(BrokenFile):
    """A file that is no bug report of this game."""


def report_path() -> Path | None:
    """Return the file of the last bug report, in the user's folder; None if there is none."""
    path = saved.path_of(_FILE)
    if path is not None:
        path.parent.mkdir(parents=True, exist_ok=True)
    return path


def run_again(path: Path, level: Level | None = None) -> Replay:
    """Run a bug report again, from its first step to its last; return its replay.

    `level` replaces that of its number. Raises what the step that ended it raised, `AssertionError` if some
    step is not as recorded, and `BrokenReport`.
    """
    home = esper.current_world
    try:
        game = Game(save=_beginning(path, level), level=level)
    except (OSError, ValueError) as error:
        raise BrokenReport(f"{path} is no bug report: {error}") from error
    game.controls.take(game.held)
    try:
        return ecsphys.testing.replay(path, lambda: game.physics, apply=game.controls.take)
    finally:
        game.close()
        esper.switch_world(home)


def _beginning(path: Path, level: Level | None) -> SavedGame:
    """Return the first state of a bug report as a saved game."""
    esper.switch_world(_WORLD)
    try:
        replay = Replay.load(path, Physics())
        replay.seek(replay.steps[0])
        found = esper.get_component(Session)
        if not found:
            raise BrokenReport("it has no session")
        session = found[0][1]
        summary = summary_of(session.number, session.level, session.seconds, session.score, Vec2(0.0, 0.0))
        digest = (level or load_number(session.number)).digest
        snapshot = replay.snapshot_at(replay.steps[0]).to_bytes()
        return SavedGame(summary, Recording(session.number, 0, digest), Snapshot.from_bytes(snapshot))
    finally:
        esper.switch_world("default")
        esper.delete_world(_WORLD)
