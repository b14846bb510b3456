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
    for an AABB. `penetration` >= 0. `feature` stays the same while the same features touch. `point_a` and
    `point_b` lie on the surfaces of A and B, half a penetration to either side of `point`.
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
    """

    count: Ints  # type: ignore[assignment]  # hides tuple.count
    normal: Reals2
    points: Reals3
    penetration: Reals2
    feature: Ints2


class Separation(NamedTuple):
    """The gap between two surfaces, negative if they overlap, and its end points `point_a` and `point_b`.

    `normal` is a unit vector from A to B; moving B by `-distance * normal` brings them into touch.
    """

    distance: float
    point_a: Vec3
    point_b: Vec3
    normal: Vec3


class PointHit(NamedTuple):
    """The nearest point of a surface; `distance` is negative inside, `normal` points outward."""

    distance: float
    point: Vec3
    normal: Vec3


class RayHit(NamedTuple):
    """The first hit of a ray: fraction of the way, point, and the surface's normal."""

    fraction: float
    point: Vec3
    normal: Vec3


class CastHit(NamedTuple):
    """The first touch of a moving shape A with B: fraction of the way, point, normal from A to B."""

    fraction: float
    point: Vec3
    normal: Vec3


class TimeOfImpact(NamedTuple):
    """When two moving shapes touch, and at which point.

    `status` is `"hit"`, `"separated"` (fraction 1), `"overlapping"` (at the start, fraction 0) or
    `"failed"` (out of iterations; nothing touches up to `fraction`). `normal` is from A to B.
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
    """

    direction: Vec3
    a: Interval
    b: Interval
    overlap: float
    owner: Owner
