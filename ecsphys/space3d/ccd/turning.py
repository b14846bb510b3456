"""How swept bodies turn by themselves: so that an impact finds the angular momentum, and loses none.

The solver turns bodies freely (`solver.rotation`); a sweep turns them at a constant rate from where that
begins to where it ends. So the spin of a swept body is the one at the end of its path. At an impact on the
way there it follows from the angular momentum, at the orientation of then.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...world.bodies import DYNAMIC
from ..math3d.quaternion import rotation_of
from ..math3d.symmetric import apply, inertia_of, inverse_inertia_of, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot, scale
from ..solver.integrate import NO_TURN, spins_steadily
from ..solver.rotation import turn_freely
from .swept_body import moved, rotation_vector, swept_path


@inlined
def tumbles(body: Any) -> bool:
    """Whether the spin of a body changes while its angular momentum stays."""
    if body.kind != DYNAMIC or body.skin > 0.0:
        return False
    return not spins_steadily(inertia_of(body), inverse_inertia_of(body), body.locks)


@inlined
def momentum_on_path(s: Any, body: Any) -> Vec3:
    """Return the angular momentum of a swept body's spin: that at the end of its path, all along it."""
    end = moved(swept_path(s), 1.0 - s.time).q
    return apply(turned(inertia_of(body), rotation_of(end.w, end.x, end.y, end.z)), Vec3(s.wx, s.wy, s.wz))


@kernel
def spin_on_path(s: Any, body: Any) -> Vec3:
    """Return the spin of a swept body where it is on its path.

    A path of constant rate strays a little from the free rotation; where it would take more energy, the spin
    is less.
    """
    w = Vec3(s.wx, s.wy, s.wz)
    if not tumbles(body):
        return w
    q, momentum = swept_path(s).q, momentum_on_path(s, body)
    spin = apply(turned(inverse_inertia_of(body), rotation_of(q.w, q.x, q.y, q.z)), momentum)
    energy, there = dot(momentum, w), dot(momentum, spin)
    return scale(math.sqrt(energy / there), spin) if there > energy else spin


@kernel
def turn_on(s: Any, body: Any, w: Vec3, dt: float) -> None:
    """Let a swept body turn freely for the rest of a step of `dt` seconds, from a spin."""
    rest, turning = (1.0 - s.time) * dt, Vec3(w.x * dt, w.y * dt, w.z * dt)
    if tumbles(body) and rest > 0.0:
        r = rotation_of(s.qw, s.qx, s.qy, s.qz)
        after = turn_freely(
            NO_TURN, w, turned(inertia_of(body), r), turned(inverse_inertia_of(body), r), rest
        )
        turning, w = scale(1.0 / (1.0 - s.time), rotation_vector(after.q)), after.w
    s.turn_x, s.turn_y, s.turn_z = turning.x, turning.y, turning.z
    s.wx, s.wy, s.wz = w.x, w.y, w.z
