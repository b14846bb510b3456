"""Options and best times on disk: written whole, and set aside when damaged."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest

from demo_game import saved
from demo_game.controls import Action
from demo_game.options import DEFAULT_KEYS, FILE, Options
from demo_game.records import FILE as TIMES
from demo_game.records import Records

DAMAGE = ["", "{", "[]", "7", "\x00\xff", '{"volume": "loud"}', '{"keys": 3}', "[" * 100_000]


def test_options_come_back_as_they_were(tmp_path):
    options = Options(volume=0.25, fullscreen=True)
    options.bind(Action.FIRE, "K", instead_of="J")
    assert options.save(tmp_path / "new" / "folder") == ""
    again, message = Options.load(tmp_path / "new" / "folder")
    assert (again, message) == (options, "")
    assert again.keys[Action.FIRE] == ("MOUSE_LEFT", "K")


def test_without_a_file_there_are_the_defaults(tmp_path):
    options, message = Options.load(tmp_path)
    assert (options.volume, options.fullscreen, options.keys, message) == (0.7, False, DEFAULT_KEYS, "")
    assert not list(tmp_path.iterdir())


def test_a_key_belongs_to_one_action():
    options = Options()
    options.bind(Action.UP, "A")
    assert options.action("A") is Action.UP and options.keys[Action.LEFT] == ("LEFT",)
    options.bind(Action.LEFT, "Q", instead_of="LEFT")
    assert options.keys[Action.LEFT] == ("Q",) and options.action("LEFT") is None
    names = [name for keys in options.keys.values() for name in keys]
    assert len(set(names)) == len(names)


def test_actions_that_a_file_does_not_know_get_their_keys_unless_taken():
    data = Options().as_data()
    data["keys"] = {"fire": ["R"]}
    options = Options.from_data(data)
    assert options.keys[Action.FIRE] == ("R",)
    assert options.keys[Action.RESTART] == ()
    assert options.keys[Action.LEFT] == DEFAULT_KEYS[Action.LEFT]


@pytest.mark.parametrize(("damage", "why"), [("null", "must be a table"), ("{}", "'volume' is missing")])
def test_the_message_names_the_fault_of_the_options(damage, why, tmp_path):
    (tmp_path / FILE).write_text(damage)
    assert why in Options.load(tmp_path)[1]


@pytest.mark.parametrize("damage", DAMAGE, ids=range(len(DAMAGE)))
def test_damaged_options_are_set_aside_with_a_message(damage, tmp_path):
    (tmp_path / FILE).write_text(damage)
    options, message = Options.load(tmp_path)
    assert options == Options()
    assert FILE in message and "is damaged" in message
    assert (tmp_path / (FILE + ".damaged")).read_text() == damage
    assert options.save(tmp_path) == ""
    assert Options.load(tmp_path) == (options, "")


@pytest.mark.parametrize(
    "wrong",
    [
        {"volume": 2}, {"volume": True}, {"fullscreen": "no"}, {"keys": {"dance": ["X"]}},
        {"keys": {"fire": "X"}}, {"keys": {"fire": ["X"], "left": ["X"]}}, {"keys": {"fire": [""]}},
    ],
)  # fmt: skip
def test_values_out_of_range_are_damage(wrong, tmp_path):
    (tmp_path / FILE).write_text(json.dumps(Options().as_data() | wrong))
    options, message = Options.load(tmp_path)
    assert options == Options() and message


def test_best_times_come_back_and_only_better_ones_are_kept(tmp_path):
    records = Records(tmp_path)
    assert records.best("one") is None
    assert records.enter("one", 61.5).record
    worse = Records(tmp_path).enter("one", 70.0)
    assert (worse.record, worse.best) == (False, 61.5)
    assert Records(tmp_path).enter("one", 60.0).record
    assert Records(tmp_path).times == {"one": 60.0}


@pytest.mark.parametrize("damage", ["{", "[1]", '{"one": -3}', '{"one": "fast"}', '{"one": true}'])
def test_damaged_best_times_are_set_aside_with_a_message(damage, tmp_path):
    (tmp_path / TIMES).write_text(damage)
    records = Records(tmp_path)
    assert records.times == {} and "is damaged" in records.message
    assert (tmp_path / (TIMES + ".damaged")).read_text() == damage
    records.enter("one", 5.0)
    assert Records(tmp_path).times == {"one": 5.0}


def test_times_that_are_not_kept_leave_no_file(tmp_path, monkeypatch):
    monkeypatch.setattr(saved, "folder", lambda: tmp_path)
    assert Records(keep=False).enter("one", 5.0).record
    assert not list(tmp_path.iterdir())


def test_a_write_that_fails_leaves_the_old_file_and_no_scrap(tmp_path, monkeypatch):
    path = tmp_path / "file.json"
    assert saved.write(path, {"a": 1}) == ""

    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    assert "No space left" in saved.write(path, {"a": 2})
    monkeypatch.undo()
    assert json.loads(path.read_text()) == {"a": 1}
    assert [one.name for one in tmp_path.iterdir()] == ["file.json"]


def test_a_folder_in_the_way_is_reported(tmp_path):
    (tmp_path / FILE).mkdir()
    options, message = Options.load(tmp_path)
    assert options == Options() and "cannot be read" in message
    assert "cannot be written" in options.save(tmp_path)


def test_the_folder_is_the_users(tmp_path, monkeypatch):
    pytest.importorskip("platformdirs")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    if os.name == "posix" and os.uname().sysname == "Linux":
        assert saved.folder() == tmp_path / "ecsphys-demo"


@pytest.mark.skipif(os.name != "posix", reason="permissions are POSIX's")
def test_files_get_the_permissions_of_the_umask(tmp_path):
    mask = os.umask(0o022)
    try:
        saved.write(tmp_path / "game.tape", [])
    finally:
        os.umask(mask)
    assert (tmp_path / "game.tape").stat().st_mode & 0o777 == 0o644


@pytest.mark.skipif(os.name != "posix", reason="links are POSIX's")
def test_a_link_to_a_file_stays_a_link(tmp_path):
    (tmp_path / "kept.json").write_text("{}")
    (tmp_path / FILE).symlink_to("kept.json")
    assert Options(volume=0.5).save(tmp_path) == ""
    assert (tmp_path / FILE).is_symlink()
    assert json.loads((tmp_path / "kept.json").read_text())["volume"] == 0.5


@pytest.mark.skipif(os.name != "posix", reason="devices are POSIX's")
def test_a_device_is_not_replaced_by_a_file(tmp_path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    assert "pipe cannot be written: it is a device or a pipe" in saved.write(pipe, {})
    assert not pipe.is_file() and [one.name for one in tmp_path.iterdir()] == ["pipe"]


@pytest.mark.parametrize("home", [RuntimeError("no home"), "~/.local/share"])
def test_without_a_home_nothing_is_kept_and_nothing_fails(home, tmp_path, monkeypatch):
    """platformdirs raises, in older versions it returns a path that begins with ~."""
    platformdirs = pytest.importorskip("platformdirs")

    def no_home(*arguments, **keywords):
        if isinstance(home, Exception):
            raise home
        return Path(home)

    monkeypatch.setattr(platformdirs, "user_data_path", no_home)
    monkeypatch.chdir(tmp_path)
    assert Options.load() == (Options(), "")
    assert "the user has no home folder" in Options().save()
    records = Records()
    assert records.message == "" and records.enter("one", 5.0).record
    assert "the user has no home folder" in records.message
    assert not list(tmp_path.iterdir())


def test_a_home_that_is_a_file_is_reported(tmp_path):
    (tmp_path / "home").write_text("")
    assert Options.load(tmp_path / "home") == (Options(), "")
    assert "cannot be written" in Options().save(tmp_path / "home")
