"""The public methods of a physics world that the plane and space share: hooks, functions of steps, events."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import esper

from .events import EventDispatcher, EventStream
from .hooks.base_hooks import BaseHooks
from .world.events import EventName

F = TypeVar("F", bound=Callable[..., object])
StepT = TypeVar("StepT", bound=Callable[[float], object])


class SharedFacade(esper.Processor):
    """Hooks, functions of every step and events, under the names that games use."""

    hooks: BaseHooks

    def __init__(self, queries: Any, hooks: BaseHooks, events: EventDispatcher):
        self.queries = queries
        self.hooks = hooks
        self.events: EventDispatcher = events

    # -- pairs -------------------------------------------------------------------------------------

    def ignore(self, a: int, b: int, seconds: float | None = None) -> None:
        """Let two entities pass through each other, forever or for that many simulated seconds.

        If they touch, that collision ends with the reason "filtered". Their triggers do not report each
        other either; queries are not affected. No effect for an entity that does not exist; the pair is
        forgotten when one of them is deleted.
        """
        self.hooks.ignore(a, b, seconds)

    def unignore(self, a: int, b: int) -> None:
        """Let two entities meet again; no effect when they were not ignored."""
        self.hooks.unignore(a, b)

    def add_filter(self, function: F, *types: type) -> F:
        """Call `function(first, second)`, with two entities, to decide whether a pair may meet; return it.

        A false answer parts the pair; a touch that this ends has the reason "filtered". `types`: at most two
        component types, subclasses count; only pairs of entities that have them are passed. `first` has a
        component of the first type and `second` of the second; without types, or where both orders fit, the
        smaller entity comes first. The filter is called when a pair is about to be made, when filters change
        and on `refilter`, not again while the pair lasts. Several filters are called in the order in which
        they were added. A function compiled with `numba.njit` is called in a compiled loop. It must not
        create, delete or move anything. Takes effect in the next step.
        """
        return self.hooks.add_filter(function, types)

    def remove_filter(self, function: Callable[..., object]) -> None:
        """Remove a filter; raise `ValueError` for one that was not added."""
        self.hooks.remove_filter(function)

    def refilter(self, *entities: int) -> None:
        """Ask filters again about all pairs of these entities; about all pairs when none is given."""
        self.hooks.refilter(entities)

    # -- every step --------------------------------------------------------------------------------

    def before_step(self, function: StepT) -> StepT:
        """Call `function(dt)` at the beginning of every fixed step, before anything moves; return it (a
        decorator).

        The place for `apply_force`: forces act for one step, and a frame runs none, one or several steps.
        What is created, deleted or assigned here counts in the same step. `dt` is the step in seconds.
        Functions are referenced strongly and called in the order in which they were added; `off` removes one.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> @physics.before_step
        ... def push(dt): ...
        >>> physics.off(push)
        """
        self.hooks.before_step.add(function, "before_step")
        return function

    def after_step(self, function: StepT) -> StepT:
        """Call `function(dt)` at the end of every fixed step, after its events have gone out; return it.

        Not called in a step in which a handler of an event raises. Otherwise as `before_step`.
        """
        self.hooks.after_step.add(function, "after_step")
        return function

    def off(self, function: Callable[..., object]) -> None:
        """Remove a function that was added with `before_step`, `after_step` or `add_field`.

        Raises `ValueError` for one that was not. Handlers of events are removed by `ecsphys.off`.
        """
        self.hooks.off(function)

    # -- events ------------------------------------------------------------------------------------

    @property
    def hit_speed(self) -> float:
        """Approach speed above which a touch is a `COLLISION_HIT`, in units per second.

        `length_unit` units per second by default.
        """
        return self.events.hit_speed

    @hit_speed.setter
    def hit_speed(self, value: float) -> None:
        self.events.hit_speed = value

    def wants(self, name: EventName) -> bool:
        """Return whether an event name has a subscriber in this world."""
        return self.events.wants(name)

    def stream(self, name: EventName) -> EventStream:
        """Return the events of one name as arrays, from the next step on, for as long as the stream is held.

        >>> from ecsphys import Physics
        >>> begins = Physics().stream("collision_begin")
        >>> begins.take()["entity_a"]
        array([], dtype=int64)
        """
        return self.events.stream(name)

    def despawn(self, entity: int) -> None:
        """Delete an entity when the step is over; no effect if called twice or for one that is gone."""
        self.events.despawn(entity)
