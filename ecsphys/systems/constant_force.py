"""The system of constant forces."""

from __future__ import annotations

import numpy as np

from ..arrays import FREE
from ..ecs.components import ConstantForce
from ..ecs.components.area_table import ConstantForces
from ..world.bodies import WIDTH
from ..world.constant_forces import apply_constant_forces
from .component import ComponentSystem


class ConstantForceSystem(ComponentSystem[ConstantForce]):
    """Applies constant forces, and wakes bodies whose force has changed.

    >>> import esper
    >>> from ecsphys import ConstantForce, ConstantForceSystem, Physics, RigidBody, Transform
    >>> class Look(ConstantForceSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(self.physics.bodies["force_y"])
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(ConstantForceSystem, Look())
    >>> rocket = esper.create_entity(Transform(), RigidBody(), ConstantForce((0, 1200)))
    >>> esper.process(1 / 60)
    [1200.]
    """

    component = ConstantForce
    table: ConstantForces[ConstantForce]

    def make_table(self) -> ConstantForces[ConstantForce]:
        """Return the table of constant forces."""
        return ConstantForces(ConstantForce)

    def begin(self) -> None:
        """Adopt and release forces, and wake the bodies of those that came, went or changed.

        Raises `ValueError` for a force of two entities.
        """
        super().begin()
        if self.table.changed:
            for row in self.table.changed:
                self._wake(int(self.table.rows["body"][row]))
            self.table.changed.clear()
        self.world.constant_forces = self.table.rows, self.order

    def released(self, entity: int) -> None:
        """Wake the body of an entity that lost or replaced its force."""
        self._wake(self.world.row_of(entity))

    def _wake(self, body: int) -> None:
        if body != FREE:
            self.world.bodies.request_wake(body * WIDTH)

    def run(self) -> None:
        """Apply the forces of this step."""
        if len(self.order) == 0:
            return
        world, store, rows = self.world, self.world.influence_store, self.table.rows
        end, local = store.areas_end, int(np.count_nonzero(rows["local"][self.order]))
        if local:
            store.reserve(len(world.bodies.rows), end + local)
        count = apply_constant_forces(rows, self.order, world.bodies.rows, store.heads, store.visits, end)
        store.local = count - end
        if store.local:
            old = world.influences
            new = store.influences(old.areas, world.shapes.turned)
            world.influences = new._replace(effects=old.effects)  # with what is foreseen
