"""Python values from trees; see `values`. A tree may come from anywhere: it is checked throughout."""

from __future__ import annotations

import base64
import dataclasses
import math
import struct
from collections import Counter, deque
from collections.abc import Callable
from enum import Enum, Flag
from random import Random
from types import FunctionType
from typing import Any, cast

import numpy as np

from ..ecs.attributes import set_attributes
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from .dtypes import array_of, dtype_from_tree, shape_from_tree, size_of
from .places import DEEPEST, Place
from .references import find, is_of_python, locate, reference_of, spelled
from .to_trees import BIT_GENERATORS, Tree

_MOST_EMPTY = 1 << 40  # bytes of an array with a length of 0, were that length 1


class _Malformed(ValueError):
    """The error of a malformed tree, with the place."""


def from_tree(tree: Tree, where: str = "value") -> Any:
    """Return the value of a tree; raise `ValueError` that names what in it is malformed.

    Also for a class that is not loaded, or that has lost a field, or got one without a default.
    """
    kind = type(tree)
    if tree is None or kind is int or kind is bool or kind is str:
        return tree
    try:
        return _decode(tree, Place.of(where))
    except _Malformed as error:
        raise ValueError(str(error)) from None


def _decode(tree: Tree, place: Place) -> Any:
    kind = type(tree)
    if tree is None or kind is str or kind is int or kind is bool:
        return tree
    if place.depth > DEEPEST:
        raise _Malformed(f"{place} is nested deeper than {DEEPEST} values")
    if kind is list:
        return _decode_all(tree, place)
    if kind is float and math.isfinite(tree):
        return tree
    if kind is not dict or len(tree) != 1:
        raise _Malformed(f"{place} is no value: {kind.__name__} instead of an object with one key")
    key, content = next(iter(tree.items()))
    decode = _DECODERS.get(key)
    if decode is None:
        raise _Malformed(f"{place} is no value: there is no kind of value {str(key)[:40]!r}")
    try:
        return decode(content, place)
    except _Malformed:
        raise
    except Exception as error:  # of whatever the tree makes a class of the game do
        raise _Malformed(f"{place} is no {key}: {str(error)[:300]}") from None


def _decode_all(trees: Tree, place: Place) -> list[Any]:
    if type(trees) is not list:
        raise ValueError(f"must be a list, got {type(trees).__name__}")
    return [_decode(tree, place.inside(index)) for index, tree in enumerate(trees)]


def _decode_int(content: Tree, place: Place) -> int:
    return int(content, 16)


def _decode_float(content: Tree, place: Place) -> float:
    value: float = struct.unpack(">d", bytes.fromhex(content))[0]
    return value


def _decode_text(content: Tree, place: Place) -> str:
    return _unbase64(content).decode("utf-8", "surrogatepass")


def _unbase64(content: Tree) -> bytes:
    return base64.b64decode(content, validate=True)


def _decode_set(content: Tree, place: Place) -> set[Any]:
    parts = _decode_all(content, place)
    found = set(parts)
    if len(found) < len(parts):
        raise ValueError("it has an element twice")
    return found


def _decode_dict(content: Tree, place: Place) -> dict[Any, Any]:
    found: dict[Any, Any] = {}
    for index, pair in enumerate(content):
        key, part = pair
        known = _decode(key, place.inside(index, ".keys()[{}]"))
        if known in found:
            raise ValueError(f"it has key {index} twice")
        found[known] = _decode(part, place.inside(index))
    return found


def _decode_counter(content: Tree, place: Place) -> Counter[Any]:
    counter: Counter[Any] = Counter()
    counter.update(_decode_dict(content, place))
    return counter


def _decode_deque(content: Tree, place: Place) -> deque[Any]:
    trees, most = content
    found = deque(_decode_all(trees, place), most)
    if len(found) < len(trees):
        raise ValueError(f"it has more than {most} elements")
    return found


def _decode_random(content: Tree, place: Place) -> Random:
    state = _decode(content, place)
    if not isinstance(state[2], (float, type(None))):
        raise ValueError("its third part must be a number or None")
    random = Random(0)
    random.setstate(state)
    return random


def _decode_generator(content: Tree, place: Place) -> np.random.Generator:
    state = _decode(content, place)
    if state["bit_generator"] not in BIT_GENERATORS:
        raise ValueError(f"its bits must come from {', '.join(BIT_GENERATORS)}")
    bits = getattr(np.random, state["bit_generator"])(0)
    bits.state = state
    return np.random.Generator(bits)


