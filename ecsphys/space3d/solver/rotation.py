"""How a body turns by itself: its angular momentum stays, and its spin follows its inertia.

The spin in the middle of a sub-step is the mean of those at both ends, which are J L for the angular momentum
L in the body's axes: an implicit rule, found by iteration, and symmetric in time, so that the energy does not
drift (E. Hairer, C. Lubich and G. Wanner, *Geometric Numerical Integration*, 2006, VII.5). The angular
momentum in the world's axes is kept exactly, whatever the iteration leaves. Catto (*Numerical Methods*, GDC
2015) takes one implicit Euler step instead, which loses energy.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined
from ..math3d.quaternion import Quaternion, Rotation, exponential, multiply, normalize, rotate, rotate_back
from ..math3d.symmetric import Symmetric, apply, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, scale

ITERATIONS = 3  # each multiplies the error by about a quarter of the angle turned, radians


class Spin(NamedTuple):
    """A rotation since the start of the step, and the spin in the world's axes."""

    q: Quaternion
    w: Vec3


@inlined
def matrix_of(q: Quaternion) -> Rotation:
    """Return the matrix of a unit quaternion minus the identity: precise for small rotations, too."""
    return Rotation(
        -2.0 * (q.y * q.y + q.z * q.z),
        2.0 * (q.x * q.y - q.w * q.z),
        2.0 * (q.x * q.z + q.w * q.y),
        2.0 * (q.x * q.y + q.w * q.z),
        -2.0 * (q.x * q.x + q.z * q.z),
        2.0 * (q.y * q.z - q.w * q.x),
        2.0 * (q.x * q.z - q.w * q.y),
        2.0 * (q.y * q.z + q.w * q.x),
        -2.0 * (q.x * q.x + q.y * q.y),
    )


@inlined
def with_identity(t: Rotation) -> Rotation:
    """Return a matrix plus the identity."""
    return Rotation(1.0 + t.xx, t.xy, t.xz, t.yx, 1.0 + t.yy, t.yz, t.zx, t.zy, 1.0 + t.zz)


@inlined
def turn_steadily(q: Quaternion, w: Vec3, h: float) -> Spin:
    """Return the rotation after h seconds at a constant spin."""
    return Spin(normalize(multiply(exponential(scale(h, w)), q)), w)


@inlined
def turn_freely(q: Quaternion, w: Vec3, inertia: Symmetric, inverse: Symmetric, h: float) -> Spin:
    """Return rotation and spin after h seconds without torque.

    `inertia` and its inverse are those at the start of the step, in the world's axes of then.
    """
    r = with_identity(matrix_of(q))
    before = rotate_back(r, w)
    momentum = apply(inertia, before)
    after, step = before, q
    for _ in range(ITERATIONS):
        step = exponential(scale(0.5 * h, add(before, after)))
        after = apply(inverse, rotate_back(with_identity(matrix_of(step)), momentum))
    end = normalize(multiply(q, step))
    return Spin(end, rotate(with_identity(matrix_of(end)), after))


@inlined
def inertia_at_start(mover: Any) -> Symmetric:
    """Return the inertia of a mover at the start of the step."""
    return Symmetric(mover.ixx, mover.iyy, mover.izz, mover.ixy, mover.ixz, mover.iyz)


@inlined
def inverse_at_start(mover: Any) -> Symmetric:
    """Return the inverse inertia of a mover at the start of the step."""
    return Symmetric(mover.kxx, mover.kyy, mover.kzz, mover.kxy, mover.kxz, mover.kyz)


@inlined
def set_inverse(mover: Any, inverse: Symmetric) -> None:
    """Set a mover's inverse inertia at its present orientation."""
    mover.jxx, mover.jyy, mover.jzz = inverse.xx, inverse.yy, inverse.zz
    mover.jxy, mover.jxz, mover.jyz = inverse.xy, inverse.xz, inverse.yz


@inlined
def turn_inverse(inverse: Symmetric, q: Quaternion) -> Symmetric:
    """Return an inverse inertia turned by a rotation."""
    return turned(inverse, with_identity(matrix_of(q)))
