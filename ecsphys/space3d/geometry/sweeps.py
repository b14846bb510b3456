"""Rays, shape casts, times of impact, and the volumes that shapes sweep."""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ...arrays import Reals, Reals2
from ...geometry.results import ImpactStatus
from ...geometry.traces import check_trace
from ...math2d.check import count, positive, table
from ...math2d.elementary import atan2
from ..math3d import check
from ..math3d.pose import Pose3, PoseLike3, as_pose
from ..math3d.quaternion import Quaternion, multiply
from ..math3d.vec3 import Triple, Vec3
from ..shapes import Capsule, Hull, Shape3, Sphere
from . import sweep_kernels
from .queries import UNREADY, in_python
from .results import CastHit, RayHit, TimeOfImpact, TraceStep
from .solids import POINT_KEY, pair_of, prepare, prepare_one, with_point
from .sweep_kernels import Motion
from .traces import check_convex, trace_cast, trace_impact

_cast_ray = in_python(sweep_kernels.cast_ray)
_cast_pair = in_python(sweep_kernels.cast_pair)
_first_impact = in_python(sweep_kernels.first_impact)

_ZERO = Vec3(0.0, 0.0, 0.0)
_STATUS: tuple[ImpactStatus, ...] = ("hit", "separated", "overlapping", "failed")
# Default tolerance of `time_of_impact`: this part of the larger shape's reach, and at least this part of the
# largest coordinate, as rounding errors are about that large.
_TOLERANCE = 1e-6
_ROUNDING = 1e-14


def raycast(shape: Shape3, pose: PoseLike3, start: Triple, end: Triple) -> RayHit | None:
    """The first point of a shape on the way from `start` to `end`, `None` for a miss.

    A start inside gives fraction 0 and a normal against the ray. A Mesh is hit from its front only.

    >>> from ecsphys.space3d import Sphere, raycast
    >>> raycast(Sphere(1), (0, 0, 0), (-3, 0, 0), (1, 0, 0))
    RayHit(fraction=0.5, point=Vec3(x=-1.0, y=0.0, z=0.0), normal=Vec3(x=-1.0, y=0.0, z=0.0))
    """
    begin, target = check.point(start, "start"), check.point(end, "end")
    try:
        pair = shape.partners[POINT_KEY]
        found, fraction, _, _, _, nx, ny, nz = _cast_ray(pair.rows, pair.a, pose, begin, target)
    except UNREADY:
        return raycast(*prepare_one(shape, pose), begin, target)
    if found < 0:
        return raycast(*prepare_one(shape, pose), begin, target)
    return RayHit(fraction, begin.lerp(target, fraction), Vec3(nx, ny, nz)) if found else None


def raycast_many(
    shape: Shape3, pose: PoseLike3, starts: npt.ArrayLike, ends: npt.ArrayLike
) -> tuple[Reals, Reals2, Reals2]:
    """Cast many rays against one shape: `starts` and `ends` are (n, 3).

    Returns the fractions (n,), NaN where a ray misses, the points (n, 3) and the normals (n, 3).

    >>> from ecsphys.space3d import Sphere, raycast_many
    >>> raycast_many(Sphere(1), (0, 0, 0), [(-3, 0, 0), (-3, 2, 0)], [(1, 0, 0), (1, 2, 0)])[0]
    array([0.5, nan])
    """
    pair = with_point(shape)
    position, orientation = as_pose(pose)
    begins, targets = table(starts, 3, "starts"), table(ends, 3, "ends")
    if begins.shape != targets.shape:
        raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")
    hits = np.empty((len(begins), 4))
    at = np.array([[*position, *orientation]])
    sweep_kernels.cast_rays(pair.rows, pair.a, at, np.hstack([begins, targets]), hits)
    return hits[:, 0], begins + (targets - begins) * hits[:, :1], hits[:, 1:]


