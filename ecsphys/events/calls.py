"""One call of one handler for one event, settled when the event's turn comes and made a little later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from ..ecs.components import Projectile
from ..ecs.registry import Components
from .building import AnyEvent
from .esper_handlers import EsperHandlers
from .listener import Listener
from .typed_handlers import Match, TypedHandler

Call = tuple[Callable[..., None], Any, Any, Any]  # one of the functions below and what it gets


def call_esper_handler(owner: EsperHandlers, handler: ref[Callable[..., object]], event: AnyEvent) -> None:
    """Call a handler that was set with `esper.set_handler`, if it lives and is still set."""
    function = handler()
    if function is not None and owner.holds(handler):
        function(event)


def call_typed(handler: TypedHandler, event: AnyEvent, arguments: tuple[Any, ...]) -> None:
    """Call a handler that was added with `on`, unless `off` removed it."""
    if handler.active:
        handler.function(event, *arguments)


def call_projectile(projectile: Projectile, event: AnyEvent, entities: tuple[int, int]) -> None:
    """Call what a Projectile has now for a hit."""
    if projectile.on_hit is not None:
        projectile.on_hit(*entities, event)


def call_listener(listener: Listener, attribute: str, arguments: tuple[int, int, AnyEvent]) -> None:
    """Call what a Listener has now for an event."""
    function = getattr(listener, attribute)
    if function is not None:
        function(*arguments)


def arguments_of(match: Match, a: int, b: int, one: Components, two: Components) -> tuple[Any, ...]:
    """What a typed handler gets after the event, of two entities with these components."""
    _, swapped, i, j = match
    if i is None:
        return ()
    if swapped:
        a, b, one, two = b, a, two, one
    return (a, one[i], b) if j is None else (a, one[i], b, two[j])


def call_match(match: Match, event: AnyEvent, a: int, b: int, one: Components, two: Components) -> None:
    """Call a typed handler for an event of two entities with these components."""
    handler, swapped, i, j = match
    if i is not None and j is not None and not swapped:  # most often
        handler.function(event, a, one[i], b, two[j])
    else:
        handler.function(event, *arguments_of(match, a, b, one, two))
