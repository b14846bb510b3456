"""Line segments as numpy arrays: what to draw of a world, for whatever draws it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import Reals2

Color = tuple[int, int, int, int]
Colors = npt.NDArray[np.uint8]


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
