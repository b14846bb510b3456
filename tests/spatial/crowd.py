"""Proxies to fill broad-phase indices with, and what must hold inside a quadtree."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from ecsphys.compile import records
from ecsphys.spatial.pair_keys import split_keys
from ecsphys.spatial.quadtree.tree import Quadtree
from ecsphys.spatial.walk import BUCKET_SIZE, MOBILE, NONE, STATIC, member_at, next_slot
from ecsphys.world.shapes import FILTER

Boxes = npt.NDArray[np.float64]


def filters_for(count: int, **fields: Any) -> npt.NDArray[Any]:
    """Filters of `count` mobile proxies, one a body, that meet everything; `fields` override."""
    filters = records(count, FILTER)
    filters["body"] = np.arange(count)
    filters["layer"] = 1
    filters["mask"] = -1
    filters["mobile"] = 1
    for name, values in fields.items():
        filters[name] = values
    filters["combined_mask"] |= filters["mask"]
    return filters


def boxes_at(centers: Any, half: Any = 0.5) -> Boxes:
    """Squares around (n, 2) centres."""
    centers = np.asarray(centers, np.float64)
    half = np.asarray(half, np.float64).reshape(-1, 1) * np.ones((len(centers), 1))
    return np.ascontiguousarray(np.hstack([centers - half, centers + half]))


def everyone(fat: Boxes) -> npt.NDArray[np.int64]:
    """The ids of all rows."""
    return np.arange(len(fat), dtype=np.int64)


def pair_list(keys: npt.NDArray[np.int64]) -> list[tuple[int, int]]:
    """Keys as pairs of ids."""
    return [(int(a), int(b)) for a, b in zip(*split_keys(keys), strict=True)]


def check_tree(index: Quadtree, fat: Boxes, ids: npt.NDArray[np.int64]) -> int:
    """Assert all that must hold of a quadtree with the given proxies; returns how many nodes it has."""
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
                assert links["node"][i] == n
                assert links["part"][i] == part
                assert member_at(index.tree, links["slot"][i]) == i
                assert (box_in(index, int(links["slot"][i])) == fat[i]).all()
            inside = own
            child = int(nodes["child"][n])
            if child != NONE:
                assert child % 4 == 0
                assert (cells["parent"][child : child + 4] == n).all()
                waiting += range(child, child + 4)
                inside = own + [i for c in range(child, child + 4) for i in below(index, c)]
                if n > MOBILE:
                    check_cells(index, n)
            if inside:
                lx, ly, ux, uy = index.tree.bounds[n // 4, n % 4 :: 4]
                assert ((lx, ly) <= fat[inside, :2].min(0)).all()
                assert ((ux, uy) >= fat[inside, 2:].max(0)).all()
    assert sorted(seen) == ids.tolist()
    return count


def check_cells(index: Quadtree, n: int) -> None:
    """Assert that the cells of a node's children lie within the quarters of its own, but for roundings."""
    nodes, cells = index.tree.nodes, index.arrays.cells
    for q in range(4):
        child = cells[int(nodes["child"][n]) + q]
        half = cells["half"][n] / 2
        x = cells["x"][n] + (half if q & 1 else -half)
        y = cells["y"][n] + (half if q & 2 else -half)
        assert max(abs(child["x"] - x), abs(child["y"] - y)) + child["half"] <= half * (1 + 1e-9)


def list_of(index: Quadtree, n: int) -> list[int]:
    """The proxies in a node itself."""
    found = []
    slot = int(index.tree.nodes["first"][n])
    while slot != NONE:
        found.append(member_at(index.tree, slot))
        slot = int(next_slot(index.tree, slot))
    return found


def box_in(index: Quadtree, slot: int) -> Boxes:
    """The box in a slot."""
    return index.arrays.boxes[slot // BUCKET_SIZE, slot % BUCKET_SIZE :: BUCKET_SIZE]


def below(index: Quadtree, n: int) -> list[int]:
    """The proxies in a node and all nodes below it."""
    found = list_of(index, n)
    child = int(index.tree.nodes["child"][n])
    if child != NONE:
        for c in range(child, child + 4):
            found += below(index, c)
    return found


def depth_of(index: Quadtree, i: int) -> int:
    """How many nodes lie above the one that holds a proxy."""
    depth = 0
    n = int(index.arrays.links["node"][i])
    while n > MOBILE:
        n = int(index.arrays.cells["parent"][n])
        depth += 1
    return depth
