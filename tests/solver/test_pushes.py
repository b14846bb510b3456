"""The least impulses of a small group: complementary, whatever group it is."""

from __future__ import annotations

import numpy as np
import pytest

from ecsphys.compile import records
from ecsphys.solver.pushes import MOST_POINTS, PUSHES, YIELD, find_pushes


def a_problem(seed: int) -> tuple[np.ndarray, np.ndarray]:
    """Return effects of points between a few bodies of masses up to 1 : 1,000, and speeds."""
    rng = np.random.default_rng(seed)
    bodies = rng.integers(1, 9)
    points = rng.integers(1, min(3 * bodies, MOST_POINTS) + 1)
    rows = np.zeros((points, 3 * bodies))
    for row in rows:
        a, b = rng.integers(-1, bodies, 2)
        for body in {int(a), int(b)} - {-1}:
            row[3 * body : 3 * body + 3] = rng.normal(size=3)
        if not row.any():
            row[:3] = rng.normal(size=3)
    inverse = 10.0 ** rng.uniform(-3, 0, 3 * bodies)
    return (rows * inverse) @ rows.T, rows @ rng.normal(size=3 * bodies)


@pytest.mark.parametrize("seed", range(60))
def test_no_point_approaches_and_none_that_parts_is_pushed(seed: int) -> None:
    effects, speeds = a_problem(seed)
    count, p = len(speeds), records(1, PUSHES).view(np.recarray)[0]
    p.effects[:count, :count] = np.tril(effects)
    p.speeds[:count] = speeds
    assert find_pushes(p, count)
    x = p.impulses[:count]
    left = effects @ x + YIELD * np.diag(effects) * x + speeds
    fastest = np.abs(speeds).max()
    assert x.min() >= 0.0
    assert left.min() >= -1e-6 * fastest
    assert np.abs(left * (x > 0)).max() <= 1e-6 * fastest
