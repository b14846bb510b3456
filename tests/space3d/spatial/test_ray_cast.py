"""Many rays against the solids in a tree: the first hits of plain numpy."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ecsphys.compile import ENABLED, Entry, backend, records
from ecsphys.compile.types import empty_value
from ecsphys.space3d.collide.core import BOX, SOLID_ROWS, Core
from ecsphys.space3d.math3d.quaternion import Rotation
from ecsphys.space3d.math3d.vec3 import Vec3
from ecsphys.space3d.spatial.broad_phase import KINDS, make_index
from ecsphys.space3d.spatial.ray_cast import (
    SORT_ABOVE,
    TARGET,
    cast_rays,
    new_hits,
    order_of_rays,
    write_target,
)
from ecsphys.space3d.spatial.rays import find_on_ray
from ecsphys.space3d.spatial.slabs import Ray
from tests.kernels import attributes
from tests.space3d.spatial.crowd import random_boxes
from tests.spatial.crowd import everyone, filters_for

COUNT, RAYS, SPAN = (400, 600, 10.0) if ENABLED else (40, 30, 4.0)


def oriented_boxes(seed: int, at: float = 0.0) -> tuple[Any, Any]:
    """Targets, some of them turned, flat or twice at the same place, and their boxes; around `at`."""
    rng = np.random.default_rng(seed)
    centers, half = at + rng.uniform(-SPAN, SPAN, (COUNT, 3)), rng.uniform(0, 1.2, (COUNT, 3))
    turns, _ = np.linalg.qr(rng.normal(size=(COUNT, 3, 3)))
    turns[::5] = np.eye(3)
    for rows in (centers, half, turns):
        rows[1::10] = rows[::10]
    half[3::10, 1] = 0.0
    targets = records(COUNT, TARGET)
    for i, row in enumerate(attributes(targets)):
        core = Core(BOX, 0, 0.0, Vec3(*half[i]), Vec3(0.5, 0.25, -0.5), Rotation(*turns[i].ravel()))
        write_target(row, core, Vec3(*centers[i] - core.center), COUNT - i, 0)
    targets["form"][4::10] = 0
    reach = np.einsum("nij,nj->ni", np.abs(turns), half) + 1e-9
    return targets, np.hstack([centers - reach, centers + reach])


def nearest(targets: Any, start: Any, end: Any) -> tuple[int, float, Any]:
    """Row, fraction and normal of the first hit, from slabs in the frames of all boxes at once."""
    names = [a + b for a in "xyz" for b in "xyz"]
    turns = np.stack([targets[name] for name in names], 1).reshape(-1, 3, 3)
    half = np.stack([targets[f"half_{a}"] for a in "xyz"], 1)
    centers = np.stack([targets[a] + targets[f"offset_{a}"] for a in "xyz"], 1)
    local = np.einsum("nji,nj->ni", turns, start - centers)
    way = np.einsum("nji,j->ni", turns, end - start)
    with np.errstate(all="ignore"):
        near, far = (-np.sign(way) * half - local) / way, (np.sign(way) * half - local) / way
    enter, leave = near.max(1), far.min(1)
    ok = (enter <= leave) & (leave >= 0) & (enter <= 1) & (targets["form"] != 0)
    if not ok.any():
        return -1, 1.0, np.zeros(3)
    fraction = np.where(ok, np.maximum(enter, 0.0), np.inf)
    tied = np.flatnonzero(fraction <= fraction.min() + 1e-12)
    row = int(tied[np.argmin(targets["entity"][tied])])
    if enter[row] < 0:
        return row, 0.0, (start - end) / np.linalg.norm(end - start)
    axis = int(near[row].argmax())
    return row, float(enter[row]), -np.sign(way[row, axis]) * turns[row, :, axis]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("at", [0.0, 1e6])
def test_first_hits_of_many_rays(kind: Any, at: float) -> None:
    targets, fat = oriented_boxes(1, at)
    filters = filters_for(COUNT, mobile=np.arange(COUNT) % 3 != 0)
    index = make_index(kind)
    index.insert(fat, filters, everyone(fat))
    rng = np.random.default_rng(2)
    starts, ends = at + rng.uniform(-SPAN - 2, SPAN + 2, (2, RAYS, 3))
    hits, solids = new_hits(RAYS), empty_value(SOLID_ROWS)
    cast_rays(attributes(index.tree), attributes(targets), solids, starts, ends, np.arange(RAYS), hits)
    found = 0
    for k in range(RAYS):
        row, fraction, normal = nearest(targets, starts[k], ends[k])
        assert hits.proxies[k] == row
        assert hits.fractions[k] == pytest.approx(fraction, abs=1e-9 + 1e-15 * at)
        np.testing.assert_allclose(hits.normals[k], normal, atol=1e-9)
        np.testing.assert_allclose(hits.points[k], starts[k] + fraction * (ends[k] - starts[k]), atol=1e-8)
        found += row >= 0
    assert RAYS / 4 < found < RAYS


def test_the_order_of_rays_changes_no_hit() -> None:
    targets, fat = oriented_boxes(3)
    index = make_index("octree")
    index.insert(fat, filters_for(COUNT), everyone(fat))
    starts, ends = np.random.default_rng(4).uniform(-12, 12, (2, RAYS, 3))
    order = order_of_rays(starts, SORT_ABOVE)
    assert sorted(order.tolist()) == list(range(RAYS)) != order.tolist()
    assert order_of_rays(starts, 10).tolist() == list(range(RAYS))
    assert order_of_rays(np.zeros((3, 3)), SORT_ABOVE).tolist() == [0, 1, 2]
    assert len(order_of_rays(np.zeros((0, 3)), SORT_ABOVE)) == 0
    solids, found = empty_value(SOLID_ROWS), []
    for one in (np.arange(RAYS), order):
        hits = new_hits(RAYS)
        cast_rays(attributes(index.tree), attributes(targets), solids, starts, ends, one, hits)
        found.append([column.tobytes() for column in hits])
    assert found[0] == found[1]


@pytest.mark.skipif(backend != "jit", reason="compares what jit compiles with plain Python")
def test_compiled_rays_have_the_bits_of_plain_python() -> None:
    assert isinstance(find_on_ray, Entry)
    rng = np.random.default_rng(5)
    for _ in range(60):
        fat = random_boxes(rng, 50)
        index = make_index("bounding_volume_tree")
        index.insert(fat, filters_for(50), everyone(fat))
        way = rng.choice([-3.0, -1e-300, 0.0, 1e-9, 1.0, 1e6], 3).tolist()
        ray = Ray(*rng.choice([0.0, 0.5, -1.0, 1e6], 3).tolist(), *way, 1.0, 0.0, 0.5, 0.0)
        found = []
        for run, tree in ((find_on_ray, index.tree), (find_on_ray.python, attributes(index.tree))):
            ids, fractions = np.zeros(50, np.int64), np.zeros(50)
            with np.errstate(all="ignore"):
                count = run(tree, ray, ids, fractions)
            found.append((int(count), ids.tobytes(), fractions.tobytes()))
        assert found[0] == found[1]
