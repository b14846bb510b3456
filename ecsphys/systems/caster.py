"""The system that casts the rays and shapes that entities carry."""

from __future__ import annotations

import esper

from ..ecs.components import Transform
from ..ecs.registry import component_types
from ..query import RayCaster, ShapeCaster
from ..query.table import CasterTable
from ..user_warnings import warn_user
from .system import PhysicsSystem


class CasterSystem(PhysicsSystem):
    """Casts each `RayCaster` and `ShapeCaster`, from the poses after the step.

    >>> import esper
    >>> from ecsphys import Box, CasterSystem, Collider, Physics, RayCaster, Transform
    >>> class Look(CasterSystem):
    ...     def run(self):
    ...         super().run()
    ...         print(feeler.hit.entity == wall, feeler.hit.point)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.replace(CasterSystem, Look())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> feeler = RayCaster((1, 0), 180)
    >>> robot = esper.create_entity(Transform(), feeler)
    >>> esper.process(1 / 60)
    True Vec2(x=90.0, y=0.0)
    """

    _table: CasterTable | None = None
    _warned = False  # of a caster without a Transform

    def begin(self) -> None:
        """Adopt casters. Raises `ValueError` for one of two entities, before anything moves."""
        if self.is_idle():
            return
        previous = self._table
        rays = esper.get_components(Transform, RayCaster)
        shapes = esper.get_components(Transform, ShapeCaster)
        if previous is not None and previous.holds(rays, shapes, self.world):
            return
        if len(rays) + len(shapes) < self._count() and not self._warned:
            self._warned = True
            warn_user("a RayCaster or ShapeCaster of an entity without a Transform casts nothing")
        self._table = CasterTable(rays, shapes, self.world) if rays or shapes else None
        if previous is not None:
            previous.release()

    def is_idle(self) -> bool:
        """Whether there are no casters, and none left."""
        types = component_types()
        return self._table is None and RayCaster not in types and ShapeCaster not in types

    def _count(self) -> int:
        """Return the number of all casters, also of those whose entity has no Transform."""
        return len(esper.get_component(RayCaster)) + len(esper.get_component(ShapeCaster))

    def run(self) -> None:
        """Bring the hits of all casters up to date."""
        self.begin()  # other systems may have changed something
        if self._table is not None:
            self.simulation.update_index()
            self._table.cast(self.world)
