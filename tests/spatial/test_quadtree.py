"""The quadtree stays small and shallow in worlds that degrade plainer trees."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from ecsphys.spatial.quadtree.nodes import FARTHEST, LEAF_CAPACITY
from ecsphys.spatial.quadtree.tree import Quadtree
from ecsphys.spatial.walk import MOBILE, member_at
from tests.spatial.crowd import boxes_at, check_tree, depth_of, everyone, filters_for, pair_list

COUNT = 200


def filled(fat: Any) -> Quadtree:
    index = Quadtree()
    index.insert(fat, filters_for(len(fat)), everyone(fat))
    return index


def values_of(index: Quadtree, nodes: Any, blocks: Any) -> tuple[Any, Any, Any]:
    tree = index.tree
    return tree.nodes[nodes].tolist(), index.arrays.cells[nodes].tolist(), tree.bounds[blocks].tolist()


def used_nodes(index: Quadtree) -> int:
    return len(index.tree.nodes) - 4 * int(index.arrays.pool["free_blocks"][0])


def scattered(span: float, count: int = COUNT, seed: int = 1) -> Any:
    return np.random.default_rng(seed).uniform(-span, span, (count, 2))


@pytest.mark.parametrize(
    "centers",
    [
        pytest.param(scattered(100), id="scattered"),
        pytest.param(np.c_[np.zeros(COUNT), np.linspace(-100, 100, COUNT)], id="on a centre line"),
        pytest.param(np.zeros((COUNT, 2)), id="in one point"),
        pytest.param(np.vstack([scattered(20), scattered(20) + 1e6, scattered(20) - 1e9]), id="far crowds"),
        pytest.param(np.vstack([scattered(20), [(1e12, 1e12), (-1e12, 3)]]), id="two strays"),
        pytest.param(2.0 ** np.arange(-40, 40).repeat(2).reshape(-1, 2), id="every scale"),
    ],
)
def test_no_more_nodes_than_boxes_need(centers: Any) -> None:
    fat = boxes_at(centers)
    index = filled(fat)
    check_tree(index, fat, everyone(fat))
    assert used_nodes(index) <= 12 + 2 * len(fat)


def test_equal_boxes_in_one_point_share_a_node() -> None:
    fat = boxes_at(np.full((COUNT, 2), 17.3))
    index = filled(fat)
    assert len(set(index.arrays.links["node"][:COUNT].tolist())) == 1
    assert len(index.update(fat, filters_for(COUNT), everyone(fat))) == COUNT * (COUNT - 1) // 2


def test_boxes_without_extent_in_one_point_share_a_node() -> None:
    fat = boxes_at(np.full((COUNT, 2), 1e12 / 3), 0.0)
    assert len(set(filled(fat).arrays.links["node"][:COUNT].tolist())) == 1


def test_boxes_on_a_centre_line_sink_as_deep_as_others() -> None:
    beside = filled(boxes_at(np.c_[np.full(COUNT, 33.0), np.linspace(-100, 100, COUNT)]))
    astride = filled(boxes_at(np.c_[np.zeros(COUNT), np.linspace(-100, 100, COUNT)]))
    for i in range(COUNT):
        assert abs(depth_of(astride, i) - depth_of(beside, i)) <= 2


def test_far_crowds_are_not_at_the_end_of_a_chain() -> None:
    near = filled(boxes_at(scattered(20)))
    both = filled(boxes_at(np.vstack([scattered(20), scattered(20) + 1e9, [(1e12, 0), (0, -1e12)]])))
    assert max(depth_of(both, i) for i in range(COUNT)) <= max(depth_of(near, i) for i in range(COUNT)) + 4


def test_what_no_cell_can_hold_lies_at_the_top() -> None:
    fat = boxes_at([(0, 0), (0, 0), (2 * FARTHEST, 0), (0, 0), (1e300, 1e300)], [1.0, 1e15, 1.0, np.inf, 1.0])
    index = filled(fat)
    assert index.arrays.links["node"][:5].tolist()[1:] == [MOBILE] * 4
    assert index.arrays.links["node"][0] > MOBILE
    assert pair_list(index.update(fat, filters_for(5), np.array([0]))) == [(0, 1), (0, 3)]


def test_a_box_that_stays_in_its_cell_stays_in_its_node() -> None:
    fat = boxes_at(scattered(50))
    index = filled(fat)
    before = index.arrays.links["node"].copy()
    fat += 1e-9
    index.move(fat, everyone(fat))
    assert (index.arrays.links["node"] == before).mean() > 0.95  # tidying swallows a few
    check_tree(index, fat, everyone(fat))


def test_an_emptied_tree_gives_its_nodes_back() -> None:
    fat = boxes_at(scattered(500))
    index = filled(fat)
    full = used_nodes(index)
    index.remove(everyone(fat)[LEAF_CAPACITY // 2 :])
    index.move(fat, everyone(fat)[: LEAF_CAPACITY // 2])
    assert used_nodes(index) <= 8 < full
    check_tree(index, fat, everyone(fat)[: LEAF_CAPACITY // 2])


def test_bounds_are_tight_after_as_many_changes_as_there_are_proxies() -> None:
    fat = boxes_at(scattered(50))
    index = filled(fat)
    fat -= 1000.0
    index.move(fat, everyone(fat))
    assert index.arrays.parts["stale"][MOBILE] == 0
    assert index.tree.bounds[0, MOBILE::4].tolist() == [*fat[:, :2].min(0), *fat[:, 2:].max(0)]


def test_a_large_box_does_not_lift_small_ones() -> None:
    fat = boxes_at(np.vstack([scattered(50), [(0, 0)]]), np.r_[np.full(COUNT, 0.5), 40.0])
    index = filled(fat)
    check_tree(index, fat, everyone(fat))
    assert depth_of(index, COUNT) == 1
    assert min(depth_of(index, i) for i in range(COUNT)) > 1
    keys = index.update(fat, filters_for(COUNT + 1), np.array([COUNT]))
    assert len(keys) == int((np.abs(fat[:COUNT, :2] + 0.5) <= 40.5).all(1).sum())


def test_static_part_is_not_touched_while_only_mobile_ones_move() -> None:
    fat = boxes_at(scattered(50))
    filters = filters_for(COUNT, mobile=np.arange(COUNT) % 2)
    index = Quadtree()
    index.insert(fat, filters, everyone(fat))
    nodes = [n for n in set(index.arrays.links["node"].tolist()) if n >= 0]
    firsts = {n: member_at(index.tree, index.tree.nodes["first"][n]) for n in nodes}
    static = [n for n in nodes if index.arrays.links["part"][firsts[n]] == 0]
    blocks = np.array(static) // 4
    before = values_of(index, static, blocks)
    for _ in range(5):
        fat[1::2] += 3.0
        index.update(fat, filters, np.arange(1, COUNT, 2))
    assert before == values_of(index, static, blocks)
