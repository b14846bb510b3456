"""Bodies to movers and back, and how movers move between contacts."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import BodyRows, Ints, MoverRows
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.bodies import DYNAMIC, LOCK_ROTATION, LOCK_X, LOCK_Y
from ..world.center import center_at, center_of
from .records import STATIC_MOVER

SMALL_TURN = 0.125  # radians: up to here the series below are exact to the last bit or two


class BodyForces(NamedTuple):
    """What moves a body through a step: velocity, inverse masses by axis, and for each sub-step what forces
    add to the velocity and by how much it is damped.
    """

    vx: float
    vy: float
    w: float
    mx: float
    my: float
    i: float
    ax: float
    ay: float
    aw: float
    damping: float
    spin_damping: float


NO_FORCES = BodyForces(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0)


@inlined
def body_forces(body: Any, context: StepContext) -> BodyForces:
    """What moves a body."""
    if body.skin > 0.0:  # a character, moved by its own system afterwards
        m = body.inverse_mass
        return BodyForces(body.carried_vx, body.carried_vy, 0.0, m, m, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0)
    vx, vy, w = body.vx, body.vy, body.angular_velocity
    if body.kind != DYNAMIC:
        share = 1.0
        if 0.0 < body.target_time < context.dt:  # it arrives within the step
            share = body.target_time / context.dt
        return BodyForces(vx * share, vy * share, w * share, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 1.0, 1.0)
    h, m, i = context.h, body.inverse_mass, body.inverse_inertia
    mx, my = m, m
    ax = h * (context.gravity_x * body.gravity_scale + body.force_x * m)
    ay = h * (context.gravity_y * body.gravity_scale + body.force_y * m)
    aw = h * body.torque * i
    damping, spin_damping = 1.0, 1.0
    if body.linear_damping != 0.0:
        damping = 1.0 / (1.0 + h * body.linear_damping)
    if body.angular_damping != 0.0:
        spin_damping = 1.0 / (1.0 + h * body.angular_damping)
    if body.locks & LOCK_X:
        mx, ax, vx = 0.0, 0.0, 0.0
    if body.locks & LOCK_Y:
        my, ay, vy = 0.0, 0.0, 0.0
    if body.locks & LOCK_ROTATION:
        w = 0.0
    return BodyForces(vx, vy, w, mx, my, i, ax, ay, aw, damping, spin_damping)


@kernel
def init_mover(mover: Any, d: BodyForces, cx: float, cy: float) -> None:
    """Set a mover to its start; (cx, cy) is where its centre of mass is from its origin."""
    mover.cx, mover.cy = cx, cy
    mover.vx, mover.vy, mover.w = d.vx, d.vy, d.w
    mover.mx, mover.my, mover.i = d.mx, d.my, d.i
    mover.ax, mover.ay, mover.aw = d.ax, d.ay, d.aw
    mover.damping, mover.spin_damping = d.damping, d.spin_damping
    mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0
    mover.dx, mover.dy, mover.turn = 0.0, 0.0, 0.0
    mover.c, mover.s = 1.0, 0.0
    mover.zero = 0.0
    mover.colors = 0


@kernel
def integrate_velocities(movers: MoverRows, count: int) -> None:
    """One sub-step of gravity, forces and damping, and the impulses of the last one to begin with."""
    for k in range(1, count + 1):
        mover = movers[k]
        mover.vx = (mover.vx + mover.ax) * mover.damping + mover.warm_x
        mover.vy = (mover.vy + mover.ay) * mover.damping + mover.warm_y
        mover.w = (mover.w + mover.aw) * mover.spin_damping + mover.warm_w
        mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0


@kernel
def integrate_positions(movers: MoverRows, count: int, h: float) -> None:
    """One sub-step of motion, by semi-implicit Euler: for movers in contact any other rule would
    let gravity lift them off their support or press them into it.
    """
    for k in range(1, count + 1):
        mover = movers[k]
        turn = h * mover.w
        mover.dx += h * mover.vx
        mover.dy += h * mover.vy
        mover.turn += turn
        c = mover.c - turn * mover.s
        s = mover.s + turn * mover.c
        scale = 1.0 / math.sqrt(c * c + s * s)
        mover.c = c * scale
        mover.s = s * scale


class Motion(NamedTuple):
    """How far a body's centre of mass comes in a step, and its velocity then."""

    dx: float
    dy: float
    turn: float
    vx: float
    vy: float
    w: float


