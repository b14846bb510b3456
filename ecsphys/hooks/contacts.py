"""Contact hooks: a game sets what a contact's surfaces are like, or drops it, in every step.

About 4,800 contacts with one hook on all of them cost 0.16 ms a step when it is compiled by numba and 5.4 ms
when it is a Python function (`benchmarks/hooks.py`, 2026-11-21).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ..arrays import HookRows, Ints, Rows
from ..compile import loop_around, plain, records
from ..contacts.hook_records import HOOK, apply_hook_records, fill_hook_records
from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import contacts_of
from ..world.state import World
from .scope import TypeMatcher, Types

SET = ("friction", "restitution", "surface_speed", "dropped")  # fields that hooks may set


@dataclass(slots=True)
class ContactView:
    """A contact as a hook sees it; what it sets counts for this step.

    To read: `entity_a < entity_b`, the unit normal `nx, ny` from A to B, the deepest point `x, y` in world
    coordinates, `penetration`, and the approach `speed`. To set: `friction`, `restitution`,
    `surface_speed` and `dropped` (1: there is no contact in this step). A compiled hook gets a record
    with the same fields.
    """

    entity_a: int
    entity_b: int
    nx: float
    ny: float
    x: float
    y: float
    penetration: float
    speed: float
    friction: float
    restitution: float
    surface_speed: float
    dropped: int

    @property
    def normal(self) -> Vec2:
        """Unit vector from A to B."""
        return Vec2(self.nx, self.ny)

    @property
    def point(self) -> Vec2:
        """Where they touch deepest, in world coordinates."""
        return Vec2(self.x, self.y)

    def other(self, entity: int) -> int:
        """The other one of the two entities; raises `ValueError` for one that is neither."""
        return other_of(entity, self.entity_a, self.entity_b)

    def drop(self) -> None:
        """There is no contact in this step: no push, no touch."""
        self.dropped = 1


SEEN = [field.name for field in fields(ContactView)]


class ContactHook(NamedTuple):
    """A game's hook: `ask` calls it for some rows of HOOK."""

    function: Callable[[Any], Any]
    types: Types
    ask: Callable[[Rows, Ints], None]


def make_loop(function: Any) -> Any:
    """A loop around a hook."""

    def ask(hooks: HookRows, rows: Ints) -> None:
        for i in rows:
            if hooks[i].dropped == 0:
                function(hooks[i])

    return ask


def make_contact_hook(function: Callable[[Any], Any], types: Types) -> ContactHook:
    """A hook ready to be asked; one that was compiled with numba gets a compiled loop, at once."""
    if not callable(function):
        raise TypeError(f"a contact hook must be callable, got {function!r}")
    if plain(function) is None:
        return ContactHook(function, types, lambda hooks, rows: _ask_python(function, hooks, rows))
    ask: Any = loop_around(function, make_loop)
    try:
        ask(records(0, HOOK), np.zeros(0, np.int64))
    except Exception as error:
        raise TypeError(
            f"the contact hook {function!r} must compile for a record with the fields "
            f"{', '.join(SEEN)}: {error}"
        ) from error
    return ContactHook(function, types, ask)


def _ask_python(function: Callable[[Any], Any], hooks: HookRows, rows: Ints) -> None:
    plain = hooks.view(np.ndarray)
    rows = rows[plain["dropped"][rows] == 0]
    views = [ContactView(*values) for values in plain[SEEN][rows].tolist()]
    for view in views:
        function(view)
    for name in SET:
        plain[name][rows] = [getattr(view, name) for view in views]


class ContactHooks:
    """Asks hooks in the order in which they were added, each about what those before it have set."""

    def __init__(self, world: World, scopes: TypeMatcher):
        self._world = world
        self._scopes = scopes
        self.hooks: list[ContactHook] = []
        self._touched = False  # contacts may still have what hooks have set
        self._rows: Rows = records(0, HOOK)

    def run(self, late: bool) -> None:
        """Ask about all contacts that may push, or `late`, about those found to touch after the motion."""
        if not (self.hooks or self._touched):
            return
        world, table = self._world, self._world.solid
        contacts = contacts_of(table)
        if len(self._rows) < table.contact_count:
            self._rows = records(2 * table.contact_count, HOOK)
        count = fill_hook_records(
            world.bodies.rows, world.shapes.rows, contacts, table.pairs, int(late), self._rows
        )
        self._touched = bool(self.hooks)
        found = self._rows[:count]
        for hook in self.hooks:
            self._ask(hook, found)
        if self.hooks:
            apply_hook_records(contacts, self._rows, count)

    def judge(self, found: Rows) -> None:
        """Ask about impacts that a sweep has found: rows of HOOK that are filled."""
        for hook in self.hooks:
            self._ask(hook, found)

    def _ask(self, hook: ContactHook, found: Rows) -> None:
        """Ask one hook about the contacts that it is for; raises `ValueError` for what cannot be."""
        plain = found.view(np.ndarray)
        straight, crossed = self._scopes.match(hook.types, plain["body_a"], plain["body_b"])
        rows = np.flatnonzero(straight | crossed)
        hook.ask(found, rows)
        for name, lowest in (("friction", 0.0), ("restitution", 0.0), ("surface_speed", -np.inf)):
            values = plain[name][rows]
            wrong = np.flatnonzero(~(np.isfinite(values) & (values >= lowest)))
            if len(wrong):
                row = plain[rows[wrong[0]]]
                raise ValueError(
                    f"{name} must be finite{' and not negative' if lowest == 0.0 else ''}, "
                    f"the contact hook {hook.function!r} set {values[wrong[0]]!r} "
                    f"for entities {row['entity_a']} and {row['entity_b']}"
                )
