"""Arguments, messages, exit codes."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys

import pytest

from demo_game import cli, display


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--seconds", "0"], "must be a number above 0"),
        (["--seconds", "soon"], "must be a number above 0"),
        (["--seconds", "nan"], "must be a number above 0"),
        (["--seed", "x"], "invalid int"),
        (["--screenshot", "picture.gif"], "must end in .png"),
        (["--screenshot", "/no/such/folder/x.png"], "there is no folder"),
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
