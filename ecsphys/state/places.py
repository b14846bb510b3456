"""Places in nested values, for messages."""

from __future__ import annotations

from typing import Any, NamedTuple

DEEPEST = 100  # values in values


class Place(NamedTuple):
    """Where in a value another one is; formatted for messages only."""

    parent: Place | None
    step: Any
    form: str
    depth: int

    @classmethod
    def of(cls, where: str) -> Place:
        """Return the place of a whole value, by what messages call it."""
        return cls(None, where, "{}", 0)

    def inside(self, step: Any, form: str = "[{}]") -> Place:
        """Return the place of a part of what is here: an element, or by `form` something else."""
        return Place(self, step, form, self.depth + 1)

    def __str__(self) -> str:
        before = "" if self.parent is None else str(self.parent)
        return before + self.form.format(self.step)[:100]
