"""Linear sweeps of a core against another one.

The distance of two convex solids, one of which moves along a line, is a convex function of the fraction of
the way: its tangent never passes its zero. So Newton's iteration from the start never steps past the contact,
ends in a few steps on flat sides and converges quadratically on round ones; it is conservative advancement
with the largest safe step. After van den Bergen, *Ray Casting against General Convex Objects with Application
to Continuous Collision Detection* (2004), in another form. A sphere against
a sphere or capsule is a ray against the sum of both.
"""

from __future__ import annotations

import math

from ...collide.cast import MAX_STEPS, MIN_STEP, CastStep
from ...collide.time_of_impact import ADVANCING, HIT, SEPARATED
from ...compile import inlined, kernel
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add_scaled, dot, length, negate
from .closest import closest_convex
from .core import Core, SolidRows, to_local
from .manifold import NO_HIT, Hit, Separation
from .ray import place_hit, ray_in_frame

# Part of the size below which an overlap at the start is a touch, which hits only if it closes.
TOUCHING = 1e-9


@inlined
def translate(core: Core, by: Vec3) -> Core:
    """Return the core moved by a vector."""
    c = core.center
    moved = Vec3(c.x + by.x, c.y + by.y, c.z + by.z)
    return Core(core.form, core.span, core.radius, core.half, moved, core.rotation)


@inlined
def cast_step(s: Separation, way: Vec3, fraction: float, last_advance: float, noise: float) -> CastStep:
    """Return whether A touches B at `fraction`, does not reach it, or how far it may advance."""
    closing = dot(s.normal, way)
    if fraction == 0.0 and abs(s.distance) <= noise and closing <= noise:
        return CastStep(SEPARATED, closing, 0.0)
    if s.distance <= 0.0 or last_advance < MIN_STEP:
        return CastStep(HIT, closing, 0.0)
    if closing <= 0.0 or s.distance > closing * (1.0 - fraction + MIN_STEP):
        return CastStep(SEPARATED, closing, 0.0)
    return CastStep(ADVANCING, closing, s.distance / closing)


@kernel
def touching_noise(a: Core, way: Vec3, b: Core) -> float:
    """Return the length below which an overlap of two cores at the start of a cast is a touch."""
    c, d = a.center, b.center
    return TOUCHING * (abs(c.x - d.x) + abs(c.y - d.y) + abs(c.z - d.z) + length(way))


@kernel
def cast_convex(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    """Return the first touch of convex A, moving by `way`, with convex B, by Newton's iteration."""
    fraction, advance, noise = 0.0, math.inf, touching_noise(a, way, b)
    s = closest_convex(rows, a, b)
    for _ in range(MAX_STEPS):
        step = cast_step(s, way, fraction, advance, noise)
        if step.status == SEPARATED:
            return NO_HIT
        if step.status == HIT:
            break
        advance = step.advance
        fraction = min(fraction + advance, 1.0)
        s = closest_convex(rows, translate(a, Vec3(fraction * way.x, fraction * way.y, fraction * way.z)), b)
    return Hit(1, fraction, s.point_b, s.normal)


@kernel
def cast_sphere(rows: SolidRows, a: Core, way: Vec3, b: Core) -> Hit:
    """Return the first touch of the sphere A, moving by `way`, with the sphere or capsule B."""
    sum_of_both = Core(b.form, b.span, a.radius + b.radius, b.half, b.center, b.rotation)
    hit = ray_in_frame(rows, sum_of_both, to_local(b, a.center), rotate_back(b.rotation, way))
    if hit.found == 1 and hit.fraction == 0.0:
        return cast_convex(rows, a, way, b)
    hit = place_hit(b, hit, a.center, way)
    return Hit(hit.found, hit.fraction, add_scaled(hit.point, -a.radius, hit.normal), negate(hit.normal))
