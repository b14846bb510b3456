"""The least impulses that let no point of a small group approach."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.compile import records
from ecsphys.space3d.solver.pushes import MOST_POINTS, PUSHES, find_pushes


def solve(effects: np.ndarray, speeds: np.ndarray) -> np.ndarray:
    problem, count = records(1, PUSHES).view(np.recarray)[0], len(speeds)
    problem["effects"][:count, :count] = np.tril(effects)
    problem["speeds"][:count] = speeds
    assert find_pushes(problem, count)
    return np.array(problem["impulses"][:count])


@pytest.mark.parametrize(("rank", "ratio"), [(2, 1.0), (2, 1e6), (5, 1.0), (5, 1e6), (MOST_POINTS, 1.0)])
def test_no_point_approaches_pulls_or_pushes_what_parts(rank: int, ratio: float) -> None:
    rng = np.random.default_rng(rank)
    for _ in range(20):
        count = int(rng.integers(1, MOST_POINTS + 1))
        rows = rng.normal(size=(count, rank)) * np.sqrt(rng.choice([1.0, ratio], size=rank))
        effects, speeds = rows @ rows.T, rows @ rng.normal(size=rank)
        x = solve(effects, speeds)
        after, scale = effects @ x + speeds, np.abs(speeds).max()
        assert x.min() >= 0.0 and after.min() > -1e-3 * scale
        assert np.abs(x * after).max() <= 1e-3 * scale * max(x.max(), 1e-300)


def test_a_heavy_box_on_a_light_one_is_stopped_at_once() -> None:
    """Falling at 1, of 1,000 times the mass of the one that stands: floor and box push as the load asks."""
    light, heavy = 1.0, 1e-3  # inverse masses
    effects = np.array([[light, -light], [-light, light + heavy]])
    x = solve(effects, np.array([0.0, -1.0]))
    assert x == pytest.approx([1000.0, 1000.0], rel=2e-3)


def test_four_corners_of_a_face_share_a_load() -> None:
    corners = np.array([(1, x, y) for x in (-1, 1) for y in (-1, 1)], float)
    x = solve(corners @ corners.T, np.full(4, -2.0))
    assert x == pytest.approx(np.full(4, 0.5), rel=1e-3)
