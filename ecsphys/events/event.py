"""The events that handlers get. Those of the event table are tuples that read their row when asked."""

from __future__ import annotations

from functools import cached_property
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..arrays import offsets_of
from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import REASONS
from ..world.events import EVENT

WORD = {name: at // 8 for name, at in offsets_of(EVENT).items()}  # of a field in a row of EVENT
_FIRST_REAL = WORD["nx"]


def _real(name: str, doc: str) -> property:
    """Return a property that reads a real field of an event's row."""
    place = WORD[name] - _FIRST_REAL
    return property(lambda event: event.table.reals[event.row][place], doc=doc)


def _vector(first_name: str, doc: str) -> property:
    """Return a property that reads two real fields, one after the other, of an event's row."""
    place = WORD[first_name] - _FIRST_REAL
    return property(lambda event: Vec2(*event.table.reals[event.row][place : place + 2]), doc=doc)


class EventTable:
    """The sorted rows of one step, shared by its events; converted to Python's numbers when first read."""

    def __init__(self, words: npt.NDArray[np.int64]):
        self.words = words  # (rows, fields of EVENT)

    @cached_property
    def reals(self) -> list[list[float]]:
        """The real fields of every row."""
        return self.words[:, _FIRST_REAL:].view(np.float64).tolist()  # type: ignore[no-any-return]


class _EventRow(NamedTuple):
    """The contents of an event. Fields of a NamedTuple are read twice as fast as properties."""

    table: EventTable
    row: int
    first: int  # entities
    second: int


class Event(_EventRow):
    """What all events have in common. A tuple, because thousands of them are made in one go."""

    __slots__ = ()

    point = _vector("x", "Where they touch, in world coordinates; (0, 0) for an end.")
    time = _real("time", "When in the step, 0 to 1.")

    entities = property(attrgetter("first", "second"), doc="Both: the smaller one first, or the trigger.")

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in (self.first, self.second)

    def other(self, entity: int) -> int:
        """Return the other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, self.first, self.second)

    @property
    def reason(self) -> str:
        """Why it ended: separated, removed, disabled or filtered; empty for anything but an end."""
        return REASONS[self.table.words[self.row, WORD["reason"]]]


class CollisionEvent(Event):
    """Two entities began to touch, go on touching, hit each other, or have parted.

    A hit comes in the step in which the solver pushed, so that its impulse is known. For a fast body
    that can be one step after the begin, whose impulse is 0 then.
    """

    __slots__ = ()

    entity_a = _EventRow.first  # the smaller one
    entity_b = _EventRow.second
    normal = _vector("nx", "Unit vector from A to B; (0, 0) for an end.")
    penetration = _real("penetration", "Depth of the overlap; negative for a touch found ahead of time.")
    speed = _real("speed", "Approach speed along the normal before the solver acted, units per second.")
    impulse = _real("impulse", "Normal impulse of the whole step.")

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"CollisionEvent({self.entity_a}, {self.entity_b}, point={point}, speed={self.speed:.4g})"


class TriggerEvent(Event):
    """`visitor` came into, is in, or has left `trigger`."""

    __slots__ = ()

    trigger = _EventRow.first
    visitor = _EventRow.second

    def __repr__(self) -> str:
        return f"TriggerEvent(trigger={self.trigger}, visitor={self.visitor}, reason={self.reason!r})"


class ProjectileEvent:
    """A projectile hit something, or is spent.

    `projectile` and `entity` are the entities, `entity` what was hit: 0 where a projectile came to the end of
    its `max_distance`. `shape` says which one of that entity's shapes, `normal` is its unit normal, outward.
    `distance` is how far the projectile has flown, `speed` how fast it came, `time` when in the step, 0 to 1.
    `spent`: this was its end.
    """

    __slots__ = ("distance", "entity", "normal", "point", "projectile", "shape", "speed", "spent", "time")

    def __init__(self, shot: tuple[Any, ...]):
        self.projectile: int
        self.entity: int
        self.projectile, self.entity, self.shape, spent, self.time, x, y, nx, ny = shot[:9]
        self.distance, self.speed = shot[9:]
        self.spent = bool(spent)
        self.point = Vec2(x, y)
        self.normal = Vec2(nx, ny)

    @property
    def entities(self) -> tuple[int, int]:
        """The projectile and what it hit."""
        return self.projectile, self.entity

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in self.entities

    def other(self, entity: int) -> int:
        """Return the other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, *self.entities)

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"ProjectileEvent({self.projectile}, {self.entity}, point={point}, spent={self.spent})"
