"""Effective masses of a contact: what velocity a unit impulse adds, and its inverse."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ..math3d.symmetric import Symmetric, apply
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length_squared, subtract
from .records import MAX_POINTS

# Share of its change of impulse to which a point yields where all are solved at once, see `normals`.
YIELD = 1e-5

# Least effect of an impulse, as a share of what it would have across its arms. Where locks leave it none but
# by a short lever, what it takes to stop an approach would spin the body beyond all bounds, so it gets none.
# Bodies without locks have more.
LEAST_EFFECT = 1e-2

SMALLEST = 2.0**-1022  # of normal numbers; the reciprocals of smaller ones are infinite

# As a fraction of the radius of gyration. A lever that changes by less changes its mass by less than 1.3.
MAX_SLIDE = 0.25
# A rotation by more since the masses were set (about 0.1 radians, as the square of its sine) changes them.
MAX_TURN = 0.01


@inlined
def inverse(x: float) -> float:
    """Return 1 / x, or 0 where no impulse has an effect (x = 0), or where the result may be infinite."""
    return 1.0 / x if x > SMALLEST else 0.0


@inlined
def effective(k: float, spin: float, own: float, whole: float) -> float:
    """Return k, or 0 where that is too little to act by: of a direction that is locked, whose inverse masses
    along it, `own`, are little beside those of all directions.
    """
    return k if k > LEAST_EFFECT * spin or own > LEAST_EFFECT * whole else 0.0


@inlined
def whole_mass(a: Any, b: Any) -> float:
    """Return the sum of the inverse masses of two bodies along all axes."""
    return float((a.mx + a.my + a.mz) + (b.mx + b.my + b.mz))


@inlined
def spin_coupling(ja: Symmetric, jb: Symmetric, ra: Vec3, rb: Vec3) -> float:
    """Return an upper bound on the velocity that a unit impulse at two arms adds by turning."""
    spin = (ja.xx + ja.yy + ja.zz) * length_squared(ra)
    return float(spin + (jb.xx + jb.yy + jb.zz) * length_squared(rb))


@inlined
def inverse_inertia(mover: Any) -> Symmetric:
    """Return a mover's inverse inertia at its present orientation."""
    return Symmetric(mover.jxx, mover.jyy, mover.jzz, mover.jxy, mover.jxz, mover.jyz)


@inlined
def mass_along(a: Any, b: Any, p: Vec3, q: Vec3) -> float:
    """Return the velocity along p that a unit impulse along q adds, without rotation."""
    mx, my, mz = a.mx + b.mx, a.my + b.my, a.mz + b.mz
    return float(mx * p.x * q.x + my * p.y * q.y + mz * p.z * q.z)


