"""The impulses of two bodies that strike each other at one moment.

Newton's law of restitution at each point and Coulomb's law of friction, by a few passes of sequential
impulses (Catto, *Iterative Dynamics with Temporal Coherence*, 2005) over at most two points.
"""

from __future__ import annotations

from typing import NamedTuple

from ..collide.manifold import Manifold
from ..compile import kernel

PASSES = 8


class Side(NamedTuple):
    """A body at the moment of a strike: velocity and spin, inverse masses along x and y, inverse inertia."""

    vx: float
    vy: float
    w: float
    mx: float
    my: float
    i: float


class Surface(NamedTuple):
    """How the two surfaces meet: slower approaches than `threshold` do not bounce."""

    friction: float
    restitution: float
    speed: float
    threshold: float


class Strike(NamedTuple):
    """Both bodies after a strike, the fastest approach of a point and the sum of the normal impulses."""

    a: Side
    b: Side
    approach: float
    impulse: float


@kernel
def closing(a: Side, b: Side, rx: float, ry: float, sx: float, sy: float, nx: float, ny: float) -> float:
    """Speed at which the points at arms r of A and s of B come towards each other along (nx, ny)."""
    x = (a.vx - a.w * ry) - (b.vx - b.w * sy)
    y = (a.vy + a.w * rx) - (b.vy + b.w * sx)
    return x * nx + y * ny


@kernel
def yielding(a: Side, b: Side, rx: float, ry: float, sx: float, sy: float, nx: float, ny: float) -> float:
    """By how much a unit impulse along (nx, ny) at these points changes that speed: the inverse mass."""
    lever_a, lever_b = rx * ny - ry * nx, sx * ny - sy * nx
    return (
        nx * nx * (a.mx + b.mx) + ny * ny * (a.my + b.my) + a.i * lever_a * lever_a + b.i * lever_b * lever_b
    )


@kernel
def kicked(a: Side, rx: float, ry: float, jx: float, jy: float) -> Side:
    """A body after an impulse at an arm."""
    return Side(a.vx + a.mx * jx, a.vy + a.my * jy, a.w + a.i * (rx * jy - ry * jx), a.mx, a.my, a.i)


@kernel
def strike(a: Side, b: Side, m: Manifold, bx: float, by: float, surface: Surface) -> Strike:
    """Let two bodies bounce. The manifold counts from A's centre of mass, B's is at (bx, by)."""
    nx, ny = m.nx, m.ny
    fastest = 0.0
    wish0, wish1 = 0.0, 0.0
    for k in range(m.count):
        x, y = (m.x0, m.y0) if k == 0 else (m.x1, m.y1)
        speed = closing(a, b, x, y, x - bx, y - by, nx, ny)
        fastest = max(fastest, speed)
        wish = surface.restitution * speed if speed > surface.threshold else 0.0
        if k == 0:
            wish0 = wish
        else:
            wish1 = wish
    jn0, jn1, jt0, jt1 = 0.0, 0.0, 0.0, 0.0
    for _ in range(PASSES if m.count > 1 or surface.friction > 0.0 else 1):
        for k in range(m.count):
            x, y = (m.x0, m.y0) if k == 0 else (m.x1, m.y1)
            sx, sy = x - bx, y - by
            jn, jt, wish = (jn0, jt0, wish0) if k == 0 else (jn1, jt1, wish1)
            soft = yielding(a, b, x, y, sx, sy, nx, ny)
            if soft <= 0.0:
                continue
            new = max(jn + (closing(a, b, x, y, sx, sy, nx, ny) + wish) / soft, 0.0)
            j, jn = new - jn, new
            a = kicked(a, x, y, -j * nx, -j * ny)
            b = kicked(b, sx, sy, j * nx, j * ny)
            # The tangent is the normal turned a quarter clockwise, as in the solver.
            tx, ty = ny, -nx
            soft = yielding(a, b, x, y, sx, sy, tx, ty)
            if surface.friction > 0.0 and soft > 0.0:
                limit = surface.friction * jn
                slip = closing(a, b, x, y, sx, sy, tx, ty) + surface.speed
                new = max(-limit, min(jt + slip / soft, limit))
                j, jt = new - jt, new
                a = kicked(a, x, y, -j * tx, -j * ty)
                b = kicked(b, sx, sy, j * tx, j * ty)
            if k == 0:
                jn0, jt0 = jn, jt
            else:
                jn1, jt1 = jn, jt
    return Strike(a, b, fastest, jn0 + jn1)
