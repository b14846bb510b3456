"""The results of the queries of this package."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple, TypeAlias

from ...arrays import Ints, Ints2, Reals2, Reals3
from ...geometry.results import ImpactStatus, Interval, Owner, StepStatus
from ..collide.manifold import Manifold as Contact
from ..math3d.pose import Pose3
from ..math3d.vec3 import Vec3
from ..shapes import Shape3


class ContactPoint(NamedTuple):
    """A point midway between two touching surfaces.

    `local_a` and `local_b` are the same point relative to each shape's origin, in world axes; (0, 0, 0)
    for an AABB. `penetration` >= 0. `point_a` and `point_b` lie on the surfaces of A and B, half
    a penetration to either side of `point`. `feature` stays the same while the same features touch: an id to
    compare. Which corner, edge or face of a shape a point is on says its `feature_at(pose, point)`.

    >>> from ecsphys.space3d import Sphere, collide
    >>> (point,) = collide(Sphere(1), (0, 0, 0), Sphere(1), (1.5, 0, 0)).points
    >>> point.point, point.penetration
    (Vec3(x=0.75, y=0.0, z=0.0), 0.5)
    >>> point.point_a, point.point_b
    (Vec3(x=1.0, y=0.0, z=0.0), Vec3(x=0.5, y=0.0, z=0.0))
    """

    point: Vec3
    local_a: Vec3
    local_b: Vec3
    penetration: float
    feature: int
    point_a: Vec3
    point_b: Vec3


# What a manifold is made of when it is first looked at: two shapes with their poses, and the kernel's answer.
Answer: TypeAlias = "tuple[Shape3, Any, Shape3, Any, Contact]"


class Manifold:
    """The contact of two shapes: a unit normal from A to B, and one to four points, the deepest first.

    It unpacks into these two. They are made when they are first asked for.

    >>> from ecsphys.space3d import Box, collide
    >>> normal, points = collide(Box(2, 2, 2), (0, 0, 0), Box(2, 2, 2), (1.75, 0, 0))
    >>> normal, len(points), points[0].penetration
    (Vec3(x=1.0, y=0.0, z=0.0), 4, 0.25)
    """

    __slots__ = ("_answer", "_normal", "_points")

    _answer: Answer
    _normal: Vec3
    _points: tuple[ContactPoint, ...]

    def __init__(self, answer: Answer):
        self._answer = answer

    @property
    def normal(self) -> Vec3:
        """Unit vector from A to B."""
        try:
            return self._normal
        except AttributeError:
            m = self._answer[-1]
            self._normal = Vec3(m.nx, m.ny, m.nz)
            return self._normal

    @property
    def points(self) -> tuple[ContactPoint, ...]:
        """One to four contact points, the deepest first."""
        try:
            return self._points
        except AttributeError:
            self._points = tuple(_contact_points(self.normal, *self._answer))
            return self._points

    def __iter__(self) -> Iterator[Vec3 | tuple[ContactPoint, ...]]:
        return iter((self.normal, self.points))

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Manifold):
            return NotImplemented
        return self.normal == other.normal and self.points == other.points

    def __hash__(self) -> int:
        return hash((self.normal, self.points))

    def __repr__(self) -> str:
        return f"Manifold(normal={self.normal!r}, points={self.points!r})"


_ZERO = Vec3(0.0, 0.0, 0.0)


def _contact_points(
    normal: Vec3, a: Shape3, pose_a: Pose3, b: Shape3, pose_b: Pose3, m: Contact
) -> Iterator[ContactPoint]:
    """Yield the points of a kernel's answer, which are relative to A's origin."""
    origin = Vec3(*pose_a[0])
    offset = Vec3(*pose_b[0]) - origin
    for k in range(m.count):
        x, y, z, separation = m[4 + 5 * k : 8 + 5 * k]
        local, half = Vec3(x, y, z), 0.5 * separation * normal
        point = origin + local
        yield ContactPoint(
            point,
            _ZERO if a.upright else local,
            _ZERO if b.upright else local - offset,
            0.0 - separation,
            int(m[8 + 5 * k]),
            point - half,
            point + half,
        )


class Manifolds(NamedTuple):
    """The contacts of n pairs of shapes.

    count: (n,) int64, 0 where a pair does not touch, else 1 to 4. normal: (n, 3), from A to B. points:
    (n, 4, 3), penetration: (n, 4), the deepest point of a pair first; NaN where there is none. feature:
    (n, 4) int64, stays the same while the same features touch; -1 where there is no point.

    >>> from ecsphys.space3d import Sphere, collide_many
    >>> found = collide_many(Sphere(1), [(0, 0, 0), (9, 0, 0)], Sphere(1), (0, 1.5, 0))
    >>> found.count.tolist(), found.points.shape
    ([1, 0], (2, 4, 3))
    >>> found.penetration[found.count > 0, 0].tolist(), found.normal[0].tolist()
    ([0.5], [0.0, 1.0, 0.0])
    """

    count: Ints  # type: ignore[assignment]  # hides tuple.count
    normal: Reals2
    points: Reals3
    penetration: Reals2
    feature: Ints2


class Separation(NamedTuple):
    """The gap between two surfaces, negative if they overlap, and its end points `point_a` and `point_b`.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` brings them into touch.

    >>> from ecsphys.space3d import Sphere, distance
    >>> gap = distance(Sphere(1), (0, 0, 0), Sphere(2), (5, 0, 0))
    >>> gap.distance, gap.point_a, gap.normal
    (2.0, Vec3(x=1.0, y=0.0, z=0.0), Vec3(x=1.0, y=0.0, z=0.0))
    >>> distance(Sphere(1), (0, 0, 0), Sphere(2), (2.5, 0, 0)).distance  # they overlap
    -0.5
    """

    distance: float
    point_a: Vec3
    point_b: Vec3
    normal: Vec3


class PointHit(NamedTuple):
    """The nearest point of a surface; `distance` is negative inside, the unit `normal` points outward.

    >>> from ecsphys.space3d import Sphere, closest_point
    >>> closest_point(Sphere(2), (0, 0, 0), (0, 0.5, 0))  # of a point inside
    PointHit(distance=-1.5, point=Vec3(x=0.0, y=2.0, z=0.0), normal=Vec3(x=0.0, y=1.0, z=0.0))
    """

    distance: float
    point: Vec3
    normal: Vec3


class RayHit(NamedTuple):
    """The first hit of a ray: fraction 0 … 1 of the way, point, and the surface's unit normal, outward.

    >>> from ecsphys.space3d import Sphere, raycast
    >>> hit = raycast(Sphere(1), (5, 0, 0), (0, 0, 0), (8, 0, 0))
    >>> hit.fraction, hit.point, hit.normal
    (0.5, Vec3(x=4.0, y=0.0, z=0.0), Vec3(x=-1.0, y=0.0, z=0.0))
    """

    fraction: float
    point: Vec3
    normal: Vec3


class CastHit(NamedTuple):
    """The first touch of a moving shape A with B: fraction 0 … 1 of the way, point, unit normal from A to B.

    >>> from ecsphys.space3d import Sphere, shape_cast
    >>> hit = shape_cast(Sphere(1), (0, 0, 0), (10, 0, 0), Sphere(1), (7, 0, 0))
    >>> hit.fraction, hit.point, hit.normal.x
    (0.5, Vec3(x=6.0, y=0.0, z=0.0), 1.0)
    """

    fraction: float
    point: Vec3
    normal: Vec3


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch, and at which point.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `normal` is from A to B.

    >>> from ecsphys.space3d import Sphere, time_of_impact
    >>> hit = time_of_impact(Sphere(1), (0, 0, 0), (6, 0, 0), Sphere(1), (8, 0, 0), (6, 0, 0))
    >>> hit.status, round(hit.fraction, 3), round(hit.point.x, 3)  # both move; they meet at 4.5 + 1
    ('hit', 0.75, 5.5)
    """

    status: ImpactStatus
    fraction: float
    point: Vec3
    normal: Vec3
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
      bound the gap outlasts the motion), `"overlapping"` or `"failed"` (out of iterations).

    >>> from ecsphys.space3d import Sphere, geometry
    >>> steps = []
    >>> hit = geometry.shape_cast(Sphere(1), (-5, 0, 0), (10, 0, 0), Sphere(1), (0, 0, 0), trace=steps)
    >>> steps[0].distance, steps[0].bound, steps[0].advance
    (3.0, 10.0, 0.3)
    >>> steps[-1].status, steps[-1].pose_a.position
    ('hit', Vec3(x=-2.0, y=0.0, z=0.0))
    """

    fraction: float
    pose_a: Pose3
    pose_b: Pose3
    distance: float
    point_a: Vec3
    point_b: Vec3
    normal: Vec3
    bound: float
    advance: float
    plain_bound: float
    status: StepStatus


class Axis(NamedTuple):
    """An axis on which two shapes are compared: a unit vector, and what each of them covers of it.

    Moving B by `overlap * direction` just parts them, by the shorter way on this axis; a negative overlap
    is a gap. `owner`: the axis is the normal of a face of "a" or, if A has none parallel to it, of "b"; it is
    at right angles to an edge of each, or the line between the nearest points of round shapes: "both".

    >>> from ecsphys.space3d import Box, separating_axes
    >>> *others, last = separating_axes(Box(2, 2, 2), (0, 0, 0), Box(2, 2, 2), (0, 2.5, 0))
    >>> last.direction, last.a, last.b
    (Vec3(x=0.0, y=1.0, z=0.0), Interval(low=-1.0, high=1.0), Interval(low=1.5, high=3.5))
    >>> last.overlap, last.owner, len(others)  # this axis separates them: no other one is tried
    (-0.5, 'a', 1)
    """

    direction: Vec3
    a: Interval
    b: Interval
    overlap: float
    owner: Owner


class Face(NamedTuple):
    """A face of a Minkowski difference: its corners, counter-clockwise from outside, and its outward normal.

    `owner`: the shape whose face it is, "both" where an edge of each spans it or two faces are parallel.

    >>> from ecsphys.space3d import Box, minkowski_difference
    >>> faces = minkowski_difference(Box(2, 2, 2), (0, 0, 0), Box(4, 4, 4), (9, 0, 0), faces=True)
    >>> len(faces), faces[0].owner, faces[0].normal, faces[0].corners[0]
    (6, 'both', Vec3(x=-1.0, y=0.0, z=0.0), Vec3(x=6.0, y=-3.0, z=-3.0))
    """

    corners: tuple[Vec3, ...]
    normal: Vec3
    owner: Owner
