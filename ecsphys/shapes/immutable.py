"""What shapes of the plane and of space have in common: they are immutable values."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NoReturn, Self

from ..keywords import present_constructor

# Sets a slot in a constructor: shapes themselves are immutable.
assign: Callable[[object, str, object], None] = object.__setattr__


class ImmutableShape(ABC):
    """A shape that never changes: equality, hash, `repr`, copies and pickles follow from its `_arguments`.

    A subclass calls `assign` in its constructor.
    """

    __slots__ = ()

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        present_constructor(cls)

    @abstractmethod
    def _arguments(self) -> tuple[object, ...]:
        """Return the validated arguments of the constructor, in order."""

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: make a new one instead of setting {name}")

    def __delattr__(self, name: str) -> NoReturn:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __eq__(self, other: object) -> bool:
        if type(other) is not type(self):
            return NotImplemented
        return self is other or self._arguments() == other._arguments()

    def __hash__(self) -> int:
        return hash((type(self), self._arguments()))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(format_argument, self._arguments()))})"

    @classmethod
    def _from_arguments(cls, *arguments: Any) -> Self:
        """Return the shape that has these `_arguments`, to the bit; raise `ValueError` or `TypeError`."""
        return cls(*arguments)

    def __reduce__(self) -> tuple[Any, ...]:
        return self._from_arguments, self._arguments()


def format_argument(value: object) -> str:
    """Format an argument for `repr`: vectors as plain tuples, several of them as a list."""
    if not isinstance(value, tuple):
        return repr(value)
    if value and isinstance(value[0], tuple):
        return f"[{', '.join(map(format_argument, value))}]"
    return repr(tuple(value))
