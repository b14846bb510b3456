"""The six integrators, for constant acceleration and linear damping.

A body obeys x' = v, v' = a - c v, with the acceleration a by gravity and forces and the damping c (1/s). Each
method makes of it one linear rule for a sub-step of h seconds (E. Hairer, S. P. Nørsett and G. Wanner,
*Solving Ordinary Differential Equations I*, 1993, II.1; for Verlet: E. Hairer, C. Lubich and G. Wanner,
*Geometric Numerical Integration*, 2006, I.1.4). With fields of force, which depend on place, `hooks.fields`
applies the same methods.
"""

from __future__ import annotations

from typing import NamedTuple

from ..compile import inlined
from ..settings import EXPLICIT_EULER, RK4, SEMI_IMPLICIT_EULER, VELOCITY_VERLET, StepContext


class Rule(NamedTuple):
    """What a sub-step makes of a velocity v and of the velocity g = h a that an acceleration adds:

    the velocity `p v + q g` and the displacement `h (r v + s g)`.
    """

    p: float
    q: float
    r: float
    s: float


@inlined
def rule_of(damping: float, context: StepContext) -> Rule:
    """Return the rule of the context's integrator."""
    if damping == 0.0:
        return Rule(1.0, 1.0, 1.0, 1.0 - context.velocity_lag)
    z = context.h * damping
    if context.integrator == SEMI_IMPLICIT_EULER:  # damping implicit: stable however strong it is
        p = 1.0 / (1.0 + z)
        return Rule(p, p, p, p)
    if context.integrator == EXPLICIT_EULER:
        return Rule(1.0 - z, 1.0, 1.0, 0.0)
    if context.integrator == VELOCITY_VERLET:  # v' = v + h/2 (a - c v + a - c v')
        q = 1.0 / (1.0 + 0.5 * z)
        return Rule((1.0 - 0.5 * z) * q, q, 1.0 - 0.5 * z, 0.5)
    q, s = 1.0 - 0.5 * z, 0.5  # midpoint and trapezoid: the series of the solution up to h²
    if context.integrator == RK4:  # up to h⁴
        q = 1.0 - z * (1.0 / 2.0 - z * (1.0 / 6.0 - z / 24.0))
        s = 1.0 / 2.0 - z * (1.0 / 6.0 - z / 24.0)
    return Rule(1.0 - z * q, q, 1.0 - z * s, s)


@inlined
def outcome(rule: Rule, velocity: float, gain: float, substeps: int) -> float:
    """Return how fast a velocity may be after some sub-steps; NaN for what is no number.

    `gain`: what forces add in a sub-step. A stable rule slows down what they add up to. Explicit rules grow
    where the damping is stronger than about two over the sub-step.
    """
    undamped, growth = abs(velocity + substeps * gain), abs(rule.p)
    if growth <= 1.0:
        return undamped
    speed = abs(velocity)
    for _ in range(substeps):
        speed = growth * speed + abs(rule.q * gain)
    return undamped if undamped > speed else speed
