"""Inputs as bytes, the same ones for the same input everywhere.

The kind of a session's inputs is that of its first one, or of `default`. Only plain values travel: a peer can
name no classes. NamedTuples and members of enums are sent as what they consist of.
"""

from __future__ import annotations

import json
from enum import Enum
from typing import Any, NoReturn

from ..state.values import from_tree, to_tree

MOST_BYTES = 200  # of an input
_NUMBERS = (bool, int, float)
_DEEPEST = 4  # tuples in tuples


class InputCodec:
    """Encodes the inputs of one session. `default` is None until it follows from the first input."""

    def __init__(self, default: Any = None):
        self.default: Any = None
        if default is not None:
            self.default = self.decode(self.encode(default, "default"), like=default)

    def take_kind(self, value: Any, name: str) -> None:
        """Let the default follow from an input, if none was given."""
        if self.default is None and value is not None:
            self.encode(value, name)
            self.default = _blank_of(value, name)

    def encode(self, value: Any, name: str) -> bytes:
        """Return an input as bytes. Raises `TypeError` for another kind, `ValueError` for a large one."""
        if not _matches(value, self.default):
            raise TypeError(f"{name} must be of the kind of the default {self.default!r}, got {value!r}")
        data = _written(_plain(value, name, 0))
        if len(data) > MOST_BYTES:
            raise ValueError(f"{name} must take at most {MOST_BYTES} bytes, got {len(data)}: {value!r:.60}")
        return data

    def decode(self, data: bytes, *, like: Any = None) -> Any:
        """Return the input of bytes from anywhere. Raises `ValueError` unless `encode` returns them."""
        like = self.default if like is None else like
        try:
            tree = json.loads(data, parse_constant=_refuse)
            if not _is_plain(tree):
                raise ValueError("only plain values are inputs")
            value = _as_kind(from_tree(tree), like)
            if not _matches(value, like) or _written(_plain(value, "input", 0)) != data:
                raise ValueError("another kind of input, or written in another way")
        except (ValueError, TypeError, RecursionError) as error:
            raise ValueError(f"no input: {error}") from None
        return value


def _written(plain: Any) -> bytes:
    return json.dumps(to_tree(plain), separators=(",", ":"), allow_nan=False).encode()


def _refuse(word: str) -> NoReturn:
    raise ValueError(f"{word} is no number")


def _plain(value: Any, name: str, depth: int) -> Any:
    """Return a value without classes: tuples instead of NamedTuples, values instead of members of enums."""
    if isinstance(value, Enum):
        value = value.value
    if isinstance(value, tuple) and depth < _DEEPEST:
        return tuple(_plain(item, name, depth + 1) for item in value)
    if value is None or type(value) in (*_NUMBERS, str, bytes):
        return value
    raise TypeError(
        f"{name} must consist of None, numbers, text, bytes, enums and tuples of them, got {value!r}"
    )


def _is_plain(tree: Any) -> bool:
    """Whether a tree holds nothing that names a class."""
    if type(tree) is dict:
        return tree.keys() <= {"int", "float", "text", "bytes", "tuple"} and all(
            map(_is_plain, tree.values())
        )
    return all(map(_is_plain, tree)) if type(tree) is list else True


def _as_kind(value: Any, like: Any) -> Any:
    """Return a plain value with the classes that the default has."""
    if isinstance(like, Enum):
        return type(like)(value)
    if isinstance(like, tuple) and type(value) is tuple and len(value) == len(like):
        items = map(_as_kind, value, like)
        return tuple(items) if type(like) is tuple else type(like)._make(items)  # type: ignore[attr-defined]
    return value


def _matches(value: Any, like: Any) -> bool:
    """Whether a value is of the kind of the default; numbers are one kind, None stands for any."""
    if like is None:
        return True
    if type(like) in _NUMBERS:
        return type(value) in _NUMBERS
    if isinstance(like, tuple):
        return type(value) is type(like) and len(value) == len(like) and all(map(_matches, value, like))
    return type(value) is type(like)


def _blank_of(value: Any, name: str) -> Any:
    """Return the input of a player who does nothing."""
    if isinstance(value, tuple):
        items = (_blank_of(item, name) for item in value)
        return tuple(items) if type(value) is tuple else type(value)._make(items)  # type: ignore[attr-defined]
    if isinstance(value, Enum):
        try:
            return type(value)(0)
        except ValueError:
            raise TypeError(f"{type(value).__name__} has no member 0: give the session a default") from None
    return None if value is None else type(value)()
