"""Contacts of what falls and is still apart: the touch to which the coming step leads.

As in the plane (`ecsphys.contacts.prediction`): what falls would be inside of what it falls on before they
have a manifold, and gain energy as it is pushed out again. Here bodies turn no further on their way.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import constants
from ...compile import inlined, kernel
from ...contacts.prediction import horizon_of
from ...world.bodies import DYNAMIC
from ..collide.core import Core
from ..collide.dispatch import cast_any
from ..collide.manifold import NO_VECTOR, Manifold, normal_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, dot, length, scale, subtract
from ..settings import StepContext3
from ..spatial.cuboid import Cuboid, cuboid_of
from ..world.falling import is_falling
from ..world.records import LOCK_X, LOCK_Y, LOCK_Z
from .scene import Scene3
from .speculative import is_left_to_sweep


class Fall(NamedTuple):
    """The way of shape B, seen from A, to their touch in the coming step; `found` 0 if they do not touch."""

    found: int
    way: Vec3


@inlined
def relative_velocity(body_a: Any, body_b: Any) -> Vec3:
    """Return the velocity of B's centre of mass relative to A's."""
    return Vec3(body_b.vx - body_a.vx, body_b.vy - body_a.vy, body_b.vz - body_a.vz)


@inlined
def reach_of(velocity: Vec3, context: StepContext3) -> float:
    """Return how far two bodies may come nearer in the coming step, less the overlap that is left alone."""
    return horizon_of(context) * length(velocity) - context.slop


@inlined
def moved_box(scene: Scene3, shape: int, way: Vec3) -> Cuboid:
    """Return the box in the world around a shape here and at the end of a way."""
    box = cuboid_of(scene.tight, shape)
    return Cuboid(
        box.lx + min(way.x, 0.0),
        box.ly + min(way.y, 0.0),
        box.lz + min(way.z, 0.0),
        box.ux + max(way.x, 0.0),
        box.uy + max(way.y, 0.0),
        box.uz + max(way.z, 0.0),
    )


@inlined
def acceleration(body: Any, context: StepContext3) -> Vec3:
    """Return the acceleration of a body by gravity and forces."""
    if body.kind != DYNAMIC or body.awake == 0:
        return NO_VECTOR
    x = context.gravity_x * body.gravity_scale + body.force_x * body.inverse_mass
    y = context.gravity_y * body.gravity_scale + body.force_y * body.inverse_mass
    z = context.gravity_z * body.gravity_scale + body.force_z * body.inverse_mass
    return Vec3(
        0.0 if body.locks & LOCK_X else x,
        0.0 if body.locks & LOCK_Y else y,
        0.0 if body.locks & LOCK_Z else z,
    )


@inlined
def moved(core: Core, way: Vec3) -> Core:
    """Return a core that has moved."""
    return Core(core.form, core.span, core.radius, core.half, add(core.center, way), core.rotation)


@kernel
def find_fall(scene: Scene3, a: Core, b: Core, body_a: Any, body_b: Any, context: StepContext3) -> Fall:
    """Return the way to the touch to which velocities, gravity and forces lead two bodies in this step."""
    horizon = horizon_of(context)
    pull = subtract(acceleration(body_b, context), acceleration(body_a, context))
    mean = add_scaled(relative_velocity(body_a, body_b), 0.5 * (horizon + context.h), pull)
    way = scale(horizon, mean)
    hit = cast_any(scene.solids, b, way, a)
    return Fall(hit.found, scale(hit.fraction, way))


@kernel
def shift_to_start(m: Manifold, way: Vec3, body_a: Any, body_b: Any) -> Manifold:
    """Shift a manifold, found after B moved by `way`, to the poses of now.

    Its points move with the body that is easier to push, so that the impulse has the lever that it has at the
    touch.
    """
    total = body_a.inverse_mass + body_b.inverse_mass
    share = body_b.inverse_mass / total if total > 0.0 else 0.5
    back, gap = scale(-share, way), -dot(way, normal_of(m))
    return Manifold(
        m.count,
        m.nx,
        m.ny,
        m.nz,
        m.x0 + back.x,
        m.y0 + back.y,
        m.z0 + back.z,
        m.separation0 + gap,
        m.id0,
        m.x1 + back.x,
        m.y1 + back.y,
        m.z1 + back.z,
        m.separation1 + gap,
        m.id1,
        m.x2 + back.x,
        m.y2 + back.y,
        m.z2 + back.z,
        m.separation2 + gap,
        m.id2,
        m.x3 + back.x,
        m.y3 + back.y,
        m.z3 + back.z,
        m.separation3 + gap,
        m.id3,
    )


@inlined
def lands(scene: Scene3, contact: Any, velocity: Vec3, context: StepContext3) -> bool:
    """Whether one of two shapes falls, and would not bounce."""
    bounces = scene.shapes[contact.a].restitution + scene.shapes[contact.b].restitution != 0.0
    return not (contact.has_character == 1 or bounces) and is_falling(velocity, context)


@kernel
def is_swept(scene: Scene3, contact: Any, m: Manifold, context: StepContext3) -> bool:
    """Whether the solver leaves a contact to a sweep. What falls must be faster for that."""
    a, b = scene.bodies[scene.shapes[contact.a].body], scene.bodies[scene.shapes[contact.b].body]
    if not is_left_to_sweep(a, b, m, constants.SWEEP_THRESHOLD, context):
        return False
    falls = lands(scene, contact, relative_velocity(a, b), context)
    return not falls or is_left_to_sweep(a, b, m, constants.FALL_THRESHOLD, context)
