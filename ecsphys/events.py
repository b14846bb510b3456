"""Rows of the step's event table become event objects, only for names that somebody listens to."""

from __future__ import annotations

from collections import deque

import esper
import numpy as np

from .math2d.vec2 import Vec2
from .world.layout import BEGIN, END, EVENT_INTS, REASONS, STAY
from .world.state import World

COLLISION_BEGIN = "collision_begin"
COLLISION_STAY = "collision_stay"
COLLISION_END = "collision_end"
TRIGGER_ENTER = "trigger_enter"
TRIGGER_STAY = "trigger_stay"
TRIGGER_EXIT = "trigger_exit"

COLLISION_NAMES = {BEGIN: COLLISION_BEGIN, STAY: COLLISION_STAY, END: COLLISION_END}
TRIGGER_NAMES = {BEGIN: TRIGGER_ENTER, STAY: TRIGGER_STAY, END: TRIGGER_EXIT}
# Places of the fields of EVENT among its whole numbers and among its reals.
_WHAT, _A, _B, _REASON, _TRIGGER_A, _TRIGGER_B = range(6)
_NX, _NY, _X, _Y, _DEPTH, _SPEED, _IMPULSE, _TIME = range(8)


def _whole(field: int, doc: str) -> property:
    """A property that is one of an event's whole numbers."""
    return property(lambda event: event._ints[field], doc=doc)


def _real(field: int, doc: str) -> property:
    """A property that is one of an event's reals."""
    return property(lambda event: event._reals[field], doc=doc)


def _vector(field: int, doc: str) -> property:
    """A property that is two of an event's reals."""
    return property(lambda event: Vec2(event._reals[field], event._reals[field + 1]), doc=doc)


class Event:
    """What all events tell, read from a row of the step's event table when asked for."""

    __slots__ = ("_ints", "_reals")

    def __init__(self, ints: list[int], reals: list[float]):
        self._ints = ints
        self._reals = reals

    point = _vector(_X, "Where they touch, in world coordinates; (0, 0) for an end.")
    time = _real(_TIME, "When in the step, 0 to 1.")

    @property
    def reason(self) -> str:
        """Why it ended: separated, removed, disabled or filtered; empty for anything but an end."""
        return REASONS[self._ints[_REASON]]


class CollisionEvent(Event):
    """Two entities began to touch, go on touching, or have parted."""

    __slots__ = ()

    entity_a = _whole(_A, "The smaller entity.")
    entity_b = _whole(_B, "The larger entity.")
    normal = _vector(_NX, "Unit vector from A to B; (0, 0) for an end.")
    penetration = _real(_DEPTH, "Depth of the overlap; negative for a touch found ahead of time.")
    speed = _real(_SPEED, "Approach speed along the normal before the solver acted, units per second.")
    impulse = _real(_IMPULSE, "Normal impulse of the whole step.")

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in (self._ints[_A], self._ints[_B])

    def other(self, entity: int) -> int:
        """The other one of the two; raises `ValueError` for an entity that is neither."""
        a, b = self._ints[_A], self._ints[_B]
        if entity not in (a, b):
            raise ValueError(f"entity must be {a} or {b}, got {entity!r}")
        return b if entity == a else a

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"CollisionEvent({self.entity_a}, {self.entity_b}, point={point}, speed={self.speed:.4g})"


class TriggerEvent(Event):
    """`visitor` came into, is in, or has left `trigger`."""

    __slots__ = ("trigger", "visitor")

    def __init__(self, ints: list[int], reals: list[float], trigger: int, visitor: int):
        super().__init__(ints, reals)
        self.trigger = trigger
        self.visitor = visitor

    def __repr__(self) -> str:
        return f"TriggerEvent(trigger={self.trigger}, visitor={self.visitor}, reason={self.reason!r})"


class EventQueue:
    """Events on their way to esper's handlers; what a raising handler leaves undone is sent next time."""

    def __init__(self) -> None:
        self._waiting: deque[tuple[str, CollisionEvent | TriggerEvent]] = deque()

    def wants(self, name: str) -> bool:
        """Whether anybody listens to a name in the current world."""
        return name in esper.event_registry

    def collect(self, world: World) -> None:
        """Take the step's event rows, in an order that depends on the simulation only.

        By time within the step, ends before begins, then the smaller entity.
        """
        count, world.events.count = world.events.count, 0
        words = world.events.rows[:count].view(np.ndarray).view(np.int64).reshape(count, -1)
        time = words[:, EVENT_INTS + _TIME].view(np.float64)
        words = words[np.lexsort((words[:, _B], words[:, _A], -words[:, _WHAT], time))]
        ints = words[:, :EVENT_INTS].tolist()
        reals = words[:, EVENT_INTS:].view(np.float64).tolist()
        for whole, real in zip(ints, reals, strict=True):
            self._add(whole, real)

    def _add(self, ints: list[int], reals: list[float]) -> None:
        """Build the events of one row, if somebody listens."""
        on_trigger = ints[_TRIGGER_A] or ints[_TRIGGER_B]
        name = (TRIGGER_NAMES if on_trigger else COLLISION_NAMES)[ints[_WHAT]]
        if name not in esper.event_registry:
            return
        if not on_trigger:
            self._waiting.append((name, CollisionEvent(ints, reals)))
            return
        if ints[_TRIGGER_A]:
            self._waiting.append((name, TriggerEvent(ints, reals, ints[_A], ints[_B])))
        if ints[_TRIGGER_B]:
            self._waiting.append((name, TriggerEvent(ints, reals, ints[_B], ints[_A])))

    def send(self, home: str | None) -> None:
        """Send everything that waits, as long as esper's current world is the one called `home`."""
        waiting = self._waiting
        while waiting and esper.current_world == home:
            esper.dispatch_event(*waiting.popleft())
