"""The hooks of one `Physics`: ignored pairs, pair filters, contact hooks, fields of force."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from ..arrays import HookRows
from ..ecs.simulation import Simulation
from .base_hooks import BaseHooks, remove_hook
from .contacts import ContactHooks, make_contact_hook
from .fields import ForceFields
from .scope import check_types

F = TypeVar("F", bound=Callable[..., Any])


class Hooks(BaseHooks):
    """Adds, removes and runs what a game decides itself. `Physics` documents the public methods.

    Changes take effect in the next step.
    """

    _simulation: Simulation
    _adders = "before_step, after_step or add_field"

    def __init__(self, simulation: Simulation):
        super().__init__(simulation)
        self.contact_hooks: ContactHooks = ContactHooks(simulation.world, self._matcher)
        self.fields: ForceFields = ForceFields(simulation, self._matcher)

    def _refusal_of_joints(self, a: int, b: int) -> str | None:
        joints = self._simulation.joints.apart_by(a, b)
        if not joints:
            return None
        names = ", ".join(map(str, joints))
        return f"{a} and {b} are joined by entity {names}, and collide_connected is False"

    def _owners(self) -> tuple[Any, ...]:
        return *super()._owners(), self.fields

    def reset(self) -> None:
        """Remove all functions and ignored pairs."""
        super().reset()
        self.pair_filters.keep_apart(self._simulation.joints.apart)
        self.contact_hooks.hooks.clear()

    def forget_caches(self) -> None:
        """Derive anew what follows from components and ignored pairs, after these were restored."""
        super().forget_caches()
        self.fields.forget_caches()

    def begin_step(self) -> None:
        """Apply what changed about ignored pairs, filters and fields."""
        self._update_filters()
        if self.fields.fields:
            self.fields.wake_changed()

    def has_code(self) -> bool:
        """Whether functions of the game are called within a step."""
        return bool(self.contact_hooks.hooks or self.fields.fields or self.pair_filters.filters)

    # -- contact hooks -----------------------------------------------------------------------------

    def add_contact_hook(self, function: F, types: tuple[type, ...]) -> F:
        """See `Physics.add_contact_hook`."""
        self.contact_hooks.hooks.append(make_contact_hook(function, check_types(types, "add_contact_hook")))
        return function

    def remove_contact_hook(self, function: Callable[..., object]) -> None:
        """See `Physics.remove_contact_hook`."""
        remove_hook(self.contact_hooks.hooks, function, "remove_contact_hook")

    @property
    def has_contact_hooks(self) -> bool:
        """Whether there is any contact hook."""
        return bool(self.contact_hooks.hooks)

    def run_impact_hooks(self, impacts: HookRows) -> None:
        """Call contact hooks for impacts found by a sweep, given as filled rows of HOOK."""
        self.contact_hooks.run_on(impacts)
