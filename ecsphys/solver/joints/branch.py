"""Branches as a kind of constraint: joints of all types that are part of a tree, but for plain pins and rods,
which are links. `trees` solves both as a whole.

A branch has up to three rows, each an equation for a speed of its two bodies: those of its core, and one of
its drive, where a spring, a motor or a limit acts. A spring is a row that gives way. A motor is a row until
it would need more than it has, a limit while it pushes: `branch_switches` looks after each solution.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import GEAR, WHEEL
from ..blocks import gather_deltas, gather_velocities
from ..constraint import BRANCH, PREPARE, STORE
from ..workspace import Workspace, WorldRows
from .anchors import current_anchors
from .block import CORE, DRIVE
from .branch_rows import choose_rows, lean_on_limit
from .branch_switches import line_speed, row_speed
from .joint import store_joints
from .prepare import fill_block
from .rows import build_equations, is_springy, shown_row
from .softness import begin_store, keep_store, motor_work
from .stores import store_of_lane


@inlined
def run_branch_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k. `trees` solves: between, its bodies may be those of other blocks."""
    head, block, scratch = work.heads[k], work.joint_blocks[k], work.scratch[0]
    if stage == PREPARE:
        fill_block(head, block, scratch, rows, work, context)
        for i in range(head.count):
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            if joint.type != WHEEL:
                lean_on_limit(block, i, joint.max_effort * context.h, joint.motor_speed)
        place_branches(head, block, scratch, 1, rows, work, context)
        for i in range(head.count):
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            keep_branch(block, i, joint, work.movers[head.a[i]], work.movers[head.b[i]])
            if is_springy(block, i):
                begin_store(block, i, joint, store_of_lane(block, i, joint, context.h))
                # Its rows ask for the speeds that have just been kept.
                place_branch(head, block, scratch, i, 1, rows, work, context)
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
        place_branch(head, block, scratch, i, soft, rows, work, context)


@kernel
def place_branch(
    head: Any,
    block: Any,
    scratch: Any,
    i: int,
    soft: int,
    rows: WorldRows,
    work: Workspace,
    context: StepContext,
) -> None:
    """Set the rows of a lane, whose bodies' motion is in `scratch`."""
    joint = rows.joints.rows[work.ordered[head.first + i].row]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    build_equations(block, scratch, i, joint, a, b, context)
    now = current_anchors(block, scratch, i)
    block.arm_x[i], block.arm_y[i] = now.bx, now.by
    choose_rows(block, i, joint, a, b, soft, context)


@inlined
def keep_branch(block: Any, i: int, joint: Any, a: Any, b: Any) -> float:
    """Keep the speeds of springs and motor for the next sub-step, the one that can be read, and what the
    motor did since they were kept; return what the springs did.
    """
    done = 0.0
    for n in range(block.count[i]):
        role = block.role[i, n]
        if role < CORE and block.soft[i, n] != 0.0:
            speed = row_speed(block, i, n, a, b)
            done += block.core_j[role, i] * (block.core_before[role, i] + speed)
            block.core_before[role, i] = speed
    speed = line_speed(block, i, a, b)
    done += block.spring_j[i] * (block.drive_before[i] + speed)
    motor = b.w - a.w if joint.type == WHEEL else speed
    mean = 0.5 * (block.motor_before[i] + motor)
    block.work[i] = motor_work(block.motor_j[i], mean, joint.motor_speed)
    block.drive_before[i], block.motor_before[i] = speed, motor
    if shown_row(joint) == DRIVE:
        block.speed[i] = speed
    else:
        block.speed[i] = (joint.ratio if joint.type == GEAR else 1.0) * b.w - a.w
    return float(0.5 * done)


@inlined
def branch_works(block: Any, i: int, a: Any, b: Any) -> tuple[float, float]:
    """Return what a lane's springs do in a sub-step at the present speeds, and at the kept ones."""
    now, before = 0.0, 0.0
    for n in range(block.count[i]):
        role = block.role[i, n]
        if role < CORE and block.soft[i, n] != 0.0:
            now += block.core_j[role, i] * row_speed(block, i, n, a, b)
            before += block.core_j[role, i] * block.core_before[role, i]
    now += block.spring_j[i] * line_speed(block, i, a, b)
    before += block.spring_j[i] * block.drive_before[i]
    return now, before


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
def finish_branch(block: Any, i: int, joint: Any, a: Any, b: Any, h: float) -> None:
    """End a sub-step: add the impulses to the next one's start, and to the sums of the step."""
    done = keep_branch(block, i, joint, a, b)
    if is_springy(block, i):
        keep_store(block, i, store_of_lane(block, i, joint, h), done)
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
