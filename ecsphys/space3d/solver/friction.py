"""Friction of a contact: a force in the contact's plane within a cone, and a torque about its normal."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined
from .reading import Reading


class Slip(NamedTuple):
    """The velocity of b relative to a at the middle along both tangents, and their spin about the normal."""

    t: float
    u: float
    spin: float


class Friction(NamedTuple):
    """Impulses along both tangents, at the middle, and about the normal."""

    t: float
    u: float
    twist: float


NO_FRICTION = Friction(0.0, 0.0, 0.0)


@inlined
def slip_after(block: Any, s: Slip, sum: Reading) -> Slip:
    """Return the slip after a sum of normal impulses."""
    return Slip(
        s.t + (block.cnt * sum.n + (block.ctt * sum.t + block.cut * sum.u)),
        s.u + (block.cnu * sum.n + (block.ctu * sum.t + block.cuu * sum.u)),
        s.spin + (block.cnn * sum.n + (block.ctn * sum.t + block.cun * sum.u)),
    )


@inlined
def solve_friction(block: Any, s: Slip, load: float, lever: float) -> Friction:
    """Return the changes of friction that stop the surfaces from sliding and twisting, within the cone of a
    sum of normal impulses, and of them times their distances from the middle.
    """
    twist = 0.0
    if lever > 0.0 or block.twist != 0.0:
        twist = solve_twist(block, s.spin, block.friction * lever)
    jt, ju = solve_slip(block, s.t + block.cwt * twist, s.u + block.cwu * twist, block.friction * load)
    return Friction(jt, ju, twist)


@inlined
def solve_twist(block: Any, spin: float, limit: float) -> float:
    """Return the change of the torque that stops a relative spin about the normal, within its limit."""
    before = block.twist
    block.twist = max(-limit, min(before - block.twist_mass * spin, limit))
    return float(block.twist - before)


@inlined
def solve_slip(block: Any, vt: float, vu: float, limit: float) -> tuple[float, float]:
    """Return the changes of both impulses that stop a slip, within the cone.

    What holds is solved exactly. What slides is not: the inverse of the effective mass, a matrix, would turn
    the force away from the slip. A multiple of the identity has the force of Coulomb's law as its only
    solution, opposed to the slip.
    """
    t, u = block.jt, block.ju
    jt = t - block.friction_scale * (block.kuu * vt - block.ktu * vu)
    ju = u - block.friction_scale * (block.ktt * vu - block.ktu * vt)
    if jt * jt + ju * ju > limit * limit:
        jt, ju = t - block.slip_mass * vt, u - block.slip_mass * vu
        size = math.sqrt(jt * jt + ju * ju)
        if size > limit:
            jt, ju = jt * (limit / size), ju * (limit / size)
    block.jt, block.ju = jt, ju
    return jt - t, ju - u
