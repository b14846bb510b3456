"""Queries of shapes at poses: overlap, contact, distance, rays, casts, time of impact.

A pose is `(x, y, angle)`, a position `(x, y)` (angle 0) or anything with a `.pose`. Lengths are in the unit
of the shapes, angles in radians, fractions in 0 … 1. All raise `TypeError` for a value that is not a shape,
pose or point and for pairs of HalfPlane and Chain, which have no answer, and `ValueError` for NaN and
infinity.
"""

from __future__ import annotations

import numpy as np
import numpy.typing as npt

from ..arrays import Flags, PointRows, Reals, Reals2
from ..math2d import check
from ..math2d.core import POINT
from ..math2d.outline import extent
from ..math2d.pose import PoseLike, as_pose
from ..math2d.vec2 import Pair, Vec2
from ..shapes import HalfPlane, Shape
from . import pair_kernels as kernels
from .pair_kernels import NEAREST, TOUCH, Move, PlacedShape, to_python
from .results import (
    CastHit,
    ContactPoint,
    ImpactStatus,
    Manifold,
    PointHit,
    RayHit,
    Separation,
    TimeOfImpact,
    TraceStep,
    surface_points,
)
from .traces import Motion, check_trace, trace_cast, trace_impact

_STATUS: tuple[ImpactStatus, ...] = ("hit", "separated", "overlapping", "failed")
_ORIGIN = Vec2(0.0, 0.0)
# Default tolerance of `time_of_impact`: this part of the larger shape's extent, and at least this part of the
# largest coordinate, as rounding errors are about that large.
_TOLERANCE = 1e-6
_ROUNDING = 1e-14


class _Scratch:
    """Scratch rows of the kernels, grown here, as kernels never grow arrays."""

    local: PointRows = np.zeros((256, 4))
    pool: PointRows = np.zeros((256, 4))

    @classmethod
    def reserve(cls, rows: int) -> PointRows:
        """Grow both arrays to at least `rows` rows; returns `pool`."""
        if rows > len(cls.pool):
            cls.local, cls.pool = np.zeros((2 * rows, 4)), np.zeros((2 * rows, 4))
        return cls.pool


def place_shape(shape: Shape, pose: PoseLike, name: str = "shape", pose_name: str = "pose") -> PlacedShape:
    """Return a shape at a pose for kernels; errors name the arguments so."""
    if not isinstance(shape, Shape):
        raise TypeError(f"{name} must be a shape, got {shape!r}")
    x, y, angle = as_pose(pose, pose_name)
    return PlacedShape(*shape.packed, x, y, 0.0 if shape.upright else angle)


def _place_pair(
    a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike
) -> tuple[PointRows, PlacedShape, PlacedShape]:
    """Check two shapes and their poses, and reserve scratch rows for both."""
    placed_a, placed_b = place_shape(a, pose_a, "a", "pose_a"), place_shape(b, pose_b, "b", "pose_b")
    if not (a.solid or b.solid):
        raise TypeError(f"a and b must not both be HalfPlane or Chain, got {a!r} and {b!r}")
    return _Scratch.reserve(len(placed_a.rows) + len(placed_b.rows)), placed_a, placed_b


