"""From the rows of the step's event table to the calls of handlers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any
from weakref import ref

import esper
import numpy as np
import numpy.typing as npt

from ..ecs.components import Projectile
from ..ecs.registry import Components, Registry
from ..world.state import World
from .building import HIT, AnyEvent, Entry, Words, events_of, projectile_events_of
from .calls import (
    Call,
    arguments_of,
    call_esper_handler,
    call_listener,
    call_match,
    call_projectile,
    call_typed,
)
from .esper_handlers import EsperHandlers, handler_snapshot, warn_of_dead_handlers
from .event import TRIGGER_A, TRIGGER_B, WHAT
from .listener import Listener
from .names import COLLISION_NAMES, NAMES, PROJECTILE_HIT, PROJECTILE_SPENT, TRIGGER_NAMES, bits_of
from .sort import route_events
from .stream import EventStream
from .typed_handlers import TypedHandlers, listener_of, names_needing_components, typed_handlers

_ATTRIBUTES = [f"on_{name}" for name in NAMES]  # of a Listener


class EventQueue:
    """Events on their way to handlers; what a raising handler leaves undone is done next time.

    Who hears an event is settled when its turn comes. So a handler added meanwhile hears the next one;
    a handler removed meanwhile is not called any more. Where nobody listened to a name, and where no entity
    had a Listener, events are built from the next step on.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._waiting: deque[Iterator[Entry]] = deque()  # of several steps; made when their turn comes
        self._turn: deque[Call] = deque()  # calls left of the event whose turn it is
        self._streams: list[ref[EventStream]] = []
        self._warned: set[str] = set()
        self.warn_of_dead_handlers()

    def warn_of_dead_handlers(self) -> None:
        """Take notice of the handlers of the current world, and warn of those that vanished."""
        warn_of_dead_handlers(self._warned)

    def stream(self, name: str) -> EventStream:
        """A new stream that is served as long as it is held."""
        made = EventStream(name)
        self._streams.append(ref(made, self._streams.remove))
        return made

    def wanted(self) -> int:
        """What anybody listens to in the current world, see `bits_of`."""
        bits = handler_snapshot().bits | bits_of(names_needing_components())
        if self._streams:
            bits |= bits_of({stream.name for one in self._streams if (stream := one()) is not None})
        return bits

    def _streams_of(self, name: str) -> list[EventStream]:
        return [stream for one in self._streams if (stream := one()) is not None and stream.name == name]

    def collect(self, world: World) -> None:
        """Take the step's event rows, in an order that depends on the simulation only (see `order`)."""
        count, world.events.count = world.events.count, 0
        if count:
            self._take(world.events.rows.view(np.ndarray)[:count])
        if world.shots:
            self._take_shots(np.concatenate(world.shots).view(np.ndarray))
            world.shots.clear()
        self._registry.clear_changes()

    def _take(self, rows: npt.NDArray[Any]) -> None:
        """Sort rows and hand them on."""
        asked = self._asked()
        called = handler_snapshot().bits | bits_of(asked)
        order, columns = route_events(rows, called)
        words = rows.view(np.int64).reshape(len(rows), -1).copy()  # by words five times as fast as by records
        if self._streams:
            self._serve(rows[order], words[order])
        self._waiting.append(events_of(words, columns, called, asked, self._registry))

    def _asked(self) -> frozenset[str]:
        """The names of whose events somebody wants to know the entities' components."""
        return names_needing_components(self._registry.removed.values())

    def _take_shots(self, shots: npt.NDArray[Any]) -> None:
        """Sort the hits of projectiles by time and hand them on."""
        shots = shots[np.lexsort((shots["projectile"], shots["time"]))]
        for name, field in ((PROJECTILE_HIT, "target"), (PROJECTILE_SPENT, "spent")):
            for stream in self._streams_of(name):
                stream.keep(shots[shots[field] != 0])
        called = self._asked() | handler_snapshot().names
        self._waiting.append(iter(list(projectile_events_of(shots, called, self._registry))))

    def _serve(self, rows: npt.NDArray[Any], words: Words) -> None:
        """Give streams their rows."""
        on_trigger = (words[:, TRIGGER_A] | words[:, TRIGGER_B]) != 0
        for names, own in ((TRIGGER_NAMES, on_trigger), (COLLISION_NAMES, ~on_trigger)):
            for what, name in names.items():
                for stream in self._streams_of(name):
                    chosen = own & (words[:, WHAT] == what)
                    stream.add(rows[chosen], words[chosen])

    def send(self, home: str | None) -> None:
        """Send everything that waits, as long as esper's current world is the one called `home`."""
        self._take_turns(home)
        while self._waiting and esper.current_world == home:
            entries = self._waiting[0]
            self._deliver(entries, home)
            if esper.current_world == home and self._waiting and self._waiting[0] is entries:
                self._waiting.popleft()  # else a handler has run a step, which sent the rest

    def _take_turns(self, home: str | None) -> None:
        """Make the calls that are left of one event."""
        while self._turn and esper.current_world == home:
            make, first, second, third = self._turn.popleft()
            make(first, second, third)

    def _deliver(self, entries: Iterator[Entry], home: str | None) -> None:
        """Deliver the rest of a step's events."""
        owners, typed = handler_snapshot().owners, typed_handlers()
        for kind, event, one, two in entries:
            only = owners[kind].only
            if only is not None and one is None and not (typed.names and NAMES[kind] in typed.names):
                function = only()  # most often
                if function is not None:
                    function(event)
            else:
                self._settle(owners[kind], typed, kind, event, one, two)
                if self._turn:
                    self._take_turns(home)
            if esper.current_world != home:
                return

    def _settle(
        self,
        owner: EsperHandlers,
        typed: TypedHandlers,
        kind: int,
        event: AnyEvent,
        one: Components | None,
        two: Components | None,
    ) -> None:
        """Find out who hears an event now, and call the only one; several wait for their turns."""
        name, attribute, turn = NAMES[kind], _ATTRIBUTES[kind], self._turn
        if kind == HIT and one is not None and Projectile in one:
            turn.append((call_projectile, one[Projectile], event, event.entities))
        if owner.somebody():
            turn.extend([(call_esper_handler, owner, handler, event) for handler in owner.hearing()])
        if one is None and name not in typed.names:
            return
        a, b = event.entities
        one = self._registry.components_of(a) if one is None else one
        two = self._registry.components_of(b) if two is None else two
        matches = typed.plan(name, one, two) if name in typed.names else ()
        first, second = None, None
        if Listener.names.get(name):
            first, second = listener_of(one), listener_of(two)
        if turn or len(matches) + (first is not None) + (second is not None) > 1:
            for match in matches:
                turn.append((call_typed, match.handler, event, arguments_of(match, a, b, one, two)))
            if first is not None:
                turn.append((call_listener, first, attribute, (a, b, event)))
            if second is not None:
                turn.append((call_listener, second, attribute, (b, a, event)))
        elif matches:
            call_match(matches[0], event, a, b, one, two)
        elif first is not None:
            call_listener(first, attribute, (a, b, event))
        elif second is not None:
            call_listener(second, attribute, (b, a, event))
