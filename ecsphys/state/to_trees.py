"""Python values as trees; see `values`."""

from __future__ import annotations

import base64
import dataclasses
import json
import math
import struct
from collections import Counter, deque
from collections.abc import Callable, Iterable
from enum import Enum, Flag
from random import Random
from types import FunctionType
from typing import Any, TypeAlias

import numpy as np

from ..ecs.attributes import attributes_of
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from .dtypes import bytes_of, dtype_to_tree
from .places import DEEPEST, Place
from .references import is_of_python, reference_of

Tree: TypeAlias = Any  # None, bool, int, float, str, list or dict of such
BIT_GENERATORS = "PCG64", "PCG64DXSM", "SFC64"  # no numbers in their states are indices
_SMALLEST_INT, _LARGEST_INT = -(1 << 63), (1 << 63) - 1


def to_tree(value: Any, where: str = "value") -> Tree:
    """Return a value as a tree; raise `TypeError` that names what in it cannot be saved.

    `where`: what messages call the value: "entity 3: Inventory".
    """
    kind = type(value)
    if value is None or kind is bool or (kind is float and math.isfinite(value)):
        return value
    return _encode(value, Place.of(where))


def _encode(value: Any, place: Place) -> Tree:
    if value is None or value is True or value is False:
        return value
    if place.depth > DEEPEST:
        raise TypeError(f"{place} is nested deeper than {DEEPEST} values, or is part of itself")
    encode = _ENCODERS.get(type(value))
    if encode is not None:
        return encode(value, place)
    for base, encode in _ENCODERS_OF_BASES:
        if isinstance(value, base):
            return encode(value, place)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return _encode_object(value, place)
    raise _cannot_be_saved(value, place, _remedy(type(value)))


def _remedy(kind: type) -> str:
    """Return what makes values of a class of the game something that can be saved."""
    if is_of_python(kind.__module__) or kind.__module__.partition(".")[0] in ("ecsphys", "numpy"):
        return ""
    return ": a class of your own can be, once it is a dataclass (@dataclasses.dataclass)"


def _cannot_be_saved(value: Any, place: Place, reason: str = "") -> TypeError:
    kind = type(value).__name__
    return TypeError(
        f"{place} is {'an' if kind[0] in 'AEIOUaeiou' else 'a'} {kind}, which cannot be saved{reason}"
    )


def _encode_all(values: Iterable[Any], place: Place) -> list[Tree]:
    return [_encode(value, place.inside(index)) for index, value in enumerate(values)]


def _encode_int(value: int, place: Place) -> Tree:
    return value if _SMALLEST_INT <= value <= _LARGEST_INT else {"int": hex(value)}


def _encode_float(value: float, place: Place) -> Tree:
    return value if math.isfinite(value) else {"float": struct.pack(">d", value).hex()}


def _encode_text(value: str, place: Place) -> Tree:
    try:
        value.encode()
    except UnicodeEncodeError:
        return {"text": _base64(value.encode("utf-8", "surrogatepass"))}
    return value


def _encode_set(value: Any, place: Place) -> Tree:
    parts = [_encode(part, place.inside("{…}", "{}")) for part in value]
    return {type(value).__name__: sorted(parts, key=json.dumps)}


def _encode_dict(value: dict[Any, Any], place: Place) -> Tree:
    pairs = []
    for index, (key, part) in enumerate(value.items()):
        shown = repr(key) if isinstance(key, (str, int, float)) else f"key {index}"
        pairs.append([_encode(key, place.inside(index, ".keys()[{}]")), _encode(part, place.inside(shown))])
    return {"dict": pairs}


def _encode_counter(value: Counter[Any], place: Place) -> Tree:
    return {"counter": _encode_dict(value, place)["dict"]}


def _encode_deque(value: deque[Any], place: Place) -> Tree:
    return {"deque": [_encode_all(value, place), value.maxlen]}