@kernel
def update_masses(block: Any, a: Any, b: Any) -> None:
    """Set the effective masses of a contact, and what its impulses add to the slip, with its present arms and
    its bodies' present orientations.
    """
    n, t, u = (
        Vec3(block.nx, block.ny, block.nz),
        Vec3(block.tx, block.ty, block.tz),
        Vec3(block.ux, block.uy, block.uz),
    )
    ra = Vec3(block.rx, block.ry, block.rz)
    rb = Vec3(block.rx - block.gx, block.ry - block.gy, block.rz - block.gz)
    ja, jb = inverse_inertia(a), inverse_inertia(b)
    na, nb = cross(ra, n), cross(rb, n)
    j_na, j_nb, j_ta, j_tb = apply(ja, na), apply(jb, nb), apply(ja, t), apply(jb, t)
    j_ua, j_ub = apply(ja, u), apply(jb, u)
    ta, tb, ua, ub = cross(ra, t), cross(rb, t), cross(ra, u), cross(rb, u)
    block.k00 = mass_along(a, b, n, n) + dot(na, j_na) + dot(nb, j_nb)
    block.k01 = dot(t, j_na) + dot(t, j_nb)
    block.k02 = dot(u, j_na) + dot(u, j_nb)
    block.k11 = dot(t, j_ta) + dot(t, j_tb)
    block.k12 = dot(u, j_ta) + dot(u, j_tb)
    block.k22 = dot(u, j_ua) + dot(u, j_ub)
    block.cnt = mass_along(a, b, t, n) + dot(ta, j_na) + dot(tb, j_nb)
    block.cnu = mass_along(a, b, u, n) + dot(ua, j_na) + dot(ub, j_nb)
    block.cnn = dot(n, j_na) + dot(n, j_nb)
    block.ctt, block.ctu = dot(ta, j_ta) + dot(tb, j_tb), dot(ua, j_ta) + dot(ub, j_tb)
    block.cut, block.cuu = dot(ta, j_ua) + dot(tb, j_ub), dot(ua, j_ua) + dot(ub, j_ub)
    block.ctn, block.cun = dot(n, j_ta) + dot(n, j_tb), dot(n, j_ua) + dot(n, j_ub)
    ja_n, jb_n = apply(ja, n), apply(jb, n)
    block.cwt, block.cwu = dot(ta, ja_n) + dot(tb, jb_n), dot(ua, ja_n) + dot(ub, jb_n)
    block.twist_mass = inverse(dot(n, ja_n) + dot(n, jb_n))
    spin, own = spin_coupling(ja, jb, ra, rb), mass_along(a, b, n, n)
    set_point_couplings(block, spin, own, whole_mass(a, b))
    if block.count > 1:
        set_inverse(block, block.rigid, YIELD)
        set_inverse(block, block.soft, block.compliance)
    set_slip_masses(block, a, b, ra, rb)


@inlined
def coupling(block: Any, i: int, j: int) -> float:
    """Return the velocity along n at point i that a unit impulse at point j adds."""
    p, q, x, y = block.a[i], block.b[i], block.a[j], block.b[j]
    k = block.k00 + ((p + x) * block.k01 + (q + y) * block.k02)
    return float(k + (p * x * block.k11 + (p * y + q * x) * block.k12 + q * y * block.k22))


@inlined
def set_point_couplings(block: Any, spin: float, own: float, whole: float) -> None:
    """Set the couplings of all points; beyond the last point they and the masses are 0."""
    count, k = block.count, 0
    for i in range(MAX_POINTS):
        block.coupling[i] = effective(coupling(block, i, i), spin, own, whole) if i < count else 0.0
        block.mass[i] = inverse(block.coupling[i])
        for j in range(i + 1, MAX_POINTS):
            block.between[k] = coupling(block, i, j) if j < count else 0.0
            k += 1


@inlined
def own_coupling(block: Any, i: int, compliance: float) -> float:
    """Return a point's coupling with itself, yielding by a compliance; 1 beyond the last point."""
    return float((1.0 + compliance) * block.coupling[i]) if i < block.count else 1.0


@inlined
def set_inverse(block: Any, m: Any, compliance: float) -> None:
    """Set m to the inverse of the couplings of all points: a symmetric matrix, its rows from the diagonal on.

    By halves: with the blocks P, Q and R, S = R - Qᵀ P⁻¹ Q is inverted (F. Zhang, *The Schur Complement*,
    2005, 0.2).
    """
    c = block.between
    p00, p01, p11 = own_coupling(block, 0, compliance), c[0], own_coupling(block, 1, compliance)
    q00, q01, q10, q11 = c[1], c[2], c[3], c[4]
    r00, r01, r11 = own_coupling(block, 2, compliance), c[5], own_coupling(block, 3, compliance)
    scale = inverse(p00 * p11 - p01 * p01)
    i00, i01, i11 = p11 * scale, -p01 * scale, p00 * scale
    x00, x01 = i00 * q00 + i01 * q10, i00 * q01 + i01 * q11  # P⁻¹ Q
    x10, x11 = i01 * q00 + i11 * q10, i01 * q01 + i11 * q11
    s00, s01 = r00 - (q00 * x00 + q10 * x10), r01 - (q00 * x01 + q10 * x11)
    s11 = r11 - (q01 * x01 + q11 * x11)
    scale = inverse(s00 * s11 - s01 * s01)
    j00, j01, j11 = s11 * scale, -s01 * scale, s00 * scale
    y00, y01 = x00 * j00 + x01 * j01, x00 * j01 + x01 * j11  # P⁻¹ Q S⁻¹
    y10, y11 = x10 * j00 + x11 * j01, x10 * j01 + x11 * j11
    m[0] = i00 + (x00 * y00 + x01 * y01)
    m[1] = i01 + (x00 * y10 + x01 * y11)
    m[2], m[3] = -y00, -y01
    m[4] = i11 + (x10 * y10 + x11 * y11)
    m[5], m[6] = -y10, -y11
    m[7], m[8], m[9] = j00, j01, j11