def overlap(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> bool:
    """Whether two shapes overlap or touch; a Chain only from its front.

    Raises `TypeError` for what is no shape or no pose, and for two shapes that are HalfPlane or Chain;
    `ValueError` for NaN and infinity.

    >>> from ecsphys import Box, Circle
    >>> from ecsphys.geometry import overlap
    >>> overlap(Circle(1), (0, 0), Box(2, 2), (1.9, 0)), overlap(Circle(1), (0, 0), Box(2, 2), (2.1, 0))
    (True, False)
    """
    pool, placed_a, placed_b = _place_pair(a, pose_a, b, pose_b)
    return bool(kernels.closest_contact(pool, placed_a, placed_b, TOUCH).count > 0)


def collide(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> Manifold | None:
    """How two shapes touch, `None` if they do not; the normal is a unit vector from A to B.

    Two points where two faces meet, one at a corner or a round side. Of a Chain, the contact of
    the deepest segment. Separating axes and clipping: see `ecsphys.collide.polygon`.

    Raises as `overlap` does.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import collide
    >>> m = collide(Box(2, 2), (0, 0, 0), Box(2, 2), (0.5, 1.75, 0))
    >>> m.normal, [(p.point.x, p.penetration) for p in m.points]
    (Vec2(x=0.0, y=1.0), [(-0.5, 0.25), (1.0, 0.25)])
    """
    pool, placed_a, placed_b = _place_pair(a, pose_a, b, pose_b)
    m = to_python(kernels.closest_contact(pool, placed_a, placed_b, TOUCH))
    if m.count == 0:
        return None
    normal, origin_a = Vec2(m.nx, m.ny), Vec2(placed_a.x, placed_a.y)
    offset = Vec2(placed_b.x, placed_b.y) - origin_a
    points = []
    for x, y, separation, feature in (m[3:7], m[7:])[: m.count]:
        local, penetration = Vec2(x, y), -separation  # relative to A's origin
        local_a, local_b = _ORIGIN if a.upright else local, _ORIGIN if b.upright else local - offset
        surfaces = surface_points(origin_a + local, penetration, normal)
        points.append(ContactPoint(origin_a + local, local_a, local_b, penetration, feature, *surfaces))
    return Manifold(normal, tuple(points))


def distance(a: Shape, pose_a: PoseLike, b: Shape, pose_b: PoseLike) -> Separation:
    """The exact gap between two shapes and its end points; minus the minimum translation if they overlap.

    A Chain counts as a line from both sides. For the method see `ecsphys.collide.polygon`. Raises as
    `overlap` does.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import distance
    >>> distance(Circle(1), (0, 0, 0), Circle(2), (5, 0, 0))[:3]
    (2.0, Vec2(x=1.0, y=0.0), Vec2(x=3.0, y=0.0))
    """
    pool, placed_a, placed_b = _place_pair(a, pose_a, b, pose_b)
    m = to_python(kernels.closest_contact(pool, placed_a, placed_b, NEAREST))
    normal = Vec2(m.nx, m.ny)
    middle = Vec2(placed_a.x + m.x0, placed_a.y + m.y0)
    return Separation(m.separation0, *surface_points(middle, -m.separation0, normal), normal)


_POINT_ROWS = np.zeros((1, 4))
_POINT_PARTS = np.array([[POINT, 0, 1]])


def place_point(p: Vec2) -> PlacedShape:
    """Return a single point as a shape for kernels."""
    return PlacedShape(_POINT_ROWS, _POINT_PARTS, 0.0, p.x, p.y, 0.0)


def closest_point(shape: Shape, pose: PoseLike, point: Pair) -> PointHit:
    """The point of a shape's surface that is nearest to `point`; inside, the distance is negative.

    Raises `TypeError` for what is no shape, pose or point, `ValueError` for NaN and infinity.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import closest_point
    >>> closest_point(Box(2, 2), (0, 0, 0), (0.5, 3))
    PointHit(distance=2.0, point=Vec2(x=0.5, y=1.0), normal=Vec2(x=0.0, y=1.0))
    """
    placed = place_shape(shape, pose)
    p = check.point(point, "point")
    pool = _Scratch.reserve(len(placed.rows) + 1)
    m = to_python(kernels.closest_contact(pool, placed, place_point(p), NEAREST))
    normal = Vec2(m.nx, m.ny)
    return PointHit(m.separation0, p - normal * m.separation0, normal)


def raycast(shape: Shape, pose: PoseLike, start: Pair, end: Pair) -> RayHit | None:
    """The first point of a shape on the way from `start` to `end`, `None` for a miss.

    A start inside gives fraction 0 and a normal against the ray. A Chain is hit from its front only. Raises
    as `closest_point` does.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import raycast
    >>> raycast(Circle(1), (0, 0, 0), (-3, 0), (1, 0))
    RayHit(fraction=0.5, point=Vec2(x=-1.0, y=0.0), normal=Vec2(x=-1.0, y=0.0))
    """
    placed = place_shape(shape, pose)
    begin, target = check.point(start, "start"), check.point(end, "end")
    hit = np.empty((1, 3))
    kernels.cast_rays(_Scratch.reserve(len(placed.rows)), placed, np.array([[*begin, *target]]), hit)
    fraction, nx, ny = hit[0].tolist()
    if fraction > 1.0:
        return None
    return RayHit(fraction, begin.lerp(target, fraction), Vec2(nx, ny))


def raycast_many(
    shape: Shape, pose: PoseLike, starts: npt.ArrayLike, ends: npt.ArrayLike
) -> tuple[Reals, Reals2, Reals2]:
    """Cast many rays against one shape: `starts` and `ends` are (N, 2).

    Returns the fractions (N), NaN where a ray misses, the points (N, 2) and the normals (N, 2). Raises
    `ValueError` for arrays of other shapes or of different lengths, otherwise as `closest_point` does.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import raycast_many
    >>> fraction, point, normal = raycast_many(Circle(1), (0, 0), [(-3, 0), (-3, 2)], [(1, 0), (1, 2)])
    >>> fraction, point[0]
    (array([0.5, nan]), array([-1.,  0.]))
    """
    placed = place_shape(shape, pose)
    begins, targets = check.table(starts, 2, "starts"), check.table(ends, 2, "ends")
    if begins.shape != targets.shape:
        raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")
    hits = np.empty((len(begins), 3))
    kernels.cast_rays(_Scratch.reserve(len(placed.rows)), placed, np.hstack([begins, targets]), hits)
    hits[hits[:, 0] > 1.0] = np.nan
    return hits[:, 0], begins + (targets - begins) * hits[:, :1], hits[:, 1:]


def overlap_many(shape: Shape, poses: npt.ArrayLike, other: Shape, other_pose: PoseLike) -> Flags:
    """Whether `shape`, at each of the `poses` (N, 3) or (N, 2), overlaps `other`: an array (N) of bool.

    Raises `ValueError` for an array of another shape, otherwise as `overlap` does.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import overlap_many
    >>> overlap_many(Circle(1), [(0, 0, 0), (5, 0, 0)], Circle(1), (1, 1, 0))
    array([ True, False])
    """
    pool, a, b = _place_pair(shape, (0.0, 0.0, 0.0), other, other_pose)
    table = _pose_table(poses)
    if shape.upright:
        table[:, 2] = 0.0
    overlapping = np.empty(len(table), np.bool_)
    kernels.overlap_poses(pool, a, table, b, overlapping)
    return overlapping


def _pose_table(poses: npt.ArrayLike) -> Reals2:
    """Return poses (N, 3), also of positions (N, 2), as a fresh array."""
    if np.shape(poses)[1:] != (2,):
        return check.table(poses, 3, "poses")
    positions = check.table(poses, 2, "poses")
    return np.hstack([positions, np.zeros((len(positions), 1))])


def shape_cast(
    a: Shape,
    pose_a: PoseLike,
    translation: Pair,
    b: Shape,
    pose_b: PoseLike,
    *,
    trace: list[TraceStep] | None = None,
) -> CastHit | None:
    """Where A, moved by `translation` without rotation, first touches B; `None` if it does not.

    An overlap at the start is a hit at fraction 0; what A only touches there is hit if the way leads into it,
    not along or away. A Chain is hit from its front only. Newton's iteration on the distance: see
    `ecsphys.collide.cast`. Each step is appended to the list `trace`. Raises as `overlap` does, and
    `TypeError` for a `trace` that is no list.

    >>> from ecsphys import Box, Circle
    >>> from ecsphys.geometry import shape_cast
    >>> shape_cast(Circle(1), (-5, 0, 0), (10, 0), Box(2, 2), (0, 0, 0))
    CastHit(fraction=0.3, point=Vec2(x=-1.0, y=0.0), normal=Vec2(x=1.0, y=0.0))
    >>> steps = []
    >>> hit = shape_cast(Circle(1), (-5, 1, 0), (10, 0), Circle(1), (0, 0, 0), trace=steps)
    >>> [(round(step.fraction, 4), round(step.distance, 4)) for step in steps[:3]]
    [(0.0, 3.099), (0.316, 0.0938), (0.3267, 0.0007)]
    """
    pool, placed_a, placed_b = _place_pair(a, pose_a, b, pose_b)
    way = check.point(translation, "translation")
    check_trace(trace)
    if trace is not None:
        moving, resting = Motion(placed_a, Move(*way, 0.0)), Motion(placed_b, Move(0.0, 0.0, 0.0))
        trace += trace_cast(pool, moving, resting)
    hit = to_python(kernels.cast_shape(pool, placed_a, way.x, way.y, placed_b))
    if hit.fraction > 1.0:
        return None
    return CastHit(hit.fraction, Vec2(placed_a.x + hit.x, placed_a.y + hit.y), Vec2(hit.nx, hit.ny))


def time_of_impact(
    a: Shape,
    start_a: PoseLike,
    end_a: PoseLike,
    b: Shape,
    start_b: PoseLike,
    end_b: PoseLike,
    tolerance: float | None = None,
    max_iterations: int = 64,
    *,
    trace: list[TraceStep] | None = None,
) -> TimeOfImpact:
    """When two shapes in uniform motion and rotation from pose to pose come within `tolerance`.

    Conservative advancement (see `ecsphys.collide.time_of_impact`): the result is never later than the touch.
    `tolerance` > 0 is a length, by default a millionth of the larger shape's extent. A HalfPlane must not
    turn (`ValueError`). Each step is appended to the list `trace`. Otherwise raises as `shape_cast` does.

    >>> from ecsphys import Box, HalfPlane
    >>> from ecsphys.geometry import time_of_impact
    >>> ground = HalfPlane((0, 1)), (0, 0, 0), (0, 0, 0)
    >>> hit = time_of_impact(Box(2, 2), (0, 4, 0), (0, 0, 0), *ground)
    >>> hit.status, round(hit.fraction, 5)
    ('hit', 0.75)
    """
    pool, placed_a, placed_b = _place_pair(a, start_a, b, start_b)
    move_a, move_b = _move(a, placed_a, end_a, "a"), _move(b, placed_b, end_b, "b")
    if tolerance is None:
        size = max(extent(shape.points) + 2.0 * shape.radius for shape in (a, b))
        lengths = (placed_b.x - placed_a.x, placed_b.y - placed_a.y, *move_a[:2], *move_b[:2])
        tolerance = max(_TOLERANCE * size, _ROUNDING * max(map(abs, lengths)))
    tolerance = check.positive(tolerance, "tolerance")
    if not isinstance(max_iterations, int) or isinstance(max_iterations, bool):
        raise TypeError(f"max_iterations must be an int > 0, got {max_iterations!r}")
    if max_iterations < 1:
        raise ValueError(f"max_iterations must be an int > 0, got {max_iterations!r}")
    check_trace(trace)
    if trace is not None:
        motions = Motion(placed_a, move_a), Motion(placed_b, move_b)
        trace += trace_impact(_Scratch.local, pool, *motions, tolerance, max_iterations)
    i = to_python(
        kernels.first_impact(
            _Scratch.local, pool, placed_a, move_a, placed_b, move_b, tolerance, max_iterations
        )
    )
    point = Vec2(placed_a.x + i.x, placed_a.y + i.y)
    return TimeOfImpact(_STATUS[i.status], i.fraction, point, Vec2(i.nx, i.ny), i.iterations)


def _move(shape: Shape, start: PlacedShape, end: PoseLike, name: str) -> Move:
    """Return the motion from a placed shape to its end pose."""
    x, y, angle = as_pose(end, f"end_{name}")
    turn = 0.0 if shape.upright else angle - start.angle
    if turn != 0.0 and isinstance(shape, HalfPlane):
        raise ValueError(f"end_{name} must not turn a HalfPlane, got a turn of {turn!r}")
    return Move(x - start.x, y - start.y, turn)
