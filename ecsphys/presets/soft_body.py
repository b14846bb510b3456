"""A soft ball: a rim of discs, and springs from its hub."""

from __future__ import annotations

import math
from dataclasses import dataclass

import esper

from ..ecs.components import Collider, DistanceJoint, WeldJoint
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Circle
from .preset import Preset, body


@dataclass(frozen=True, kw_only=True)
class SoftBody(Preset):
    """A soft ball: its `hub` and the discs of its `rim`, counter-clockwise.

    Of the `joints`, the first half are rods between neighbours on the rim, the other half springs from the
    hub, which turn the discs with it.

    >>> import esper
    >>> from ecsphys import Physics, Transform, presets
    >>> esper.add_processor(Physics())
    >>> ball = presets.soft_body((0, 100), radius=64, points=16)
    >>> len(ball.rim), len(ball.joints)
    (16, 32)
    >>> outline = [esper.component_for_entity(disc, Transform).position for disc in ball.rim]
    >>> outline[0].y
    100.0
    """

    hub: int
    rim: tuple[int, ...]


def soft_body(
    position: Pair,
    *,
    radius: float = 64.0,
    points: int = 16,
    hertz: float = 6.0,
    damping_ratio: float = 0.5,
    density: float = 1.0,
    friction: float = 0.6,
) -> SoftBody:
    """Create a soft ball around `position`, a point of the world.

    Rods keep the length of its rim and springs hold the rim out, so that it keeps its area whatever presses
    on it. The rim turns as a whole: the ball rolls, and stands where it does not.

    - `radius`: of the whole ball. `points`: how many discs its rim has, at least 5.
    - `hertz`, `damping_ratio`: of the springs; fewer hertz are softer.
    - `density`: mass per area of the discs. `friction`: of the rim.

    Raises `ValueError` or `TypeError` that names the argument; nothing is created then.

    >>> import esper
    >>> from ecsphys import Collider, HalfPlane, Physics, Transform, presets
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> floor = esper.create_entity(Transform(), Collider(HalfPlane((0, 1))))
    >>> ball = presets.soft_body((0, 64), radius=64, hertz=6)
    >>> for _ in range(120):
    ...     esper.process(1 / 60)
    ...
    >>> 48 < esper.component_for_entity(ball.hub, Transform).y < 64  # its weight presses it flatter
    True
    """
    center, radius = check.point(position, "position"), check.positive(radius, "radius")
    points = check.count(points, "points")
    if points < 5:
        raise ValueError(f"points must be at least 5, got {points!r}")
    hertz = check.positive(hertz, "hertz")
    damping_ratio = check.not_negative(damping_ratio, "damping_ratio")
    density, friction = check.positive(density, "density"), check.not_negative(friction, "friction")

    slope = math.sin(math.pi / points)
    disc = Circle(radius * slope / (1.0 + slope))  # neighbours touch
    hub = body(*center, 0.0, Collider(Circle(0.25 * radius), density=density, friction=friction))
    rim = []
    for i in range(points):
        place = center + Vec2(radius - disc.radius, 0.0).rotated(math.tau * i / points)
        rim.append(body(*place, 0.0, Collider(disc, density=density, friction=friction)))
    rods = [DistanceJoint(rim[i - 1], rim[i]) for i in range(points)]
    # The springs hold the angles, too: the ball would glide on discs that turn freely, whatever the friction.
    springs = [WeldJoint(hub, one, hertz=hertz, damping_ratio=damping_ratio) for one in rim]
    return SoftBody(hub=hub, rim=tuple(rim), joints=tuple(map(esper.create_entity, [*rods, *springs])))
