"""Line segments as numpy arrays: what to draw of a world, for whatever draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import Ints, Reals2

Color = tuple[int, int, int, int]
Colors = npt.NDArray[np.uint8]

_FACTOR = np.int64(6364136223846793005)  # odd: of the sum that stands for a row


class Lines(NamedTuple):
    """Segments: rows 2 k and 2 k + 1 of `points` (2 n, 2) are the ends of segment k; `colors` is (2 n, 4)."""

    points: Reals2
    colors: Colors


def color_lines(points: Reals2, color: Color) -> Lines:
    """Return segments of one colour."""
    return Lines(points, np.broadcast_to(np.array(color, np.uint8), (len(points), 4)))


def join_lines(parts: Sequence[Lines]) -> Lines:
    """Return the segments of all parts, concatenated."""
    points = [np.zeros((0, 2)), *(part.points for part in parts)]
    colors = [np.zeros((0, 4), np.uint8), *(part.colors for part in parts)]
    return Lines(np.concatenate(points), np.concatenate(colors))


def box_sides(bounds: Reals2) -> Reals2:
    """Return the sides (8 n, 2) of boxes with rows lower x, lower y, upper x, upper y."""
    return bounds[:, [0, 1, 2, 1, 2, 1, 2, 3, 2, 3, 0, 3, 0, 3, 0, 1]].reshape(-1, 2)


def distinct_rows(rows: Reals2) -> Ints:
    """Return which rows are the first of their kind, ascending; what differs by rounding is the same.

    For lines that many boxes share: half of the sides of a tree's cells. The grain is a power of two: sides
    of cells, down to depth 28, are whole multiples of it, which rounding errors do not part.
    """
    fine = max(float(np.abs(rows).max(initial=0.0)), 1e-300) * 2.0**-28
    factors = np.cumprod(np.full(rows.shape[1], _FACTOR))  # overflow is fine
    keys = np.round(rows / fine).astype(np.int64) @ factors
    firsts: Ints = np.sort(np.unique(keys, return_index=True)[1])
    return firsts
