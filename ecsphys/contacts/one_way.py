"""Shapes that are solid from one side only.

A contact is let through (PASSING) when it begins anywhere but outside that side, and stays so until
the other shape has come out there. So nothing pops up through a platform that it jumped into.
"""

from __future__ import annotations

import math
from typing import Any

from ..collide.manifold import Manifold
from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.contacts import PASSING

SOLID_SIDE_COSINE = 0.5  # cosine: a normal within 60 degrees of the side counts as that side


@kernel
def update_passing(contact: Any, m: Manifold, shapes: Any, bodies: Any, context: StepContext) -> bool:
    """Whether a touching contact does not hold, now that it has the manifold `m`; notes it in the contact."""
    a = shapes[contact.a]
    b = shapes[contact.b]
    closing = (bodies[a.body].vx - bodies[b.body].vx) * m.nx + (bodies[a.body].vy - bodies[b.body].vy) * m.ny
    # how far a shape that was outside one step ago can have come in
    depth = context.slop + max(closing, 0.0) * context.dt
    through = False
    if contact.one_way & 1:
        through = keeps_passing(
            contact, m.separation0, depth, is_on_solid_side(a, bodies[a.body].angle, m.nx, m.ny)
        )
    if contact.one_way & 2 and not through:
        through = keeps_passing(
            contact, m.separation0, depth, is_on_solid_side(b, bodies[b.body].angle, -m.nx, -m.ny)
        )
    contact.one_way = (contact.one_way & 3) + (PASSING if through else 0)
    return through


@inlined
def is_one_way(shape: Any) -> bool:
    """Whether a shape is solid from one side only."""
    return bool(shape.one_way_x != 0.0 or shape.one_way_y != 0.0)


@kernel
def is_on_solid_side(shape: Any, angle: float, nx: float, ny: float) -> bool:
    """Whether a normal away from a shape points to the side from which it is solid."""
    c, s = 1.0, 0.0
    if shape.upright == 0:
        c, s = math.cos(angle), math.sin(angle)
    x = c * shape.one_way_x - s * shape.one_way_y
    y = s * shape.one_way_x + c * shape.one_way_y
    return bool(nx * x + ny * y > SOLID_SIDE_COSINE)


@kernel
def keeps_passing(contact: Any, separation: float, depth: float, outside: bool) -> bool:
    """The rule: who was let in stays in until outside, who stands there stays, others come from there."""
    if contact.one_way & PASSING != 0:
        return not (outside and separation > 0.0)
    if contact.count > 0:
        return False
    return not (outside and separation > -depth)
