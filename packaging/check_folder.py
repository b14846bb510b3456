"""`python packaging/check_folder.py dist/demo`: check that the packed game runs as from source.

In an empty environment it runs for ten seconds without a window and two with one, on a virtual display. Its
fingerprint must equal that of the game run by this Python.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from pathlib import Path

PLAY = ("--headless", "--seconds", "10", "--seed", "7")
WINDOW = ("--autoplay", "--mute", "--seconds", "2", "--seed", "7")
DISPLAY = ("xvfb-run", "-a", "-s", "-screen 0 1280x800x24")


def run(*command: str | Path, **environment: str) -> str:
    """Run a command; returns its output, exits with a message if it fails."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, env=environment or None)
    if done.returncode != 0:
        sys.exit(f"{command} ended with {done.returncode}:\n{done.stdout}\n{done.stderr}")
    return done.stdout


def fingerprint(printed: str) -> str:
    """Return the fingerprint in the output of the game."""
    found = re.search(r"^fingerprint +(\w+)$", printed, re.MULTILINE)
    return found[1] if found else sys.exit(f"no fingerprint in:\n{printed}")


def check(folder: Path) -> None:
    """Check the folder; exits with a message if something is wrong."""
    (program,) = (path for path in folder.resolve().iterdir() if path.stem == folder.name and path.is_file())
    with tempfile.TemporaryDirectory() as home:
        bare = {"PATH": "/usr/bin:/bin", "HOME": home, "PYGLET_AUDIO": "silent"}
        packed = fingerprint(run(program, *PLAY, **bare))
        run(*DISPLAY, program, *WINDOW, **bare)
    own = fingerprint(run(sys.executable, "-m", "demo_game", *PLAY))
    if packed != own:
        sys.exit(f"the packed game played to {packed}, this one to {own}")
    size = sum(path.stat().st_size for path in folder.rglob("*") if not path.is_symlink())
    print(f"{program}: {size / 1e6:.0f} MB, opens a window, fingerprint {packed}, the same as from source")


if __name__ == "__main__":
    check(Path(sys.argv[1]))
