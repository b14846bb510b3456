"""One call of one handler for one event, settled when the event's turn comes and made a little later."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from weakref import ref

from ..components import Listener, Projectile
from ..world.registry import Components
from .building import AnyEvent
from .esper_handlers import EsperHandlers
from .typed import Handler, Match, Plan

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


def call_only(plan: Plan, event: AnyEvent, a: int, b: int, one: Components, two: Components) -> None:
    """Call the one who hears an event by a plan that has only one."""
    if plan.matches:
        handler, swapped, i, j = match = plan.matches[0]
        if i is not None and j is not None and not swapped:  # most often
            handler.function(event, a, one[i], b, two[j])
        else:
            handler.function(event, *arguments_of(match, a, b, one, two))
    elif plan.listener_a is not None:
        call_listener(one[plan.listener_a], plan.attribute, (a, b, event))
    elif plan.listener_b is not None:
        call_listener(two[plan.listener_b], plan.attribute, (b, a, event))


def typed_calls(plan: Plan, event: AnyEvent, a: int, b: int, one: Components, two: Components) -> list[Call]:
    """The typed handlers and Listeners that hear an event of two entities with these components, in order."""
    calls: list[Call] = [
        (call_typed, match.handler, event, arguments_of(match, a, b, one, two)) for match in plan.matches
    ]
    if plan.listener_a is not None:
        calls.append((call_listener, one[plan.listener_a], plan.attribute, (a, b, event)))
    if plan.listener_b is not None:
        calls.append((call_listener, two[plan.listener_b], plan.attribute, (b, a, event)))
    return calls
