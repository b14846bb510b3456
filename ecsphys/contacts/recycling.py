"""A loaded contact whose two bodies hardly moved since its manifold was made keeps it.

Only the separations are brought up to date, to first order in the motion: the error is of second order, with
motions of at most RECYCLE_DISTANCE less than a millionth of a typical object. After Box2D v3.2's
contact recycling.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import inlined
from ..constants import RECYCLE_DISTANCE


@inlined
def cache_pose(manifold: Any, a: Any, b: Any) -> None:
    """Note how the bodies of a manifold that was just made lie."""
    manifold.cached_x = b.x - a.x
    manifold.cached_y = b.y - a.y
    manifold.cached_angle_a = a.angle
    manifold.cached_angle_b = b.angle
    manifold.cached_separation0 = manifold.separation0
    manifold.cached_separation1 = manifold.separation1


@inlined
def clear_cached_pose(manifold: Any) -> None:
    """Let the next manifold be made anew."""
    manifold.cached_angle_a = math.inf


@inlined
def hardly_moved(manifold: Any, a: Any, b: Any, length: float) -> bool:
    """Whether two bodies lie as when the manifold was made, within RECYCLE_DISTANCE (lengths: `length`)."""
    return bool(
        (abs(a.angle - manifold.cached_angle_a) < RECYCLE_DISTANCE)
        & (abs(b.angle - manifold.cached_angle_b) < RECYCLE_DISTANCE)
        & (abs(b.x - a.x - manifold.cached_x) < length)
        & (abs(b.y - a.y - manifold.cached_y) < length)
    )


@inlined
def update_separations(manifold: Any, a: Any, b: Any) -> None:
    """Bring the separations up to date."""
    turn_a, turn_b = a.angle - manifold.cached_angle_a, b.angle - manifold.cached_angle_b
    apart = (b.x - a.x - manifold.cached_x) * manifold.nx + (b.y - a.y - manifold.cached_y) * manifold.ny
    manifold.separation0 = rotated_separation(
        manifold, manifold.cached_separation0 + apart, manifold.x0, manifold.y0, turn_a, turn_b
    )
    manifold.separation1 = rotated_separation(
        manifold, manifold.cached_separation1 + apart, manifold.x1, manifold.y1, turn_a, turn_b
    )


@inlined
def rotated_separation(manifold: Any, gap: float, x: float, y: float, turn_a: float, turn_b: float) -> float:
    """What two small turns make of the separation of a point at (x, y)."""
    nx, ny = manifold.nx, manifold.ny
    lever_a = x * ny - y * nx
    lever_b = (x - manifold.cached_x) * ny - (y - manifold.cached_y) * nx
    return float(gap + turn_b * lever_b - turn_a * lever_a)
