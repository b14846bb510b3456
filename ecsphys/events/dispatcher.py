"""The part of `Physics` that tells a game what happened, and deletes when that is over."""

from __future__ import annotations

import esper

from .. import constants
from ..ecs.registry import Components, Registry
from ..math2d import check
from .names import bits_of, check_name
from .queue import EventQueue
from .stream import EventStream


class EventDispatcher:
    """Events on their way to a game: see `ecsphys.on`, `Listener` and `stream`."""

    _registry: Registry
    _queue: EventQueue
    _hit_speed: float
    _doomed: dict[int, Components]
    _context_name: str | None

    def _make_reports(self, length_unit: float) -> None:
        self._queue = EventQueue(self._registry)
        self._wanted = 0
        self._hit_speed = constants.HIT_SPEED * length_unit
        self._doomed = {}

    @property
    def hit_speed(self) -> float:
        """Approaches faster than this are a `COLLISION_HIT`, units per second; `length_unit` at first."""
        return self._hit_speed

    @hit_speed.setter
    def hit_speed(self, value: float) -> None:
        self._hit_speed = check.not_negative(value, "hit_speed")

    def wants(self, name: str) -> bool:
        """Whether anybody listens to an event name in this world."""
        return self._queue.wanted() & bits_of((name,)) != 0

    def wanted(self) -> int:
        """What anybody listened to in this world when the step began, see `bits_of`."""
        return self._wanted

    def stream(self, name: str) -> EventStream:
        """The events of one name as arrays, from the next step on, for as long as somebody holds the stream.

        >>> from ecsphys import Physics
        >>> begins = Physics().stream("collision_begin")
        >>> begins.take()["entity_a"]
        array([], dtype=int64)
        """
        return self._queue.stream(check_name(name))

    def despawn(self, entity: int) -> None:
        """Delete an entity when the step is over; harmless to ask for twice, or for one that is gone."""
        if not isinstance(entity, int):
            raise TypeError(f"entity must be an int, got {entity!r}")
        who = self._registry.current_components(entity)
        if who is not None:
            self._doomed[entity] = who

    def _send(self) -> None:
        """Send waiting events, then delete the doomed, as long as no handler switches to another world."""
        self._queue.send(self._context_name)
        if self._doomed and esper.current_world == self._context_name:
            doomed, self._doomed = sorted(self._doomed.items()), {}
            for entity, who in doomed:
                if self._registry.current_components(entity) is who:  # its number may have been given anew
                    esper.delete_entity(entity, immediate=True)
