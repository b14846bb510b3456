"""Forces of characters on dynamic bodies: pushes on what is in the way, and weight on the floor.

They act in the next step, spread over its sub-steps like gravity, so that friction of the pushed body counts.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows
from ...character.push import DEFAULT_STRENGTH, effective_mass
from ...character.records import NONE
from ...compile import kernel
from ...world.bodies import DYNAMIC
from ...world.waking import wake_island
from ..math3d.quaternion import rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, scale, subtract
from ..settings import StepContext3
from .neighbours import Neighbours3
from .sweep import Touch


@kernel
def max_push(c: Any, context: StepContext3) -> float:
    """Return the largest force on what a character pushes: its strength, or by default by its mass."""
    if math.isinf(c.strength):
        return DEFAULT_STRENGTH * context.slop * effective_mass(c)
    return float(c.strength)


@kernel
def arm_of(other: Any, body: Any, point: Vec3) -> Vec3:
    """Return the way from a body's centre of mass to a point relative to the character's origin."""
    r = rotation_of(other.qw, other.qx, other.qy, other.qz)
    center = rotate(r, Vec3(other.center_x, other.center_y, other.center_z))
    place = Vec3(body.x + point.x - other.x, body.y + point.y - other.y, body.z + point.z - other.z)
    return subtract(place, center)


@kernel
def add_force(other: Any, force: Vec3, arm: Vec3) -> None:
    """Add a force at an arm from the centre of mass to what acts on a body in the next step."""
    torque = cross(arm, force)
    other.force_x += force.x
    other.force_y += force.y
    other.force_z += force.z
    other.torque_x += torque.x
    other.torque_y += torque.y
    other.torque_z += torque.z


@kernel
def push_body(neighbours: Neighbours3, c: Any, body: Any, touch: Touch, v: Vec3, dt: float) -> None:
    """Push a dynamic body against its surface normal, up to the character's velocity `v`.

    Through its centre of mass: so things slide ahead of a character rather than tip over.
    """
    other = neighbours.bodies[touch.row]
    if other.kind != DYNAMIC or other.inverse_mass == 0.0:
        return
    n = touch.normal
    wanted = -dot(v, n)
    pending = -(other.force_x * n.x + other.force_y * n.y + other.force_z * n.z) * other.inverse_mass * dt
    missing = wanted + (other.vx * n.x + other.vy * n.y + other.vz * n.z) - max(pending, 0.0)
    if missing <= 0.0:
        return
    force = min(missing / (other.inverse_mass * dt), c.max_push)
    c.woken += wake_island(neighbours.bodies, touch.row)
    add_force(other, scale(-force, n), Vec3(0.0, 0.0, 0.0))


@kernel
def apply_weight(bodies: BodyRows, c: Any, body: Any, gravity: float) -> None:
    """Apply the character's weight to the dynamic body that it stands on.

    What sleeps under the same load at the same place sleeps on.
    """
    if c.on_floor == 0 or c.floor_body == NONE or bodies[c.floor_body].kind != DYNAMIC:
        if c.load_entity > 0 and bodies[c.load_body].entity == c.load_entity:
            c.woken += wake_island(bodies, c.load_body)
        c.load_entity = 0
        return
    other = bodies[c.floor_body]
    load = -effective_mass(c) * gravity
    arm = arm_of(other, body, Vec3(c.foot_x, c.foot_y, c.foot_z))
    same = abs(arm.x - c.load_x) + abs(arm.z - c.load_z) <= body.skin and c.load_y == load
    if c.load_entity == other.entity and other.awake == 0 and same:
        return
    c.load_entity = other.entity
    c.load_body = c.floor_body
    c.load_x, c.load_y, c.load_z = arm.x, load, arm.z
    c.woken += wake_island(bodies, c.floor_body)
    add_force(other, Vec3(0.0, load, 0.0), arm)
