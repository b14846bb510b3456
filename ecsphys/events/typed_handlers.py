"""Handlers added with `on`: referenced strongly, in order, selected by component types."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import Any, NamedTuple, TypeAlias, TypeVar, overload

import esper

from ..ecs.registry import Components, Registry, change_token, component_types, current_world
from ..math2d import check
from ..world.events import CollisionName, EventName, JointName, ProjectileName, TriggerName
from .event import CollisionEvent, JointEvent, ProjectileEvent, TriggerEvent
from .listener import Listener
from .names import check_name

Types: TypeAlias = tuple[type, ...]
_ARGUMENTS = (  # of a handler, by number of types
    "event",
    "event, entity, component, other_entity",
    "event, first_entity, first, second_entity, second",
)

_KEY = "ecsphys.on"  # under which an esper world's event registry holds its TypedHandlers
_NO_NAMES: frozenset[EventName] = frozenset()
_MAX_COMBINATIONS = 1024  # of component types; the caches are cleared when there are more


class TypedHandler:
    """A function added with `on`."""

    __slots__ = ("active", "function", "name", "types")

    def __init__(self, function: Callable[..., object], name: EventName, types: Types):
        self.function: Callable[..., object] = function
        self.name: EventName = name
        self.types: Types = types
        self.active: bool = True  # until `off`


class Match(NamedTuple):
    """How a handler is called for two entities: in which order, and with which of their components."""

    handler: TypedHandler
    swapped: bool  # B comes first
    first: type | None  # key of the first component in its entity's dict, None if no type was given
    second: type | None


class TypedHandlers:
    """The handlers of one esper world, in the order in which they were added.

    Entities have few combinations of component types. Each combination gets a number, and the matches of a
    pair of numbers are computed once.
    """

    def __init__(self) -> None:
        self._handlers: list[TypedHandler] = []
        self.names: frozenset[EventName] = frozenset()
        self._matches: dict[tuple[EventName, int, int], tuple[Match, ...]] = {}
        self._numbers: dict[Types | tuple[Types, Types], int] = {}  # by combination
        self._number_of: dict[int, int] = {}  # by id of an entity's dict, while esper's world is unchanged
        self._token: object = None

    def __len__(self) -> int:
        return len(self._handlers)

    def _replace(self, handlers: list[TypedHandler]) -> None:
        self._handlers = handlers
        self.names = frozenset(handler.name for handler in handlers)
        self._matches.clear()

    def add(self, handler: TypedHandler) -> None:
        """Append a handler."""
        self._replace([*self._handlers, handler])

    def remove(self, function: Callable[..., object]) -> None:
        """Remove a function wherever it was added; raise `ValueError` when it was not."""
        removed = [handler for handler in self._handlers if handler.function == function]
        if not removed:
            raise ValueError(
                f"off needs a function that was added with on in the esper world {current_world()!r}, "
                f"got {function!r}"
            )
        for handler in removed:
            handler.active = False
        self._replace([handler for handler in self._handlers if handler.active])

    def clear(self) -> None:
        """Remove all handlers."""
        for handler in self._handlers:
            handler.active = False
        self._replace([])

    def matches(self, name: EventName, first: Components, second: Components) -> tuple[Match, ...]:
        """Return the handlers of an event of two entities, in order."""
        token = change_token()
        if token is not self._token:
            self._token = token
            self._number_of.clear()
        numbers = self._number_of
        a = numbers.get(id(first), -1)
        b = numbers.get(id(second), -1)
        if a < 0:
            a = self._number(first)
        if b < 0:
            b = self._number(second)
        matches = self._matches.get((name, a, b))
        if matches is None:
            matches = self._matches[name, a, b] = self._find_matches(name, first, second)
        return matches

    def _number(self, components: Components) -> int:
        """Return the number of an entity's combination of component types and their keys."""
        keys, types = (*components,), (*map(type, components.values()),)
        combination = types if types == keys else (keys, types)  # not equal: a component under an alias
        number = self._numbers.get(combination)
        if number is None:
            if len(self._numbers) >= _MAX_COMBINATIONS:
                self._numbers.clear()
                self._matches.clear()
                self._number_of.clear()
            number = self._numbers[combination] = len(self._numbers)
        self._number_of[id(components)] = number
        return number

    def _find_matches(self, name: EventName, first: Components, second: Components) -> tuple[Match, ...]:
        candidates = [handler for handler in self._handlers if handler.name == name]
        return tuple(match for handler in candidates if (match := _match(handler, first, second)) is not None)


