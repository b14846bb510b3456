"""Simple polygons with holes: find crossings of rings, and bridge holes to the outer ring."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np
import numpy.typing as npt

from .vec2 import Vec2

Ring = list[Vec2]


def edges_of(ring: Sequence[Vec2]) -> list[tuple[Vec2, Vec2]]:
    """The edges of a closed ring."""
    return [*pairwise(ring), (ring[-1], ring[0])]


def _sides(
    a: npt.NDArray[np.float64], b: npt.NDArray[np.float64], p: npt.NDArray[np.float64]
) -> npt.NDArray[np.float64]:
    """Orientation of every edge a–b (rows) and point p (columns): positive if p is on the left."""
    edge = (b - a)[:, None, :]
    offset = p[None, :, :] - a[:, None, :]
    cross: npt.NDArray[np.float64] = edge[..., 0] * offset[..., 1] - edge[..., 1] * offset[..., 0]
    return cross


def first_crossing(rings: Sequence[Ring]) -> Vec2 | None:
    """A common point of two edges that are not neighbours, `None` if the rings are simple.

    Edges intersect when neither lies strictly on one side of the other; touching counts.
    """
    edges = [edge for ring in rings for edge in edges_of(ring)]
    following: list[int] = []
    for ring in rings:
        first = len(following)
        following += [*range(first + 1, first + len(ring)), first]
    a = np.array([edge[0] for edge in edges], np.float64)
    b = np.array([edge[1] for edge in edges], np.float64)
    a_side, b_side = _sides(a, b, a), _sides(a, b, b)
    straddles = a_side * b_side <= 0.0
    low, high = np.minimum(a, b), np.maximum(a, b)
    boxes = ((low[:, None] <= high[None]) & (low[None] <= high[:, None])).all(axis=2)
    meet = straddles & straddles.T & boxes
    index = np.arange(len(edges))
    meet[index, index] = False
    meet[index, following] = False
    meet[following, index] = False
    crossings = np.argwhere(meet)
    if not len(crossings):
        return None
    i, j = crossings[0]
    span = a_side[i, j] - b_side[i, j]
    along = float(a_side[i, j] / span) if span != 0.0 else 0.0
    start, end = edges[int(j)]
    return start.lerp(end, along)


def contains_point(ring: Sequence[Vec2], p: Vec2) -> bool:
    """Whether a point is inside a ring, by the parity of the edges on its right."""
    odd = False
    for a, b in edges_of(ring):
        if (a.y > p.y) != (b.y > p.y) and p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x):
            odd = not odd
    return odd


def _find_visible_vertex(ring: list[int], points: Sequence[Vec2], start: Vec2) -> int:
    """Position in `ring` of a vertex visible from `start`, a point inside, towards +x."""
    best, corner, hit = np.inf, -1, start
    for k, i in enumerate(ring):
        a, b = points[i], points[ring[(k + 1) % len(ring)]]
        if a.y <= start.y < b.y:  # an edge going up, on the right of a counter-clockwise ring
            x = a.x + (start.y - a.y) / (b.y - a.y) * (b.x - a.x)
            if start.x <= x < best:
                best, hit = x, Vec2(x, start.y)
                corner = k if a.x > b.x else (k + 1) % len(ring)
    # A vertex in the triangle start–hit–corner hides the corner: choose the one at the least angle.
    far = points[ring[corner]]
    triangle = [start, hit, far] if (hit - start).cross(far - start) > 0.0 else [start, far, hit]
    hiding = [
        points[i]
        for i in ring
        if points[i] != far and all((v - u).cross(points[i] - u) >= 0.0 for u, v in edges_of(triangle))
    ]
    visible = min(hiding, key=lambda p: (abs((p - start).angle), start.distance(p)), default=far)
    return _select_copy(ring, points, visible, start)


def _select_copy(ring: list[int], points: Sequence[Vec2], corner: Vec2, start: Vec2) -> int:
    """Position of a vertex; of copies made by earlier bridges, the one whose corner opens towards `start`."""
    copies = [k for k, i in enumerate(ring) if points[i] == corner]
    for k in copies:
        before = points[ring[k - 1]] - corner
        after = points[ring[(k + 1) % len(ring)]] - corner
        way = start - corner
        left_of_after, left_of_before = after.cross(way) >= 0.0, before.cross(way) >= 0.0
        convex = after.cross(before) > 0.0
        if (left_of_after and not left_of_before) if convex else (left_of_after or not left_of_before):
            return k
    return copies[0]


def bridge_holes(points: Sequence[Vec2], outer: list[int], holes: Sequence[list[int]]) -> list[int]:
    """Join an outer ring of point indices and its holes to a single ring, by a bridge to each hole.

    `outer` is counter-clockwise, holes are clockwise, no ring crosses another. After Eberly,
    *Triangulation by Ear Clipping* (2002), section 5.
    """
    ring = list(outer)
    rightmost_first = sorted(
        (max((points[i], k) for k, i in enumerate(hole)), number) for number, hole in enumerate(holes)
    )
    for (start, k), number in reversed(rightmost_first):
        hole = holes[number]
        vertex = _find_visible_vertex(ring, points, start)
        ring[vertex + 1 : vertex + 1] = [*hole[k:], *hole[:k], hole[k], ring[vertex]]
    return ring
