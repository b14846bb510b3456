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
_COLLECTIONS = frozenset({tuple, frozenset, Vec2})

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
    """Return copies of all components of some types. Raises `TypeError` for one that cannot be copied."""
    kept: Kept = {}
    for kind in kinds:
        found: list[tuple[int, Any]] = esper.get_component(kind)
        kept[kind] = {entity: _copied(entity, component) for entity, component in sorted(found, key=_entity)}
    return kept


def _entity(one: tuple[int, Any]) -> int:
    return one[0]


def _copied(entity: int, component: Any) -> Any:
    """Return a copy that shares nothing with the component but components of ecsphys."""
    if is_dataclass(component) and type(component).__dict__.get("__copy__") is None:
        values = [getattr(component, field.name) for field in fields(component)]
        if all(map(_is_constant, values)) and not hasattr(component, "__deepcopy__"):
            return copy.copy(component)
    memo: dict[Any, Any] = {KEEP_COMPONENTS: True}
    try:
        return copy.deepcopy(component, memo)
    except Exception as error:
        raise TypeError(
            f"entity {entity}: its {type(component).__name__} cannot be copied into a snapshot: {error}"
        ) from error


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
    for kind, components in kept.items():
        for entity, saved in components.items():
            present = components_of(entity)
            now, fresh = present.get(kind), _copied(entity, saved)
            if type(now) is type(fresh) and _take_over(now, fresh):
                continue
            present[kind] = fresh


def _take_over(now: Any, fresh: Any) -> bool:
    """Give an object the attributes of another one; return whether that can be done."""
    if not hasattr(now, "__dict__") or any(
        "__slots__" in vars(base) and vars(base)["__slots__"] for base in type(now).__mro__
    ):
        return False
    if isinstance(now, (dict, list, set, bytearray)):
        return False
    vars(now).clear()
    vars(now).update(vars(fresh))
    return True