def _find_key(wanted: type, components: Components) -> type | None:
    """Return the key of a component of type `wanted`: of that very type, else the oldest of a subclass."""
    if type(components.get(wanted)) is wanted:
        return wanted
    return next((key for key, component in components.items() if isinstance(component, wanted)), None)


def _match(handler: TypedHandler, first: Components, second: Components) -> Match | None:
    """Match a handler's types with two entities, in the given order before the swapped one."""
    for swapped, sides in ((False, (first, second)), (True, (second, first))):
        keys = [_find_key(kind, side) for kind, side in zip(handler.types, sides, strict=False)]
        if None not in keys:
            first_key, second_key = (*keys, None, None)[:2]
            return Match(handler, swapped, first_key, second_key)
    return None


def typed_handlers() -> TypedHandlers:
    """Return the typed handlers of esper's current world."""
    registry = esper.event_registry
    handlers: TypedHandlers | None = registry.get(_KEY)
    if handlers is None:
        handlers = registry[_KEY] = TypedHandlers()
    return handlers


def typed_names_in(registry: dict[str, Any]) -> frozenset[EventName]:
    """Return the names of events that have a typed handler in an event registry of esper."""
    handlers: TypedHandlers | None = registry.get(_KEY)
    return handlers.names if handlers is not None else _NO_NAMES


EventT = TypeVar("EventT")
FirstT = TypeVar("FirstT")
SecondT = TypeVar("SecondT")
HandlerT = TypeVar("HandlerT", bound=Callable[..., object])
Decorator: TypeAlias = Callable[[HandlerT], HandlerT]
NoType: TypeAlias = Callable[[EventT], object]
OneType: TypeAlias = Callable[[EventT, int, FirstT, int], object]
TwoTypes: TypeAlias = Callable[[EventT, int, FirstT, int, SecondT], object]


