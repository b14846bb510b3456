"""A screen to draw on: the one there is, or a virtual one (X server Xvfb, or EGL without a server)."""

from __future__ import annotations

import ctypes.util
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

_SCREEN = "1280x800x24"
_HOW = (
    "there is no screen (DISPLAY is not set), no Xvfb to start a virtual one and no EGL library;"
    " on Debian: apt-get install xvfb libfontconfig1"
)


class NoDisplay(Exception):
    """Nothing can be drawn here; the message says what is missing."""


def has_screen() -> bool:
    """Whether a window can be shown to somebody. Only X11 has to be asked for."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


@contextmanager
def any_display() -> Iterator[str]:
    """Make sure that arcade can open a window, before it is imported; yields "screen", "xvfb" or "egl".

    Raises `NoDisplay` when there is no way.
    """
    if has_screen():
        yield "screen"
    elif shutil.which("Xvfb"):
        with _virtual_screen() as name:
            os.environ["DISPLAY"] = name
            try:
                yield "xvfb"
            finally:
                del os.environ["DISPLAY"]
    elif ctypes.util.find_library("EGL"):
        os.environ["ARCADE_HEADLESS"] = "1"
        yield "egl"
    else:
        raise NoDisplay(_HOW)


@contextmanager
def _virtual_screen() -> Iterator[str]:
    """Run Xvfb on a display number of its own choice; yields its name, as ":1"."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", _SCREEN, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()  # the whole line, or Xvfb dies of a closed pipe
        if not number:
            raise NoDisplay("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)
