"""The scripted player, and the same again."""

from __future__ import annotations

import functools
import os
import subprocess
import sys
from collections import Counter
from typing import NamedTuple

import esper
import pytest

from demo_game.components import Checkpoint, Weapon
from demo_game.game import Game
from demo_game.headless import is_over
from demo_game.levels import LEVELS
from demo_game.recording import Recording
from demo_game.session import Outcome, Session
from tests.demo_game.play import run

SLOWEST = 200.0  # s of game time
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))


class Summary(NamedTuple):
    """How a game ended."""

    session: Session
    stuck: str
    fingerprint: str
    recording: Recording


def command_line(*arguments: str, hash_seed: str = "0") -> subprocess.CompletedProcess[str]:
    """`python -m demo_game` in a process of its own."""
    environment = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": ROOT}
    command = [sys.executable, "-m", "demo_game", *arguments]
    return subprocess.run(command, env=environment, capture_output=True, text=True, cwd=ROOT, timeout=300)


def fingerprint_of(output: str) -> str:
    return output.split("fingerprint")[1].split()[0]


@functools.cache
def finished(number: int, seed: int) -> Summary:
    """Play a level by its script to the end."""
    game = Game(number, seed, script=True)
    return end(game)


def end(game: Game) -> Summary:
    """Play on until it is over."""
    for _ in range(round(SLOWEST / game.physics.step)):
        game.step()
        if is_over(game):
            break
    done = Summary(game.session, game.stuck, game.fingerprint(), game.recording)
    game.close()
    return done


@pytest.mark.slow
@pytest.mark.parametrize("seed", [0, 7])
@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_the_script_finishes_every_level(entry, seed):
    done = finished(entry.number, seed)
    assert not done.stuck
    assert done.session.outcome is Outcome.WON
    assert 30 < done.session.seconds < SLOWEST
    assert done.session.result is not None


@pytest.mark.slow
def test_the_scripts_use_every_weapon_and_every_trigger():
    total: Counter[str] = Counter()
    for entry in LEVELS:
        for seed in (7, 0, 1):
            total += finished(entry.number, seed).session.counts
    for weapon in Weapon:
        assert total[f"fired {weapon}"] > 0, weapon
        assert weapon is Weapon.PISTOL or total[f"picked {weapon}"] > 0, weapon
    for what in (
        "picked gem", "picked medkit", "checkpoints", "plates", "furnaces", "doors", "hurt by lava",
        "shattered", "reflections", "ricochets", "down drone", "down walker", "exploded rocket",
        "exploded grenade", "exploded barrel", "ropes cut", "swings", "dives",
    ):  # fmt: skip
        assert total[what] > 0, what


@pytest.mark.slow
@pytest.mark.parametrize("entry", LEVELS, ids=lambda entry: entry.path.stem)
def test_a_whole_level_replayed_has_the_same_fingerprint(entry):
    first = finished(entry.number, 7)
    again = end(Game(replay=first.recording))
    assert again.fingerprint == first.fingerprint
    assert again.session.counts == first.session.counts


@pytest.mark.slow
def test_the_rigging_is_finished_after_a_restart_at_each_checkpoint():
    game, restarted = Game(5, 7, script=True), set()
    for step in range(round(SLOWEST / game.physics.step)):
        game.step()
        reached = sum(point.reached for _, point in esper.get_component(Checkpoint))
        if reached and reached not in restarted and step % 40 == 0:
            restarted.add(reached)
            game.restart_from_checkpoint()
        if is_over(game):
            break
    assert game.session.outcome is Outcome.WON and restarted == {1, 2, 3, 4}
    assert not game.physics.lost
    game.close()


@pytest.mark.slow
def test_the_same_seed_gives_the_same_fingerprint_at_the_end_of_a_level():
    fastest = LEVELS[-1].number
    assert end(Game(fastest, 7, script=True)).fingerprint == finished(fastest, 7).fingerprint


@pytest.mark.long
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


def test_it_imports_neither_arcade_nor_space():
    program = (
        "import sys; from demo_game.cli import main;"
        " code = main(['--headless', '--seconds', '0.05']);"
        " sys.exit(code or len({'arcade', 'pyglet', 'ecsphys.space3d'} & set(sys.modules)))"
    )
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, timeout=300)
    assert done.returncode == 0, done.stderr