@overload
def on(name: CollisionName) -> Decorator[NoType[CollisionEvent]]: ...
@overload
def on(name: TriggerName) -> Decorator[NoType[TriggerEvent]]: ...
@overload
def on(name: ProjectileName) -> Decorator[NoType[ProjectileEvent]]: ...
@overload
def on(name: JointName) -> Decorator[NoType[JointEvent]]: ...
@overload
def on(name: CollisionName, first: type[FirstT], /) -> Decorator[OneType[CollisionEvent, FirstT]]: ...
@overload
def on(name: TriggerName, first: type[FirstT], /) -> Decorator[OneType[TriggerEvent, FirstT]]: ...
@overload
def on(name: ProjectileName, first: type[FirstT], /) -> Decorator[OneType[ProjectileEvent, FirstT]]: ...
@overload
def on(name: JointName, first: type[FirstT], /) -> Decorator[OneType[JointEvent, FirstT]]: ...
@overload
def on(
    name: CollisionName, first: type[FirstT], second: type[SecondT], /
) -> Decorator[TwoTypes[CollisionEvent, FirstT, SecondT]]: ...
@overload
def on(
    name: TriggerName, first: type[FirstT], second: type[SecondT], /
) -> Decorator[TwoTypes[TriggerEvent, FirstT, SecondT]]: ...
@overload
def on(
    name: ProjectileName, first: type[FirstT], second: type[SecondT], /
) -> Decorator[TwoTypes[ProjectileEvent, FirstT, SecondT]]: ...
@overload
def on(
    name: JointName, first: type[FirstT], second: type[SecondT], /
) -> Decorator[TwoTypes[JointEvent, FirstT, SecondT]]: ...
def on(name: EventName, *types: type) -> Callable[[Callable[..., object]], Callable[..., object]]:
    """Return a decorator that adds a handler of an event, by component types, to esper's current world.

    Two types: `f(event, first_entity, first, second_entity, second)` for an event of an entity that has a
    component of the first type and one that has one of the second, in whichever order the event has them.
    One type: `f(event, entity, component, other_entity)`, whatever the other entity is.
    None: `f(event)`.

    - A component of a subclass counts; of several that fit an entity, one of that very type, else the oldest.
    - A handler is called once for an event: where both entities fit both types, the smaller one comes first
      (for trigger events the trigger). So `on(COLLISION_BEGIN, Bullet)` is called once for two bullets.
    - The components are those that the entities have when the event is delivered, or had when they were
      deleted.
    - Handlers are referenced strongly, belong to the esper world that is current now, and run in the order in
      which they were added, after esper's own and before those of `Listener`. A handler added while an
      event is delivered is called from the next one on; a removed one is not called again.

    Raises `ValueError` for an unknown name, `TypeError` for more than two types or for a type that is none.

    >>> import esper
    >>> from ecsphys import COLLISION_BEGIN, Circle, Collider, Physics, RigidBody, Transform, on
    >>> class Coin:
    ...     value = 10
    ...
    >>> class Hero:
    ...     score = 0
    ...
    >>> @on(COLLISION_BEGIN, Hero, Coin)
    ... def collect(event, entity, hero, coin_entity, coin):
    ...     hero.score += coin.value
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> hero = Hero()
    >>> coin = esper.create_entity(Transform(20, 0), Collider(Circle(16)), Coin())
    >>> player = esper.create_entity(Transform(), RigidBody(), Collider(Circle(16)), hero)
    >>> esper.process(1 / 60)
    >>> hero.score
    10
    """
    check_name(name)
    if len(types) > 2 or not all(isinstance(kind, type) for kind in types):
        raise TypeError(f"on takes a name and at most two component types, got {types!r}")

    def add(function: Callable[..., object]) -> Callable[..., object]:
        check.handler(function, "a handler", _ARGUMENTS[len(types)])
        typed_handlers().add(TypedHandler(function, name, types))
        return function

    return add


def off(function: Callable[..., object]) -> None:
    """Remove a function that was added with `on`, for all names for which it was.

    Raises `ValueError` for one that was not added in esper's current world.

    >>> from ecsphys import COLLISION_BEGIN, off, on
    >>> @on(COLLISION_BEGIN)
    ... def landed(event):
    ...     pass
    ...
    >>> off(landed)
    """
    typed_handlers().remove(function)


def listener_of(components: Components) -> Listener | None:
    """Return an entity's Listener: one of that very type, else the oldest of a subclass."""
    listener: Listener | None = components.get(Listener)
    if type(listener) is Listener or len(Listener.kinds) == 1:
        return listener
    key = _find_key(Listener, components)
    return None if key is None else components[key]


def has_listener(types: Container[type]) -> bool:
    """Whether there is a Listener, or a subclass of it, among component types."""
    return any(kind in types for kind in Listener.kinds)


def entities_with_listener(registry: Registry) -> set[int]:
    """Return the entities that have a Listener, or had one when they lost their row in this step."""
    lost = [entity for entity, components in registry.removed.items() if has_listener(components)]
    return {*registry.entities_with(Listener), *lost}


def names_needing_components(removed: Iterable[Components] = ()) -> frozenset[EventName]:
    """Return the names of events whose entities' components are needed: by typed handlers or by Listeners.

    Listeners count if the current world or an entity in `removed` has any.
    """
    names = typed_names_in(esper.event_registry)
    if not Listener.names:
        return names
    subscribed = [name for name, count in Listener.names.items() if count > 0]
    if subscribed and (has_listener(component_types()) or any(map(has_listener, removed))):
        names |= frozenset(subscribed)
    return names