def shape_cast(
    a: Shape3,
    pose_a: PoseLike3,
    translation: Triple,
    b: Shape3,
    pose_b: PoseLike3,
    *,
    trace: list[TraceStep] | None = None,
) -> CastHit | None:
    """Where A, moved by `translation` without rotation, first touches B; `None` if it does not.

    An overlap at the start is a hit at fraction 0; what A only touches there is hit if the way leads into it,
    not along or away. A Mesh is hit from its front only. Closed forms of round shapes, Newton's iteration on
    the distance for others: see `ecsphys.space3d.collide.cast`. Each step of the iteration is appended to the
    list `trace`, also where a closed form answers; `TypeError` for a Mesh then.

    >>> from ecsphys.space3d import Box, Sphere, shape_cast
    >>> shape_cast(Sphere(1), (-5, 0, 0), (10, 0, 0), Box(2, 2, 2), (0, 0, 0))
    CastHit(fraction=0.3, point=Vec3(x=-1.0, y=0.0, z=0.0), normal=Vec3(x=1.0, y=0.0, z=0.0))
    """
    way = check.point(translation, "translation")
    if trace is not None:
        check_trace(trace)
        check_convex(a, b)
        trace += trace_cast(pair_of(a, b), _straight(pose_a, "pose_a", way), _straight(pose_b, "pose_b"))
    try:
        pair = a.partners[id(b)]
        found, fraction, x, y, z, nx, ny, nz = _cast_pair(pair.rows, pair.a, pose_a, pair.b, pose_b, way)
    except UNREADY:
        a, pose_a, b, pose_b = prepare(a, pose_a, b, pose_b)
        return shape_cast(a, pose_a, way, b, pose_b)
    if found < 0:
        a, pose_a, b, pose_b = prepare(a, pose_a, b, pose_b)
        return shape_cast(a, pose_a, way, b, pose_b)
    if found == 0:
        return None
    ax, ay, az = pose_a[0]  # type: ignore[index, misc]  # the kernel took it
    return CastHit(fraction, Vec3(ax + x, ay + y, az + z), Vec3(nx, ny, nz))


def time_of_impact(
    a: Shape3,
    start_a: PoseLike3,
    end_a: PoseLike3,
    b: Shape3,
    start_b: PoseLike3,
    end_b: PoseLike3,
    tolerance: float | None = None,
    max_iterations: int = 64,
    *,
    trace: list[TraceStep] | None = None,
) -> TimeOfImpact:
    """When two shapes in uniform motion and rotation from pose to pose come within `tolerance`.

    Each turns the shorter way, about its origin. Conservative advancement (see
    `ecsphys.space3d.collide.advance`): the result is never later than the touch. `tolerance` > 0 is a length,
    by default a millionth of the larger shape's reach. A Plane and a Mesh must not turn (`ValueError`). Each
    step is appended to the list `trace`; `TypeError` for a Mesh then.

    >>> from ecsphys.space3d import Box, Plane, time_of_impact
    >>> ground = Plane((0, 1, 0)), (0, 0, 0), (0, 0, 0)
    >>> hit = time_of_impact(Box(2, 2, 2), (0, 4, 0), (0, 0, 0), *ground)
    >>> hit.status, round(hit.fraction, 5)
    ('hit', 0.75)
    """
    pair = pair_of(a, b)
    motion_a, motion_b = _motion(a, start_a, end_a, "a"), _motion(b, start_b, end_b, "b")
    if tolerance is None:
        size = max(shape.unit_mass.reach for shape in (a, b) if shape.solid)
        offset = Vec3(*motion_b.pose.position) - motion_a.pose.position
        lengths = (*offset, *motion_a.way, *motion_b.way)
        tolerance = max(_TOLERANCE * size, _ROUNDING * max(map(abs, lengths)))
    limits = positive(tolerance, "tolerance"), count(max_iterations, "max_iterations")
    # What does not turn is at rest for the kernel: both are seen from there.
    drift = Vec3(*(motion_b.way if a.solid else motion_a.way))
    motion_a, motion_b = (m._replace(way=Vec3(*m.way) - drift) for m in (motion_a, motion_b))
    if trace is not None:
        check_trace(trace)
        check_convex(a, b)
        trace += trace_impact(pair, motion_a, motion_b, drift, *limits)
    i = _first_impact(pair.rows, pair.a, motion_a, pair.b, motion_b, *limits)
    point = Vec3(*motion_a.pose.position) + (i.x, i.y, i.z) + i.fraction * drift
    return TimeOfImpact(_STATUS[i.status], i.fraction, point, Vec3(i.nx, i.ny, i.nz), i.iterations)


