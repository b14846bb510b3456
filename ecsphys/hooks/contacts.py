"""Contact hooks: a game sets the surface of a contact, or drops it, in every step.

About 4,800 contacts with one hook for all of them cost 0.16 ms a step when it is compiled by numba and 5.4 ms
when it is a Python function (`benchmarks/hooks.py`, 2026-11-21).
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass, fields
from typing import Any, NamedTuple

import numpy as np

from ..arrays import HookRows, Ints
from ..compile import compile_loop, python_function, records
from ..contacts.hook_records import HOOK, apply_hook_records, fill_hook_records
from ..math2d.check import other_of
from ..math2d.vec2 import Vec2
from ..world.contacts import contacts_of
from ..world.state import World
from .scope import TypeMatcher, Types

SETTABLE = ("friction", "restitution", "surface_speed", "dropped")  # fields of HOOK
LOWEST = {"friction": 0.0, "restitution": 0.0, "surface_speed": -np.inf}  # values that hooks may set


@dataclass(slots=True)
class ContactView:
    """A contact as hooks get it; what they set holds for this step.

    To read: `entity_a < entity_b`, the unit normal `nx, ny` from A to B, the deepest point `x, y` in world
    coordinates, `penetration`, and the approach `speed`. To set: `friction`, `restitution`,
    `surface_speed` and `dropped` (1: there is no contact in this step). A compiled hook gets a record
    with the same fields.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, Physics, RigidBody, Transform
    >>> physics = Physics(gravity=(0, -900))
    >>> esper.add_processor(physics)
    >>> floor = esper.create_entity(Transform(0, -10), Collider(Box(400, 20)))
    >>> ball = esper.create_entity(Transform(0, 15), RigidBody(), Collider(Circle(16)))
    >>> @physics.add_contact_hook
    ... def look(contact):
    ...     print(contact.other(ball) == floor, contact.normal, contact.penetration, contact.friction)
    ...
    >>> esper.process(1 / 60)
    True Vec2(x=0.0, y=1.0) 1.0 0.5
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
        """The deepest contact point, in world coordinates."""
        return Vec2(self.x, self.y)

    def other(self, entity: int) -> int:
        """Return the other one of the two entities; raises `ValueError` for one that is neither."""
        return other_of(entity, self.entity_a, self.entity_b)

    def drop(self) -> None:
        """Drop the contact in this step: it neither pushes nor touches."""
        self.dropped = 1


VIEWED = [field.name for field in fields(ContactView)]  # the last fields of HOOK
_FIRST_VIEWED = len(HOOK.names or ()) - len(VIEWED)
_FIRST_ROW = np.zeros(1, np.int64)


class ContactHook(NamedTuple):
    """A game's hook. `call` runs it on the given rows of some rows of HOOK."""

    function: Callable[[Any], Any]
    types: Types
    call: Callable[[HookRows, Ints], None]
    is_compiled: bool


def make_loop(function: Any) -> Any:
    """Return a loop around a hook."""

    def call(hooks: HookRows, rows: Ints) -> None:
        for i in rows:
            if hooks[i].dropped == 0:
                function(hooks[i])

    return call


def make_contact_hook(function: Callable[[Any], Any], types: Types) -> ContactHook:
    """Return a hook ready to run; one compiled with numba gets a compiled loop at once.

    Raises `TypeError` for a function that cannot be called, or that does not compile for a row of HOOK.
    """
    if not callable(function):
        raise TypeError(f"a contact hook must be callable, got {function!r}")
    if python_function(function) is None:
        return ContactHook(function, types, lambda hooks, rows: _call_python(function, hooks, rows), False)
    call: Any = compile_loop(function, make_loop)
    try:
        call(records(0, HOOK), np.zeros(0, np.int64))
    except Exception as error:
        raise TypeError(
            f"the contact hook {function!r} must compile for a record with the fields "
            f"{', '.join(VIEWED)}: {error}"
        ) from error
    return ContactHook(function, types, call, True)


def _call_python(function: Callable[[Any], Any], hooks: HookRows, rows: Ints) -> None:
    plain = hooks.view(np.ndarray)
    rows = rows[plain["dropped"][rows] == 0]
    views = [ContactView(*values) for values in plain[VIEWED][rows].tolist()]
    for view in views:
        function(view)
    for name in SETTABLE:
        plain[name][rows] = [getattr(view, name) for view in views]


class ContactHooks:
    """Runs hooks in the order in which they were added; each gets what those before it have set."""

    def __init__(self, world: World, matcher: TypeMatcher):
        self._world = world
        self._matcher = matcher
        self.hooks: list[ContactHook] = []
        self.ran: bool = False  # contacts may have surfaces that hooks have set
        self._records: HookRows = records(0, HOOK)

    def run(self, post_solve: bool) -> None:
        """Run on all contacts that may push, or `post_solve` on those that touch only after the motion."""
        if not (self.hooks or self.ran):
            return
        world, table = self._world, self._world.solid
        contacts = contacts_of(table)
        if len(self._records) < table.contact_count:
            self._records = records(2 * table.contact_count, HOOK)
        count = fill_hook_records(
            world.bodies.rows, world.shapes.rows, contacts, table.pairs, int(post_solve), self._records
        )
        self.ran = bool(self.hooks)
        self.run_on(self._records[:count])
        if self.hooks:
            apply_hook_records(contacts, self._records, count)

    def run_on(self, hook_rows: HookRows) -> None:
        """Run on filled rows of HOOK."""
        for hook in self.hooks:
            self._run_hook(hook, hook_rows)

    def _run_hook(self, hook: ContactHook, hook_rows: HookRows) -> None:
        """Run one hook on the contacts that match its types; raises `ValueError` for values out of range."""
        plain_rows = hook_rows.view(np.ndarray)
        straight, crossed = self._matcher.match(hook.types, plain_rows["body_a"], plain_rows["body_b"])
        rows = np.flatnonzero(straight | crossed)
        if not len(rows):
            return
        hook.call(hook_rows, rows)
        for name, lowest in LOWEST.items():
            values = plain_rows[name][rows]
            wrong = np.flatnonzero(~(np.isfinite(values) & (values >= lowest)))
            if len(wrong):
                row = plain_rows[rows[wrong[0]]]
                raise _wrong_value(hook, name, values[wrong[0]], row["entity_a"], row["entity_b"])

    def run_on_one(self, hook_row: HookRows) -> None:
        """Run on one filled row of HOOK, without the arrays that are fast for many."""
        row = hook_row.view(np.ndarray)[0]
        body_a, body_b = int(row["body_a"]), int(row["body_b"])
        for hook in self.hooks:
            if row["dropped"] or not any(self._matcher.matches(hook.types, body_a, body_b)):
                continue
            if hook.is_compiled:
                hook.call(hook_row, _FIRST_ROW)
            view = ContactView(*row.item()[_FIRST_VIEWED:])
            if not hook.is_compiled:
                hook.function(view)
            for name, lowest in LOWEST.items():
                value = getattr(view, name)
                if not (math.isfinite(value) and value >= lowest):
                    raise _wrong_value(hook, name, value, view.entity_a, view.entity_b)
                row[name] = value
            row["dropped"] = view.dropped


def _wrong_value(hook: ContactHook, name: str, value: Any, entity_a: int, entity_b: int) -> ValueError:
    """Return the error for a surface out of range that a hook has set."""
    return ValueError(
        f"{name} must be finite{' and not negative' if LOWEST[name] == 0.0 else ''}, "
        f"the contact hook {hook.function!r} set {value!r} for entities {entity_a} and {entity_b}"
    )
