"""Components of the game that a snapshot keeps: copied when it is taken and when it is restored."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from dataclasses import fields, is_dataclass
from enum import Enum
from typing import Any

import esper

from ..ecs.binding import KEEP_COMPONENTS, Component
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from .esper_world import components_of

_PLAIN = frozenset({int, float, str, bool, bytes, complex, type(None)})
_COPYING = "__deepcopy__", "__reduce__", "__reduce_ex__", "__setstate__"  # of types that say how
_COLLECTIONS = frozenset({tuple, frozenset, Vec2})

Memo = dict[Any, Any]  # of `copy.deepcopy`
Kept = dict[type, dict[int, Any]]  # by type and entity: a component's values


def check_named(kinds: Iterable[object]) -> tuple[type, ...]:
    """Return the types as a tuple. Raises `TypeError` for anything else, and for components of ecsphys."""
    named: list[type] = []
    for kind in kinds:
        if not isinstance(kind, type):
            raise TypeError(f"snapshot takes types of components, got {kind!r}")
        if issubclass(kind, Component):
            raise TypeError(f"snapshot keeps {kind.__name__} anyway: name components of the game only")
        named.append(kind)
    return tuple(named)


def take_named(kinds: Iterable[type]) -> Kept:
    """Return copies of all components of some types; what several share is copied once.

    Raises `TypeError` for one that cannot be copied.
    """
    kept: Kept = {}
    memo: Memo = {KEEP_COMPONENTS: True}
    for kind in kinds:
        found: list[tuple[int, Any]] = esper.get_component(kind)
        kept[kind] = {
            entity: _copied(entity, component, memo) for entity, component in sorted(found, key=_entity)
        }
    return kept


def _entity(one: tuple[int, Any]) -> int:
    return one[0]


def _copied(entity: int, component: Any, memo: Memo) -> Any:
    """Return a copy that shares nothing with the component but components of ecsphys."""
    if id(component) not in memo and _is_plain(component):
        memo[id(component)] = copied = copy.copy(component)
        return copied
    try:
        return copy.deepcopy(component, memo)
    except Exception as error:
        raise TypeError(
            f"entity {entity}: its {type(component).__name__} cannot be copied into a snapshot: {error}"
        ) from error


def _is_plain(component: Any) -> bool:
    """Whether a component is a dataclass of values that never change: a plain copy shares nothing."""
    if not is_dataclass(component) or type(component).__dict__.get("__copy__") is not None:
        return False
    values = [getattr(component, field.name) for field in fields(component)]
    return all(map(_is_constant, values)) and not hasattr(component, "__deepcopy__")


def _is_constant(value: Any) -> bool:
    """Whether a value, and all in it, never changes, so that a copy may share it."""
    kind = type(value)
    if kind in _PLAIN:
        return True
    if kind in _COLLECTIONS:
        return all(map(_is_constant, value))
    return isinstance(value, (Enum, Shape))


def give_back_named(kept: Kept) -> None:
    """Give entities the values of their components back, where possible in the objects that they have."""
    memo: Memo = {KEEP_COMPONENTS: True}
    found: list[tuple[type, int, Any, Any]] = []  # type, entity, what it has now, what was saved
    for kind, components in kept.items():
        for entity, saved in components.items():
            now = components_of(entity).get(kind)
            found.append((kind, entity, now, saved))
            if _is_refillable(now, saved):
                memo[id(saved)] = now  # for what refers to it
    made = [(*one, _fresh(*one[1:], memo)) for one in found]
    for kind, entity, now, saved, fresh in made:
        if memo.get(id(saved)) is now:
            vars(now).clear()
            vars(now).update(fresh)
        else:
            components_of(entity)[kind] = fresh


def _fresh(entity: int, now: Any, saved: Any, memo: Memo) -> Any:
    """Return a copy of what was saved: of its attributes, if what the entity has now takes them over."""
    if memo.get(id(saved)) is now:
        return dict(vars(saved)) if _is_plain(saved) else copy.deepcopy(vars(saved), memo)
    return _copied(entity, saved, memo)


def _is_refillable(now: Any, saved: Any) -> bool:
    """Whether an object becomes another one of its type by its attributes alone."""
    kind, bases = type(saved), type(saved).__mro__[:-1]
    return (
        type(now) is kind
        and now is not saved  # a snapshot from bytes has made it for an entity that came back
        and hasattr(now, "__dict__")
        and not isinstance(now, (dict, list, set, bytearray))
        and not any(vars(base).get("__slots__") for base in bases)
        and not any(name in vars(base) for base in bases for name in _COPYING)
    )