@inlined
def set_slip_masses(block: Any, a: Any, b: Any, ra: Vec3, rb: Vec3) -> None:
    """Set the effective masses of friction at the middle."""
    t, u = Vec3(block.tx, block.ty, block.tz), Vec3(block.ux, block.uy, block.uz)
    ja, jb = inverse_inertia(a), inverse_inertia(b)
    ta, tb, ua, ub = cross(ra, t), cross(rb, t), cross(ra, u), cross(rb, u)
    j_ta, j_tb = apply(ja, ta), apply(jb, tb)
    tt = mass_along(a, b, t, t) + dot(ta, j_ta) + dot(tb, j_tb)
    tu = mass_along(a, b, t, u) + dot(ua, j_ta) + dot(ub, j_tb)
    uu = mass_along(a, b, u, u) + dot(ua, apply(ja, ua)) + dot(ub, apply(jb, ub))
    spin, whole = spin_coupling(ja, jb, ra, rb), whole_mass(a, b)
    tt = effective(tt, spin, mass_along(a, b, t, t), whole)
    uu = effective(uu, spin, mass_along(a, b, u, u), whole)
    block.ktt, block.ktu, block.kuu = tt, tu, uu
    block.friction_scale = inverse(tt * uu - tu * tu)
    half = 0.5 * (tt - uu)
    block.slip_mass = inverse(0.5 * (tt + uu) + math.sqrt(half * half + tu * tu))


@inlined
def set_slide_limit(block: Any, a: Any, b: Any) -> None:
    """Set by how much the arms of a contact may change (see `arms_moved`) before masses are set again, and
    what that is of bodies that slide by one unit of length.
    """
    of_a, of_b, share = a.jxx + a.jyy + a.jzz, b.jxx + b.jyy + b.jzz, block.slide_a
    turning = share * share * of_a + (1.0 - share) * (1.0 - share) * of_b
    block.slide_effect = turning if block.fixed == 0 else 0.0
    mass = max(a.mx, max(a.my, a.mz)) + max(b.mx, max(b.my, b.mz))
    block.slide_limit = MAX_SLIDE * MAX_SLIDE * mass


@inlined
def arms_moved(block: Any, a: Any, b: Any) -> float:
    """Return the inverse mass that the changes of a contact's arms since the step's start have as arms."""
    of_a = Vec3(block.rx - block.start_rx, block.ry - block.start_ry, block.rz - block.start_rz)
    x, y, z = block.gx - block.start_gx, block.gy - block.start_gy, block.gz - block.start_gz
    return spin_coupling(inverse_inertia(a), inverse_inertia(b), of_a, subtract(of_a, Vec3(x, y, z)))


@inlined
def turned_by(mover: Any) -> float:
    """Return the square of the sine of half the angle by which a mover has turned since the step's start."""
    return float(mover.qx * mover.qx + mover.qy * mover.qy + mover.qz * mover.qz)


@inlined
def is_out_of_date(block: Any, a: Any, b: Any, moved: float) -> bool:
    """Whether bodies that have turned, or moved relative to each other so that arms did (see `arms_moved`),
    need other masses by now.

    With those of the step's start their impulses would overshoot, more with each pass.
    """
    has_slid = moved > block.slide_limit
    return bool(has_slid | (4.0 * max(turned_by(a), turned_by(b)) > MAX_TURN))
