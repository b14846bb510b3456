"""Find a display: the real screen, or a virtual one (X server Xvfb, or EGL without a server)."""

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
    """No display is available; the message names what is missing."""


def has_screen() -> bool:
    """Return whether a window can be shown. Only X11 may be missing; other platforms always have a screen."""
    return not sys.platform.startswith("linux") or bool(os.environ.get("DISPLAY"))


@contextmanager
def any_display() -> Iterator[str]:
    """Prepare a display before arcade is imported; yields "screen", "xvfb" or "egl".

    Raises `NoDisplay` if none is available.
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
    """Run Xvfb on a free display number and yield the display's name, such as ":1"."""
    read_end, write_end = os.pipe()
    command = ["Xvfb", "-displayfd", str(write_end), "-screen", "0", _SCREEN, "-nolisten", "tcp", "-noreset"]
    server = subprocess.Popen(command, pass_fds=[write_end], stderr=subprocess.DEVNULL)
    os.close(write_end)
    try:
        with os.fdopen(read_end) as answer:
            number = answer.readline().strip()  # the whole line: Xvfb dies of a pipe that closes early
        if not number:
            raise NoDisplay("Xvfb did not start")
        yield f":{number}"
    finally:
        server.terminate()
        server.wait(10)
