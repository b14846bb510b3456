"""Rows of solids outside of kernels: none at all, and those of several shapes one behind the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Ints2
from .core import SolidRows

NO_ROWS = SolidRows(
    points=np.empty((0, 3)),
    faces=np.empty((0, 4)),
    loops=np.empty((0, 2), np.int64),
    corners=np.empty((0, 1), np.int64),
    beside=np.empty((0, 1), np.int64),
    edges=np.empty((0, 4), np.int64),
    stars=np.empty((0, 2), np.int64),
    rings=np.empty((0, 1), np.int64),
    boxes=np.empty((0, 6)),
    nodes=np.empty((0, 2), np.int64),
    spans=np.empty((0, 8), np.int64),
)


def connect_rows(rows: SolidRows) -> SolidRows:
    """Return rows with `beside`, and for a hull `stars` and `rings`, as corners and edges imply."""
    beyond: dict[tuple[int, int, int], int] = {}
    joined: list[list[int]] = [[] for _ in rows.points]
    for start, end, face, other in rows.edges.tolist():
        beyond[face, start, end], beyond[other, end, start] = other, face
        joined[start].append(end)
        joined[end].append(start)
    corners = rows.corners[:, 0].tolist()
    beside = np.full((len(corners), 1), -1)
    for face, (first, count) in enumerate(rows.loops.tolist()):
        for k in range(count):
            start, end = corners[first + k], corners[first + (k + 1) % count]
            beside[first + k] = beyond.get((face, start, end), -1)
    if len(rows.nodes):  # a mesh: no support is climbed to
        return rows._replace(
            beside=beside, stars=np.zeros((len(rows.points), 2), np.int64), rings=NO_ROWS.rings
        )
    counts = np.array([len(ring) for ring in joined], np.int64)
    stars = np.column_stack([np.cumsum(counts) - counts, counts])
    rings = np.array([point for ring in joined for point in sorted(ring)], np.int64).reshape(-1, 1)
    return rows._replace(beside=beside, stars=stars, rings=rings)


def shift_rows(rows: SolidRows, before: SolidRows) -> SolidRows:
    """Return rows as they read behind those of `before`: absolute references grow by its lengths."""
    points, faces, _, corners, _, edges, _, rings, _, nodes, _ = map(len, before)
    return SolidRows(
        rows.points,
        rows.faces,
        _shifted(rows.loops, corners, 0),
        _shifted(rows.corners, points),
        _shifted(rows.beside, faces),
        _shifted(rows.edges, points, points, faces, faces),
        _shifted(rows.stars, rings, 0),
        _shifted(rows.rings, points),
        rows.boxes,
        _shifted(rows.nodes, faces, nodes),
        _shifted(rows.spans, points, 0, faces, 0, edges, 0, nodes, 0),
    )


def _shifted(references: Ints2, *by: int) -> Ints2:
    """Return references with a shift added to each column; -1, none, stays."""
    shifted: Ints2 = np.where(references < 0, references, references + np.array(by))
    return shifted


def join_rows(parts: Sequence[SolidRows]) -> SolidRows:
    """Return the rows of several shapes one behind the other.

    >>> join_rows([NO_ROWS, NO_ROWS]).spans.shape
    (0, 8)
    """
    joined = NO_ROWS
    for part in parts:
        if len(part.spans):
            below = shift_rows(part, joined)
            joined = SolidRows(*(np.concatenate(rows) for rows in zip(joined, below, strict=True)))
    return joined
