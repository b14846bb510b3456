"""The arrays of a world, grouped by owner: bodies, shapes with their points, contact tables."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain, repeat
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import records
from ..crew import ONE
from .layout import (
    BODY,
    CONTACT,
    CROSSING,
    EVENT,
    FILTER,
    FREE,
    MANIFOLD,
    PAIR,
    POSE,
    PREVIOUS,
    SHAPE,
    SHAPE_WIDTH,
    WIDTH,
)

Array = npt.NDArray[Any]

Parts = tuple[Any, Any, Any]  # Transform, RigidBody, Collider of an entity, None where it has none
NONE: Parts = (None, None, None)

ORIGIN = 0  # row of the pools of points

_NEXT_SHAPE = (SHAPE.names or ()).index("next_shape")
_NO_BODY = np.zeros(1, BODY)
_NO_BODY["entity"] = _NO_BODY["first_shape"] = FREE


class Store:
    """Numbered rows of some arrays, handed out and taken back; the smallest free one is reused first."""

    def __init__(self, capacity: int):
        self.count = 0  # rows in use lie below this
        self.capacity = 0
        self._free: list[int] = []  # descending
        self._grow(capacity)

    def _grow(self, capacity: int) -> None:
        """Make room for `capacity` rows; subclasses enlarge their arrays."""
        self.capacity = capacity

    def take(self) -> int:
        """A row that nobody uses."""
        return self.take_many(1)[0]

    def take_many(self, wanted: int) -> list[int]:
        """Rows that nobody uses, ascending."""
        again = min(wanted, len(self._free))
        taken = self._free[len(self._free) - again :]
        del self._free[len(self._free) - again :]
        taken.reverse()
        first = self.count
        self.count += wanted - again
        if self.count > self.capacity:
            self._grow(max(2 * self.capacity, self.count))
        taken += range(first, self.count)
        return taken

    def is_dense(self) -> bool:
        """Whether all rows below `count` are in use."""
        return not self._free

    def _give_back(self, *rows: int) -> None:
        self._free += rows
        self._free.sort(reverse=True)


class Bodies(Store):
    """One row an entity. `reals` and `ints` are the same memory, word by word, for components; `parts` has
    these: Transforms, RigidBodies and Colliders by row, None where there is none.
    """

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(0, BODY)
        self.parts: tuple[list[Any], list[Any], list[Any]] = ([], [], [])
        self.home: str | None = None  # the esper world whose entities they are
        self.alpha = 1.0  # how far the time to draw lies between the last two steps
        self.posed: list[int] = []  # rows whose pose was set by hand
        self.roused: list[int] = []  # rows to wake: velocity set, force applied, asked for
        self.calmed: list[int] = []  # rows asked to sleep
        self.changed: list[int] = []  # rows whose kind, locks or mass were set
        self.reshaped: list[int] = []  # rows whose collider changed
        self.posed_seen = 0  # so many of `posed` have been refreshed for queries
        self.pending: list[tuple[Any, str, tuple[Any, ...]]] = []  # calls that wait for a new mass
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        for column in self.parts:
            column += [None] * (capacity - len(column))
        self.bytes, self.reals, self.ints = words_of(self.rows)
        self._words = self.rows.view(np.ndarray).view(np.int64).reshape(-1, WIDTH)

    def pose_set(self, at: int) -> None:
        """A component teleported the body whose words begin at `at`; nothing interpolates across that."""
        reals = self.reals
        reals[at + PREVIOUS] = reals[at + POSE]  # one by one is twice as fast as by slices
        reals[at + PREVIOUS + 1] = reals[at + POSE + 1]
        reals[at + PREVIOUS + 2] = reals[at + POSE + 2]
        self.posed.append(at // WIDTH)

    def rouse(self, at: int) -> None:
        """A component wants its body awake; the last word counts."""
        row = at // WIDTH
        self.roused.append(row)
        if self.calmed and row in self.calmed:
            self.calmed.remove(row)

    def calm(self, at: int) -> None:
        """A component wants its body asleep; the last word counts."""
        row = at // WIDTH
        self.calmed.append(row)
        self.roused = [other for other in self.roused if other != row]

    def change(self, at: int) -> None:
        """A component changed what other fields follow from."""
        self.changed.append(at // WIDTH)

    def change_collider(self, at: int) -> None:
        """A collider changed."""
        self.reshaped.append(at // WIDTH)

    def forget(self, rows: list[int]) -> None:
        """What was asked of bodies that go does not concern whoever gets their rows."""
        if self.posed or self.roused or self.calmed or self.changed or self.reshaped:
            new_row = np.arange(len(self.rows))
            new_row[rows] = FREE
            self.renumber(new_row)

    def renumber(self, new_row: Array) -> None:
        """Rows have moved; those whose new number is FREE are gone."""
        for name in ("posed", "roused", "calmed", "changed", "reshaped"):
            rows = [int(new_row[row]) for row in getattr(self, name)]
            setattr(self, name, [row for row in rows if row >= 0])
        self.posed_seen = 0

    def keep(self, live: Array) -> None:
        """Move the given rows, ascending, to the front; no others are in use afterwards."""
        self.rows[: len(live)] = self.rows[live]
        for name in ("entity", "first_shape"):
            self.rows[name][len(live) : self.count] = FREE
        for column in self.parts:
            column[:] = [column[row] for row in live.tolist()] + [None] * (len(column) - len(live))
        self.count = len(live)
        self._free.clear()

    def release(self, rows: list[int]) -> Array:
        """Give rows back; returns what was in them."""
        kept: Array = self._words[rows]  # four times as fast as with records
        self._words[rows] = _NO_BODY.view(np.int64)
        for column in self.parts:
            for row in rows:
                column[row] = None
        self._give_back(*rows)
        return kept


class Shapes(Store):
    """One row a shape; its number is the proxy id of the broad phase.

    `local` holds the shapes' points in their body's frame, `turned` the same turned by the
    body's angle. Blocks of equal length are reused. The first row of both is the origin, which all circles
    around their body's origin share.
    """

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(0, SHAPE)
        self.filters: Array = records(0, FILTER)
        self.fat: Array = np.zeros((0, 4))
        self.tight: Array = np.zeros((0, 4))
        self.local: Array = np.zeros((4 * capacity, 4))
        self.turned: Array = np.zeros((4 * capacity, 4))
        self.made: list[Any] = []  # the Shape that a row is a core of
        self._points = 1
        self.largest = 1  # most points of a shape
        self._free_blocks: dict[int, list[int]] = {}
        super().__init__(capacity)

    def _grow(self, capacity: int) -> None:
        super()._grow(capacity)
        self.rows = grown(self.rows, capacity)
        self.filters = grown(self.filters, capacity)
        self.fat = grown(self.fat, capacity)
        self.tight = grown(self.tight, capacity)
        self.made += [None] * (capacity - len(self.made))
        self.ints = words_of(self.rows)[0].cast("i")  # of four bytes, as the first fields of a row are

    def reserve_points(self, counts: list[int]) -> list[int]:
        """Room in the pools for the points of some shapes; returns the first row of each, that of the origin
        for a count of 0.
        """
        places = {count: self._blocks(count, counts.count(count)) for count in sorted(set(counts) - {0})}
        places[0] = repeat(ORIGIN)
        if self._points > len(self.local):
            capacity = max(2 * len(self.local), self._points)
            self.local = grown(self.local, capacity)
            self.turned = grown(self.turned, capacity)
        return [next(places[count]) for count in counts]

    def _blocks(self, count: int, wanted: int) -> Iterator[int]:
        """First rows of so many blocks of `count` points."""
        free = self._free_blocks.setdefault(count, [])
        again = max(0, len(free) - wanted)
        taken = free[again:]
        del free[again:]
        new = range(self._points, self._points + count * (wanted - len(taken)), count)
        self._points = new.stop
        self.largest = max(self.largest, count)
        return chain(taken, new)

    def spare(self, count: int) -> int:
        """The first of `count` rows of `turned` that no shape uses: room for a query's own points."""
        if self._points + count > len(self.turned):
            self.local = grown(self.local, 2 * (self._points + count))
            self.turned = grown(self.turned, 2 * (self._points + count))
        return self._points

    def release(self, rows: Array) -> None:
        """Give rows and their points back."""
        counts, firsts = self.rows["count"][rows].tolist(), self.rows["first"][rows].tolist()
        for count, first in zip(counts, firsts, strict=True):
            if first != ORIGIN:
                self._free_blocks.setdefault(count, []).append(first)
        self.rows["body"][rows] = self.filters["body"][rows] = FREE
        gone = rows.tolist()
        for row in gone:
            self.made[row] = None
        self._give_back(*gone)

    def snapshot(self) -> tuple[Array, Array, Array, list[Any]]:
        """Copies of all that does not follow from poses."""
        used = slice(self.count)
        points = self.local[: self._points].copy()
        return self.rows[used].copy(), self.filters[used].copy(), points, self.made[used]

    def restore(self, rows: Array, filters: Array, points: Array, made: list[Any]) -> None:
        """Hold what a snapshot holds, if there is room; what follows from poses is to be refreshed."""
        self.count, self._points = len(rows), len(points)
        self.rows[: self.count] = rows
        self.rows["enlarged"] = 2
        self.filters[: self.count] = filters
        self.local, self.turned = points, np.zeros_like(points)
        self.made[: self.count] = made

    def following(self, row: int) -> int:
        """The next shape of the same body, -1 after the last."""
        return self.ints[row * SHAPE_WIDTH + _NEXT_SHAPE]


