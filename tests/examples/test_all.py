"""What all examples have in common: their form, and that each runs and draws in its window."""

from __future__ import annotations

import ast
import re

import pytest

from tests.examples.stage import FOLDER, NAMES

pytest.importorskip("arcade", exc_type=ImportError, reason="arcade cannot be imported here")

ROOMS = ("arcade", "rollback", "space3d", "state")
WITH_WINDOW = [name for name in NAMES if name != "headless_server"]


def test_there_are_as_many_as_promised():
    assert len(NAMES) >= 30


@pytest.mark.parametrize("name", NAMES)
def test_an_example_is_short_and_says_what_it_is(name):
    text = (FOLDER / f"{name}.py").read_text("utf-8")
    assert len(text.splitlines()) <= 60
    title, line, blank, about = (ast.get_docstring(ast.parse(text)) or "").split("\n", 3)
    assert title and line == "=" * len(title) and not blank
    assert "**Try**" in about or name == "platformer"
    assert re.search(r'^if __name__ == "__main__":$', text, re.MULTILINE)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_uses_the_public_names_alone(name):
    for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text("utf-8"))):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("ecsphys"):
            assert node.module in {"ecsphys"} | {f"ecsphys.{name}" for name in ROOMS}
        if isinstance(node, ast.Attribute):
            assert not node.attr.startswith("_") or node.attr.startswith("__")


@pytest.mark.jit
@pytest.mark.parametrize("name", WITH_WINDOW)
def test_an_example_runs_and_draws(show, name):
    stage = show(name)
    stage.picture()  # before the first step, too
    stage.run(0.05 if name == "crowd" else 0.5)
    physics = stage.view.machines[0].physics if name == "rollback" else stage.physics
    assert physics.step_count >= 3
    assert len(stage.picture().getcolors(1 << 24)) >= 3
