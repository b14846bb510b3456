"""Two free bodies keep their angular momentum at an impact of a sweep.

`space3d.solver.keeping` in the plane: what a path that ends early takes of it is given to the pair as to one
rigid body. Motion of the one body relative to the other pays for what energy that takes.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add_scaled, cross, dot, perpendicular, scale
from .impulses import BodyVelocity, changed_by, inverse_inertia_of_pair, parting_velocity


@inlined
def momentum_ahead(s: Any, a: BodyVelocity) -> float:
    """Return what the rest of a path adds to a free body's angular momentum.

    That is nothing where a body flies by its velocity. What the solver pushed within the step took its path
    in another direction.
    """
    if s.ax != 0.0 or s.ay != 0.0:
        return 0.0
    return (1.0 - s.time) * cross(Vec2(s.dx, s.dy), Vec2(a.vx, a.vy)) / a.mx


@kernel
def give_momentum(
    a: BodyVelocity, b: BodyVelocity, offset: Vec2, added: float
) -> tuple[BodyVelocity, BodyVelocity]:
    """Return two free bodies, B at `offset` from A, with so much more angular momentum and no more energy.

    Where not even a rigid motion has as little energy, which is rare, they stay as they are: they would stick.
    """
    mass, v = 1.0 / (a.mx + b.mx), parting_velocity(a, b)
    spin_a, spin_b = a.w / a.i, b.w / b.i
    momentum = mass * cross(offset, v) + (spin_a + spin_b)
    inverse = inverse_inertia_of_pair(a, b, offset)
    old, new = inverse * momentum, inverse * (momentum + added)
    # Motion = rigid motion + rest: their energies add up, and the rest has no momentum.
    energy = mass * dot(v, v) + (spin_a * a.w + spin_b * b.w)
    left, own, lost = energy - new * (momentum + added), energy - old * momentum, 0.0
    if left < 0.0:
        return a, b
    if left < own:
        lost = 1.0 - math.sqrt(left / own)
    way = perpendicular(offset)
    rest = add_scaled(v, -old, way)
    change = add_scaled(scale(new - old, way), -lost, rest)
    turn_a, turn_b = new - old - lost * (a.w - old), new - old - lost * (b.w - old)
    return changed_by(a, -a.mx * mass, change, turn_a), changed_by(b, b.mx * mass, change, turn_b)
