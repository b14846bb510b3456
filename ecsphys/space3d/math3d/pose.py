"""Poses of space: a position and an orientation."""

from __future__ import annotations

from typing import Any, NamedTuple, Protocol, TypeAlias

from ...math2d.pose import Pose
from . import check
from .quaternion import Quadruple, Quaternion, rotate, rotation_of
from .vec3 import Triple, Vec3

UPRIGHT = Quaternion(1.0, 0.0, 0.0, 0.0)  # not turned


class Pose3(NamedTuple):
    """A position, and an orientation as a unit quaternion (w, x, y, z).

    >>> from ecsphys.space3d import Pose3, Sphere
    >>> pose = Pose3((0, 2, 0))  # not turned
    >>> pose.orientation
    Quaternion(w=1.0, x=0.0, y=0.0, z=0.0)
    >>> Sphere(1).bounds(pose).center
    Vec3(x=0.0, y=2.0, z=0.0)
    """

    position: Triple
    orientation: Quadruple = UPRIGHT


class HasPose3(Protocol):
    """An object with a pose, such as a `Transform3D`."""

    @property
    def pose(self) -> Pose3:
        """Position and orientation."""
        ...


PoseLike3: TypeAlias = "Pose3 | Triple | tuple[Triple, Quadruple] | HasPose3"


def as_pose(value: PoseLike3, name: str = "pose") -> tuple[Vec3, Quaternion]:
    """Return position and unit quaternion of a pose, of a mere position, or of an object with a `.pose`.

    Raises `TypeError` for any other value, and `ValueError` for NaN, infinity and the zero quaternion.
    A quaternion of another length than 1 is normalized.
    """
    given: Any = value if isinstance(value, tuple) else getattr(value, "pose", value)
    if isinstance(given, Pose):
        raise TypeError(f"{name} must be a pose in space, got one of the plane: {value!r}")
    try:
        position, orientation = given if len(given) == 2 else (given, UPRIGHT)
        if len(position) != 3 or len(orientation) != 4:
            raise TypeError
    except (TypeError, ValueError):
        raise TypeError(
            f"{name} must be a Pose3(position, orientation) or a position (x, y, z), or have a .pose, "
            f"got {value!r}"
        ) from None
    return check.point(position, f"{name}.position"), check.orientation(orientation, f"{name}.orientation")


def transform_point(position: Vec3, orientation: Quaternion, point: Triple) -> Vec3:
    """Transform a point from the frame of a pose into the one around it."""
    return position + rotate(rotation_of(*orientation), Vec3(*point))
