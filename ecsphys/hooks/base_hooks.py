"""The hooks that the plane and space share: ignored pairs, pair filters, functions of every step."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from ..ecs.base_simulation import BaseSimulation
from ..math2d import check
from ..spatial.pair_keys import pair_key
from .ignored import IgnoredPairs
from .pair_filter import PairFilterStage, make_pair_filter
from .scope import TypeMatcher, check_types
from .step_handlers import StepHandlers, StepWatcher

F = TypeVar("F", bound=Callable[..., Any])

_ROUNDING = 1e-9  # share of a step by which a duration may exceed a whole number of steps


class BaseHooks:
    """What a game decides itself in plane and space: which pairs may meet, and functions of every step.

    Changes take effect in the next step.
    """

    def __init__(self, simulation: BaseSimulation[Any]):
        self._simulation = simulation
        self._matcher = matcher = TypeMatcher(simulation.world, simulation.registry)
        self.pair_filters: PairFilterStage = PairFilterStage(
            simulation.world, matcher, IgnoredPairs(simulation.registry)
        )
        self.before_step: StepHandlers = StepHandlers()
        self.after_step: StepHandlers = StepHandlers()
        self.watchers: tuple[StepWatcher, ...] = ()  # `reset` leaves them

    def watch(self, watcher: StepWatcher) -> None:
        """Call a watcher in every step, after those that are there."""
        self.watchers = (*self.watchers, watcher)

    def unwatch(self, watcher: StepWatcher) -> None:
        """Call a watcher no more."""
        self.watchers = tuple(one for one in self.watchers if one is not watcher)

    # -- ignored pairs and pair filters ------------------------------------------------------------

    def ignore(self, a: int, b: int, seconds: float | None) -> None:
        """See `Physics.ignore`."""
        a, b = _two_entities(a, b)
        clock, until = self._simulation.clock, None
        if seconds is not None:
            until = clock.step_count + math.ceil(check.positive(seconds, "seconds") / clock.step - _ROUNDING)
        if self.pair_filters.ignored.add(a, b, until):
            self.pair_filters.mark_changed()

    def unignore(self, a: int, b: int) -> None:
        """See `Physics.unignore`."""
        a, b = _two_entities(a, b)
        self.pair_filters.unignore(pair_key(a, b))

    def add_filter(self, function: F, types: tuple[type, ...]) -> F:
        """See `Physics.add_filter`."""
        self.pair_filters.filters.append(make_pair_filter(function, check_types(types, "add_filter")))
        self.pair_filters.mark_changed(None)
        return function

    def remove_filter(self, function: Callable[..., object]) -> None:
        """See `Physics.remove_filter`."""
        remove_hook(self.pair_filters.filters, function, "remove_filter")
        self.pair_filters.mark_changed(None)

    def refilter(self, entities: tuple[int, ...]) -> None:
        """See `Physics.refilter`."""
        self.pair_filters.mark_changed(tuple(check.entity(one, "entities") for one in entities) or None)

    def refusal(self, a: int, b: int) -> str | None:
        """Return the sentence that names the ignored pair or the filter that parts two entities, if any."""
        if (a, b) in self.pair_filters.ignored:
            return f"{a} and {b} ignore each other, by physics.ignore"
        if refusal := self._refusal_of_joints(a, b):
            return refusal
        function = self.pair_filters.refusal(a, b)
        return None if function is None else f"the filter {function!r} parts {a} and {b}"

    def _refusal_of_joints(self, a: int, b: int) -> str | None:
        """Return the sentence that names the joints that part two entities, if any."""
        return None

    @property
    def has_contact_hooks(self) -> bool:
        """Whether there is any contact hook: in the plane only."""
        return False

    # -- every step --------------------------------------------------------------------------------

    def off(self, function: Callable[..., object]) -> None:
        """See `Physics.off`."""
        removed = [owner.remove(function) for owner in self._owners()]
        if not any(removed):
            raise ValueError(
                f"off needs a function that was added with {self._adders}, got {function!r}; ecsphys.off "
                "removes handlers of events"
            )

    _adders = "before_step or after_step"

    def _owners(self) -> tuple[Any, ...]:
        """Return what holds functions of every step."""
        return self.before_step, self.after_step

    def reset(self) -> None:
        """Remove all functions and ignored pairs."""
        self.pair_filters.filters.clear()
        self.pair_filters.ignored.clear()
        self.pair_filters.mark_changed(None)
        for owner in self._owners():
            owner.clear()

    def forget_caches(self) -> None:
        """Derive anew what follows from components and ignored pairs, after these were restored."""
        self.pair_filters.forget_caches()

    # -- a step ------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """Apply what changed since the last step."""
        self._update_filters()

    def _update_filters(self) -> None:
        """Apply what changed about ignored pairs and filters to the pairs that exist."""
        filters = self.pair_filters
        if filters.changed or self._simulation.world.filter_pairs is not None:
            filters.begin_step()
            registry = self._simulation.registry
            filters.update((*registry.removed, *registry.added), self._simulation.clock.step_count)

    def has_code(self) -> bool:
        """Whether functions of the game are called within a step."""
        return bool(self.pair_filters.filters)


def remove_hook(hooks: list[Any], function: Callable[..., object], method: str) -> None:
    """Remove a function from a list of hooks, or raise `ValueError` in the name of `method`."""
    remaining = [hook for hook in hooks if hook.function != function]
    if len(remaining) == len(hooks):
        raise ValueError(f"{method} needs a function that was added, got {function!r}")
    hooks[:] = remaining


def _two_entities(a: int, b: int) -> tuple[int, int]:
    a, b = check.entity(a, "a"), check.entity(b, "b")
    if a == b:
        raise ValueError(f"a and b must be two entities, got {a!r} twice")
    return a, b
