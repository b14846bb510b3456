"""The scripted player, and the same again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from demo_game.game import Game
from demo_game.headless import is_over
from demo_game.levels import LEVELS
from demo_game.session import Outcome
from tests.demo_game.play import run

SLOWEST = 200.0  # s of game time
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def command_line(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """`python -m demo_game` in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": ROOT}
    command = [sys.executable, "-m", "demo_game", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, timeout=300)


def fingerprint_of(output: str) -> str:
    return output.split("fingerprint")[1].split()[0]


def finish(number: int, seed: int) -> Game:
    """A level played by its script to its end."""
    game = Game(number, seed, script=True)
    for _ in range(round(SLOWEST / game.physics.step)):
        game.step()
        if is_over(game):
            break
    return game


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_the_script_finishes_every_level(entry, seed):
    game = finish(entry.number, seed)
    assert not game.stuck
    assert game.session.outcome is Outcome.WON
    assert game.session.seconds > 40
    assert game.session.result is not None
    game.close()


@pytest.mark.jit
def test_same_seed_same_fingerprint_in_two_processes():
    first = command_line("--headless", "--seconds", "3", "--seed", "7", hash_seed="1")
    second = command_line("--headless", "--seconds", "3", "--seed", "7", hash_seed="2")
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert fingerprint_of(first.stdout) == fingerprint_of(second.stdout)
    lines = first.stdout.splitlines()
    assert sum(line.startswith("t=") for line in lines) == 3
    for word in ("pickups", "shots", "triggers", "steps", "ms per step", "fingerprint"):
        assert sum(line.startswith(word) for line in lines) == 1


def test_seeds_differ():
    prints = set()
    for seed in (1, 2):
        game = Game(seed=seed, script=True)
        run(game, 0.1)
        prints.add(game.fingerprint())
        game.close()
    assert len(prints) == 2


def test_it_does_not_import_arcade():
    program = (
        "import sys; from demo_game.cli import main;"
        " code = main(['--headless', '--seconds', '0.05']);"
        " sys.exit(code or int('arcade' in sys.modules or 'pyglet' in sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
