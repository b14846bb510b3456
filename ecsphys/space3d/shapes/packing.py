"""Rows of hulls and meshes for kernels."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from ...arrays import Ints2, Reals2
from ..collide.core import SolidRows
from ..collide.faces import BLOCK
from ..collide.solid_rows import NO_ROWS, connect_rows
from ..math3d.box_tree import box_tree
from ..math3d.hull import Loop, edges_of
from ..math3d.products import dots, product


def _neighbours_first(places: Reals2) -> npt.NDArray[np.intp]:
    """Return an order in which the rows of a block are near each other: halves along the longest axis."""
    order = np.arange(len(places))
    if len(places) <= BLOCK:
        return order
    axis = int(np.ptp(places, axis=0).argmax())
    order = np.argsort(places[:, axis], kind="stable")
    middle = BLOCK * ((len(places) // BLOCK + 1) // 2)
    return np.concatenate(
        [half[_neighbours_first(places[half])] for half in (order[:middle], order[middle:])]
    )


def polygon_rows(points: Reals2, faces: Sequence[Loop], normals: Reals2) -> SolidRows:
    """Return the rows of a convex polyhedron. No point is outside of the plane of a face."""
    counts = [len(loop) for loop in faces]
    firsts = np.cumsum([0, *counts[:-1]])
    edges = np.array(edges_of(faces), np.int64)
    edges = edges[_neighbours_first(normals[edges[:, 2]] + normals[edges[:, 3]])]
    rows = NO_ROWS._replace(
        points=points,
        faces=np.column_stack([normals, product(normals, points.T).max(axis=1)]),
        loops=np.column_stack([firsts, counts]),
        corners=np.concatenate(faces).reshape(-1, 1),
        edges=edges,
        spans=np.array([[0, len(points), 0, len(faces), 0, len(edges), 0, 0, 0, 0, 0]]),
    )
    return connect_rows(rows)


def mesh_rows(vertices: Reals2, triangles: Ints2, normals: Reals2) -> SolidRows:
    """Return the rows of a mesh; vertices at the same place become one, so that triangles share edges."""
    places = vertices[triangles].reshape(-1, 3) + 0.0  # -0.0 is 0.0
    points, numbers = np.unique(places, axis=0, return_inverse=True)
    corners = numbers.reshape(-1, 3)
    edges = np.array(edges_of([tuple(loop) for loop in corners.tolist()]), np.int64)
    places = points[corners]
    boxes, nodes = box_tree(np.hstack([places.min(axis=1), places.max(axis=1)]))
    count = len(corners)
    rows = NO_ROWS._replace(
        points=points,
        faces=np.column_stack([normals, dots(normals, places[:, 0])]),
        loops=np.column_stack([np.arange(0, 3 * count, 3), np.full(count, 3)]),
        corners=corners.reshape(-1, 1),
        edges=edges,
        boxes=boxes,
        nodes=nodes,
        spans=np.array([[0, len(points), 0, count, 0, len(edges), 0, len(nodes), 0, 0, 0]]),
    )
    return connect_rows(rows)
