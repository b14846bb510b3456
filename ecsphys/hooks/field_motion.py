"""The motion of bodies in fields of force through one sub-step, by each integrator.

The force is asked for again wherever a method needs it. `x' = v`, `v' = a(x, v, t) - c v`, where `a` is
gravity and the body's own forces, which are constant in a step, and the fields' forces divided by the mass.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import BodyRows, FlightRows, MoverRows
from ..math2d.elementary import lengths_of_many
from ..settings import (
    EXPLICIT_EULER,
    MIDPOINT,
    RK4,
    SEMI_IMPLICIT_EULER,
    VELOCITY_VERLET,
    StepContext,
)
from ..solver.workspace import Workspace, WorldRows
from .fields import ForceFields, Members

Points = npt.NDArray[np.float64]  # (2, n): x and y of n bodies


class Motion(NamedTuple):
    """Displacement and new velocity of a sub-step, (2, n) each."""

    displacement: Points
    velocity: Points


class FieldMotion:
    """The bodies that are in fields in this step, and their motion by the fields."""

    def __init__(
        self, fields: ForceFields, members: Members, rows: WorldRows, work: Workspace, context: StepContext
    ):
        bodies, at = rows.bodies.view(np.ndarray), members.rows
        self._fields = fields
        self._members = members
        self._movers: MoverRows = work.movers.view(np.ndarray)
        self._flights: FlightRows = work.flights.view(np.ndarray)
        self._of_member = k = work.mover_index[at]
        movers = self._movers
        self._origin = np.stack((bodies["x"][at] + movers["cx"][k], bodies["y"][at] + movers["cy"][k]))
        self._inverse_mass = np.stack((movers["mx"][k], movers["my"][k]))  # zero along a locked axis
        self._constant = np.stack((movers["ax"][k], movers["ay"][k])) / context.h
        self._damping = bodies["linear_damping"][at]
        self._context = context
        self._gained = np.zeros_like(self._origin)  # velocity in the last sub-step
        self._ask = fields.first_forces  # once

    def fill_flights(self, time: float) -> None:
        """Compute the motion of the sub-step that begins at `time`, if nothing pushes, for the solver."""
        movers, flights, k, h = self._movers, self._flights, self._of_member, self._context.h
        x = self._origin + np.stack((movers["dx"][k], movers["dy"][k]))
        v = np.stack((movers["vx"][k], movers["vy"][k]))
        motion = self._move(x, v, time)
        self._gained = motion.velocity - v
        beyond = motion.displacement - h * motion.velocity
        flights["vx"][k], flights["vy"][k] = self._gained  # bounces come before it
        flights["dx"][k], flights["dy"][k] = beyond

    def _acceleration(self, x: Points, v: Points, time: float) -> Points:
        """Return the acceleration without damping."""
        fx, fy = self._ask(self._members, (x[0], x[1], v[0], v[1]), time)
        self._ask = self._fields.forces
        force: Points = np.stack((fx, fy))
        acceleration: Points = self._constant + force * self._inverse_mass
        return acceleration

    def _move(self, x: Points, v: Points, time: float) -> Motion:
        h, c, integrator = self._context.h, self._damping, self._context.integrator
        a = self._acceleration(x, v, time)
        if integrator == SEMI_IMPLICIT_EULER:
            new = (v + h * a) / (1.0 + h * c)
            return Motion(h * new, new)
        if integrator == EXPLICIT_EULER:
            return Motion(h * v, v + h * (a - c * v))
        if integrator == VELOCITY_VERLET:
            displacement = h * v + 0.5 * h * h * (a - c * v)
            end = self._acceleration(x + displacement, v + h * (a - c * v), time + h)
            new = ((1.0 - 0.5 * h * c) * v + 0.5 * h * (a + end)) / (1.0 + 0.5 * h * c)
            return Motion(displacement, new)
        if integrator == RK4:
            return self._runge_kutta(x, v, a - c * v, time)
        return self._two_stages(x, v, a - c * v, time)

    def _two_stages(self, x: Points, v: Points, a1: Points, time: float) -> Motion:
        """Return the motion by what acts after half of the time, or by the mean of both ends of it."""
        h, c = self._context.h, self._damping
        ahead = 0.5 * h if self._context.integrator == MIDPOINT else h
        v2 = v + ahead * a1
        a2 = self._acceleration(x + ahead * v, v2, time + ahead) - c * v2
        if self._context.integrator == MIDPOINT:
            return Motion(h * v2, v + h * a2)
        return Motion(0.5 * h * (v + v2), v + 0.5 * h * (a1 + a2))

    def _runge_kutta(self, x: Points, v: Points, a1: Points, time: float) -> Motion:
        """Return the motion by the classic method of fourth order; `a1` is the acceleration at the start."""
        h, c = self._context.h, self._damping
        half = 0.5 * h
        v2 = v + half * a1
        a2 = self._acceleration(x + half * v, v2, time + half) - c * v2
        v3 = v + half * a2
        a3 = self._acceleration(x + half * v2, v3, time + half) - c * v3
        v4 = v + h * a3
        a4 = self._acceleration(x + h * v3, v4, time + h) - c * v4
        sixth = h / 6.0
        return Motion(sixth * (v + 2.0 * v2 + 2.0 * v3 + v4), v + sixth * (a1 + 2.0 * a2 + 2.0 * a3 + a4))

    def keep_moving_awake(self, bodies: BodyRows) -> None:
        """Keep bodies from falling asleep that nothing pushes and that their forces will set moving.

        So a body that swings in a field does not freeze where it turns. A force counts that would give a body
        the sleeping speed within the time to fall asleep.
        """
        movers, flights, k, context = self._movers, self._flights, self._of_member, self._context
        free = np.logical_and.reduce([movers[name][k] == flights[name][k] for name in ("vx", "vy", "w")])
        gain = lengths_of_many(*self._gained) * (context.sleep_time / context.h)
        bodies["rest_time"][self._members.rows[free & (gain > context.sleep_speed)]] = 0.0
