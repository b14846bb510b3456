"""The indices of games: answers as plain Python gives them, and what they refuse."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ecsphys.compile import ENABLED
from ecsphys.space3d.math3d.bounds import Bounds3
from ecsphys.space3d.spatial.indices import BoundingVolumeTree, BoxIndex, BruteForce, Octree, SweepAndPrune
from ecsphys.space3d.spatial.slabs import Ray
from tests.space3d.spatial.crowd import crossed, overlap, random_boxes

MAKERS: dict[str, Any] = {
    "octree": Octree,
    "octree 1": lambda: Octree(threshold=1),
    "octree 50": lambda: Octree(threshold=50),
    "bounding volume tree": BoundingVolumeTree,
    "sweep and prune": SweepAndPrune,
    "brute force": BruteForce,
}
EXAMPLES = 60 if ENABLED else 4
IDS = st.sampled_from([0, 1, 2, 3, 10, 2**31, 2**32 + 1, 2**62, 2**63 - 1, *range(100, 130)])


def corners(box: Any) -> Any:
    return tuple(box[:3]), tuple(box[3:])


class Plain:
    """A dictionary of boxes."""

    def __init__(self) -> None:
        self.boxes: dict[int, Any] = {}
        self.static: set[int] = set()

    def pairs(self, of: Any = None) -> list[list[int]]:
        ids = sorted(self.boxes)
        return [
            [a, b]
            for a in ids
            for b in ids
            if a < b
            and (of is None or a in of or b in of)
            and not {a, b} <= self.static
            and overlap(self.boxes[a], self.boxes[b])
        ]

    def overlap(self, box: Any) -> list[int]:
        return [i for i in sorted(self.boxes) if overlap(self.boxes[i], box)]

    def raycast(self, start: Any, end: Any) -> list[int]:
        ids = sorted(self.boxes)
        if not ids:
            return []
        rows = np.array([self.boxes[i] for i in ids])
        ray = Ray(*start, *(b - a for a, b in zip(start, end, strict=True)), 1.0, 0.0, 0.0, 0.0)
        with np.errstate(invalid="ignore", over="ignore"):
            found = crossed(rows, range(len(ids)), ray)
        return [ids[i] for i in sorted(found, key=lambda i: (found[i], ids[i]))]


@pytest.mark.parametrize("name", MAKERS)
@settings(max_examples=EXAMPLES, deadline=None)
@given(seed=st.integers(0, 2**32 - 1), chosen=st.lists(IDS, min_size=10, max_size=60))
def test_answers_of_plain_python(name: str, seed: int, chosen: list[int]) -> None:
    rng = np.random.default_rng(seed)
    index, plain = MAKERS[name](), Plain()
    for id in chosen:
        box = random_boxes(rng, 1)[0].tolist()
        if id not in plain.boxes:
            static = bool(rng.random() < 0.3)
            index.insert(id, corners(box), static=static)
            plain.boxes[id] = box
            if static:
                plain.static.add(id)
        elif rng.random() < 0.5:
            index.move(id, corners(box))
            plain.boxes[id] = box
        else:
            index.remove(id)
            del plain.boxes[id]
            plain.static.discard(id)
        if rng.random() < 0.2:
            compare(index, plain, rng)
    compare(index, plain, rng)


def compare(index: BoxIndex, plain: Plain, rng: np.random.Generator) -> None:
    assert index.pairs().tolist() == plain.pairs()
    assert index.ids == sorted(plain.boxes)
    assert len(index) == len(plain.boxes)
    some = [id for id in plain.boxes if rng.random() < 0.3]
    assert index.pairs_of(some).tolist() == plain.pairs(some)
    box = random_boxes(rng, 1)[0].tolist()
    assert index.overlap(corners(box)) == plain.overlap(box)
    start, end = rng.choice([-9.0, -1.0, 0.0, 0.5, 1.0, 1e6], (2, 3)).tolist()
    assert index.raycast(start, end) == plain.raycast(start, end)
    for id in some:
        assert index.bounds(id) == Bounds3(*corners(plain.boxes[id]))


@pytest.mark.parametrize("name", MAKERS)
class TestEachIndex:
    def test_many_at_once(self, name: str) -> None:
        rng = np.random.default_rng(3)
        index, plain = MAKERS[name](), Plain()
        boxes = rng.uniform(-9, 9, (200, 3))
        boxes = np.hstack([boxes, boxes + rng.uniform(0, 3, (200, 3))])
        index.insert_many(range(200), boxes)
        index.insert_many([1000, 1001], [(0,) * 6, (-1e6, -1e6, -1e6, 1e6, 1e6, 1e6)], static=True)
        index.insert_many([], [])
        index.move_many(range(0, 100, 2), boxes[1:100:2])
        index.remove_many(range(150, 200))
        plain.boxes = {i: boxes[i + 1 if i < 100 and i % 2 == 0 else i].tolist() for i in range(150)}
        plain.boxes |= {1000: [0.0] * 6, 1001: [-1e6] * 3 + [1e6] * 3}
        plain.static = {1000, 1001}
        assert index.pairs().tolist() == plain.pairs()
        assert len(plain.pairs()) > 200
        assert index.raycast((-20, 0, 0), (20, 1, 2)) == plain.raycast((-20.0, 0, 0), (20.0, 1, 2))

    def test_hits_are_ordered_by_entry_then_id(self, name: str) -> None:
        index = MAKERS[name]()
        for id, x in ((5, 3), (2, 1), (9, 1), (7, -1)):
            index.insert(id, ((x, -1, -1), (x + 1, 1, 1)))
        assert index.raycast((-5, 0, 0), (9, 0, 0)) == [7, 2, 9, 5]
        assert index.raycast((9, 0, 0), (-5, 0, 0)) == [5, 2, 9, 7]
        assert index.raycast((1.5, 0, 0), (1.5, 0, 0)) == [2, 9]
        assert index.raycast((-5, 1, 1), (9, 1, 1)) == [7, 2, 9, 5]
        assert index.raycast((-5, 1.01, 1), (9, 1.01, 1)) == []
        assert index.raycast((-5, 0, 0), (0.9, 0, 0)) == [7]

    def test_an_empty_index(self, name: str) -> None:
        index = MAKERS[name]()
        assert index.pairs().shape == (0, 2)
        assert index.overlap(((-1, -1, -1), (1, 1, 1))) == []
        assert index.raycast((0, 0, 0), (1, 0, 0)) == []
        assert len(index) == 0 and 3 not in index and index.cells().shape == (0, 6)

    def test_refused_ids(self, name: str) -> None:
        index = MAKERS[name]()
        box = ((0, 0, 0), (1, 1, 1))
        index.insert(4, box)
        with pytest.raises(ValueError, match="4, which is in the index"):
            index.insert(4, box)
        with pytest.raises(ValueError, match="one of them twice"):
            index.insert_many([5, 5], np.zeros((2, 6)))
        with pytest.raises(ValueError, match="from 0 to"):
            index.insert(-1, box)
        for wrong in (True, 1.0, "4", None):
            with pytest.raises(TypeError, match="whole number"):
                index.insert(wrong, box)
        for call in (index.remove, index.bounds, lambda id: index.move(id, box)):
            with pytest.raises(ValueError, match="one of the index, got 6"):
                call(6)
        with pytest.raises(ValueError, match="one of the index, got 6"):
            index.remove_many([4, 6])
        with pytest.raises(ValueError, match="twice"):
            index.remove_many([4, 4])
        assert index.ids == [4]
        assert index.pairs().tolist() == []

    @pytest.mark.parametrize(
        ("bounds", "error"),
        [
            (((0, 0, 0), (1, 1, float("nan"))), ValueError),
            (((0, 2, 0), (1, 1, 1)), ValueError),
            (((0, 0), (1, 1)), TypeError),
            ((0, 0, 0, 1, 1, 1), TypeError),
            (((0, 0, "0"), (1, 1, 1)), TypeError),
            (None, TypeError),
        ],
    )
    def test_refused_bounds(self, name: str, bounds: Any, error: type[Exception]) -> None:
        index = MAKERS[name]()
        index.insert(4, ((0, 0, 0), (1, 1, 1)))
        for call in (index.overlap, lambda b: index.insert(5, b), lambda b: index.move(4, b)):
            with pytest.raises(error, match="bounds must be"):
                call(bounds)
        assert index.ids == [4]
        assert index.bounds(4) == Bounds3((0, 0, 0), (1, 1, 1))

    def test_refused_arrays_and_rays(self, name: str) -> None:
        index = MAKERS[name]()
        for boxes in (np.zeros((2, 6)), np.zeros((1, 4)), [(0, 0, 0, 1, 1, np.nan)], [(0, 0, 2, 1, 1, 1)]):
            with pytest.raises(ValueError, match="boxes must"):
                index.insert_many([1], boxes)
        with pytest.raises(TypeError, match="boxes must"):
            index.insert_many([1], "boxes")
        with pytest.raises(ValueError, match="finite"):
            index.raycast((0, 0, 0), (np.inf, 0, 0))
        with pytest.raises(TypeError, match="three numbers"):
            index.raycast((0, 0), (1, 0, 0))
        assert len(index) == 0


def test_the_threshold_decides_how_many_cells_there_are() -> None:
    rng = np.random.default_rng(2)
    centers = rng.uniform(0, 64, (500, 3))
    counts = []
    for threshold in (1, 8, 64, 500):
        tree = Octree(threshold=threshold)
        tree.insert_many(range(500), np.hstack([centers, centers + 0.01]))
        counts.append(len(tree.cells()))
    assert counts[0] > 2 * counts[1] > 4 * counts[2] > counts[3] == 1


@pytest.mark.parametrize("threshold", [0, -1, 1.5, True])
def test_refused_threshold(threshold: Any) -> None:
    with pytest.raises((ValueError, TypeError), match="threshold"):
        Octree(threshold=threshold)
