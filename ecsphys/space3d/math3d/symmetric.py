"""Symmetric 3 × 3 matrices for kernels: inertia about a centre of mass, and its inverse."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from .quaternion import Rotation
from .vec3 import Vec3
from .vector import dot

LEAST_TURNING = 1e-12  # share of the trace: below it, an axis is locked already


class Symmetric(NamedTuple):
    """A symmetric matrix by its six different entries."""

    xx: float
    yy: float
    zz: float
    xy: float
    xz: float
    yz: float


ZERO = Symmetric(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


@inlined
def apply(m: Symmetric, v: Vec3) -> Vec3:
    """`m v`."""
    return Vec3(
        m.xx * v.x + m.xy * v.y + m.xz * v.z,
        m.xy * v.x + m.yy * v.y + m.yz * v.z,
        m.xz * v.x + m.yz * v.y + m.zz * v.z,
    )


@inlined
def turned(m: Symmetric, r: Rotation) -> Symmetric:
    """Return `r m rᵀ`: the same matrix in the world's axes, given in the body's."""
    row_x, row_y, row_z = Vec3(r.xx, r.xy, r.xz), Vec3(r.yx, r.yy, r.yz), Vec3(r.zx, r.zy, r.zz)
    x, y, z = apply(m, row_x), apply(m, row_y), apply(m, row_z)
    return Symmetric(dot(x, row_x), dot(y, row_y), dot(z, row_z), dot(x, row_y), dot(x, row_z), dot(y, row_z))


@inlined
def inverted(m: Symmetric) -> Symmetric:
    """Return the inverse of a positive definite matrix, by its cofactors."""
    xx, yy, zz = m.yy * m.zz - m.yz * m.yz, m.xx * m.zz - m.xz * m.xz, m.xx * m.yy - m.xy * m.xy
    xy, xz, yz = m.xz * m.yz - m.xy * m.zz, m.xy * m.yz - m.xz * m.yy, m.xy * m.xz - m.xx * m.yz
    s = 1.0 / (m.xx * xx + m.xy * xy + m.xz * xz)
    return Symmetric(s * xx, s * yy, s * zz, s * xy, s * xz, s * yz)


@inlined
def without_axis(m: Symmetric, axis: Vec3) -> Symmetric:
    """Return the inverse inertia of a body that cannot turn about a unit axis, from that without the lock.

    m - (m a)(m a)ᵀ / (aᵀ m a): the lock's torque keeps the spin about the axis at zero.
    """
    v = apply(m, axis)
    k = dot(v, axis)
    if k <= LEAST_TURNING * (m.xx + m.yy + m.zz):
        return m
    s = 1.0 / k
    return Symmetric(
        m.xx - s * v.x * v.x,
        m.yy - s * v.y * v.y,
        m.zz - s * v.z * v.z,
        m.xy - s * v.x * v.y,
        m.xz - s * v.x * v.z,
        m.yz - s * v.y * v.z,
    )


@inlined
def is_isotropic(m: Symmetric) -> bool:
    """Whether a matrix is a multiple of the identity but for rounding: spin and momentum are parallel."""
    least = LEAST_TURNING * (m.xx + m.yy + m.zz)
    return bool(
        (abs(m.xx - m.yy) <= least)
        & (abs(m.xx - m.zz) <= least)
        & (abs(m.xy) <= least)
        & (abs(m.xz) <= least)
        & (abs(m.yz) <= least)
    )


@inlined
def inertia_of(body: Any) -> Symmetric:
    """Return the inertia of a row of BODY3, in the body's axes."""
    return Symmetric(body.ixx, body.iyy, body.izz, body.ixy, body.ixz, body.iyz)


@inlined
def inverse_inertia_of(body: Any) -> Symmetric:
    """Return the inverse inertia of a row of BODY3, in the body's axes."""
    return Symmetric(body.jxx, body.jyy, body.jzz, body.jxy, body.jxz, body.jyz)