class PairTable:
    """Contact rows (a pair of shapes each), what is known of those that were near, and pair rows (a pair of
    entities each) of those that touched; with hash indices.

    Both indices are open-addressing tables of (key, row); `counts` are, in order: contacts,
    highest used pair row + 1, first free pair row (FREE: none), pair rows in use, rows in `active`, listings
    so far. `active` has the rows of pairs that the last listing found to touch or to be together.
    """

    def __init__(self, capacity: int = 64):
        self.contacts: Array = records(capacity, CONTACT)
        self.manifolds: Array = records(capacity, MANIFOLD)
        self.pairs: Array = records(capacity, PAIR)
        self.contact_index: Array = empty_index(4 * capacity)
        self.pair_index: Array = empty_index(4 * capacity)
        self.counts: Array = np.array([0, 0, FREE, 0, 0, 0], np.int64)
        self.active: Array = np.zeros(capacity, np.int64)
        self.near: Array = np.zeros(2 * capacity + 1, np.int64)  # scratch of the narrow phase
        self.left: Array = np.zeros((1, 4), np.int64)  # likewise

    @property
    def contact_count(self) -> int:
        """Rows of `contacts`, all in use."""
        return int(self.counts[0])

    @property
    def pair_count(self) -> int:
        """Rows of `pairs` that may be in use."""
        return int(self.counts[1])


