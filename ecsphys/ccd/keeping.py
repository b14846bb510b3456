"""Two free bodies keep their angular momentum at an impact of a sweep, and gain no energy.

`space3d.solver.keeping` in the plane: what a path that ends early takes of it, or a push of centres that does
not act at one place, is given to the pair as to one rigid body. Motion of the one body relative to the other
pays for what energy that takes.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..collide.manifold import STEADY, single_point
from ..compile import inlined, kernel
from ..math2d.complementarity import reciprocal
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, dot, perpendicular, scale
from .impulses import BodyVelocity, ImpactResult, Surface, is_without_effect, solve_impact


class PairMotion(NamedTuple):
    """The motion of two free bodies about their common centre: their reduced mass, inverse inertia, angular
    momentum and spin as one rigid body; and the rest, B's velocity relative to A, and twice its energy.

    The energies of both parts add up, and the rest has no momentum.
    """

    mass: float
    inverse: float
    momentum: float
    spin: float
    rest: Vec2
    own: float


@inlined
def are_free(a: BodyVelocity, b: BodyVelocity) -> bool:
    """Whether no axis of two bodies is locked: what holds one has its own share of the momentum."""
    return bool(min(min(a.i, b.i), min(min(a.mx, a.my), min(b.mx, b.my))) > 0.0)


@inlined
def motion_of_pair(a: BodyVelocity, b: BodyVelocity, offset: Vec2) -> PairMotion:
    """Return the motion of two free bodies, B at `offset` from A."""
    mass, v = 1.0 / (a.mx + b.mx), Vec2(b.vx - a.vx, b.vy - a.vy)
    inverse = 1.0 / (1.0 / a.i + 1.0 / b.i + mass * dot(offset, offset))
    momentum = mass * cross(offset, v) + (a.w / a.i + b.w / b.i)
    spin = inverse * momentum
    own = mass * dot(v, v) + (a.w * a.w / a.i + b.w * b.w / b.i) - spin * momentum
    return PairMotion(mass, inverse, momentum, spin, add_scaled(v, -spin, perpendicular(offset)), own)


@inlined
def changed(
    a: BodyVelocity, b: BodyVelocity, m: PairMotion, lost: float, v: Vec2, w: float
) -> tuple[BodyVelocity, BodyVelocity]:
    """Return two bodies that lose a share of the rest, and get a relative velocity and a common spin more."""
    change = add_scaled(v, -lost, m.rest)
    part_a, part_b = a.mx * m.mass, b.mx * m.mass
    turn_a, turn_b = w - lost * (a.w - m.spin), w - lost * (b.w - m.spin)
    return (
        BodyVelocity(a.vx - part_a * change.x, a.vy - part_a * change.y, a.w + turn_a, a.mx, a.my, a.i),
        BodyVelocity(b.vx + part_b * change.x, b.vy + part_b * change.y, b.w + turn_b, b.mx, b.my, b.i),
    )


@inlined
def momentum_ahead(s: Any, a: BodyVelocity) -> float:
    """Return what the rest of a path adds to a free body's angular momentum.

    That is nothing where a body flies by its velocity. What the solver pushed within the step took its path
    in another direction.
    """
    if s.ax != 0.0 or s.ay != 0.0:
        return 0.0
    return float((1.0 - s.time) * cross(Vec2(s.dx, s.dy), Vec2(a.vx, a.vy)) / a.mx)


@kernel
def give_momentum(
    a: BodyVelocity, b: BodyVelocity, offset: Vec2, added: float
) -> tuple[BodyVelocity, BodyVelocity]:
    """Return two free bodies, B at `offset` from A, with so much more angular momentum and no more energy.

    Where not even a rigid motion has as little energy, which is rare, they stay as they are.
    """
    m = motion_of_pair(a, b, offset)
    more = m.inverse * added
    left, lost = m.own - more * (2.0 * m.momentum + added), 0.0
    if left < 0.0:
        return a, b
    if left < m.own:
        lost = 1.0 - math.sqrt(left / m.own)
    return changed(a, b, m, lost, scale(more, perpendicular(offset)), more)


@kernel
def stop_centers(a: BodyVelocity, b: BodyVelocity, n: Vec2, offset: Vec2) -> ImpactResult:
    """Stop the centres of mass of two bodies, B at `offset` from A, along n.

    The impulse does not act at one place: what it gives a free pair of angular momentum, the pair gives back
    as one rigid body, at once, as that changes the approach. To stop what approaches as the pair turns takes
    energy: the rest of the motion has it, or the pair stays as it is.
    """
    approach = max(0.0, dot(n, Vec2(a.vx - b.vx, a.vy - b.vy)))
    k = n.x * n.x * (a.mx + b.mx) + n.y * n.y * (a.my + b.my)
    if not are_free(a, b):
        j = approach * reciprocal(k)
        a = BodyVelocity(a.vx - a.mx * (j * n.x), a.vy - a.my * (j * n.y), a.w, a.mx, a.my, a.i)
        b = BodyVelocity(b.vx + b.mx * (j * n.x), b.vy + b.my * (j * n.y), b.w, b.mx, b.my, b.i)
        return ImpactResult(a, b, approach, j)
    m, way, arm = motion_of_pair(a, b, offset), perpendicular(offset), cross(offset, n)
    turn = -arm * m.inverse  # by a unit impulse
    k += arm * turn
    # Parting speeds as seen by who turns with the pair, and twice the energies of such a parting.
    now = dot(n, m.rest)
    then, lost = now + approach, 0.0
    cost, others = (then * then - now * now) / k, m.own - now * now / k
    if cost > others:
        return ImpactResult(a, b, approach, 0.0)
    if cost > 0.0:
        lost = 1.0 - math.sqrt(1.0 - cost / others)
    j = (approach + lost * now) / k
    a, b = changed(a, b, m, lost, add(scale(j / m.mass, n), scale(j * turn, way)), j * turn)
    return ImpactResult(a, b, approach, j)


@kernel
def solve_as_cast(a: BodyVelocity, b: BodyVelocity, n: Vec2, point: Vec2, offset: Vec2) -> ImpactResult:
    """Stop two bodies where their cast saw an approach that the points of their manifold do not have.

    At the point of the cast or, where the cast has neglected a slow rotation, at both centres of mass. Else
    the cast finds the same impact for ever.
    """
    surface = Surface(0.0, 0.0, 0.0, math.inf)
    contact = single_point(n, point, 0.0, 0, STEADY)
    result = solve_impact(a, b, contact, offset.x, offset.y, surface)
    return result if not is_without_effect(a, b, result) else stop_centers(a, b, n, offset)
