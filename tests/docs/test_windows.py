"""The examples in docstrings that need a window open one and draw in it."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("sphinx", reason="the documentation's tools are not installed")
pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

from tests.docs.examples import programs

ROOT = Path(__file__).parents[2]
PROGRAMS = programs()


@pytest.mark.parametrize("name", sorted(PROGRAMS))
def test_a_program_runs(name: str, display: str) -> None:
    """In a process of its own: pyglet cannot open many windows in one."""
    command = [sys.executable, "-m", "tests.docs.windows"]
    run = subprocess.run(
        command, input=PROGRAMS[name], cwd=ROOT, capture_output=True, encoding="utf-8", timeout=120
    )
    assert run.returncode == 0, run.stderr
    assert int(run.stdout) > 1, "nothing is drawn"


def test_there_are_some() -> None:
    assert {"ecsphys.arcade.DebugDraw", "ecsphys.arcade.bind"} <= set(PROGRAMS)