def _motion(shape: Shape3, start: PoseLike3, end: PoseLike3, name: str) -> Motion:
    """Return the motion of a shape from pose to pose."""
    position, orientation = as_pose(start, f"start_{name}")
    target, last = as_pose(end, f"end_{name}")
    turn = _ZERO if shape.upright else _turn_between(orientation, last)
    if turn != _ZERO and not shape.solid:
        raise ValueError(f"end_{name} must not turn a {type(shape).__name__}, got a turn of {turn.length!r}")
    return Motion(Pose3(position, orientation), target - position, turn)


def _straight(pose: PoseLike3, name: str, way: Vec3 = _ZERO) -> Motion:
    """Return a motion without rotation."""
    return Motion(Pose3(*as_pose(pose, name)), way, _ZERO)


def _turn_between(first: Quaternion, last: Quaternion) -> Vec3:
    """Return the rotation vector of the shorter turn between two orientations."""
    if first == last:
        return _ZERO
    w, x, y, z = multiply(last, Quaternion(first.w, -first.x, -first.y, -first.z))
    way = Vec3(x, y, z) if w >= 0.0 else Vec3(-x, -y, -z)
    return way.normalized() * (2.0 * atan2(way.length, abs(w)))


def convex_hull(points: npt.ArrayLike) -> Hull:
    """The convex hull of points, triples or an array (n, 3), as a shape: see `Hull`.

    Raises `ValueError` for points without volume. Barber, Dobkin and Huhdanpaa, *The Quickhull Algorithm for
    Convex Hulls* (1996), with exact predicates.

    >>> from ecsphys.space3d import convex_hull
    >>> hull = convex_hull([(0, 0, 0), (2, 0, 0), (0, 2, 0), (0, 0, 2), (0.5, 0.5, 0.5)])
    >>> len(hull.vertices), hull.faces
    (4, ((0, 1, 3), (0, 2, 1), (0, 3, 2), (1, 2, 3)))
    """
    return Hull(points)


def swept_shape(shape: Shape3, start: PoseLike3, end: PoseLike3) -> Shape3:
    """The volume that a convex shape covers in linear motion between two poses, as a shape at (0, 0, 0).

    A sphere becomes a capsule, a capsule that moves along its axis a longer one; a box or hull becomes the
    hull of both ends. Raises `ValueError` for a turn, unless the shape is a sphere around its origin or an
    AABB, and for other motions of a capsule, which cover no shape of this package.

    >>> from ecsphys.space3d import AABB, swept_shape
    >>> swept_shape(AABB(2, 2, 2), (0, 0, 0), (5, 0, 0)).volume
    28.0
    """
    with_point(shape)
    if not shape.solid:
        raise TypeError(f"shape must be convex and have an end, got {shape!r:.200}")
    turn = _turn_between(as_pose(start, "start")[1], as_pose(end, "end")[1])
    if turn != _ZERO and not (shape.upright or shape.vertices == ((0.0, 0.0, 0.0),)):
        raise ValueError(f"start and end must have the same orientation, got a turn of {turn.length!r}")
    first, last = shape.vertices_at(start), shape.vertices_at(end)
    if shape.radius == 0.0:
        return Hull([*first, *last])
    return _swept_round(shape, first, last)


def _swept_round(shape: Shape3, first: list[Vec3], last: list[Vec3]) -> Shape3:
    """Return what a sphere or a capsule covers between two places of its vertices."""
    ends = [*first, *last]
    way = last[0] - first[0]
    along = (first[-1] - first[0]) if len(first) > 1 else way
    if along.cross(way).length > 1e-12 * along.length * way.length:
        raise ValueError(
            "a Capsule must move along its axis to cover a capsule: "
            "take the hull of points on it, or cast it with shape_cast"
        )
    p1, p2 = min(ends, key=along.dot), max(ends, key=along.dot)
    return Sphere(shape.radius, p1) if p1 == p2 else Capsule.between(p1, p2, shape.radius)
