"""The part of a RigidBody that defers calls until the body has a row and a mass."""

from __future__ import annotations

from typing import Any, ClassVar

from ...world.bodies import BODY_FLAGS, DYNAMIC, KINDS
from ...world.body_store import BodyStore
from ..binding import Component, UnownedRows
from .body_options import NO_OVERRIDES, MassOverrides, warn_of_no_effect


class DeferringBody(Component):
    """Base of `RigidBody` and of the body of space: mass overrides, and calls that wait for a row."""

    __slots__ = ("_overrides",)

    _rows: BodyStore | UnownedRows
    _overrides: MassOverrides
    _kind_at: ClassVar[int] = BODY_FLAGS["kind"]  # byte of a row

    def _own_overrides(self) -> MassOverrides:
        """Return overrides that only this body has, to be changed."""
        if self._overrides is NO_OVERRIDES:
            self._overrides = MassOverrides()
        return self._overrides

    def _acts(self, method: str, *arguments: Any) -> bool:
        """Whether a force or an impulse acts now: on a dynamic body whose mass is known.

        Otherwise defers it to the next step. Warns of a body that is not dynamic, which none moves.
        """
        kind = self._rows.bytes[8 * self._at + self._kind_at]
        if kind != DYNAMIC:
            warn_of_no_effect(method, KINDS[kind])
        return not self._is_deferred(method, *arguments) and kind == DYNAMIC

    def _is_deferred(self, method: str, *arguments: Any) -> bool:
        """Defer a call to the next step if the body has no row or no valid mass yet.

        Returns whether it did.
        """
        if not isinstance(self._rows, UnownedRows):
            if self._at // self._rows.width not in self._rows.changed_bodies:
                return False
            self._rows.deferred_calls.append((self, method, arguments))
            return True
        overrides = self._own_overrides()
        overrides.calls = (*overrides.calls, (method, arguments))
        return True

    def _take_deferred_calls(self) -> list[tuple[DeferringBody, str, tuple[Any, ...]]]:
        """Return the calls that waited for a row, which it has now; they wait no longer."""
        calls, self._overrides.calls = self._overrides.calls, ()
        return [(self, method, arguments) for method, arguments in calls]

    def _waiting_calls(self) -> tuple[tuple[str, tuple[Any, ...]], ...]:
        """Return the calls that wait, in order."""
        if isinstance(self._rows, UnownedRows):
            return self._overrides.calls
        calls = self._rows.deferred_calls
        return tuple((method, arguments) for body, method, arguments in calls if body is self)

    def _make_deferred_call(self, method: str, arguments: tuple[Any, ...]) -> None:
        """Make a call that waited for a row or a mass; no force moves what is not dynamic by now."""
        if method == "move_to" or self._rows.bytes[8 * self._at + self._kind_at] == DYNAMIC:
            getattr(self, method)(*arguments)
