"""Calls of handlers: determined when an event's turn comes, made one after the other."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from ..ecs.registry import Components
from .building import AnyEvent
from .esper_handlers import EsperHandlers
from .listener import Listener
from .typed_handlers import Match, TypedHandler

Call = tuple[Callable[..., None], Any, Any, Any]  # one of the functions below and its arguments


def call_esper_handler(owner: EsperHandlers, handler: ref[Callable[..., object]], event: AnyEvent) -> None:
    """Call a handler that was set with `esper.set_handler`, if it lives and is still set."""
    function = handler()
    if function is not None and owner.holds(handler):
        function(event)


def call_typed(handler: TypedHandler, event: AnyEvent, arguments: tuple[Any, ...]) -> None:
    """Call a handler that was added with `on`, unless `off` removed it."""
    if handler.active:
        handler.function(event, *arguments)


def call_projectile(projectile: Any, event: AnyEvent, entities: tuple[int, int]) -> None:
    """Call the `on_hit` that a Projectile has now."""
    if projectile.on_hit is not None:
        projectile.on_hit(*entities, event)


def call_listener(listener: Listener, attribute: str, arguments: tuple[int, int, AnyEvent]) -> None:
    """Call the function that a Listener has now for an event."""
    function = getattr(listener, attribute)
    if function is not None:
        function(*arguments)


def arguments_of(match: Match, a: int, b: int, first: Components, second: Components) -> tuple[Any, ...]:
    """Return what a typed handler gets after the event: entities a and b and the components it asks for."""
    if match.first is None:
        return ()
    if match.swapped:
        a, b, first, second = b, a, second, first
    if match.second is None:
        return (a, first[match.first], b)
    return (a, first[match.first], b, second[match.second])


def call_match(match: Match, event: AnyEvent, a: int, b: int, first: Components, second: Components) -> None:
    """Call a typed handler for an event of entities a and b with these components."""
    if match.first is not None and match.second is not None and not match.swapped:  # the most frequent case
        match.handler.function(event, a, first[match.first], b, second[match.second])
    else:
        match.handler.function(event, *arguments_of(match, a, b, first, second))
