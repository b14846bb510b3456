"""The rows of all components of one kind in one world: adoption and release."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Generic

import numpy as np

from ..arrays import FREE, Array, grown, offsets_of, words_of
from ..compile import records
from ..world.store import ComponentRows, Store
from .binding import C, bind, check_owners, detach, owner_of


class ComponentTable(Store, ComponentRows, Generic[C]):
    """All components of one type in one world: a row of its record each.

    The record has the fields `entity` (FREE: unused) and `body` (row in BODY, FREE while the entity has
    none); `ComponentSystem` sets the latter.
    """

    bytes: memoryview
    reals: memoryview[float]
    ints: memoryview[int]

    def __init__(self, component: type[C], capacity: int = 16):
        self.rows: Array = records(0, component._record)
        self.members: dict[int, C] = {}  # by entity
        self.width: int = component._record.itemsize // 8  # words a row
        self.words: dict[str, int] = {name: at // 8 for name, at in offsets_of(component._record).items()}
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.bytes, self.reals, self.ints = words_of(self.rows)

    def owner_of(self, at: int) -> int:
        """Return the entity whose row begins at word `at`."""
        return self.ints[at + self.words["entity"]]

    def row_of(self, component: C) -> int:
        """Return the row of a member."""
        return component._at // self.width

    def synchronize(
        self,
        listed: Sequence[tuple[int, C]],
        esper_world: str | None,
        check: Callable[[int, C], None] | None = None,
    ) -> list[int]:
        """Adopt and release so that the members are the components that esper lists.

        Returns the entities that lost or replaced theirs. Raises `ValueError` for a component of two
        entities, and what `check` raises for an entity and its component; nothing has changed then.
        """
        members, wanted = self.members, dict(listed)
        removed = [entity for entity, component in members.items() if wanted.get(entity) is not component]
        self.exchange(removed, sorted(listed), esper_world, check)
        return removed

    def exchange(
        self,
        removed: Sequence[int],
        claims: Sequence[tuple[int, C]],
        esper_world: str | None,
        check: Callable[[int, C], None] | None = None,
    ) -> None:
        """Release the members of some entities, then adopt the components of those that are no members.

        Raises as `synchronize`; nothing has changed then.
        """
        self.esper_world = esper_world
        members = self.members
        check_owners(claims, [members[entity] for entity in removed], esper_world)
        if check is not None:
            for entity, component in claims:
                check(entity, component)
        self.release(*removed)
        for entity, component in claims:
            if entity not in members:
                self.adopt(entity, component)

    def adopt(self, entity: int, component: C) -> None:
        """Take over a component's values, also from another table of the same world."""
        if component._rows.is_owned:
            component._rows.release(owner_of(component))
        row, width = self.take(), self.width
        at, source = row * width, component._at
        self.bytes[8 * at : 8 * (at + width)] = component._rows.bytes[8 * source : 8 * (source + width)]
        self.ints[at + self.words["entity"]] = entity
        self.ints[at + self.words["body"]] = FREE
        self.initialize(row)
        self.members[entity] = component
        bind((component,), self, (at,))

    def initialize(self, row: int) -> None:
        """Set the fields of a new row that do not come from its component; subclasses have some."""

    def release(self, *entities: int) -> None:
        """Give the rows of entities back; their components keep the values."""
        if not entities:
            return
        components = [self.members.pop(entity) for entity in entities]
        rows = [self.row_of(component) for component in components]
        detach(components, self.rows.view(np.ndarray)[rows], range(len(rows)))
        for row in rows:
            at = row * self.width
            self.ints[at + self.words["entity"]] = self.ints[at + self.words["body"]] = FREE
        self._give_back(*rows)
