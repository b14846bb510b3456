"""Flights: how movers would move in a sub-step if nothing pushed them, by the chosen integrator.

The solver works with velocities and moves a body by h times its new velocity, which is the semi-implicit
rule. Other integrators, and fields of force, move it by something else. That difference is added where the
solver left the velocity as it was. A body that is pushed moves by the semi-implicit rule: by any other one
gravity would lift it off its support, or press it into it.
"""

from __future__ import annotations

import math
from typing import Any

from ..arrays import FlightRows, MoverRows
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.areas import NO_VISIT
from .influenced import head_of, influence_flight
from .rules import Rule
from .workspace import WorldRows


@inlined
def init_flight(flight: Any, linear: Rule, angular: Rule) -> None:
    """Set the rules of a mover for the step."""
    flight.p, flight.q, flight.r, flight.s = linear.p, linear.q, linear.r, linear.s
    flight.spin_p, flight.spin_q, flight.spin_r, flight.spin_s = angular.p, angular.q, angular.r, angular.s
    flight.by_field = 0
    flight.restless = 0


@kernel
def fly(rows: WorldRows, movers: MoverRows, flights: FlightRows, count: int, context: StepContext) -> None:
    """Apply forces, damping and warm starting of one sub-step to movers 1 to `count`, by their rules."""
    h = context.h
    for k in range(1, count + 1):
        mover, flight = movers[k], flights[k]
        head = head_of(rows, mover.body)
        if flight.by_field == 1:
            flight.vx += mover.vx
            flight.vy += mover.vy
        elif head == NO_VISIT:
            p, q = flight.p, flight.q
            r, s = flight.r - p, flight.s - q  # beyond h times the new velocity
            flight.dx = h * (r * mover.vx + s * mover.ax)
            flight.dy = h * (r * mover.vy + s * mover.ay)
            flight.vx = p * mover.vx + q * mover.ax
            flight.vy = p * mover.vy + q * mover.ay
        if head == NO_VISIT:
            p, q = flight.spin_p, flight.spin_q
            flight.turn = h * ((flight.spin_r - p) * mover.w + (flight.spin_s - q) * mover.aw)
            flight.w = p * mover.w + q * mover.aw
        else:
            influence_flight(rows, mover, flight, head, context)
        mover.vx = flight.vx + mover.warm_x
        mover.vy = flight.vy + mover.warm_y
        mover.w = flight.w + mover.warm_w
        mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0


@kernel
def foresee(
    rows: WorldRows, movers: MoverRows, flights: FlightRows, count: int, context: StepContext
) -> None:
    """Let movers 1 to `count` be prepared with all that accelerates them as the step begins.

    Bounces and budgets reckon with it. `take_back` returns their own accelerations, on which `fly` builds.
    """
    for k in range(1, count + 1):
        mover, flight = movers[k], flights[k]
        flight.ax, flight.ay = mover.ax, mover.ay
        head = head_of(rows, mover.body)
        if head == NO_VISIT and flight.by_field == 0:
            continue
        vx, vy, dx, dy = flight.vx, flight.vy, flight.dx, flight.dy
        if head != NO_VISIT:
            influence_flight(rows, mover, flight, head, context)
        if flight.by_field == 1:
            mover.ax, mover.ay = flight.vx, flight.vy
            flight.vx, flight.vy, flight.dx, flight.dy = vx, vy, dx, dy
        else:
            mover.ax, mover.ay = flight.vx - mover.vx, flight.vy - mover.vy


@kernel
def take_back(movers: MoverRows, flights: FlightRows, count: int) -> None:
    """Return their own accelerations to movers 1 to `count` after `foresee`."""
    for k in range(1, count + 1):
        movers[k].ax, movers[k].ay = flights[k].ax, flights[k].ay


@inlined
def is_free(mover: Any, flight: Any) -> bool:
    """Whether nothing has pushed a mover in this sub-step."""
    return bool(mover.vx == flight.vx and mover.vy == flight.vy and mover.w == flight.w)


@kernel
def correct_free_movers(rows: WorldRows, movers: MoverRows, flights: FlightRows, count: int) -> None:
    """Move those of movers 1 to `count` that nothing pushes by what h times their velocity leaves out.

    Of these, what influences accelerate stays awake. The flights of the others leave out nothing.
    """
    for k in range(1, count + 1):
        mover, flight = movers[k], flights[k]
        if is_free(mover, flight):
            mover.dx += flight.dx
            mover.dy += flight.dy
            mover.turn += flight.turn
            c = mover.c - flight.turn * mover.s
            s = mover.s + flight.turn * mover.c
            scale = 1.0 / math.sqrt(c * c + s * s)
            mover.c = c * scale
            mover.s = s * scale
            if flight.restless == 1:
                rows.bodies[mover.body].rest_time = 0.0
        else:
            flight.dx, flight.dy, flight.turn = 0.0, 0.0, 0.0
