"""A list whose items are made when it is first used."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import wraps
from typing import Any, TypeVar

T = TypeVar("T")

# All methods of lists that read or change items. What CPython does to lists without calling a method, it
# does only if their type is `list` itself.
_METHODS = (
    *("__add__", "__contains__", "__delitem__", "__eq__", "__ge__", "__getitem__", "__gt__", "__iadd__"),
    *("__imul__", "__iter__", "__le__", "__lt__", "__mul__", "__ne__", "__repr__", "__reversed__"),
    *("__rmul__", "__setitem__", "append", "clear", "copy", "count", "extend", "index", "insert", "pop"),
    *("remove", "reverse", "sort"),
)


class LazyList(list[T]):
    """A list of `length` items that `make` makes as soon as one of its methods is called but its length.

    An explosion among 1,000 bodies takes 40 us, its 3,000 tuples take 600, which many games never read.
    """

    __slots__ = ("_length", "_make")

    def __init__(self, length: int, make: Callable[[], Iterable[T]]):
        super().__init__()
        self._length = length
        self._make: Callable[[], Iterable[T]] | None = make

    def fill(self) -> None:
        """Make the items, once."""
        if self._make is not None:
            items, self._make = self._make(), None
            super().extend(items)

    def __len__(self) -> int:
        return super().__len__() if self._make is None else self._length

    def __radd__(self, other: list[T]) -> list[T]:
        return other + list(self)

    def __reduce__(self) -> tuple[Any, ...]:
        return list, (list(self),)


def _filling(name: str) -> Callable[..., Any]:
    """Return a method of lists that first makes the items, also of a second list."""
    method: Callable[..., Any] = getattr(list, name)

    @wraps(method)
    def call(self: LazyList[Any], *args: Any, **options: Any) -> Any:
        for value in (self, *args):
            if isinstance(value, LazyList):
                value.fill()
        return method(self, *args, **options)

    return call


for _name in _METHODS:
    setattr(LazyList, _name, _filling(_name))
