"""Bind components to rows: staging before a world adopts them, ownership, adoption and release.

A component is a view: `_rows` is the memory that has its values, `_at` the first word of its row in there.
This module alone assigns them, beside the constructors that are too hot for a call. A new component's row
lies in a `StagingBuffer`, one that a world adopted in the world's `Bodies` or in a `ComponentTable`, one that
was removed in `DetachedRows`.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection, Iterable, Iterator, Sequence
from copy import deepcopy
from operator import attrgetter
from typing import Any, ClassVar, NoReturn, Self, TypeVar

import numpy as np

from ..arrays import Array, words_of
from ..keywords import present_constructor
from ..world.bodies import POSE, PREVIOUS
from ..world.store import ComponentRows
from .attributes import attributes_of, set_attributes

# A component's words, the values that are Python objects, and attributes of a subclass.
State = tuple[bytes | None, dict[str, Any], dict[str, Any]]

KEEP_COMPONENTS = "ecsphys: components stay as they are"  # key in the memo of `copy.deepcopy`

Span = tuple[int, int]  # the first word of a component in its row, and the one behind its last


class UnownedRows(ComponentRows):
    """Rows outside any world: changes need no notification."""

    __slots__ = ()

    is_owned: ClassVar[bool] = False
    alpha: ClassVar[float] = 1.0  # there is no motion to interpolate
    teleported: ClassVar[deque[int]] = deque(maxlen=0)  # stays empty

    def owner_of(self, at: int) -> int:
        """Return 0: no entity owns them."""
        return 0

    def mark_teleported(self, at: int) -> None:
        """Make the previous pose the same: there is no motion to interpolate."""
        self.reals[at + PREVIOUS : at + PREVIOUS + 3] = self.reals[at + POSE : at + POSE + 3]

    def request_wake(self, at: int) -> None:
        """Do nothing: no step will read it."""

    def request_sleep(self, at: int) -> None:
        """Do nothing: no step will read it."""

    def mark_changed(self, at: int) -> None:
        """Do nothing: no step will read it."""

    def mark_collider_changed(self, at: int) -> None:
        """Do nothing: no step will read it."""

    def mark_rewired(self, at: int) -> None:
        """Do nothing: no step will read it."""


UNOWNED = UnownedRows()  # of components without words of their own


class StagingBuffer(UnownedRows):
    """Values of new components of one type side by side, of each the words `span` of a row.

    A component's row begins where it would if all of it were there. A place is never given to a second
    component. Most are adopted soon, and the memory is freed as a whole: objects of each component's own
    would leave holes in Python's heap, 400 bytes a body.
    """

    __slots__ = ("bytes", "ints", "offsets", "reals")

    bytes: memoryview
    reals: memoryview[float]
    ints: memoryview[int]
    span: ClassVar[Span]
    latest: ClassVar[StagingBuffer]
    _capacity: ClassVar[int]  # components
    _offsets: ClassVar[tuple[int, ...]]  # first words, shared by all buffers of a type

    def __init_subclass__(cls, span: Span, capacity: int) -> None:
        first, end = cls.span = span
        cls._capacity = capacity
        cls._offsets = tuple(range(-first, capacity * (end - first) - first, end - first))
        cls.latest = cls()

    def __init__(self) -> None:
        first, end = self.span
        self.bytes, self.reals, self.ints = words_of(np.empty(self._capacity * (end - first)))
        self.offsets: Iterator[int] = iter(self._offsets)  # next() is atomic: threads create components, too

    @classmethod
    def place(cls) -> tuple[StagingBuffer, int]:
        """Return rows and an unused first word.

        Hot constructors do it without this call while `latest` has room.
        """
        rows = cls.latest
        at = next(rows.offsets, None)
        if at is None:
            rows = cls()
            at = next(rows.offsets)
            cls.latest = rows
        return rows, at


class DetachedRows(UnownedRows):
    """Copies of rows that a world released, for the components that had them."""

    __slots__ = ("bytes", "ints", "reals", "words")

    bytes: memoryview
    reals: memoryview[float]
    ints: memoryview[int]

    def __init__(self, words: Array):
        self.words: Array = words
        self.bytes, self.reals, self.ints = words_of(words)


class Component:
    """Base of the components that a world adopts: views on a row.

    A subclass names the `record` of its row and which words of it (`span`) are a component's own, all of them
    without `span`. One whose values are Python objects names none and begins as `_rows = UNOWNED`.
    `capacity` is how many new components share a piece of memory.
    """

    __slots__ = ("__weakref__", "_at", "_rows")

    _rows: Any  # ComponentRows; subclasses say which
    _at: int
    _record: ClassVar[np.dtype[Any]]
    _staging: ClassVar[type[StagingBuffer]]

    def __init_subclass__(
        cls,
        record: np.dtype[Any] | None = None,
        span: Span | None = None,
        capacity: int = 512,
        **options: Any,
    ) -> None:
        super().__init_subclass__(**options)
        present_constructor(cls)
        if record is None:
            return

        class Staging(StagingBuffer, span=span or (0, record.itemsize // 8), capacity=capacity):
            __slots__ = ()

        cls._record, cls._staging = record, Staging

    def _refuse(self, error: ValueError) -> NoReturn:
        """Raise an error about an argument again, with the entity that the component belongs to."""
        entity = owner_of(self)
        if entity == 0:
            raise error
        raise ValueError(f"entity {entity}: {error}") from None

    def _stage(self, words: bytes | None = None) -> None:
        """Give a new component a row of its own, blank without `words`."""
        first, end = self._staging.span
        rows, at = self._staging.place()
        rows.bytes[8 * (at + first) : 8 * (at + end)] = bytes(8 * (end - first)) if words is None else words
        self._rows, self._at = rows, at

    def __deepcopy__(self, memo: dict[Any, Any]) -> Self:
        if KEEP_COMPONENTS in memo:
            return self
        memo[id(self)] = new = type(self).__new__(type(self))
        new.__setstate__(deepcopy(self.__getstate__(), memo))
        return new

    def _words(self) -> bytes | None:
        """Return the values of its row that are its own; None if it has no row."""
        first, end = self._staging.span
        return bytes(self._rows.bytes[8 * (self._at + first) : 8 * (self._at + end)])

    def _objects(self) -> dict[str, Any]:
        """Return its values that are Python objects, by the keywords of its constructor."""
        return {}

    def _take_objects(self, objects: dict[str, Any]) -> None:
        """Take over the `_objects` of another component of this type."""

    def __getstate__(self) -> State:
        """Return what a copy begins with, and attributes of a subclass. No entity owns the copy."""
        return self._words(), self._objects(), attributes_of(self)

    def __setstate__(self, state: State) -> None:
        words, objects, attributes = state
        if words is None:
            self._rows, self._at = UNOWNED, 0
        else:
            self._stage(words)
        self._take_objects(objects)
        set_attributes(self, attributes)

    def _take_back(self, state: State) -> None:
        """Become what it was when `__getstate__` returned this, while no world has it; its row stays its own.

        What reads the row goes on with it: casters read those of mere Transforms.
        """
        words, objects, attributes = state
        if words is None:
            self._rows, self._at = UNOWNED, 0
        else:
            first, end = self._staging.span
            self._rows.bytes[8 * (self._at + first) : 8 * (self._at + end)] = words
        self._take_objects(objects)
        set_attributes(self, attributes)


C = TypeVar("C", bound=Component)


# -- ownership -----------------------------------------------------------------------------------------

_IS_OWNED = attrgetter("_rows.is_owned")


def owner_of(component: Component) -> int:
    """Return the entity that a component belongs to, 0 while no world has it."""
    owner: int = component._rows.owner_of(component._at)
    return owner


def are_new(components: Collection[Component]) -> bool:
    """Whether no world has any of these, and none comes twice: the usual case, in little time."""
    return len(set(map(id, components))) == len(components) and not any(map(_IS_OWNED, components))


def check_owners(
    claims: Iterable[tuple[int, Component]], given_up: Iterable[Component], esper_world: str | None
) -> None:
    """Raise `ValueError` if two entities claim a component, or one while another entity or world keeps it.

    `given_up` are the components that their entities lose in the same step.
    """
    claimed: dict[int, int] = {}
    foreign: list[tuple[int, Component]] = []
    for entity, component in claims:
        other = claimed.setdefault(id(component), entity)
        if other != entity:
            refuse_owner(component, entity, other)
        owner = owner_of(component)
        if owner == 0:
            continue
        home = component._rows.esper_world
        if home != esper_world:
            refuse_owner(component, entity, owner, f" in the esper world {home!r}")
        if owner != entity:
            foreign.append((entity, component))
    if foreign:
        free = set(map(id, given_up))
        for entity, component in foreign:
            if id(component) not in free:
                refuse_owner(component, entity, owner_of(component))


def refuse_owner(component: Component, entity: int, other: int, where: str = "") -> NoReturn:
    """Raise the `ValueError` for a component of `entity` that is, or was given to, another one as well."""
    raise ValueError(
        f"a component belongs to one entity: the {type(component).__name__} of entity {entity} "
        f"is already entity {other}'s{where}; make a new one"
    )


# -- adoption and release ------------------------------------------------------------------------------


def bind(components: Iterable[Component], rows: ComponentRows, offsets: Iterable[int]) -> None:
    """Make components views on rows that begin at these words and have their values already."""
    for component, at in zip(components, offsets, strict=True):
        component._rows, component._at = rows, at


def bind_groups(
    groups: Iterable[tuple[Component | None, ...]], rows: ComponentRows, offsets: Iterable[int]
) -> None:
    """Make the components of each group views on one row, as those of a body are."""
    for group, at in zip(groups, offsets, strict=True):
        for component in group:
            if component is not None:
                component._rows, component._at = rows, at


def detach(components: Sequence[Component], words: Array, sources: Iterable[int]) -> None:
    """Make components views on copies of rows, given as `words`; `sources` are the rows of each in there."""
    width = words.nbytes // 8 // max(len(words), 1)
    bind(components, DetachedRows(words), [source * width for source in sources])


def detach_groups(
    groups: Iterable[tuple[Component | None, ...]], rows: ComponentRows, offsets: Iterable[int], words: Array
) -> None:
    """Make the components of each group views on its row of copies, if they still are views on its old row.

    `offsets` are the first words of the groups in `rows`, `words` the copies in the same order.
    """
    copies, width = DetachedRows(words), words.nbytes // 8 // max(len(words), 1)
    for copy, (group, at) in enumerate(zip(groups, offsets, strict=True)):
        for component in group:
            if component is not None and component._rows is rows and component._at == at:
                component._rows, component._at = copies, copy * width


def gather_words(components: Sequence[Component], width: int) -> DetachedRows:
    """Lay unowned components side by side in rows of `width` words, where a kernel can read them."""
    words = np.zeros((max(len(components), 1), width))  # a view of none has no memory
    for row, component in zip(words, components, strict=False):
        at, (first, end) = component._at, component._staging.span
        row[first:end] = component._rows.reals[at + first : at + end]
    rows = DetachedRows(words)
    bind(components, rows, range(0, width * len(components), width))
    return rows
