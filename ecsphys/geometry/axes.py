"""Projections of shapes on axes, and the axes that may separate two of them, in plain Python to look at.

Kernels do the same on one side of each face at a time: see `ecsphys.collide.polygon`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from ..math2d import check
from ..math2d.core import AXIS_TOLERANCE, without_parallels
from ..math2d.pose import Pose, PoseLike
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Chain, HalfPlane, Shape
from .queries import place_shape
from .results import Axis, Interval, Owner

_ZERO = Vec2(0.0, 0.0)
_UP = Vec2(0.0, 1.0)  # the normal of concentric circles, as in `ecsphys.collide.circle`


def project(shape: Shape, pose: PoseLike, axis: Pair) -> Interval:
    """The interval that a shape covers on an axis through (0, 0), its rounding included.

    `axis` is of any length but zero; lengths are measured along its unit vector. A HalfPlane is
    infinite on one side of an axis parallel to its normal, on both of any other; a Chain is a line.

    Raises `TypeError` for what is no shape, pose or vector, `ValueError` for NaN, infinity and the zero
    vector.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import project
    >>> project(Box(2, 2, radius=0.5), (4, 0, 0), (10, 0))
    Interval(low=2.5, high=5.5)
    """
    return _interval(shape, _placed(shape, pose, "shape", "pose"), check.unit(axis, "axis"))


def _placed(shape: Shape, pose: PoseLike, name: str, pose_name: str) -> Pose:
    """Check a shape and its pose; the angle is 0 for a shape that does not turn."""
    placed = place_shape(shape, pose, name, pose_name)
    return Pose(placed.x, placed.y, placed.angle)


def _interval(shape: Shape, pose: Pose, direction: Vec2) -> Interval:
    """Project a shape on a unit vector."""
    heights = [direction.dot(p) for p in shape.points_at(pose)]
    low, high = min(heights) - shape.radius, max(heights) + shape.radius
    if not isinstance(shape, HalfPlane):
        return Interval(low, high)
    normal = shape.normal.rotated(pose.angle)
    parallel = abs(normal.cross(direction)) <= AXIS_TOLERANCE
    ahead = normal.dot(direction) > 0.0
    return Interval(low if parallel and not ahead else -math.inf, high if parallel and ahead else math.inf)


def separating_axes(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> list[Axis]:
    """The axes on which two shapes may be apart, in the order in which they are tried.

    Normals of A's faces come first, then those of B's, parallel ones once; last, for round sides and for
    segments on one line, the line between the nearest vertices (two circles: their centres). A half-plane's
    normal is the only one. The list ends with the first axis that separates. Without such an axis the shapes
    overlap or touch, and the least overlap is the penetration: minus the `distance`. `TypeError` for a Chain,
    whose segments can be asked one by one. Gottschalk, Lin and Manocha, *OBBTree* (1996).

    >>> from ecsphys import AABB, Circle
    >>> from ecsphys.geometry import separating_axes
    >>> [round(axis.overlap, 3) for axis in separating_axes(AABB(2, 2), (0, 0), Circle(1), (1.5, 1.5))]
    [0.5, 0.5, 0.293]
    >>> [(axis.direction, axis.overlap) for axis in separating_axes(AABB(2, 2), (0, 0), Circle(1), (3, 4))]
    [(Vec2(x=0.0, y=1.0), -2.0)]
    """
    placed_a, placed_b = _placed(a, pose_a, "a", "pose_a"), _placed(b, pose_b, "b", "pose_b")
    _check_kinds(a, b)
    tried: list[Axis] = []
    for direction, owner in _candidates(a, placed_a, b, placed_b):
        on_a, on_b = _interval(a, placed_a, direction), _interval(b, placed_b, direction)
        tried.append(_toward_b(direction, on_a, on_b, owner))
        if tried[-1].overlap < 0.0:
            break
    return tried


def _check_kinds(a: Shape, b: Shape) -> None:
    for shape, name in ((a, "a"), (b, "b")):
        if isinstance(shape, Chain):
            raise TypeError(
                f"{name} must be convex, got {shape!r}; try the segments of a Chain one by one: "
                "Segment(p1, p2) for p1, p2 in chain.edges"
            )
    if isinstance(a, HalfPlane) and isinstance(b, HalfPlane):
        raise TypeError(f"a and b must not both be HalfPlane, got {a!r} and {b!r}")


def _toward_b(direction: Vec2, a: Interval, b: Interval, owner: Owner) -> Axis:
    """An axis, turned so that B leaves A the shorter way along it; the given direction if both are equal."""
    if b.high - a.low >= a.high - b.low:
        return Axis(direction, a, b, a.high - b.low, owner)
    a, b = (Interval(0.0 - of.high, 0.0 - of.low) for of in (a, b))
    return Axis(_ZERO - direction, a, b, a.high - b.low, owner)


def _candidates(a: Shape, pose_a: Pose, b: Shape, pose_b: Pose) -> Iterator[tuple[Vec2, Owner]]:
    """Unit vectors, outward from A or inward to B, none parallel to another."""
    of_a = [] if isinstance(b, HalfPlane) else [n.rotated(pose_a.angle) for n in a.axes]
    of_b = [] if isinstance(a, HalfPlane) else [_ZERO - n.rotated(pose_b.angle) for n in b.axes]
    faces = without_parallels([*of_a, *of_b])
    yield from ((direction, "a" if direction in of_a else "b") for direction in faces)
    if HalfPlane in (type(a), type(b)) or (a.radius + b.radius == 0.0 and len(faces) > 1):
        return
    ways = (q - p for p, q in product(a.points_at(pose_a), b.points_at(pose_b)))
    way = min(ways, key=lambda way: way.length)
    if way == _ZERO and not faces:
        way = _UP
    if way != _ZERO and len(without_parallels([*faces, way.normalized()])) > len(faces):
        yield way.normalized(), "both"
