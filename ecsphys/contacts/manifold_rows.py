"""The rules by which a contact's row of MANIFOLD begins, is written, and is cleared."""

from __future__ import annotations

import math
from typing import Any

from ..arrays import FREE, BodyRows, ShapeRows
from ..collide.manifold import Manifold
from ..compile import inlined, kernel
from ..world.center import center_of
from .recycling import clear_cached_pose


@inlined
def mix_surfaces(manifold: Any, shape_a: Any, shape_b: Any) -> None:
    """Set a contact's surface from its shapes': geometric mean of friction, maximum of restitution."""
    manifold.friction = math.sqrt(shape_a.friction * shape_b.friction)
    manifold.restitution = max(shape_a.restitution, shape_b.restitution)
    manifold.surface_speed = shape_a.surface_speed + shape_b.surface_speed


@inlined
def init_manifold(contact: Any, manifold: Any, shapes: ShapeRows) -> None:
    """Make a contact's row of MANIFOLD valid, unless it is."""
    if contact.has_manifold == 0:
        contact.has_manifold = 1
        mix_surfaces(manifold, shapes[contact.a], shapes[contact.b])
        manifold.pair = FREE
        manifold.impulse = 0.0
        manifold.speed = 0.0
        manifold.time = -1.0
        manifold.jn0 = 0.0
        manifold.jn1 = 0.0
        manifold.refinement = 1.0


@inlined
def matched_impulses(count: int, manifold: Any, feature: int) -> tuple[float, float]:
    """Return the impulses of the point with this feature id in the last step, zero without such a point."""
    if count > 0 and manifold.id0 == feature:
        return manifold.jn0, manifold.jt0
    if count > 1 and manifold.id1 == feature:
        return manifold.jn1, manifold.jt1
    return 0.0, 0.0


@inlined
def store_manifold(contact: Any, manifold: Any, m: Manifold) -> None:
    """Write a manifold into a contact's rows; points of the same feature ids keep their impulses."""
    jn0, jt0 = matched_impulses(contact.count, manifold, m.id0)
    jn1, jt1 = matched_impulses(contact.count, manifold, m.id1)
    contact.count = m.count
    manifold.nx = m.nx
    manifold.ny = m.ny
    manifold.x0 = m.x0
    manifold.y0 = m.y0
    manifold.separation0 = m.separation0
    manifold.id0 = m.id0
    manifold.jn0 = jn0
    manifold.jt0 = jt0
    manifold.x1 = m.x1
    manifold.y1 = m.y1
    manifold.separation1 = m.separation1
    manifold.id1 = m.id1
    manifold.jn1 = jn1
    manifold.jt1 = jt1
    clear_cached_pose(manifold)


@inlined
def reset_step_results(contact: Any, manifold: Any) -> None:
    """Clear the results of the last step: touch, impulse, speed and time of impact."""
    contact.touching = 0
    manifold.impulse = 0.0
    manifold.speed = 0.0
    manifold.time = -1.0


@kernel
def clear_contact(contact: Any, manifold: Any) -> None:
    """Remove a contact's points and impulses: it does not touch, and the solver starts cold."""
    contact.touching = 0
    if contact.has_manifold == 1:
        reset_step_results(contact, manifold)
        contact.count = 0
        manifold.jn0 = 0.0
        manifold.jn1 = 0.0


@inlined
def is_second_deeper(contact: Any, manifold: Any) -> bool:
    """Whether the second point of a contact is the deeper one."""
    return bool(contact.count > 1 and manifold.separation1 < manifold.separation0)


@kernel
def approach_speed(bodies: BodyRows, a: int, b: int, manifold: Any) -> float:
    """Return the speed at which the bodies' velocities close the first contact point, 0 if they part."""
    body_a = bodies[a]
    body_b = bodies[b]
    ax, ay = velocity_at(body_a, manifold.x0, manifold.y0)
    bx, by = velocity_at(body_b, manifold.x0 - (body_b.x - body_a.x), manifold.y0 - (body_b.y - body_a.y))
    return max(0.0, float((ax - bx) * manifold.nx + (ay - by) * manifold.ny))


@kernel
def velocity_at(body: Any, x: float, y: float) -> tuple[float, float]:
    """Return the velocity of a body's point, given relative to its origin in world axes."""
    center_x, center_y = center_of(body)
    rx = x - center_x
    ry = y - center_y
    return body.vx - body.angular_velocity * ry, body.vy + body.angular_velocity * rx
