"""Integrate velocities and positions, of movers between passes and of bodies without constraints.

Semi-implicit Euler, with the damping implicit: stable however strong it is.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import BodyRows, Ints, MoverRows
from ...compile import inlined, kernel
from ...limits import SPIN
from ...world.bodies import DYNAMIC, FORCED, PUT_ASIDE
from ..math3d.quaternion import Quaternion, Rotation, multiply, normalize, rotate
from ..math3d.symmetric import (
    ZERO,
    Symmetric,
    apply,
    inertia_of,
    inverse_inertia_of,
    is_isotropic,
    turned,
    without_axis,
)
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, scale, subtract
from ..settings import StepContext3
from ..world.center import body_rotation, center_of, orientation_of, save_pose, set_orientation
from ..world.records import LOCK_TURN_X, LOCK_TURN_Y, LOCK_TURN_Z, LOCK_X, LOCK_Y, LOCK_Z
from .masses import inverse_inertia
from .records import GYROSCOPIC, STATIC_MOVER, STEADY
from .rotation import (
    Spin,
    inertia_at_start,
    inverse_at_start,
    matrix_of,
    set_inverse,
    turn_freely,
    turn_inverse,
    turn_steadily,
)
from .workspace import WorldRows3

NO_TURN = Quaternion(1.0, 0.0, 0.0, 0.0)
NOTHING = Vec3(0.0, 0.0, 0.0)
TURN_LOCKS = LOCK_TURN_X | LOCK_TURN_Y | LOCK_TURN_Z


class BodyForces(NamedTuple):
    """A body's velocity, inverse masses and inertia at the start of a step, and what each sub-step adds to
    velocity (`a`) and angular momentum (`l`) before both are multiplied with the dampings.
    """

    v: Vec3
    w: Vec3
    m: Vec3
    inertia: Symmetric
    inverse: Symmetric
    a: Vec3
    l: Vec3  # the legend's name
    damping: float
    spin_damping: float
    spinning: int


class Motion(NamedTuple):
    """Displacement of the centre of mass and rotation in a step, and the velocities at its end."""

    d: Vec3
    q: Quaternion
    v: Vec3
    w: Vec3


NO_FORCES = BodyForces(NOTHING, NOTHING, NOTHING, ZERO, ZERO, NOTHING, NOTHING, 1.0, 1.0, STEADY)


@inlined
def unlocked(v: Vec3, locks: int) -> Vec3:
    """Return a vector without its parts along the locked axes."""
    x = 0.0 if locks & LOCK_X else v.x
    y = 0.0 if locks & LOCK_Y else v.y
    return Vec3(x, y, 0.0 if locks & LOCK_Z else v.z)


@inlined
def unlocked_inverse(inverse: Symmetric, locks: int) -> Symmetric:
    """Return the inverse inertia of a body that cannot turn about the locked axes of the world."""
    if locks & TURN_LOCKS == TURN_LOCKS:
        return ZERO
    if locks & LOCK_TURN_X:
        inverse = without_axis(inverse, Vec3(1.0, 0.0, 0.0))
    if locks & LOCK_TURN_Y:
        inverse = without_axis(inverse, Vec3(0.0, 1.0, 0.0))
    if locks & LOCK_TURN_Z:
        inverse = without_axis(inverse, Vec3(0.0, 0.0, 1.0))
    return inverse


@inlined
def spins_steadily(inertia: Symmetric, inverse: Symmetric, locks: int) -> bool:
    """Whether a body's spin does not change by itself."""
    can_turn = inverse.xx + inverse.yy + inverse.zz > 0.0
    return bool(is_isotropic(inertia) | (locks & TURN_LOCKS != 0) | (not can_turn))


@inlined
def largest(v: Vec3) -> float:
    """Return the largest component of a vector, by its size."""
    return max(abs(v.x), max(abs(v.y), abs(v.z)))


@inlined
def moved_by_itself(body: Any, context: StepContext3) -> BodyForces:
    """Return the velocities of a body that nothing pushes: kinematic, a character, or put aside."""
    if body.skin > 0.0:  # to the solver it moves with its floor; its own system moves it later
        m = body.inverse_mass
        v = Vec3(body.carried_vx, body.carried_vy, body.carried_vz)
        return BodyForces(v, NOTHING, Vec3(m, m, m), ZERO, ZERO, NOTHING, NOTHING, 1.0, 1.0, STEADY)
    share = 1.0
    if 0.0 < body.target_time < context.dt:  # its move_to() ends within the step
        share = body.target_time / context.dt
    v = scale(share, Vec3(body.vx, body.vy, body.vz))
    w = scale(share, Vec3(body.wx, body.wy, body.wz))
    return BodyForces(v, w, NOTHING, ZERO, ZERO, NOTHING, NOTHING, 1.0, 1.0, STEADY)


