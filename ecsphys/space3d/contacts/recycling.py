"""Contact recycling in space: a loaded contact keeps its manifold while its two bodies hardly move.

As in the plane (`contacts.recycling`): only separations are updated, to first order in the motion.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ...constants import RECYCLE_DISTANCE
from ...contacts.recycling import ROLLING
from ..math3d.quaternion import Quaternion, multiply
from ..math3d.vec3 import Vec3
from ..math3d.vector import cross, dot, subtract

FLAT = 3  # points of a contact that does not roll


@inlined
def cache_pose(manifold: Any, body_a: Any, body_b: Any) -> None:
    """Store the bodies' poses, of which a manifold was just computed, in its row."""
    manifold.cached_x = body_b.x - body_a.x
    manifold.cached_y = body_b.y - body_a.y
    manifold.cached_z = body_b.z - body_a.z
    manifold.cached_qw_a, manifold.cached_qx_a = body_a.qw, body_a.qx
    manifold.cached_qy_a, manifold.cached_qz_a = body_a.qy, body_a.qz
    manifold.cached_qw_b, manifold.cached_qx_b = body_b.qw, body_b.qx
    manifold.cached_qy_b, manifold.cached_qz_b = body_b.qy, body_b.qz
    manifold.cached_separation0 = manifold.separation0
    manifold.cached_separation1 = manifold.separation1
    manifold.cached_separation2 = manifold.separation2
    manifold.cached_separation3 = manifold.separation3


@inlined
def clear_cached_pose(manifold: Any) -> None:
    """Make the next narrow phase compute the manifold anew."""
    manifold.cached_x = math.inf


@inlined
def hardly_moved(points: int, manifold: Any, body_a: Any, body_b: Any, distance: float) -> bool:
    """Whether the bodies turned less than RECYCLE_DISTANCE (radians) and moved less than `distance` since;
    less than a share of both if so few `points` may roll.
    """
    m, share = manifold, 1.0 if points >= FLAT else ROLLING
    distance *= share
    half = 0.5 * share * RECYCLE_DISTANCE  # a component of a quaternion is about half of an angle
    return bool(
        (abs(body_b.x - body_a.x - m.cached_x) < distance)
        & (abs(body_b.y - body_a.y - m.cached_y) < distance)
        & (abs(body_b.z - body_a.z - m.cached_z) < distance)
        & (abs(body_a.qw - m.cached_qw_a) < half)
        & (abs(body_a.qx - m.cached_qx_a) < half)
        & (abs(body_a.qy - m.cached_qy_a) < half)
        & (abs(body_a.qz - m.cached_qz_a) < half)
        & (abs(body_b.qw - m.cached_qw_b) < half)
        & (abs(body_b.qx - m.cached_qx_b) < half)
        & (abs(body_b.qy - m.cached_qy_b) < half)
        & (abs(body_b.qz - m.cached_qz_b) < half)
    )


@inlined
def small_turn(body: Any, w: float, x: float, y: float, z: float) -> Vec3:
    """Return the small rotation vector from an orientation before to a body's, in the world's axes."""
    q = multiply(Quaternion(body.qw, body.qx, body.qy, body.qz), Quaternion(w, -x, -y, -z))
    return Vec3(2.0 * q.x, 2.0 * q.y, 2.0 * q.z)


@inlined
def update_separations(manifold: Any, body_a: Any, body_b: Any) -> None:
    """Set the separations to those in the bodies' poses of now."""
    m = manifold
    turn_a = small_turn(body_a, m.cached_qw_a, m.cached_qx_a, m.cached_qy_a, m.cached_qz_a)
    turn_b = small_turn(body_b, m.cached_qw_b, m.cached_qx_b, m.cached_qy_b, m.cached_qz_b)
    gap = Vec3(m.cached_x, m.cached_y, m.cached_z)
    n = Vec3(m.nx, m.ny, m.nz)
    move = subtract(Vec3(body_b.x - body_a.x, body_b.y - body_a.y, body_b.z - body_a.z), gap)
    # A point p adds (turn_b × (p - gap) - turn_a × p) · n, which is p · (n × turn) for the difference.
    shift = dot(move, n) - dot(cross(turn_b, gap), n)
    lever = cross(n, subtract(turn_b, turn_a))
    m.separation0 = m.cached_separation0 + shift + dot(Vec3(m.x0, m.y0, m.z0), lever)
    m.separation1 = m.cached_separation1 + shift + dot(Vec3(m.x1, m.y1, m.z1), lever)
    m.separation2 = m.cached_separation2 + shift + dot(Vec3(m.x2, m.y2, m.z2), lever)
    m.separation3 = m.cached_separation3 + shift + dot(Vec3(m.x3, m.y3, m.z3), lever)
