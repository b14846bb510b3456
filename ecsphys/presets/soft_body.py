"""A soft ball: a rim of discs, and springs from its hub."""

from __future__ import annotations

import math
from dataclasses import dataclass

import esper

from ..ecs.components import Collider, DistanceJoint, RevoluteJoint, RigidBody, Transform
from ..math2d import check
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Circle
from .preset import Preset, body


@dataclass(frozen=True, kw_only=True)
class SoftBody(Preset):
    """A soft ball: its `hub` and the discs of its `rim`, counter-clockwise.

    Of the `joints`, the first half are pins between neighbours on the rim, the other half springs to the hub.

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

    Pins keep the length of its rim and springs hold the rim out, so that it keeps its area whatever presses
    on it. The rim turns as a whole: on a slope the ball rolls, on a level floor it stands.

    - `radius`: of the whole ball. `points`: how many discs its rim has, at least 5.
    - `hertz`, `damping_ratio`: of the springs, and of the rim where it is bent; fewer hertz are softer.
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

    _, slope = cos_sin(math.pi / points)
    disc = Circle(radius * slope / (1.0 + slope))  # neighbours touch
    # Springs pull at its centre: without damping nothing would ever stop its turning.
    inner = Collider(Circle(0.25 * radius), density=density, friction=friction)
    hub = esper.create_entity(Transform(*center), RigidBody(angular_damping=math.tau * hertz), inner)
    spoke = Vec2(radius - disc.radius, 0.0)
    places = [center + spoke.rotated(math.tau * i / points) for i in range(points)]
    rim = [body(*place, 0.0, Collider(disc, density=density, friction=friction)) for place in places]
    # Pins where neighbours touch make the discs links of a skin. If rods joined their centres they would turn
    # freely, like wheels: the ball would glide on them, whatever the friction.
    pins = [
        RevoluteJoint(
            rim[i - 1],
            rim[i],
            anchor=places[i - 1].lerp(places[i], 0.5),
            hertz=hertz,
            damping_ratio=damping_ratio,
        )
        for i in range(points)
    ]
    springs = [DistanceJoint(hub, one, hertz=hertz, damping_ratio=damping_ratio) for one in rim]
    return SoftBody(hub=hub, rim=tuple(rim), joints=tuple(map(esper.create_entity, [*pins, *springs])))
