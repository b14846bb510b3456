"""Orientations: unit quaternions (w, x, y, z), and the rotation matrices that kernels turn vectors with."""

from __future__ import annotations

import math
from typing import NamedTuple

from ...compile import inlined
from ...math2d.check import finite
from ...math2d.turn import cos_sin
from .vec3 import Vec3


class Quaternion(NamedTuple):
    """A unit quaternion: the cosine of half the angle, and the axis times the sine of half the angle.

    >>> import math
    >>> from ecsphys.space3d import Quaternion, from_axis_angle
    >>> quarter = Quaternion(math.cos(math.pi / 4), 0, math.sin(math.pi / 4), 0)
    >>> quarter == from_axis_angle((0, 1, 0), math.pi / 2)
    True
    """

    w: float
    x: float
    y: float
    z: float


class Rotation(NamedTuple):
    """A rotation matrix; `xy` is in row x and column y, so columns are the body's axes."""

    xx: float
    xy: float
    xz: float
    yx: float
    yy: float
    yz: float
    zx: float
    zy: float
    zz: float


@inlined
def rotation_of(w: float, x: float, y: float, z: float) -> Rotation:
    """Return the matrix of a unit quaternion."""
    return Rotation(
        1.0 - 2.0 * (y * y + z * z),
        2.0 * (x * y - w * z),
        2.0 * (x * z + w * y),
        2.0 * (x * y + w * z),
        1.0 - 2.0 * (x * x + z * z),
        2.0 * (y * z - w * x),
        2.0 * (x * z - w * y),
        2.0 * (y * z + w * x),
        1.0 - 2.0 * (x * x + y * y),
    )


@inlined
def rotate(r: Rotation, v: Vec3) -> Vec3:
    """Turn a vector from the body's frame into the world's."""
    return Vec3(
        r.xx * v.x + r.xy * v.y + r.xz * v.z,
        r.yx * v.x + r.yy * v.y + r.yz * v.z,
        r.zx * v.x + r.zy * v.y + r.zz * v.z,
    )


@inlined
def rotate_back(r: Rotation, v: Vec3) -> Vec3:
    """Turn a vector from the world's frame into the body's."""
    return Vec3(
        r.xx * v.x + r.yx * v.y + r.zx * v.z,
        r.xy * v.x + r.yy * v.y + r.zy * v.z,
        r.xz * v.x + r.yz * v.y + r.zz * v.z,
    )


@inlined
def multiply(a: Quaternion, b: Quaternion) -> Quaternion:
    """Return the rotation b followed by the rotation a."""
    return Quaternion(
        a.w * b.w - a.x * b.x - a.y * b.y - a.z * b.z,
        a.w * b.x + a.x * b.w + a.y * b.z - a.z * b.y,
        a.w * b.y - a.x * b.z + a.y * b.w + a.z * b.x,
        a.w * b.z + a.x * b.y - a.y * b.x + a.z * b.w,
    )


@inlined
def normalize(q: Quaternion) -> Quaternion:
    """Return the unit quaternion of the same direction; `q` must not be zero."""
    s = 1.0 / math.sqrt(q.w * q.w + q.x * q.x + q.y * q.y + q.z * q.z)
    return Quaternion(q.w * s, q.x * s, q.y * s, q.z * s)


@inlined
def exponential(rotation: Vec3) -> Quaternion:
    """Return the orientation turned by a rotation vector (axis times angle, radians) from upright."""
    angle = math.sqrt(rotation.x * rotation.x + rotation.y * rotation.y + rotation.z * rotation.z)
    c, s = cos_sin(0.5 * angle)
    factor = s / angle if angle > 1e-6 else 0.5 - angle * angle / 48.0  # the rest is below rounding
    return Quaternion(c, rotation.x * factor, rotation.y * factor, rotation.z * factor)


@inlined
def turn(q: Quaternion, rotation: Vec3) -> Quaternion:
    """Return an orientation turned by a rotation vector (axis times angle, radians, in the world's frame)."""
    return normalize(multiply(exponential(rotation), q))


def from_axis_angle(axis: tuple[float, float, float], angle: float) -> Quaternion:
    """Return the orientation turned by `angle` radians about an axis, counter-clockwise seen from its tip.

    The axis has any length but zero. Raises `ValueError` for the zero vector, NaN and infinity, `TypeError`
    for what is no three numbers.

    >>> import math
    >>> from ecsphys.space3d import from_axis_angle
    >>> turn = from_axis_angle((0, 2, 0), math.pi / 3)
    >>> round(turn.w, 9), round(turn.y, 9)  # cosine and sine of half the angle
    (0.866025404, 0.5)
    """
    try:
        x, y, z = axis
    except (TypeError, ValueError):
        raise TypeError(f"axis must be three numbers (x, y, z), got {axis!r}") from None
    unit = Vec3(finite(x, "axis.x"), finite(y, "axis.y"), finite(z, "axis.z")).normalized()
    if unit == (0.0, 0.0, 0.0):
        raise ValueError(f"axis must be a vector other than zero, got {axis!r}")
    half = 0.5 * finite(angle, "angle")
    x, y, z = math.sin(half) * unit
    return Quaternion(math.cos(half), x, y, z)


def slerp(a: Quaternion, b: Quaternion, fraction: float) -> Quaternion:
    """Return the orientation at `fraction` of the shorter rotation from a to b, at constant speed.

    >>> [round(part, 3) for part in slerp(Quaternion(1, 0, 0, 0), Quaternion(0, 0, 1, 0), 1 / 3)]
    [0.866, 0.0, 0.5, 0.0]
    """
    cosine = math.fsum(p * q for p, q in zip(a, b, strict=True))
    sign = -1.0 if cosine < 0.0 else 1.0  # both signs of b are the same orientation
    gap = math.hypot(*(sign * q - p for p, q in zip(a, b, strict=True)))
    angle = 2.0 * math.atan2(gap, math.hypot(*(sign * q + p for p, q in zip(a, b, strict=True))))
    if angle < 1e-9:  # the same orientation, as far as numbers go
        return b if fraction >= 1.0 else a
    sine = math.sin(angle)
    near, far = math.sin((1.0 - fraction) * angle) / sine, sign * math.sin(fraction * angle) / sine
    return Quaternion(*(near * p + far * q for p, q in zip(a, b, strict=True)))


def rotation_vector(q: Quaternion) -> Vec3:
    """Return the axis times the angle, from 0 to pi, of a unit quaternion: the inverse of `exponential`."""
    w, x, y, z = q if q.w >= 0.0 else (-part for part in q)
    sine = math.sqrt(x * x + y * y + z * z)
    factor = 2.0 * math.atan2(sine, w) / sine if sine > 1e-12 else 2.0
    return Vec3(factor * x, factor * y, factor * z)
