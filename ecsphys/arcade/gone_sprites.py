"""Sprites whose entities are gone, and may come back when the world is restored."""

from __future__ import annotations

from typing import Any, NamedTuple

import arcade

from ..arrays import FREE
from ..physics import Physics
from ..replay import Recorder


class GoneSprite(NamedTuple):
    """A sprite that was removed."""

    sprite: arcade.Sprite
    frame: tuple[float, float, float, float]
    transform: Any  # of its entity, by which that is known again; esper gives numbers of entities anew
    step: int  # the last one in which it may have been there


class GoneSprites:
    """The removed sprites of one `SpriteSync`, while a recorder keeps a step in which they were there."""

    def __init__(self, physics: Physics):
        self._physics = physics
        self._restarts = physics.simulation.clock.restarts
        self._transforms: dict[int, Any] = {}  # by entity with a sprite
        self._gone: dict[int, list[GoneSprite]] = {}  # by entity

    def now(self) -> tuple[int, int]:
        """Return the number of restarts and the step."""
        clock = self._physics.simulation.clock
        return clock.restarts, clock.step_count

    def know(self, entities: list[int], rows: list[int]) -> None:
        """Note the transforms of entities with sprites."""
        parts = self._physics.world.bodies.parts
        for entity, row in zip(entities, rows, strict=True):
            self._transforms[entity] = parts[row][0]

    def add(
        self,
        entity: int,
        sprite: arcade.Sprite,
        frame: tuple[float, float, float, float],
        since: tuple[int, int],
    ) -> None:
        """Keep a removed sprite if its entity is gone, and a recorder may bring that back."""
        transform, first = self._transforms.pop(entity, None), self._first_step()
        if transform is None or first is None or self._transform(entity) is transform:
            return  # in the last case the game has removed the sprite alone
        self._gone.setdefault(entity, []).append(
            GoneSprite(sprite, frame, transform, max(since[1], self.now()[1]))
        )
        for number, listed in list(self._gone.items()):
            self._gone[number] = [gone for gone in listed if gone.step >= first]
            if not self._gone[number]:
                del self._gone[number]

    def is_another(self, entity: int) -> bool:
        """Whether a number is that of another entity than the one whose sprite has it."""
        known = self._transforms.get(entity)
        return known is not None and self._transform(entity) not in (None, known)

    def _transform(self, entity: int) -> Any:
        """Return the transform of an entity, None without a body."""
        row = self._physics.world.row_of(entity)
        return None if row == FREE else self._physics.world.bodies.parts[row][0]

    def is_restored(self) -> bool:
        """Whether the world was restored since the last call."""
        before, self._restarts = self._restarts, self._physics.simulation.clock.restarts
        return before != self._restarts

    def come_back(self) -> list[tuple[int, GoneSprite]]:
        """Return and forget the sprites of entities that are there again."""
        found = []
        for entity, listed in list(self._gone.items()):
            transform = self._transform(entity)
            back = [gone for gone in listed if gone.transform is transform]
            if back:
                found.append((entity, back[-1]))
                self._gone[entity] = [gone for gone in listed if gone not in back]
        return found

    def _first_step(self) -> int | None:
        """Return the first step that a recorder of the world keeps, None without one."""
        recorders = [one for one in self._physics.hooks.watchers if isinstance(one, Recorder)]
        return min((one.steps.start for one in recorders), default=None)
