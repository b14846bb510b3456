"""Recordings: a replay gives the same bits."""

from __future__ import annotations

import json

import esper
import pytest

from demo_game import cli
from demo_game import recording as recording_module
from demo_game.components import Crate
from demo_game.controls import Action, Inputs
from demo_game.game import Game
from demo_game.recording import CHECKPOINT, RESTART, BrokenRecording, Recording
from ecsphys import MouseJoint, Vec2
from tests.demo_game.levels import at, level
from tests.demo_game.play import only, run, where

SMALL = level(at("crate", 8, 2.5), at("barrel", 12, 2.5), at("drone", 20, 6))


def played() -> Game:
    """A game with running, shooting, and both kinds of restart."""
    game = Game(seed=3, level=SMALL)
    game.controls.target = Vec2(12 * 64.0, 170.123456789)
    game.controls.hold(Action.FIRE)
    run(game, 0.5)
    game.restart()
    game.controls.hold(Action.RIGHT)
    run(game, 0.4)
    game.restart_from_checkpoint()
    game.controls.hold(Action.LEFT)
    game.controls.press(Action.UP)
    run(game, 0.7)
    return game


def test_a_replay_gives_the_same_fingerprint(tmp_path):
    game = played()
    game.recording.fingerprint = game.fingerprint()
    assert game.recording.save(tmp_path / "tape.json") == ""
    recording = Recording.load(tmp_path / "tape.json")
    assert recording == game.recording
    assert recording.entries.count(RESTART) == recording.entries.count(CHECKPOINT) == 1
    again = Game(replay=recording, level=SMALL)
    while not again.replayed:
        again.step()
    assert again.fingerprint() == recording.fingerprint
    assert again.session.counts == game.session.counts
    assert again.recording.entries == recording.entries
    again.step()  # after its end nothing is wanted any more
    assert again.recording.entries[-1] == Inputs()
    game.close()
    again.close()


def test_a_replay_in_uneven_frames_is_the_same(tmp_path):
    game = played()
    again = Game(replay=game.recording, level=SMALL)
    frames = 0
    while not again.replayed:
        again.update((0.004, 0.03, 0.017)[frames % 3])
        frames += 1
    steps = len(again.recording.entries)
    assert again.recording.entries[: len(game.recording.entries)] == game.recording.entries
    if steps == len(game.recording.entries):
        assert again.fingerprint() == game.fingerprint()
    game.close()
    again.close()


def test_a_tape_fits_only_its_level():
    recording = played().recording
    with pytest.raises(BrokenRecording, match="another version of level 1"):
        Game(replay=recording)


GOOD = {
    "format": "ecsphys demo recording", "version": 2, "number": 1, "seed": 0, "level": "abc",
    "fingerprint": "", "entries": [[0, 0], [1, 1, 2.5, 3], "restart",
    [0, 0, 1, 2, 3, 4.5], [0, 0, None, None, 3, 4]],
}  # fmt: skip


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": "mp3"}, "is no recording of this game"),
        ({"version": 3}, "'version' must be 1 to 2, got 3"),
        ({"version": "1"}, "'version' must be 1 to 2, got '1'"),
        ({"version": []}, r"'version' must be 1 to 2, got \[\]"),
        ({"number": "one"}, "'number' must be a whole number, got 'one'"),
        ({"seed": None}, "'seed' must be a whole number, got None"),
        ({"seed": True}, "'seed' must be a whole number, got True"),
        ({"level": 5}, "'level' must be a text, got 5"),
        ({"entries": 5}, "'entries' must be a list, got 5"),
        ({"entries": [[0, 0], [0]]}, r"entries\[1\] must be 'restart', .*; got \[0\]"),
        ({"entries": [[0, 1 << 40]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0, 0, 1, "x"]]}, r"entries\[0\] must be 'restart'"),
        (
            {"entries": [[0, 0, 1, float("nan")]]},
            r"entries\[0\]\[3\] must be a number of at most .*, got nan",
        ),
        ({"entries": [[0, 0, 1, 2, None, None]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0, 0, None, None]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0, 0, 1, None, 3, 4]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0, 0, 1, 2, 3]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0.5, 0]]}, r"entries\[0\] must be 'restart'"),
        ({"entries": [[0, 0, 10**400, 0]]}, r"entries\[0\]\[2\] must be a number of at most .*, got inf"),
        ({"entries": [[0, 0, 1e300, 0]]}, r"entries\[0\]\[2\] must be a number of at most"),
        ({"entries": [[0, 0, 1e7, 0]]}, r"entries\[0\] must be 'restart', .*; got \[0, 0, 10000000.0, 0\]"),
        ({"entries": ["restart"] * 1001}, "'entries' must have at most 1000 restarts, got 1001"),
        ({"seed": 10**400}, "seed must be a number of at most"),
        ({"entries": ["dance"]}, r"entries\[0\] must be 'restart'"),
    ],
)
def test_a_broken_recording_is_refused(change, message, tmp_path):
    path = tmp_path / "tape.json"
    path.write_text(json.dumps(GOOD))
    assert Recording.load(path).entries == [
        Inputs(), Inputs(1, 1, Vec2(2.5, 3.0)), RESTART, Inputs(0, 0, Vec2(1.0, 2.0), Vec2(3.0, 4.5)),
        Inputs(0, 0, None, Vec2(3.0, 4.0)),
    ]  # fmt: skip
    path.write_text(json.dumps(GOOD | change))
    with pytest.raises(BrokenRecording, match=message) as error:
        Recording.load(path)
    assert str(path) in str(error.value)


