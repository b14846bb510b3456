"""The store of bodies: their rows, and what components ask of the next step. The same in plane and space."""

from __future__ import annotations

from typing import Any, ClassVar, TypeAlias

import numpy as np

from ..arrays import FREE, Array, Ints, grown, offsets_of
from ..compile import records
from .store import ComponentRows, Store

# The components that share a row: Transform, RigidBody, Collider; None where the entity has none.
Parts: TypeAlias = tuple[Any, ...]

NONE: Parts = (None, None, None)


class BodyStore(Store, ComponentRows):
    """The bodies of a world, and what components ask of the next step.

    A subclass names the `record` of a row and a `blank` row.
    """

    record: ClassVar[np.dtype[Any]]
    width: ClassVar[int]  # words of eight bytes a row
    _blank: ClassVar[Array]
    _entity: ClassVar[int]  # the word of a row that is its entity

    count: int
    bytes: memoryview
    reals: memoryview[float]
    ints: memoryview[int]

    def __init_subclass__(cls, record: np.dtype[Any], blank: Array, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls.record, cls.width = record, record.itemsize // 8
        cls._blank = blank.view(np.int64)
        cls._entity = offsets_of(record)["entity"] // 8

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(0, self.record)
        self.parts: list[Parts] = []  # by row, NONE where it is unused
        self.alpha: float = 1.0  # fraction of a step between the last one and the time to draw
        # Pending edits: rows, in the order of the calls.
        self.teleported: list[int] = []  # whose pose was set
        self.wake_requests: list[int] = []  # whose velocity was set or force applied, or by `wake()`
        self.sleep_requests: list[int] = []
        self.changed_bodies: list[int] = []  # whose kind, locks or mass were set
        self.changed_colliders: list[int] = []
        self.teleports_seen: int = 0  # how many of `teleported` queries see already
        self.deferred_calls: list[tuple[Any, str, tuple[Any, ...]]] = []  # methods that need the new mass
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.parts += [NONE] * (capacity - len(self.parts))
        self._map_words(self.rows)
        self._words = self.rows.view(np.ndarray).view(np.int64).reshape(-1, self.width)

    def owner_of(self, at: int) -> int:
        """Return the entity whose row begins at word `at`."""
        return self.ints[at + self._entity]

    def request_wake(self, at: int) -> None:
        """Wake a body before the next step; takes back a request to sleep."""
        row = at // self.width
        self.wake_requests.append(row)
        if self.sleep_requests and row in self.sleep_requests:
            self.sleep_requests.remove(row)

    def request_sleep(self, at: int) -> None:
        """Put a body to sleep before the next step; takes back requests to wake."""
        row = at // self.width
        self.sleep_requests.append(row)
        self.wake_requests = [woken for woken in self.wake_requests if woken != row]

    def mark_changed(self, at: int) -> None:
        """Note that kind, locks or mass changed: shapes, contacts and inverse masses are made anew."""
        self.changed_bodies.append(at // self.width)

    def mark_collider_changed(self, at: int) -> None:
        """Note that a Collider changed: shapes and contacts are made anew."""
        self.changed_colliders.append(at // self.width)

    def has_pending_edits(self) -> bool:
        """Whether any component asked for anything since the last step."""
        return bool(
            self.teleported
            or self.wake_requests
            or self.sleep_requests
            or self.changed_bodies
            or self.changed_colliders
        )

    def drop_pending_edits(self, rows: list[int]) -> None:
        """Forget the edits of bodies that leave: others may get their rows."""
        if self.has_pending_edits():
            new_row = np.arange(len(self.rows))
            new_row[rows] = FREE
            self.renumber(new_row)

    def forget_values(self, row: int) -> None:
        """Forget the edits of a body's pose and velocity."""
        self.teleported = [other for other in self.teleported if other != row]
        self.wake_requests = [other for other in self.wake_requests if other != row]
        self.teleports_seen = 0

    def renumber(self, new_row: Ints) -> None:
        """Translate pending edits after rows have moved; those whose new row is FREE are dropped."""
        for name in ("teleported", "wake_requests", "sleep_requests", "changed_bodies", "changed_colliders"):
            rows = [int(new_row[row]) for row in getattr(self, name)]
            setattr(self, name, [row for row in rows if row >= 0])
        self.teleports_seen = 0

    def move_to_front(self, live: Ints) -> None:
        """Move the given rows, ascending, to the front; no others are in use afterwards."""
        self.rows[: len(live)] = self.rows[live]
        for name in ("entity", "first_shape"):
            self.rows[name][len(live) : self.count] = FREE
        self.parts[:] = [self.parts[row] for row in live.tolist()] + [NONE] * (len(self.parts) - len(live))
        self._use_first(len(live))

    def blank(self, begin: int, end: int) -> None:
        """Make rows unused that lie behind the last one in use."""
        self._words[begin:end] = self._blank

    def release(self, rows: list[int]) -> Array:
        """Give rows back; returns copies of their words."""
        copies: Array = self._words[rows]  # four times as fast as with records
        self._words[rows] = self._blank
        for row in rows:
            self.parts[row] = NONE
        self._give_back(*rows)
        return copies
