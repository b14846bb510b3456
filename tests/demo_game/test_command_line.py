"""Arguments, messages, exit codes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from demo_game import cli, display
from demo_game.launch import Launch, NotSaved

ROOT = Path(__file__).parents[2]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "0"], "must be a number above 0"),
        (["--seconds", "soon"], "must be a number above 0"),
        (["--seconds", "nan"], "must be a number above 0"),
        (["--seed", "x"], "must be a whole number"),
        (["--screenshot", "picture.gif"], "must end in .png"),
        (["--screenshot", "/no/such/folder/x.png"], "there is no folder"),
        (["--screenshot", "x" * 5000 + "/x.png"], "there is no folder"),
        (["--record", "/no/such/folder/x"], "there is no folder"),
        (["--record", "."], "cannot be written: it is a folder"),
        (["--record", ""], "cannot be written: it is a folder"),
        (["--record", os.devnull], "cannot be written"),
        (["--level", "0"], "must be a number from 1 to 5, got '0'"),
        (["--level", "²"], "must be a number from 1 to 5"),
        (["--level", "9" * 5000], "must be a number from 1 to 5"),
        (["--seed", "9" * 5000], "must be a whole number"),
        (["--seed", "1e5"], "must be a whole number"),
        (["--course", "0"], "must be a number from 1 to"),
        (["--course", "--level", "2"], "--course goes without --level"),
        (["--course", "--record", "x.rec"], "--course goes without --record"),
        (["--course", "--screenshot", "x.png"], "--screenshot with --headless only"),
        (["--hedless"], "unrecognized arguments"),
    ],
)
def test_wrong_arguments_are_explained(arguments, message, capsys):
    with pytest.raises(SystemExit) as error:
        cli.main(arguments)
    assert error.value.code == 2
    assert message in capsys.readouterr().err


def test_no_screen_is_said_clearly(monkeypatch, capsys):
    monkeypatch.setattr(cli, "has_screen", lambda: False)
    assert cli.main([]) == 3
    assert "--headless" in capsys.readouterr().out


def test_neither_xvfb_nor_egl_is_said_clearly(monkeypatch):
    monkeypatch.setattr(display, "has_screen", lambda: False)
    monkeypatch.setattr(shutil, "which", lambda name: None)
    monkeypatch.setattr(display.ctypes.util, "find_library", lambda name: None)
    with pytest.raises(display.NoDisplay, match="xvfb"), display.any_display():
        pass


@pytest.mark.jit
def test_a_picture_without_a_screen(tmp_path, display):
    """In a process of its own, that has to find a display by itself."""
    from PIL import Image

    picture = tmp_path / "last.png"
    environment = {name: value for name, value in os.environ.items() if name != "DISPLAY"}
    command = [
        sys.executable,
        "-m",
        "demo_game",
        "--headless",
        "--seconds",
        "1",
        "--screenshot",
        str(picture),
    ]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=300)
    assert done.returncode == 0, done.stderr
    with Image.open(picture) as image:
        assert image.size == (1280, 720)
        assert image.getcolors(maxcolors=1_000_000) is not None
        assert len(image.getcolors(maxcolors=1_000_000)) > 100


FAST = {"ECSPHYS_BACKEND": "python"}  # a few steps in plain Python are faster than a start of the compiler


def start(folder: Path, *arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Start the game in a process of its own, where `folder` comes first among the packages."""
    return subprocess.run(
        [sys.executable, "-m", "demo_game", *arguments],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": os.pathsep.join((str(folder), str(ROOT))), **FAST, **environment},
        capture_output=True,
        text=True,
        timeout=300,
    )


def test_a_broken_map_stops_only_its_own_level(tmp_path):
    shutil.copytree(ROOT / "demo_game", tmp_path / "demo_game")
    (tmp_path / "demo_game" / "levels" / "2_glassworks.tmj").write_text('{"properties": [')
    done = start(tmp_path, "--headless", "--level", "1", "--seconds", "0.02")
    assert done.returncode == 0, done.stderr
    assert "level 2 is left out: " in done.stdout and "2_glassworks.tmj: line 1" in done.stdout
    done = start(tmp_path, "--headless", "--level", "2")
    assert done.returncode == 2 and "level 2 is broken" in done.stderr and "Traceback" not in done.stderr


@pytest.mark.parametrize("variable", ["HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "ECSPHYS_CACHE_DIR"])
def test_folders_that_are_none_are_no_reason_to_fail(variable, tmp_path):
    (tmp_path / "file").write_text("")
    wrong = str(tmp_path / "file" / "folder")
    done = start(
        ROOT, "--headless", "--seconds", "0.02", "--record", str(tmp_path / "x.rec"), **{variable: wrong}
    )
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "x.rec").exists()


def test_what_cannot_be_saved_is_no_success(tmp_path, monkeypatch, capsys):
    def full(*arguments):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "replace", full)
    path = tmp_path / "game.rec"
    assert cli.main(["--headless", "--seconds", "0.02", "--record", str(path)]) == 2
    assert f"{path} cannot be written: No space left on device" in capsys.readouterr().out


def test_a_picture_that_cannot_be_written_is_said_by_name(tmp_path, shared_window):
    from demo_game.view.window import save_frame

    path = tmp_path / ("x" * 300 + ".png")
    with pytest.raises(NotSaved, match=r"x\.png cannot be written: "):
        save_frame(shared_window, NothingDrawn(), path)


class NothingDrawn:
    """A view that draws nothing."""

    def on_draw(self) -> None:
        pass


def test_closing_the_window_reports_what_was_not_saved(window, tmp_path, monkeypatch):
    import arcade

    window.launch = Launch(screenshot=tmp_path / ("x" * 300 + ".png"))
    window.show_view(arcade.View())
    monkeypatch.setattr(arcade.Window, "close", lambda self: None)
    window.close()
    assert "cannot be written" in str(window.not_saved[0])


@pytest.mark.parametrize("encoding", ["ascii", "utf-8"])
def test_any_name_can_be_printed(encoding, tmp_path):
    if os.name != "posix":
        pytest.skip("file names are bytes on POSIX")
    name = b"\xff\xc3\xa9.rec"
    done = subprocess.run(
        [sys.executable, "-m", "demo_game", "--headless", b"--replay", name],
        cwd=ROOT,
        env={**os.environ, **FAST, "PYTHONIOENCODING": encoding},
        capture_output=True,
        timeout=300,
    )
    assert done.returncode == 2 and b"cannot be read" in done.stdout and b"Traceback" not in done.stderr
