"""What a component's values live in: a row of a world's bodies, or before and after that a loose one."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

import numpy as np

from ...arrays import Array, words_of
from ...world.bodies import BODY_FIELDS, POSE, PREVIOUS, Bodies


def refuse_owner(part: Any, entity: int, other: int, where: str = "") -> NoReturn:
    """Raise the `ValueError` for a component of `entity` that is, or was given to, another one as well."""
    raise ValueError(
        f"a component belongs to one entity: the {type(part).__name__} of entity {entity} "
        f"is already entity {other}'s{where}; make a new one"
    )


class UnownedRows:
    """Values that no world has adopted: there is nobody to notify."""

    __slots__ = ()

    alpha: ClassVar[float] = 1.0  # there is no motion to interpolate
    teleported: ClassVar[deque[int]] = deque(maxlen=0)  # keeps nothing
    bytes: memoryview
    reals: Any
    ints: Any

    def mark_teleported(self, at: int) -> None:
        """There is no motion to interpolate."""
        self.reals[at + PREVIOUS : at + PREVIOUS + 3] = self.reals[at + POSE : at + POSE + 3]

    def request_wake(self, at: int) -> None:
        """Nobody needs to know."""

    request_sleep = mark_changed = mark_collider_changed = request_wake


_ROOM = 512  # components


class StagingBuffer(UnownedRows):
    """Values of new components of one kind side by side, of each its kind's words of a row: `span`, the first
    one and behind the last one. A component's row begins where it would if all of it were there.

    A place is never given to a second component. Most are adopted soon and leave, and the memory goes as a
    whole: objects of each component's own would leave holes in Python's heap, 400 bytes a body.
    """

    __slots__ = ("bytes", "ints", "places", "reals")

    span: ClassVar[tuple[int, int]]
    latest: ClassVar[StagingBuffer]
    _places: ClassVar[tuple[int, ...]]  # numbers that all rows of a kind share

    def __init_subclass__(cls, span: tuple[int, int]):
        first, end = cls.span = span
        cls._places = tuple(range(-first, _ROOM * (end - first) - first, end - first))
        cls.latest = cls()

    def __init__(self) -> None:
        first, end = self.span
        self.bytes, self.reals, self.ints = words_of(np.empty(_ROOM * (end - first)))
        self.places = iter(self._places)  # asking it is safe in threads

    @classmethod
    def place(cls) -> tuple[StagingBuffer, int]:
        """Rows and a place in them. What constructors do, without this call while the `latest` have room."""
        rows = cls.latest
        at = next(rows.places, None)
        if at is None:
            rows = cls()
            at = next(rows.places)
            cls.latest = rows
        return rows, at


class DetachedRows(UnownedRows):
    """Copies of rows that a world gave up, for the components that had them; they go on as one."""

    __slots__ = ("bytes", "ints", "reals")

    def __init__(self, rows: Array):
        self.bytes, self.reals, self.ints = words_of(rows)


class RowView:
    """Base of components that are views on a row: `_rows` has the words, `_at` says where its own begin."""

    __slots__ = ("__weakref__", "_at", "_rows")

    _rows: Bodies | UnownedRows
    _at: int
    _new: ClassVar[type[StagingBuffer]]  # what a new one's values live in

    def __getstate__(self) -> tuple[Any, ...]:
        """What copies begin with: the words, and what else there is. They are no entity's."""
        first, end = self._new.span
        words = self._rows.bytes[8 * (self._at + first) : 8 * (self._at + end)]
        return bytes(words), getattr(self, "__dict__", None)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        words, others = state
        first, end = self._new.span
        rows, at = self._new.place()
        rows.bytes[8 * (at + first) : 8 * (at + end)] = words
        self._rows, self._at = rows, at
        if others is not None:
            self.__dict__.update(others)


def owner_of(part: Any) -> int:
    """The entity that a Transform, RigidBody or Collider belongs to, 0 while no world has it."""
    rows = part._rows
    return rows.ints[part._at + _ENTITY] if type(rows) is Bodies else 0


_ENTITY = BODY_FIELDS["entity"]


def real(name: str, check: Callable[[Any, str], float], notify: str, doc: str) -> property:
    """A property that is one real word of the row; setting it calls `notify` of the rows."""
    word = BODY_FIELDS[name]

    def get(self: RowView) -> float:
        return self._rows.reals[self._at + word]

    def put(self: RowView, value: float) -> None:
        rows, at = self._rows, self._at
        rows.reals[at + word] = check(value, name)
        getattr(rows, notify)(at)

    return property(get, put, doc=doc)
