"""`Vec3` arithmetic for kernels, in the notation of the papers: `dot(normal, subtract(b, a))`.

numba compiles a `Vec3` as a plain named tuple, without the operators of its class. Rounding is part of the
contract, as in `math2d.vector`: sums go from x to z, no operation is fused or reordered.
"""

from __future__ import annotations

import math

from ...compile import inlined
from .vec3 import Vec3


@inlined
def add(a: Vec3, b: Vec3) -> Vec3:
    """`a + b`."""
    return Vec3(a.x + b.x, a.y + b.y, a.z + b.z)


@inlined
def subtract(a: Vec3, b: Vec3) -> Vec3:
    """`a - b`: the way from b to a."""
    return Vec3(a.x - b.x, a.y - b.y, a.z - b.z)


@inlined
def scale(factor: float, v: Vec3) -> Vec3:
    """`factor * v`."""
    return Vec3(factor * v.x, factor * v.y, factor * v.z)


@inlined
def divide(v: Vec3, divisor: float) -> Vec3:
    """`v / divisor`."""
    return Vec3(v.x / divisor, v.y / divisor, v.z / divisor)


@inlined
def add_scaled(a: Vec3, factor: float, b: Vec3) -> Vec3:
    """`a + factor * b`."""
    return Vec3(a.x + factor * b.x, a.y + factor * b.y, a.z + factor * b.z)


@inlined
def negate(v: Vec3) -> Vec3:
    """`-v`."""
    return Vec3(-v.x, -v.y, -v.z)


@inlined
def dot(a: Vec3, b: Vec3) -> float:
    """Scalar product."""
    return a.x * b.x + a.y * b.y + a.z * b.z


@inlined
def cross(a: Vec3, b: Vec3) -> Vec3:
    """Vector product."""
    return Vec3(a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x)


@inlined
def length_squared(v: Vec3) -> float:
    """`dot(v, v)`."""
    return v.x * v.x + v.y * v.y + v.z * v.z


@inlined
def length(v: Vec3) -> float:
    """Euclidean length."""
    return math.sqrt(v.x * v.x + v.y * v.y + v.z * v.z)


@inlined
def any_perpendicular(v: Vec3) -> Vec3:
    """Return a unit vector at right angles to a unit vector, a continuous choice but for two seams.

    The least component of `v` is left out, so that no digits are lost.
    """
    if abs(v.x) <= abs(v.y) and abs(v.x) <= abs(v.z):
        s = 1.0 / math.sqrt(v.y * v.y + v.z * v.z)
        return Vec3(0.0, v.z * s, -v.y * s)
    if abs(v.y) <= abs(v.z):
        s = 1.0 / math.sqrt(v.x * v.x + v.z * v.z)
        return Vec3(-v.z * s, 0.0, v.x * s)
    s = 1.0 / math.sqrt(v.x * v.x + v.y * v.y)
    return Vec3(v.y * s, -v.x * s, 0.0)
