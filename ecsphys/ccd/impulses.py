"""The impulses of an impact of two bodies at one moment.

Newton's law of restitution at one point or at two at once, then Coulomb's law of friction between them.
Each step can only take energy: restitution is not enforced again after friction, which would add some to
bodies that spin (T. Kane, *A Dynamics Puzzle*, 1984).
"""

from __future__ import annotations

from typing import NamedTuple

from ..collide.manifold import Manifold
from ..compile import inlined, kernel
from ..math2d.complementarity import affordable_share, reciprocal, solve_pair
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, cross, dot, scale, subtract
from .sweeps import ROUNDING

# As in `solver.contact.point`, but smaller: an impact is solved once, nothing corrects its error.
PAIR_DAMPING = 1e-9


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


class Coupling(NamedTuple):
    """What unit impulses at two points add to their speeds, with the reciprocals that `solve_pair` takes."""

    k00: float
    k01: float
    k11: float
    m0: float
    m1: float
    scale: float


class ImpactResult(NamedTuple):
    """Both bodies after an impact, the fastest approach of a point, and the sum of the normal impulses."""

    a: BodyVelocity
    b: BodyVelocity
    approach: float
    impulse: float


@inlined
def approach_speed(a: BodyVelocity, b: BodyVelocity, r: Vec2, s: Vec2, n: Vec2) -> float:
    """Approach speed along n of the points at arms r of A and s of B."""
    return dot(n, Vec2(a.vx - b.vx, a.vy - b.vy)) + (a.w * cross(r, n) - b.w * cross(s, n))


@inlined
def fastest_approach(a: BodyVelocity, b: BodyVelocity, m: Manifold, offset: Vec2) -> float:
    """Fastest approach of the centres of mass and of the points of a manifold, B being at `offset` from A."""
    n, r0, r1 = Vec2(m.nx, m.ny), Vec2(m.x0, m.y0), Vec2(m.x1, m.y1)
    fastest = max(dot(n, Vec2(a.vx - b.vx, a.vy - b.vy)), approach_speed(a, b, r0, subtract(r0, offset), n))
    return max(fastest, approach_speed(a, b, r1, subtract(r1, offset), n)) if m.count > 1 else fastest


@inlined
def coupling(a: BodyVelocity, b: BodyVelocity, r0: Vec2, r1: Vec2, offset: Vec2, n: Vec2) -> float:
    """Relative velocity along n at arm r1 that a unit impulse along n at arm r0 makes; B is at `offset`
    from A.
    """
    s0, s1 = subtract(r0, offset), subtract(r1, offset)
    linear = n.x * n.x * (a.mx + b.mx) + n.y * n.y * (a.my + b.my)
    return linear + a.i * cross(r0, n) * cross(r1, n) + b.i * cross(s0, n) * cross(s1, n)


@inlined
def with_impulse(a: BodyVelocity, r: Vec2, j: Vec2) -> BodyVelocity:
    """Return a body after an impulse at arm r."""
    return BodyVelocity(a.vx + a.mx * j.x, a.vy + a.my * j.y, a.w + a.i * cross(r, j), a.mx, a.my, a.i)


@inlined
def bounce_pair(
    c: Coupling, approach0: float, approach1: float, target0: float, target1: float, restitution: float
) -> tuple[float, float]:
    """Return the impulses by which two points leave with at least the target speeds, or as fast as they can.

    Through their coupling an impulse at one point changes the speed of the other, so targets of both may
    take more energy than there was. They give back what stopping the approach took, times the square of the
    restitution; of the impulses beyond that stop as large a share is applied (as in `solver.contact.bounce`).
    """
    stop0, stop1 = solve_pair(c.k00, c.k01, c.k11, approach0, approach1, c.m0, c.m1, c.scale)
    j0, j1 = solve_pair(c.k00, c.k01, c.k11, approach0 + target0, approach1 + target1, c.m0, c.m1, c.scale)
    speed0 = c.k00 * stop0 + c.k01 * stop1 - approach0
    speed1 = c.k01 * stop0 + c.k11 * stop1 - approach1
    d0, d1 = j0 - stop0, j1 - stop1
    lost = 0.5 * (stop0 * (approach0 - speed0) + stop1 * (approach1 - speed1))
    linear = d0 * speed0 + d1 * speed1
    square = 0.5 * (d0 * (c.k00 * d0 + c.k01 * d1) + d1 * (c.k01 * d0 + c.k11 * d1))
    kept = affordable_share(linear, square, restitution * restitution * lost)
    return stop0 + kept * d0, stop1 + kept * d1


