"""Contacts of one point, which rolls: point and normal move with both surfaces within a step.

Where a point touches a face, the normal turns with the face and the point stays on its body; where two
rounded points touch, the normal leads from one to the other. So a plank that rocks on a barrel has its
contact where the barrel is at every sub-step: with the place of the step's start it would be pushed too late,
and rock wider and wider.

A *core arm* leads from a body's centre of mass to the point of its core that touches (the centre of a circle,
the corner of a polygon; of a face, the point below the other's). Its levers turn by the angle between body
and normal; `c` and `s` are the cosine and sine by which the normal has turned. SOLVE aims at the separation
at the sub-step's end, to second order in time, RELAX takes the velocity as it must be there: with both an
exact path keeps its energy, as with RATTLE (H. C. Andersen, 1983). D. J. Montana, *The Kinematics of Contact
and Grasp* (1988), has the equations of rolling.
"""

from __future__ import annotations

import math
from typing import Any

from ...collide.manifold import BETWEEN, STEADY, WITH_A, WITH_B
from ...compile import inlined
from ...math2d.complementarity import SMALLEST_NORMAL, reciprocal
from .point import Drift, LaneState, current_separation, move_levers

# Square of the angle that bodies turn in a sub-step, from which on their path is taken for straight.
FAST = 0.25
FAR = 0.5  # radians in a step, from which on a face's normal is taken for steady


@inlined
def set_rolling(block: Any, i: int, turns: int, a: Any, b: Any, dt: float) -> None:
    """Set how point and normal of a lane move: `turns` is one of STEADY, WITH_A, WITH_B, BETWEEN.

    With a locked axis the effective mass depends on the normal's direction, so the normal stays. So does it
    where the bodies would pass each other in the step of `dt` seconds, or turn far: what pushed them
    must be taken back the same way.
    """
    half, shift = 0.5 * block.separation[0, i], block.base_shift_t[i]
    arm_a = block.ta[0, i] + half + block.ra[i]
    arm_b = block.ta[0, i] + shift - half - block.rb[i]
    gap = arm_a + shift - arm_b  # from core to core
    x, y, spin = b.vx - a.vx, b.vy - a.vy, a.w if turns == WITH_A else b.w if turns == WITH_B else 0.0
    passes = turns == BETWEEN and dt * math.sqrt(x * x + y * y) >= gap
    if a.mx != a.my or b.mx != b.my or passes or dt * abs(spin) > FAR:
        turns = STEADY
    on_a = turns == WITH_B or (turns == STEADY and b.mx + b.my == 0.0)
    block.on_a[i] = 1.0 if on_a else 0.0
    block.turns_a[i] = 1.0 if turns == WITH_A else 0.0
    block.turns_b[i] = 1.0 if turns == WITH_B else 0.0
    block.turns_between[i] = 1.0 if turns == BETWEEN else 0.0
    block.base_na[i], block.base_nb[i] = block.na[0, i], block.na[0, i] + block.base_shift_n[i]
    block.base_ta[i], block.base_tb[i] = arm_a, arm_b
    block.base_nx[i], block.base_ny[i] = block.nx[i], block.ny[i]
    block.base_tf[i] = block.tf[i] - arm_a if on_a else block.tf[i] + shift - arm_b
    block.base_separation[0, i] = block.separation[0, i] - gap
    set_arms(block, i, arm_a, arm_b)


@inlined
def set_arms(block: Any, i: int, ta: float, tb: float) -> None:
    """Set the core arms against the normal at which the bodies touch: those of faces, below the other's."""
    block.arm_a[i] = ta + block.turns_a[i] * (tb - block.shift_t[i] - ta)
    block.arm_b[i] = tb + block.turns_b[i] * (ta + block.shift_t[i] - tb)


@inlined
def roll(block: Any, scratch: Any, i: int, drift: Drift) -> float:
    """Move the point and the normal of a lane to where they are now; return the separation there."""
    ca, sa = scratch.delta_a[2, i], scratch.delta_a[3, i]
    cb, sb = scratch.delta_b[2, i], scratch.delta_b[3, i]
    na, nb, ta, tb = block.base_na[i], block.base_nb[i], block.base_ta[i], block.base_tb[i]
    na, ta, nb, tb = ca * na + sa * ta, ca * ta - sa * na, cb * nb + sb * tb, cb * tb - sb * nb
    n, t = block.base_shift_t[i] + drift.n, drift.t - block.base_shift_n[i]
    way_n, way_t = n + (ta - tb), t + (nb - na)  # from core to core
    turns_a, turns_b, between = block.turns_a[i], block.turns_b[i], block.turns_between[i]
    scale = between / math.sqrt(max(way_n * way_n + way_t * way_t, SMALLEST_NORMAL))
    steady = 1.0 - (turns_a + turns_b + between)
    c = (turns_a * ca + turns_b * cb) + (scale * way_n + steady)
    s = (turns_a * sa + turns_b * sb) - scale * way_t
    nx, ny = block.base_nx[i], block.base_ny[i]
    block.nx[i], block.ny[i] = c * nx - s * ny, c * ny + s * nx
    shift_n, shift_t = -c * t - s * n, c * n - s * t
    block.shift_n[i], block.shift_t[i] = shift_n, shift_t
    na, ta, nb, tb = c * na - s * ta, c * ta + s * na, c * nb - s * tb, c * tb + s * nb
    on_a = block.on_a[i]
    block.na[0, i] = nb - shift_n + on_a * (na - nb + shift_n)
    block.tf[i] = block.base_tf[i] + (tb - shift_t + on_a * (ta - tb + shift_t))
    set_arms(block, i, ta, tb)
    return float(block.base_separation[0, i] + (shift_t + (ta - tb)))


@inlined
def move_points(block: Any, scratch: Any, i: int, points: int, drift: Drift) -> tuple[float, float]:
    """Move the points of a lane to where they are now; return the separation of each, the first for both of
    one.
    """
    if points == 1:
        separation = roll(block, scratch, i, drift)
        return separation, separation
    move_levers(block, i, drift)
    first = current_separation(block, scratch, 0, i, drift)
    return first, current_separation(block, scratch, 1, i, drift)


@inlined
def bend(block: Any, i: int, lane: LaneState, h: float) -> float:
    """Return the mean speed along the normal that a sub-step's motion adds because paths are bent: half the
    second derivative of the separation times `h`.
    """
    wa, wb, arm_a, arm_b = lane.wa, lane.wb, block.arm_a[i], block.arm_b[i]
    across = lane.t + (wb * arm_b - wa * arm_a)
    swing = block.turns_between[i] * across * reciprocal(block.arm_a[i] + block.shift_t[i] - block.arm_b[i])
    spin = block.turns_a[i] * wa + block.turns_b[i] * wb
    fast = h * h * (wa * wa + wb * wb + swing * swing)
    slow = 1.0 if fast < FAST else 0.0
    return float(0.5 * h * slow * (wb * wb * arm_b - wa * wa * arm_a + across * (swing - 2.0 * spin)))
