"""The hooks of one `Physics`: ignored pairs, pair filters and contact hooks."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from ..arrays import HookRows
from ..ecs.simulation import Simulation
from ..math2d import check
from ..spatial.pair_keys import pair_key
from .contacts import ContactHooks, make_contact_hook
from .fields import ForceFields
from .ignored import IgnoredPairs
from .pair_filter import PairFilterStage, make_pair_filter
from .scope import TypeMatcher, check_types
from .step_handlers import StepHandlers, StepWatcher

F = TypeVar("F", bound=Callable[..., Any])

_ROUNDING = 1e-9  # share of a step by which a duration may exceed a whole number of steps


class Hooks:
    """Adds, removes and runs what a game decides itself. `Physics` documents the public methods.

    Changes take effect in the next step.
    """

    def __init__(self, simulation: Simulation):
        matcher = TypeMatcher(simulation.world, simulation.registry)
        self._simulation = simulation
        self.pair_filters: PairFilterStage = PairFilterStage(
            simulation.world, matcher, IgnoredPairs(simulation.registry)
        )
        self.contact_hooks: ContactHooks = ContactHooks(simulation.world, matcher)
        self.fields: ForceFields = ForceFields(simulation, matcher)
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
        _remove(self.pair_filters.filters, function, "remove_filter")
        self.pair_filters.mark_changed(None)

    def refilter(self, entities: tuple[int, ...]) -> None:
        """See `Physics.refilter`."""
        self.pair_filters.mark_changed(entities or None)

    def refusal(self, a: int, b: int) -> str | None:
        """Return the sentence that names the ignored pair or the filter that parts two entities, if any."""
        if (a, b) in self.pair_filters.ignored:
            return f"{a} and {b} ignore each other, by physics.ignore"
        if joints := self._simulation.joints.apart_by(a, b):
            names = ", ".join(map(str, joints))
            return f"{a} and {b} are joined by entity {names}, and collide_connected is False"
        function = self.pair_filters.refusal(a, b)
        return None if function is None else f"the filter {function!r} parts {a} and {b}"

    # -- contact hooks -----------------------------------------------------------------------------

    def add_contact_hook(self, function: F, types: tuple[type, ...]) -> F:
        """See `Physics.add_contact_hook`."""
        self.contact_hooks.hooks.append(make_contact_hook(function, check_types(types, "add_contact_hook")))
        return function

    def remove_contact_hook(self, function: Callable[..., object]) -> None:
        """See `Physics.remove_contact_hook`."""
        _remove(self.contact_hooks.hooks, function, "remove_contact_hook")

    @property
    def has_contact_hooks(self) -> bool:
        """Whether there is any contact hook."""
        return bool(self.contact_hooks.hooks)

    # -- every step --------------------------------------------------------------------------------

    def off(self, function: Callable[..., object]) -> None:
        """See `Physics.off`."""
        removed = [owner.remove(function) for owner in (self.before_step, self.after_step, self.fields)]
        if not any(removed):
            raise ValueError(
                f"off needs a function that was added with before_step, after_step or add_field, got "
                f"{function!r}; ecsphys.off removes handlers of events"
            )

    def reset(self) -> None:
        """Remove all functions and ignored pairs."""
        self.pair_filters.filters.clear()
        self.pair_filters.ignored.clear()
        self.pair_filters.keep_apart(self._simulation.joints.apart)
        self.pair_filters.mark_changed(None)
        self.contact_hooks.hooks.clear()
        for owner in (self.before_step, self.after_step, self.fields):
            owner.clear()

    def forget_caches(self) -> None:
        """Derive anew what follows from components and ignored pairs, after these were restored."""
        self.pair_filters.forget_caches()
        self.fields.forget_caches()

    # -- a step ------------------------------------------------------------------------------------

    def begin_step(self) -> None:
        """Apply what changed about ignored pairs and filters to the pairs that exist."""
        filters = self.pair_filters
        filters.begin_step()
        if filters.changed or filters.ignored.components:
            registry = self._simulation.registry
            filters.update((*registry.removed, *registry.added), self._simulation.clock.step_count)
        if self.fields.fields:
            self.fields.wake_changed()

    def has_code(self) -> bool:
        """Whether functions of the game are called within a step."""
        return bool(self.contact_hooks.hooks or self.pair_filters.filters or self.fields.fields)

    def run_contact_hooks(self, late: bool) -> None:
        """Call contact hooks for the contacts of this step; `late`: for those that touch after the motion."""
        self.contact_hooks.run(post_solve=late)

    def run_impact_hooks(self, impacts: HookRows) -> None:
        """Call contact hooks for impacts found by a sweep, given as filled rows of HOOK."""
        self.contact_hooks.run_on(impacts)


def _remove(hooks: list[Any], function: Callable[..., object], method: str) -> None:
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