@inlined
def rebound(speed: float, surface: Surface) -> float:
    """Return the speed after an approach with `speed`."""
    return surface.restitution * speed if speed > surface.threshold else 0.0


@kernel
def solve_impact(
    a: BodyVelocity, b: BodyVelocity, m: Manifold, bx: float, by: float, surface: Surface
) -> ImpactResult:
    """Solve the impact of two bodies. The manifold is relative to A's centre of mass, B's is at (bx, by)."""
    n, offset, pair = Vec2(m.nx, m.ny), Vec2(bx, by), m.count > 1
    r0 = Vec2(m.x0, m.y0)
    r1 = Vec2(m.x1, m.y1) if pair else r0
    s0, s1 = subtract(r0, offset), subtract(r1, offset)
    speed0, speed1 = approach_speed(a, b, r0, s0, n), approach_speed(a, b, r1, s1, n)
    target0, target1 = rebound(speed0, surface), rebound(speed1, surface)
    k00, k01, k11 = coupling(a, b, r0, r0, offset, n), 0.0, 1.0
    if pair:
        k01, k11 = coupling(a, b, r0, r1, offset, n), coupling(a, b, r1, r1, offset, n)
    d0, d1 = (1.0 + PAIR_DAMPING) * k00, (1.0 + PAIR_DAMPING) * k11
    m0, m1, share = reciprocal(k00), reciprocal(k11), reciprocal(d0 * d1 - k01 * k01)
    total, has_friction = 0.0, surface.friction > 0.0
    for k in range(2 if has_friction else 1):  # friction may make a point approach again: then it just stops
        b0 = approach_speed(a, b, r0, s0, n)
        b1 = approach_speed(a, b, r1, s1, n) if pair else -1.0
        if k == 0 and pair and target0 + target1 > 0.0:
            c = Coupling(d0, k01, d1, m0, m1, share)
            jn0, jn1 = bounce_pair(c, b0, b1, target0, target1, surface.restitution)
        else:
            jn0, jn1 = solve_pair(d0, k01, d1, b0 + (target0 if k == 0 else 0.0), b1, m0, m1, share)
        a = with_impulse(with_impulse(a, r0, scale(-jn0, n)), r1, scale(-jn1, n))
        b = with_impulse(with_impulse(b, s0, scale(jn0, n)), s1, scale(jn1, n))
        total += jn0 + jn1
        if has_friction and k == 0:
            # Friction acts once, where the impulses do; its tangent is the normal rotated clockwise by 90°.
            r = scale(reciprocal(total), add(scale(jn0, r0), scale(jn1, r1)))
            s, t = subtract(r, offset), Vec2(n.y, -n.x)
            limit = surface.friction * total
            slip = approach_speed(a, b, r, s, t) + surface.speed
            jt = max(-limit, min(slip * reciprocal(coupling(a, b, r, r, offset, t)), limit))
            a, b = with_impulse(a, r, scale(-jt, t)), with_impulse(b, s, scale(jt, t))
    return ImpactResult(a, b, max(speed0, speed1, 0.0), total)


@inlined
def is_without_effect(a: BodyVelocity, b: BodyVelocity, result: ImpactResult) -> bool:
    """Whether the bodies of an impact do not approach each other, but for rounding errors of their speeds."""
    return bool(result.approach <= ROUNDING * (abs(a.vx) + abs(a.vy) + abs(b.vx) + abs(b.vy)))
