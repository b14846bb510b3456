"""How a body turns by itself: its angular momentum stays, and its spin follows its inertia.

In the body's axes the angular momentum L obeys dL/dt = L × J L. The implicit midpoint rule keeps what is
quadratic in L: its length and the energy, at any step (E. Hairer, C. Lubich and G. Wanner, *Geometric
Numerical Integration*, 2006, IV.2). Its step is a rotation of L about the middle spin, by the formula of
Cayley; the body turns by the same one, so that L in the world's axes is kept, whatever the iteration leaves.
The middle is found by Newton's method: the plain iteration does not converge for a staff, whose inertias
differ by a factor of hundreds. Catto (*Numerical Methods*, GDC 2015) takes one implicit Euler step instead,
which loses energy. What turns far in a step takes it in pieces.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined, kernel
from ...math2d.elementary import tan
from ..math3d.quaternion import Quaternion, Rotation, exponential, multiply, normalize, rotate, rotate_back
from ..math3d.symmetric import Symmetric, apply, turned
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, length, scale, subtract

ITERATIONS = 4  # of Newton's method, at most; two or three are enough for a tenth of a turn
CONVERGED = 1e-14  # part of the angular momentum
# Radians in a piece of a step. Measured on staffs, plates and bricks: up to 1.0 the energy stays to 1e-12,
# with 1.2 to 1e-9, with 1.5 it is off by parts of a thousand, and with 2.0 Newton's method finds nothing.
LARGEST_TURN = 0.8
MOST_PIECES = 16  # two turns in a step: nobody sees then how an axis sways
LARGEST_HALF_TURN = 0.6  # beyond it a body goes around its angular momentum


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
    angle, pieces, spin = h * length(w), 1, Spin(q, w)
    if angle > LARGEST_TURN:
        pieces = _count_pieces(angle)
    for _ in range(pieces):
        spin = _turn_piece(spin.q, spin.w, inertia, inverse, h / pieces)
    return spin


@kernel
def _count_pieces(angle: float) -> int:
    """Return in how many pieces a body turns by an angle."""
    return math.ceil(min(angle / LARGEST_TURN, MOST_PIECES))


@inlined
def _turn_piece(q: Quaternion, w: Vec3, inertia: Symmetric, inverse: Symmetric, h: float) -> Spin:
    """Do what `turn_freely` does, in one piece."""
    r = with_identity(matrix_of(q))
    before = rotate_back(r, w)
    momentum = apply(inertia, before)
    step = _rotation(momentum, before, inverse, h)
    after = apply(inverse, rotate_back(with_identity(matrix_of(step)), momentum))
    end = normalize(multiply(q, step))
    return Spin(end, rotate(with_identity(matrix_of(end)), after))


@inlined
def _rotation(momentum: Vec3, spin: Vec3, inverse: Symmetric, h: float) -> Quaternion:
    """Return by what a body turns in a piece of h seconds, in its own axes.

    A body that is too fast for that goes around its angular momentum, by its spin about that, and its axis no
    longer sways: so both are kept at any speed.
    """
    speed = length(spin)
    half_turn = 0.5 * h * speed
    if half_turn > LARGEST_HALF_TURN:
        return exponential(scale(h * dot(spin, momentum) / dot(momentum, momentum), momentum))
    half = 0.5 * h
    if half_turn >= 1e-4:  # else its tangent is as long, to the last digit but two
        half = tan(half_turn) / speed  # Cayley's formula then turns by `half_turn`, as a steady spin does
    middle = apply(inverse, _middle_momentum(momentum, inverse, half))
    return normalize(Quaternion(1.0, half * middle.x, half * middle.y, half * middle.z))


@inlined
def _middle_momentum(start: Vec3, inverse: Symmetric, half: float) -> Vec3:
    """Return the angular momentum m with m - half m × J m = start, by Newton's method."""
    m, least = start, CONVERGED * length(start)
    for _ in range(ITERATIONS):
        spin = apply(inverse, m)
        turning = cross(m, spin)
        rest = Vec3(
            m.x - half * turning.x - start.x,
            m.y - half * turning.y - start.y,
            m.z - half * turning.z - start.z,
        )
        if length(rest) <= least:
            break
        m = subtract(m, _solve(rest, m, spin, inverse, half))
    return m


@inlined
def _solve(rest: Vec3, m: Vec3, spin: Vec3, inverse: Symmetric, half: float) -> Vec3:
    """Return the change of m that changes m - half m × J m by `rest`, to first order."""
    j = inverse
    # Columns of the derivative: e - half (e × spin + m × J e) for the unit vectors e.
    x = _column(Vec3(1.0, 0.0, 0.0), Vec3(j.xx, j.xy, j.xz), m, spin, half)
    y = _column(Vec3(0.0, 1.0, 0.0), Vec3(j.xy, j.yy, j.yz), m, spin, half)
    z = _column(Vec3(0.0, 0.0, 1.0), Vec3(j.xz, j.yz, j.zz), m, spin, half)
    across = cross(y, z)
    size = dot(x, across)
    if size == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    s = 1.0 / size
    return Vec3(s * dot(rest, across), s * dot(rest, cross(z, x)), s * dot(rest, cross(x, y)))


@inlined
def _column(e: Vec3, j_e: Vec3, m: Vec3, spin: Vec3, half: float) -> Vec3:
    one, two = cross(e, spin), cross(m, j_e)
    return Vec3(e.x - half * (one.x + two.x), e.y - half * (one.y + two.y), e.z - half * (one.z + two.z))


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
