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
from ..collide.core import BOX, MESH, POINT, SEGMENT, Core
from ..collide.dispatch import cast_any
from ..collide.manifold import (
    FACE,
    NO_VECTOR,
    SIDE,
    Manifold,
    Spot,
    features_of,
    normal_of,
    spot1,
    spot2,
    spot3,
)
from ..math3d.quaternion import rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, length, negate, scale, subtract
from ..settings import StepContext3
from ..spatial.cuboid import Cuboid, cuboid_of
from ..world.falling import is_falling
from ..world.records import LOCK_X, LOCK_Y, LOCK_Z
from .manifold_rows import closing_velocity
from .scene import Scene3
from .speculative import is_left_to_sweep

MANY = 3  # directions of edges of a shape of which they are not known


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
    return is_plain(scene, contact) and is_falling(velocity, context)


@inlined
def is_plain(scene: Scene3, contact: Any) -> bool:
    """Whether two shapes would not bounce, and none is a character's."""
    bounces = scene.shapes[contact.a].restitution + scene.shapes[contact.b].restitution != 0.0
    return not (contact.has_character == 1 or bounces)


@kernel
def turning_reach(scene: Scene3, contact: Any, a: Core, b: Core, m: Manifold, context: StepContext3) -> float:
    """Return how much further to look for points of a manifold, onto which its shapes turn; 0: no further.

    What tips over a corner or an edge lands on the others: inside of the floor already, it would gain energy
    as it is pushed out.
    """
    # An edge that lies on triangles touches each of them at two points.
    is_narrow = m.count <= 2 or a.form == MESH or b.form == MESH
    if not is_narrow or m.count == 0 or a.form == POINT or b.form == POINT:
        return 0.0
    body_a, body_b = scene.bodies[scene.shapes[contact.a].body], scene.bodies[scene.shapes[contact.b].body]
    turn = scale(horizon_of(context), subtract(spin_of(body_b), spin_of(body_a)))
    arm = min(body_a.reach, body_b.reach)
    if arm == 0.0:  # of a plane
        arm = max(body_a.reach, body_b.reach)
    reach = 2.0 * length(turn) * arm
    if reach <= context.speculative or not is_plain(scene, contact):
        return 0.0
    return float(reach) if may_lie_down(a, b, m, turn, context.speculative) else 0.0


@kernel
def is_closed_by_turning(m: Manifold, body_a: Any, body_b: Any, context: StepContext3) -> bool:
    """Whether the coming step closes the gap of a point that is seen only for `turning_reach`."""
    return bool(
        is_closed(m, 1, spot1(m), body_a, body_b, context)
        | is_closed(m, 2, spot2(m), body_a, body_b, context)
        | is_closed(m, 3, spot3(m), body_a, body_b, context)
    )


@inlined
def spin_of(body: Any) -> Vec3:
    """Return the angular velocity of a body."""
    return Vec3(body.wx, body.wy, body.wz)


@inlined
def may_lie_down(a: Core, b: Core, m: Manifold, turn: Vec3, near: float) -> bool:
    """Whether two shapes come to touch in more points than now as B turns by a vector.

    As an edge lies down on a face from its corner, or a face from its edge. Edges that cross have one point.
    """
    of_a, of_b = features_of(m.id0)
    is_with_face = (of_a % 4 == FACE) | (of_a % 4 == SIDE) | (of_b % 4 == FACE) | (of_b % 4 == SIDE)
    if not is_with_face:
        return False
    n, wanted = normal_of(m), min(m.count, 2)
    return bool(count_level(b, n, turn, near) >= wanted and count_level(a, n, negate(turn), near) >= wanted)


@inlined
def count_level(core: Core, normal: Vec3, turn: Vec3, near: float) -> int:
    """Return how many directions of edges are at right angles to a normal at any time while a core turns."""
    n, half = rotate_back(core.rotation, normal), core.half
    change = cross(n, rotate_back(core.rotation, turn))
    if core.form == SEGMENT:
        return is_level(dot(n, half), dot(change, half), near)
    if core.form == BOX:
        return (
            is_level(n.x * half.x, change.x * half.x, near)
            + is_level(n.y * half.y, change.y * half.y, near)
            + is_level(n.z * half.z, change.z * half.z, near)
        )
    return MANY


@inlined
def is_level(rise: float, change: float, near: float) -> int:
    """Return 1 if the one end of an edge is no higher than the other, or will not be as that changes, else 0.

    `rise`: half of the difference; `near`: the difference that is none.
    """
    rise, change = 2.0 * abs(rise), (2.0 if rise > 0.0 else -2.0) * change
    return int(rise + min(change, 0.0) <= near)


@inlined
def is_closed(m: Manifold, k: int, s: Spot, body_a: Any, body_b: Any, context: StepContext3) -> bool:
    """Whether point k is further away than all contacts look, and the coming step closes its gap."""
    gap, n = s.separation, normal_of(m)
    pull = subtract(acceleration(body_a, context), acceleration(body_b, context))
    horizon = horizon_of(context)
    speed = dot(closing_velocity(body_a, body_b, s.point), n)
    way = horizon * (speed + 0.5 * (horizon + context.h) * dot(pull, n))
    return bool((k < m.count) & (gap > context.speculative) & (gap < way))


@kernel
def is_swept(scene: Scene3, contact: Any, m: Manifold, context: StepContext3) -> bool:
    """Whether the solver leaves a contact to a sweep. What falls must be faster for that."""
    a, b = scene.bodies[scene.shapes[contact.a].body], scene.bodies[scene.shapes[contact.b].body]
    if not is_left_to_sweep(a, b, m, constants.SWEEP_THRESHOLD, context):
        return False
    falls = lands(scene, contact, relative_velocity(a, b), context)
    return not falls or is_left_to_sweep(a, b, m, constants.FALL_THRESHOLD, context)
