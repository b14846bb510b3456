"""What a component's values live in: a row of a world's bodies, or before and after that a row of its own."""

from __future__ import annotations

from array import array
from collections.abc import Callable
from typing import Any, NoReturn

from ..world.layout import BODY_FIELDS, POSE, PREVIOUS, WIDTH
from ..world.nursery import NURSERY
from ..world.state import Bodies


def refuse_owner(part: Any, entity: int, other: int, where: str = "") -> NoReturn:
    """Raise the `ValueError` for a component of `entity` that is, or was given to, another one as well."""
    raise ValueError(
        f"a component belongs to one entity: the {type(part).__name__} of entity {entity} "
        f"is already entity {other}'s{where}; make a new one"
    )


_BLANK_REALS = array("d", bytes(8 * WIDTH))
_BLANK_INTS = array("q", bytes(8 * WIDTH))


class LooseRow:
    """The row of a component that no world has adopted; it has nobody to notify.

    The `words` of a released component are made into `reals` and `ints` when somebody asks: most are
    never looked at again. What needs mass waits in `pending`, as (method, arguments), until there is some.
    """

    __slots__ = ("_words", "ints", "pending", "reals")

    def __init__(self, words: bytes | None = None):
        self.pending: list[tuple[str, tuple[Any, ...]]] | None = None
        if words is None:
            self.reals = _BLANK_REALS[:]
            self.ints = _BLANK_INTS[:]
        else:
            self._words = words

    def __getattr__(self, name: str) -> Any:
        if name not in ("reals", "ints"):  # Transform.interpolated asks for `alpha`
            raise AttributeError(name)
        self.reals = array("d", self._words)
        self.ints = array("q", self._words)
        return object.__getattribute__(self, name)

    def pose_set(self, at: int) -> None:
        """There is no motion to interpolate."""
        self.reals[at + PREVIOUS : at + PREVIOUS + 3] = self.reals[at + POSE : at + POSE + 3]

    def rouse(self, at: int) -> None:
        """Nobody needs to know."""

    calm = change = rouse


class RowView:
    """Base of components that are views on a row: `_rows` has the words, `_at` says where its own begin."""

    __slots__ = ("__weakref__", "_at", "_entity", "_rows")

    _rows: Bodies | LooseRow
    _at: int
    _entity: int  # 0 while not adopted

    def __init__(self) -> None:
        self._rows = LooseRow()
        self._at = 0
        self._entity = 0
        NURSERY.add(self)

    def _adopt(self, rows: Bodies, row: int, entity: int) -> None:
        """From now on the values live in a world's row, which has been filled."""
        pending = self._rows.pending if type(self._rows) is LooseRow else None
        self._rows = rows
        self._at = row * WIDTH
        self._entity = entity
        for method, arguments in pending or ():
            getattr(self, method)(*arguments)

    def _release(self) -> None:
        """Take the values along, out of a world's row into one of its own."""
        assert isinstance(self._rows, Bodies)
        loose = LooseRow(bytes(self._rows.bytes[8 * self._at : 8 * (self._at + WIDTH)]))
        self._rows = loose
        self._at = 0
        self._entity = 0
        NURSERY.add(self)


def real(name: str, check: Callable[[Any, str], float], notify: str, doc: str) -> property:
    """A property that is one real word of the row; setting it calls `notify` of the rows."""
    word = BODY_FIELDS[name]

    def get(self: RowView) -> float:
        return self._rows.reals[self._at + word]

    def put(self: RowView, value: float) -> None:
        self._rows.reals[self._at + word] = check(value, name)
        getattr(self._rows, notify)(self._at)

    return property(get, put, doc=doc)
