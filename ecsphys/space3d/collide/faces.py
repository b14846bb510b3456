"""The face of a polytope that is furthest from another one, an axis of `axes`, with few supports.

A face can be no better than the best one so far if any point of the other polytope is further behind it. So
each support, which is the deepest point behind one face, leaves out others.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import highest_product, inlined, kernel, lowest_bit, planes_above
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot, negate
from .core import HULL, Core, SolidRows, to_world
from .solid import count_faces, face_of, point_of, support_of

BLOCK = 8  # points, faces or edges of a block
CHUNK = 7  # blocks whose bits are kept in one integer
_ALL = (1 << BLOCK) - 1


class FaceAxis(NamedTuple):
    """The normal of a face as an axis: separation along it, the face, the other's deepest point by number."""

    separation: float
    face: int
    corner: int


class HullFace(NamedTuple):
    """The best face of a hull, and points of the other one, by number: those deepest behind the last faces
    that were tried, the latest first.
    """

    axis: FaceAxis
    point0: int
    point1: int
    point2: int
    point3: int


NO_FACE = FaceAxis(-math.inf, 0, 0)


@inlined
def blocks_of(count: int) -> int:
    """Return how many blocks hold so many faces or edges."""
    return (count + BLOCK - 1) >> 3


@inlined
def _try_face(rows: SolidRows, a: Core, b: Core, f: int) -> FaceAxis:
    """Return the separation of B from a face of A."""
    face = face_of(rows, a, f)
    corner = support_of(rows, b, rotate_back(b.rotation, negate(face.normal)))
    return FaceAxis(dot(face.normal, to_world(b, point_of(rows, b, corner))) - face.offset, f, corner)


@inlined
def _faces_left(rows: SolidRows, first: int, count: int, left: int, w: Vec3, least: float) -> int:
    """Return those of some faces, bits of `count` blocks, that a point is less deep behind than `least`."""
    for k in range(count):
        if (left >> (BLOCK * k)) & _ALL != 0:
            above = planes_above(rows.face_blocks, first + k, w.x, w.y, w.z, least)
            left &= ~((_ALL ^ above) << (BLOCK * k))
    return left


@kernel
def best_hull_face(rows: SolidRows, a: Core, b: Core, limit: float) -> HullFace:
    """Return `best_face` of a hull: first the face that looks most at B, then those that it leaves."""
    c, first, blocks = b.center, rows.spans[a.span, 9], blocks_of(rows.spans[a.span, 3])
    best = _try_face(rows, a, b, highest_product(rows.face_blocks, first, blocks, c.x, c.y, c.z))
    p0, p1, p2, p3 = best.corner, best.corner, best.corner, best.corner
    for start in range(0, blocks, CHUNK):
        if best.separation > limit:
            break
        block, count = first + start, min(blocks - start, CHUNK)
        w = to_world(b, point_of(rows, b, best.corner))
        # The best face itself, at which its point is just as deep, is left out.
        left = _faces_left(rows, block, count, (1 << (BLOCK * count)) - 1, w, best.separation)
        while left != 0 and best.separation <= limit:
            k = lowest_bit(left)
            tried = _try_face(rows, a, b, BLOCK * start + k)
            p0, p1, p2, p3 = tried.corner, p0, p1, p2
            if tried.separation > best.separation:
                best = tried
            w = to_world(b, point_of(rows, b, tried.corner))
            left = _faces_left(rows, block, count, left & ~(1 << k), w, best.separation)
    return HullFace(best, p0, p1, p2, p3)


@kernel
def best_face(rows: SolidRows, a: Core, b: Core, limit: float) -> FaceAxis:
    """Return the face of A with the largest separation from B; the search ends at one above `limit`.

    A face which the deepest point so far is further behind than the best face can be no better.
    """
    if a.form == HULL:
        return best_hull_face(rows, a, b, limit).axis
    best, witness = NO_FACE, to_world(b, point_of(rows, b, 0))
    for f in range(count_faces(rows, a)):
        face = face_of(rows, a, f)
        if dot(face.normal, witness) - face.offset <= best.separation:
            continue
        tried = _try_face(rows, a, b, f)
        if tried.separation > best.separation:
            best, witness = tried, to_world(b, point_of(rows, b, tried.corner))
            if best.separation > limit:
                break
    return best
