"""Handlers that we keep ourselves: strongly, in order, and by the component types of the two entities."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import NamedTuple, TypeVar

import esper

from ..components import Listener
from ..world.registry import Components
from .names import known

F = TypeVar("F", bound=Callable[..., object])
Kinds = tuple[type, ...]
_KEY = "ecsphys.on"  # where esper's world keeps ours: they live and die with it
_PLANS = 4096  # so many combinations of component types are remembered


class Handler:
    """A function that was added by `on`."""

    __slots__ = ("active", "function", "name", "types")

    def __init__(self, function: Callable[..., object], name: str, types: Kinds):
        self.function = function
        self.name = name
        self.types = types
        self.active = True  # until `off`


class Match(NamedTuple):
    """That a handler hears of two entities: whether B comes first, and where they keep the components."""

    handler: Handler
    swapped: bool
    first: int  # place of the component of the first type in the first entity, -1 when no type was given
    second: int


class Plan(NamedTuple):
    """Who hears of an event of two entities with certain component types. Places are -1 for none."""

    matches: tuple[Match, ...]
    listener_a: int
    listener_b: int


class TypedHandlers:
    """The handlers of one esper world, in the order in which they were added."""

    def __init__(self) -> None:
        self._all: list[Handler] = []
        self.names: frozenset[str] = frozenset()
        self._plans: dict[tuple[str, Kinds, Kinds], Plan] = {}

    def __len__(self) -> int:
        return len(self._all)

    def _replace(self, handlers: list[Handler]) -> None:
        self._all = handlers
        self.names = frozenset(handler.name for handler in handlers)
        self._plans.clear()

    def add(self, handler: Handler) -> None:
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

    def plan(self, name: str, kinds_a: Kinds, kinds_b: Kinds) -> Plan:
        """Who hears of an event; remembered, since there are few combinations of component types."""
        key = (name, kinds_a, kinds_b)
        plan = self._plans.get(key)
        if plan is None:
            if len(self._plans) >= _PLANS:
                self._plans.clear()
            own = [handler for handler in self._all if handler.name == name]
            found = tuple(match for one in own if (match := _match(one, kinds_a, kinds_b)) is not None)
            plan = Plan(found, _place(Listener, kinds_a), _place(Listener, kinds_b))
            self._plans[key] = plan
        return plan


def _place(wanted: type, kinds: Kinds) -> int:
    """Where among component types there is one that is a `wanted`: that very type, else the first."""
    if wanted in kinds:
        return kinds.index(wanted)
    return next((place for place, kind in enumerate(kinds) if issubclass(kind, wanted)), -1)


def _match(handler: Handler, kinds_a: Kinds, kinds_b: Kinds) -> Match | None:
    """How a handler hears of two entities, None if it does not. Of two ways the first is taken."""
    for swapped, sides in ((False, (kinds_a, kinds_b)), (True, (kinds_b, kinds_a))):
        places = [_place(kind, side) for kind, side in zip(handler.types, sides, strict=False)]
        if -1 not in places:
            first, second = (*places, -1, -1)[:2]
            return Match(handler, swapped, first, second)
    return None


def handlers() -> TypedHandlers:
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
    known(name)
    if len(types) > 2 or not all(isinstance(kind, type) for kind in types):
        raise TypeError(f"on takes a name and at most two component types, got {types!r}")

    def add(function: F) -> F:
        if not callable(function):
            raise TypeError(f"a handler must be callable, got {function!r}")
        handlers().add(Handler(function, name, types))
        return function

    return add


def off(function: Callable[..., object]) -> None:
    """Remove a function that was added with `on`, for all names for which it was.

    Raises `ValueError` for one that was not added in the esper world that is current.
    """
    handlers().remove(function)


def asked_for(name: str) -> bool:
    """Whether a typed handler of the current world or any Listener there ever was wants an event."""
    found = esper.event_registry.get(_KEY)
    return name in Listener.names or (found is not None and name in found.names)


def listened_to(name: str, departed: Iterable[Components] = ()) -> bool:
    """Whether a typed handler or perhaps a Listener wants an event, of the current world or the departed."""
    found = esper.event_registry.get(_KEY)
    if found is not None and name in found.names:
        return True
    everybody = (esper._components, *departed)
    return name in Listener.names and any(kind in parts for kind in Listener.kinds for parts in everybody)
