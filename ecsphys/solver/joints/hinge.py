"""Hinges as a kind of constraint: a common point, and a spring, a motor or limits of the angle.

The point first, as in `pin`. Then the drive, whose impulses take the point along: to it bodies are as heavy
as the held point makes them, so a door swings at its spring's own frequency.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...arrays import MoverRows
from ...compile import inlined, kernel
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
from .pin import course, place_pin, point_mass, rigid_impulse
from .report import angle_of, report_load, report_value
from .softness import Spring, drive_work, spring_of

FAR = 1e18  # in the place of infinite limits: times 0 it is 0
NO_EFFECT = 1e-9  # share of the inverse inertias that is a rounding error


class Swing(NamedTuple):
    """The speed of the angle, and the impulse that the drive has applied in a pass."""

    speed: float
    turn: float


@inlined
def run_hinge_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k."""
    movers, head, block, scratch = work.movers, work.heads[k], work.hinge_blocks[k], work.scratch[0]
    if stage == SOLVE:
        for part in range(part_count(head)):
            solve_hinges(movers, head, block, scratch, part, context)
    elif stage == RELAX:
        for part in range(part_count(head)):
            relax_hinges(movers, head, block, scratch, part, context)
    elif stage == PREPARE:
        prepare_hinges(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_hinges(head, block, rows, work, context)


@kernel
def prepare_hinges(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill a block, and add the stored impulses to the warm start of the first sub-step."""
    place_anchors(head, block, scratch, rows, work)
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        load_drive(block, i, joint, context)
        angle = angle_of(rows.bodies, joint.body_b) - angle_of(rows.bodies, joint.body_a)
        block.start_angle[i] = angle - joint.reference_angle
    gather_velocities(work.movers, head, scratch, 0, head.count)
    for i in lane_indices(0, head.lanes):
        block.total_x[i], block.total_y[i], block.total_turn[i] = 0.0, 0.0, 0.0
        block.angle[i] = block.start_angle[i]
        block.before[i] = scratch.b[2, i] - scratch.a[2, i]
        ax, ay = block.start_ax[i], block.start_ay[i]
        bx, by = block.start_bx[i], block.start_by[i]
        place_hinge(block, i, ax, ay, bx, by, block.start_x[i], block.start_y[i])
        set_start(block, scratch, i)
    add_warm_start(work.movers, head, scratch, 0, head.count)


@inlined
def load_drive(block: Any, i: int, joint: Any, context: StepContext) -> None:
    """Set the drive of a lane, and the impulses with which it starts."""
    share = 1.0 / context.refinement
    block.jx[i], block.jy[i] = share * joint.point_x, share * joint.point_y
    block.spring_j[i], block.motor_j[i] = share * joint.spring_impulse, share * joint.motor_impulse
    block.lower_j[i], block.upper_j[i] = share * joint.lower_impulse, share * joint.upper_impulse
    spring = Spring(0.0, 0.0, 0.0)
    if joint.has_target != 0 and joint.hertz > 0.0:
        spring = spring_of(joint.hertz, joint.damping_ratio, context.h)
    block.spring_s[i], block.spring_k[i], block.spring_o[i] = spring
    block.target[i], block.aim[i] = joint.target, joint.motor_speed
    block.most[i] = joint.max_effort * context.h
    block.lower[i] = joint.lower if joint.lower > -math.inf else -FAR
    block.upper[i] = joint.upper if joint.upper < math.inf else FAR


@inlined
def place_hinge(
    block: Any, i: int, ax: float, ay: float, bx: float, by: float, gap_x: float, gap_y: float
) -> None:
    """Set the place of a hinge and its effective masses there."""
    place_pin(block, i, ax, ay, bx, by, gap_x, gap_y)
    ia, ib = block.ia[i], block.ib[i]
    x, y = -(ib * block.by[i] + ia * block.ay[i]), ib * block.bx[i] + ia * block.ax[i]
    qx, qy = block.pxx[i] * x + block.pxy[i] * y, block.pxy[i] * x + block.pyy[i] * y
    block.qx[i], block.qy[i] = qx, qy
    rest = (ia + ib) - (x * qx + y * qy)
    turns = 1.0 if rest > NO_EFFECT * (ia + ib) else 0.0
    block.give[i] = turns * rest
    block.mass[i] = turns / (rest * turns + (1.0 - turns))


@inlined
def swing(block: Any, i: int, now: Swing, j: float) -> Swing:
    """Apply an impulse of the drive."""
    return Swing(now.speed + block.give[i] * j, now.turn + j)


@inlined
def soft_impulse(block: Any, scratch: Any, i: int, h: float, rate: float, give: float) -> tuple[float, float]:
    """Return the impulse of a spring that holds the point at the end of a sub-step and gives way by a share
    of the inverse masses.

    Not of what turns adds to them, as in `pin`: a drive that keeps a body from turning would make the point
    as soft as its lever is long.
    """
    x, y = course(block, scratch, i, h, rate)
    x, y = x + give * block.mx[i] * block.jx[i], y + give * block.my[i] * block.jy[i]
    mass = point_mass(block, i, give)
    return -(mass.xx * x + mass.xy * y), -(mass.xy * x + mass.yy * y)


@inlined
def swing_after(block: Any, scratch: Any, i: int, jx: float, jy: float) -> Swing:
    """Return what an impulse of the point leaves of the angle's speed."""
    wa = scratch.a[2, i] - block.ia[i] * (block.ax[i] * jy - block.ay[i] * jx)
    wb = scratch.b[2, i] + block.ib[i] * (block.bx[i] * jy - block.by[i] * jx)
    return Swing(wb - wa, 0.0)


@inlined
def solve_spring(block: Any, i: int, now: Swing) -> Swing:
    """Pull the angle to its target."""
    s = block.spring_s[i]
    pull = s * now.speed + block.spring_o[i] * block.before[i]
    pull += block.spring_k[i] * (block.angle[i] - block.target[i])
    j = -block.mass[i] * pull - (1.0 - s) * block.spring_j[i]
    block.spring_j[i] += j
    return swing(block, i, now, j)


@inlined
def solve_motor(block: Any, i: int, now: Swing) -> Swing:
    """Drive to the motor's speed, within its torque."""
    most, before = block.most[i], block.motor_j[i]
    wanted = before - block.mass[i] * (now.speed - block.aim[i])
    block.motor_j[i] = max(-most, min(wanted, most))
    return swing(block, i, now, block.motor_j[i] - before)


@inlined
def limit_impulse(
    block: Any, i: int, room: float, speed: float, before: float, rate: float, h: float
) -> float:
    """Return the impulse of a limit that leaves `room`, approached with -`speed`: the angle may just reach
    it in the sub-step. Beyond it, it comes back at `rate`.
    """
    inside = 1.0 if room > 0.0 else 0.0
    error = speed + room * (inside / h + (1.0 - inside) * rate)
    return max(0.0, float(before - block.mass[i] * error))


@inlined
def solve_limits(block: Any, i: int, now: Swing, rate: float, h: float) -> Swing:
    """Keep the angle between its limits, which give way to nothing."""
    room, before = block.angle[i] - block.lower[i], block.lower_j[i]
    block.lower_j[i] = limit_impulse(block, i, room, now.speed, before, rate, h)
    now = swing(block, i, now, block.lower_j[i] - before)
    room, before = block.upper[i] - block.angle[i], block.upper_j[i]
    block.upper_j[i] = limit_impulse(block, i, room, -now.speed, before, rate, h)
    return swing(block, i, now, before - block.upper_j[i])


@inlined
def finish(block: Any, scratch: Any, i: int, jx: float, jy: float, turn: float) -> None:
    """Set the impulses of a pass: the point is held against those of the drive."""
    x, y = jx - block.qx[i] * turn, jy - block.qy[i] * turn
    block.jx[i] += x
    block.jy[i] += y
    set_hinge_impulse(block, i, scratch.a, scratch.b, x, y, turn)


@inlined
def set_hinge_impulse(block: Any, i: int, a: Any, b: Any, x: float, y: float, turn: float) -> None:
    """Set the impulse of a lane to be scattered."""
    la, lb = block.ax[i] * y - block.ay[i] * x, block.bx[i] * y - block.by[i] * x
    set_impulse(a, b, i, x, y, la + turn, lb + turn)


@inlined
def set_start(block: Any, scratch: Any, i: int) -> float:
    """Set the impulse with which a lane starts the next sub-step; return its drive's part."""
    turn = (block.spring_j[i] + block.motor_j[i]) + (block.lower_j[i] - block.upper_j[i])
    set_hinge_impulse(block, i, scratch.delta_a, scratch.delta_b, block.jx[i], block.jy[i], turn)
    return float(turn)


@kernel
def solve_hinges(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Hold the hinges of a part where the bodies are going."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    h, rate, give = context.h, context.joint_bias_rate, context.joint_give
    for i in lane_indices(begin, padded_end):
        jx, jy = soft_impulse(block, scratch, i, h, rate, give)
        now = solve_spring(block, i, swing_after(block, scratch, i, jx, jy))
        now = solve_motor(block, i, now)
        now = solve_limits(block, i, now, rate, h)
        finish(block, scratch, i, jx, jy, now.turn)
    apply_impulses(movers, head, scratch, begin, end)


@kernel
def relax_hinges(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Make the velocities of a part fit the present poses; springs keep their impulses."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    for i in lane_indices(begin, padded_end):
        at = current_anchors(block, scratch, i)
        place_hinge(block, i, at.ax, at.ay, at.bx, at.by, at.x, at.y)
        block.angle[i] = block.start_angle[i] + (scratch.b[3, i] - scratch.a[3, i])
        jx, jy = rigid_impulse(block, scratch, i)
        now = solve_motor(block, i, swing_after(block, scratch, i, jx, jy))
        now = solve_limits(block, i, now, 0.0, context.h)
        finish(block, scratch, i, jx, jy, now.turn)
        block.work[i] = drive_work(block, i, 0.5 * (block.before[i] + now.speed))
        block.before[i] = now.speed
        block.total_x[i] += block.jx[i]
        block.total_y[i] += block.jy[i]
        block.total_turn[i] += set_start(block, scratch, i)
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@kernel
def store_hinges(head: Any, block: Any, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Store impulses for the next step's warm start, and what can be read of the joints."""
    scale = context.refinement
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        joint.point_x, joint.point_y = scale * block.jx[i], scale * block.jy[i]
        joint.spring_impulse, joint.motor_impulse = scale * block.spring_j[i], scale * block.motor_j[i]
        joint.lower_impulse, joint.upper_impulse = scale * block.lower_j[i], scale * block.upper_j[i]
        joint.stretch = math.sqrt(block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i])
        report_value(joint, rows.bodies, work.movers[head.a[i]], work.movers[head.b[i]])
        report_load(joint, block.total_x[i], block.total_y[i], block.total_turn[i], context)


@inlined
def forget_hinge(block: Any, i: int) -> None:
    """Set the impulses of a lane to 0."""
    block.jx[i], block.jy[i], block.spring_j[i], block.motor_j[i] = 0.0, 0.0, 0.0, 0.0
    block.lower_j[i], block.upper_j[i] = 0.0, 0.0
