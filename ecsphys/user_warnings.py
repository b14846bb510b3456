"""Warnings of likely mistakes, at the line of the game that made them."""

from __future__ import annotations

import math
import sys
import warnings
from types import FrameType
from typing import NamedTuple

_NOT_THE_GAME = ("ecsphys", "esper")


class PhysicsWarning(UserWarning):
    """A likely mistake that is no error, such as a Collider without a Transform.

    Each is given once for a cause, never in every step. `warnings.simplefilter("error", PhysicsWarning)`
    turns them into exceptions, `"ignore"` switches them off.

    >>> import warnings
    >>> from ecsphys import PhysicsWarning, Transform
    >>> warnings.simplefilter("error", PhysicsWarning)
    >>> Transform(0, 0, 90)
    Traceback (most recent call last):
        ...
    ecsphys.user_warnings.PhysicsWarning: ...
    """


def looks_like_degrees(angle: float) -> bool:
    """Whether an angle in radians is beyond a turn, and a multiple of 2.5, as degrees are."""
    return abs(angle) > math.tau and (0.4 * angle).is_integer()


def warn_of_degrees(what: str, *angles: float) -> None:
    """Warn of angles that look like degrees; `what`: whose they are."""
    if any(map(looks_like_degrees, angles)):
        warn_user(f"{what}: angles are in radians, this is more than a turn; for degrees use math.radians")


def warn_user(message: str) -> None:
    """Give a `PhysicsWarning` at the innermost line that is neither in ecsphys nor in esper.

    Python shows the same message once for a line: one without numbers is not repeated in a loop.
    """
    warnings.warn(message, PhysicsWarning, stacklevel=_find_game()[1])


class Line(NamedTuple):
    """A line of the game, of which may be warned later."""

    file: str
    number: int

    def warn(self, message: str) -> None:
        """Give a `PhysicsWarning` at this line."""
        warnings.warn_explicit(message, PhysicsWarning, self.file, self.number)


def line_of_game() -> Line:
    """Return the innermost line that is neither in ecsphys nor in esper."""
    frame = _find_game()[0]
    return Line(frame.f_code.co_filename, frame.f_lineno)


def _find_game() -> tuple[FrameType, int]:
    """Return the game's innermost frame, and its `stacklevel` for the function that asks."""
    frame, level = sys._getframe(2), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_THE_GAME:
        frame, level = frame.f_back, level + 1
    return frame, level
