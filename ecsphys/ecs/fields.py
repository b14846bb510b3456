"""Fields of components: descriptors that read and write a word of the row, or one of the settings.

At run time each is a plain `property`, the fastest that Python has; type checkers see what it returns and
takes.
"""

from __future__ import annotations

import functools
import math
from collections.abc import Callable, Mapping
from operator import attrgetter
from typing import TYPE_CHECKING, Any, Generic, Never, TypeVar, cast, overload

import numpy as np

from ..math2d.check import finite_pair, one_of, shown
from ..math2d.vec2 import Pair, Vec2
from ..world.bodies import BODY_FIELDS

if TYPE_CHECKING:
    from typing import Self

G = TypeVar("G")  # what reading gives
S = TypeVar("S")  # what can be assigned
L = TypeVar("L", bound=str)
F = TypeVar("F", bound=Callable[..., Any])

Words = Mapping[str, int]  # which word of its row a field is
Check = Callable[[Any, str], S]  # converts a value, or raises an error with the field's name

if TYPE_CHECKING:

    class Field(Generic[G, S]):
        """An attribute that gives `G` and takes `S`."""

        def __init__(
            self, fget: Callable[[Any], G], fset: Callable[[Any, S], None] | None = None, *, doc: str
        ) -> None: ...

        @overload
        def __get__(self, instance: None, owner: type[object]) -> Self: ...

        @overload
        def __get__(self, instance: object, owner: type[object]) -> G: ...

        def __get__(self, instance: object | None, owner: type[object]) -> Self | G: ...

        def __set__(self, instance: object, value: S) -> None: ...

else:
    Field = property


def real(
    name: str, check: Check[float], doc: str, *, words: Words = BODY_FIELDS, notify: str = ""
) -> Field[float, float]:
    """Return a field that is one real word; setting it calls the method `notify` of the rows."""
    word = words[name]

    def get(self: Any) -> float:
        value: float = self._rows.reals[self._at + word]
        return value

    def put(self: Any, value: float) -> None:
        try:
            self._rows.reals[self._at + word] = check(value, name)
        except ValueError as error:
            self._refuse(error)

    def put_and_notify(self: Any, value: float) -> None:
        put(self, value)
        getattr(self._rows, notify)(self._at)

    return Field(get, put_and_notify if notify else put, doc=doc)


def integer(name: str, check: Check[int], doc: str, *, words: Words, notify: str = "") -> Field[int, int]:
    """Return a field that is one whole word; setting it calls the method `notify` of the rows."""
    word = words[name]

    def get(self: Any) -> int:
        value: int = self._rows.ints[self._at + word]
        return value

    def put(self: Any, value: int) -> None:
        try:
            self._rows.ints[self._at + word] = check(value, name)
        except ValueError as error:
            self._refuse(error)
        if notify:
            getattr(self._rows, notify)(self._at)

    return Field(get, put, doc=doc)


def to_bool(value: Any, name: str) -> bool:
    """Convert a setting that is a yes or no."""
    return bool(value)


def truth(value: Any, name: str) -> bool:
    """Return True or False, Python's or numpy's; raise `TypeError` for anything else."""
    if isinstance(value, (bool, np.bool_)):
        return bool(value)
    raise TypeError(f"{name} must be True or False, got {shown(value)}")


def flag(
    name: str, doc: str, *, words: Words, notify: str = "", check: Check[bool] = to_bool
) -> Field[bool, bool]:
    """Return a field that is a yes or no in one whole word; setting it calls `notify` of the rows."""
    word = words[name]

    def put(self: Any, value: bool) -> None:
        self._rows.ints[self._at + word] = check(value, name)
        if notify:
            getattr(self._rows, notify)(self._at)

    return Field(_flag_reader(word), put, doc=doc)


def fact(name: str, doc: str, *, words: Words) -> Field[bool, Never]:
    """Return a flag that only a step sets."""
    return Field(_flag_reader(words[name]), doc=doc)


