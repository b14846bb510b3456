"""Measure one update of each broad phase: `python -m benchmarks.broad_phase`.

Equal circles of radius 0.5 with a margin of 0.1; each line is the median of one update (new boxes
and pairs). `moved` proxies move by four steps of their velocity between updates.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any

import numpy as np

from ecsphys.compile import records
from ecsphys.spatial.broad_phase import KINDS, make_index
from ecsphys.world.shapes import FILTER

STEP = 1 / 60
AHEAD = 4 * STEP
HALF = 0.6
Layout = Callable[[np.random.Generator, int], Any]


def gas(rng: np.random.Generator, count: int) -> Any:
    """Return centres at 10 % area density."""
    return rng.uniform(0, np.sqrt(count * np.pi * 0.25 / 0.1), (count, 2))


def line(rng: np.random.Generator, count: int) -> Any:
    """Return centres along x = 0, where boxes straddle the first split of a plain quadtree."""
    return np.c_[np.zeros(count), rng.uniform(-count, count, count)]


def crowds(rng: np.random.Generator, count: int) -> Any:
    """Return centres of gas in three clusters 1e6 apart, and two outliers at 1e12."""
    centers = gas(rng, count) + rng.integers(-1, 2, (count, 1)) * 1e6
    centers[:2] = (1e12, 3.0), (-5.0, -1e12)
    return centers


def boxes(centers: Any, velocities: Any) -> Any:
    """Return fat boxes as the world makes them."""
    ahead = velocities * AHEAD
    return np.c_[centers - HALF + np.minimum(ahead, 0), centers + HALF + np.maximum(ahead, 0)]


def measure(kind: str, layout: Layout, count: int, moved: int, static: int = 0, updates: int = 100) -> float:
    """Return the median time of one update in seconds; `static` of the proxies never move."""
    rng = np.random.default_rng(1)
    centers, velocities = layout(rng, count), rng.normal(0, 3, (count, 2))
    filters = records(count, FILTER)
    filters["body"] = np.arange(count)
    filters["layer"] = 1
    filters["mask"] = -1
    filters["mobile"] = np.arange(count) >= static
    fat = boxes(centers, velocities)
    index = make_index(kind)
    index.insert(fat, filters, np.arange(count))
    times = []
    for _ in range(updates):
        ids = np.sort(rng.choice(np.arange(static, count), moved, replace=False))
        centers[ids] += velocities[ids] * AHEAD
        velocities[ids] = rng.normal(0, 3, (moved, 2))
        fat[ids] = boxes(centers[ids], velocities[ids])
        start = time.perf_counter()
        index.update(fat, filters, ids)
        times.append(time.perf_counter() - start)
    return float(np.median(times[1:]))


CASES: dict[str, tuple[Layout, int, int, int]] = {
    "gas, 30, 10 moved": (gas, 30, 10, 0),
    "gas, 5,000, all moved": (gas, 5000, 5000, 0),
    "gas, 5,000, 300 moved": (gas, 5000, 300, 0),
    "gas, 5,000 of which 2,500 static, 300 moved": (gas, 5000, 300, 2500),
    "gas, 20,000, all moved": (gas, 20000, 20000, 0),
    "line, 5,000, all moved": (line, 5000, 5000, 0),
    "crowds, 5,000, all moved": (crowds, 5000, 5000, 0),
    "crowds, 5,000, 300 moved": (crowds, 5000, 300, 0),
}


def main() -> None:
    """Print a table of milliseconds."""
    kinds = [kind for kind in KINDS if kind != "brute_force" or "--all" in sys.argv]
    print(f"{'ms per update':45}" + "".join(f"{kind:>18}" for kind in kinds))
    for name, (layout, count, moved, static) in CASES.items():
        times = [measure(kind, layout, count, moved, static) * 1e3 for kind in kinds]
        print(f"{name:45}" + "".join(f"{t:18.4f}" for t in times))


if __name__ == "__main__":
    main()
