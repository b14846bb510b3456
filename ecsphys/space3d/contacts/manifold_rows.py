"""The rules by which a contact's row of MANIFOLD3 is written and cleared; it begins as in the plane."""

from __future__ import annotations

from typing import Any

from ...arrays import BodyRows
from ...compile import inlined, kernel
from ...contacts.manifold_rows import init_manifold, reset_step_results
from ..collide.manifold import Manifold
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, cross, subtract
from ..world.center import center_of
from .recycling import clear_cached_pose

__all__ = ["approach_speed", "clear_contact", "closing_velocity", "init_manifold", "reset_step_results",
           "smallest_gap", "store_manifold", "velocity_at"]  # fmt: skip


@inlined
def matched_impulse(count: int, manifold: Any, feature: int) -> float:
    """Return the impulse of the point with this feature id in the last step, zero without such a point."""
    if count > 0 and manifold.id0 == feature:
        return float(manifold.jn0)
    if count > 1 and manifold.id1 == feature:
        return float(manifold.jn1)
    if count > 2 and manifold.id2 == feature:
        return float(manifold.jn2)
    if count > 3 and manifold.id3 == feature:
        return float(manifold.jn3)
    return 0.0


@inlined
def store_manifold(contact: Any, manifold: Any, m: Manifold) -> None:
    """Write a manifold into a contact's rows; points of the same feature ids keep their impulses.

    Friction is kept as long as some point is.
    """
    count = contact.count
    jn0, jn1 = matched_impulse(count, manifold, m.id0), matched_impulse(count, manifold, m.id1)
    jn2, jn3 = matched_impulse(count, manifold, m.id2), matched_impulse(count, manifold, m.id3)
    if jn0 + jn1 + jn2 + jn3 == 0.0:
        clear_friction(manifold)
    contact.count = m.count
    manifold.nx, manifold.ny, manifold.nz = m.nx, m.ny, m.nz
    manifold.x0, manifold.y0, manifold.z0 = m.x0, m.y0, m.z0
    manifold.separation0, manifold.id0, manifold.jn0 = m.separation0, m.id0, jn0
    manifold.x1, manifold.y1, manifold.z1 = m.x1, m.y1, m.z1
    manifold.separation1, manifold.id1, manifold.jn1 = m.separation1, m.id1, jn1
    manifold.x2, manifold.y2, manifold.z2 = m.x2, m.y2, m.z2
    manifold.separation2, manifold.id2, manifold.jn2 = m.separation2, m.id2, jn2
    manifold.x3, manifold.y3, manifold.z3 = m.x3, m.y3, m.z3
    manifold.separation3, manifold.id3, manifold.jn3 = m.separation3, m.id3, jn3
    clear_cached_pose(manifold)


@inlined
def is_loaded(contact: Any, manifold: Any) -> bool:
    """Whether a contact pushed in the last step."""
    m = manifold
    return bool(contact.count > 0 and m.jn0 + m.jn1 + m.jn2 + m.jn3 > 0.0)


@inlined
def mark_touching(contact: Any, manifold: Any) -> None:
    """Mark a contact as touching if one of its points is."""
    count, m = contact.count, manifold
    contact.touching = (
        1
        if (
            (m.separation0 <= 0.0)
            | ((count > 1) & (m.separation1 <= 0.0))
            | ((count > 2) & (m.separation2 <= 0.0))
            | ((count > 3) & (m.separation3 <= 0.0))
        )
        else 0
    )


@inlined
def clear_friction(manifold: Any) -> None:
    """Let the solver start without friction."""
    manifold.friction_x, manifold.friction_y, manifold.friction_z = 0.0, 0.0, 0.0
    manifold.twist = 0.0


@kernel
def clear_contact(contact: Any, manifold: Any) -> None:
    """Remove a contact's points and impulses: it does not touch, and the solver starts cold."""
    contact.touching = 0
    if contact.has_manifold == 1:
        reset_step_results(contact, manifold)
        contact.count = 0
        manifold.jn0, manifold.jn1, manifold.jn2, manifold.jn3 = 0.0, 0.0, 0.0, 0.0
        clear_friction(manifold)


@inlined
def smallest_gap(m: Manifold) -> float:
    """Return the separation of the nearest point of a manifold: the deepest comes first."""
    return m.separation0


@kernel
def approach_speed(bodies: BodyRows, a: int, b: int, manifold: Any) -> float:
    """Return the speed at which the bodies' velocities close the first contact point, 0 if they part."""
    v = closing_velocity(bodies[a], bodies[b], Vec3(manifold.x0, manifold.y0, manifold.z0))
    return max(0.0, float(v.x * manifold.nx + v.y * manifold.ny + v.z * manifold.nz))


@inlined
def closing_velocity(body_a: Any, body_b: Any, place: Vec3) -> Vec3:
    """Return the velocity of A's point at a place relative to B's there; `place`: from A's origin."""
    gap = Vec3(body_b.x - body_a.x, body_b.y - body_a.y, body_b.z - body_a.z)
    return subtract(velocity_at(body_a, place), velocity_at(body_b, subtract(place, gap)))


@kernel
def velocity_at(body: Any, place: Vec3) -> Vec3:
    """Return the velocity of a body's point, given relative to its origin in the world's axes."""
    r = subtract(place, center_of(body))
    return add(Vec3(body.vx, body.vy, body.vz), cross(Vec3(body.wx, body.wy, body.wz), r))
