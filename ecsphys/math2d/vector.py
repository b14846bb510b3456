"""`Vec2` arithmetic for kernels, in the notation of the papers: `dot(normal, subtract(b, a))`.

numba compiles a `Vec2` as a plain named tuple, without the operators of its class, so kernels call these
functions instead. All are inlined, and a compiled vector is two registers. Rounding is part of the contract:
the x term of a sum comes first, no operation is fused or reordered, `length` is a square root (not `hypot`)
and `divide` divides (no reciprocal). So a kernel has the same bits with vectors as with scalars.
"""

from __future__ import annotations

import math

from ..compile import inlined
from .vec2 import Vec2


@inlined
def add(a: Vec2, b: Vec2) -> Vec2:
    """`a + b`."""
    return Vec2(a.x + b.x, a.y + b.y)


@inlined
def subtract(a: Vec2, b: Vec2) -> Vec2:
    """`a - b`: the way from b to a."""
    return Vec2(a.x - b.x, a.y - b.y)


@inlined
def scale(factor: float, v: Vec2) -> Vec2:
    """`factor * v`."""
    return Vec2(factor * v.x, factor * v.y)


@inlined
def divide(v: Vec2, divisor: float) -> Vec2:
    """`v / divisor`."""
    return Vec2(v.x / divisor, v.y / divisor)


@inlined
def add_scaled(a: Vec2, factor: float, b: Vec2) -> Vec2:
    """`a + factor * b`."""
    return Vec2(a.x + factor * b.x, a.y + factor * b.y)


@inlined
def negate(v: Vec2) -> Vec2:
    """`-v`."""
    return Vec2(-v.x, -v.y)


@inlined
def perpendicular(v: Vec2) -> Vec2:
    """Rotate `v` by a quarter turn counter-clockwise."""
    return Vec2(-v.y, v.x)


@inlined
def rotate(v: Vec2, cosine: float, sine: float) -> Vec2:
    """Rotate `v` by the angle of this cosine and sine, counter-clockwise."""
    return Vec2(cosine * v.x - sine * v.y, sine * v.x + cosine * v.y)


@inlined
def dot(a: Vec2, b: Vec2) -> float:
    """Scalar product."""
    return a.x * b.x + a.y * b.y


@inlined
def cross(a: Vec2, b: Vec2) -> float:
    """z of the vector product; positive when b lies counter-clockwise of a."""
    return a.x * b.y - a.y * b.x


@inlined
def length_squared(v: Vec2) -> float:
    """`dot(v, v)`."""
    return v.x * v.x + v.y * v.y


@inlined
def length(v: Vec2) -> float:
    """Euclidean length."""
    return math.sqrt(v.x * v.x + v.y * v.y)
