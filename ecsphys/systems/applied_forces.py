"""Forces that a game applies anew in every step, under integrators of second and higher order.

Velocity Verlet needs the force at both ends of a step. The force at the end is applied only when the next
step begins: then the velocity is completed by half of what has changed. Without that, a spring made of
`apply_force` would gain energy (Hairer, Lubich and Wanner, *Geometric Numerical Integration*, 2006, I.1.4:
the same method with kicks of half a step at both ends).
"""

from __future__ import annotations

import numpy as np

from ..arrays import Ints
from ..settings import FIRST_ORDER, StepContext
from ..world.bodies import DYNAMIC
from ..world.state import World

_FORCES = ("force_x", "force_y", "torque")
_VELOCITIES = ("vx", "vy", "angular_velocity")
_INVERSE_MASSES = ("inverse_mass", "inverse_mass", "inverse_inertia")


class AppliedForces:
    """The forces of the last step, by row of bodies."""

    def __init__(self) -> None:
        self._step = -1  # in which they were applied
        self._entities = np.zeros(0, np.int64)
        self._forces = np.zeros((0, 3))

    def complete(self, world: World, awake: Ints, step: int, context: StepContext) -> None:
        """Complete the velocities of bodies to which forces were applied in the last step and in this one."""
        if context.integrator in FIRST_ORDER:
            return
        bodies = world.bodies.rows.view(np.ndarray)
        forces = np.stack([bodies[name][awake] for name in _FORCES], axis=1)
        forces[bodies["kind"][awake] != DYNAMIC] = 0.0
        entities = bodies["entity"][awake]
        if self._step == step - 1 and len(self._forces) == len(bodies):
            before = self._forces[awake]
            changed = (before != 0.0) & (forces != 0.0) & (self._entities[awake] == entities)[:, None]
            if changed.any():
                gained = np.where(changed, 0.5 * context.dt * (forces - before), 0.0)
                for k, (velocity, mass) in enumerate(zip(_VELOCITIES, _INVERSE_MASSES, strict=True)):
                    bodies[velocity][awake] += gained[:, k] * bodies[mass][awake]
        if forces.any():
            self._entities, self._forces = np.zeros(len(bodies), np.int64), np.zeros((len(bodies), 3))
            self._entities[awake], self._forces[awake] = entities, forces
            self._step = step
