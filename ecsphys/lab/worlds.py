"""Worlds of exhibits: an esper world with a `Physics` each, so that exhibits never meet."""

from __future__ import annotations

from abc import ABC, abstractmethod
from itertools import count
from typing import Any, Self, TypeVar

import esper

from ..physics import Physics

C = TypeVar("C")
_NUMBERS = count(1)


class BaseWorld(ABC):
    """An esper world of its own with physics in it; `with world:` makes it the current one.

    `settings` are those of its physics.
    """

    physics: Any

    def __init__(self, **settings: Any):
        self.name: str = f"ecsphys.lab {next(_NUMBERS)}"
        self._before: list[str] = []
        with self:
            self.physics = self.make_physics(**settings)
            esper.add_processor(self.physics)

    @abstractmethod
    def make_physics(self, **settings: Any) -> Any:
        """Return the processor; the world is the current one."""

    def __enter__(self) -> Self:
        self._before.append(esper.current_world)
        esper.switch_world(self.name)
        return self

    def __exit__(self, *_: object) -> None:
        esper.switch_world(self._before.pop())

    def create(self, *components: Any) -> int:
        """Create an entity; return its number."""
        with self:
            return int(esper.create_entity(*components))

    def delete(self, entity: int) -> None:
        """Delete an entity at once."""
        with self:
            esper.delete_entity(entity, immediate=True)

    def get(self, entity: int, kind: type[C]) -> C:
        """Return a component of an entity. Raises `KeyError` if it has none."""
        with self:
            return esper.component_for_entity(entity, kind)

    def step(self, steps: int = 1) -> None:
        """Run whole steps."""
        with self:
            for _ in range(steps):
                self.physics.step_once()

    def settle(self) -> None:
        """Take in what was created, changed or deleted since the last step, so that it can be drawn."""
        with self:
            self.physics.settle()

    def close(self) -> None:
        """Delete the esper world with all that is in it."""
        if self.name in esper.list_worlds():
            esper.delete_world(self.name)


class World(BaseWorld):
    """An esper world of its own with a `Physics`."""

    physics: Physics

    def make_physics(self, **settings: Any) -> Physics:
        """Return a `Physics`."""
        return Physics(**settings)
