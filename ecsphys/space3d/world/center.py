"""The pose of a body in kernels: orientation, centre of mass, and how they are written back."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ..math3d.quaternion import Quaternion, Rotation, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, subtract


@inlined
def orientation_of(body: Any) -> Quaternion:
    """Return a body's orientation."""
    return Quaternion(body.qw, body.qx, body.qy, body.qz)


@inlined
def body_rotation(body: Any) -> Rotation:
    """Return the matrix of a body's orientation."""
    return rotation_of(body.qw, body.qx, body.qy, body.qz)


@inlined
def previous_rotation(body: Any) -> Rotation:
    """Return the matrix of a body's orientation before the step."""
    return rotation_of(body.previous_qw, body.previous_qx, body.previous_qy, body.previous_qz)


@inlined
def center_of(body: Any) -> Vec3:
    """Return a body's centre of mass, relative to its origin in the world's axes."""
    if body.center_x == 0.0 and body.center_y == 0.0 and body.center_z == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    return rotate(body_rotation(body), Vec3(body.center_x, body.center_y, body.center_z))


@inlined
def save_pose(body: Any) -> None:
    """Make a body's pose the one before the step."""
    body.previous_x, body.previous_y, body.previous_z = body.x, body.y, body.z
    body.previous_qw, body.previous_qx = body.qw, body.qx
    body.previous_qy, body.previous_qz = body.qy, body.qz


@inlined
def set_orientation(body: Any, q: Quaternion) -> None:
    """Set a body's orientation."""
    body.qw, body.qx, body.qy, body.qz = q.w, q.x, q.y, q.z


@inlined
def has_not_moved(body: Any) -> bool:
    """Whether a body has the pose that it had before the step."""
    return bool(
        (body.x == body.previous_x)
        & (body.y == body.previous_y)
        & (body.z == body.previous_z)
        & (body.qw == body.previous_qw)
        & (body.qx == body.previous_qx)
        & (body.qy == body.previous_qy)
        & (body.qz == body.previous_qz)
    )


@inlined
def place_of(body: Any) -> Vec3:
    """Return the origin of a body."""
    return Vec3(body.x, body.y, body.z)


@kernel
def way_of(body: Any) -> Vec3:
    """Return the way of a body's centre of mass through the step."""
    if body.awake == 0:
        return Vec3(0.0, 0.0, 0.0)
    before = rotate(previous_rotation(body), Vec3(body.center_x, body.center_y, body.center_z))
    start = add(Vec3(body.previous_x, body.previous_y, body.previous_z), before)
    return subtract(add(place_of(body), center_of(body)), start)
