"""The pose of an entity in space."""

from __future__ import annotations

from struct import Struct
from typing import Never

from ...ecs.binding import Component, UnownedRows
from ...ecs.fields import Field
from ...keywords import refuse_brackets, refuse_keywords
from ...limits import LARGEST
from ...math2d.check import number
from ..math3d import check
from ..math3d.pose import UPRIGHT, Pose3, PoseLike3, as_pose
from ..math3d.quaternion import Quadruple, Quaternion, Rotation, rotate, rotate_back, rotation_of, slerp
from ..math3d.vec3 import Triple, Vec3
from ..world.bodies import BODY_FIELDS3, POSE3, POSE_WORDS, POSES3, PREVIOUS3, Bodies3
from ..world.records import BODY3
from .checks import any_triple

_TURN = POSE3 + 3
_END = POSE3 + POSE_WORDS
_SQUARE = LARGEST * LARGEST
_pose_into = Struct("=14d").pack_into


def _coordinate(name: str) -> Field[float, float]:
    """Return a field that is one word of the position."""
    word = BODY_FIELDS3[name]

    def get(self: Transform3D) -> float:
        return self._rows.reals[self._at + word]

    def put(self: Transform3D, value: float) -> None:
        self._rows.reals[self._at + word] = value if type(value) is float else number(value, name)
        self._teleport()

    return Field(get, put, doc=f"Position along {name}.")


class Transform3D(Component, record=BODY3, span=POSES3):
    """Position in the game's unit, y up, and orientation as a unit quaternion (w, x, y, z).

    `orientation` of any length but zero is made a unit quaternion (`from_axis_angle` makes one of an axis and
    an angle). Assigning is a teleport: the body does not sweep there, and wakes bodies that it touches.
    Raises `ValueError` for NaN, infinity and the zero quaternion, `TypeError` for what is no number.

    >>> import math
    >>> from ecsphys.space3d import Transform3D, from_axis_angle
    >>> place = Transform3D(3, 4, 0)
    >>> place.orientation = from_axis_angle((0, 1, 0), math.pi)
    >>> place.position, [round(part, 9) for part in place.orientation]
    (Vec3(x=3.0, y=4.0, z=0.0), [0.0, 0.0, 1.0, 0.0])
    """

    __slots__ = ()

    _rows: Bodies3 | UnownedRows

    def __init__(
        self,
        x: float = 0.0,
        y: float = 0.0,
        z: float = 0.0,
        orientation: Quadruple = UPRIGHT,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        place = x, y, z
        if not (type(x) is type(y) is type(z) is float and x * x + y * y + z * z <= _SQUARE):
            refuse_brackets(x, "Transform3D")
            place = check.point(place, "Transform3D")
        turn = UPRIGHT if orientation is UPRIGHT else check.orientation(orientation, "orientation")
        rows, at = self._staging.place()
        _pose_into(rows.bytes, 8 * (at + PREVIOUS3), *place, *turn, *place, *turn)
        self._rows, self._at = rows, at

    x: Field[float, float] = _coordinate("x")
    y: Field[float, float] = _coordinate("y")
    z: Field[float, float] = _coordinate("z")

    @property
    def position(self) -> Vec3:
        """The entity's origin in the world."""
        return Vec3(*self._rows.reals[self._at + POSE3 : self._at + _TURN])

    @position.setter
    def position(self, value: Triple) -> None:
        reals, at = self._rows.reals, self._at + POSE3
        reals[at], reals[at + 1], reals[at + 2] = any_triple(value, "position")
        self._teleport()

    @property
    def orientation(self) -> Quaternion:
        """The entity's orientation, a unit quaternion (w, x, y, z)."""
        return Quaternion(*self._rows.reals[self._at + _TURN : self._at + _END])

    @orientation.setter
    def orientation(self, value: Quadruple) -> None:
        self._turn(check.orientation(value, "orientation"))
        self._teleport()

    @property
    def pose(self) -> Pose3:
        """Position and orientation; a mere position, three numbers, leaves the orientation as it is.

        >>> from ecsphys.space3d import Transform3D
        >>> place = Transform3D()
        >>> place.pose = (1, 2, 3)
        >>> place.pose = (4, 5, 6), (0, 0, 2, 0)  # scaled to length 1
        >>> place.pose
        Pose3(position=Vec3(x=4.0, y=5.0, z=6.0), orientation=Quaternion(w=0.0, x=0.0, y=1.0, z=0.0))
        """
        return Pose3(self.position, self.orientation)

    @pose.setter
    def pose(self, value: PoseLike3) -> None:
        position, orientation = as_pose(value)
        if hasattr(value, "pose") or len(value) != 3:  # else it is a mere position
            self._turn(orientation)
        self.position = position

    @property
    def interpolated(self) -> Pose3:
        """The pose between the last two fixed steps, by the clock's `alpha`, for drawing.

        >>> import esper
        >>> from ecsphys import space3d as s3
        >>> esper.add_processor(s3.Physics3D(step=0.25))
        >>> place = s3.Transform3D()
        >>> ball = esper.create_entity(place, s3.Body3D(velocity=(4, 0, 0)), s3.Collider3D(s3.Sphere(1)))
        >>> esper.process(0.375)  # a step and a half
        >>> place.x, place.interpolated.position.x
        (1.0, 0.5)
        """
        old = self._rows.reals[self._at + PREVIOUS3 : self._at + PREVIOUS3 + POSE_WORDS]
        alpha = self._rows.alpha
        turn = slerp(Quaternion(*old[3:]), self.orientation, alpha)
        return Pose3(Vec3(*old[:3]).lerp(self.position, alpha), turn)

    def local_to_world(self, p: Triple) -> Vec3:
        """A point given in this entity's frame, in world coordinates.

        >>> import math
        >>> from ecsphys.space3d import Transform3D, from_axis_angle
        >>> ship = Transform3D(10, 0, 0, from_axis_angle((0, 1, 0), math.pi / 2))
        >>> nose = ship.local_to_world((0, 3, -2))
        >>> [round(part, 9) for part in nose]  # a quarter turn to the left
        [8.0, 3.0, -0.0]
        """
        return self.position + rotate(self._rotation(), check.point(p, "p"))

    def world_to_local(self, p: Triple) -> Vec3:
        """A point given in world coordinates, in this entity's frame.

        >>> from ecsphys.space3d import Transform3D
        >>> Transform3D(10, 0, 0, (0, 0, 1, 0)).world_to_local((12, 1, 0))  # half a turn about y
        Vec3(x=-2.0, y=1.0, z=0.0)
        """
        return rotate_back(self._rotation(), check.point(p, "p") - self.position)

    def _rotation(self) -> Rotation:
        return rotation_of(*self.orientation)

    def _turn(self, orientation: Quaternion) -> None:
        for word, value in enumerate(orientation, self._at + _TURN):
            self._rows.reals[word] = value

    def _teleport(self) -> None:
        """Note that the pose was set; nothing interpolates across that."""
        reals, at = self._rows.reals, self._at
        for word in range(POSE_WORDS):
            reals[at + PREVIOUS3 + word] = reals[at + POSE3 + word]
        self._rows.teleported.append(at // Bodies3.width)

    def __repr__(self) -> str:
        turn = "" if self.orientation == UPRIGHT else f", orientation={tuple(self.orientation)!r}"
        return f"Transform3D(x={self.x!r}, y={self.y!r}, z={self.z!r}{turn})"
