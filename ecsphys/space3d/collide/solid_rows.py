"""Rows of solids outside of kernels: none at all, and those of several shapes one behind the other."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ...arrays import Ints2, Reals, Reals2
from .core import SolidRows
from .faces import BLOCK

NO_ROWS = SolidRows(
    points=np.empty((0, 3)),
    faces=np.empty((0, 4)),
    loops=np.empty((0, 2), np.int64),
    corners=np.empty((0, 1), np.int64),
    beside=np.empty((0, 1), np.int64),
    edges=np.empty((0, 4), np.int64),
    point_blocks=np.empty((0, 24)),
    face_blocks=np.empty((0, 32)),
    edge_blocks=np.empty((0, 32)),
    boxes=np.empty((0, 6)),
    nodes=np.empty((0, 2), np.int64),
    spans=np.empty((0, 11), np.int64),
)


def connect_rows(rows: SolidRows) -> SolidRows:
    """Return rows with `beside`, and the blocks of a hull, as points, corners and edges imply."""
    beyond: dict[tuple[int, int, int], int] = {}
    for start, end, face, other in rows.edges.tolist():
        beyond[face, start, end], beyond[other, end, start] = other, face
    corners = rows.corners[:, 0].tolist()
    beside = np.full((len(corners), 1), -1)
    for face, (first, count) in enumerate(rows.loops.tolist()):
        for k in range(count):
            start, end = corners[first + k], corners[first + (k + 1) % count]
            beside[first + k] = beyond.get((face, start, end), -1)
    if len(rows.nodes):  # a mesh: its triangles are asked one by one
        return rows._replace(beside=beside)
    nowhere = np.array([0.0, 0.0, 0.0, np.inf])
    left, right = (_blocks(rows.faces[rows.edges[:, side]], nowhere) for side in (2, 3))
    return rows._replace(
        beside=beside,
        point_blocks=_blocks(rows.points, rows.points[0]),
        face_blocks=_blocks(rows.faces, nowhere),
        edge_blocks=np.stack([left, right], axis=1).reshape(-1, 4 * BLOCK),
    )


def _blocks(rows: Reals2, filler: Reals) -> Reals2:
    """Return rows by eights, column by column."""
    count = -len(rows) % BLOCK
    filled = np.vstack([rows, np.tile(filler, (count, 1))])
    blocks: Reals2 = (
        filled.reshape(-1, BLOCK, rows.shape[1]).transpose(0, 2, 1).reshape(-1, BLOCK * rows.shape[1])
    )
    return np.ascontiguousarray(blocks)


def shift_rows(rows: SolidRows, before: SolidRows) -> SolidRows:
    """Return rows as they read behind those of `before`: absolute references grow by its lengths."""
    points, faces, _, corners, _, edges, *blocks, _, nodes, _ = map(len, before)
    return SolidRows(
        rows.points,
        rows.faces,
        _shifted(rows.loops, corners, 0),
        _shifted(rows.corners, points),
        _shifted(rows.beside, faces),
        _shifted(rows.edges, points, points, faces, faces),
        rows.point_blocks,
        rows.face_blocks,
        rows.edge_blocks,
        rows.boxes,
        _shifted(rows.nodes, faces, nodes),
        _shifted(rows.spans, points, 0, faces, 0, edges, 0, nodes, 0, *blocks),
    )


def _shifted(references: Ints2, *by: int) -> Ints2:
    """Return references with a shift added to each column; -1, none, stays."""
    shifted: Ints2 = np.where(references < 0, references, references + np.array(by))
    return shifted


def join_rows(parts: Sequence[SolidRows]) -> SolidRows:
    """Return the rows of several shapes one behind the other.

    >>> join_rows([NO_ROWS, NO_ROWS]).spans.shape
    (0, 11)
    """
    joined = NO_ROWS
    for part in parts:
        if len(part.spans):
            below = shift_rows(part, joined)
            joined = SolidRows(*(np.concatenate(rows) for rows in zip(joined, below, strict=True)))
    return joined
