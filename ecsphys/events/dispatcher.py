"""The events of one `Physics`: streams, delivery after each step, and the despawning that follows it."""

from __future__ import annotations

from typing import Any

import esper

from .. import constants
from ..ecs.base_simulation import BaseSimulation
from ..ecs.registry import Components
from ..math2d import check
from ..world.events import EventName
from .families import PLANE_EVENTS, EventFormat
from .names import check_name, mask_of
from .queue import EventQueue
from .stream import EventStream
from .typed_handlers import typed_handlers


class EventDispatcher:
    """Collects and sends the events of each step. `Physics` documents the public methods."""

    def __init__(self, simulation: BaseSimulation[Any], form: EventFormat = PLANE_EVENTS):
        self._simulation = simulation
        self.queue: EventQueue = EventQueue(simulation.registry, form)
        self.wanted: int = 0  # names with a subscriber when the step began, see `mask_of`
        self._hit_speed: float | None = None  # HIT_SPEED typical lengths per second
        self._despawned: dict[int, Components] = {}

    @property
    def hit_speed(self) -> float:
        """See `Physics.hit_speed`."""
        if self._hit_speed is None:
            return constants.HIT_SPEED * self._simulation.settings.length_unit
        return self._hit_speed

    @hit_speed.setter
    def hit_speed(self, value: float) -> None:
        self._hit_speed = check.not_negative(value, "hit_speed")

    def wants(self, name: EventName) -> bool:
        """See `Physics.wants`."""
        return self.queue.wanted() & mask_of((name,)) != 0

    def stream(self, name: EventName) -> EventStream:
        """See `Physics.stream`."""
        return self.queue.stream(check_name(name))

    def despawn(self, entity: int) -> None:
        """See `Physics.despawn`."""
        entity = check.entity(entity, "entity", "an int, the number of one")
        components = self._simulation.registry.current_components(entity)
        if components is not None:
            self._despawned[entity] = components

    def reset(self) -> None:
        """Drop events and despawns to come, and remove the handlers that were added with `on`."""
        self.forget()
        typed_handlers().clear()

    def pause(self) -> tuple[dict[int, Components], int]:
        """Let steps run that nobody hears of; return what `go_on` takes."""
        before = self._despawned, self.wanted
        self._despawned, self.wanted = {**self._despawned}, 0
        return before

    def go_on(self, despawned: dict[int, Components], wanted: int) -> None:
        """Hear of steps again."""
        self._despawned, self.wanted = despawned, wanted

    def forget(self) -> None:
        """Drop events and despawns to come: the world is another one."""
        self.queue.clear()
        self._despawned.clear()

    def may_leave(self) -> bool:
        """Whether some entity may be deleted, or be deleted when the step is over."""
        simulation = self._simulation
        return bool(self._despawned) or not (simulation.is_current() and simulation.registry.is_unchanged())

    def is_leaving(self, entity: int) -> bool:
        """Whether an entity with a row is deleted, or will be when the step is over."""
        registry = self._simulation.registry
        known = registry.components.get(entity)
        if known is None:
            return False
        # esper gives the numbers of deleted entities anew: the dict identifies the entity.
        if self._simulation.is_current() and registry.current_components(entity) is not known:
            return True
        return self._despawned.get(entity) is known

    # -- a step ------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """Note the names that have a subscriber now: the kernels of this step write no rows for others."""
        self.wanted = self.queue.begin_step()

    def end_step(self) -> None:
        """Collect the rows of the step and send them."""
        if esper.current_world == self._simulation.esper_world:
            self.queue.collect(self._simulation.world)
            self.send()
        else:
            self._collect_from_afar(esper.current_world)

    def _collect_from_afar(self, elsewhere: str) -> None:
        """Collect the rows of a step in which a system, hook or filter has switched to another world.

        Its handlers are those of its own world, which may be deleted by now. They are called when that world
        steps again.
        """
        simulation = self._simulation
        if simulation.esper_world not in esper.list_worlds():
            simulation.world.events.count = 0
            return
        esper.switch_world(simulation.esper_world)
        try:
            self.queue.collect(simulation.world)
        finally:
            esper.switch_world(elsewhere)

    def send(self) -> None:
        """Send pending events, then delete despawned entities, until a handler switches to another world."""
        home = self._simulation.esper_world
        self.queue.send(home)
        if self._despawned and esper.current_world == home:
            self.delete_despawned()

    def delete_despawned(self) -> None:
        """Delete the despawned entities."""
        despawned, self._despawned = sorted(self._despawned.items()), {}
        for entity, components in despawned:
            # esper gives the numbers of deleted entities anew: the dict identifies the entity.
            if self._simulation.registry.current_components(entity) is components:
                esper.delete_entity(entity, immediate=True)
