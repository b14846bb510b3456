"""What a component's values live in: a row of a world's bodies, or before and after that a row of its own."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, ClassVar, NoReturn

import numpy as np

from ..world.layout import BODY_FIELDS, POSE, PREVIOUS, WHOLE, WIDTH
from ..world.state import Array, Bodies, words_of


def refuse_owner(part: Any, entity: int, other: int, where: str = "") -> NoReturn:
    """Raise the `ValueError` for a component of `entity` that is, or was given to, another one as well."""
    raise ValueError(
        f"a component belongs to one entity: the {type(part).__name__} of entity {entity} "
        f"is already entity {other}'s{where}; make a new one"
    )


class LooseRow:
    """Values that no world has adopted: there is nobody to notify."""

    __slots__ = ()

    alpha: ClassVar[float] = 1.0  # there is no motion to interpolate
    posed: ClassVar[deque[int]] = deque(maxlen=0)  # keeps nothing
    bytes: memoryview
    reals: Any
    ints: Any

    def pose_set(self, at: int) -> None:
        """There is no motion to interpolate."""
        self.reals[at + PREVIOUS : at + PREVIOUS + 3] = self.reals[at + POSE : at + POSE + 3]

    def rouse(self, at: int) -> None:
        """Nobody needs to know."""

    calm = change = change_collider = rouse


class NewRow(LooseRow, list[Any]):
    """The row of a new component: the list of what it was made with, in the order of `words`, until somebody
    asks for a row, and empty from then on. Most are adopted first.
    """

    __slots__ = ("bytes", "ints", "reals")

    words: ClassVar[tuple[int, ...]]

    def __getattr__(self, name: str) -> Any:
        if name not in ("bytes", "reals", "ints"):
            raise AttributeError(name)
        self.bytes, self.reals, self.ints = words_of(np.zeros(WIDTH))
        for word, value in zip(self.words, self, strict=True):
            (self.ints if word in WHOLE else self.reals)[word] = value
        self.clear()
        return getattr(self, name)


class GivenBack(LooseRow):
    """Copies of rows that a world gave up, for the components that had them; they go on as one."""

    __slots__ = ("bytes", "ints", "reals")

    def __init__(self, rows: Array):
        self.bytes, self.reals, self.ints = words_of(rows)


class RowView:
    """Base of components that are views on a row: `_rows` has the words, `_at` says where its own begin."""

    __slots__ = ("__weakref__", "_at", "_entity", "_rows")

    _rows: Bodies | LooseRow
    _at: int
    _entity: int  # 0 while not adopted


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
