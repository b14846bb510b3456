"""From the rows of the step's event table to the calls of handlers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any
from weakref import ref

import esper
import numpy as np
import numpy.typing as npt

from ..components import Listener, Projectile
from ..world.layout import END, EVENT_INTS, REMOVED
from ..world.registry import NOBODY, Components, Registry
from ..world.state import World
from .calls import AnyEvent, Call, call_set, call_shot, typed_calls
from .esper_handlers import handlers_of, watch
from .event import (
    TIME,
    TRIGGER_A,
    TRIGGER_B,
    WHAT,
    A,
    B,
    CollisionEvent,
    EventRows,
    ProjectileEvent,
    TriggerEvent,
)
from .names import COLLISION_NAMES, NAMES, PROJECTILE_HIT, PROJECTILE_SPENT, TRIGGER_NAMES
from .stream import EventStream
from .typed import asked_for, has_listener, listened_to

Words = npt.NDArray[np.int64]
# Name, event and the components of its two entities; None when nobody asked for them so far.
Entry = tuple[str, AnyEvent, Components | None, Components | None]
_RANKS = np.array([2, 1, 0, 3])  # at one moment: ends, stays, begins, hits


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
            or listened_to(name)
            or bool(self._streams and len(self._streams_of(name)))
        )

    def _streams_of(self, name: str) -> list[EventStream]:
        return [stream for one in self._streams if (stream := one()) is not None and stream.name == name]

    def collect(self, world: World) -> None:
        """Take the step's event rows, in an order that depends on the simulation only.

        By time within the step, ends before begins, then the smaller entity.
        """
        count, world.events.count = world.events.count, 0
        if count:
            self._take(world.events.rows[:count].view(np.ndarray))
        if world.shots:
            self._take_shots(np.concatenate(world.shots).view(np.ndarray))
            world.shots.clear()
        self._registry.forget()

    def _take(self, rows: npt.NDArray[Any]) -> None:
        """Sort rows and hand them on."""
        words = rows.view(np.int64).reshape(len(rows), -1)
        time = words[:, EVENT_INTS + TIME].view(np.float64)
        order = np.lexsort((words[:, B], words[:, A], _RANKS[words[:, WHAT]], time))
        words = words[order]
        if self._streams:
            self._serve(rows[order], words)
        asked = self._asked()
        called = asked | called_by_esper()
        if called:
            self._waiting.extend(events_of(words, called, asked, self._registry))

    def _asked(self) -> set[str]:
        """The names of whose events somebody wants to know the entities' components."""
        asked = {name for name in NAMES if listened_to(name)}
        if any(map(has_listener, self._registry.departed.values())):
            asked |= {name for name in NAMES if Listener.names[name] > 0}
        return asked

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
        while esper.current_world == home:
            if turn:
                make, first, second, third = turn.popleft()
                make(first, second, third)
            elif waiting:
                name, event, one, two = waiting.popleft()
                owner = handlers_of(name)
                plain = owner.hearing()
                if one is None and len(plain) == 1 and not asked_for(name):  # most often
                    function = plain[0]()
                    if function is not None:
                        function(event)
                    continue
                if name == PROJECTILE_HIT and one is not None and Projectile in one:
                    turn.append((call_shot, one[Projectile], event, event.entities))
                calls: list[Call] = [(call_set, owner, handler, event) for handler in plain]
                if one is not None or asked_for(name):
                    a, b = event.entities
                    one = self._registry.components_of(a) if one is None else one
                    two = self._registry.components_of(b) if two is None else two
                    calls += typed_calls(name, event, a, b, one, two)
                if len(calls) == 1 and not turn:
                    make, first, second, third = calls[0]
                    make(first, second, third)
                else:
                    turn.extend(calls)
            else:
                break


def events_of(words: Words, called: set[str], asked: set[str], registry: Registry) -> Iterator[Entry]:
    """The events of sorted rows, of names that are called.

    Somebody wants to know the components of the entities of those that are `asked`.
    """
    shared, whole = EventRows(words), registry.whole.get
    one: Components | None = None
    two: Components | None = None
    for at, (what, a, b, reason, trigger_a, trigger_b) in enumerate(words[:, :EVENT_INTS].tolist()):
        on_trigger = trigger_a or trigger_b
        name = TRIGGER_NAMES[what] if on_trigger else COLLISION_NAMES[what]
        if name not in called:
            continue
        if asked:
            if what == END and reason == REMOVED:
                one, two = registry.components_of(a, True), registry.components_of(b, True)
            else:
                one, two = whole(a, NOBODY), whole(b, NOBODY)
        if not on_trigger:
            yield name, CollisionEvent(shared, at, a, b), one, two
        if trigger_a:
            yield name, TriggerEvent(shared, at, a, b), one, two
        if trigger_b:
            yield name, TriggerEvent(shared, at, b, a), two, one


def called_by_esper() -> set[str]:
    """The names that have handlers of esper's."""
    return {name for name in NAMES if handlers_of(name).somebody()}


def shots_of(shots: npt.NDArray[Any], called: set[str], registry: Registry) -> Iterator[Entry]:
    """The hits of projectiles, and which of them are spent, as far as somebody is called."""
    for shot in shots.tolist():
        event = ProjectileEvent(shot)
        parts = registry.components_of(event.projectile), registry.components_of(event.entity)
        shooter = parts[0].get(Projectile)
        heard = PROJECTILE_HIT in called or (shooter is not None and shooter.on_hit is not None)
        if heard and event.entity != 0:
            yield PROJECTILE_HIT, event, *parts
        if PROJECTILE_SPENT in called and event.spent:
            yield PROJECTILE_SPENT, event, *parts
