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
    for an AABB. `penetration` >= 0. `point_a` and `point_b` lie on the surfaces of A and B, half
    a penetration to either side of `point`. `feature` stays the same while the same features touch: an id to
    compare. Which corner, edge or face of a shape a point is on says its `feature_at(pose, point)`.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import collide
    >>> p = collide(Circle(2), (0, 0), Circle(2), (3, 0)).points[0]
    >>> p.penetration, p.point, p.point_a, p.point_b
    (1.0, Vec2(x=1.5, y=0.0), Vec2(x=2.0, y=0.0), Vec2(x=1.0, y=0.0))
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
    """The contact of two shapes: a unit normal from A to B, and one or two points.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import collide
    >>> contact = collide(Box(4, 2), (0, 0), Box(2, 2), (0, 1.75))  # a box rests on a wider one
    >>> contact.normal, [(p.point.x, p.penetration) for p in contact.points]
    (Vec2(x=0.0, y=1.0), [(-1.0, 0.25), (1.0, 0.25)])
    """

    normal: Vec2
    points: tuple[ContactPoint, ...]


class Separation(NamedTuple):
    """The gap between two surfaces, negative if they overlap, and its end points `point_a` and `point_b`.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` brings them into touch.

    >>> from ecsphys import Box, Circle
    >>> from ecsphys.geometry import distance
    >>> gap = distance(Box(2, 2), (0, 0), Circle(1), (5, 0))
    >>> gap.distance, gap.point_a, gap.point_b, gap.normal
    (3.0, Vec2(x=1.0, y=0.0), Vec2(x=4.0, y=0.0), Vec2(x=1.0, y=0.0))
    """

    distance: float
    point_a: Vec2
    point_b: Vec2
    normal: Vec2


class PointHit(NamedTuple):
    """The nearest point of a surface; `distance` is negative inside, `normal` points outward.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import closest_point
    >>> hit = closest_point(Circle(5), (0, 0), (6, 8))
    >>> hit.distance, hit.point, hit.normal
    (5.0, Vec2(x=3.0, y=4.0), Vec2(x=0.6, y=0.8))
    """

    distance: float
    point: Vec2
    normal: Vec2


class RayHit(NamedTuple):
    """The first hit of a ray: fraction of the way, point, and the surface's normal.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import raycast
    >>> hit = raycast(Box(2, 2), (0, 0), start=(-5, 0), end=(3, 0))
    >>> hit.fraction, hit.point, hit.normal
    (0.5, Vec2(x=-1.0, y=0.0), Vec2(x=-1.0, y=0.0))
    """

    fraction: float
    point: Vec2
    normal: Vec2


class CastHit(NamedTuple):
    """The first touch of a moving shape A with B: fraction of the way, point, normal from A to B.

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import shape_cast
    >>> hit = shape_cast(Box(2, 2), (0, 0), (10, 0), Box(2, 2), (7, 0.5))
    >>> hit.fraction, hit.normal
    (0.5, Vec2(x=1.0, y=0.0))
    """

    fraction: float
    point: Vec2
    normal: Vec2


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `point` is where, `normal` from A to B.

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import time_of_impact
    >>> hit = time_of_impact(Circle(1), (0, 0), (10, 0), Circle(1), (6, 0), (6, 0))
    >>> hit.status, round(hit.fraction, 4), hit.normal
    ('hit', 0.4, Vec2(x=1.0, y=0.0))
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

    >>> from ecsphys import Circle
    >>> from ecsphys.geometry import time_of_impact
    >>> steps = []
    >>> hit = time_of_impact(Circle(1), (0, 0), (10, 0), Circle(1), (6, 0), (6, 0), trace=steps)
    >>> [(step.status, round(step.fraction, 4), round(step.distance, 4)) for step in steps]
    [('advancing', 0.0, 4.0), ('hit', 0.4, 0.0)]
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

    >>> from ecsphys import Box
    >>> from ecsphys.geometry import project
    >>> low, high = project(Box(4, 2), (10, 0), axis=(1, 0))
    >>> low, high
    (8.0, 12.0)
    """

    low: float
    high: float


class Axis(NamedTuple):
    """An axis on which two shapes are compared: a unit vector, and what each of them covers of it.

    Moving B by `overlap * direction` just parts them, by the shorter way on this axis; a negative overlap
    is a gap. `owner`: the axis is the normal of a face of "a" or, if A has none parallel to it, of "b", or
    it is the line between the nearest vertices of "both".

    >>> from ecsphys import AABB
    >>> from ecsphys.geometry import separating_axes
    >>> axis = separating_axes(AABB(2, 2), (0, 0), AABB(2, 2), (1.5, 0))[-1]
    >>> axis.direction, axis.a, axis.b, axis.overlap
    (Vec2(x=1.0, y=0.0), Interval(low=-1.0, high=1.0), Interval(low=0.5, high=2.5), 0.5)
    """

    direction: Vec2
    a: Interval
    b: Interval
    overlap: float
    owner: Owner


class Edge(NamedTuple):
    """An edge of a Minkowski difference, from `p1` to `p2`, and its `owner`, the shape whose edge it is.

    >>> from ecsphys import AABB
    >>> from ecsphys.geometry import minkowski_difference
    >>> edges = minkowski_difference(AABB(2, 2), (0, 0), AABB(4, 4), (5, 0), edges=True)
    >>> [edge.p1.distance(edge.p2) for edge in edges], edges[0].owner  # 2 + 4
    ([6.0, 6.0, 6.0, 6.0], 'both')
    """

    p1: Vec2
    p2: Vec2
    owner: Owner
