"""Contact recycling: a loaded contact keeps its manifold while its two bodies hardly move.

Only the separations are updated, to first order in the motion since the manifold was computed. The error is
of second order: below a millionth of a typical object, for motions below RECYCLE_DISTANCE. After the contact
recycling of Box2D v3.2 (Catto).

What touches at one point rolls, and keeps its place for next to no motion: with that of some steps before, a
plank that rocks by 0.002 radians on a barrel rocked by a third more after half a minute.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import inlined
from ..constants import RECYCLE_DISTANCE

FLAT = 2  # points of a contact that does not roll
ROLLING = 0.01  # share of these distances within which a contact that may roll is kept


@inlined
def cache_pose(manifold: Any, body_a: Any, body_b: Any) -> None:
    """Store the bodies' poses, of which a manifold was just computed, in its row."""
    manifold.cached_x = body_b.x - body_a.x
    manifold.cached_y = body_b.y - body_a.y
    manifold.cached_angle_a = body_a.angle
    manifold.cached_angle_b = body_b.angle
    manifold.cached_separation0 = manifold.separation0
    manifold.cached_separation1 = manifold.separation1


@inlined
def clear_cached_pose(manifold: Any) -> None:
    """Make the next narrow phase compute the manifold anew."""
    manifold.cached_angle_a = math.inf


@inlined
def hardly_moved(points: int, manifold: Any, body_a: Any, body_b: Any, distance: float) -> bool:
    """Whether the bodies turned less than RECYCLE_DISTANCE (radians) and moved less than `distance` since;
    less than a share of both if so few `points` may roll.
    """
    share = 1.0 if points >= FLAT else ROLLING
    distance, turn = share * distance, share * RECYCLE_DISTANCE
    return bool(
        (abs(body_a.angle - manifold.cached_angle_a) < turn)
        & (abs(body_b.angle - manifold.cached_angle_b) < turn)
        & (abs(body_b.x - body_a.x - manifold.cached_x) < distance)
        & (abs(body_b.y - body_a.y - manifold.cached_y) < distance)
    )


@inlined
def update_separations(manifold: Any, body_a: Any, body_b: Any) -> None:
    """Set the separations to those in the bodies' poses of now."""
    m = manifold
    turn_a, turn_b = body_a.angle - m.cached_angle_a, body_b.angle - m.cached_angle_b
    gap = (body_b.x - body_a.x - m.cached_x) * m.nx + (body_b.y - body_a.y - m.cached_y) * m.ny
    m.separation0 = rotated_separation(m, m.cached_separation0 + gap, m.x0, m.y0, turn_a, turn_b)
    m.separation1 = rotated_separation(m, m.cached_separation1 + gap, m.x1, m.y1, turn_a, turn_b)


@inlined
def rotated_separation(
    manifold: Any, separation: float, x: float, y: float, turn_a: float, turn_b: float
) -> float:
    """Return the separation of a point at (x, y) after small turns of both bodies."""
    nx, ny = manifold.nx, manifold.ny
    lever_a = x * ny - y * nx
    lever_b = (x - manifold.cached_x) * ny - (y - manifold.cached_y) * nx
    return float(separation + turn_b * lever_b - turn_a * lever_a)
