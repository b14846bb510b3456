"""Two free bodies keep their angular momentum where they are displaced across their velocities.

Positions change by themselves where an overlap is taken out of them, and where a sweep ends before the path
that the solver found. What is missing then of the angular momentum is given to the pair as to one rigid body:
no way takes less energy, and none of it is felt at the contact. What energy it takes, motion of the one body
relative to the other pays for: so none comes in.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ..math3d.symmetric import LEAST_TURNING, Symmetric, apply, inverted, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, scale, subtract
from .rolling import change_of
from .rotation import inertia_at_start, with_identity


@inlined
def is_free(mover: Any) -> bool:
    """Whether no axis of a mover is locked: what holds it has its own share of the momentum."""
    turning = min(mover.jxx, min(mover.jyy, mover.jzz))
    return bool(
        (min(mover.mx, min(mover.my, mover.mz)) > 0.0)
        & (turning > LEAST_TURNING * (mover.jxx + mover.jyy + mover.jzz))
    )


@inlined
def inertia_now(mover: Any) -> Symmetric:
    """Return the inertia of a mover at its present orientation."""
    return turned(inertia_at_start(mover), with_identity(change_of(mover)))


@inlined
def spin_of(mover: Any) -> Vec3:
    """Return the spin of a mover."""
    return Vec3(mover.wx, mover.wy, mover.wz)


@inlined
def momentum_of(mover: Any) -> Vec3:
    """Return the angular momentum of a mover's spin."""
    return apply(inertia_now(mover), spin_of(mover))


@inlined
def parting_velocity(a: Any, b: Any) -> Vec3:
    """Return the velocity of b's centre of mass relative to a's."""
    return Vec3(b.vx - a.vx, b.vy - a.vy, b.vz - a.vz)


@inlined
def pair_momentum(a: Any, b: Any, g: Vec3, spins: Vec3) -> Vec3:
    """Return the angular momentum of two free movers about their common centre; `g`: from a's centre to b's,
    `spins`: the sum of the momenta of their spins.
    """
    return add_scaled(spins, 1.0 / (a.mx + b.mx), cross(g, parting_velocity(a, b)))


@inlined
def pair_energy(a: Any, b: Any, turning: float) -> float:
    """Return twice the energy of two free movers in the motion about their common centre; `turning`: twice
    that of their spins.
    """
    v = parting_velocity(a, b)
    return float(dot(v, v) / (a.mx + b.mx) + turning)


@kernel
def set_momentum(a: Any, b: Any, g: Vec3, momentum: Vec3, energy: float) -> None:
    """Give two free movers an angular momentum about their common centre, with no more than twice an energy.

    Where not even a rigid motion has as little energy, they get as much of the momentum as goes.
    """
    ia, ib, mass, v = inertia_now(a), inertia_now(b), 1.0 / (a.mx + b.mx), parting_velocity(a, b)
    whole = inverted(_inertia_of_pair(ia, ib, mass, g))
    la, lb = apply(ia, spin_of(a)), apply(ib, spin_of(b))
    before = pair_momentum(a, b, g, add(la, lb))
    old, new = apply(whole, before), apply(whole, momentum)
    # Motion = rigid motion + rest: their energies add up, and the rest has no momentum.
    own = pair_energy(a, b, dot(spin_of(a), la) + dot(spin_of(b), lb)) - dot(old, before)
    rigid = dot(new, momentum)
    left, kept = energy - rigid, 1.0
    if left < 0.0:
        new, kept = scale(math.sqrt(energy / rigid), new), 0.0
    elif left < own:
        kept = math.sqrt(left / own)
    rest = subtract(v, cross(old, g))
    change = subtract(add_scaled(cross(new, g), kept, rest), v)
    _change_velocity(a, -a.mx * mass, change)
    _change_velocity(b, b.mx * mass, change)
    _set_spin(a, add_scaled(new, kept, subtract(spin_of(a), old)))
    _set_spin(b, add_scaled(new, kept, subtract(spin_of(b), old)))


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
def _change_velocity(mover: Any, share: float, change: Vec3) -> None:
    mover.vx += share * change.x
    mover.vy += share * change.y
    mover.vz += share * change.z


@inlined
def _set_spin(mover: Any, w: Vec3) -> None:
    mover.wx, mover.wy, mover.wz = w.x, w.y, w.z
