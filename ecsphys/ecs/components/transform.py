"""The pose of an entity."""

from __future__ import annotations

import math
from struct import Struct
from typing import Never

from ...keywords import refuse_brackets, refuse_keywords
from ...limits import LARGEST
from ...math2d.check import number, pair, point
from ...math2d.elementary import cos_sin
from ...math2d.pose import Pose, PoseLike, as_pose
from ...math2d.vec2 import Pair, Vec2, new_tuple
from ...user_warnings import warn_user
from ...world.bodies import BODY, BODY_FIELDS, POSE, POSES, PREVIOUS, WIDTH, Bodies
from ..binding import Component, UnownedRows
from ..fields import Field

_X, _Y, _ANGLE = range(POSE, POSE + 3)
_OLD_X, _OLD_Y, _OLD_ANGLE = range(PREVIOUS, PREVIOUS + 3)
_SQUARE = LARGEST * LARGEST
_MANY_TURNS = 4.0 * math.pi
_POSE_BYTES = 8 * POSE
_pose_in = Struct("=3d").unpack_from
_NEW_BYTES = 8 * POSES[0]
_poses_into = Struct("=6d").pack_into


def _coordinate(name: str, doc: str) -> Field[float, float]:
    """Return a field that is one word of the pose."""
    word = BODY_FIELDS[name]

    def get(self: Transform) -> float:
        return self._rows.reals[self._at + word]

    def put(self: Transform, value: float) -> None:
        rows, at = self._rows, self._at
        rows.reals[at + word] = value if type(value) is float else number(value, name)
        rows.mark_teleported(at)

    return Field(get, put, doc=doc)


def _checked(x: float, y: float, angle: float) -> tuple[float, float, float]:
    """Return what a Transform is made of, checked; warn of an angle that may be in degrees."""
    refuse_brackets(x, "Transform")
    x, y, angle = as_pose((x, y, angle), "Transform")
    if not -_MANY_TURNS <= angle <= _MANY_TURNS and angle.is_integer():  # others are those of what has turned
        warn_user(
            "Transform: the angle is in radians, and this one is more than two turns; for degrees use "
            "math.radians, or assign to transform.degrees (math.remainder(angle, math.tau) unwinds turns)"
        )
    return x, y, angle


class Transform(Component, record=BODY, span=POSES):
    """Position in the game's unit and angle in radians, counter-clockwise and not wrapped.

    `Transform(x, y, math.radians(90))` takes degrees, `.degrees` reads and sets them; a whole number
    beyond two turns gets a `PhysicsWarning`, as it may be in degrees. Assigning is a teleport: the body does
    not sweep there, and wakes bodies that it touches.

    Raises `TypeError` for what is no number, `ValueError` for NaN and for numbers out of range
    (`ecsphys.limits`).

    >>> import math
    >>> from ecsphys import Transform
    >>> place = Transform(3, 4, math.radians(90))
    >>> place.degrees, place.position
    (90.0, Vec2(x=3.0, y=4.0))
    >>> place.position += (10, 0)
    >>> place.x
    13.0
    """

    __slots__ = ()

    _rows: Bodies | UnownedRows

    def __init__(self, x: float = 0.0, y: float = 0.0, angle: float = 0.0, **unknown: Never):
        if unknown:
            refuse_keywords(self, unknown)
        if not (
            type(x) is type(y) is type(angle) is float
            and x * x + y * y <= _SQUARE
            and -_MANY_TURNS <= angle <= _MANY_TURNS
        ):
            x, y, angle = _checked(x, y, angle)
        rows = _Staging.latest
        at = next(rows.offsets, None)
        if at is None:
            rows, at = _Staging.place()
        _poses_into(rows.bytes, 8 * at + _NEW_BYTES, x, y, angle, x, y, angle)
        self._rows, self._at = rows, at

    x: Field[float, float] = _coordinate("x", "Position along x.")
    y: Field[float, float] = _coordinate("y", "Position along y.")
    angle: Field[float, float] = _coordinate("angle", "Radians, counter-clockwise, not wrapped.")

    @property
    def degrees(self) -> float:
        """The angle in degrees, counter-clockwise."""
        return math.degrees(self.angle)

    @degrees.setter
    def degrees(self, value: float) -> None:
        self.angle = math.radians(number(value, "degrees"))

    @property
    def position(self) -> Vec2:
        """The entity's origin in the world."""
        reals, at = self._rows.reals, self._at
        return new_tuple(Vec2, (reals[at + _X], reals[at + _Y]))

    @position.setter
    def position(self, value: Pair) -> None:
        x, y = pair(value, "position")
        rows, at = self._rows, self._at
        reals = rows.reals
        reals[at + _X] = reals[at + _OLD_X] = x
        reals[at + _Y] = reals[at + _OLD_Y] = y
        reals[at + _OLD_ANGLE] = reals[at + _ANGLE]
        rows.teleported.append(at // WIDTH)  # as `mark_teleported`, without its call

    @property
    def pose(self) -> Pose:
        """`(x, y, angle)`; a pair assigned is a position and leaves the angle as it is."""
        return new_tuple(Pose, _pose_in(self._rows.bytes, 8 * self._at + _POSE_BYTES))

    @pose.setter
    def pose(self, value: PoseLike) -> None:
        x, y, angle = as_pose(value, "pose", self.angle)
        reals, at = self._rows.reals, self._at
        reals[at + _X] = x
        reals[at + _Y] = y
        reals[at + _ANGLE] = angle
        self._rows.mark_teleported(at)

    @property
    def interpolated(self) -> Pose:
        """The pose between the last two fixed steps, by the clock's `alpha`, for drawing.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> esper.add_processor(Physics())
        >>> place = Transform()
        >>> ship = esper.create_entity(place, RigidBody(velocity=(60, 0)))
        >>> esper.process(1.5 / 60)  # one step, and half a step left over
        >>> round(place.x, 6), round(place.interpolated.x, 6)
        (1.0, 0.5)
        """
        reals, at = self._rows.reals, self._at
        alpha = self._rows.alpha
        x, y, angle = reals[at + _OLD_X], reals[at + _OLD_Y], reals[at + _OLD_ANGLE]
        return Pose(
            x + alpha * (reals[at + _X] - x),
            y + alpha * (reals[at + _Y] - y),
            angle + alpha * (reals[at + _ANGLE] - angle),
        )

    def local_to_world(self, p: Pair) -> Vec2:
        """A point given in this entity's frame, in world coordinates.

        >>> import math
        >>> from ecsphys import Transform
        >>> Transform(10, 0, math.radians(90)).local_to_world((2, 0))
        Vec2(x=10.0, y=2.0)
        """
        x, y = point(p, "p")
        c, s = cos_sin(self.angle)
        return Vec2(self.x + c * x - s * y, self.y + s * x + c * y)

    def world_to_local(self, p: Pair) -> Vec2:
        """A point given in world coordinates, in this entity's frame.

        >>> from ecsphys import Transform
        >>> Transform(10, 5).world_to_local((12, 6))
        Vec2(x=2.0, y=1.0)
        """
        x, y = point(p, "p")
        x, y = x - self.x, y - self.y
        c, s = cos_sin(self.angle)
        return Vec2(c * x + s * y, c * y - s * x)

    def __repr__(self) -> str:
        return f"Transform(x={self.x!r}, y={self.y!r}, angle={self.angle!r})"


_Staging = Transform._staging
