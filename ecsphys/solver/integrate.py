"""Bodies to movers and back, and how movers move between contacts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext
from ..world.layout import DYNAMIC, LOCK_ROTATION, LOCK_X, LOCK_Y
from .rows import GROUND

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]


@kernel
def clear_mover(mover: Any) -> None:
    """Set a mover to rest at its start, without mass."""
    mover.vx = 0.0
    mover.vy = 0.0
    mover.w = 0.0
    mover.mx = 0.0
    mover.my = 0.0
    mover.i = 0.0
    mover.dx = 0.0
    mover.dy = 0.0
    mover.c = 1.0
    mover.s = 0.0
    mover.turn = 0.0
    mover.ax = 0.0
    mover.ay = 0.0
    mover.aw = 0.0
    mover.damping = 1.0
    mover.spin_damping = 1.0
    mover.colors = 0


@kernel
def gather_mover(body: Any, mover: Any, context: StepContext) -> None:
    """Fill a mover from its body: velocity, inverse masses by axis, what forces add."""
    clear_mover(mover)
    mover.vx = body.vx
    mover.vy = body.vy
    mover.w = body.angular_velocity
    if body.skin > 0.0:  # a character, moved by its own system afterwards
        mover.vx = body.carried_vx
        mover.vy = body.carried_vy
        mover.w = 0.0
        mover.mx = body.inverse_mass
        mover.my = body.inverse_mass
        return
    if body.kind != DYNAMIC:
        if 0.0 < body.target_time < context.dt:  # it arrives within the step
            share = body.target_time / context.dt
            mover.vx *= share
            mover.vy *= share
            mover.w *= share
        return
    h = context.h
    mover.mx = body.inverse_mass
    mover.my = body.inverse_mass
    mover.i = body.inverse_inertia
    mover.ax = h * (context.gravity_x * body.gravity_scale + body.force_x * body.inverse_mass)
    mover.ay = h * (context.gravity_y * body.gravity_scale + body.force_y * body.inverse_mass)
    mover.aw = h * body.torque * body.inverse_inertia
    if body.linear_damping != 0.0:
        mover.damping = 1.0 / (1.0 + h * body.linear_damping)
    if body.angular_damping != 0.0:
        mover.spin_damping = 1.0 / (1.0 + h * body.angular_damping)
    if body.locks & LOCK_X:
        mover.mx = 0.0
        mover.ax = 0.0
        mover.vx = 0.0
    if body.locks & LOCK_Y:
        mover.my = 0.0
        mover.ay = 0.0
        mover.vy = 0.0
    if body.locks & LOCK_ROTATION:
        mover.w = 0.0


@kernel
def integrate_velocities(movers: Rows, count: int) -> None:
    """One sub-step of gravity, forces and damping."""
    for k in range(1, count + 1):
        mover = movers[k]
        mover.vx = (mover.vx + mover.ax) * mover.damping
        mover.vy = (mover.vy + mover.ay) * mover.damping
        mover.w = (mover.w + mover.aw) * mover.spin_damping


@kernel
def integrate_positions(movers: Rows, count: int, h: float) -> None:
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


@kernel
def coast(mover: Any, context: StepContext) -> None:
    """All sub-steps of a mover without contact.

    `lag` is the share of a sub-step's change of velocity that the position does not see yet: 0 is
    semi-implicit Euler, 1/2 velocity Verlet, 1 explicit Euler.
    """
    h = context.h
    lag = context.lag
    vx, vy, w = mover.vx, mover.vy, mover.w
    ax, ay, aw = mover.ax, mover.ay, mover.aw
    n = context.substeps
    if mover.damping == 1.0 and mover.spin_damping == 1.0:  # then the sum of the loop below is known
        weight = 0.5 * n * (n + 1) - lag * n
        mover.dx = h * (n * vx + weight * ax)
        mover.dy = h * (n * vy + weight * ay)
        mover.turn = h * (n * w + weight * aw)
        mover.vx, mover.vy, mover.w = vx + n * ax, vy + n * ay, w + n * aw
        return
    for _ in range(n):
        vx = (vx + ax) * mover.damping
        vy = (vy + ay) * mover.damping
        w = (w + aw) * mover.spin_damping
        mover.dx += h * (vx - lag * ax)
        mover.dy += h * (vy - lag * ay)
        mover.turn += h * (w - lag * aw)
    mover.vx, mover.vy, mover.w = vx, vy, w


@kernel
def coast_bodies(bodies: Rows, awake: Ints, slots: Ints, scratch: Any, context: StepContext) -> None:
    """Move the bodies that have no constraint, one at a time through a mover that stays in the cache."""
    for row in awake:
        if slots[row] == GROUND:
            body = bodies[row]
            gather_mover(body, scratch, context)
            coast(scratch, context)
            scatter_mover(body, scratch, context.dt)


@kernel
def scatter_movers(bodies: Rows, movers: Rows, count: int, dt: float) -> None:
    """Give the bodies of the first `count` movers their new velocities and poses."""
    for k in range(1, count + 1):
        scatter_mover(bodies[movers[k].body], movers[k], dt)


@kernel
def scatter_mover(body: Any, mover: Any, dt: float) -> None:
    """Give a body its new velocity and pose, and remember where it was; forces are spent."""
    body.previous_x = body.x
    body.previous_y = body.y
    body.previous_angle = body.angle
    body.force_x = 0.0
    body.force_y = 0.0
    body.torque = 0.0
    move_center(body, mover.dx, mover.dy, mover.turn)
    body.vx = mover.vx
    body.vy = mover.vy
    body.angular_velocity = mover.w
    if body.target_time > 0.0:
        body.target_time -= dt
        if body.target_time < 1e-6 * dt:
            body.target_time = 0.0
            body.vx = 0.0
            body.vy = 0.0
            body.angular_velocity = 0.0


@kernel
def move_center(body: Any, dx: float, dy: float, turn: float) -> None:
    """Move a body's centre of mass by (dx, dy) and turn the body about it."""
    if body.center_x == 0.0 and body.center_y == 0.0:
        body.x += dx
        body.y += dy
        body.angle += turn
        return
    c = math.cos(body.angle)
    s = math.sin(body.angle)
    body.angle += turn
    c -= math.cos(body.angle)
    s -= math.sin(body.angle)
    body.x += dx + c * body.center_x - s * body.center_y
    body.y += dy + s * body.center_x + c * body.center_y
