"""Base of the systems that work on components with rows of their own."""

from __future__ import annotations

from typing import Any, ClassVar, Generic

import esper
import numpy as np

from ..arrays import FREE, Ints
from ..ecs.binding import C
from ..ecs.component_table import ComponentTable
from ..user_warnings import warn_user
from .system import BaseSystem, PhysicsSystem


class BaseComponentSystem(BaseSystem, Generic[C]):
    """A stage for one component type, in the plane or in space: see `ComponentSystem`.

    `body_parts` says, for warnings, what makes a body.
    """

    body_parts: ClassVar[str] = ""
    component: type[C]
    table: ComponentTable[C]

    def __init__(self) -> None:
        self.order: Ints = np.zeros(0, np.int64)  # rows of the table that take part, by ascending entity
        self._listed: list[tuple[int, C]] = []  # esper's list at the last synchronization
        self._structure = -1  # `World.structure_version` then
        self._warned = False  # of a component without a body

    def attach(self, physics: Any) -> None:
        """Belong to a Physics from now on."""
        super().attach(physics)
        self.table = self.make_table()

    def make_table(self) -> ComponentTable[C]:
        """Return the table of all components; subclasses may have one with further rows."""
        return ComponentTable(self.component)

    def begin(self) -> None:
        """Adopt and release components, and bind them to bodies.

        Raises `ValueError` for a component of two entities and whatever `check` and `accept` raise.
        """
        listed = esper.get_component(self.component)
        changed = listed is not self._listed and listed != self._listed
        if changed:
            for entity in self.table.synchronize(listed, self.world.bodies.esper_world, self.check):
                self.released(entity)
        elif listed and self.is_stale():
            for entity, component in sorted(listed):
                self.check(entity, component)
        else:
            self._listed = listed
            return
        self.bind_bodies()
        self._listed, self._structure = listed, self.world.structure_version

    def is_idle(self) -> bool:
        """Whether there are no components of the type, or none left."""
        return not (self._listed or self.table.members)

    def is_stale(self) -> bool:
        """Whether some component may have another body than it is bound to."""
        return bool(self._structure != self.world.structure_version)

    def bind_bodies(self) -> None:
        """Find the body of every component, and which of them take part."""
        world, table, order = self.world, self.table, []
        body_of = table.rows["body"]
        for entity, component in sorted(table.members.items()):
            row, body = table.row_of(component), world.row_of(entity)
            if body == FREE and not self._warned:
                self._warned = True
                warn_user(
                    f"the {self.component.__name__} of entity {entity} does nothing: give the entity a body, "
                    f"which is {self.body_parts}"
                )
            body_of[row] = body
            if body != FREE and self.accept(entity, component, row, body):
                order.append(row)
        self.order = np.array(order, np.int64)

    def check(self, entity: int, component: C) -> None:
        """Raise for a component that its entity cannot use; nothing has changed yet."""

    def accept(self, entity: int, component: C, row: int, body: int) -> bool:
        """Prepare the row of a component and that of its body; returns whether it takes part in steps."""
        return True

    def released(self, entity: int) -> None:
        """Undo the effects of `accept` on the body of an entity that lost or replaced its component."""


class ComponentSystem(BaseComponentSystem[C], PhysicsSystem):
    """A stage for one component type: adopts its components when a step begins, and finds their bodies.

    A subclass names the `component` and implements `run`, usually one call of a kernel with `table.rows`,
    `order` and the rows of bodies.
    """

    body_parts = "a Transform and a RigidBody or a Collider"
