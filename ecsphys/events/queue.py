"""From the rows of the step's event table to the calls of handlers."""

from __future__ import annotations

from collections import deque
from typing import Any
from weakref import ref

import esper
import numpy as np
import numpy.typing as npt

from ..components import Projectile
from ..world.registry import Components, Registry
from ..world.state import World
from .building import NAME_OF, AnyEvent, Entry, Words, events_of, shots_of
from .calls import Call, call_only, call_set, call_shot, typed_calls
from .esper_handlers import EsperHandlers, handlers_of, watch
from .event import TRIGGER_A, TRIGGER_B, WHAT
from .names import COLLISION_NAMES, NAMES, PROJECTILE_HIT, PROJECTILE_SPENT, TRIGGER_NAMES
from .order import told
from .stream import EventStream
from .typed import TypedHandlers, handlers, names_asked


class EventQueue:
    """Events on their way to handlers; what a raising handler leaves undone is done next time.

    Who hears an event is settled when its turn comes. So a handler added meanwhile hears the next one;
    a handler removed meanwhile is not called any more. Where nobody listened to a name, and where no entity
    had a Listener, events are built from the next step on.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._waiting: deque[Entry] = deque()
        self._turn: deque[Call] = deque()  # calls left of the event whose turn it is
        self._streams: list[ref[EventStream]] = []
        self._warned: set[str] = set()
        self.watch()

    def watch(self) -> None:
        """Take notice of the handlers of the current world, and warn of those that vanished."""
        watch(self._warned)

    def stream(self, name: str) -> EventStream:
        """A new stream that is served as long as it is held."""
        made = EventStream(name)
        self._streams.append(ref(made, self._streams.remove))
        return made

    def wants(self, name: str) -> bool:
        """Whether anybody listens to a name in the current world."""
        return (
            handlers_of(name).somebody()
            or name in names_asked()
            or bool(self._streams and len(self._streams_of(name)))
        )

    def _streams_of(self, name: str) -> list[EventStream]:
        return [stream for one in self._streams if (stream := one()) is not None and stream.name == name]

    def collect(self, world: World) -> None:
        """Take the step's event rows, in an order that depends on the simulation only (see `order`)."""
        count, world.events.count = world.events.count, 0
        if count:
            self._take(world.events.rows[:count].copy())
        if world.shots:
            self._take_shots(np.concatenate(world.shots).view(np.ndarray))
            world.shots.clear()
        self._registry.forget()

    def _take(self, rows: npt.NDArray[Any]) -> None:
        """Sort rows and hand them on."""
        asked = self._asked()
        called = asked | called_by_esper()
        order, columns = told(rows, sum(1 << kind for kind, name in enumerate(NAME_OF) if name in called))
        rows = rows.view(np.ndarray)
        words = rows.view(np.int64).reshape(len(rows), -1)
        if self._streams:
            self._serve(rows[order], words[order])
        self._waiting.extend(events_of(words, columns, asked, self._registry))

    def _asked(self) -> frozenset[str]:
        """The names of whose events somebody wants to know the entities' components."""
        return names_asked(self._registry.departed.values())

    def _take_shots(self, shots: npt.NDArray[Any]) -> None:
        """Sort the hits of projectiles by time and hand them on."""
        shots = shots[np.lexsort((shots["projectile"], shots["time"]))]
        for name, field in ((PROJECTILE_HIT, "target"), (PROJECTILE_SPENT, "spent")):
            for stream in self._streams_of(name):
                stream.keep(shots[shots[field] != 0])
        self._waiting.extend(shots_of(shots, self._asked() | called_by_esper(), self._registry))

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
        waiting, turn = self._waiting, self._turn
        if esper.current_world != home or not (waiting or turn):
            return
        owners, typed = {name: handlers_of(name) for name in NAMES}, handlers()
        while esper.current_world == home:
            if turn:
                make, first, second, third = turn.popleft()
                make(first, second, third)
            elif waiting:
                name, event, one, two = waiting.popleft()
                owner = owners[name]
                if one is None and owner.only is not None and name not in typed.names:  # most often
                    function = owner.only()
                    if function is not None:
                        function(event)
                else:
                    self._settle(owner, typed, name, event, one, two)
            else:
                break

    def _settle(
        self,
        owner: EsperHandlers,
        typed: TypedHandlers,
        name: str,
        event: AnyEvent,
        one: Components | None,
        two: Components | None,
    ) -> None:
        """Find out who hears an event now, and call the only one; several wait for their turns."""
        calls: list[Call] = []
        if name == PROJECTILE_HIT and one is not None and Projectile in one:
            calls.append((call_shot, one[Projectile], event, event.entities))
        if owner.somebody():
            calls += [(call_set, owner, handler, event) for handler in owner.hearing()]
        if one is not None or name in typed.names:
            a, b = event.entities
            one = self._registry.components_of(a) if one is None else one
            two = self._registry.components_of(b) if two is None else two
            plan = typed.plan(name, one, two)
            if plan.count == 1 and not calls:
                call_only(plan, event, a, b, one, two)
                return
            calls += typed_calls(plan, event, a, b, one, two)
        self._turn.extend(calls)


def called_by_esper() -> frozenset[str]:
    """The names that have handlers of esper's."""
    return frozenset(name for name in NAMES if handlers_of(name).somebody())
