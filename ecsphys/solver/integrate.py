"""Bodies to movers and back, and how movers move between contacts."""

from __future__ import annotations

import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import kernel
from ..settings import StepContext
from ..world.layout import DYNAMIC, LOCK_ROTATION, LOCK_X, LOCK_Y
from .rows import GROUND, Workspace

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
    mover.lag = 0.0
    mover.colors = 0


@kernel
def gather_mover(body: Any, mover: Any, context: StepContext) -> None:
    """Fill a mover from its body: velocity, inverse masses by axis, what forces add."""
    clear_mover(mover)
    mover.vx = body.vx
    mover.vy = body.vy
    mover.w = body.angular_velocity
    if body.kind != DYNAMIC:
        return
    h = context.h
    mover.mx = body.inverse_mass
    mover.my = body.inverse_mass
    mover.i = body.inverse_inertia
    mover.ax = h * (context.gravity_x * body.gravity_scale + body.force_x * body.inverse_mass)
    mover.ay = h * (context.gravity_y * body.gravity_scale + body.force_y * body.inverse_mass)
    mover.aw = h * body.torque * body.inverse_inertia
    mover.damping = 1.0 / (1.0 + h * body.linear_damping)
    mover.spin_damping = 1.0 / (1.0 + h * body.angular_damping)
    mover.lag = context.lag
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
def gather_movers(bodies: Rows, awake: Ints, work: Workspace, context: StepContext) -> None:
    """One mover for every body awake; remember where bodies were."""
    movers, slots = work.movers, work.slots
    clear_mover(movers[GROUND])
    for k in range(len(awake)):
        body = bodies[awake[k]]
        slots[awake[k]] = k + 1
        movers[k + 1].body = awake[k]
        gather_mover(body, movers[k + 1], context)
        body.previous_x = body.x
        body.previous_y = body.y
        body.previous_angle = body.angle


@kernel
def integrate_velocities(movers: Rows, busy: Ints) -> None:
    """One sub-step of gravity, forces and damping."""
    for k in busy:
        mover = movers[k]
        mover.vx = (mover.vx + mover.ax) * mover.damping
        mover.vy = (mover.vy + mover.ay) * mover.damping
        mover.w = (mover.w + mover.aw) * mover.spin_damping


@kernel
def integrate_positions(movers: Rows, busy: Ints, h: float) -> None:
    """One sub-step of motion, by semi-implicit Euler: for movers in contact any other rule would
    let gravity lift them off their support or press them into it.
    """
    for k in busy:
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
def coast(movers: Rows, count: int, context: StepContext) -> None:
    """All sub-steps of the movers without contact.

    `lag` is the share of a sub-step's change of velocity that the position does not see yet: 0 is
    semi-implicit Euler, 1/2 velocity Verlet, 1 explicit Euler.
    """
    h = context.h
    for k in range(1, count + 1):
        mover = movers[k]
        if mover.colors != 0:
            continue
        vx, vy, w = mover.vx, mover.vy, mover.w
        ax, ay, aw = mover.ax, mover.ay, mover.aw
        for _ in range(context.substeps):
            vx = (vx + ax) * mover.damping
            vy = (vy + ay) * mover.damping
            w = (w + aw) * mover.spin_damping
            mover.dx += h * (vx - mover.lag * ax)
            mover.dy += h * (vy - mover.lag * ay)
            mover.turn += h * (w - mover.lag * aw)
        mover.vx, mover.vy, mover.w = vx, vy, w


@kernel
def scatter_movers(bodies: Rows, movers: Rows, count: int, dt: float) -> None:
    """Give bodies their new velocities and poses; forces are spent."""
    for k in range(1, count + 1):
        mover = movers[k]
        body = bodies[mover.body]
        body.force_x = 0.0
        body.force_y = 0.0
        body.torque = 0.0
        move_center(body, mover.dx, mover.dy, mover.turn)
        body.vx = mover.vx
        body.vy = mover.vy
        body.angular_velocity = mover.w
        if body.target_time > 0.0:
            body.target_time -= dt
            if body.target_time < 0.5 * dt:
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
