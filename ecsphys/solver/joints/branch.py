"""Branches as a kind of constraint: joints of all types that are part of a tree, but for plain pins and rods,
which are links. `trees` solves both as a whole.

A branch has up to three rows, each an equation for a speed of its two bodies: those of its core, and one of
its drive, where a spring, a motor or a limit acts. A spring is a row that gives way. A motor is a row until
it would need more than it has, a limit while it pushes: `switch_rows` looks after each solution.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import GEAR, WHEEL
from ..blocks import gather_deltas, gather_velocities
from ..constraint import BRANCH, PREPARE, STORE
from ..workspace import Workspace, WorldRows
from .anchors import current_anchors
from .block import CORE, DRIVE, TURN
from .joint import limits_of, store_joints
from .prepare import fill_block
from .rows import NO_EFFECT, angle_row, build_equations, make_independent, shown_row

SPRING, MOTOR, LOWER, UPPER = range(CORE, CORE + 4)  # roles of rows beside those of the core
KEPT = -1.0  # in the place of compliance: RELAX leaves the impulses of springs alone
GIVE = 1e-6  # compliance of a row, as a share of the speed that a unit impulse adds to its two bodies alone
TOUCH = 1e-9  # share of the speed at which a limit is reached that is a rounding error


@inlined
def run_branch_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k. `trees` solves: between, its bodies may be those of other blocks."""
    head, block, scratch = work.heads[k], work.joint_blocks[k], work.scratch[0]
    if stage == PREPARE:
        fill_block(head, block, scratch, rows, work, context)
        place_branches(head, block, scratch, 1, rows, work, context)
        for i in range(head.count):
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            keep_branch(block, i, joint, work.movers[head.a[i]], work.movers[head.b[i]])
            block.total_x[i], block.total_y[i], block.total_turn[i] = 0.0, 0.0, 0.0
    elif stage == STORE:
        store_joints(head, block, rows, work, context)


