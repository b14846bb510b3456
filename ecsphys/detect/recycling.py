"""A loaded contact whose two bodies hardly moved since its manifold was made keeps it.

Only the separations are brought up to date, to first order in the motion: the error is of second order, with
motions of at most STILL less than a millionth of a typical object. After Box2D v3.2's contact recycling.
"""

from __future__ import annotations

import math
from typing import Any

from .._jit import inlined
from ..constants import STILL


@inlined
def remember(contact: Any, a: Any, b: Any) -> None:
    """Note how the bodies of a manifold that was just made lie."""
    contact.base_x = b.x - a.x
    contact.base_y = b.y - a.y
    contact.base_a = a.angle
    contact.base_b = b.angle
    contact.base0 = contact.separation0
    contact.base1 = contact.separation1


@inlined
def forget_base(contact: Any) -> None:
    """Let the next manifold be made anew."""
    contact.base_a = math.inf


@inlined
def is_still(contact: Any, a: Any, b: Any, length: float) -> bool:
    """Whether two bodies lie as they did when the contact's manifold was made, but for STILL (`length`)."""
    return bool(
        (abs(a.angle - contact.base_a) < STILL)
        & (abs(b.angle - contact.base_b) < STILL)
        & (abs(b.x - a.x - contact.base_x) < length)
        & (abs(b.y - a.y - contact.base_y) < length)
    )


@inlined
def follow(contact: Any, a: Any, b: Any) -> None:
    """Bring the separations up to date."""
    turn_a, turn_b = a.angle - contact.base_a, b.angle - contact.base_b
    apart = (b.x - a.x - contact.base_x) * contact.nx + (b.y - a.y - contact.base_y) * contact.ny
    contact.separation0 = turned(contact, contact.base0 + apart, contact.x0, contact.y0, turn_a, turn_b)
    contact.separation1 = turned(contact, contact.base1 + apart, contact.x1, contact.y1, turn_a, turn_b)


@inlined
def turned(contact: Any, gap: float, x: float, y: float, turn_a: float, turn_b: float) -> float:
    """What two small turns make of the separation of a point at (x, y)."""
    nx, ny = contact.nx, contact.ny
    lever_a = x * ny - y * nx
    lever_b = (x - contact.base_x) * ny - (y - contact.base_y) * nx
    return float(gap + turn_b * lever_b - turn_a * lever_a)
