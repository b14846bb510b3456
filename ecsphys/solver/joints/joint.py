"""Joints of all other types as a kind of constraint: their rows (`rows`) are solved one lane after the other.

The core first, rigidly like a pin (see `pin`) or as springs; then spring, motor and limits of the drive.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import DISTANCE, MOTOR, MOUSE, RATCHET, WHEEL
from ..blocks import (
    add_warm_start,
    apply_impulses,
    gather_deltas,
    gather_velocities,
    lane_range,
    part_count,
)
from ..constraint import PREPARE, RELAX, SOLVE, STORE
from ..workspace import Workspace, WorldRows
from .anchors import current_anchors
from .block import CORE, DRIVE, TURN
from .prepare import fill_block
from .report import report_load
from .rows import angle_row, build_rows, is_springy, shown_row
from .softness import begin_store, keep_store, motor_work
from .stores import note_strains, store_of_lane


@inlined
def run_joint_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k."""
    movers, head, block, scratch = work.movers, work.heads[k], work.joint_blocks[k], work.scratch[0]
    if stage == SOLVE:
        for part in range(part_count(head)):
            begin, end, _ = lane_range(head, part)
            solve_joints(movers, head, block, scratch, begin, end, rows, work, context)
    elif stage == RELAX:
        for part in range(part_count(head)):
            begin, end, _ = lane_range(head, part)
            relax_joints(movers, head, block, scratch, begin, end, rows, work, context)
    elif stage == PREPARE:
        prepare_joints(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_joints(head, block, rows, work, context)


@kernel
def prepare_joints(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill a block, and add the stored impulses to the warm start of the first sub-step."""
    fill_block(head, block, scratch, rows, work, context)
    gather_velocities(work.movers, head, scratch, 0, head.count)
    gather_deltas(work.movers, head, scratch, 0, head.count)
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        build_rows(block, scratch, i, joint, work.movers[head.a[i]], work.movers[head.b[i]], context)
        keep_speeds(block, i, joint)
        if is_springy(block, i):
            note_strains(block, i, joint)
            begin_store(block, i, joint, store_of_lane(block, i, joint, context.h))
        set_warm_start(block, scratch, i, joint)
    add_warm_start(work.movers, head, scratch, 0, head.count)


@kernel
def solve_joints(
    movers: MoverRows,
    head: Any,
    block: Any,
    scratch: Any,
    begin: int,
    end: int,
    rows: WorldRows,
    work: Workspace,
    context: StepContext,
) -> None:
    """Solve lanes with springs, so that joints hold where the bodies are going."""
    gather_velocities(movers, head, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    for i in range(begin, end):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        build_rows(block, scratch, i, joint, movers[head.a[i]], movers[head.b[i]], context)
        begin_pass(block)
        solve_core(block, i, joint, 1, context)
        solve_spring(block, i, joint)
        solve_motor(block, i, joint, context)
        solve_limits(block, i, joint, 1, context)
        set_impulses(block, scratch, i)
    apply_impulses(movers, head, scratch, begin, end)


@kernel
def relax_joints(
    movers: MoverRows,
    head: Any,
    block: Any,
    scratch: Any,
    begin: int,
    end: int,
    rows: WorldRows,
    work: Workspace,
    context: StepContext,
) -> None:
    """Make the velocities of lanes fit the present poses; springs keep their impulses."""
    gather_velocities(movers, head, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    for i in range(begin, end):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        build_rows(block, scratch, i, joint, movers[head.a[i]], movers[head.b[i]], context)
        begin_pass(block)
        solve_core(block, i, joint, 0, context)
        solve_motor(block, i, joint, context)
        solve_limits(block, i, joint, 0, context)
        set_impulses(block, scratch, i)
        done = keep_speeds(block, i, joint)
        if is_springy(block, i):
            note_strains(block, i, joint)
            keep_store(block, i, store_of_lane(block, i, joint, context.h), done)
        now = current_anchors(block, scratch, i)
        set_warm_start(block, scratch, i, joint)
        x, y, turn = scratch.delta_b[0, i], scratch.delta_b[1, i], scratch.delta_b[2, i]
        block.total_x[i] += x
        block.total_y[i] += y
        block.total_turn[i] += turn - (now.bx * y - now.by * x)
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@inlined
def begin_pass(block: Any) -> None:
    """Forget the impulses of the lane before."""
    for k in range(6):
        block.pushed[k] = 0.0


@inlined
def set_impulses(block: Any, scratch: Any, i: int) -> None:
    """Set the impulses of the pass, to be scattered."""
    for k in range(3):
        scratch.a[k, i], scratch.b[k, i] = block.pushed[k], block.pushed[3 + k]


@inlined
def speed_along(block: Any, row: int) -> float:
    """Return the speed that a row measures."""
    speed = 0.0
    for k in range(6):
        speed += block.jacobian[row, k] * block.velocity[k]
    return speed


@inlined
def held_speed(block: Any, row: int) -> float:
    """Return the speed that the impulse of a row of the core acts on, relative to the wanted one."""
    speed = -block.aim[row]
    for k in range(6):
        speed += block.impulse[row, k] * block.velocity[k]
    return float(speed)


@inlined
def apply_row(block: Any, row: int, j: float) -> None:
    """Apply an impulse of a row."""
    for k in range(6):
        block.velocity[k] += block.gain[row, k] * j
        block.pushed[k] += block.impulse[row, k] * j


@inlined
def core_impulse(block: Any, i: int, row: int, turns: bool, soft: int, context: StepContext) -> float:
    """Return the impulse of a row of the core after this pass."""
    s = block.angle_s[i] if turns else block.line_s[i]
    k = block.angle_k[i] if turns else block.line_k[i]
    o = block.angle_o[i] if turns else block.line_o[i]
    before, mass, speed = block.core_j[row, i], block.mass[row], held_speed(block, row)
    if s == 1.0 and soft == 0:
        return float(before - mass * speed)
    if s == 1.0:
        speed += block.bend[row] + context.joint_bias_rate * block.error[row]
        return float((before - mass * speed) / (1.0 + context.joint_give))
    if soft == 0:
        return float(before)
    return float(s * before - mass * (s * speed + k * block.error[row] + o * block.core_before[row, i]))


@inlined
def solve_core(block: Any, i: int, joint: Any, soft: int, context: StepContext) -> None:
    """Hold the core, within what a motor or mouse joint may use."""
    angle, bounded = angle_row(joint), (1 << MOTOR | 1 << MOUSE) >> joint.type & 1 == 1
    x = core_impulse(block, i, 0, angle == 0, soft, context)
    y = core_impulse(block, i, 1, angle == 1, soft, context)
    if bounded:
        most = joint.max_force * context.h
        force_x = x * block.impulse[0, 3] + y * block.impulse[1, 3]
        force_y = x * block.impulse[0, 4] + y * block.impulse[1, 4]
        size = math.sqrt(force_x * force_x + force_y * force_y)
        if size > most:
            x, y = x * (most / size), y * (most / size)
    apply_row(block, 0, x - block.core_j[0, i])
    apply_row(block, 1, y - block.core_j[1, i])
    turn = core_impulse(block, i, 2, angle == 2, soft, context)
    if bounded:
        most = joint.max_torque * context.h
        turn = max(-most, min(turn, most))
    apply_row(block, 2, turn - block.core_j[2, i])
    block.core_j[0, i], block.core_j[1, i], block.core_j[2, i] = x, y, turn


@inlined
def solve_spring(block: Any, i: int, joint: Any) -> None:
    """Pull the drive to its target."""
    s, before = block.drive_s[i], block.spring_j[i]
    pull = s * speed_along(block, DRIVE) + block.drive_o[i] * block.drive_before[i]
    pull += block.drive_k[i] * (block.error[DRIVE] - joint.target)
    block.spring_j[i] = s * before - block.mass[DRIVE] * pull
    apply_row(block, DRIVE, block.spring_j[i] - before)


@inlined
def motor_row(joint: Any) -> int:
    """Return the row of a joint's motor."""
    return TURN if joint.type == WHEEL else DRIVE


@inlined
def solve_motor(block: Any, i: int, joint: Any, context: StepContext) -> None:
    """Drive to the motor's speed, within its force or torque."""
    if joint.max_effort == 0.0 and block.motor_j[i] == 0.0:
        return
    row, before, most = motor_row(joint), block.motor_j[i], joint.max_effort * context.h
    j = before - block.mass[row] * (speed_along(block, row) - joint.motor_speed)
    block.motor_j[i] = max(-most, min(j, most))
    apply_row(block, row, block.motor_j[i] - before)


@inlined
def limits_of(joint: Any) -> tuple[float, float]:
    """Return the limits of the drive; a ratchet has one at its pawl, a distance none at 0."""
    if joint.type == RATCHET:
        return (joint.pawl, math.inf) if joint.ratio > 0.0 else (-math.inf, joint.pawl)
    if joint.type == DISTANCE and joint.lower <= 0.0:
        return -math.inf, joint.upper
    return joint.lower, joint.upper


@inlined
def solve_limits(block: Any, i: int, joint: Any, soft: int, context: StepContext) -> None:
    """Keep the drive between its limits: it may just reach one in the sub-step."""
    lower, upper = limits_of(joint)
    value, bend = block.error[DRIVE], soft * block.bend[DRIVE]
    if lower > -math.inf:
        speed = speed_along(block, DRIVE) + bend
        j = limit_impulse(block, value - lower, speed, block.lower_j[i], soft, context)
        apply_row(block, DRIVE, j - block.lower_j[i])
        block.lower_j[i] = j
    else:
        block.lower_j[i] = 0.0
    if upper < math.inf:
        speed = -speed_along(block, DRIVE) - bend
        j = limit_impulse(block, upper - value, speed, block.upper_j[i], soft, context)
        apply_row(block, DRIVE, block.upper_j[i] - j)
        block.upper_j[i] = j
    else:
        block.upper_j[i] = 0.0


@inlined
def limit_impulse(
    block: Any, room: float, speed: float, before: float, soft: int, context: StepContext
) -> float:
    """Return the impulse of a limit that leaves `room`, approached with -`speed`: it gives way to nothing."""
    rate = 1.0 / context.h if room > 0.0 else soft * context.joint_bias_rate
    return max(0.0, float(before - block.mass[DRIVE] * (speed + rate * room)))


@inlined
def keep_speeds(block: Any, i: int, joint: Any) -> float:
    """Keep the speeds of springs and motor for the next sub-step, the one that can be read, and what the
    motor did since they were kept; return what the springs did.
    """
    angle, done = angle_row(joint), 0.0
    for row in range(CORE):
        speed = held_speed(block, row)
        if (block.angle_s[i] if row == angle else block.line_s[i]) != 1.0:
            done += block.core_j[row, i] * (block.core_before[row, i] + speed)
        block.core_before[row, i] = speed
    speed = speed_along(block, DRIVE)
    done += block.spring_j[i] * (block.drive_before[i] + speed)
    block.drive_before[i] = speed
    speed = speed_along(block, motor_row(joint))
    mean = 0.5 * (block.motor_before[i] + speed)
    block.work[i] = motor_work(block.motor_j[i], mean, joint.motor_speed)
    block.motor_before[i] = speed
    row = shown_row(joint)
    block.speed[i] = speed_along(block, row) if row >= 0 else 0.0
    return float(0.5 * done)


@kernel
def joint_works(
    head: Any, block: Any, scratch: Any, i: int, joint: Any, movers: MoverRows, context: StepContext
) -> tuple[float, float]:
    """Return what a lane's springs do in a sub-step at the present speeds, and at the kept ones."""
    gather_velocities(movers, head, scratch, i, i + 1)
    gather_deltas(movers, head, scratch, i, i + 1)
    build_rows(block, scratch, i, joint, movers[head.a[i]], movers[head.b[i]], context)
    angle, now, before = angle_row(joint), 0.0, 0.0
    for row in range(CORE):
        if (block.angle_s[i] if row == angle else block.line_s[i]) != 1.0:
            now += block.core_j[row, i] * held_speed(block, row)
            before += block.core_j[row, i] * block.core_before[row, i]
    now += block.spring_j[i] * speed_along(block, DRIVE)
    before += block.spring_j[i] * block.drive_before[i]
    return now, before


@inlined
def set_warm_start(block: Any, scratch: Any, i: int, joint: Any) -> None:
    """Set the impulse with which a lane starts the next sub-step: the sum over its rows."""
    drive = block.spring_j[i] + (block.lower_j[i] - block.upper_j[i])
    turn = 0.0
    if joint.type == WHEEL:
        turn = block.motor_j[i]
    else:
        drive += block.motor_j[i]
    for k in range(6):
        total = drive * block.impulse[DRIVE, k] + turn * block.impulse[TURN, k]
        for row in range(CORE):
            total += block.core_j[row, i] * block.impulse[row, k]
        block.pushed[k] = total
    for k in range(3):
        scratch.delta_a[k, i], scratch.delta_b[k, i] = block.pushed[k], block.pushed[3 + k]


@kernel
def store_joints(head: Any, block: Any, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Store impulses for the next step's warm start, and what can be read of the joints."""
    scale = context.refinement
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        joint.point_x, joint.point_y = scale * block.core_j[0, i], scale * block.core_j[1, i]
        joint.angle_impulse = scale * block.core_j[2, i]
        joint.spring_impulse, joint.motor_impulse = scale * block.spring_j[i], scale * block.motor_j[i]
        joint.lower_impulse, joint.upper_impulse = scale * block.lower_j[i], scale * block.upper_j[i]
        joint.value, joint.speed, joint.stretch = block.value[i], block.speed[i], block.stretch[i]
        joint.held = block.held[i]
        report_load(joint, block.total_x[i], block.total_y[i], block.total_turn[i], context)


@inlined
def forget_joint(block: Any, i: int) -> None:
    """Set the impulses of a lane to 0."""
    block.core_j[0, i], block.core_j[1, i], block.core_j[2, i] = 0.0, 0.0, 0.0
    block.spring_j[i], block.motor_j[i] = 0.0, 0.0
    block.lower_j[i], block.upper_j[i] = 0.0, 0.0