@inlined
def body_forces(body: Any, context: StepContext3) -> BodyForces:
    """Return velocities, inverse masses and forces of a body in this step."""
    if body.kind != DYNAMIC or body.lost == PUT_ASIDE or body.skin > 0.0:
        return moved_by_itself(body, context)
    h, m, locks, r = context.h, body.inverse_mass, body.locks, body_rotation(body)
    g = body.gravity_scale
    gravity = Vec3(g * context.gravity_x, g * context.gravity_y, g * context.gravity_z)
    force = Vec3(body.force_x, body.force_y, body.force_z)
    a = unlocked(scale(h, add_scaled(gravity, m, force)), locks)
    v = unlocked(Vec3(body.vx, body.vy, body.vz), locks)
    w = unlocked(Vec3(body.wx, body.wy, body.wz), locks >> 3)
    own = inertia_of(body)
    inertia = turned(own, r)
    inverse = unlocked_inverse(turned(inverse_inertia_of(body), r), locks)
    l = scale(h, Vec3(body.torque_x, body.torque_y, body.torque_z))
    n, top = context.substeps, context.top_speed
    if not (  # NaN as well
        largest(add_scaled(v, n, a)) <= top and largest(add_scaled(w, n, apply(inverse, l))) <= SPIN
    ):
        body.lost = FORCED
        return NO_FORCES
    damping, spin_damping = 1.0 / (1.0 + h * body.linear_damping), 1.0 / (1.0 + h * body.angular_damping)
    spinning = STEADY if spins_steadily(own, inverse, locks) else GYROSCOPIC
    return BodyForces(
        v, w, unlocked(Vec3(m, m, m), locks), inertia, inverse, a, l, damping, spin_damping, spinning
    )


@kernel
def init_mover(mover: Any, f: BodyForces, c: Vec3) -> None:
    """Set a mover to the start of the step; c is its centre of mass, from the body's origin."""
    mover.vx, mover.vy, mover.vz = f.v.x, f.v.y, f.v.z
    mover.wx, mover.wy, mover.wz = f.w.x, f.w.y, f.w.z
    mover.mx, mover.my, mover.mz = f.m.x, f.m.y, f.m.z
    mover.ax, mover.ay, mover.az = f.a.x, f.a.y, f.a.z
    mover.lx, mover.ly, mover.lz = f.l.x, f.l.y, f.l.z
    mover.cx, mover.cy, mover.cz = c.x, c.y, c.z
    i, k = f.inertia, f.inverse
    mover.ixx, mover.iyy, mover.izz, mover.ixy, mover.ixz, mover.iyz = i.xx, i.yy, i.zz, i.xy, i.xz, i.yz
    mover.kxx, mover.kyy, mover.kzz, mover.kxy, mover.kxz, mover.kyz = k.xx, k.yy, k.zz, k.xy, k.xz, k.yz
    set_inverse(mover, k)
    mover.damping, mover.spin_damping, mover.spinning = f.damping, f.spin_damping, f.spinning
    mover.dx, mover.dy, mover.dz = 0.0, 0.0, 0.0
    set_rotation(mover, NO_TURN)
    clear_warm_start(mover)
    mover.lively = 0


@inlined
def clear_warm_start(mover: Any) -> None:
    """Let a mover start the next sub-step without impulses."""
    mover.warm_px, mover.warm_py, mover.warm_pz = 0.0, 0.0, 0.0
    mover.warm_lx, mover.warm_ly, mover.warm_lz = 0.0, 0.0, 0.0


@inlined
def set_rotation(mover: Any, q: Quaternion) -> None:
    """Set a mover's rotation since the start of the step."""
    mover.qw, mover.qx, mover.qy, mover.qz = q.w, q.x, q.y, q.z
    t: Rotation = matrix_of(q)
    mover.txx, mover.txy, mover.txz = t.xx, t.xy, t.xz
    mover.tyx, mover.tyy, mover.tyz = t.yx, t.yy, t.yz
    mover.tzx, mover.tzy, mover.tzz = t.zx, t.zy, t.zz


@kernel
def integrate_velocities(movers: MoverRows, count: int) -> None:
    """Apply forces, torques, damping and warm starting of one sub-step to movers 1 to `count`."""
    for k in range(1, count + 1):
        mover = movers[k]
        s, t = mover.damping, mover.spin_damping
        l = Vec3(t * mover.lx + mover.warm_lx, t * mover.ly + mover.warm_ly, t * mover.lz + mover.warm_lz)
        w = apply(inverse_inertia(mover), l)
        mover.vx = (mover.vx + mover.ax) * s + mover.mx * mover.warm_px
        mover.vy = (mover.vy + mover.ay) * s + mover.my * mover.warm_py
        mover.vz = (mover.vz + mover.az) * s + mover.mz * mover.warm_pz
        mover.wx = mover.wx * t + w.x
        mover.wy = mover.wy * t + w.y
        mover.wz = mover.wz * t + w.z
        clear_warm_start(mover)


