"""The three kinds of broad phase give the same answers, whatever happens."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.spatial.broad_phase import KINDS, BroadPhase, make_index
from ecsphys.spatial.pair_index import KnownPairs, insert
from ecsphys.spatial.pair_keys import pair_key
from ecsphys.spatial.quadtree.tree import Quadtree
from ecsphys.world.contacts import empty_index
from tests.spatial.crowd import boxes_at, check_tree, everyone, filters_for, pair_list

COUNT = 40
EXAMPLES = 60 if ENABLED else 8
SPANS = (0.0, 3.0, 40.0, 1e6, 1e12)
numbers = st.integers(0, 2**32 - 1)


def random_filters(rng: np.random.Generator, count: int) -> Any:
    return filters_for(
        count,
        body=rng.integers(0, count, count),
        layer=rng.choice([1, 2, 3, 1 << 62], count),
        mask=rng.choice([1, 3, -1, 0], count, p=[0.2, 0.2, 0.5, 0.1]),
        group=rng.choice([0, 1, -1], count, p=[0.7, 0.15, 0.15]),
        mobile=rng.integers(0, 2, count),
        trigger=rng.integers(0, 2, count),
    )


def random_boxes(rng: np.random.Generator, count: int) -> Any:
    """Near and far, points and giants, a few of them half-planes."""
    centers = rng.uniform(-1, 1, (count, 2)) * rng.choice(SPANS, (count, 1))
    centers[rng.random(count) < 0.3] = np.round(centers[:1])
    fat = boxes_at(centers, rng.choice([0.0, 0.5, 0.6, 4.0, 300.0, 1e7], count))
    flat = rng.random(count) < 0.1
    fat[flat] = (-np.inf, -np.inf, np.inf, 1.0)
    fat[rng.random(count) < 0.05, 2] = np.inf
    return fat


@settings(max_examples=EXAMPLES, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=numbers, mood=st.lists(st.floats(0, 1), min_size=4, max_size=12))
def test_all_kinds_agree_through_spawns_moves_and_removals(seed: int, mood: list[float]) -> None:
    rng = np.random.default_rng(seed)
    fat, filters = random_boxes(rng, COUNT), random_filters(rng, COUNT)
    alive = np.zeros(COUNT, bool)
    indices: list[BroadPhase] = [kind(4) for kind in KINDS.values()]  # type: ignore[call-arg]
    tree = indices[list(KINDS).index("quadtree")]
    assert isinstance(tree, Quadtree)
    for share in mood:
        dead = np.flatnonzero(alive & (rng.random(COUNT) < 0.3 * share))
        alive[dead] = False
        new = np.flatnonzero(~alive & (rng.random(COUNT) < 0.5))
        filters["mobile"][new] = rng.integers(0, 2, len(new))
        fat[dead] = np.nan
        fat[new] = random_boxes(rng, len(new))
        walkers = np.flatnonzero(alive & (rng.random(COUNT) < share))
        fat[walkers] += np.tile(rng.normal(0, rng.choice([0.1, 5, 1e6]), (len(walkers), 2)), 2)
        alive[new] = True
        moved = np.union1d(walkers, new)
        keys = []
        for index in indices:
            index.remove(dead)
            index.insert(fat, filters, new)
            keys.append(index.update(fat, filters, moved).copy())
            np.testing.assert_array_equal(keys[-1], index.pairs(fat, filters, moved))
        for other in keys[1:]:
            np.testing.assert_array_equal(keys[0], other)
        check_tree(tree, fat, np.flatnonzero(alive))
        window = np.sort(rng.uniform(-1, 1, (2, 2)) * rng.choice(SPANS), axis=0).ravel()
        found = [index.query(*window, fat).tolist() for index in indices]
        assert found[0] == found[1] == found[2]


@pytest.mark.parametrize("kind", KINDS)
class TestKind:
    def test_pairs_are_ordered_and_unique(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (0.9, 0), (0, 0.9), (5, 5), (0.4, 0.4)])
        index = make_index(kind)
        index.insert(fat, filters_for(5), everyone(fat))
        keys = index.update(fat, filters_for(5), everyone(fat))
        assert pair_list(keys) == [(0, 1), (0, 2), (0, 4), (1, 2), (1, 4), (2, 4)]

    def test_touching_boxes_are_a_pair(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (1, 1), (-1, 0), (1.0000001, 0)])
        index = make_index(kind)
        index.insert(fat, filters_for(4), everyone(fat))
        assert (0, 1) in pair_list(index.update(fat, filters_for(4), everyone(fat)))
        assert (0, 3) not in pair_list(index.update(fat, filters_for(4), everyone(fat)))

    def test_only_pairs_of_moved_ones(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (0.5, 0), (0.2, 0), (0.3, 0)])
        index = make_index(kind)
        index.insert(fat, filters_for(4), everyone(fat))
        assert pair_list(index.update(fat, filters_for(4), np.array([1]))) == [(0, 1), (1, 2), (1, 3)]
        assert len(index.update(fat, filters_for(4), np.array([], np.int64))) == 0

    def test_a_moved_static_one_meets_mobile_ones_only(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (0.5, 0), (0.2, 0)])
        filters = filters_for(3, mobile=[0, 0, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        assert pair_list(index.update(fat, filters, np.array([0]))) == [(0, 2)]
        assert pair_list(index.update(fat, filters, everyone(fat))) == [(0, 2), (1, 2)]

    def test_a_half_plane_meets_all_that_reach_into_it(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (1e9, -1e9), (3, 2), (-1e12, 0.4)])
        fat[0] = (-np.inf, -np.inf, np.inf, 0)
        filters = filters_for(4, mobile=[0, 1, 1, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        assert pair_list(index.update(fat, filters, everyone(fat))) == [(0, 1), (0, 3)]

    def test_a_removed_one_is_gone_and_its_id_may_come_back_in_the_other_part(self, kind: str) -> None:
        fat, filters = boxes_at([(0, 0), (0.5, 0), (0.2, 0)]), filters_for(3)
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        filters["mobile"][1] = 0
        index.remove(np.array([1]))
        assert pair_list(index.update(fat, filters, np.array([0, 2]))) == [(0, 2)]
        assert index.query(-9, -9, 9, 9, fat).tolist() == [0, 2]
        index.insert(fat, filters, np.array([1]))
        filters["mobile"][0] = 0
        assert pair_list(index.update(fat, filters, np.array([1]))) == [(1, 2)]

    def test_known_pairs_are_left_out_of_an_update(self, kind: str) -> None:
        fat = boxes_at([(0, 0), (0.9, 0), (0, 0.9), (0.4, 0.4)])
        filters = filters_for(4, trigger=[0, 0, 0, 1])
        index = make_index(kind)
        index.insert(fat, filters, everyone(fat))
        known = KnownPairs(empty_index(8), empty_index(8))
        for table, a, b in ((known.solid, 0, 2), (known.solid, 1, 3), (known.triggers, 0, 3)):
            insert(table, pair_key(a, b), 0)
        keys = index.update(fat, filters, everyone(fat), known=known)
        assert pair_list(keys) == [(0, 1), (1, 2), (1, 3), (2, 3)]
        assert len(index.pairs(fat, filters, everyone(fat))) == 6

    def test_grows_with_the_world(self, kind: str) -> None:
        small = boxes_at([(0, 0), (0.5, 0)])
        index = make_index(kind)
        index.insert(small, filters_for(2), everyone(small))
        fat = np.vstack([small, boxes_at(np.arange(600).reshape(300, 2) % 7)])
        index.insert(fat, filters_for(302), everyone(fat)[2:])
        reference = make_index("brute_force")
        reference.insert(fat, filters_for(302), everyone(fat))
        keys = index.update(fat, filters_for(302), everyone(fat))
        assert len(keys) > 5000
        np.testing.assert_array_equal(keys, reference.update(fat, filters_for(302), everyone(fat)))


def test_unknown_kind() -> None:
    with pytest.raises(KeyError):
        make_index("octree")


SCRIPT = """
import numpy as np
from ecsphys.spatial.broad_phase import make_index
from tests.spatial.test_indices import random_boxes, random_filters
rng = np.random.default_rng(5)
fat, filters = random_boxes(rng, 60), random_filters(rng, 60)
index = make_index("quadtree")
index.insert(fat, filters, np.arange(60))
print(index.update(fat, filters, np.arange(60)).tolist(), index.arrays.links["node"].tolist())
"""


@pytest.mark.parametrize("jit", ["0", "1"])
def test_another_process_builds_the_same_tree(jit: str) -> None:
    outputs = set()
    for seed in ("1", "2"):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "ECSPHYS_JIT": jit}
        run = subprocess.run(
            [sys.executable, "-c", SCRIPT], env=environment, capture_output=True, text=True, check=True
        )
        outputs.add(run.stdout)
    assert len(outputs) == 1 and outputs != {""}
