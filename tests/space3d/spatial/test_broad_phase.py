"""All kinds of index of a world give the same answers as plain Python, whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.parallel.thread_pool import ThreadPool
from ecsphys.space3d.spatial.broad_phase import KINDS, make_index
from ecsphys.space3d.spatial.cuboid import Cuboid
from ecsphys.space3d.spatial.octree.tree import OctreeIndex
from ecsphys.space3d.spatial.tree_index import TreeIndex
from ecsphys.spatial.filters import may_collide
from ecsphys.spatial.pair_index import KnownPairs, insert
from ecsphys.spatial.pair_keys import pair_key
from ecsphys.world.contacts import empty_index
from tests.kernels import attributes
from tests.space3d.spatial.crowd import SPANS, boxes_at, check_tree, overlap, random_boxes
from tests.spatial.crowd import everyone, filters_for, pair_list

COUNT = 40
EXAMPLES = 60 if ENABLED else 5
numbers = st.integers(0, 2**32 - 1)


def random_filters(rng: np.random.Generator, count: int) -> Any:
    return filters_for(
        count,
        body=rng.integers(0, count, count),
        layer=rng.choice([1, 2, 3, 1 << 62], count),
        mask=rng.choice([1, 2, 3, -1], count),
        group=rng.choice([0, 0, 0, 5, -5], count),
        trigger=rng.integers(0, 2, count),
    )


def expected_pairs(fat: Any, filters: Any, alive: Any, moved: Any) -> list[tuple[int, int]]:
    rows, ids, touched = attributes(filters), np.flatnonzero(alive).tolist(), set(moved.tolist())
    return [
        (a, b)
        for a in ids
        for b in ids
        if a < b and (a in touched or b in touched)
        and overlap(fat[a], fat[b]) and may_collide(rows, a, b)
    ]  # fmt: skip


@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=numbers, mood=st.lists(st.floats(0, 1), min_size=4, max_size=12), threshold=st.integers(1, 20))
def test_all_kinds_agree_through_spawns_moves_and_removals(
    seed: int, mood: list[float], threshold: int
) -> None:
    rng = np.random.default_rng(seed)
    fat, filters = random_boxes(rng, COUNT), random_filters(rng, COUNT)
    alive = np.zeros(COUNT, bool)
    indices = [kind(4) for kind in KINDS.values()]  # type: ignore[call-arg]
    indices.append(OctreeIndex(4, threshold))
    for share in mood:
        dead = np.flatnonzero(alive & (rng.random(COUNT) < 0.3 * share))
        alive[dead] = False
        new = np.flatnonzero(~alive & (rng.random(COUNT) < 0.5))
        filters["mobile"][new] = rng.integers(0, 2, len(new))
        fat[dead] = np.nan
        fat[new] = random_boxes(rng, len(new))
        walkers = np.flatnonzero(alive & (rng.random(COUNT) < share))
        fat[walkers] += np.tile(rng.normal(0, rng.choice([0.1, 5, 1e6]), (len(walkers), 3)), 2)
        alive[new] = True
        moved = np.union1d(walkers, new)
        expected = expected_pairs(fat, filters, alive, moved)
        corners = np.sort(rng.uniform(-1, 1, (2, 3)) * rng.choice(SPANS), axis=0).ravel()
        window = Cuboid(*corners.tolist())
        within = [i for i in np.flatnonzero(alive).tolist() if overlap(fat[i], window)]
        for index in indices:
            index.remove(dead)
            index.insert(fat, filters, new)
            assert pair_list(index.update(fat, filters, moved)) == expected
            assert pair_list(index.pairs(fat, filters, moved)) == expected
            assert index.query(window).tolist() == within
            if isinstance(index, TreeIndex):
                check_tree(index, fat, np.flatnonzero(alive))


@pytest.mark.parametrize("kind", KINDS)
class TestKind:
    def test_pairs_are_ordered_and_unique(self, kind: Any) -> None:
        fat = boxes_at([(0, 0, 0), (0.9, 0, 0), (0, 0.9, 0), (5, 5, 5), (0.4, 0.4, 0.4), (0, 0, 0.9)])
        index = make_index(kind)
        index.insert(fat, filters_for(6), everyone(fat))
        expected = [(0, 1), (0, 2), (0, 4), (0, 5), (1, 2), (1, 4), (1, 5), (2, 4), (2, 5), (4, 5)]
        assert pair_list(index.update(fat, filters_for(6), everyone(fat))) == expected

    @pytest.mark.parametrize("axis", range(3))
    def test_touching_boxes_are_a_pair(self, kind: Any, axis: int) -> None:
        fat = boxes_at([(0, 0, 0), (1, 1, 1), *-np.eye(3), (0, 0, 0)])
        fat[5, [axis, 3 + axis]] += 1.0000001
        index = make_index(kind)
        index.insert(fat, filters_for(6), everyone(fat))
        pairs = pair_list(index.update(fat, filters_for(6), everyone(fat)))
        assert {(0, 1), (0, 2), (0, 3), (0, 4)} <= set(pairs)
        assert (0, 5) not in pairs

    def test_only_pairs_of_moved_ones(self, kind: Any) -> None:
        fat = boxes_at([(0, 0, 0), (0.5, 0, 0), (0.2, 0, 0), (0.3, 0, 0)])
        index = make_index(kind)
        index.insert(fat, filters_for(4), everyone(fat))
        assert pair_list(index.update(fat, filters_for(4), np.array([1]))) == [(0, 1), (1, 2), (1, 3)]
        assert len(index.update(fat, filters_for(4), np.array([], np.int64))) == 0

    def test_a_moved_static_one_meets_mobile_ones_only(self, kind: Any) -> None:
        fat = boxes_at([(0, 0, 0), (0.5, 0, 0), (0.2, 0, 0)])
        filters = filters_for(3, mobile=[0, 0, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        assert pair_list(index.update(fat, filters, np.array([0]))) == [(0, 2)]
        assert pair_list(index.update(fat, filters, everyone(fat))) == [(0, 2), (1, 2)]

    def test_a_half_space_meets_all_that_reach_into_it(self, kind: Any) -> None:
        fat = boxes_at([(0, 0, 0), (1e9, -1e9, 5), (3, 2, 0), (-1e12, 0.4, 1e12)])
        fat[0] = (-np.inf, -np.inf, -np.inf, np.inf, 0, np.inf)
        filters = filters_for(4, mobile=[0, 1, 1, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        assert pair_list(index.update(fat, filters, everyone(fat))) == [(0, 1), (0, 3)]

    def test_a_removed_one_may_come_back_in_the_other_part(self, kind: Any) -> None:
        fat, filters = boxes_at([(0, 0, 0), (0.5, 0, 0), (0.2, 0, 0)]), filters_for(3)
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        filters["mobile"][1] = 0
        index.remove(np.array([1]))
        assert pair_list(index.update(fat, filters, np.array([0, 2]))) == [(0, 2)]
        assert index.query(Cuboid(-9, -9, -9, 9, 9, 9)).tolist() == [0, 2]
        index.insert(fat, filters, np.array([1]))
        filters["mobile"][0] = 0
        assert pair_list(index.update(fat, filters, np.array([1]))) == [(1, 2)]

    def test_known_pairs_are_left_out_of_an_update(self, kind: Any) -> None:
        fat = boxes_at([(0, 0, 0), (0.9, 0, 0), (0, 0.9, 0), (0.4, 0.4, 0)])
        filters = filters_for(4, trigger=[0, 0, 0, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        known = KnownPairs(empty_index(8), empty_index(8))
        for table, a, b in ((known.solid, 0, 2), (known.solid, 1, 3), (known.triggers, 0, 3)):
            insert(table, pair_key(a, b), 0)
        keys = index.update(fat, filters, everyone(fat), known=known)
        assert pair_list(keys) == [(0, 1), (1, 2), (1, 3), (2, 3)]
        assert len(index.pairs(fat, filters, everyone(fat))) == 6

    def test_grows_with_the_world_and_threads_change_nothing(self, kind: Any) -> None:
        small = boxes_at([(0, 0, 0), (0.5, 0, 0)])
        count = 1102 if ENABLED else 102
        fat = np.vstack([small, boxes_at(np.random.default_rng(4).uniform(0, 12, (count - 2, 3)))])
        found = []
        for pool in (ThreadPool(1), ThreadPool(3)):
            index = make_index(kind)
            index.insert(small, filters_for(2), everyone(small))
            index.insert(fat, filters_for(count), everyone(fat)[2:])
            found.append(index.update(fat, filters_for(count), everyone(fat), pool).tolist())
        assert found[0] == found[1]
        pairs = {(a, b) for a in range(count) for b in range(a + 1, count) if overlap(fat[a], fat[b])}
        assert set(pair_list(np.array(found[0]))) == pairs
        assert len(pairs) > (1000 if ENABLED else 10)


def test_what_does_not_move_costs_nothing() -> None:
    """Static boxes are looked at only by mobile ones near them."""
    rng = np.random.default_rng(1)
    fat = boxes_at(rng.uniform(-100, 100, (2000, 3)))
    filters = filters_for(2000, mobile=np.arange(2000) >= 1990)
    index = make_index("octree")
    index.insert(fat, filters, everyone(fat))
    index.update(fat, filters, np.arange(1990, 2000))
    assert index.compared.boxes < 2000


SCRIPT = """
import sys
import numpy as np
from ecsphys.space3d.spatial.broad_phase import make_index
from tests.space3d.spatial.crowd import random_boxes
from tests.space3d.spatial.test_broad_phase import random_filters
rng = np.random.default_rng(5)
fat, filters = random_boxes(rng, 60), random_filters(rng, 60)
index = make_index(sys.argv[1])
index.insert(fat, filters, np.arange(60))
fat[::3] += 0.25
print(index.update(fat, filters, np.arange(60)).tolist(), index.tree.members.tolist())
boxes = np.nan_to_num(index.tree.boxes, nan=7.0).tobytes().hex()
print(index.tree.nodes.tolist(), boxes, *map(int, index.compared))
"""


@pytest.mark.parametrize("kind", KINDS)
def test_all_back_ends_and_processes_build_the_same_tree(kind: str) -> None:
    outputs = set()
    for seed, backend in (("1", ""), ("2", ""), ("3", "python")):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "ECSPHYS_BACKEND": backend}
        if not backend:
            del environment["ECSPHYS_BACKEND"]
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT, kind], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1 and outputs != {""}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("spread", [10.0, 1e6])
def test_a_crowd_that_wanders_apart(kind: Any, spread: float) -> None:
    """Trees are refitted and built anew many times; one box after the other, they grow in any order."""
    count = 300 if ENABLED else 90
    rng = np.random.default_rng(7)
    fat = boxes_at(np.geomspace(1e-3, spread, count)[:, None] * np.ones(3), 0.4)
    filters = filters_for(count, mobile=np.arange(count) % 5 != 0)
    index, reference = make_index(kind), make_index("brute_force")
    reference.insert(fat, filters, everyone(fat))
    for i in range(count):
        index.insert(fat, filters, np.array([i]))
    ways, met = rng.normal(0, 0.3, (count, 3)), 0
    for step in range(40 if ENABLED else 6):
        moved = np.flatnonzero(rng.random(count) < (1.0 if step % 3 else 0.1))
        ways[rng.random(count) < 0.2] *= -1.5
        fat[moved] += np.tile(ways[moved], 2)
        keys = index.update(fat, filters, moved).tolist()
        assert keys == reference.update(fat, filters, moved).tolist()
        met += len(keys)
        if isinstance(index, TreeIndex):
            check_tree(index, fat, everyone(fat))
    assert met > 20
