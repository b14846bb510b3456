"""The impulses of an impact of two bodies at one moment.

Newton's law of restitution at each point and Coulomb's law of friction, by a few passes of sequential
impulses (Catto, *Iterative Dynamics with Temporal Coherence*, 2005) over at most two points.
"""

from __future__ import annotations

from typing import NamedTuple

from ..collide.manifold import Manifold
from ..compile import kernel

PASSES = 8


class BodyVelocity(NamedTuple):
    """A body at an impact: velocity and spin, inverse masses along x and y, inverse inertia."""

    vx: float
    vy: float
    w: float
    mx: float
    my: float
    i: float


class Surface(NamedTuple):
    """The combined surface of both bodies. Approaches slower than `threshold` do not bounce."""

    friction: float
    restitution: float
    speed: float
    threshold: float


class ImpactResult(NamedTuple):
    """Both bodies after an impact, the fastest approach of a point, and the sum of the normal impulses."""

    a: BodyVelocity
    b: BodyVelocity
    approach: float
    impulse: float


@kernel
def approach_speed(
    a: BodyVelocity, b: BodyVelocity, rx: float, ry: float, sx: float, sy: float, nx: float, ny: float
) -> float:
    """Approach speed along (nx, ny) of the points at arms r of A and s of B."""
    x = (a.vx - a.w * ry) - (b.vx - b.w * sy)
    y = (a.vy + a.w * rx) - (b.vy + b.w * sx)
    return x * nx + y * ny


@kernel
def inverse_effective_mass(
    a: BodyVelocity, b: BodyVelocity, rx: float, ry: float, sx: float, sy: float, nx: float, ny: float
) -> float:
    """Inverse effective mass of a unit impulse along (nx, ny) at these points."""
    lever_a, lever_b = rx * ny - ry * nx, sx * ny - sy * nx
    return (
        nx * nx * (a.mx + b.mx) + ny * ny * (a.my + b.my) + a.i * lever_a * lever_a + b.i * lever_b * lever_b
    )


@kernel
def with_impulse(a: BodyVelocity, rx: float, ry: float, jx: float, jy: float) -> BodyVelocity:
    """Return a body after an impulse at arm r."""
    return BodyVelocity(a.vx + a.mx * jx, a.vy + a.my * jy, a.w + a.i * (rx * jy - ry * jx), a.mx, a.my, a.i)


@kernel
def solve_impact(
    a: BodyVelocity, b: BodyVelocity, m: Manifold, bx: float, by: float, surface: Surface
) -> ImpactResult:
    """Solve the impact of two bodies. The manifold is relative to A's centre of mass, B's is at (bx, by)."""
    nx, ny = m.nx, m.ny
    fastest = 0.0
    target0, target1 = 0.0, 0.0
    for k in range(m.count):
        x, y = (m.x0, m.y0) if k == 0 else (m.x1, m.y1)
        speed = approach_speed(a, b, x, y, x - bx, y - by, nx, ny)
        fastest = max(fastest, speed)
        target = surface.restitution * speed if speed > surface.threshold else 0.0
        if k == 0:
            target0 = target
        else:
            target1 = target
    jn0, jn1, jt0, jt1 = 0.0, 0.0, 0.0, 0.0
    for _ in range(PASSES if m.count > 1 or surface.friction > 0.0 else 1):
        for k in range(m.count):
            x, y = (m.x0, m.y0) if k == 0 else (m.x1, m.y1)
            sx, sy = x - bx, y - by
            jn, jt, target = (jn0, jt0, target0) if k == 0 else (jn1, jt1, target1)
            inverse_mass = inverse_effective_mass(a, b, x, y, sx, sy, nx, ny)
            if inverse_mass <= 0.0:
                continue
            new = max(jn + (approach_speed(a, b, x, y, sx, sy, nx, ny) + target) / inverse_mass, 0.0)
            j, jn = new - jn, new
            a = with_impulse(a, x, y, -j * nx, -j * ny)
            b = with_impulse(b, sx, sy, j * nx, j * ny)
            # Tangent: the normal rotated clockwise by 90°, as in the solver.
            tx, ty = ny, -nx
            inverse_mass = inverse_effective_mass(a, b, x, y, sx, sy, tx, ty)
            if surface.friction > 0.0 and inverse_mass > 0.0:
                limit = surface.friction * jn
                slip = approach_speed(a, b, x, y, sx, sy, tx, ty) + surface.speed
                new = max(-limit, min(jt + slip / inverse_mass, limit))
                j, jt = new - jt, new
                a = with_impulse(a, x, y, -j * tx, -j * ty)
                b = with_impulse(b, sx, sy, j * tx, j * ty)
            if k == 0:
                jn0, jt0 = jn, jt
            else:
                jn1, jt1 = jn, jt
    return ImpactResult(a, b, fastest, jn0 + jn1)
