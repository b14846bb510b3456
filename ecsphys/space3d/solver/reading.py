"""The reading of a contact: three numbers that give the normal speeds of all its points (see `records`)."""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import inlined


class Reading(NamedTuple):
    """Velocity of b relative to a at the middle along n, and relative spin about t and u.

    Impulses are read likewise: a force along n, and torques about t and u.
    """

    n: float
    t: float
    u: float


NO_IMPULSE = Reading(0.0, 0.0, 0.0)


@inlined
def normal_speed(block: Any, i: int, s: Reading) -> float:
    """Return the relative velocity of point i along the normal; negative when the surfaces approach."""
    return float(s.n + block.a[i] * s.t + block.b[i] * s.u)


@inlined
def add_to_reading(block: Any, i: int, s: Reading, j: float) -> Reading:
    """Return the reading after an impulse along the normal at point i."""
    t, u = block.a[i] * j, block.b[i] * j
    return Reading(
        s.n + (block.k00 * j + block.k01 * t + block.k02 * u),
        s.t + (block.k01 * j + block.k11 * t + block.k12 * u),
        s.u + (block.k02 * j + block.k12 * t + block.k22 * u),
    )


@inlined
def add_impulse(block: Any, i: int, sum: Reading, j: float) -> Reading:
    """Return a sum of impulses and one along the normal at point i."""
    return Reading(sum.n + j, sum.t + block.a[i] * j, sum.u + block.b[i] * j)
