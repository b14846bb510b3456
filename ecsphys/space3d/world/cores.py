"""The core of a row of SHAPE3 at the pose of its body, as `collide` takes it."""

from __future__ import annotations

from typing import Any

from ...arrays import BodyRows, ShapeRows, wide
from ...compile import inlined
from ..collide.core import Core
from ..math3d.quaternion import Quaternion, Rotation, multiply, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add

IDENTITY = Rotation(1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0)


@inlined
def core_at(shape: Any, position: Vec3, q: Quaternion) -> Core:
    """Return the core of a shape whose body is at a pose; an upright shape does not turn with it."""
    form, span, radius = wide(shape.form), wide(shape.span), shape.radius
    half = Vec3(shape.half_x, shape.half_y, shape.half_z)
    offset = Vec3(shape.offset_x, shape.offset_y, shape.offset_z)
    if shape.upright == 1:
        return Core(form, span, radius, half, add(position, offset), IDENTITY)
    r = rotation_of(q.w, q.x, q.y, q.z)
    center = add(position, rotate(r, offset))
    if shape.offset_qw != 1.0:
        own = Quaternion(shape.offset_qw, shape.offset_qx, shape.offset_qy, shape.offset_qz)
        whole = multiply(q, own)
        r = rotation_of(whole.w, whole.x, whole.y, whole.z)
    return Core(form, span, radius, half, center, r)


@inlined
def shape_core(shape: Any, body: Any, position: Vec3) -> Core:
    """Return the core of a shape at its body's orientation; `position` is the body's, from any origin."""
    return core_at(shape, position, Quaternion(body.qw, body.qx, body.qy, body.qz))


@inlined
def cores_of(bodies: BodyRows, shapes: ShapeRows, a: int, b: int) -> tuple[Core, Core]:
    """Return the cores of two shapes relative to body A's origin."""
    body_a, body_b = bodies[shapes[a].body], bodies[shapes[b].body]
    away = Vec3(body_b.x - body_a.x, body_b.y - body_a.y, body_b.z - body_a.z)
    return shape_core(shapes[a], body_a, Vec3(0.0, 0.0, 0.0)), shape_core(shapes[b], body_b, away)
