"""Projections of shapes on axes, and the axes that may separate two of them, in plain Python to look at.

Kernels find the same axes among those of few faces and edges: see `ecsphys.space3d.collide.axes`.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from itertools import product

from ...geometry.results import Interval, Owner
from ..math3d import check
from ..math3d.pose import Pose3, PoseLike3
from ..math3d.quaternion import rotate, rotation_of
from ..math3d.vec3 import Triple, Vec3
from ..shapes import Mesh, Plane, Shape3
from ..shapes.base import PARALLEL, without_parallels
from .queries import distance
from .results import Axis
from .solids import prepare, prepare_one


def project(shape: Shape3, pose: PoseLike3, axis: Triple) -> Interval:
    """The interval that a shape covers on an axis through (0, 0, 0), its rounding included.

    `axis` is of any length but zero; lengths are measured along its unit vector. A Plane is infinite on one
    side of an axis parallel to its normal, on both of any other.

    >>> from ecsphys.space3d import Sphere, project
    >>> project(Sphere(1.5), (4, 0, 0), (10, 0, 0))
    Interval(low=2.5, high=5.5)
    """
    return _interval(*prepare_one(shape, pose), check.direction(axis, "axis"))


def _interval(shape: Shape3, pose: Pose3, direction: Vec3) -> Interval:
    """Project a shape on a unit vector."""
    heights = [direction.dot(p) for p in shape.vertices_at(pose)]
    low, high = min(heights) - shape.radius, max(heights) + shape.radius
    if not isinstance(shape, Plane):
        return Interval(low, high)
    normal = _turned([shape.normal], shape, pose)[0]
    parallel = normal.cross(direction).length <= PARALLEL
    ahead = normal.dot(direction) > 0.0
    return Interval(low if parallel and not ahead else -math.inf, high if parallel and ahead else math.inf)


def _turned(directions: list[Vec3], shape: Shape3, pose: Pose3) -> list[Vec3]:
    """Return directions of a shape's frame in the frame of its pose."""
    if shape.upright:
        return directions
    rotation = rotation_of(*pose.orientation)
    return [rotate(rotation, direction) for direction in directions]


def separating_axes(a: Shape3, pose_a: PoseLike3, b: Shape3, pose_b: PoseLike3) -> list[Axis]:
    """The axes on which two shapes may be apart, in the order in which they are tried.

    Normals of A's faces come first, then those of B's, then the vectors at right angles to an edge of each:
    15 axes for two boxes; parallel ones once. Last, for round shapes, the line between the nearest points. A
    plane's normal is the only one. The list ends with the first axis that separates. Without such an axis the
    shapes overlap or touch, and the least overlap is the penetration: minus the `distance`. `TypeError` for a
    Mesh. Gottschalk, Lin and Manocha, *OBBTree* (1996).

    >>> from ecsphys.space3d import AABB, Sphere, separating_axes
    >>> axes = separating_axes(AABB(2, 2, 2), (0, 0, 0), Sphere(1), (1.5, 1.5, 0))
    >>> [round(axis.overlap, 3) for axis in axes]
    [0.5, 0.5, 2.0, 0.293]
    >>> axes = separating_axes(AABB(2, 2, 2), (0, 0, 0), Sphere(1), (0, 3, 4))
    >>> [(axis.direction, axis.overlap) for axis in axes]
    [(Vec3(x=1.0, y=0.0, z=0.0), 2.0), (Vec3(x=0.0, y=1.0, z=0.0), -1.0)]
    """
    a, placed_a, b, placed_b = prepare(a, pose_a, b, pose_b)
    for shape, name in ((a, "a"), (b, "b")):
        if isinstance(shape, Mesh):
            raise TypeError(f"{name} must be convex, got a Mesh; try the Hull of its vertices")
    tried: list[Axis] = []
    for direction, owner in _candidates(a, placed_a, b, placed_b):
        on_a, on_b = _interval(a, placed_a, direction), _interval(b, placed_b, direction)
        tried.append(_toward_b(direction, on_a, on_b, owner))
        if tried[-1].overlap < 0.0:
            break
    return tried


def _toward_b(direction: Vec3, a: Interval, b: Interval, owner: Owner) -> Axis:
    """An axis, turned so that B leaves A the shorter way along it; the given direction if both are equal."""
    if b.high - a.low >= a.high - b.low:
        return Axis(direction, a, b, a.high - b.low, owner)
    a, b = (Interval(0.0 - of.high, 0.0 - of.low) for of in (a, b))
    return Axis(Vec3(0.0, 0.0, 0.0) - direction, a, b, a.high - b.low, owner)


def _candidates(a: Shape3, pose_a: Pose3, b: Shape3, pose_b: Pose3) -> Iterator[tuple[Vec3, Owner]]:
    """Unit vectors, none parallel to another."""
    of_a = [] if isinstance(b, Plane) else _turned(list(a.axes), a, pose_a)
    of_b = [] if isinstance(a, Plane) else _turned(list(b.axes), b, pose_b)
    of_b = list(without_parallels([*of_a, *of_b]))[len(of_a) :]
    yield from ((direction, "a") for direction in of_a)
    yield from ((direction, "b") for direction in of_b)
    if isinstance(a, Plane) or isinstance(b, Plane):
        return
    faces = [*of_a, *of_b]
    crossed = [u.cross(v) for u, v in product(_edge_ways(a, pose_a), _edge_ways(b, pose_b))]
    others = [way.normalized() for way in crossed if way.length > PARALLEL]
    if a.radius + b.radius > 0.0:
        others.append(distance(a, pose_a, b, pose_b).normal)
    yield from ((direction, "both") for direction in without_parallels([*faces, *others])[len(faces) :])


def _edge_ways(shape: Shape3, pose: Pose3) -> list[Vec3]:
    """The unit vectors along a shape's edges at a pose, parallel ones once."""
    ways = without_parallels((end - start).normalized() for start, end in shape.edges)
    return _turned(list(ways), shape, pose)
