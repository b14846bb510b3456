"""Boxes to fill indices of space with, plain answers to compare with, and what must hold inside a tree."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from ecsphys.space3d.spatial.slabs import Ray
from ecsphys.space3d.spatial.tree_index import TreeIndex
from ecsphys.spatial.walk import BUCKET_SIZE, MOBILE, NONE, STATIC, member_at, next_slot

Boxes = npt.NDArray[np.float64]
SPANS = (0.0, 3.0, 40.0, 1e6, 1e12)


def boxes_at(centers: Any, half: Any = 0.5) -> Boxes:
    """Cubes around (n, 3) centres."""
    centers = np.asarray(centers, np.float64)
    half = np.asarray(half, np.float64).reshape(-1, 1) * np.ones((len(centers), 1))
    return np.ascontiguousarray(np.hstack([centers - half, centers + half]))


def random_boxes(rng: np.random.Generator, count: int) -> Boxes:
    """Near and far, points, flat ones and giants, coincident ones, a few half spaces."""
    centers = rng.uniform(-1, 1, (count, 3)) * rng.choice(SPANS, (count, 1))
    centers[rng.random(count) < 0.3] = np.round(centers[:1])
    fat = boxes_at(centers, rng.choice([0.0, 0.5, 0.6, 4.0, 300.0, 1e7], count))
    flat, axis = np.flatnonzero(rng.random(count) < 0.2), rng.integers(0, 3)
    fat[flat, axis] = fat[flat, 3 + axis]
    fat[rng.random(count) < 0.08] = (-np.inf, -np.inf, -np.inf, np.inf, 1.0, np.inf)
    fat[rng.random(count) < 0.05, 4] = np.inf
    return fat


def overlap(a: Any, b: Any) -> bool:
    """Whether two boxes overlap or touch."""
    return all(a[k] <= b[3 + k] and b[k] <= a[3 + k] for k in range(3))


def crossed(fat: Boxes, ids: Any, ray: Ray) -> dict[int, float]:
    """Where a ray enters each box that it meets: clipped against its sides in turn, with exact infinities."""
    found = {}
    for i in map(int, ids):
        enter, leave = 0.0, float(ray.limit)
        for axis in range(3):
            start, step, half = ray[axis], ray[3 + axis], ray[7 + axis]
            low, high = float(fat[i, axis]), float(fat[i, 3 + axis])
            if step == 0.0:
                if not low - half <= start <= high + half:
                    enter = math.inf
                continue
            sides = (low - (start + half), high - (start - half))
            near, far = sides if step > 0.0 else (high - (start - half), low - (start + half))
            enter, leave = max(enter, near * (1.0 / step)), min(leave, far * (1.0 / step))
        if enter <= leave:
            found[i] = enter
    return found


def check_tree(index: TreeIndex, fat: Boxes, ids: npt.NDArray[np.int64]) -> int:
    """Assert all that must hold of a tree with the given proxies; returns how many nodes it has."""
    nodes, cells, links = index.tree.nodes, index.arrays.cells, index.arrays.links
    seen: list[int] = []
    count = 0
    for part in (STATIC, MOBILE):
        waiting = [part]
        while waiting:
            n = waiting.pop()
            count += 1
            own = list_of(index, n)
            seen += own
            assert len(own) == cells["count"][n]
            for i in own:
                slot = int(links["slot"][i])
                assert links["node"][i] == n
                assert links["part"][i] == part
                assert member_at(index.tree, slot) == i
                assert (
                    index.tree.boxes[slot // BUCKET_SIZE, slot % BUCKET_SIZE :: BUCKET_SIZE] == fat[i]
                ).all()
            child = int(nodes["child"][n])
            inside = own
            if child != NONE:
                assert child % 8 == 0
                assert (cells["parent"][child : child + 8] == n).all()
                waiting += range(child, child + 8)
                inside = own + [i for c in range(child, child + 8) for i in below(index, c)]
            if inside:
                sides = index.tree.bounds[n // 8, n % 8 :: 8]
                assert (sides[:3] <= fat[inside, :3].min(0)).all()
                assert (sides[3:] >= fat[inside, 3:].max(0)).all()
    assert sorted(seen) == ids.tolist()
    used_blocks, free_blocks = (count - 2) // 8, int(index.arrays.pool["free_blocks"][0])
    assert 1 + used_blocks + free_blocks == len(nodes) // 8
    free = sum(np.isnan(index.tree.boxes).reshape(-1, 6, 8).all(1).ravel() & (members_free(index)))
    assert len(seen) + free == index.tree.members.size - unused_slots(index)
    return count


def members_free(index: TreeIndex) -> Any:
    """By slot, whether it is free in a bucket that is in use."""
    used = np.zeros(index.tree.members.size, bool)
    for bucket in buckets_in_use(index):
        used[8 * bucket : 8 * bucket + 8] = True
    return used


def unused_slots(index: TreeIndex) -> int:
    """How many slots the free buckets have."""
    return BUCKET_SIZE * (len(index.tree.chain) - len(buckets_in_use(index)))


def buckets_in_use(index: TreeIndex) -> list[int]:
    """The buckets that are not in the free list."""
    free, bucket = set(), int(index.arrays.pool["free_bucket"][0])
    while bucket != NONE:
        assert bucket not in free
        free.add(bucket)
        bucket = int(index.tree.chain[bucket])
    assert len(free) == index.arrays.pool["free_buckets"][0]
    return [bucket for bucket in range(len(index.tree.chain)) if bucket not in free]


def list_of(index: TreeIndex, n: int) -> list[int]:
    """The proxies in a node itself."""
    found = []
    slot = int(index.tree.nodes["first"][n])
    while slot != NONE:
        found.append(member_at(index.tree, slot))
        slot = int(next_slot(index.tree, slot))
    return found


def below(index: TreeIndex, n: int) -> list[int]:
    """The proxies in a node and all nodes below it."""
    found = list_of(index, n)
    child = int(index.tree.nodes["child"][n])
    if child != NONE:
        for c in range(child, child + 8):
            found += below(index, c)
    return found
