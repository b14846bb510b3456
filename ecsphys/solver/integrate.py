"""Integrate velocities and positions, of movers between passes and of bodies without constraints."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import BodyRows, FlightRows, MoverRows
from ..compile import inlined, kernel
from ..limits import SPIN
from ..math2d.elementary import cos_sin
from ..settings import StepContext
from ..world.areas import Effect
from ..world.bodies import DYNAMIC, FORCED, LOCK_ROTATION, LOCK_X, LOCK_Y, PUT_ASIDE
from .flights import correct_free_movers, fly
from .influenced import gravity_at
from .rules import Rule, outcome, rule_of
from .workspace import WorldRows


class BodyForces(NamedTuple):
    """A body's velocity and inverse masses at the start of a step, and what each sub-step changes: the
    velocity added by forces, and the integrator's rules.
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
    linear: Rule
    angular: Rule


STRAIGHT = Rule(1.0, 1.0, 1.0, 1.0)  # without acceleration and damping all integrators agree
NO_FORCES = BodyForces(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, STRAIGHT, STRAIGHT)


class Motion(NamedTuple):
    """Displacement of the centre of mass and rotation in a step, and the velocity at its end."""

    dx: float
    dy: float
    turn: float
    vx: float
    vy: float
    w: float


@inlined
def body_forces(body: Any, effect: Effect, context: StepContext) -> BodyForces:
    """Return the velocity, inverse masses and forces of a body in this step."""
    if body.skin > 0.0:  # a character: to the solver it moves with its floor; its own system moves it later
        m = body.inverse_mass
        return BodyForces(body.carried_vx, body.carried_vy, 0.0, m, m, 0.0, 0.0, 0.0, 0.0, STRAIGHT, STRAIGHT)
    vx, vy, w = body.vx, body.vy, body.angular_velocity
    if body.kind != DYNAMIC or body.lost == PUT_ASIDE:
        share = 1.0
        if 0.0 < body.target_time < context.dt:  # its move_to() ends within the step
            share = body.target_time / context.dt
        vx, vy, w = vx * share, vy * share, w * share
        return BodyForces(vx, vy, w, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, STRAIGHT, STRAIGHT)
    h, m, i, gravity = context.h, body.inverse_mass, body.inverse_inertia, gravity_at(body, effect, context)
    mx, my = m, m
    ax, ay = h * (gravity.x + body.force_x * m), h * (gravity.y + body.force_y * m)
    aw = h * body.torque * i
    if body.locks & LOCK_X:
        mx, ax, vx = 0.0, 0.0, 0.0
    if body.locks & LOCK_Y:
        my, ay, vy = 0.0, 0.0, 0.0
    if body.locks & LOCK_ROTATION:
        w = 0.0
    n, top = context.substeps, context.top_speed
    linear = rule_of(body.linear_damping + effect.damping, context)
    angular = rule_of(body.angular_damping + effect.spin_damping, context)
    if not (  # NaN as well
        outcome(linear, vx, ax, n) <= top
        and outcome(linear, vy, ay, n) <= top
        and outcome(angular, w, aw, n) <= SPIN
    ):
        body.lost = FORCED
        return NO_FORCES
    return BodyForces(vx, vy, w, mx, my, i, ax, ay, aw, linear, angular)


@kernel
def init_mover(mover: Any, f: BodyForces, cx: float, cy: float) -> None:
    """Set a mover to the start of the step; (cx, cy) is its centre of mass, from the body's origin."""
    mover.cx, mover.cy = cx, cy
    mover.vx, mover.vy, mover.w = f.vx, f.vy, f.w
    mover.mx, mover.my, mover.i = f.mx, f.my, f.i
    mover.ax, mover.ay, mover.aw = f.ax, f.ay, f.aw
    mover.damping, mover.spin_damping = f.linear.p, f.angular.p
    mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0
    mover.dx, mover.dy, mover.turn = 0.0, 0.0, 0.0
    mover.c, mover.s = 1.0, 0.0
    mover.zero = 0.0
    mover.colors = 0
    mover.lively = 0


@kernel
def integrate_velocities(
    rows: WorldRows, movers: MoverRows, flights: FlightRows, count: int, context: StepContext
) -> None:
    """Apply forces, damping and warm starting of one sub-step to movers 1 to `count`."""
    if context.flights == 1:
        fly(rows, movers, flights, count, context)
        return
    for k in range(1, count + 1):
        mover = movers[k]
        mover.vx = (mover.vx + mover.ax) * mover.damping + mover.warm_x
        mover.vy = (mover.vy + mover.ay) * mover.damping + mover.warm_y
        mover.w = (mover.w + mover.aw) * mover.spin_damping + mover.warm_w
        mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0


@kernel
def integrate_positions(
    rows: WorldRows, movers: MoverRows, flights: FlightRows, count: int, context: StepContext
) -> None:
    """Move movers 1 to `count` by one sub-step."""
    if context.flights == 1:
        correct_free_movers(rows, movers, flights, count)
    h = context.h
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
def store_movers(bodies: BodyRows, movers: MoverRows, count: int, dt: float) -> None:
    """Write velocities and poses of movers 1 to `count` to their bodies."""
    for k in range(1, count + 1):
        mover = movers[k]
        motion = Motion(mover.dx, mover.dy, mover.turn, mover.vx, mover.vy, mover.w)
        c, s = cos_sin(mover.turn)
        x = mover.cx - (c * mover.cx - s * mover.cy)
        y = mover.cy - (s * mover.cx + c * mover.cy)
        apply_motion(bodies[mover.body], motion, x, y, dt)


@inlined
def apply_motion(body: Any, motion: Motion, dx: float, dy: float, dt: float) -> None:
    """Give a body its pose and velocity at the end of the step; save the previous pose, clear forces.

    (dx, dy) is the displacement of the origin relative to the centre of mass, by rotation.
    """
    body.previous_x = body.x
    body.previous_y = body.y
    body.previous_angle = body.angle
    body.force_x = 0.0
    body.force_y = 0.0
    body.torque = 0.0
    body.x += motion.dx + dx
    body.y += motion.dy + dy
    body.angle += motion.turn
    body.vx = motion.vx
    body.vy = motion.vy
    body.angular_velocity = motion.w
    if body.target_time > 0.0:
        body.target_time -= dt
        if body.target_time < 1e-6 * dt:
            body.target_time = 0.0
            body.vx = 0.0
            body.vy = 0.0
            body.angular_velocity = 0.0