class EventRows:
    """Events found in this step, grown by whoever adds some."""

    def __init__(self, capacity: int = 64):
        self.rows: Array = records(capacity, EVENT)
        self.count = 0

    def reserve(self, more: int) -> None:
        """Make room for `more` events."""
        if self.count + more > len(self.rows):
            self.rows = grown(self.rows[: self.count], max(2 * len(self.rows), self.count + more))


class World:
    """All state of one physics world."""

    def __init__(self) -> None:
        self.bodies = Bodies()
        self.shapes = Shapes()
        self.solid = PairTable()
        self.triggers = PairTable()
        self.events = EventRows()
        self.index: Any = None  # the broad phase
        self.crew = ONE
        # Of sorted pair keys of shapes those that may meet by what kernels do not know of; None: all of them.
        self.admit: Callable[[Array], Array] | None = None
        self.places: dict[int, int] = {}  # entity -> where its row of bodies begins: its components' `_at`
        self.disabled: set[int] = set()  # entities whose Collider is switched off
        self.has_triggers = False  # some shape is one, or was
        self.flying: set[int] = set()  # entities that are projectiles
        self.fresh: list[int] = []  # bodies whose shapes have no boxes yet
        self.fresh_shapes: list[int] = []  # shapes that the broad phase has not seen
        self.awake: Array = np.zeros(64, np.int64)  # rows of bodies that move, ascending
        self.awake_rows: Array = self.awake[:0]  # those in use
        self.awake_count = 0
        self.awake_stale = True
        self.unsettled = False  # some contact is UNKNOWN
        self.sane = False  # the last step left no NaN or infinity in a body that is awake
        self.structure = 0  # another number whenever rows of bodies or shapes came, went or changed places
        self.taken_away = False  # contacts were, by hand: some pairs may end for a reason of their own
        self.moved: Array = np.zeros(64, np.int64)  # proxies whose fat box was rewritten
        self.moved_count = 0
        self.crossings: Array = records(0, CROSSING)  # what swept bodies passed in this step
        self.shots: list[Array] = []  # hits of projectiles in this step, not yet reported
        self.dropped_motions = 0  # how often a body had bounced too often in one step

    def parts_of(self, entity: int) -> Parts:
        """The components of an entity that has a row, `NONE` of any other."""
        at = self.places.get(entity)
        if at is None:
            return NONE
        row = at // WIDTH
        transforms, rigids, colliders = self.bodies.parts
        return transforms[row], rigids[row], colliders[row]

    def row_of(self, entity: int) -> int:
        """The row of an entity's body, FREE of one that has none."""
        at = self.places.get(entity)
        return FREE if at is None else at // WIDTH


class LooseWords:
    """The words of a row that no world has; `reals` and `ints` are the same memory, as in a world's rows."""

    def __init__(self, words: bytes):
        self.bytes = memoryview(bytearray(words))
        self.reals, self.ints = self.bytes.cast("d"), self.bytes.cast("q")


def words_of(rows: Array) -> tuple[memoryview, memoryview[float], memoryview[int]]:
    """The memory of an array of eight-byte words as bytes, as doubles and as whole numbers."""
    memory = rows.view(np.ndarray).data.cast("B")
    return memory, memory.cast("d"), memory.cast("q")


def grown(array: Array, capacity: int) -> Array:
    """A copy with `capacity` rows, the new ones zero. What is copied takes memory, new rows only when they
    are used: so whoever knows how many are in use gives these alone.
    """
    if array.dtype.names:
        larger = records(capacity, array.dtype)
    else:
        larger = np.zeros((capacity, *array.shape[1:]), array.dtype)
    larger[: len(array)] = array
    return larger


def empty_index(capacity: int) -> Array:
    """An open-addressing table without entries: columns key (-1: empty) and row."""
    size = 1 << max(4, (capacity - 1).bit_length())
    return np.full((size, 2), FREE, np.int64)
