"""How fast a joint's bodies turn about their anchors, and what SOLVE must therefore leave alone.

An anchor at a lever r that bears a force F turns a body of inertia I like a pendulum of the angular
frequency sqrt(F r / I). Impulses are found for the arms at a sub-step's start, so they are wrong where arms
turn too far within it, with the body or to and fro with such a pendulum; explicit integrators are unstable
from two radians a sub-step on.

Joints whose bodies turn slowly follow the curvature of their paths: so they are held where the bodies are
going, and energy is kept (`pin`). The faster ones ignore it: then both passes are projections, which never
add energy.
"""

from __future__ import annotations

from typing import NamedTuple

from ...compile import inlined


class Turn(NamedTuple):
    """What turns a body: its angular velocity, inverse inertia, and the square of its anchor's lever."""

    w: float
    i: float
    lever: float


@inlined
def fastest(a: Turn, b: Turn, load: float, h: float) -> float:
    """Return the fourth power of the largest angle (radians) that either body turns in a sub-step.

    `load` is the square of the joint's impulse in the last one.
    """
    return max(fastness(a, load, h), fastness(b, load, h))


@inlined
def fastness(turn: Turn, load: float, h: float) -> float:
    """Return the same for one body."""
    spin, swing = h * turn.w, h * turn.i
    return max(spin * spin * (spin * spin), load * turn.lever * (swing * swing))


@inlined
def curvature_share(fast: float) -> float:
    """Return how much of the curvature to follow: all up to half a radian, nothing from one on."""
    return max(0.0, min(1.0, (16.0 / 15.0) * (1.0 - fast)))


@inlined
def turning_speed(across: float, length: float, h: float) -> float:
    """Return the acceleration of a rod's end away from the other because it moves `across`; less where the
    rod turns far in a sub-step.
    """
    angle = h * abs(across)
    if not angle < length:
        return 0.0
    angle /= length
    return curvature_share(angle * angle * (angle * angle)) * across * across / length
