"""A ray takes its end; many libraries take a direction there."""

from __future__ import annotations

from collections.abc import Sequence

from ..arrays import Array
from ..user_warnings import warn_user

_FAR = 20.0  # how far a start is from the world's origin, if its end beside that is a direction
_ROUNDING = 1e-6


class EndWatch:
    """Looks at the rays of a world, and warns once of an end that is likely to be a direction."""

    def __init__(self) -> None:
        self._has_warned = False

    def look(self, start: Sequence[float], end: Sequence[float]) -> None:
        """Look at a ray."""
        if abs(end[0]) <= 1.0 + _ROUNDING and not self._has_warned and _is_direction(start, end):
            self._has_warned = True
            warn_user(
                f"a ray takes its end, not a direction: from {_shown(start)} to {_shown(end)} it goes all "
                "the way to the origin of the world; in a direction it is "
                "raycast(start, start + length * direction)"
            )

    def look_at_first(self, starts: Array, ends: Array) -> None:
        """Look at the first of many rays."""
        if len(starts):
            self.look(starts[0], ends[0])


def _is_direction(start: Sequence[float], end: Sequence[float]) -> bool:
    """Whether an end is a unit vector, or a step along axes or diagonals, far from the start."""
    length = sum(x * x for x in end)
    is_step = length > 0.0 and all(x in (-1.0, 0.0, 1.0) for x in end)
    return (is_step or abs(length - 1.0) < _ROUNDING) and sum(x * x for x in start) > _FAR * _FAR


def _shown(point: Sequence[float]) -> str:
    return f"({', '.join(f'{x:g}' for x in point)})"
