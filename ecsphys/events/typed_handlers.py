"""Handlers that we keep ourselves: strongly, in order, and by the component types of the two entities."""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from typing import NamedTuple, TypeVar

import esper

from ..ecs.registry import Components, change_token
from .listener import Listener
from .names import check_name

F = TypeVar("F", bound=Callable[..., object])
Kinds = tuple[type, ...]
_KEY = "ecsphys.on"  # where esper's world keeps ours: they live and die with it
_COMBINATIONS = 1024  # so many combinations of component types are remembered


class TypedHandler:
    """A function that was added by `on`."""

    __slots__ = ("active", "function", "name", "types")

    def __init__(self, function: Callable[..., object], name: str, types: Kinds):
        self.function = function
        self.name = name
        self.types = types
        self.active = True  # until `off`


class Match(NamedTuple):
    """That a handler hears of two entities: whether B comes first, and where they keep the components."""

    handler: TypedHandler
    swapped: bool
    first: type | None  # where the first entity keeps that of the first type, None if no type was given
    second: type | None


class TypedHandlers:
    """The handlers of one esper world, in the order in which they were added."""

    def __init__(self) -> None:
        self._all: list[TypedHandler] = []
        self.names: frozenset[str] = frozenset()
        self._plans: dict[tuple[str, int, int], tuple[Match, ...]] = {}
        self._numbers: dict[Kinds | tuple[Kinds, Kinds], int] = {}  # of combinations of component types
        self._number_of: dict[int, int] = {}  # by id of an entity's components, as long as nothing changes
        self._look: object = None

    def __len__(self) -> int:
        return len(self._all)

    def _replace(self, handlers: list[TypedHandler]) -> None:
        self._all = handlers
        self.names = frozenset(handler.name for handler in handlers)
        self._plans.clear()

    def add(self, handler: TypedHandler) -> None:
        """Put a handler behind all others."""
        self._replace([*self._all, handler])

    def remove(self, function: Callable[..., object]) -> None:
        """Remove a function wherever it was added; raises `ValueError` when it was not."""
        gone = [handler for handler in self._all if handler.function == function]
        if not gone:
            raise ValueError(
                f"off needs a function that was added with on in the esper world {esper.current_world!r}, "
                f"got {function!r}"
            )
        for handler in gone:
            handler.active = False
        self._replace([handler for handler in self._all if handler.active])

    def plan(self, name: str, one: Components, two: Components) -> tuple[Match, ...]:
        """Who hears of an event; remembered, since there are few combinations of component types."""
        now = change_token()
        if now is not self._look:
            self._look = now
            self._number_of.clear()
        numbers = self._number_of
        a = numbers.get(id(one), -1)
        b = numbers.get(id(two), -1)
        if a < 0:
            a = self._number(one)
        if b < 0:
            b = self._number(two)
        plan = self._plans.get((name, a, b))
        if plan is None:
            plan = self._plans[name, a, b] = self._make(name, one, two)
        return plan

    def _number(self, components: Components) -> int:
        """The number of an entity's combination of component types, and where it keeps them."""
        keys, types = (*components,), (*map(type, components.values()),)
        combination = types if types == keys else (keys, types)  # not equal: a component under an alias
        number = self._numbers.get(combination)
        if number is None:
            if len(self._numbers) >= _COMBINATIONS:
                self._numbers.clear()
                self._plans.clear()
                self._number_of.clear()
            number = self._numbers[combination] = len(self._numbers)
        self._number_of[id(components)] = number
        return number

    def _make(self, name: str, one: Components, two: Components) -> tuple[Match, ...]:
        own = [handler for handler in self._all if handler.name == name]
        return tuple(match for handler in own if (match := _match(handler, one, two)) is not None)


def _place(wanted: type, components: Components) -> type | None:
    """Where an entity keeps a `wanted`: one of that very type, else the oldest of a subclass."""
    if type(components.get(wanted)) is wanted:
        return wanted
    return next((key for key, part in components.items() if isinstance(part, wanted)), None)


def _match(handler: TypedHandler, one: Components, two: Components) -> Match | None:
    """How a handler hears of two entities, None if it does not. Of two ways the first is taken."""
    for swapped, sides in ((False, (one, two)), (True, (two, one))):
        places = [_place(kind, side) for kind, side in zip(handler.types, sides, strict=False)]
        if None not in places:
            first, second = (*places, None, None)[:2]
            return Match(handler, swapped, first, second)
    return None


def typed_handlers() -> TypedHandlers:
    """The typed handlers of esper's current world."""
    found = esper.event_registry.get(_KEY)
    if found is None:
        found = esper.event_registry[_KEY] = TypedHandlers()
    return found


def on(name: str, *types: type) -> Callable[[F], F]:
    """Decorate a function that shall hear of an event in esper's current world, by component types.

    Two types: `f(event, first_entity, first, second_entity, second)` for an event of an entity that has a
    component of the first type and one that has one of the second, whichever way round the event has them.
    One type: `f(event, entity, component, other_entity)`, whatever the other entity is.
    None: `f(event)`.

    - A component of a subclass counts; of several that fit an entity, one of that very type, else the oldest.
    - Once for an event: where both entities fit both types, the smaller one comes first (for trigger
      events the trigger). So `on(COLLISION_BEGIN, Bullet)` hears once of two bullets that meet.
    - The components are those that the entities have when the event is delivered, or had when they were
      deleted.
    - Handlers are kept strongly, belong to the esper world that is current now, and run in the order in which
      they were added, after esper's own and before those of `Listener`. One that is added while an
      event is delivered hears from the next one on; one that is removed hears nothing any more.

    Raises `ValueError` for an unknown name, `TypeError` for more than two types or what is none.

    >>> @on("trigger_enter")
    ... def entered(event): ...
    >>> off(entered)
    """
    check_name(name)
    if len(types) > 2 or not all(isinstance(kind, type) for kind in types):
        raise TypeError(f"on takes a name and at most two component types, got {types!r}")

    def add(function: F) -> F:
        if not callable(function):
            raise TypeError(f"a handler must be callable, got {function!r}")
        typed_handlers().add(TypedHandler(function, name, types))
        return function

    return add


def off(function: Callable[..., object]) -> None:
    """Remove a function that was added with `on`, for all names for which it was.

    Raises `ValueError` for one that was not added in the esper world that is current.
    """
    typed_handlers().remove(function)


def listener_of(components: Components) -> Listener | None:
    """An entity's Listener: one of that very type, else the oldest of a subclass."""
    found: Listener | None = components.get(Listener)
    if type(found) is Listener or len(Listener.kinds) == 1:
        return found
    place = _place(Listener, components)
    return None if place is None else components[place]


def has_listener(components: Container[type]) -> bool:
    """Whether there is a Listener among components, or among the types of esper's components."""
    return any(kind in components for kind in Listener.kinds)


def names_needing_components(departed: Iterable[Components] = ()) -> frozenset[str]:
    """The names that a typed handler or perhaps a Listener wants, of the current world or of the departed."""
    found = esper.event_registry.get(_KEY)
    names: frozenset[str] = found.names if found is not None else frozenset()
    heard = [name for name, count in Listener.names.items() if count > 0]
    if heard and (has_listener(esper._components) or any(map(has_listener, departed))):
        names |= frozenset(heard)
    return names
