"""Casts of a core with a skin: linear motion until a convex solid is as near as the skin.

The distance of two convex solids, one of which moves along a line, is a convex function of the motion. So
Newton's iteration on `distance - skin` never passes the touch. Only motion into a surface is a hit: motion
away from or along a touching surface is not, nor is one that enters the skin by no more than GRAZE.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import kernel
from ..collide.core import Core, SolidRows
from ..collide.dispatch import closest_cores
from ..collide.manifold import NO_VECTOR, Separation
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, negate

MAX_STEPS = 32
TOLERANCE = 1e-6  # as a fraction of the skin: of the distance at a touch
GRAZE = 0.01  # as a fraction of the skin: a motion that comes no nearer than this passes
PARALLEL = 1e-6  # sine of the angle to a surface below which a motion counts as parallel


class SkinCast(NamedTuple):
    """The first moment at which a moving core is as near as its skin; fraction 2 if there is none.

    The normal points towards the moving core; the point, on the other's surface, is relative to its origin
    at the touch.
    """

    fraction: float
    normal: Vec3
    point: Vec3


MISSED = SkinCast(2.0, NO_VECTOR, NO_VECTOR)


@kernel
def moved(core: Core, fraction: float, way: Vec3) -> Core:
    """Return a core moved along a fraction of a way."""
    center = add_scaled(core.center, fraction, way)
    return Core(core.form, core.span, core.radius, core.half, center, core.rotation)


@kernel
def cast_with_skin(rows: SolidRows, a: Core, way: Vec3, b: Core, skin: float) -> SkinCast:
    """Move A along a way until it is within `skin` of the convex core B and still approaching."""
    graze = PARALLEL * (abs(way.x) + abs(way.y) + abs(way.z))
    fraction = 0.0
    s = closest_cores(rows, a, b)
    start = s.distance
    for k in range(MAX_STEPS):
        if k > 0:
            s = closest_cores(rows, moved(a, fraction, way), b)
        closing = dot(s.normal, way)
        gap = s.distance - skin
        if closing <= graze:
            return MISSED
        if gap <= TOLERANCE * skin:
            break
        if gap > closing * (1.0 - fraction):
            return MISSED
        fraction += gap / closing
    if start > 0.0 and is_grazing(rows, a, way, b, fraction, s, skin * (1.0 - GRAZE)):
        return MISSED
    return SkinCast(fraction, negate(s.normal), add_scaled(s.point_b, -fraction, way))


@kernel
def is_grazing(
    rows: SolidRows, a: Core, way: Vec3, b: Core, fraction: float, s: Separation, nearest: float
) -> bool:
    """Whether A, moved on from a fraction with separation `s`, always stays `nearest` away from B."""
    graze = PARALLEL * (abs(way.x) + abs(way.y) + abs(way.z))
    for _ in range(MAX_STEPS):
        closing = dot(s.normal, way)
        if closing <= graze:
            return True
        gap = s.distance - nearest
        if gap <= 0.0:
            return False
        fraction += gap / closing
        s = closest_cores(rows, moved(a, fraction, way), b)
    return False
