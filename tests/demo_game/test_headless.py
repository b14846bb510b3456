"""The scripted player, and the same again."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from demo_game.game import Game
from demo_game.old_session import Outcome
from tests.demo_game.play import run

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


def command_line(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """`python -m demo_game` in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": ROOT}
    command = [sys.executable, "-m", "demo_game", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, timeout=300)


def fingerprint_of(output: str) -> str:
    return output.split("fingerprint")[1].split()[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
def test_the_script_wins_with_all_gems_within_20_seconds(seed):
    game = Game(seed=seed, autoplay=True)
    run(game, 20.0)
    session = game.session
    assert session.outcome is Outcome.WON
    assert session.taken == session.gems == 7
    assert session.shots and session.laser_shots and session.hits
    game.close()


@pytest.mark.jit
def test_same_seed_same_fingerprint_in_two_processes():
    first = command_line("--headless", "--seconds", "3", "--seed", "7", hash_seed="1")
    second = command_line("--headless", "--seconds", "3", "--seed", "7", hash_seed="2")
    assert first.returncode == second.returncode == 0, first.stderr + second.stderr
    assert fingerprint_of(first.stdout) == fingerprint_of(second.stdout)
    lines = first.stdout.splitlines()
    assert sum(line.startswith("t=") for line in lines) == 3
    for word in ("pickups", "shots", "hits", "steps", "ms per step", "fingerprint"):
        assert sum(line.startswith(word) for line in lines) == 1


def test_seeds_differ():
    from ecsphys.world.checks import fingerprint

    prints = set()
    for seed in (1, 2):
        game = Game(seed=seed, autoplay=True)
        run(game, 0.1)
        prints.add(fingerprint(game.physics))
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
