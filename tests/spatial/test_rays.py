"""Walking an index along a ray finds every box that the ray crosses, and what a box overlaps."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED, records
from ecsphys.spatial.broad_phase import KINDS, BroadPhase, make_index
from ecsphys.spatial.filters import Rect
from ecsphys.spatial.quadtree.tree import Quadtree
from ecsphys.spatial.slabs import Ray
from ecsphys.spatial.walk import (
    MOBILE,
    NODE,
    NONE,
    STATIC,
    ProxyTree,
    find_in_rect,
    new_stack,
    next_on_ray,
    start_ray,
)
from tests.kernels import attributes
from tests.spatial.crowd import boxes_at, everyone, filters_for

COUNT = 60
EXAMPLES = 100 if ENABLED else 10


def candidates(index: BroadPhase, fat: Any, ray: Ray) -> list[int]:
    tree = attributes(index.tree)
    found = []
    for part in (STATIC, MOBILE):
        place = start_ray(tree, part)
        while True:
            place = next_on_ray(tree, fat, ray, place)
            if place.proxy == NONE:
                break
            found.append(int(place.proxy))
    return found


def crossed(fat: Any, ray: Ray) -> list[int]:
    """Clip the ray against the sides of each box in turn, with exact infinities."""
    found = []
    for i, (lx, ly, ux, uy) in enumerate(fat.tolist()):
        enter, leave = 0.0, ray.limit
        for start, step, low, high in (
            (ray.x, ray.dx, lx - ray.ex, ux + ray.ex),
            (ray.y, ray.dy, ly - ray.ey, uy + ray.ey),
        ):
            if step == 0.0:
                if not low <= start <= high:
                    enter = math.inf
            else:
                near, far = sorted(((low - start) / step, (high - start) / step))
                enter, leave = max(enter, near), min(leave, far)
        if enter <= leave:
            found.append(i)
    return found


def scene(seed: int, kind: str) -> tuple[BroadPhase, Any]:
    """An index that has seen proxies come, move and go, and the boxes of those that are left."""
    rng = np.random.default_rng(seed)
    fat = boxes_at(rng.uniform(-50, 50, (COUNT, 2)), rng.uniform(0.1, 6, COUNT))
    fat[0] = (-np.inf, -np.inf, np.inf, -30.0)
    index = make_index(kind)
    filters = filters_for(COUNT, mobile=rng.integers(0, 2, COUNT))
    index.insert(fat, filters, everyone(fat))
    gone = np.sort(rng.choice(COUNT, COUNT // 4, replace=False))
    index.remove(gone)
    filters["mobile"] = rng.integers(0, 2, COUNT)
    index.insert(fat, filters, gone)
    walkers = np.arange(1, COUNT, 3)
    fat[walkers] += np.tile(rng.normal(0, 5, (len(walkers), 2)), 2)
    index.update(fat, filters, walkers)
    return index, fat


points = st.tuples(st.floats(-60, 60), st.floats(-60, 60))


@settings(max_examples=EXAMPLES, deadline=None)
@given(st.sampled_from(list(KINDS)), st.integers(0, 5), points, points, st.sampled_from([0.0, 2.0]))
def test_finds_all_crossed_boxes(kind: str, seed: int, start: Any, end: Any, half: float) -> None:
    index, fat = scene(seed, kind)
    ray = Ray(*start, end[0] - start[0], end[1] - start[1], 1.0, half, half)
    found = candidates(index, fat, ray)
    assert len(found) == len(set(found))
    grown, shrunk = (crossed(fat + np.array([-1, -1, 1, 1]) * by, ray) for by in (1e-6, -1e-9))
    assert set(shrunk) <= set(found) <= set(grown)


@pytest.mark.parametrize("direction", [(1, 0), (-1, 0), (0, 1), (0, -1), (1, 1), (-1, -1)])
def test_near_boxes_come_first_in_a_row_of_them(direction: tuple[int, int]) -> None:
    row = np.linspace(-400, 400, 101)
    fat = boxes_at(np.c_[row * direction[0], row * direction[1]], 0.1)
    index = Quadtree()
    index.insert(fat, filters_for(101), everyone(fat))
    ray = Ray(-500.0 * direction[0], -500.0 * direction[1], *map(float, direction), 1000.0, 0.0, 0.0)
    order = candidates(index, fat, ray)
    assert sorted(order) == list(range(101))
    assert np.corrcoef(order, range(101))[0, 1] > 0.95


def test_a_lowered_limit_ends_the_walk_early() -> None:
    fat = boxes_at(np.c_[np.arange(100) * 10.0, np.zeros(100)])
    index = Quadtree()
    index.insert(fat, filters_for(100), everyone(fat))
    tree = attributes(index.tree)
    ray = Ray(-5.0, 0.0, 1.0, 0.0, 2000.0, 0.0, 0.0)
    place, steps, nearest = start_ray(tree, MOBILE), 0, NONE
    while True:
        place = next_on_ray(tree, fat, ray, place)
        if place.proxy == NONE:
            break
        steps += 1
        distance = float(fat[place.proxy, 0]) - ray.x
        if distance < ray.limit:
            nearest, ray = place.proxy, ray._replace(limit=distance)
    assert nearest == 0
    assert steps <= 16


@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_can_be_walked_part_by_part(kind: str) -> None:
    fat = boxes_at([(0, 0), (10, 0), (20, 0), (30, 0)])
    index = make_index(kind)
    index.insert(fat, filters_for(4, mobile=[0, 1, 1, 0]), everyone(fat))
    index.remove(np.array([2]))
    tree = attributes(index.tree)
    for part, ids in ((STATIC, [0, 3]), (MOBILE, [1])):
        found = np.full(4, NONE)
        box = Rect(-100.0, -1.0, 100.0, 1.0)
        count = find_in_rect(tree, fat, part, box, found, 0)
        assert sorted(found[:count]) == ids
    index.remove(np.array([0, 1, 3]))
    assert candidates(index, fat, Ray(-5.0, 0.0, 1.0, 0.0, 99.0, 0.0, 0.0)) == []


def test_a_walk_enters_every_child_of_a_top() -> None:
    """The quadtree uses only the first child of a top; other broad phases may use all four."""
    fat = boxes_at([(0, 0), (10, 0), (20, 0), (30, 0)])
    nodes = records(8, NODE)
    nodes["child"] = nodes["first"] = NONE
    nodes["child"][MOBILE] = 4
    nodes["first"][4:] = 8 * np.arange(4)
    bounds = np.zeros((2, 16))
    bounds[1] = fat.T.ravel()
    members = np.full(32, NONE, np.int32)
    members[::8] = range(4)
    tree = attributes(ProxyTree(nodes, bounds, members, np.full(4, NONE), new_stack()))
    state, found = start_ray(tree, MOBILE), []
    while (state := next_on_ray(tree, fat, Ray(-5.0, 0.0, 1.0, 0.0, 99.0, 0.0, 0.0), state)).proxy != NONE:
        found.append(state.proxy)
    assert found == [0, 1, 2, 3]
