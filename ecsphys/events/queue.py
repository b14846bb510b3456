"""From the rows of the step's event table to the calls of handlers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from itertools import repeat
from typing import Any
from weakref import ref

import esper
import numpy as np
import numpy.typing as npt

from ..components import Listener, Projectile
from ..world.layout import END, EVENT_INTS, REMOVED
from ..world.registry import Components, Registry
from ..world.state import World
from .calls import AnyEvent, Call, call_set, call_shot, typed_calls
from .esper_handlers import handlers_of, watch
from .event import (
    REASON,
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
# Name, event, the two entities (trigger and visitor for a trigger event) and their components.
# Components are None when nobody asked for them so far.
Entry = tuple[str, AnyEvent, int, int, Components | None, Components | None]
_BY_CODE = (*COLLISION_NAMES.values(), *TRIGGER_NAMES.values())
_RANKS = np.array([2, 1, 0, 3])  # at one moment: ends, stays, begins, hits


class EventQueue:
    """Events on their way to handlers; what a raising handler leaves undone is done next time.

    Who hears an event is settled when its turn comes. So a handler added meanwhile hears the next one;
    a handler removed meanwhile is not called any more. Where nobody listened to a name, and where no entity
    had a Listener, events are built from the next step on.
    """

    def __init__(self, registry: Registry) -> None:
        self._registry = registry
        self._waiting: deque[Iterator[Entry]] = deque()
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
            self._waiting.append(iter(list(shots_of(np.concatenate(world.shots), self._registry))))
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
        asked = {name for name in NAMES if listened_to(name)}
        if any(map(has_listener, self._registry.departed.values())):
            asked |= {name for name in NAMES if Listener.names[name] > 0}
        called = asked | {name for name in NAMES if handlers_of(name).somebody()}
        if called:
            self._waiting.append(events_of(words, called, bool(asked), self._registry))

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
                entry = next(waiting[0], None)
                if entry is None:
                    waiting.popleft()
                    continue
                name, event, a, b, one, two = entry
                owner = handlers_of(name)
                plain = owner.hearing()
                asked = one is not None or asked_for(name)
                if len(plain) == 1 and not asked:  # most often, and so half as dear
                    call_set(owner, plain[0], event)
                    continue
                calls: list[Call] = [(call_set, owner, handler, event) for handler in plain]
                if asked:
                    one = self._registry.components_of(a) if one is None else one
                    two = self._registry.components_of(b) if two is None else two
                    calls += typed_calls(name, event, a, b, one, two)
                    if name == PROJECTILE_HIT and Projectile in one:
                        calls.insert(0, (call_shot, one[Projectile], event, (a, b)))
                if len(calls) == 1:  # saves the detour
                    make, first, second, third = calls[0]
                    make(first, second, third)
                else:
                    turn.extend(calls)
            else:
                break


def events_of(words: Words, called: set[str], asked: bool, registry: Registry) -> Iterator[Entry]:
    """The events of sorted rows that somebody may hear; each is built when its turn comes.

    `asked`: somebody wants to know the components of both entities.
    """
    trigger_a, trigger_b = words[:, TRIGGER_A] != 0, words[:, TRIGGER_B] != 0
    rows, side = np.nonzero(np.stack([~(trigger_a | trigger_b), trigger_a, trigger_b], axis=1))
    codes = words[rows, WHAT] + len(COLLISION_NAMES) * (side > 0)
    heard = np.array([name in called for name in _BY_CODE])[codes]
    rows, side, codes = rows[heard], side[heard], codes[heard]
    first, second = (words[rows, np.where(side == 2, *two)].tolist() for two in ((B, A), (A, B)))
    ones: Iterable[Components | None] = repeat(None)
    twos: Iterable[Components | None] = repeat(None)
    if asked:
        if registry.departed:
            gone = ((words[rows, WHAT] == END) & (words[rows, REASON] == REMOVED)).tolist()
            ones, twos = (list(map(registry.components_of, entities, gone)) for entities in (first, second))
        else:
            ones, twos = (list(map(registry.whole.get, entities)) for entities in (first, second))
    entries = zip(rows.tolist(), codes.tolist(), first, second, ones, twos, strict=False)
    return _made(EventRows(words), entries)


def shots_of(shots: npt.NDArray[Any], registry: Registry) -> Iterator[Entry]:
    """The hits of projectiles in order of time, and which of them are spent."""
    shots = shots.view(np.ndarray)
    for shot in shots[np.lexsort((shots["projectile"], shots["time"]))].tolist():
        event = ProjectileEvent(shot)
        two = event.projectile, event.entity
        parts = registry.components_of(two[0]), registry.components_of(two[1])
        if event.entity != 0:
            yield PROJECTILE_HIT, event, *two, *parts
        if event.spent:
            yield PROJECTILE_SPENT, event, *two, *parts


def _made(shared: EventRows, entries: Iterable[tuple[int, int, int, int, Any, Any]]) -> Iterator[Entry]:
    """One event after the other."""
    for at, code, a, b, one, two in entries:
        solid = code < len(COLLISION_NAMES)
        event = CollisionEvent(shared, at) if solid else TriggerEvent(shared, at, a, b)
        yield _BY_CODE[code], event, a, b, one, two
