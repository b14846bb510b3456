"""From the rows of the step's event table to the calls of handlers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any
from weakref import ref

import esper
import numpy as np
import numpy.typing as npt

from ..ecs.registry import NO_COMPONENTS, Components, Registry
from ..world.base_world import BaseWorld
from ..world.events import EVENT_KINDS, NUMBER_OF, PROJECTILE_HIT, PROJECTILE_SPENT, EventName
from .building import AnyEvent, Delivery, events_of, heard, projectile_events_of
from .calls import (
    Call,
    arguments_of,
    call_esper_handler,
    call_listener,
    call_match,
    call_projectile,
    call_typed,
)
from .elsewhere import warn_of_handlers_elsewhere
from .esper_handlers import EsperHandlers, HandlerSnapshot, handler_snapshot, warn_of_dead_handlers
from .event import JointEvent
from .families import EventFormat
from .listener import Listener
from .names import NAMES, mask_of
from .sort import route_events
from .stream import EventStream
from .typed_handlers import (
    TypedHandlers,
    entities_with_listener,
    listener_of,
    names_needing_components,
    typed_handlers,
)

_ATTRIBUTES = [f"on_{name}" for name in NAMES]  # of a Listener, by number of the kind
# Kinds that, beside esper's handlers and those of `on`, only the Listeners of both entities hear.
_TOUCHES = mask_of([kind.name for kind in EVENT_KINDS if kind.family in ("collision", "trigger")])
_PROJECTILE_HIT, _PROJECTILE_SPENT = NUMBER_OF[PROJECTILE_HIT], NUMBER_OF[PROJECTILE_SPENT]


class EventQueue:
    """Events on their way to handlers; those that a raising handler leaves undelivered are sent next time.

    The handlers of an event are determined when its turn comes. So a handler added meanwhile gets the next
    one; a handler removed meanwhile is not called any more. Events of a name without handlers, and for
    entities without a Listener, are built from the step after the first handler or Listener on.
    """

    def __init__(self, registry: Registry, form: EventFormat) -> None:
        self._registry = registry
        self._form = form
        self._waiting: deque[Iterator[Delivery]] = deque()  # of several steps; built when their turn comes
        self._calls: deque[Call] = deque()  # left of the event that is being delivered
        self._streams: list[ref[EventStream]] = []
        self._warned: set[EventName] = set()
        self._has_stepped = False
        self.warn_of_dead_handlers()

    def warn_of_dead_handlers(self) -> None:
        """Watch the handlers of the current world, and warn of those that died before their first event."""
        warn_of_dead_handlers(handler_snapshot(), self._warned)

    def note_physics(self) -> None:
        """Note that the current world is one where events are sent."""
        handler_snapshot().has_physics = True

    def stream(self, name: EventName) -> EventStream:
        """Return a new stream that collects as long as it is referenced."""
        stream = EventStream(name, self._form.family_of(name))
        self._streams.append(ref(stream, self._streams.remove))
        return stream

    def wanted(self) -> int:
        """Return the mask of the kinds that have a handler, a Listener or a stream in the current world."""
        return self._mask(handler_snapshot())

    def begin_step(self) -> int:
        """Warn of handlers that died before their first event or have a misspelt name.

        Returns what is `wanted`.
        """
        snapshot = handler_snapshot()
        if not self._has_stepped:
            self._has_stepped = snapshot.has_physics = True
            warn_of_handlers_elsewhere()
        if snapshot.lost:
            warn_of_dead_handlers(snapshot, self._warned)
        if len(esper.event_registry) != snapshot.registered:
            snapshot.warn_of_misspelt(esper.event_registry)
        return self._mask(snapshot)

    def _mask(self, snapshot: HandlerSnapshot) -> int:
        mask, names = snapshot.bits, names_needing_components()
        if names:
            mask |= mask_of(names)
        if self._streams:
            mask |= mask_of({stream.name for stream in self._living_streams()})
        return mask

    def _living_streams(self) -> list[EventStream]:
        return [stream for weak in self._streams if (stream := weak()) is not None]

    def collect(self, world: BaseWorld) -> None:
        """Take over the step's event rows, in the order of `sort`, and the hits of projectiles."""
        if count := world.events.count:
            world.events.count = 0
            self._take(world.events.rows.view(np.ndarray)[:count])
        if world.shots:
            self._take_shots(np.concatenate(world.shots).view(np.ndarray))
            world.shots.clear()
        self._registry.clear_changes()

    def _take(self, rows: npt.NDArray[Any]) -> None:
        """Sort event rows, give streams theirs, and queue the events that are called."""
        names = self._names_needing_components()
        for_all = handler_snapshot().bits | mask_of(typed_handlers().names)
        called = for_all | mask_of(names)
        order, deliveries = route_events(rows, called, self._form.route)
        if called & _TOUCHES & ~for_all:
            deliveries = heard(deliveries, for_all | ~_TOUCHES, entities_with_listener(self._registry))
        words = rows.view(np.int64).reshape(len(rows), -1).copy()  # by words five times as fast as by records
        if self._streams:
            sorted_rows = rows[order]
            for stream in self._living_streams():
                stream.append(sorted_rows[sorted_rows["kind"] == NUMBER_OF[stream.name]])
        events = events_of(words, deliveries, called, bool(names), self._registry, self._form)
        self._waiting.append(events)

    def _names_needing_components(self) -> frozenset[str]:
        """Return the names whose handlers depend on the components of the entities."""
        return names_needing_components(self._registry.removed.values())

    def _take_shots(self, shots: npt.NDArray[Any]) -> None:
        """Sort the hits of projectiles by time, give streams theirs, and queue the events that are called."""
        shots = shots[np.lexsort((shots["projectile"], shots["time"]))]
        for stream in self._living_streams():
            if stream.name == PROJECTILE_HIT:
                stream.append(shots[shots["target"] != 0])
            elif stream.name == PROJECTILE_SPENT:
                stream.append(shots[shots["spent"] != 0])
        called = self._names_needing_components() | handler_snapshot().names
        events = projectile_events_of(shots, called, self._registry, self._form)
        self._waiting.append(iter(list(events)))

    def clear(self) -> None:
        """Drop all events that were not delivered yet, those of the delivery under way too."""
        self._calls.clear()
        for deliveries in self._waiting:
            deque(deliveries, maxlen=0)  # exhausted: a delivery under way ends as well
        self._waiting.clear()

    def send(self, home: str | None) -> None:
        """Deliver all waiting events, as long as esper's current world is the one called `home`."""
        if self._calls:
            self._make_calls(home)
        while self._waiting and esper.current_world == home:
            deliveries = self._waiting[0]
            self._deliver(deliveries, home)
            if esper.current_world == home and self._waiting and self._waiting[0] is deliveries:
                self._waiting.popleft()  # else a handler has run a step, which sent the rest

    def _make_calls(self, home: str | None) -> None:
        """Make the calls left of one event; each is removed before it is made, since it may raise."""
        while self._calls and esper.current_world == home:
            make, first, second, third = self._calls.popleft()
            make(first, second, third)

    def _deliver(self, deliveries: Iterator[Delivery], home: str | None) -> None:
        """Deliver the rest of a step's events."""
        owners, typed = handler_snapshot().owners, typed_handlers()
        for kind, event, first, second in deliveries:
            only = owners[kind].only
            if only is not None and first is None and not (typed.names and NAMES[kind] in typed.names):
                function = only()  # the most frequent case
                if function is not None:
                    function(event)
            else:
                self._call_or_queue(owners[kind], typed, kind, event, first, second)
                if self._calls:
                    self._make_calls(home)
            if esper.current_world != home:
                return

    def _call_or_queue(
        self,
        owner: EsperHandlers,
        typed: TypedHandlers,
        kind: int,
        event: AnyEvent,
        first: Components | None,
        second: Components | None,
    ) -> None:
        """Determine the handlers of an event: call a single one, queue the calls of several.

        `first`, `second` are the components of its entities; None: not read yet.
        """
        name, attribute, calls = NAMES[kind], _ATTRIBUTES[kind], self._calls
        is_hit = kind == _PROJECTILE_HIT or (kind == _PROJECTILE_SPENT and event.entities[1] == 0)
        if is_hit and first is not None and self._form.projectile in first:
            calls.append((call_projectile, first[self._form.projectile], event, event.entities))
        if owner.has_any:
            calls.extend([(call_esper_handler, owner, handler, event) for handler in owner.take_in_order()])
        if first is None and name not in typed.names:
            return
        a, b = event.entities
        first = self._registry.components_of(a) if first is None else first
        second = self._registry.components_of(b) if second is None else second
        matches = typed.matches(name, first, second) if name in typed.names else ()
        listener_a, listener_b, own = None, None, None
        if Listener.names.get(name):
            listener_a, listener_b = listener_of(first), listener_of(second)
            if isinstance(event, JointEvent):
                joint = event.joint
                own = listener_of(self._registry.current_components(joint) or NO_COMPONENTS)
        if calls or own is not None or len(matches) + (listener_a is not None) + (listener_b is not None) > 1:
            for match in matches:
                calls.append((call_typed, match.handler, event, arguments_of(match, a, b, first, second)))
            if listener_a is not None:
                calls.append((call_listener, listener_a, attribute, (a, b, event)))
            if listener_b is not None:
                calls.append((call_listener, listener_b, attribute, (b, a, event)))
            if own is not None:
                calls.append((call_listener, own, attribute, (joint, b or a, event)))
        elif matches:
            call_match(matches[0], event, a, b, first, second)
        elif listener_a is not None:
            call_listener(listener_a, attribute, (a, b, event))
        elif listener_b is not None:
            call_listener(listener_b, attribute, (b, a, event))
