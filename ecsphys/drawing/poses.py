"""Interpolated poses of many bodies at once."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Bodies = npt.NDArray[Any]  # records of `world.layout.BODY`
Poses = npt.NDArray[np.float64]
Rows = npt.NDArray[np.intp] | npt.NDArray[np.int64]


def interpolate_poses(bodies: Bodies, alpha: float, rows: Rows | None = None) -> Poses:
    """Return x, y, angle (N, 3) at fraction `alpha` between the last two fixed steps.

    `rows` selects bodies; None stands for all.
    """
    poses = np.empty((len(bodies) if rows is None else len(rows), 3))
    for column, name in enumerate(("x", "y", "angle")):
        now, before = bodies[name], bodies[f"previous_{name}"]
        if rows is not None:  # select the field first: a record spans six cache lines
            now, before = now[rows], before[rows]
        poses[:, column] = before + alpha * (now - before)
    return poses


def find_rows(entities: npt.NDArray[np.int64], column: npt.NDArray[np.int64]) -> npt.NDArray[np.intp]:
    """Return the row of each of `entities` in `column`, -1 where it has none.

    >>> rows_of(np.array([7, 5, 6]), np.array([5, -1, 7])).tolist()
    [2, 0, -1]
    """
    if not len(column):
        return np.full(len(entities), -1, np.intp)
    order = np.argsort(column, kind="stable")
    rows = order[np.minimum(np.searchsorted(column, entities, sorter=order), len(column) - 1)]
    return np.where(column[rows] == entities, rows, -1)
