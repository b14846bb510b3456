"""Saved games: a game goes on from the middle of a level as if nothing had been, also in a new process."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import esper
import pytest

from demo_game import saves
from demo_game.components import COMPONENTS, Crate
from demo_game.controls import BITS, Action, Inputs
from demo_game.game import Game
from demo_game.levels import LEVELS
from demo_game.recording import CHECKPOINT, BrokenRecording, Recording
from demo_game.saves import BrokenSave, SavedGame
from demo_game.session import STATE
from ecsphys import Vec2
from ecsphys.rollback import SyncTest
from tests.demo_game.levels import at, box, level
from tests.demo_game.play import arsenal, health, place, put, run, run_until

ROOT = Path(__file__).parents[2]
BUSY = level(
    at("crate", 8, 2.5), at("crate", 8.1, 3.6), at("barrel", 12, 2.5), at("drone", 20, 6),
    at("walker", 16, 2.5), box("checkpoint", 4, 2, 2, 2), box("glass", 10, 2, 0.25, 2),
)  # fmt: skip


def saved_and_loaded(game: Game, path: Path) -> SavedGame:
    assert game.save(Vec2(3.5, 4.0)).write(path) == ""
    return SavedGame.load(path)


def state(game: Game) -> tuple[str, object]:
    return game.fingerprint(), game.session


def test_a_loaded_game_goes_on_like_the_one_that_was_saved(tmp_path: Path, games: list[Game]) -> None:
    """Shots in flight, glass that breaks, a barrel that burns, random numbers, fuses, a checkpoint."""
    first = Game(seed=3, level=BUSY)
    games.append(first)
    first.controls.target = Vec2(12 * 64.0, 170.0)
    first.controls.hold(Action.RIGHT)
    first.controls.hold(Action.FIRE)
    run(first, 0.6)
    save = saved_and_loaded(first, tmp_path / "slot.save")
    assert save.summary.camera == (3.5, 4.0) and save.summary.number == 1
    after = []
    for step in range(180):
        first.controls.hold(Action.UP, step % 40 < 10)
        first.step()
        after.append((first.fingerprint(), first.session.score, dict(first.session.counts)))
    second = Game(level=BUSY, save=save, replay=first.recording)
    games.append(second)
    for expected in after:
        second.step()
        assert (second.fingerprint(), second.session.score, dict(second.session.counts)) == expected
    assert first.session.counts["shattered"] and second.session == first.session
    assert second.recording.entries == first.recording.entries
    assert second.physics.fingerprint() and second.replayed


def test_what_was_reached_and_taken_comes_back(tmp_path: Path, games: list[Game]) -> None:
    first = Game(level=BUSY)
    games.append(first)
    run(first, 0.2)
    put(first, 5 * 64.0, 3 * 64.0)
    run_until(first, lambda: first.session.counts["checkpoints"] == 1)
    run(first, 0.1)
    put(first, 7 * 64.0, 3 * 64.0)
    first.session.score = 250
    second = Game(level=BUSY, save=saved_and_loaded(first, tmp_path / "slot.save"))
    games.append(second)
    assert second.session.score == 250 and second.seed == first.seed
    second.restart_from_checkpoint()
    assert place(second).x == pytest.approx(5 * 64.0, abs=1.0)
    assert second.recording.entries[-1] == CHECKPOINT
    second.restart()
    assert second.session.score == 0


def test_every_component_of_the_game_is_saved() -> None:
    """One that is forgotten would be missing in a loaded game."""
    import demo_game.components as components

    defined = {
        part
        for part in vars(components).values()
        if isinstance(part, type) and hasattr(part, "__dataclass_fields__")
    }
    assert defined - {components.Enemy} == set(COMPONENTS)


def test_rules_keep_nothing_to_themselves(games: list[Game]) -> None:
    """What they remember would be missing in a loaded game."""
    game = Game(level=BUSY)
    games.append(game)
    before = [dict(vars(rule)) for rule in game.rules]
    run(game, 1.0)
    assert [dict(vars(rule)) for rule in game.rules] == before


ELSEWHERE = """
import sys
from pathlib import Path
from demo_game.game import Game
from demo_game.recording import Recording
from demo_game.saves import SavedGame

tape = Recording.load(Path(sys.argv[1]))
for path in sys.argv[2:]:
    game = Game(save=SavedGame.load(Path(path)), replay=tape)
    while not game.replayed:
        game.step()
    print(game.fingerprint(), game.session.score, round(game.session.seconds, 6))
    game.close()
