"""Pins as a kind of constraint: joints that hold a common point of two bodies and nothing else.

Both coordinates are solved at once, by a stiff spring. The two passes of a sub-step are those of the
integrator RATTLE (H. Andersen, 1983): SOLVE finds the impulse with which the point will be held where the
bodies are going, RELAX the one that makes the velocities fit there. So pendulums keep their energy, which a
pass without the curvature of their paths loses.

Impulse and reaction act at one place, halfway between the anchors: so pins keep the angular momentum.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...math2d.complementarity import reciprocal
from ...settings import StepContext
from ..blocks import (
    add_warm_start,
    apply_impulses,
    gather_deltas,
    gather_velocities,
    lane_indices,
    lane_range,
    part_count,
    set_impulse,
)
from ..constraint import PREPARE, RELAX, SOLVE, STORE
from ..workspace import Workspace, WorldRows
from .anchors import current_anchors, place_anchors
from .curvature import Turn, curvature_share, fastest
from .report import report_load, report_value

# Share of the larger effective mass by which both are softened: where a locked body has only one of them.
DAMPING = 1e-9


@inlined
def run_pin_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k."""
    movers, head, block, scratch = work.movers, work.heads[k], work.pin_blocks[k], work.scratch[0]
    if stage == SOLVE:
        for part in range(part_count(head)):
            solve_pins(movers, head, block, scratch, part, context)
    elif stage == RELAX:
        for part in range(part_count(head)):
            relax_pins(movers, head, block, scratch, part)
    elif stage == PREPARE:
        prepare_pins(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_pins(head, block, rows, work, context)


@kernel
def prepare_pins(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill a block, and add the stored impulses to the warm start of the first sub-step."""
    place_anchors(head, block, scratch, rows, work)
    share = 1.0 / context.refinement
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        block.jx[i], block.jy[i] = share * joint.point_x, share * joint.point_y
    for i in lane_indices(0, head.lanes):
        block.total_x[i], block.total_y[i] = 0.0, 0.0
        gap_x, gap_y = block.start_x[i], block.start_y[i]
        ax, ay = block.start_ax[i], block.start_ay[i]
        bx, by = block.start_bx[i], block.start_by[i]
        place_pin(block, i, ax, ay, bx, by, gap_x, gap_y)
        set_pin_impulse(block, i, scratch.delta_a, scratch.delta_b, block.jx[i], block.jy[i])
    add_warm_start(work.movers, head, scratch, 0, head.count)


@inlined
def place_pin(
    block: Any, i: int, ax: float, ay: float, bx: float, by: float, gap_x: float, gap_y: float
) -> None:
    """Set the place of a pin, from its anchors, and its effective mass there."""
    ax, ay = ax + 0.5 * gap_x, ay + 0.5 * gap_y
    bx, by = bx - 0.5 * gap_x, by - 0.5 * gap_y
    block.ax[i], block.ay[i], block.bx[i], block.by[i] = ax, ay, bx, by
    block.gap_x[i], block.gap_y[i] = gap_x, gap_y
    block.pxx[i], block.pxy[i], block.pyy[i] = point_mass(block, i, 0.0)


class PointMass(NamedTuple):
    """An effective mass: the impulse that adds unit velocities."""

    xx: float
    xy: float
    yy: float


@inlined
def point_mass(block: Any, i: int, give: float) -> PointMass:
    """Return the effective mass of a lane's point with a compliance, a share of the inverse masses."""
    ia, ib, mx, my = block.ia[i], block.ib[i], block.mx[i], block.my[i]
    ax, ay, bx, by = block.ax[i], block.ay[i], block.bx[i], block.by[i]
    kxx = mx + (ia * ay * ay + ib * by * by)
    kyy = my + (ia * ax * ax + ib * bx * bx)
    kxy = -(ia * ax * ay + ib * bx * by)
    more = DAMPING * (kxx + kyy)
    kxx, kyy = kxx + (more + give * mx), kyy + (more + give * my)
    scale = reciprocal(kxx * kyy - kxy * kxy)
    return PointMass(kyy * scale, -kxy * scale, kxx * scale)


@inlined
def set_pin_impulse(block: Any, i: int, a: Any, b: Any, jx: float, jy: float) -> None:
    """Set the impulse of a lane to be scattered."""
    la, lb = block.ax[i] * jy - block.ay[i] * jx, block.bx[i] * jy - block.by[i] * jx
    set_impulse(a, b, i, jx, jy, la, lb)


@inlined
def apply_pin_impulse(block: Any, scratch: Any, i: int, jx: float, jy: float) -> None:
    """Apply an impulse of the point."""
    block.jx[i] += jx
    block.jy[i] += jy
    set_pin_impulse(block, i, scratch.a, scratch.b, jx, jy)


@inlined
def approach(block: Any, scratch: Any, i: int) -> tuple[float, float]:
    """Return the velocity of b's point relative to a's."""
    wa, wb = scratch.a[2, i], scratch.b[2, i]
    x = (scratch.b[0, i] - scratch.a[0, i]) - (wb * block.by[i] - wa * block.ay[i])
    y = (scratch.b[1, i] - scratch.a[1, i]) + (wb * block.bx[i] - wa * block.ax[i])
    return x, y


@inlined
def bend_of(block: Any, scratch: Any, i: int, h: float) -> tuple[float, float]:
    """Return the velocity of b's point relative to a's that a sub-step of `h` seconds takes away because both
    turn.
    """
    wa, wb = scratch.a[2, i], scratch.b[2, i]
    ax, ay, bx, by = block.ax[i], block.ay[i], block.bx[i], block.by[i]
    turn_a, turn_b = Turn(wa, block.ia[i], ax * ax + ay * ay), Turn(wb, block.ib[i], bx * bx + by * by)
    load = block.jx[i] * block.jx[i] + block.jy[i] * block.jy[i]
    fast = fastest(turn_a, turn_b, load, h)
    bend = 0.5 * h * curvature_share(fast)
    ca, cb = bend * wa * wa, bend * wb * wb
    return cb * bx - ca * ax, cb * by - ca * ay


@inlined
def soft_impulse(block: Any, scratch: Any, i: int, h: float, rate: float, give: float) -> tuple[float, float]:
    """Return the impulse of a spring that holds the point at the end of a sub-step and gives way by a share
    of the velocities that impulses add.
    """
    x, y = approach(block, scratch, i)
    bend_x, bend_y = bend_of(block, scratch, i, h)
    x, y = x + (rate * block.gap_x[i] - bend_x), y + (rate * block.gap_y[i] - bend_y)
    scale = 1.0 / (1.0 + give)
    jx = -scale * (block.pxx[i] * x + block.pxy[i] * y) - (1.0 - scale) * block.jx[i]
    return jx, -scale * (block.pxy[i] * x + block.pyy[i] * y) - (1.0 - scale) * block.jy[i]


@inlined
def rigid_impulse(block: Any, scratch: Any, i: int) -> tuple[float, float]:
    """Return the impulse that takes the velocity of the point away."""
    x, y = approach(block, scratch, i)
    return -(block.pxx[i] * x + block.pxy[i] * y), -(block.pxy[i] * x + block.pyy[i] * y)


@kernel
def solve_pins(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Hold the points of a part where the bodies are going."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    h, rate, give = context.h, context.joint_bias_rate, context.joint_give
    for i in lane_indices(begin, padded_end):
        jx, jy = soft_impulse(block, scratch, i, h, rate, give)
        apply_pin_impulse(block, scratch, i, jx, jy)
    apply_impulses(movers, head, scratch, begin, end)


@kernel
def relax_pins(movers: MoverRows, head: Any, block: Any, scratch: Any, part: int) -> None:
    """Make the velocities of a part fit the present poses."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    for i in lane_indices(begin, padded_end):
        now = current_anchors(block, scratch, i)
        place_pin(block, i, now.ax, now.ay, now.bx, now.by, now.x, now.y)
        jx, jy = rigid_impulse(block, scratch, i)
        apply_pin_impulse(block, scratch, i, jx, jy)
        block.total_x[i] += block.jx[i]
        block.total_y[i] += block.jy[i]
        set_pin_impulse(block, i, scratch.delta_a, scratch.delta_b, block.jx[i], block.jy[i])
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@inlined
def gap_of(block: Any, i: int) -> float:
    """Return how far the points of a pin or a link are apart, or a rod is off its length."""
    return math.sqrt(block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i])


@kernel
def store_pins(head: Any, block: Any, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Store impulses for the next step's warm start, and what can be read of the joints."""
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        joint.point_x, joint.point_y = context.refinement * block.jx[i], context.refinement * block.jy[i]
        joint.stretch = gap_of(block, i)
        report_value(joint, rows.bodies, work.movers[head.a[i]], work.movers[head.b[i]])
        report_load(joint, block.total_x[i], block.total_y[i], 0.0, context)


@inlined
def forget_pin(block: Any, i: int) -> None:
    """Set the impulses of a lane to 0."""
    block.jx[i], block.jy[i] = 0.0, 0.0