def _encode_random(value: Random, place: Place) -> Tree:
    return {"random": _encode(value.getstate(), place)}


def _encode_generator(value: np.random.Generator, place: Place) -> Tree:
    state = value.bit_generator.state
    if state["bit_generator"] not in BIT_GENERATORS:
        raise _cannot_be_saved(value, place, f": of {state['bit_generator']}")
    return {"generator": _encode(state, place)}


def _encode_tuple(value: tuple[Any, ...], place: Place) -> Tree:
    """Encode a tuple of a subclass: a NamedTuple."""
    if not hasattr(type(value), "_fields"):
        raise _cannot_be_saved(value, place)
    return {"named": [_reference(value, place), _encode_all(value, place)]}


def _encode_enum(value: Enum, place: Place) -> Tree:
    kind, name = type(value), value.name
    if kind.__members__.get(name) is value:
        return {"enum": [_reference(value, place), name]}
    if not isinstance(value, Flag):
        raise _cannot_be_saved(value, place)
    return {"flags": [_reference(value, place), _encode(value.value, place)]}


def _encode_object(value: Any, place: Place) -> Tree:
    kind = type(value)
    try:
        object.__new__(kind)
    except TypeError:
        raise _cannot_be_saved(value, place, f": it is more than a dataclass, {kind.__base__}") from None
    fields = {}
    for field in dataclasses.fields(value):
        try:
            part = getattr(value, field.name)
        except AttributeError:
            raise TypeError(f"{place}.{field.name} is not set, so that it cannot be saved") from None
        fields[field.name] = _encode(part, place.inside(field.name, ".{}"))
    others = {
        name: _encode(part, place.inside(name, ".{}"))
        for name, part in attributes_of(value).items()
        if name not in fields
    }
    return {"object": [_reference(value, place), fields, others]}


def _encode_array(value: Any, place: Place) -> Tree:
    """Encode an array or a scalar of numpy."""
    try:
        dtype = dtype_to_tree(value.dtype)
    except TypeError as error:
        raise TypeError(f"{place} cannot be saved: {error}") from None
    data = _base64(bytes_of(np.asarray(value)))
    if isinstance(value, np.generic):
        return {"scalar": [dtype, data]}
    return {"array": [dtype, list(value.shape), data]}


def _encode_shape(value: Shape, place: Place) -> Tree:
    return {"shape": [_reference(value, place), _encode(value._arguments(), place)["tuple"]]}


def _encode_function(value: FunctionType, place: Place) -> Tree:
    reference = _reference(value, place, value)
    if is_of_python(reference):
        raise _cannot_be_saved(value, place, f": {reference} is none of the game's")
    return {"function": reference}


def _reference(value: Any, place: Place, thing: Any = None) -> str:
    """Return the reference of a value's class, or of itself."""
    try:
        return reference_of(thing or type(value))
    except TypeError as error:
        raise _cannot_be_saved(value, place, f": {error}") from None


def _base64(data: bytes | memoryview) -> str:
    return base64.b64encode(data).decode()


_ENCODERS: dict[type, Callable[[Any, Place], Tree]] = {
    int: _encode_int,
    float: _encode_float,
    str: _encode_text,
    bytes: lambda value, place: {"bytes": _base64(value)},
    tuple: lambda value, place: {"tuple": _encode_all(value, place)},
    list: _encode_all,
    dict: _encode_dict,
    Counter: _encode_counter,
    deque: _encode_deque,
    Random: _encode_random,
    np.random.Generator: _encode_generator,
    set: _encode_set,
    frozenset: _encode_set,
    Vec2: lambda value, place: {"vec": _encode_all(value, place)},
    np.ndarray: _encode_array,
    FunctionType: _encode_function,
}
_ENCODERS_OF_BASES: list[tuple[type, Callable[[Any, Place], Tree]]] = [
    (Enum, _encode_enum),
    (np.generic, _encode_array),
    (tuple, _encode_tuple),
    (Shape, _encode_shape),
]
