"""Queries of two shapes at poses: overlap, contact, distance.

A pose is `Pose3(position, orientation)`, a position (x, y, z) or anything with a `.pose`; an orientation is a
quaternion (w, x, y, z). Lengths are in the unit of the shapes, fractions in 0 … 1. All raise `TypeError` for
a value that is not a shape, pose or point and for pairs of Plane and Mesh, which have no answer, and
`ValueError` for NaN and infinity.

Each asks its kernel at once, with what the first shape remembers of the second one. Where that fails, be it
for a pair that is new or for a pose that is no tuple of two tuples of numbers, `prepare` checks everything.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ...compile import ENABLED
from ...geometry.pair_kernels import to_python
from ...math2d.vec2 import new_tuple
from ..math3d import check
from ..math3d.pose import UPRIGHT, Pose3, PoseLike3
from ..math3d.vec3 import Triple
from ..shapes import Shape3
from . import pair_kernels
from .results import Manifold, PointHit, Separation
from .solids import POINT_KEY, prepare, prepare_one


def in_python(run: Callable[..., Any]) -> Callable[..., Any]:
    """Return a kernel that answers in Python's own numbers and refuses objects that have a `.pose`.

    So compiled ones do; in plain Python, such an object can pass for its pose where both have a position.
    """

    def checked(*arguments: Any) -> Any:
        if any(hasattr(x, "pose") and not isinstance(x, tuple) for x in arguments):
            raise TypeError
        return to_python(run(*arguments))

    return run if ENABLED else checked


_collide_pair = in_python(pair_kernels.collide_pair)
_separate_pair = in_python(pair_kernels.separate_pair)

# A pair without a memory, or a pose that is none to the kernel: of another type, or without the attributes.
UNREADY = (AttributeError, KeyError, TypeError)


def overlap(a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3) -> bool:
    """Whether two shapes overlap or touch.

    >>> from ecsphys.space3d import Box, Sphere, overlap
    >>> overlap(Sphere(1), (0, 0, 0), Box(2, 2, 2), (1.9, 0, 0))
    True
    """
    try:
        pair = a.partners[id(b)]
        count = _collide_pair(pair.rows, pair.a, pose_a, pair.b, pose_b)[0]
    except UNREADY:
        return overlap(*prepare(a, pose_a, b, pose_b))
    return count > 0 if count >= 0 else overlap(*prepare(a, pose_a, b, pose_b))


def collide(a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3) -> Manifold | None:
    """How two shapes touch, `None` if they do not; the normal is a unit vector from A to B.

    Up to four points where two faces meet, two where an edge lies on a face, one elsewhere. Separating axes
    and clipping: see `ecsphys.space3d.collide`.

    >>> from ecsphys.space3d import Box, collide
    >>> m = collide(Box(2, 2, 2), (0, 0, 0), Box(2, 2, 2), (0.5, 1.75, 0))
    >>> m.normal, [(p.point.x, p.point.z, p.penetration) for p in m.points]
    (Vec3(x=0.0, y=1.0, z=0.0), [(-0.5, -1.0, 0.25), (1.0, -1.0, 0.25), (1.0, 1.0, 0.25), (-0.5, 1.0, 0.25)])
    """
    try:
        pair = a.partners[id(b)]
        m = _collide_pair(pair.rows, pair.a, pose_a, pair.b, pose_b)
    except UNREADY:
        return collide(*prepare(a, pose_a, b, pose_b))
    if m[0] < 0:
        return collide(*prepare(a, pose_a, b, pose_b))
    return Manifold((a, pose_a, b, pose_b, m)) if m[0] > 0 else None


def distance(a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3) -> Separation:
    """The exact gap between two shapes and its end points; minus the minimum translation if they overlap.

    Of a Mesh, which has no inside: minus the penetration of the contact if they `overlap`, else the distance
    to its triangles, 0 for what crosses some from behind. It is never negative where `overlap` says no.

    >>> from ecsphys.space3d import Sphere, distance
    >>> distance(Sphere(1), (0, 0, 0), Sphere(2), (5, 0, 0))[:3]
    (2.0, Vec3(x=1.0, y=0.0, z=0.0), Vec3(x=3.0, y=0.0, z=0.0))
    """
    try:
        pair = a.partners[id(b)]
        gap: Separation = _separate_pair(pair.rows, pair.a, pose_a, pair.b, pose_b)
    except UNREADY:
        return distance(*prepare(a, pose_a, b, pose_b))
    return gap if gap[0] == gap[0] else distance(*prepare(a, pose_a, b, pose_b))


def closest_point(shape: Shape3, pose: PoseLike3, point: Triple) -> PointHit:
    """The point of a shape's surface that is nearest to `point`; inside, the distance is negative (of a Mesh,
    which has no inside, never).

    >>> from ecsphys.space3d import Box, closest_point
    >>> closest_point(Box(2, 2, 2), (0, 0, 0), (0.5, 3, 0.5))[:2]
    (2.0, Vec3(x=0.5, y=1.0, z=0.5))
    """
    try:
        pair = shape.partners[POINT_KEY]
        gap = _separate_pair(pair.rows, pair.a, pose, pair.b, Pose3(point, UPRIGHT))
    except UNREADY:
        return closest_point(*prepare_one(shape, pose), check.point(point, "point"))
    if gap[0] != gap[0]:
        return closest_point(*prepare_one(shape, pose), check.point(point, "point"))
    return new_tuple(PointHit, (gap[0], gap[1], gap[3]))
