"""Orientations: unit quaternions (w, x, y, z), and the rotation matrices that kernels turn vectors with."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, NoReturn, TypeAlias

from ...compile import inlined
from ...math2d.check import finite
from ...math2d.elementary import atan2, cos_sin
from ...math2d.operands import triple
from ...user_warnings import warn_of_degrees
from .vec3 import Triple, Vec3

Quadruple: TypeAlias = "tuple[float, float, float, float]"

_PARALLEL = 1e-9  # sine of the angle between two directions that are taken for one


class Quaternion(NamedTuple):
    """A unit quaternion: the cosine of half the angle, and the axis times the sine of half the angle.

    `a * b` is the rotation b followed by a: `b` in the frame that `a` turns. What is not turned looks along
    -z, with y up and x to its right, as cameras do: `yaw` turns it about y, to the left, then `pitch` about
    its own x, upwards, then `roll` about its own z, so that its left side goes down.

    >>> import math
    >>> from ecsphys.space3d import Quaternion, from_axis_angle
    >>> quarter = Quaternion(math.cos(math.pi / 4), 0, math.sin(math.pi / 4), 0)
    >>> quarter == from_axis_angle((0, 1, 0), math.pi / 2)
    True
    >>> half = quarter * quarter
    >>> round(math.degrees(half.angle)), half.axis
    (180, Vec3(x=0.0, y=1.0, z=0.0))
    """

    w: float
    x: float
    y: float
    z: float

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{name} of a Quaternion cannot be set: assign a new one to what has it")

    def __mul__(self, other: Quadruple) -> Quaternion:  # type: ignore[override]  # a number, not a sequence
        return multiply(self, _operand(other, "*"))

    def __rmul__(self, other: Quadruple) -> Quaternion:  # type: ignore[override]
        return multiply(_operand(other, "*"), self)

    def __add__(self, other: object) -> NoReturn:
        _refuse_sum("+")

    def __radd__(self, other: object) -> NoReturn:
        _refuse_sum("+")

    def __sub__(self, other: object) -> NoReturn:
        _refuse_sum("-")

    def __rsub__(self, other: object) -> NoReturn:
        _refuse_sum("-")

    @classmethod
    def from_yaw_pitch_roll(cls, yaw: float = 0.0, pitch: float = 0.0, roll: float = 0.0) -> Quaternion:
        """The orientation turned about y, then about its own x, then about its own z, in radians.

        Raises `ValueError` for NaN and infinity, `TypeError` for what is no number.

        >>> from ecsphys.space3d import Quaternion
        >>> eye = Quaternion.from_yaw_pitch_roll(yaw=0.5, pitch=-0.25)
        >>> round(eye.yaw, 9), round(eye.pitch, 9), round(eye.roll, 9)
        (0.5, -0.25, 0.0)
        """
        turned = from_axis_angle((0.0, 1.0, 0.0), finite(yaw, "yaw"))
        tilted = turned * from_axis_angle((1.0, 0.0, 0.0), finite(pitch, "pitch"))
        return tilted * from_axis_angle((0.0, 0.0, 1.0), finite(roll, "roll"))

    @classmethod
    def look_at(cls, direction: Triple, up: Triple = (0.0, 1.0, 0.0)) -> Quaternion:
        """The orientation of what looks (with its -z) along a direction, its y as near to `up` as possible.

        From an eye to a target that is `target - eye`. Straight along `up` it does not roll. Raises
        `ValueError` for vectors of zero, NaN and infinity, `TypeError` for what is no three numbers.

        >>> from ecsphys.space3d import Quaternion, Vec3
        >>> eye, target = Vec3(0, 2, 0), Vec3(5, 2, 0)
        >>> turn = Quaternion.look_at(target - eye)
        >>> [round(part, 9) + 0.0 for part in turn.rotate((0, 0, -1))]
        [1.0, 0.0, 0.0]
        """
        x, y, z = _unit(direction, "direction")
        yaw = atan2(-x, -z) if x or z else 0.0
        ahead = cls.from_yaw_pitch_roll(yaw, atan2(y, math.hypot(x, z)))
        sideways, upwards, _ = ahead.inverse.rotate(_unit(up, "up"))
        if math.hypot(sideways, upwards) < _PARALLEL:
            return ahead
        return ahead * from_axis_angle((0.0, 0.0, 1.0), atan2(-sideways, upwards))

    @property
    def inverse(self) -> Quaternion:
        """The rotation back.

        >>> from ecsphys.space3d import from_axis_angle
        >>> turn = from_axis_angle((0, 0, 1), 0.5)
        >>> (turn * turn.inverse).angle
        0.0
        """
        return Quaternion(self[0], -self[1], -self[2], -self[3])

    @property
    def angle(self) -> float:
        """The angle in radians of the shorter rotation to here, 0 ... pi.

        >>> from ecsphys.space3d import Quaternion
        >>> Quaternion(1, 0, 0, 0).angle
        0.0
        """
        return rotation_vector(self).length

    @property
    def axis(self) -> Vec3:
        """The unit vector about which `angle` turns, counter-clockwise seen from its tip.

        It is (0, 1, 0) for what is not turned.

        >>> from ecsphys.space3d import from_axis_angle
        >>> from_axis_angle((0, 0, 2), 0.5).axis
        Vec3(x=0.0, y=0.0, z=1.0)
        """
        turn = rotation_vector(self)
        return turn.normalized() if turn.length > 0.0 else Vec3(0.0, 1.0, 0.0)

    @property
    def yaw(self) -> float:
        """The angle about y, to the left seen from behind, in -pi ... pi.

        >>> from ecsphys.space3d import from_axis_angle
        >>> round(from_axis_angle((0, 1, 0), 2.5).yaw, 9)
        2.5
        """
        r = rotation_of(*self)
        if _is_steep(r):
            return atan2(-r.zx, r.xx)
        return atan2(r.xz, r.zz)

    @property
    def pitch(self) -> float:
        """The angle by which it looks up, in -pi/2 ... pi/2.

        >>> from ecsphys.space3d import from_axis_angle
        >>> round(from_axis_angle((1, 0, 0), -0.5).pitch, 9)
        -0.5
        """
        r = rotation_of(*self)
        return atan2(-r.yz, math.hypot(r.yx, r.yy))

    @property
    def roll(self) -> float:
        """The angle about the direction of its z, after `yaw` and `pitch`, in -pi ... pi.

        It is 0 for what looks straight up or down, where yaw and roll turn about the same axis.

        >>> from ecsphys.space3d import from_axis_angle
        >>> round(from_axis_angle((0, 0, 1), 0.5).roll, 9)
        0.5
        """
        r = rotation_of(*self)
        return 0.0 if _is_steep(r) else atan2(r.yx, r.yy)

    def rotate(self, vector: Triple) -> Vec3:
        """Turn a vector from the frame of what is so oriented into the one around it.

        >>> from ecsphys.space3d import Quaternion
        >>> Quaternion(0, 0, 1, 0).rotate((1, 2, 3))  # half a turn about y
        Vec3(x=-1.0, y=2.0, z=-3.0)
        """
        return rotate(rotation_of(*self), Vec3(*triple(vector)))

    def slerp(self, other: Quadruple, fraction: float) -> Quaternion:
        """The orientation at `fraction` of the shorter rotation to `other`, at constant speed.

        >>> from ecsphys.space3d import Quaternion, from_axis_angle
        >>> third = Quaternion(1, 0, 0, 0).slerp(from_axis_angle((0, 1, 0), 1.5), 1 / 3)
        >>> round(third.angle, 9), third.axis
        (0.5, Vec3(x=0.0, y=1.0, z=0.0))
        """
        return slerp(self, _operand(other, "slerp"), fraction)


def _operand(value: Any, what: str) -> Quaternion:
    """Return the other quaternion of an operation; `TypeError` for what is none."""
    try:
        return Quaternion(*value)
    except TypeError:
        raise TypeError(
            f"{what} of a Quaternion takes another one, (w, x, y, z), got {value!r}; "
            "q.rotate(v) turns a vector, from_axis_angle makes a part of a turn"
        ) from None


def _refuse_sum(operator: str) -> NoReturn:
    """Raise the `TypeError` for orientations that are added like numbers."""
    raise TypeError(
        f"the {operator} of a Quaternion is no orientation: a * b turns by b, then by a; "
        "a.inverse * b is what b is turned by in the frame of a; a.slerp(b, 0.5) is halfway"
    )


def _unit(value: Any, name: str) -> Vec3:
    """Return a vector other than zero as a unit vector."""
    try:
        x, y, z = value
    except (TypeError, ValueError):
        raise TypeError(f"{name} must be three numbers (x, y, z), got {value!r}") from None
    unit = Vec3(finite(x, f"{name}.x"), finite(y, f"{name}.y"), finite(z, f"{name}.z")).normalized()
    if unit == (0.0, 0.0, 0.0):
        raise ValueError(f"{name} must be a vector other than zero, got {value!r}")
    return unit


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


def _is_steep(r: Rotation) -> bool:
    """Whether what is turned so looks straight up or down: yaw and roll are about one axis."""
    return math.hypot(r.yx, r.yy) < _PARALLEL


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


def from_axis_angle(axis: Triple, angle: float) -> Quaternion:
    """Return the orientation turned by `angle` radians about an axis, counter-clockwise seen from its tip.

    The axis has any length but zero. Raises `ValueError` for the zero vector, NaN and infinity, `TypeError`
    for what is no three numbers. An angle beyond a turn that is a whole number gets a `PhysicsWarning`, as it
    may be in degrees.

    >>> import math
    >>> from ecsphys.space3d import from_axis_angle
    >>> turn = from_axis_angle((0, 2, 0), math.pi / 3)
    >>> round(turn.w, 9), round(turn.y, 9)  # cosine and sine of half the angle
    (0.866025404, 0.5)
    """
    unit = _unit(axis, "axis")
    half = 0.5 * finite(angle, "angle")
    warn_of_degrees("the angle of from_axis_angle", 2.0 * half)
    cosine, sine = cos_sin(half)
    return Quaternion(cosine, *(sine * unit))


def slerp(a: Quaternion, b: Quaternion, fraction: float) -> Quaternion:
    """Return the orientation at `fraction` of the shorter rotation from a to b, at constant speed.

    >>> [round(part, 3) for part in slerp(Quaternion(1, 0, 0, 0), Quaternion(0, 0, 1, 0), 1 / 3)]
    [0.866, 0.0, 0.5, 0.0]
    """
    cosine = math.fsum(p * q for p, q in zip(a, b, strict=True))
    sign = -1.0 if cosine < 0.0 else 1.0  # both signs of b are the same orientation
    gap = math.hypot(*(sign * q - p for p, q in zip(a, b, strict=True)))
    angle = 2.0 * atan2(gap, math.hypot(*(sign * q + p for p, q in zip(a, b, strict=True))))
    if angle < 1e-9:  # the same orientation, as far as numbers go
        return b if fraction >= 1.0 else a
    near, far, sine = (cos_sin(part * angle)[1] for part in (1.0 - fraction, fraction, 1.0))
    near, far = near / sine, sign * far / sine
    return Quaternion(*(near * p + far * q for p, q in zip(a, b, strict=True)))


def rotation_vector(q: Quaternion) -> Vec3:
    """Return the axis times the angle, from 0 to pi, of a unit quaternion: the inverse of `exponential`."""
    w, x, y, z = q if q.w >= 0.0 else (-part for part in q)
    sine = math.sqrt(x * x + y * y + z * z)
    factor = 2.0 * atan2(sine, w) / sine if sine > 1e-12 else 2.0
    return Vec3(factor * x, factor * y, factor * z)
