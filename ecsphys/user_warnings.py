"""Warnings of likely mistakes, at the line of the game that made them."""

from __future__ import annotations

import sys
import warnings

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


def warn_user(message: str) -> None:
    """Give a `PhysicsWarning` at the innermost line that is neither in ecsphys nor in esper.

    Python shows the same message once for a line: one without numbers is not repeated in a loop.
    """
    frame, level = sys._getframe(1), 2
    while frame.f_back and frame.f_globals.get("__name__", "").partition(".")[0] in _NOT_THE_GAME:
        frame, level = frame.f_back, level + 1
    warnings.warn(message, PhysicsWarning, stacklevel=level)