def _flag_reader(word: int) -> Callable[[Any], bool]:
    def get(self: Any) -> bool:
        return bool(self._rows.ints[self._at + word] == 1)

    return get


def choice(name: str, choices: tuple[L, ...], doc: str, *, words: Words, notify: str = "") -> Field[L, L]:
    """Return a field that is one of some strings, kept as its number; setting it calls `notify`."""
    word = words[name]

    def get(self: Any) -> L:
        number: int = self._rows.ints[self._at + word]
        return choices[number]

    def put(self: Any, value: L) -> None:
        self._rows.ints[self._at + word] = choices.index(one_of(value, choices, name))
        if notify:
            getattr(self._rows, notify)(self._at)

    return Field(get, put, doc=doc)


def vector(x: str, y: str, doc: str, *, words: Words) -> Field[Vec2, Never]:
    """Return a field that is two real words and only read."""
    word_x, word_y = words[x], words[y]

    def get(self: Any) -> Vec2:
        reals, at = self._rows.reals, self._at
        return Vec2(reals[at + word_x], reals[at + word_y])

    return Field(get, doc=doc)


def names_entity(method: F) -> F:
    """Have the `ValueError`s of a component's method name its entity."""

    @functools.wraps(method)
    def call(self: Any, *arguments: Any, **keywords: Any) -> Any:
        try:
            return method(self, *arguments, **keywords)
        except ValueError as error:
            self._refuse(error)

    return cast("F", call)


def setting(name: str, check: Check[Any], doc: str) -> Field[Any, Any]:
    """Return a field that is an attribute of a component's `_settings`; its method `_assign` sets it."""

    def put(self: Any, value: Any) -> None:
        try:
            self._assign(name, check(value, name))
        except ValueError as error:
            self._refuse(error)

    return Field(attrgetter(f"_settings.{name}"), put, doc=doc)


def optional_real(
    name: str, check: Check[float], doc: str, *, words: Words, notify: str
) -> Field[float | None, float | None]:
    """Return a field that is one real word, NaN for None; setting it calls `notify` of the rows."""
    word = words[name]

    def get(self: Any) -> float | None:
        value: float = self._rows.reals[self._at + word]
        return None if value != value else value

    def put(self: Any, value: float | None) -> None:
        try:
            self._rows.reals[self._at + word] = math.nan if value is None else check(value, name)
        except ValueError as error:
            self._refuse(error)
        getattr(self._rows, notify)(self._at)

    return Field(get, put, doc=doc)


def pair(name: str, doc: str, *, words: Words, notify: str) -> Field[Vec2, Pair]:
    """Return a field that is two real words, `name` with _x and _y, and finite."""
    return cast("Field[Vec2, Pair]", _pair(name, doc, words, notify, optional=False))


def optional_pair(name: str, doc: str, *, words: Words, notify: str) -> Field[Vec2 | None, Pair | None]:
    """Return a field that is two real words, `name` with _x and _y, finite or both NaN for None."""
    return _pair(name, doc, words, notify, optional=True)


def _pair(
    name: str, doc: str, words: Words, notify: str, *, optional: bool
) -> Field[Vec2 | None, Pair | None]:
    word_x, word_y = words[f"{name}_x"], words[f"{name}_y"]

    def get(self: Any) -> Vec2 | None:
        reals, at = self._rows.reals, self._at
        x: float = reals[at + word_x]
        return None if x != x else Vec2(x, reals[at + word_y])

    def put(self: Any, value: Pair | None) -> None:
        try:
            x, y = (math.nan, math.nan) if optional and value is None else finite_pair(value, name)
        except ValueError as error:
            self._refuse(error)
        self._rows.reals[self._at + word_x], self._rows.reals[self._at + word_y] = x, y
        getattr(self._rows, notify)(self._at)

    return Field(get, put, doc=doc)
