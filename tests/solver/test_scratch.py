"""What a step leaves in the solver's arrays decides nothing about the next: else a restored world, whose
arrays are those of another moment, would go on otherwise.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from tests.fuzz.energy import FAMILIES, scene_of
from tests.fuzz.energy_play import Played
from tests.fuzz.energy_space import PlayedInSpace, SpaceScene
from tests.fuzz.runner import own_world

STEPS = 12
SPOILT = 3  # no number that arrays are filled with by themselves, and a row of all
LASTING = "pause"  # the one that is part of snapshots


def arrays_of(work: Any) -> Iterator[np.ndarray[Any, Any]]:
    """Yield the arrays of a workspace that last no longer than a step."""
    for name, value in work._asdict().items():
        if isinstance(value, tuple):
            yield from arrays_of(value)
        elif isinstance(value, np.ndarray) and name != LASTING:
            yield value


def spoil(physics: Any) -> None:
    """Overwrite what the solver keeps from step to step."""
    for system in physics.systems:
        work = getattr(system, "_work", None)
        for array in arrays_of(work) if work is not None else ():
            if array.dtype.names is None:
                array.fill(SPOILT)
            for name in array.dtype.names or ():
                array[name] = SPOILT


def play(seed: int, spoils: bool) -> np.ndarray[Any, Any]:
    """Return where a scene's bodies are after some steps, spoilt or not before each of them."""
    with own_world(f"{seed} {spoils}"):
        scene = scene_of(seed)
        game: Any = PlayedInSpace(scene) if isinstance(scene, SpaceScene) else Played(scene)
        for _ in range(STEPS):
            if spoils:
                spoil(game.physics)
            game.step()
        return np.array(game.state())


@pytest.mark.jit
@pytest.mark.parametrize("seed", range(3 * len(FAMILIES)))
def test_the_arrays_of_the_solver_are_scratch(seed: int) -> None:
    expected, found = play(seed, False), play(seed, True)
    assert found.tobytes() == expected.tobytes(), FAMILIES[seed % len(FAMILIES)].__name__
