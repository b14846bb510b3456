"""Rotating calipers: the supports of all faces of a convex outline in one walk around both outlines.

After M. Shamos, *Computational Geometry* (1978), and G. Toussaint, "Solving Geometric Problems with the
Rotating Calipers" (1983). The normals of A's faces turn counter-clockwise, and so does the vertex of B that
is furthest against them: it never turns back. The engine looks at all vertices for each face: for its few
corners the branches of a walk take longer than what it saves.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

from ...math2d.core import edge_normal
from ...math2d.simple import edges_of
from ...math2d.vec2 import Vec2


class Search(NamedTuple):
    """The face of A beyond which B is furthest, B's vertex that is nearest to it, and how far it is beyond.

    `looked`: how many times a vertex of B was looked at.
    """

    separation: float
    face: int
    vertex: int
    looked: int


def search_all(a: Sequence[Vec2], b: Sequence[Vec2]) -> Search:
    """Look at all vertices of B for each face of A; outlines are counter-clockwise."""
    best = Search(-math.inf, 0, 0, len(a) * len(b))
    for face, (start, end) in enumerate(edges_of(a)):
        normal = Vec2(*edge_normal(start, end))
        heights = [normal.dot(p - start) for p in b]
        least = min(heights)
        if least > best.separation:
            best = best._replace(separation=least, face=face, vertex=heights.index(least))
    return best


def search_by_calipers(a: Sequence[Vec2], b: Sequence[Vec2]) -> Search:
    """The same in one walk: for each face go on from the vertex of the last one, as long as it goes down."""
    normals = [Vec2(*edge_normal(start, end)) for start, end in edges_of(a)]
    vertex = min(range(len(b)), key=lambda j: normals[0].dot(b[j]))
    best, looked = Search(-math.inf, 0, 0, 0), len(b)
    for face, normal in enumerate(normals):
        after, looked = (vertex + 1) % len(b), looked + 1
        while normal.dot(b[after]) < normal.dot(b[vertex]):
            vertex, after, looked = after, (after + 1) % len(b), looked + 1
        separation = normal.dot(b[vertex] - a[face])
        if separation > best.separation:
            best = Search(separation, face, vertex, 0)
    return best._replace(looked=looked)
