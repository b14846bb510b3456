"""The fixture `sync_test`, in this suite and in a game's own."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

from ecsphys.rollback import SyncTest

from .arena import Ball, Game, Thrower, buttons

_SUITE = """
import itertools

import esper
from ecsphys import Collider, Physics, RigidBody, Transform
from ecsphys.shapes import Circle


def make_game(chance):
    esper.clear_database()
    physics = Physics(gravity=(0, -100))
    ball = esper.create_entity(Transform(), RigidBody(), Collider(Circle(5)))

    def step(inputs):
        esper.component_for_entity(ball, RigidBody).velocity = (inputs[0].value + next(chance), 0)
        physics.step_once()

    return physics, step


def test_fit(sync_test):
    physics, step = make_game(itertools.repeat(1))
    sync_test(physics, 1, step).run(20, lambda frame: [frame])


def test_unfit(sync_test):
    physics, step = make_game(itertools.count())
    sync_test(physics, 1, step).run(20, lambda frame: [frame])


def test_idle(sync_test):
    sync_test(*make_game(itertools.count())[:1], 1, lambda inputs: None)
"""


def test_a_game_of_this_suite(sync_test: Callable[..., SyncTest]) -> None:
    game = Game()
    test = sync_test(game.physics, 2, game.step, components=(Thrower, Ball))
    test.run(60, lambda frame: (buttons(3, frame), buttons(4, frame)))
    assert test.frame == 60


def test_a_suite_of_a_game(tmp_path: Path) -> None:
    (tmp_path / "test_game.py").write_text(_SUITE)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "_ecsphys_pytest", "-p", "no:cacheprovider"]
    root = Path(__file__).parents[2]
    result = subprocess.run(
        [*command, str(tmp_path)], cwd=root, capture_output=True, text=True, check=False, timeout=300
    )
    text = result.stdout + result.stderr
    assert "1 failed, 2 passed" in text and "1 error" in text, text
    assert "frame 0 came out differently when it was run again" in text and "RigidBody.vx" in text
    assert "sync_test has run no frame" in text


def test_the_plugin_does_not_import_the_package() -> None:
    code = "import sys, _ecsphys_pytest; print(any(name.startswith('ecsphys') for name in sys.modules))"
    root = Path(__file__).parents[2]
    result = subprocess.run(
        [sys.executable, "-c", code], cwd=root, capture_output=True, text=True, check=True, timeout=60
    )
    assert result.stdout.strip() == "False"
