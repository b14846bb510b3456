"""Friction of a contact: a force in the contact's plane within a cone, and a torque about its normal."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined


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
