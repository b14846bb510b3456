"""What accelerates bodies as a step begins, beside gravity and what `apply_force` does: areas, constant
forces, and fields.
"""

from __future__ import annotations

import numpy as np

from ..compile import records
from ..ecs.simulation import Simulation
from ..hooks.fields import ForceFields
from ..solver.foresight import foresee_areas
from ..solver.workspace import rows_of
from ..world.areas import EFFECT, NO_EFFECTS
from ..world.bodies import LOCK_X, LOCK_Y
from ..world.constant_forces import foresee_constant_forces
from ..world.state import World
from ..world.waking import update_awake


class Foresight:
    """Writes what is foreseen to the effects on bodies, before contacts are found: `world.foreseen`."""

    def __init__(self) -> None:
        self._effects = NO_EFFECTS  # of a world without areas
        self._marks = np.zeros(0, np.int64)

    def run(self, simulation: Simulation, fields: ForceFields) -> None:
        """Foresee what areas, constant forces and fields do to the bodies that are awake."""
        world = simulation.world
        forces, acting = world.constant_forces
        if fields.fields or len(acting):
            self._make_effects(world)
        if len(world.influences.effects) == 0:
            return
        store = world.influence_store
        has_visits = len(world.influences.heads) > 0
        if not (fields.fields or len(acting) or has_visits or store.is_foreseen or store.is_acting):
            return
        if len(self._marks) != len(world.bodies.rows):
            self._marks = np.zeros(len(world.bodies.rows), np.int64)
        rows = rows_of(world, update_awake(world))
        count = foresee_areas(rows, self._marks, simulation.context) + len(acting)
        if len(acting):
            foresee_constant_forces(forces, acting, rows.bodies, world.influences.effects)
        if fields.fields:
            count += self._foresee_fields(simulation, fields)
        world.is_accelerated = count > 0
        if world.influences.effects is store.effects:
            store.is_foreseen = world.is_accelerated

    def _make_effects(self, world: World) -> None:
        """Make rows of effects where no area has made some."""
        if len(world.influences.effects) == 0:
            if len(self._effects) != len(world.bodies.rows):
                self._effects = records(len(world.bodies.rows), EFFECT)
            world.influences = world.influences._replace(effects=self._effects)

    def _foresee_fields(self, simulation: Simulation, fields: ForceFields) -> int:
        """Add what fields do; return on how many bodies."""
        world, members = simulation.world, fields.members(awake=1)
        if len(members.rows) == 0:
            return 0
        fx, fy = fields.foresee(members, simulation.clock.time)
        bodies = world.bodies.rows.view(np.ndarray)[members.rows]
        effects = world.influences.effects.view(np.ndarray)
        mass = np.where(bodies["skin"] > 0.0, 0.0, bodies["inverse_mass"])
        for name, force, lock in (("foreseen_x", fx, LOCK_X), ("foreseen_y", fy, LOCK_Y)):
            effects[name][members.rows] += np.where(bodies["locks"] & lock, 0.0, force * mass)
        return len(members.rows)
