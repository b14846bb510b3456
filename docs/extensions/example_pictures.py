"""Make the pictures of the examples that are out of date, before the gallery looks for them."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path
from typing import Any

from sphinx.application import Sphinx
from sphinx.util import logging

ROOT = Path(__file__).parents[2]
_log = logging.getLogger(__name__)


def make_pictures(app: Sphinx) -> None:
    """Run `docs.pictures.make_examples` in a process of its own, with a display of its own."""
    environment = {name: value for name, value in os.environ.items() if name != "ARCADE_HEADLESS"}
    environment |= {"PYTHONPATH": str(ROOT), "PYGLET_AUDIO": "silent"}
    command = [sys.executable, "-m", "docs.pictures.make_examples"]
    done = subprocess.run(
        command, cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    _log.info(done.stdout.strip())
    if done.returncode not in (0, 3):  # 3: there is no display; pages then have no picture
        raise RuntimeError(f"{' '.join(command)} ended with {done.returncode}")


def setup(app: Sphinx) -> dict[str, Any]:
    """Connect it to the build."""
    app.connect("builder-inited", make_pictures, priority=0)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