@kernel
def integrate_positions(movers: MoverRows, count: int, h: float) -> None:
    """Move and turn movers 1 to `count` by one sub-step."""
    for k in range(1, count + 1):
        mover = movers[k]
        mover.dx += h * mover.vx
        mover.dy += h * mover.vy
        mover.dz += h * mover.vz
        q, w = Quaternion(mover.qw, mover.qx, mover.qy, mover.qz), Vec3(mover.wx, mover.wy, mover.wz)
        if mover.spinning == GYROSCOPIC:
            inverse = inverse_at_start(mover)
            spin = turn_freely(q, w, inertia_at_start(mover), inverse, h)
            set_inverse(mover, turn_inverse(inverse, spin.q))
            mover.wx, mover.wy, mover.wz = spin.w.x, spin.w.y, spin.w.z
        else:
            spin = turn_steadily(q, w, h)
        set_rotation(mover, spin.q)


@inlined
def turn_substep(f: BodyForces, q: Quaternion, w: Vec3, h: float) -> Spin:
    """Return rotation and spin of a body without constraints after a sub-step."""
    if f.spinning == GYROSCOPIC:
        w = scale(f.spin_damping, add(w, apply(turn_inverse(f.inverse, q), f.l)))
        return turn_freely(q, w, f.inertia, f.inverse, h)
    return turn_steadily(q, scale(f.spin_damping, add(w, apply(f.inverse, f.l))), h)


@inlined
def integrate_free(f: BodyForces, context: StepContext3) -> Motion:
    """Return the motion of a body without constraints through all sub-steps."""
    h, v, d, spin = context.h, f.v, NOTHING, Spin(NO_TURN, f.w)
    for _ in range(context.substeps):
        v = scale(f.damping, add(v, f.a))
        d = add_scaled(d, h, v)
        spin = turn_substep(f, spin.q, spin.w, h)
    return Motion(d, spin.q, v, spin.w)


@kernel
def integrate_free_bodies(rows: WorldRows3, mover_index: Ints, context: StepContext3) -> None:
    """Move those of the awake bodies that have no constraint."""
    for row in rows.awake:
        if mover_index[row] == STATIC_MOVER:
            body = rows.bodies[row]
            c, forces = center_of(body), body_forces(body, context)
            apply_motion(body, integrate_free(forces, context), c, context.dt)


@kernel
def store_movers(bodies: BodyRows, movers: MoverRows, count: int, dt: float) -> None:
    """Write velocities and poses of movers 1 to `count` to their bodies."""
    for k in range(1, count + 1):
        mover = movers[k]
        motion = Motion(
            Vec3(mover.dx, mover.dy, mover.dz),
            Quaternion(mover.qw, mover.qx, mover.qy, mover.qz),
            Vec3(mover.vx, mover.vy, mover.vz),
            Vec3(mover.wx, mover.wy, mover.wz),
        )
        apply_motion(bodies[mover.body], motion, Vec3(mover.cx, mover.cy, mover.cz), dt)


@inlined
def apply_motion(body: Any, motion: Motion, c: Vec3, dt: float) -> None:
    """Give a body its pose and velocity at the end of the step; save the previous pose, clear forces.

    c is the centre of mass before, from the body's origin: the origin turns about it.
    """
    save_pose(body)
    body.force_x, body.force_y, body.force_z = 0.0, 0.0, 0.0
    body.torque_x, body.torque_y, body.torque_z = 0.0, 0.0, 0.0
    shift = rotate(matrix_of(motion.q), c)
    move = subtract(motion.d, shift)
    body.x += move.x
    body.y += move.y
    body.z += move.z
    if motion.q.x != 0.0 or motion.q.y != 0.0 or motion.q.z != 0.0:  # else not a bit changes
        set_orientation(body, normalize(multiply(motion.q, orientation_of(body))))
    body.vx, body.vy, body.vz = motion.v.x, motion.v.y, motion.v.z
    body.wx, body.wy, body.wz = motion.w.x, motion.w.y, motion.w.z
    if body.target_time > 0.0:
        body.target_time -= dt
        if body.target_time < 1e-6 * dt:
            body.target_time = 0.0
            body.vx, body.vy, body.vz = 0.0, 0.0, 0.0
            body.wx, body.wy, body.wz = 0.0, 0.0, 0.0
