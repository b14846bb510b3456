"""The results of the queries of this package."""

from __future__ import annotations

from typing import Literal, NamedTuple, TypeAlias

from ..math2d.pose import Pose
from ..math2d.vec2 import Vec2

ImpactStatus: TypeAlias = Literal["hit", "separated", "overlapping", "failed"]
StepStatus: TypeAlias = Literal["advancing", "hit", "separated", "overlapping", "failed", "behind"]
Owner: TypeAlias = Literal["a", "b", "both"]


class ContactPoint(NamedTuple):
    """A point midway between two touching surfaces.

    `local_a` and `local_b` are the same point relative to each shape's origin, in world axes; (0, 0)
    for an AABB. `penetration` >= 0. `feature` stays the same while the same features touch. `point_a` and
    `point_b` lie on the surfaces of A and B, half a penetration to either side of `point`.
    """

    point: Vec2
    local_a: Vec2
    local_b: Vec2
    penetration: float
    feature: int
    point_a: Vec2
    point_b: Vec2


def surface_points(middle: Vec2, penetration: float, normal: Vec2) -> tuple[Vec2, Vec2]:
    """The points on the surfaces of A and B whose middle is a contact point."""
    half = 0.5 * penetration * normal
    return middle + half, middle - half


class Manifold(NamedTuple):
    """The contact of two shapes: a unit normal from A to B, and one or two points."""

    normal: Vec2
    points: tuple[ContactPoint, ...]


class Separation(NamedTuple):
    """The gap between two surfaces, negative if they overlap, and its end points `point_a` and `point_b`.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` brings them into touch.
    """

    distance: float
    point_a: Vec2
    point_b: Vec2
    normal: Vec2


class PointHit(NamedTuple):
    """The nearest point of a surface; `distance` is negative inside, `normal` points outward."""

    distance: float
    point: Vec2
    normal: Vec2


class RayHit(NamedTuple):
    """The first hit of a ray: fraction of the way, point, and the surface's normal."""

    fraction: float
    point: Vec2
    normal: Vec2


class CastHit(NamedTuple):
    """The first touch of a moving shape A with B: fraction of the way, point, normal from A to B."""

    fraction: float
    point: Vec2
    normal: Vec2


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `point` is where, `normal` from A to B.
    """

    status: ImpactStatus
    fraction: float
    point: Vec2
    normal: Vec2
    iterations: int


class TraceStep(NamedTuple):
    """One step of a cast or of a search for an impact: both shapes after a fraction of the motion.

    `pose_a`, `pose_b`: where they are then. `distance`, `point_a`, `point_b`, `normal`: their gap.

    - `bound`: the most, in units of length, by which the gap closes in a whole motion at the rate of now.
    - `advance`: the distance divided by the bound, or what is left of the motion; the next fraction is that
      much larger. A search for an impact leaves half of its tolerance, and takes the rest of the distance.
    - `plain_bound`: the bound of Mirtich and Coumans, the speed along the normal, and for each shape its
      spin times its largest radius. Without rotation both bounds are that speed.
    - `status`: `"advancing"`, or in the last step why it is the last: `"hit"`, `"separated"` (a cast: at this
      bound the gap outlasts the motion), `"overlapping"`, `"failed"` (out of iterations), `"behind"` (from
      its back a segment of a Chain is no obstacle).
    - `part`: the number of the segment of a Chain, each of which has its own steps; else 0.
    """

    fraction: float
    pose_a: Pose
    pose_b: Pose
    distance: float
    point_a: Vec2
    point_b: Vec2
    normal: Vec2
    bound: float
    advance: float
    plain_bound: float
    status: StepStatus
    part: int


class Interval(NamedTuple):
    """What a shape covers of an axis, from `low` to `high`, in units of length from (0, 0).

    Infinite for a half-plane.
    """

    low: float
    high: float


class Axis(NamedTuple):
    """An axis on which two shapes are compared: a unit vector, and what each of them covers of it.

    Moving B by `overlap * direction` just parts them, by the shorter way on this axis; a negative overlap
    is a gap. `owner`: the axis is the normal of a face of "a" or, if A has none parallel to it, of "b", or
    it is the line between the nearest vertices of "both".
    """

    direction: Vec2
    a: Interval
    b: Interval
    overlap: float
    owner: Owner


class Edge(NamedTuple):
    """An edge of a Minkowski difference, from `p1` to `p2`, and its `owner`, the shape whose edge it is."""

    p1: Vec2
    p2: Vec2
    owner: Owner