"""


@pytest.mark.slow
@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_saved_by_one_process_and_loaded_by_another(entry, tmp_path: Path, games: list[Game]) -> None:
    """A scripted player plays 25 s; three times in between the game is saved. Level 5 is full of joints."""
    game = Game(entry.number, seed=7, script=True)
    games.append(game)
    paths = []
    for step in range(1500):
        if step in (333, 777, 1111):
            paths.append(tmp_path / f"{step}.save")
            assert game.save(Vec2(0.0, 0.0)).write(paths[-1]) == ""
        game.step()
    tape = tmp_path / "tape.json"
    assert game.recording.save(tape) == ""
    expected = f"{game.fingerprint()} {game.session.score} {round(game.session.seconds, 6)}"
    done = subprocess.run(
        [sys.executable, "-c", ELSEWHERE, str(tape), *map(str, paths)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "5"},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout.splitlines() == [expected] * 3


# -- damage --------------------------------------------------------------------------------------------


@pytest.fixture
def saved_file(tmp_path: Path, games: list[Game]) -> Path:
    game = Game(1)
    games.append(game)
    run(game, 0.3)
    path = tmp_path / "slot_1.save"
    assert game.save(Vec2(0.0, 0.0)).write(path) == ""
    return path


def changed(content: bytes, **changes: object) -> bytes:
    """A file with other values in its first line."""
    first, _, rest = content.partition(b"\n")
    return json.dumps(json.loads(first) | changes).encode() + b"\n" + rest


@pytest.mark.parametrize(
    ("damage", "message"),
    [
        (lambda content: b"", "it is no saved game"),
        (lambda content: b"\x89PNG" + content, "it is no saved game"),
        (lambda content: content[:100], "line 1 column .* is not JSON"),
        (lambda content: content[:-8], "it is cut off"),
        (lambda content: content[:-3000] + b"\xff" + content[-2999:], "damaged"),
        (lambda content: content.split(b"\n")[0] + b"\n", "is not JSON"),
        (lambda content: changed(content, version=2), r"saved by another version of this game \(2\)"),
        (lambda content: changed(content, format="mp3"), "it is no saved game"),
        (lambda content: changed(content, number=99), "there is no level 99"),
        (lambda content: changed(content, camera=["x", 1]), "'camera' must be two numbers"),
        (lambda content: changed(content, name=3), "'name' must be a text"),
        (lambda content: changed(content, name="x" * 5000), "it is no saved game"),
    ],
    ids=range(12),
)
def test_damaged_files_are_refused(damage, message: str, saved_file: Path) -> None:
    saved_file.write_bytes(damage(saved_file.read_bytes()))
    with pytest.raises(BrokenSave, match=rf"slot_1\.save cannot be loaded: .*{message}"):
        SavedGame.load(saved_file)


def test_files_that_cannot_be_read_are_refused(tmp_path: Path) -> None:
    with pytest.raises(BrokenSave, match="a folder"):
        SavedGame.load(tmp_path)
    with pytest.raises(BrokenSave, match="cannot be read: No such file"):
        SavedGame.load(tmp_path / "none.save")
    assert saves.read_summary(tmp_path / "none.save") is None and saves.read_summary(None) is None


def test_a_saved_game_fits_its_level_only(tmp_path: Path, games: list[Game]) -> None:
    first = Game(level=BUSY)
    games.append(first)
    save = saved_and_loaded(first, tmp_path / "slot.save")
    world = esper.current_world
    with pytest.raises(BrokenRecording, match="the saved game was made with another version of level 1"):
        Game(save=save)
    save.recording.fingerprint = "0123"
    with pytest.raises(BrokenSave, match="its world is not the one that was saved"):
        Game(level=BUSY, save=save)
    assert first.world == world and {*esper.list_worlds()} >= {world}
    first.step()  # goes on


def test_the_recording_of_a_loaded_game_begins_at_the_start(tmp_path: Path, games: list[Game]) -> None:
    first = Game(seed=5, level=BUSY)
    games.append(first)
    run(first, 0.3)
    second = Game(level=BUSY, save=saved_and_loaded(first, tmp_path / "slot.save"))
    games.append(second)
    second.controls.hold(Action.RIGHT)
    run(second, 0.5)
    second.recording.fingerprint = second.fingerprint()
    assert second.recording.save(tmp_path / "tape.json") == ""
    third = Game(replay=Recording.load(tmp_path / "tape.json"), level=BUSY)
    games.append(third)
    while not third.replayed:
        third.step()
    assert third.fingerprint() == second.recording.fingerprint
    assert (health(third), arsenal(third)) == (health(second), arsenal(second))
    assert esper.get_component(Crate)


@pytest.mark.jit
def test_every_step_can_be_taken_back(games: list[Game]) -> None:
    """What rules would keep to themselves shows as a difference."""
    game = Game(seed=3, level=BUSY)
    games.append(game)
    target = Vec2(12 * 64.0, 170.0)

    def step(inputs: list[tuple[int, str]]) -> None:
        held, _ = inputs[0]
        game.controls.take(Inputs(held, held, target))
        game.physics.step_once()

    def keys(frame: int) -> list[int]:
        return [BITS[Action.RIGHT] | BITS[Action.FIRE] | BITS[Action.UP] * (frame % 40 < 4)]

    SyncTest(game.physics, 1, step, components=STATE).run(100, keys)
    assert game.session.counts["fired pistol"] > 5 and game.session.counts["jumps"] >= 2
