"""What handlers are given: a row of the step's event table."""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import REASONS
from ..world.events import EVENT_INTS

# Places of the fields of EVENT among its whole numbers and among its reals.
WHAT, A, B, REASON, TRIGGER_A, TRIGGER_B = range(6)
NX, NY, X, Y, DEPTH, SPEED, IMPULSE, TIME = range(8)


def _real(field: int, doc: str) -> property:
    """A property that is one of an event's reals."""
    return property(lambda event: event[0].reals[event[1]][field], doc=doc)


def _vector(field: int, doc: str) -> property:
    """A property that is two of an event's reals."""
    return property(lambda event: Vec2(*event[0].reals[event[1]][field : field + 2]), doc=doc)


class EventTable:
    """The sorted rows of one step, shared by its events; made into Python's numbers when one is asked for."""

    def __init__(self, words: npt.NDArray[np.int64]):
        self.words = words

    @cached_property
    def reals(self) -> list[list[float]]:
        """The reals of every row."""
        return self.words[:, EVENT_INTS:].view(np.float64).tolist()  # type: ignore[no-any-return]


class _Place(NamedTuple):
    """What an event is made of. Fields of a NamedTuple are read twice as fast as properties."""

    table: EventTable
    row: int
    first: int
    second: int


class Event(_Place):
    """What all events tell, read from a row of the step's event table when asked for.

    A tuple, because thousands of them are made in one go.
    """

    __slots__ = ()

    point = _vector(X, "Where they touch, in world coordinates; (0, 0) for an end.")
    time = _real(TIME, "When in the step, 0 to 1.")

    entities = property(itemgetter(2, 3), doc="Both entities: the smaller one first, or the trigger.")

    def has(self, entity: int) -> bool:
        """Whether the entity is one of the two."""
        return entity in self[2:]

    def other(self, entity: int) -> int:
        """The other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, *self[2:])

    @property
    def reason(self) -> str:
        """Why it ended: separated, removed, disabled or filtered; empty for anything but an end."""
        return REASONS[self[0].words[self[1], REASON]]


class CollisionEvent(Event):
    """Two entities began to touch, go on touching, hit each other, or have parted.

    A hit comes in the step in which the solver pushed, so that its impulse is known. For a fast body
    that can be one step after the begin, whose impulse is 0 then.
    """

    __slots__ = ()

    entity_a = _Place.first  # the smaller one
    entity_b = _Place.second
    normal = _vector(NX, "Unit vector from A to B; (0, 0) for an end.")
    penetration = _real(DEPTH, "Depth of the overlap; negative for a touch found ahead of time.")
    speed = _real(SPEED, "Approach speed along the normal before the solver acted, units per second.")
    impulse = _real(IMPULSE, "Normal impulse of the whole step.")

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"CollisionEvent({self.entity_a}, {self.entity_b}, point={point}, speed={self.speed:.4g})"


class TriggerEvent(Event):
    """`visitor` came into, is in, or has left `trigger`."""

    __slots__ = ()

    trigger = _Place.first  # what was entered or left
    visitor = _Place.second  # who came or went

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
        """The other one of the two; raises `ValueError` for an entity that is neither."""
        return other_of(entity, *self.entities)

    def __repr__(self) -> str:
        point = f"({self.point.x:.6g}, {self.point.y:.6g})"
        return f"ProjectileEvent({self.projectile}, {self.entity}, point={point}, spent={self.spent})"
