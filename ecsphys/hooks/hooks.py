"""The part of `Physics` with which a game decides who meets whom, and how."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

from ..ecs.registry import Registry
from ..math2d import check
from ..spatial.pair_keys import pair_key
from ..world.state import World
from . import contacts
from . import pair_filter as gate
from .contacts import ContactHooks
from .ignored import IgnoredPairs
from .pair_filter import PairFilterStage
from .scope import TypeMatcher, check_types

F = TypeVar("F", bound=Callable[..., Any])


class Hooks:
    """What a game decides itself: ignored pairs, filters, contact hooks. All take effect in the next step.

    A filter or hook is a Python function or one compiled with `numba.njit`, which is called in a
    compiled loop. It is asked about pairs whose entities have components of the given types (at most two;
    subclasses count; none: all pairs) and must not create, delete or move anything. Several are asked in
    the order in which they were added.
    """

    step_count: int
    _gate: PairFilterStage
    _contact_hooks: ContactHooks

    @property
    def step(self) -> float:
        """The fixed step in seconds."""
        raise NotImplementedError

    def _make_hooks(self, world: World, registry: Registry) -> None:
        scopes = TypeMatcher(world, registry)
        self._gate = PairFilterStage(world, scopes, IgnoredPairs(registry))
        self._contact_hooks = ContactHooks(world, scopes)

    def ignore(self, a: int, b: int, seconds: float | None = None) -> None:
        """Let two entities pass through each other, for ever or for so many simulated seconds.

        If they touch, that ends with the reason "filtered". Their triggers do not see each other either;
        queries do not care. Of no effect for an entity that does not exist; forgotten when one of
        them dies.
        """
        _require_two(a, b)
        until = None
        if seconds is not None:
            steps = math.ceil(check.positive(seconds, "seconds") / self.step - 1e-9)
            until = self.step_count + steps
        if self._gate.ignored.add(a, b, until):
            self._gate.change()

    def unignore(self, a: int, b: int) -> None:
        """Let two entities meet again; harmless when they were not ignored."""
        _require_two(a, b)
        self._gate.meet_again(pair_key(a, b))

    def add_filter(self, function: F, *types: type) -> F:
        """Ask `function(first, second)`, two entities, whether a pair may meet; False parts it.

        `first` has a component of the first type and `second` of the second; without types, or where both
        ways fit, the smaller entity comes first. It is asked when a pair is about to be made, when
        filters change, and on `refilter`; not again while the pair lasts. What it parts ends with the
        reason "filtered".
        """
        self._gate.filters.append(gate.make_pair_filter(function, check_types(types, "add_filter")))
        self._gate.change(None)
        return function

    def remove_filter(self, function: Callable[..., Any]) -> None:
        """Do not ask a filter any more; raises `ValueError` for one that was not added."""
        _remove(self._gate.filters, function, "remove_filter")
        self._gate.change(None)

    def refilter(self, *entities: int) -> None:
        """Ask filters again about all pairs of these entities; of all entities when none is given."""
        self._gate.change(entities or None)

    def add_contact_hook(self, function: F, *types: type) -> F:
        """Call `function(contact)` in every step for each contact that may push, before the solver.

        `contact` is a `ContactView`, for a compiled function a record with the same fields: it may set
        `friction`, `restitution` and `surface_speed` for this step (they start from those of the
        colliders), or `drop()` the contact (`contact.dropped = 1` when compiled), which neither pushes nor
        counts as a touch then. Contacts that are found after the motion of the step only, and those
        that never push, are asked about before they are reported.
        """
        self._contact_hooks.hooks.append(
            contacts.make_contact_hook(function, check_types(types, "add_contact_hook"))
        )
        return function

    def remove_contact_hook(self, function: Callable[..., Any]) -> None:
        """Do not call a contact hook any more; raises `ValueError` for one that was not added."""
        _remove(self._contact_hooks.hooks, function, "remove_contact_hook")

    def judge(self, found: Any) -> None:
        """Let contact hooks set what they want in rows of HOOK."""
        self._contact_hooks.judge(found)

    @property
    def has_contact_hooks(self) -> bool:
        """Whether there is any contact hook."""
        return bool(self._contact_hooks.hooks)

    def ask_hooks(self, late: bool) -> None:
        """Ask contact hooks about the contacts of this step; `late` about those found after the motion."""
        self._contact_hooks.run(late)

    def _parted(self, a: int, b: int) -> str | None:
        """What ignored pairs and filters say against a pair, if anything."""
        if (a, b) in self._gate.ignored:
            return f"{a} and {b} ignore each other, by physics.ignore"
        function = self._gate.refusal(a, b)
        return None if function is None else f"the filter {function!r} parts {a} and {b}"


def _remove(hooks: list[Any], function: Callable[..., Any], what: str) -> None:
    """Take a function out of a list of hooks."""
    left = [hook for hook in hooks if hook.function != function]
    if len(left) == len(hooks):
        raise ValueError(f"{what} needs a function that was added, got {function!r}")
    hooks[:] = left


def _require_two(a: int, b: int) -> None:
    for name, entity in (("a", a), ("b", b)):
        if not isinstance(entity, int) or isinstance(entity, bool):
            raise TypeError(f"{name} must be an entity, got {entity!r}")
    if a == b:
        raise ValueError(f"a and b must be two entities, got {a!r} twice")