def test_recordings_of_the_first_version_are_read(tmp_path):
    path = tmp_path / "tape.json"
    path.write_text(json.dumps(GOOD | {"version": 1, "entries": [[0, 0], [1, 1, 2.5, 3], "checkpoint"]}))
    assert Recording.load(path).entries == [Inputs(), Inputs(1, 1, Vec2(2.5, 3.0)), CHECKPOINT]


def test_a_replay_repeats_what_the_mouse_grabbed(tmp_path):
    game = Game(seed=3, level=SMALL)
    run(game, 0.1)
    start = where(only(Crate))
    for step in range(30):
        game.controls.grip = Vec2(8 * 64.0 + 3.0, 2.5 * 64.0 + 6.1 * step)
        game.step()
    assert esper.get_component(MouseJoint)
    game.controls.grip = None
    run(game, 0.1)
    assert where(only(Crate)).y > start.y + 1.5
    assert not esper.get_component(MouseJoint)
    game.recording.save(tmp_path / "tape.json")
    again = Game(replay=Recording.load(tmp_path / "tape.json"), level=SMALL)
    while not again.replayed:
        again.step()
    assert again.fingerprint() == game.fingerprint()
    game.close()
    again.close()


@pytest.mark.parametrize("text", ["", "{", "[3]", "\x00", "[" * 100_000])
def test_a_file_that_is_no_recording_is_refused(text, tmp_path):
    path = tmp_path / "tape.json"
    path.write_text(text)
    with pytest.raises(BrokenRecording, match="is no recording"):
        Recording.load(path)
    with pytest.raises(BrokenRecording, match="cannot be read"):
        Recording.load(tmp_path / "none.json")


@pytest.mark.parametrize("more", [["--level", "2"], ["--seed", "3"]])
def test_a_recording_has_its_own_level_and_seed(more, tmp_path, capsys):
    with pytest.raises(SystemExit) as ended:
        cli.main(["--headless", "--replay", str(tmp_path / "tape.json"), *more])
    assert ended.value.code == 2
    assert "--replay goes without --level and --seed" in capsys.readouterr().err


@pytest.mark.jit
def test_on_the_command_line(tmp_path, capsys):
    path = str(tmp_path / "tape.json")
    assert cli.main(["--headless", "--seconds", "0.5", "--seed", "5", "--record", path]) == 0
    recorded = capsys.readouterr().out
    assert cli.main(["--headless", "--replay", path]) == 0
    replayed = capsys.readouterr().out
    assert "same fingerprint as recorded" in replayed
    fingerprint = recorded.split("fingerprint")[1].split()[0]
    assert f"fingerprint  {fingerprint}" in replayed
    data = json.loads((tmp_path / "tape.json").read_text())
    data["fingerprint"] = "0123"
    (tmp_path / "tape.json").write_text(json.dumps(data))
    assert cli.main(["--headless", "--replay", path]) == 1
    assert "recorded was 0123" in capsys.readouterr().out
    data["number"] = 99
    (tmp_path / "tape.json").write_text(json.dumps(data))
    assert cli.main(["--headless", "--replay", path]) == 2
    assert "there is no level 99" in capsys.readouterr().out
    (tmp_path / "tape.json").write_text("{")
    assert cli.main(["--headless", "--replay", path]) == 2
    assert "is no recording" in capsys.readouterr().out


def test_a_long_game_is_kept_up_to_what_can_be_read(tmp_path, monkeypatch):
    monkeypatch.setattr(recording_module, "_MOST_ENTRIES", 3)
    path = tmp_path / "tape.json"
    made = Recording(1, 0, "abc", [Inputs(1, 1)] * 5, "0123")
    assert made.save(path) == ""
    kept = Recording.load(path)
    assert len(kept.entries) == 3 and kept.fingerprint == ""
