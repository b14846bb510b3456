"""Packed rows come back as they were."""

from __future__ import annotations

import numpy as np
import pytest

import ecsphys
from ecsphys.state import packing
from ecsphys.state.packing import Packed, pack, unpack


def rows_like(rng: np.random.Generator, count: int, width: int, share: float) -> np.ndarray:
    """Rows of which a share of the words differs from the row before."""
    rows = rng.integers(-(2**63), 2**63 - 1, (count, width), dtype=np.int64)
    for k in range(1, count):
        same = rng.random(width) > share
        rows[k, same] = rows[k - 1, same]
    return rows


@pytest.mark.parametrize("width", [1, 5, 32, 36, 63])
@pytest.mark.parametrize("share", [0.0, 0.3, 1.0])
@pytest.mark.parametrize("count", [0, 1, 2, 50])
def test_rows_come_back(width: int, share: float, count: int) -> None:
    rows = rows_like(np.random.default_rng(width), count, width, share)
    packed = pack(rows, np.zeros(count * (width + 1) + 1, np.int64))
    again = np.full((count, width), 7, np.int64)
    unpack(packed, again)
    assert np.array_equal(again, rows)
    assert packed.words.nbytes == packed.nbytes <= 8 * (count * (width + 1) + 1)
    if share == 0.0 and count:
        assert len(packed.words) <= count + width + 1


@pytest.mark.skipif(ecsphys.backend == "python", reason="there is one way only")
def test_plain_python_packs_alike() -> None:
    rows = rows_like(np.random.default_rng(1), 40, 36, 0.3)
    packed = pack(rows, np.zeros(40 * 37 + 1, np.int64))
    slow = Packed(packing._pack_slowly(rows), 40, 36)
    assert np.array_equal(slow.words, packed.words)
    again = np.zeros_like(rows)
    packing._unpack_slowly(packed, again)
    assert np.array_equal(again, rows)