@inlined
def integrate_free(d: BodyForces, context: StepContext) -> Motion:
    """All sub-steps of a body without contact.

    `velocity_lag` is the share of a sub-step's change of velocity that the position does not see yet: 0 is
    semi-implicit Euler, 1/2 velocity Verlet, 1 explicit Euler.
    """
    h, lag, n = context.h, context.velocity_lag, context.substeps
    vx, vy, w = d.vx, d.vy, d.w
    if d.damping == 1.0 and d.spin_damping == 1.0:  # then the sum of the loop below is known
        weight = 0.5 * n * (n + 1) - lag * n
        dx, dy = h * (n * vx + weight * d.ax), h * (n * vy + weight * d.ay)
        turn = h * (n * w + weight * d.aw)
        return Motion(dx, dy, turn, vx + n * d.ax, vy + n * d.ay, w + n * d.aw)
    dx, dy, turn = 0.0, 0.0, 0.0
    for _ in range(n):
        vx = (vx + d.ax) * d.damping
        vy = (vy + d.ay) * d.damping
        w = (w + d.aw) * d.spin_damping
        dx += h * (vx - lag * d.ax)
        dy += h * (vy - lag * d.ay)
        turn += h * (w - lag * d.aw)
    return Motion(dx, dy, turn, vx, vy, w)


@kernel
def integrate_free_bodies(bodies: BodyRows, awake: Ints, slots: Ints, context: StepContext) -> None:
    """Move the bodies that have no constraint."""
    for row in awake:
        if slots[row] == STATIC_MOVER:
            body = bodies[row]
            course = integrate_free(body_forces(body, context), context)
            x, y = center_of(body)
            new_x, new_y = center_at(body, body.angle + course.turn)
            apply_motion(body, course, x - new_x, y - new_y, context.dt)


@inlined
def cos_sin(turn: float) -> tuple[float, float]:
    """Cosine and sine; of a small turn by their series, which is as exact and takes a tenth of the time."""
    if abs(turn) > SMALL_TURN:
        return math.cos(turn), math.sin(turn)
    t = turn * turn
    c = 1.0 - t * (1 / 2) * (1.0 - t * (1 / 12) * (1.0 - t * (1 / 30) * (1.0 - t * (1 / 56))))
    s = turn * (1.0 - t * (1 / 6) * (1.0 - t * (1 / 20) * (1.0 - t * (1 / 42) * (1.0 - t * (1 / 72)))))
    return c, s


@kernel
def store_movers(bodies: BodyRows, movers: MoverRows, count: int, dt: float) -> None:
    """Give the bodies of the first `count` movers their new velocities and poses."""
    for k in range(1, count + 1):
        mover = movers[k]
        course = Motion(mover.dx, mover.dy, mover.turn, mover.vx, mover.vy, mover.w)
        c, s = cos_sin(mover.turn)
        x = mover.cx - (c * mover.cx - s * mover.cy)
        y = mover.cy - (s * mover.cx + c * mover.cy)
        apply_motion(bodies[mover.body], course, x, y, dt)


@inlined
def apply_motion(body: Any, course: Motion, dx: float, dy: float, dt: float) -> None:
    """Give a body its new velocity and pose, and remember where it was; forces are spent.

    Its origin moves as its centre of mass does, and by (dx, dy), for it turns about that.
    """
    body.previous_x = body.x
    body.previous_y = body.y
    body.previous_angle = body.angle
    body.force_x = 0.0
    body.force_y = 0.0
    body.torque = 0.0
    body.x += course.dx + dx
    body.y += course.dy + dy
    body.angle += course.turn
    body.vx = course.vx
    body.vy = course.vy
    body.angular_velocity = course.w
    if body.target_time > 0.0:
        body.target_time -= dt
        if body.target_time < 1e-6 * dt:
            body.target_time = 0.0
            body.vx = 0.0
            body.vy = 0.0
            body.angular_velocity = 0.0