@kernel
def place_all_branches(
    blocks: int, soft: int, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Set the rows of all branches among the first `blocks` blocks."""
    for k in range(blocks):
        if work.heads[k].kind == BRANCH:
            place_branches(work.heads[k], work.joint_blocks[k], work.scratch[0], soft, rows, work, context)


@kernel
def place_branches(
    head: Any, block: Any, scratch: Any, soft: int, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Set the rows of a block at the present poses: with springs and errors of position, or without."""
    gather_velocities(work.movers, head, scratch, 0, head.count)
    gather_deltas(work.movers, head, scratch, 0, head.count)
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        a, b = work.movers[head.a[i]], work.movers[head.b[i]]
        build_equations(block, scratch, i, joint, a, b, context)
        now = current_anchors(block, scratch, i)
        block.arm_x[i], block.arm_y[i] = now.bx, now.by
        choose_rows(block, i, joint, a, b, soft, context)


@inlined
def choose_rows(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> None:
    """Choose the rows of a lane with which the pass begins."""
    lower, upper = limits_of(joint)
    value, angle = block.error[DRIVE], angle_row(joint)
    block.room_lower[i], block.room_upper[i] = value - lower, upper - value
    block.drive_bend[i] = block.bend[DRIVE]
    block.count[i] = 0
    for k in range(6):
        block.line[i, k] = block.jacobian[DRIVE, k]
    if soft == 1 and is_springy(block, i):
        set_spring_masses(block, joint.type, a, b)
    for row in range(CORE):
        s = block.angle_s[i] if row == angle else block.line_s[i]
        if s == 1.0:
            soft_bias = block.bend[row] + context.joint_bias_rate * block.error[row]
            add_row(block, i, row, row, a, b, 0.0, soft_bias, 0.0)
        elif soft == 0:
            add_row(block, i, row, row, a, b, 0.0, 0.0, KEPT)
        elif block.mass[row] > 0.0:
            k = block.angle_k[i] if row == angle else block.line_k[i]
            o = block.angle_o[i] if row == angle else block.line_o[i]
            bias = (k * block.error[row] + o * block.core_before[row, i]) / s
            add_row(block, i, row, row, a, b, bias, bias, (1.0 / s - 1.0) / block.mass[row])
    if joint.type == WHEEL and joint.max_effort > 0.0:
        add_row(block, i, MOTOR, TURN, a, b, -joint.motor_speed, -joint.motor_speed, 0.0)
    add_drive(block, i, joint, a, b, soft, context)


@inlined
def add_drive(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> None:
    """Add the row of the drive that acts at the start of the pass."""
    if block.lower_j[i] > 0.0:
        add_limit(block, i, LOWER, a, b, context)
    elif block.upper_j[i] > 0.0:
        add_limit(block, i, UPPER, a, b, context)
    elif joint.max_effort > 0.0 and joint.type != WHEEL:
        add_row(block, i, MOTOR, DRIVE, a, b, -joint.motor_speed, -joint.motor_speed, 0.0)
    elif soft == 1 and block.drive_s[i] > 0.0 and block.mass[DRIVE] > 0.0:
        s = block.drive_s[i]
        pull = block.drive_k[i] * (block.error[DRIVE] - joint.target)
        pull = (pull + block.drive_o[i] * block.drive_before[i]) / s
        add_row(block, i, SPRING, DRIVE, a, b, pull, pull, (1.0 / s - 1.0) / block.mass[DRIVE])


@inlined
def is_springy(block: Any, i: int) -> bool:
    """Whether some row of a lane gives way."""
    return bool(block.line_s[i] != 1.0 or block.angle_s[i] != 1.0 or block.drive_s[i] > 0.0)


@kernel
def set_spring_masses(block: Any, kind: int, a: Any, b: Any) -> None:
    """Set the masses that springs move: those that are left while the rows before are held."""
    x, y, z = block.error[0], block.error[1], block.error[2]
    bend_x, bend_y, bend_z = block.bend[0], block.bend[1], block.bend[2]
    make_independent(block, kind, a, b)
    block.error[0], block.error[1], block.error[2] = x, y, z
    block.bend[0], block.bend[1], block.bend[2] = bend_x, bend_y, bend_z


@inlined
def add_row(
    block: Any, i: int, role: int, row: int, a: Any, b: Any, bias: float, soft_bias: float, soft: float
) -> None:
    """Add a row, unless no impulse can change what it measures: with the speed that is too much in RELAX and
    in SOLVE, and its compliance.
    """
    n = block.count[i]
    own = own_gain(block.jacobian, row, a, b)
    if own == 0.0 or n == CORE:
        return
    for k in range(6):
        block.row[i, n, k] = block.jacobian[row, k]
    block.role[i, n], block.own[i, n], block.soft[i, n] = role, own, soft
    block.bias[i, n], block.soft_bias[i, n] = bias, soft_bias
    block.count[i] = n + 1


@inlined
def own_gain(jacobian: Any, row: int, a: Any, b: Any) -> float:
    """Return the speed that a unit impulse of a row adds to its two bodies alone."""
    ax, ay, aw = jacobian[row, 0], jacobian[row, 1], jacobian[row, 2]
    bx, by, bw = jacobian[row, 3], jacobian[row, 4], jacobian[row, 5]
    gain = a.mx * ax * ax + a.my * ay * ay + a.i * aw * aw
    return float(gain + (b.mx * bx * bx + b.my * by * by + b.i * bw * bw))


@inlined
def add_limit(block: Any, i: int, role: int, a: Any, b: Any, context: StepContext) -> None:
    """Add the row of a limit: the drive may just reach it in the sub-step; beyond it, it comes back."""
    n, sign = block.count[i], 1.0 if role == LOWER else -1.0
    own = line_gain(block, i, a, b)
    if own == 0.0 or n == CORE:
        return
    room = block.room_lower[i] if role == LOWER else block.room_upper[i]
    inside = room / context.h if room > 0.0 else 0.0
    for k in range(6):
        block.row[i, n, k] = sign * block.line[i, k]
    block.role[i, n], block.own[i, n], block.soft[i, n] = role, own, 0.0
    block.bias[i, n] = inside
    block.soft_bias[i, n] = inside + context.joint_bias_rate * min(room, 0.0) + sign * block.drive_bend[i]
    block.count[i] = n + 1


@inlined
def line_gain(block: Any, i: int, a: Any, b: Any) -> float:
    """Return the speed of the drive that its own unit impulse adds to its two bodies alone."""
    gain = a.mx * block.line[i, 0] * block.line[i, 0] + a.my * block.line[i, 1] * block.line[i, 1]
    gain += a.i * block.line[i, 2] * block.line[i, 2] + b.mx * block.line[i, 3] * block.line[i, 3]
    gain += b.my * block.line[i, 4] * block.line[i, 4] + b.i * block.line[i, 5] * block.line[i, 5]
    return float(gain)


# -- what the tree asks and tells ----------------------------------------------------------------------


@inlined
def impulse_of(block: Any, i: int, role: int) -> float:
    """Return the impulse of the sub-step that a role has so far."""
    if role < CORE:
        return float(block.core_j[role, i])
    if role == SPRING:
        return float(block.spring_j[i])
    if role == MOTOR:
        return float(block.motor_j[i])
    return float(block.lower_j[i] if role == LOWER else block.upper_j[i])


@inlined
def add_impulse(block: Any, i: int, role: int, j: float) -> None:
    """Add to the impulse of a role."""
    if role < CORE:
        block.core_j[role, i] += j
    elif role == SPRING:
        block.spring_j[i] += j
    elif role == MOTOR:
        block.motor_j[i] += j
    elif role == LOWER:
        block.lower_j[i] += j
    else:
        block.upper_j[i] += j


@inlined
def row_speed(block: Any, i: int, n: int, a: Any, b: Any) -> float:
    """Return the speed that row n of a lane measures."""
    speed = block.row[i, n, 0] * a.vx + block.row[i, n, 1] * a.vy + block.row[i, n, 2] * a.w
    return float(speed + (block.row[i, n, 3] * b.vx + block.row[i, n, 4] * b.vy + block.row[i, n, 5] * b.w))


@inlined
def push_row(block: Any, i: int, n: int, a: Any, b: Any, j: float) -> None:
    """Apply an impulse of row n to both bodies."""
    a.vx += a.mx * block.row[i, n, 0] * j
    a.vy += a.my * block.row[i, n, 1] * j
    a.w += a.i * block.row[i, n, 2] * j
    b.vx += b.mx * block.row[i, n, 3] * j
    b.vy += b.my * block.row[i, n, 4] * j
    b.w += b.i * block.row[i, n, 5] * j
    add_impulse(block, i, block.role[i, n], j)


@inlined
def line_speed(block: Any, i: int, a: Any, b: Any) -> float:
    """Return the speed of the drive."""
    speed = block.line[i, 0] * a.vx + block.line[i, 1] * a.vy + block.line[i, 2] * a.w
    return float(speed + (block.line[i, 3] * b.vx + block.line[i, 4] * b.vy + block.line[i, 5] * b.w))


@kernel
def switch_rows(
    block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, takes: bool, context: StepContext
) -> int:
    """Let go of a limit that pulls and of a motor that needs more than it has, or take a limit that is
    reached, if `takes`; return 1 if rows have changed.
    """
    for n in range(block.count[i]):
        role = block.role[i, n]
        j, most = impulse_of(block, i, role), joint.max_effort * context.h
        if role >= LOWER and j < 0.0:
            push_row(block, i, n, a, b, -j)
            drop_row(block, i, n)
            return 1
        if role == MOTOR and abs(j) > most:
            push_row(block, i, n, a, b, math.copysign(most, j) - j)
            drop_row(block, i, n)
            return 1
    return take_limit(block, i, joint, a, b, soft, context) if takes else 0


@inlined
def drop_row(block: Any, i: int, n: int) -> None:
    """Remove a row of a lane: always its last one but for a wheel's motor."""
    last = block.count[i] - 1
    for k in range(6):
        block.row[i, n, k] = block.row[i, last, k]
    block.role[i, n], block.bias[i, n] = block.role[i, last], block.bias[i, last]
    block.soft_bias[i, n] = block.soft_bias[i, last]
    block.own[i, n], block.soft[i, n] = block.own[i, last], block.soft[i, last]
    block.count[i] = last


@inlined
def take_limit(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> int:
    """Add a limit that the drive would pass in the sub-step, in the place of its spring or motor."""
    speed = line_speed(block, i, a, b) + soft * block.drive_bend[i]
    role = passed_limit(block, i, speed, soft, context)
    last = block.count[i] - 1
    if role == 0 or (last >= 0 and block.role[i, last] >= LOWER):
        return 0
    if last >= 0 and block.role[i, last] == MOTOR and joint.type != WHEEL:
        most = joint.max_effort * context.h  # it pushes against the limit as hard as it can
        sign = 1.0 if joint.motor_speed > 0.0 else -1.0
        wanted = sign * most if joint.motor_speed != 0.0 else 0.0
        push_row(block, i, last, a, b, wanted - block.motor_j[i])
        block.count[i] = last
    elif last >= 0 and block.role[i, last] == SPRING:
        block.count[i] = last
    add_limit(block, i, role, a, b, context)
    return 1


@inlined
def passed_limit(block: Any, i: int, speed: float, soft: int, context: StepContext) -> int:
    """Return the limit that a drive at this speed passes, 0 without one."""
    lower, upper = block.room_lower[i], block.room_upper[i]
    if lower < math.inf:
        rate = 1.0 / context.h if lower > 0.0 else soft * context.joint_bias_rate
        if speed + rate * lower < -TOUCH * (abs(speed) + abs(rate * lower)):
            return LOWER
    if upper < math.inf:
        rate = 1.0 / context.h if upper > 0.0 else soft * context.joint_bias_rate
        if -speed + rate * upper < -TOUCH * (abs(speed) + abs(rate * upper)):
            return UPPER
    return 0


@inlined
def keep_branch(block: Any, i: int, joint: Any, a: Any, b: Any) -> None:
    """Keep the speeds of springs and motor for the next sub-step, the one that can be read, and what springs
    and motor did since they were kept.
    """
    done, turn = 0.0, b.w - a.w
    for n in range(block.count[i]):
        role = block.role[i, n]
        if role < CORE and block.soft[i, n] != 0.0:
            speed = row_speed(block, i, n, a, b)
            done += block.core_j[role, i] * (block.core_before[role, i] + speed)
            block.core_before[role, i] = speed
    speed = line_speed(block, i, a, b)
    done += block.spring_j[i] * (block.drive_before[i] + speed)
    motor = turn if joint.type == WHEEL else speed
    done += block.motor_j[i] * (block.motor_before[i] + motor)
    block.drive_before[i], block.motor_before[i] = speed, motor
    block.work[i] = 0.5 * done
    if shown_row(joint) == DRIVE:
        block.speed[i] = speed
    else:
        block.speed[i] = (joint.ratio if joint.type == GEAR else 1.0) * b.w - a.w


@inlined
def sum_impulses(block: Any, i: int, joint: Any) -> None:
    """Set what a lane pushes its bodies with, in all: `pushed`."""
    drive = block.spring_j[i] + (block.lower_j[i] - block.upper_j[i])
    turn = block.motor_j[i] if joint.type == WHEEL else 0.0
    drive += block.motor_j[i] - turn
    for k in range(6):
        block.pushed[k] = drive * block.line[i, k]
    block.pushed[2] -= turn
    block.pushed[5] += turn
    for n in range(block.count[i]):
        role = block.role[i, n]
        if role < CORE:
            for k in range(6):
                block.pushed[k] += block.core_j[role, i] * block.row[i, n, k]


@inlined
def finish_branch(block: Any, i: int, joint: Any, a: Any, b: Any) -> None:
    """End a sub-step: add the impulses to the next one's start, and to the sums of the step."""
    keep_branch(block, i, joint, a, b)
    warm_branch(block, i, joint, a, b)
    x, y, turn = block.pushed[3], block.pushed[4], block.pushed[5]
    block.total_x[i] += x
    block.total_y[i] += y
    block.total_turn[i] += turn - (block.arm_x[i] * y - block.arm_y[i] * x)


@inlined
def warm_branch(block: Any, i: int, joint: Any, a: Any, b: Any) -> None:
    """Add a lane's impulses to those with which the next sub-step starts."""
    sum_impulses(block, i, joint)
    a.warm_x += a.mx * block.pushed[0]
    a.warm_y += a.my * block.pushed[1]
    a.warm_w += a.i * block.pushed[2]
    b.warm_x += b.mx * block.pushed[3]
    b.warm_y += b.my * block.pushed[4]
    b.warm_w += b.i * block.pushed[5]


# -- elimination -------------------------------------------------------------------------------------------


@inlined
def factor_branch(block: Any, i: int, child: int, node: Any) -> None:
    """Set how the rows of a lane yield, given the inverse mass of its child with all that hangs on it; the
    child's factors begin at word `child` of a row.

    A row that the ones before it leave no effect gets none: two locked bodies, for example.
    """
    count = block.count[i]
    for n in range(count):
        x, y, w = block.row[i, n, child], block.row[i, n, child + 1], block.row[i, n, child + 2]
        vx = node.mxx * x + node.mxy * y + node.mxw * w
        vy = node.mxy * x + node.myy * y + node.myw * w
        vw = node.mxw * x + node.myw * y + node.mww * w
        for q in range(n, count):
            gain = block.row[i, q, child] * vx + block.row[i, q, child + 1] * vy
            block.small[q, n] = gain + block.row[i, q, child + 2] * vw
    for n in range(count):
        whole = block.small[n, n] + max(0.0, block.soft[i, n]) + GIVE * block.own[i, n]
        rest = whole
        for p in range(n):
            rest -= block.low[i, n, p] * block.low[i, n, p] * block.rest[p]
        acts = block.soft[i, n] >= 0.0 and rest > NO_EFFECT * whole
        block.rest[n] = rest if acts else 0.0
        block.inverse[i, n] = 1.0 / rest if acts else 0.0
        for q in range(n + 1, count):
            shared = block.small[q, n]
            for p in range(n):
                shared -= block.low[i, q, p] * block.low[i, n, p] * block.rest[p]
            block.low[i, q, n] = shared * block.inverse[i, n]


@inlined
def load_parent(block: Any, i: int, parent: int, node: Any) -> None:
    """Make a branch's parent as heavy as its child is at their rows."""
    for n in range(block.count[i]):
        x, y, w = block.row[i, n, parent], block.row[i, n, parent + 1], block.row[i, n, parent + 2]
        for p in range(n):
            share = block.low[i, n, p]
            x -= share * block.small[p, 0]
            y -= share * block.small[p, 1]
            w -= share * block.small[p, 2]
        block.small[n, 0], block.small[n, 1], block.small[n, 2] = x, y, w
        mass = block.inverse[i, n]
        node.mxx += mass * x * x
        node.mxy += mass * x * y
        node.mxw += mass * x * w
        node.myy += mass * y * y
        node.myw += mass * y * w
        node.mww += mass * w * w


@inlined
def aim_branch(block: Any, i: int, a: Any, b: Any, soft: int) -> None:
    """Set the speeds that the rows of a lane are to gain."""
    for n in range(block.count[i]):
        goal = -row_speed(block, i, n, a, b)
        if soft == 0:
            goal -= block.bias[i, n]
        else:
            goal -= block.soft_bias[i, n]
            give = block.soft[i, n] + GIVE * block.own[i, n]
            goal -= give * impulse_of(block, i, block.role[i, n])
        block.goal[i, n] = goal


@inlined
def yield_to(block: Any, i: int, at: int, node: Any) -> None:
    """Take from the goals of a lane what the node of one of its bodies already moves; `at`: its words."""
    for n in range(block.count[i]):
        x, y, w = block.row[i, n, at], block.row[i, n, at + 1], block.row[i, n, at + 2]
        block.goal[i, n] -= x * node.vx + y * node.vy + w * node.vw


@inlined
def solve_rows(block: Any, i: int) -> None:
    """Set the impulses of a lane that reach its goals: `answer`."""
    count = block.count[i]
    for n in range(count):
        z = block.goal[i, n]
        for p in range(n):
            z -= block.low[i, n, p] * block.answer[p]
        block.answer[n] = z
    for m in range(count):
        n = count - 1 - m
        z = block.answer[n] * block.inverse[i, n]
        for q in range(n + 1, count):
            z -= block.low[i, q, n] * block.answer[q]
        block.answer[n] = z


@inlined
def push_rows(block: Any, i: int, at: int, node: Any) -> None:
    """Add the impulses `answer` to those of the node whose words begin at `at`."""
    for n in range(block.count[i]):
        j = block.answer[n]
        node.fx += j * block.row[i, n, at]
        node.fy += j * block.row[i, n, at + 1]
        node.fw += j * block.row[i, n, at + 2]
