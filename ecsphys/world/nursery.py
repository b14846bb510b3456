"""Components that were made or given back and that no world has adopted (yet).

esper does not tell when a component replaces another one of its type. A registry looks for
replacements only when some component is waiting here, so a frame without new components costs nothing.
"""

from __future__ import annotations

import weakref
from collections.abc import Iterable
from typing import Any


class Nursery:
    """Weak references to components that belong to no entity yet (their `_entity` is 0)."""

    def __init__(self) -> None:
        self._waiting: list[weakref.ref[Any]] = []

    def add(self, component: Any) -> None:
        """A component was made, or lost its world."""
        self._waiting.append(weakref.ref(component))

    def anyone_but(self, expected: Iterable[Any]) -> bool:
        """Whether a component waits that is alive and none of those expected."""
        known = set(map(id, expected))
        self._waiting = [
            reference
            for reference in self._waiting
            if (part := reference()) is not None and part._entity == 0 and id(part) not in known
        ]
        return bool(self._waiting)


NURSERY = Nursery()
