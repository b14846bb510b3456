"""Make the pictures of examples and tutorial that are out of date, and show the tutorial's in its chapters.

The gallery, which shows those of the examples, looks for them afterwards.
"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[2]
CHAPTERS = ROOT / "docs" / "pictures" / "tutorial"
_log = logging.getLogger(__name__)


def make_pictures(app: Sphinx) -> None:
    """Run both scripts in processes of their own, with a display of their own."""
    environment = {name: value for name, value in os.environ.items() if name != "ARCADE_HEADLESS"}
    environment |= {"PYTHONPATH": str(ROOT), "PYGLET_AUDIO": "silent"}
    for script in ("docs.pictures.make_examples", "docs.pictures.make_tutorial"):
        command = [sys.executable, "-m", script]
        done = subprocess.run(
            command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        _log.info(done.stdout.strip())
        if done.returncode not in (0, 3):  # 3: there is no display; pages then have no picture
            raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}")


def show_chapter(app: Sphinx, page: str, source: list[str]) -> None:
    """Put the picture of a chapter of the tutorial below its title."""
    folder, _, name = page.rpartition("/")
    if folder == "tutorial" and (CHAPTERS / f"{name}.gif").exists():
        title, _, rest = source[0].partition("\n")
        picture = f"![What the code of this page does](../pictures/tutorial/{name}.gif)"
        source[0] = f"{title}\n\n{picture}\n{rest}"


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect both to the build."""
    app.connect("builder-inited", make_pictures, priority=0)
    app.connect("source-read", show_chapter)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
