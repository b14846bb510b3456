"""In random caves: who wants nothing rests exactly, who presses into a corner does not tremble."""

from __future__ import annotations

import itertools
import math
import random

import pytest

from demo_game.course.stage import Frame
from tests.character.test_solid import cave

SEEDS = range(40)


def last_second(seed: int, mode: str, presses: bool) -> list[Frame]:
    """The last 40 steps of a character that wanted to go one way for four seconds, and then may rest."""
    rng = random.Random(seed)
    stage = cave(rng, gravity=900.0 if mode == "grounded" else 0.0)
    stage.enter(rng.uniform(-200, 200), rng.uniform(-200, 200), mode=mode)
    angle = rng.uniform(-math.pi, math.pi)
    for step in range(240):
        wanted = presses or step < 100
        stage.control.move((200 * math.cos(angle), 200 * math.sin(angle)) if wanted else (0, 0))
        stage.step()
    return stage.track[-40:]


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["grounded", "floating"])
def test_rest_is_rest(mode: str, seed: int) -> None:
    frames = last_second(seed, mode, presses=False)
    assert len({(frame.x, frame.y) for frame in frames}) == 1
    assert {frame.on_floor for frame in frames} == {mode == "grounded"}


@pytest.mark.jit
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("mode", ["grounded", "floating"])
def test_pressing_on_is_no_trembling(mode: str, seed: int) -> None:
    """No velocity changes its sign to and fro, nor does standing."""
    frames = last_second(seed, mode, presses=True)
    turns = 0
    for before, now in itertools.pairwise(frames):
        turns += any(one * other < -1e-9 for one, other in zip(before.velocity, now.velocity, strict=True))
    changes = sum(before.on_floor != now.on_floor for before, now in itertools.pairwise(frames))
    assert turns <= 2 and changes <= 2
