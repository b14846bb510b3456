"""A loaded contact whose two bodies hardly moved since its manifold was made keeps it.

Only the separations are brought up to date, to first order in the motion: the error is of second order, with
motions of at most STILL less than a millionth of a typical object. After Box2D v3.2's contact recycling.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import inlined
from ..constants import STILL


@inlined
def remember(kept: Any, a: Any, b: Any) -> None:
    """Note how the bodies of a manifold that was just made lie."""
    kept.base_x = b.x - a.x
    kept.base_y = b.y - a.y
    kept.base_a = a.angle
    kept.base_b = b.angle
    kept.base0 = kept.separation0
    kept.base1 = kept.separation1


@inlined
def forget_base(kept: Any) -> None:
    """Let the next manifold be made anew."""
    kept.base_a = math.inf


@inlined
def is_still(kept: Any, a: Any, b: Any, length: float) -> bool:
    """Whether two bodies lie as they did when the contact's manifold was made, but for STILL (`length`)."""
    return bool(
        (abs(a.angle - kept.base_a) < STILL)
        & (abs(b.angle - kept.base_b) < STILL)
        & (abs(b.x - a.x - kept.base_x) < length)
        & (abs(b.y - a.y - kept.base_y) < length)
    )


@inlined
def follow(kept: Any, a: Any, b: Any) -> None:
    """Bring the separations up to date."""
    turn_a, turn_b = a.angle - kept.base_a, b.angle - kept.base_b
    apart = (b.x - a.x - kept.base_x) * kept.nx + (b.y - a.y - kept.base_y) * kept.ny
    kept.separation0 = turned(kept, kept.base0 + apart, kept.x0, kept.y0, turn_a, turn_b)
    kept.separation1 = turned(kept, kept.base1 + apart, kept.x1, kept.y1, turn_a, turn_b)


@inlined
def turned(kept: Any, gap: float, x: float, y: float, turn_a: float, turn_b: float) -> float:
    """What two small turns make of the separation of a point at (x, y)."""
    nx, ny = kept.nx, kept.ny
    lever_a = x * ny - y * nx
    lever_b = (x - kept.base_x) * ny - (y - kept.base_y) * nx
    return float(gap + turn_b * lever_b - turn_a * lever_a)
