"""Sprites that were removed, and may come back when the world is restored."""

from __future__ import annotations

from collections.abc import Container
from typing import Any, NamedTuple
from weakref import ref

import arcade
import esper

from ..arrays import FREE
from ..ecs.components import Transform
from ..physics import Physics

Frame = tuple[float, float, float, float]  # of a sprite in its entity: offset x, y, angle, turns


class GoneSprite(NamedTuple):
    """A sprite that was removed."""

    sprite: arcade.Sprite
    frame: Frame
    transform: ref[Any]  # of its entity, which is known by it: esper gives numbers anew
    step: int  # in which it was removed
    is_dead: bool  # its entity has been gone


class GoneSprites:
    """The removed sprites of one `SpriteSync`, each as long as something may bring its entity back.

    That is a snapshot, which holds the components of its entities: a sprite goes with the last reference to
    the transform of its entity.
    """

    def __init__(self, physics: Physics):
        self._physics = physics
        clock = physics.simulation.clock
        self._restarts, self._loads = clock.restarts, clock.loads
        self._transforms: dict[int, Any] = {}  # by entity with a sprite
        self._gone: dict[int, list[GoneSprite]] = {}  # by entity

    def now(self) -> tuple[int, int]:
        """Return the number of restarts and the step."""
        clock = self._physics.simulation.clock
        return clock.restarts, clock.step_count

    def meet(self, entity: int) -> None:
        """Note the transform of an entity that gets a sprite."""
        self._transforms[entity] = self._transform(entity)

    def know(self, entities: list[int], rows: list[int]) -> None:
        """Note the transforms of entities with sprites; and which entities of removed ones are gone."""
        parts = self._physics.world.bodies.parts
        for entity, row in zip(entities, rows, strict=True):
            self._transforms[entity] = parts[row][0]
        for entity in list(self._gone):
            self._look_after(entity)

    def add(self, entity: int, sprite: arcade.Sprite, frame: Frame) -> None:
        """Keep a removed sprite."""
        transform = self._transforms.pop(entity, None)
        if transform is None:
            return
        others = [gone for gone in self._gone.get(entity, ()) if gone.transform() is not transform]
        self._gone[entity] = [*others, GoneSprite(sprite, frame, ref(transform), self.now()[1], False)]
        self._look_after(entity)

    def _look_after(self, entity: int) -> None:
        """Forget sprites that nothing can bring back, and note those whose entity is gone."""
        now, kept = self._transform(entity), []
        for gone in self._gone.pop(entity):
            transform = gone.transform()
            if transform is not None:
                kept.append(gone._replace(is_dead=gone.is_dead or transform is not now))
        if kept:
            self._gone[entity] = kept

    def is_another(self, entity: int) -> bool:
        """Whether a number is that of another entity than the one whose sprite has it."""
        known = self._transforms.get(entity)
        return known is not None and self._transform(entity) not in (None, known)

    def _transform(self, entity: int) -> Any:
        """Return the transform of an entity, None without one; that of esper before the next step."""
        row = self._physics.world.row_of(entity)
        if row != FREE:
            return self._physics.world.bodies.parts[row][0]
        if self._physics.simulation.is_current() and esper.entity_exists(entity):
            return esper.try_component(entity, Transform)
        return None

    def is_restored(self) -> bool:
        """Whether the world was restored or reset since the last call."""
        before, self._restarts = self._restarts, self._physics.simulation.clock.restarts
        return before != self._restarts

    def is_loaded(self) -> bool:
        """Whether a snapshot from bytes was restored since the last call: all its components are new ones."""
        before, self._loads = self._loads, self._physics.simulation.clock.loads
        return before != self._loads

    def come_back(self, others: Container[int]) -> list[tuple[int, GoneSprite]]:
        """Return the sprites of entities that are there again, or from before their sprites were removed.

        Those of `others` have one.
        """
        now, found = self.now()[1], []
        for entity, listed in list(self._gone.items()):
            transform = self._transform(entity)
            for gone in listed:
                is_back = gone.transform() is transform and (gone.is_dead or now < gone.step)
                if is_back and transform is not None and entity not in others:
                    found.append((entity, gone))
                    self._gone[entity] = [one for one in listed if one is not gone]
        return found
