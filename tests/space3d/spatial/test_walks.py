"""Walks through every kind of index: along rays and swept boxes, through boxes, outwards from a point."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.space3d.spatial.broad_phase import KINDS, BroadPhase3, make_index
from ecsphys.space3d.spatial.cuboid import Cuboid
from ecsphys.space3d.spatial.near import next_near
from ecsphys.space3d.spatial.slabs import Ray, slabs_of
from ecsphys.space3d.spatial.walk import (
    find_in_box,
    list_proxies,
    lowest_bit,
    next_in_box,
    next_on_ray,
    share_tree,
    start_walk,
    swap_octants,
)
from ecsphys.spatial.walk import MOBILE, NONE, STATIC
from tests.kernels import attributes
from tests.space3d.spatial.crowd import boxes_at, crossed, overlap
from tests.spatial.crowd import everyone, filters_for

COUNT = 80
EXAMPLES = 100 if ENABLED else 10


def scene(seed: int, kind: Any) -> tuple[BroadPhase3, Any]:
    """An index that has seen proxies come, move and go, and the boxes of those that are left."""
    rng = np.random.default_rng(seed)
    fat = boxes_at(rng.uniform(-20, 20, (COUNT, 3)), rng.uniform(0.1, 6, COUNT))
    fat[0] = (-np.inf, -np.inf, -np.inf, np.inf, -15.0, np.inf)
    fat[1, 3:] = fat[1, :3]
    index = make_index(kind)
    filters = filters_for(COUNT, mobile=rng.integers(0, 2, COUNT))
    index.insert(fat, filters, everyone(fat))
    gone = np.sort(rng.choice(COUNT, COUNT // 4, replace=False))
    index.remove(gone)
    filters["mobile"] = rng.integers(0, 2, COUNT)
    index.insert(fat, filters, gone)
    walkers = np.arange(2, COUNT, 3)
    fat[walkers] += np.tile(rng.normal(0, 5, (len(walkers), 3)), 2)
    index.update(fat, filters, walkers)
    return index, fat


def walked(index: BroadPhase3, step: Any) -> list[int]:
    """All proxies of both parts that a walk finds, in its order."""
    tree, found = attributes(index.tree), []
    for part in (STATIC, MOBILE):
        state = start_walk(tree, part)
        while (state := step(tree, state)).proxy != NONE:
            found.append(int(state.proxy))
    assert len(found) == len(set(found))
    return found


points = st.tuples(*[st.floats(-30, 30)] * 3)
kinds = st.sampled_from(list(KINDS))


@settings(max_examples=EXAMPLES, deadline=None)
@given(kinds, st.integers(0, 5), points, points, st.sampled_from([0.0, 2.0]), st.integers(0, 7))
def test_a_ray_finds_all_boxes_that_it_crosses(
    kind: str, seed: int, start: Any, end: Any, half: float, axes: int
) -> None:
    index, fat = scene(seed, kind)
    way = [0.0 if axes >> k & 1 else end[k] - start[k] for k in range(3)]
    ray = Ray(*start, *way, 1.0, half, half, half)
    slabs = slabs_of(ray)
    with np.errstate(all="ignore"):
        found = walked(index, lambda tree, state: next_on_ray(tree, slabs, 1.0, state))
    assert sorted(found) == sorted(crossed(fat, everyone(fat), ray))


@settings(max_examples=EXAMPLES, deadline=None)
@given(kinds, st.integers(0, 5), points, points)
def test_a_box_finds_all_that_it_overlaps(kind: str, seed: int, one: Any, other: Any) -> None:
    index, fat = scene(seed, kind)
    box = Cuboid(*map(min, one, other), *map(max, one, other))
    expected = [i for i in range(COUNT) if overlap(fat[i], box)]
    assert sorted(walked(index, lambda tree, state: next_in_box(tree, box, state))) == expected
    ids, count = np.full(COUNT, NONE), 0
    for part in (STATIC, MOBILE):
        count = find_in_box(attributes(index.tree), part, box, ids, count)
    assert np.sort(ids[:count]).tolist() == expected


@settings(max_examples=EXAMPLES, deadline=None)
@given(kinds, st.integers(0, 5), points, st.sampled_from([0.0, 1.0, 9.0, 100.0, math.inf]))
def test_a_point_finds_all_within_reach(kind: str, seed: int, point: Any, reach: float) -> None:
    index, fat = scene(seed, kind)
    gaps = np.maximum(np.maximum(fat[:, :3] - point, point - fat[:, 3:]), 0.0)
    distances = np.sqrt((gaps * gaps).sum(1))
    found = walked(index, lambda tree, state: next_near(tree, *point, reach, state))
    assert {i for i in range(COUNT) if distances[i] <= reach * (1 - 1e-12)} <= set(found)
    assert set(found) <= {i for i in range(COUNT) if distances[i] <= reach * (1 + 1e-12)}


@pytest.mark.parametrize("kind", KINDS)
def test_lowered_limits_end_a_walk_early(kind: str) -> None:
    fat = boxes_at(np.c_[np.arange(400) * 10.0, np.zeros((400, 2))])
    index = make_index(kind)  # type: ignore[arg-type]
    index.insert(fat, filters_for(400), everyone(fat))
    tree = attributes(index.tree)
    slabs, limit, steps, state = (
        slabs_of(Ray(-5, 0, 0, 4000, 0, 0, 1, 0, 0, 0)),
        1.0,
        0,
        start_walk(tree, MOBILE),
    )
    while (state := next_on_ray(tree, slabs, limit, state)).proxy != NONE:
        steps += 1
        limit = min(limit, float(fat[state.proxy, 0] + 5) / 4000)
    assert limit == 4.5 / 4000
    reach, near, state = math.inf, 0, start_walk(tree, MOBILE)
    while (state := next_near(tree, 2003.0, 3.0, 0.0, reach, state)).proxy != NONE:
        near += 1
        reach = min(reach, math.hypot(abs(2003 - 10 * state.proxy) - 0.5, 2.5))
    assert reach == math.hypot(2.5, 2.5)
    if kind in ("octree", "bounding_volume_tree"):
        assert max(steps, near) <= 24


@pytest.mark.parametrize("kind", KINDS)
def test_every_tree_lists_its_proxies_and_can_be_shared(kind: Any) -> None:
    index, _ = scene(3, kind)
    ids = np.zeros(COUNT, np.int64)
    assert list_proxies(attributes(index.tree), ids) == COUNT
    assert sorted(ids.tolist()) == list(range(COUNT))
    one, two = share_tree(index.tree, 2)
    assert one.nodes is two.nodes and one.boxes is two.boxes
    assert one.stack is not two.stack and one.entries is not two.entries


def test_bits() -> None:
    for bits in range(1, 256):
        assert bits >> lowest_bit(bits) & 1 and bits & ((1 << lowest_bit(bits)) - 1) == 0
        for octant in range(8):
            swapped = swap_octants(bits, octant)
            assert all(swapped >> q & 1 == bits >> (q ^ octant) & 1 for q in range(8))