def _decode_vector(content: Tree, place: Place) -> Vec2:
    x, y = _decode_all(content, place)
    return Vec2(x, y)


def _class_of(reference: Tree, base: type, wanted: str) -> Any:
    kind = find(reference)
    if isinstance(kind, type) and issubclass(kind, base):
        return kind
    raise ValueError(f"{reference} is no {wanted}")


def _decode_named(content: Tree, place: Place) -> Any:
    reference, trees = content
    kind = _class_of(reference, tuple, "NamedTuple")
    parts = _decode_all(trees, place)
    if len(getattr(kind, "_fields", ())) != len(parts):
        raise ValueError(f"{reference} has not {len(parts)} fields")
    return tuple.__new__(kind, parts)


def _decode_enum(content: Tree, place: Place) -> Any:
    reference, name = content
    kind = _class_of(reference, Enum, "enum")
    if name not in kind.__members__:
        raise ValueError(f"{reference} has no member {name!r}")
    return kind.__members__[name]


def _decode_flags(content: Tree, place: Place) -> Any:
    reference, number = content
    return _class_of(reference, Flag, "enum of flags")(_decode(number, place))


def _decode_object(content: Tree, place: Place) -> Any:
    reference, fields, others = content
    kind = _class_of(reference, object, "dataclass")
    if not dataclasses.is_dataclass(kind):
        raise ValueError(f"{reference} is no dataclass")
    known = {field.name: field for field in dataclasses.fields(kind)}
    for unknown in sorted(fields.keys() - known.keys()):
        raise ValueError(f"{reference} has no field {unknown!r}")
    made: Any = object.__new__(cast("type[Any]", kind))
    for name in sorted(known.keys() - fields.keys()):
        object.__setattr__(made, name, _default_of(known[name], reference))
    for name, tree in fields.items():
        object.__setattr__(made, name, _decode(tree, place.inside(name, ".{}")))
    set_attributes(made, {name: _decode(tree, place.inside(name, ".{}")) for name, tree in others.items()})
    return made


def _default_of(field: dataclasses.Field[Any], reference: str) -> Any:
    """Return what a field is that was not there yet when the file was written."""
    if field.default is not dataclasses.MISSING:
        return field.default
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    raise ValueError(f"field {field.name!r} of {reference} is missing, and has no default")


def _decode_array(content: Tree, place: Place) -> Any:
    form, lengths, text = content
    dtype, shape, data = dtype_from_tree(form), shape_from_tree(lengths), _unbase64(text)
    if size_of(shape, dtype, _MOST_EMPTY) != len(data):
        raise ValueError(f"it has {len(data)} bytes, must be {size_of(shape, dtype, _MOST_EMPTY)}")
    return array_of(data, dtype, shape).copy()


def _decode_scalar(content: Tree, place: Place) -> Any:
    form, text = content
    return _decode_array([form, [], text], place)[()]


def _decode_shape(content: Tree, place: Place) -> Any:
    reference, trees = content
    kind = _class_of(reference, Shape, "shape")
    arguments = tuple(_decode_all(trees, place))
    shape = kind._from_arguments(*arguments)
    if shape._arguments() != arguments:
        raise ValueError(f"{reference} with {arguments!r} would become {shape!r}")
    return shape


def _decode_function(content: Tree, place: Place) -> Any:
    located = locate(content)
    function = located.thing
    is_found = isinstance(function, FunctionType) and reference_of(function) == spelled(located)
    if is_found and not is_of_python(reference_of(function)):
        return function
    raise ValueError(f"{content} is no function of that module of the game")


_DECODERS: dict[str, Callable[[Tree, Place], Any]] = {
    "int": _decode_int,
    "float": _decode_float,
    "text": _decode_text,
    "bytes": lambda content, place: _unbase64(content),
    "tuple": lambda content, place: tuple(_decode_all(content, place)),
    "set": _decode_set,
    "frozenset": lambda content, place: frozenset(_decode_set(content, place)),
    "dict": _decode_dict,
    "counter": _decode_counter,
    "deque": _decode_deque,
    "random": _decode_random,
    "generator": _decode_generator,
    "vec": _decode_vector,
    "named": _decode_named,
    "enum": _decode_enum,
    "flags": _decode_flags,
    "object": _decode_object,
    "array": _decode_array,
    "scalar": _decode_scalar,
    "shape": _decode_shape,
    "function": _decode_function,
}
