"""Rays and shapes that entities carry."""

from __future__ import annotations

import esper

from ..ecs.components import Transform
from ..query import RayCaster, ShapeCaster
from ..query.table import CasterTable
from .system import PhysicsSystem


class CasterSystem(PhysicsSystem):
    """Looks what each `RayCaster` and `ShapeCaster` meets, from where things are after the step."""

    _table: CasterTable | None = None

    def begin(self) -> None:
        """Take in casters before anything moves: a mistake is found here."""
        rays = esper.get_components(Transform, RayCaster)
        shapes = esper.get_components(Transform, ShapeCaster)
        if not rays and not shapes:
            self._table = None
        elif self._table is None or not self._table.holds(rays, shapes, self.world):
            self._table = CasterTable(rays, shapes, self.world)

    def run(self) -> None:
        """Bring the hits of all casters up to date; nothing to do where there are none."""
        self.begin()  # other systems may have changed something
        if self._table is not None:
            self.physics.simulation.update_index()
            self._table.cast(self.world)
