"""One call of one handler for one event, settled when the event's turn comes and made a little later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from ..components import Listener, Projectile
from ..world.registry import Components
from .esper_handlers import EsperHandlers
from .event import CollisionEvent, ProjectileEvent, TriggerEvent
from .typed import Handler, handlers

AnyEvent = CollisionEvent | TriggerEvent | ProjectileEvent


Call = tuple[Callable[..., None], Any, Any, Any]  # one of the functions below and what it gets


def call_set(owner: EsperHandlers, handler: ref[Callable[..., object]], event: AnyEvent) -> None:
    """Call a handler that was set with `esper.set_handler`, if it lives and is still set."""
    function = handler()
    if function is not None and owner.holds(handler):
        function(event)


def call_typed(handler: Handler, event: AnyEvent, arguments: tuple[Any, ...]) -> None:
    """Call a handler that was added with `on`, unless `off` removed it."""
    if handler.active:
        handler.function(event, *arguments)


def call_shot(projectile: Projectile, event: AnyEvent, entities: tuple[int, int]) -> None:
    """Call what a Projectile has now for a hit."""
    if projectile.on_hit is not None:
        projectile.on_hit(*entities, event)


def call_listener(listener: Listener, name: str, arguments: tuple[int, int, AnyEvent]) -> None:
    """Call what a Listener has now for an event."""
    function = getattr(listener, f"on_{name}")
    if function is not None:
        function(*arguments)


def typed_calls(name: str, event: AnyEvent, a: int, b: int, one: Components, two: Components) -> list[Call]:
    """The typed handlers and Listeners that hear an event of two entities with these components, in order."""
    calls: list[Call] = []
    plan = handlers().plan(name, one, two)
    for handler, swapped, i, j in plan.matches:
        first, parts, second, others = (b, two, a, one) if swapped else (a, one, b, two)
        if i is None:
            calls.append((call_typed, handler, event, ()))
        elif j is None:
            calls.append((call_typed, handler, event, (first, parts[i], second)))
        else:
            calls.append((call_typed, handler, event, (first, parts[i], second, others[j])))
    if plan.listener_a is not None:
        calls.append((call_listener, one[plan.listener_a], name, (a, b, event)))
    if plan.listener_b is not None:
        calls.append((call_listener, two[plan.listener_b], name, (b, a, event)))
    return calls
