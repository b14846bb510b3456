"""Two free bodies keep their angular momentum where they are displaced across their velocities.

Positions change by themselves where an overlap is taken out of them, and where a sweep ends before the path
that the solver found. What is missing then of the angular momentum is given to the pair as to one rigid body:
no way takes less energy, and none of it is felt at the contact. What energy it takes, motion of the one body
relative to the other pays for: so none comes in.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined, kernel
from ..math3d.symmetric import LEAST_TURNING, Symmetric, apply, inverted, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, subtract
from .rolling import change_of
from .rotation import inertia_at_start, with_identity


class Kept(NamedTuple):
    """The angular momentum of two movers about their common centre, and twice the energy of their motion
    about it.
    """

    momentum: Vec3
    energy: float


NOTHING_KEPT = Kept(Vec3(0.0, 0.0, 0.0), 0.0)  # of a pair that something holds


@inlined
def is_free(mover: Any) -> bool:
    """Whether no axis of a mover is locked: what holds it has its own share of the momentum."""
    turning = min(mover.jxx, min(mover.jyy, mover.jzz))
    return bool(
        (min(mover.mx, min(mover.my, mover.mz)) > 0.0)
        & (turning > LEAST_TURNING * (mover.jxx + mover.jyy + mover.jzz))
    )


@inlined
def are_free(a: Any, b: Any) -> bool:
    """Whether two movers have a momentum of their own."""
    return bool(is_free(a) and is_free(b))


@inlined
def inertia_now(mover: Any) -> Symmetric:
    """Return the inertia of a mover at its present orientation."""
    return turned(inertia_at_start(mover), with_identity(change_of(mover)))


@inlined
def spin_of(mover: Any) -> Vec3:
    """Return the spin of a mover."""
    return Vec3(mover.wx, mover.wy, mover.wz)


@inlined
def parting_velocity(a: Any, b: Any) -> Vec3:
    """Return the velocity of b's centre of mass relative to a's."""
    return Vec3(b.vx - a.vx, b.vy - a.vy, b.vz - a.vz)


@inlined
def kept_with(a: Any, b: Any, g: Vec3, wa: Vec3, la: Vec3, wb: Vec3, lb: Vec3) -> Kept:
    """Return what two free movers have, with these spins and their momenta; `g`: from a's centre to b's."""
    v, mass = parting_velocity(a, b), 1.0 / (a.mx + b.mx)
    return Kept(add_scaled(add(la, lb), mass, cross(g, v)), mass * dot(v, v) + (dot(wa, la) + dot(wb, lb)))


@inlined
def kept_of(a: Any, b: Any, g: Vec3) -> Kept:
    """Return what two free movers have."""
    wa, wb = spin_of(a), spin_of(b)
    return kept_with(a, b, g, wa, apply(inertia_now(a), wa), wb, apply(inertia_now(b), wb))


@kernel
def keep(a: Any, b: Any, g: Vec3, kept: Kept) -> None:
    """Give two free movers the angular momentum that they are to keep, with no more energy.

    Where not even a rigid motion has as little energy, which is rare, they keep neither: they would stick.
    """
    mass, v, now = 1.0 / (a.mx + b.mx), parting_velocity(a, b), kept_of(a, b, g)
    whole = inverted(_inertia_of_pair(inertia_now(a), inertia_now(b), mass, g))
    old, new = apply(whole, now.momentum), apply(whole, kept.momentum)
    # Motion = rigid motion + rest: their energies add up, and the rest has no momentum.
    rigid, own = dot(new, kept.momentum), now.energy - dot(old, now.momentum)
    left, share = kept.energy - rigid, 1.0
    if left < 0.0:
        return
    if left < own:
        share = math.sqrt(left / own)
    rest = subtract(v, cross(old, g))
    change = subtract(add_scaled(cross(new, g), share, rest), v)
    _change_velocity(a, -a.mx * mass, change)
    _change_velocity(b, b.mx * mass, change)
    _set_spin(a, add_scaled(new, share, subtract(spin_of(a), old)))
    _set_spin(b, add_scaled(new, share, subtract(spin_of(b), old)))


@inlined
def _inertia_of_pair(ia: Symmetric, ib: Symmetric, mass: float, g: Vec3) -> Symmetric:
    """Return the inertia about the common centre of two bodies of a reduced mass."""
    xx, yy, zz = g.x * g.x, g.y * g.y, g.z * g.z
    return Symmetric(
        ia.xx + ib.xx + mass * (yy + zz),
        ia.yy + ib.yy + mass * (zz + xx),
        ia.zz + ib.zz + mass * (xx + yy),
        ia.xy + ib.xy - mass * g.x * g.y,
        ia.xz + ib.xz - mass * g.x * g.z,
        ia.yz + ib.yz - mass * g.y * g.z,
    )


@inlined
def _change_velocity(mover: Any, part: float, change: Vec3) -> None:
    mover.vx += part * change.x
    mover.vy += part * change.y
    mover.vz += part * change.z


@inlined
def _set_spin(mover: Any, w: Vec3) -> None:
    mover.wx, mover.wy, mover.wz = w.x, w.y, w.z
