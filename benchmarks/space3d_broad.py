"""Indices and rays in space beside fcl's and coal's: `python -m benchmarks.space3d_broad [--all]`.

All in one process, in turns, each figure the least time of its rounds (of the thread, so that other programs
count little). Boxes are cubes of 1 at a tenth of the volume. Ours are fat (0.1 on every side), as a world
makes them, so more of them overlap; those that left their fat box have moved. fcl and coal take tight ones.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np

from ecsphys.compile import records
from ecsphys.compile.types import empty_value
from ecsphys.space3d.collide.core import BOX, SOLID_ROWS
from ecsphys.space3d.spatial.broad_phase import KINDS, make_index
from ecsphys.space3d.spatial.ray_cast import TARGET, cast_rays, new_hits, order_of_rays
from ecsphys.world.shapes import FILTER

HALF, MARGIN, DENSITY = 0.5, 0.1, 0.1
ROUNDS = 15


class Least(NamedTuple):
    """The least time of some rounds in milliseconds, and a number that the last one returned."""

    ms: float
    number: int


def least(prepare: Callable[[], Any], run: Callable[[Any], int], rounds: int = ROUNDS) -> Least:
    """Time `run` on what `prepare`, which is not timed, returns."""
    times, number = [], 0
    for _ in range(rounds):
        prepared = prepare()
        start = time.thread_time()
        number = run(prepared)
        times.append(time.thread_time() - start)
    return Least(1e3 * min(times), number)


class Crowd:
    """Cubes that move at random, `share` of them in each step by more than their margin."""

    def __init__(self, count: int, share: float):
        self.rng = np.random.default_rng(1)
        self.side = (count / DENSITY) ** (1 / 3)
        self.centers = self.rng.uniform(0, self.side, (count, 3))
        self.moved = round(share * count)

    def step(self) -> Any:
        """Move; return the ids of those that left their fat boxes."""
        ids = np.sort(self.rng.choice(len(self.centers), self.moved, replace=False))
        self.centers[ids] += self.rng.normal(0, 0.2, (self.moved, 3))
        return ids


def measure_ours(kind: Any, crowd: Crowd, static: int = 0) -> Least:
    """Update one of our indices; the first `static` boxes never move."""
    count, reach = len(crowd.centers), HALF + MARGIN
    filters = records(count, FILTER)
    filters["body"] = np.arange(count)
    filters["layer"], filters["mask"], filters["combined_mask"] = 1, -1, -1
    filters["mobile"] = np.arange(count) >= static
    fat = np.hstack([crowd.centers - reach, crowd.centers + reach])
    index = make_index(kind)
    index.insert(fat, filters, np.arange(count))
    index.update(fat, filters, np.arange(count))

    def prepare() -> Any:
        ids = crowd.step()
        ids = ids[ids >= static]
        fat[ids] = np.hstack([crowd.centers[ids] - reach, crowd.centers[ids] + reach])
        return ids

    return least(prepare, lambda ids: len(index.update(fat, filters, ids)))


def measure_coal(crowd: Crowd) -> Least:
    """Update coal's manager and collect its pairs."""
    import coal

    box = coal.Box(2 * HALF, 2 * HALF, 2 * HALF)
    objects = [coal.CollisionObject(box, coal.Transform3s(np.eye(3), at)) for at in crowd.centers]
    manager = coal.DynamicAABBTreeCollisionManager()
    for one in objects:
        manager.registerObject(one)
    manager.setup()

    def prepare() -> Any:
        for i in crowd.step().tolist():
            objects[i].setTranslation(crowd.centers[i])
            objects[i].computeAABB()
        return coal.CollisionCallBackCollect(100_000)

    def run(pairs: Any) -> int:
        manager.update()
        manager.collide(pairs)
        return int(pairs.numCollisionPairs())

    return least(prepare, run, 5)


def measure_fcl(crowd: Crowd) -> Least:
    """Update fcl's manager and count its pairs in a Python function, as its users have to."""
    import fcl

    box = fcl.Box(2 * HALF, 2 * HALF, 2 * HALF)
    objects = [fcl.CollisionObject(box, fcl.Transform(at)) for at in crowd.centers]
    manager = fcl.DynamicAABBTreeCollisionManager()
    manager.registerObjects(objects)
    manager.setup()

    def prepare() -> Any:
        for i in crowd.step().tolist():
            objects[i].setTranslation(crowd.centers[i])
        return [0]

    def run(total: Any) -> int:
        def count(one: Any, other: Any, data: Any) -> bool:
            total[0] += 1
            return False

        manager.update()
        manager.collide(None, count)
        return int(total[0])

    return least(prepare, run, 5)


def measure_rays(kind: Any, count: int, rays: int) -> Least:
    """Cast rays from anywhere to anywhere among oriented boxes, exactly; returns hits per thousand rays."""
    rng = np.random.default_rng(2)
    side = (count / DENSITY) ** (1 / 3)
    centers, half = rng.uniform(0, side, (count, 3)), rng.uniform(0.3, 0.7, (count, 3))
    turns, _ = np.linalg.qr(rng.normal(size=(count, 3, 3)))
    targets = records(count, TARGET)
    targets["entity"], targets["form"] = np.arange(count), BOX
    for k, row in enumerate("xyz"):
        targets[row], targets[f"half_{row}"] = centers[:, k], half[:, k]
        for m, column in enumerate("xyz"):
            targets[row + column] = turns[:, k, m]
    reach = np.einsum("nij,nj->ni", np.abs(turns), half)
    fat = np.hstack([centers - reach, centers + reach])
    filters = records(count, FILTER)
    filters["mobile"] = 1
    index = make_index(kind)
    index.insert(fat, filters, np.arange(count))
    starts, ends = rng.uniform(0, side, (2, rays, 3))
    hits, solids = new_hits(rays), empty_value(SOLID_ROWS)

    def run(_: Any) -> int:
        order = order_of_rays(starts, count)
        cast_rays(index.tree, targets, solids, starts, ends, order, hits)
        return int(1000 * (hits.proxies >= 0).mean())

    return least(lambda: None, run)


def main() -> None:
    """Print two tables."""
    kinds: list[Any] = [kind for kind in KINDS if kind != "brute_force" or "--all" in sys.argv]
    print(
        f"{'ms for update and pairs (pairs)':44}" + "".join(f"{kind:>24}" for kind in [*kinds, "coal", "fcl"])
    )
    for count, share, static in (
        (1_000, 1.0, 0),
        (10_000, 0.02, 0),
        (10_000, 0.1, 0),
        (10_000, 1.0, 0),
        (20_000, 0.02, 10_000),
    ):
        name = f"{count:,} boxes, {share:.0%} moved" + (f", {static:,} static" if static else "")
        found = [measure_ours(kind, Crowd(count, share), static) for kind in kinds]
        if not static:
            found += [measure(Crowd(count, share)) for measure in (measure_coal, measure_fcl)]
        print(f"{name:44}" + "".join(f"{f'{ms:.3f} ({pairs})':>24}" for ms, pairs in found), flush=True)
    print(f"\n{'us a ray, first hit of oriented boxes':44}" + "".join(f"{kind:>24}" for kind in kinds))
    for count, rays in ((1_000, 10_000), (5_000, 10_000), (50_000, 10_000)):
        flat = {"sweep_and_prune", "brute_force"}
        times = [measure_rays(kind, count, rays).ms / rays * 1e3 for kind in kinds if kind not in flat]
        print(f"{f'{count:,} boxes, {rays:,} rays':44}" + "".join(f"{t:24.3f}" for t in times), flush=True)


if __name__ == "__main__":
    main()
