"""A soft ball: a rim of discs, and springs from its hub."""

from __future__ import annotations

import math
from dataclasses import dataclass

import esper

from ..ecs.components import Collider, DistanceJoint
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Circle
from .preset import Preset, body


@dataclass(frozen=True, kw_only=True)
class SoftBody(Preset):
    """A soft ball: its `hub` and the discs of its `rim`, counter-clockwise.

    Of the `joints`, the first half are rods between neighbours on the rim, the other half springs.
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
    on it.

    - `radius`: of the whole ball. `points`: how many discs its rim has, at least 5.
    - `hertz`, `damping_ratio`: of the springs; fewer hertz are softer.
    - `density`: mass per area of the discs. `friction`: of the rim.
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
    springs = [DistanceJoint(hub, one, hertz=hertz, damping_ratio=damping_ratio) for one in rim]
    return SoftBody(hub=hub, rim=tuple(rim), joints=tuple(map(esper.create_entity, [*rods, *springs])))
