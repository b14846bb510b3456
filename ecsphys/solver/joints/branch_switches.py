"""The impulses of branches, and which of their limits and motors act."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import WHEEL
from .block import CORE
from .branch_rows import LOWER, MOTOR, SPRING, UPPER, add_limit, push_at_limit

TOUCH = 1e-9  # share of the speed at which a limit is reached that is a rounding error


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
    """Apply an impulse of row n to both bodies, and add it to the row's."""
    move_by_row(block, i, n, a, b, j)
    add_impulse(block, i, block.role[i, n], j)


@inlined
def move_by_row(block: Any, i: int, n: int, a: Any, b: Any, j: float) -> None:
    """Apply an impulse of row n to both bodies."""
    a.vx += a.mx * block.row[i, n, 0] * j
    a.vy += a.my * block.row[i, n, 1] * j
    a.w += a.i * block.row[i, n, 2] * j
    b.vx += b.mx * block.row[i, n, 3] * j
    b.vy += b.my * block.row[i, n, 4] * j
    b.w += b.i * block.row[i, n, 5] * j


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
    block.row_bend[i, n], block.push[i, n] = block.row_bend[i, last], block.push[i, last]
    block.own[i, n], block.soft[i, n] = block.own[i, last], block.soft[i, last]
    block.count[i] = last


@inlined
def take_limit(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> int:
    """Add a limit that the drive would pass in the sub-step, in the place of its spring or motor."""
    speed = line_speed(block, i, a, b) + soft * block.drive_bend[i]
    role = passed_limit(speed, block.room_lower[i], block.room_upper[i], soft, context)
    last = block.count[i] - 1
    if role == 0 or (last >= 0 and block.role[i, last] >= LOWER):
        return 0
    if last >= 0 and block.role[i, last] == MOTOR and joint.type != WHEEL:
        wanted = push_at_limit(block.motor_j[i], joint.max_effort * context.h, joint.motor_speed)
        push_row(block, i, last, a, b, wanted - block.motor_j[i])
        block.count[i] = last
    elif last >= 0 and block.role[i, last] == SPRING:
        block.count[i] = last
    add_limit(block, i, role, a, b, context)
    return 1


@inlined
def passed_limit(speed: float, lower: float, upper: float, soft: int, context: StepContext) -> int:
    """Return the limit that a drive at this speed passes, 0 without one; `lower` and `upper`: the room to
    each.
    """
    if passes(speed, lower, soft, context):
        return LOWER
    return UPPER if passes(-speed, upper, soft, context) else 0


@inlined
def passes(speed: float, room: float, soft: int, context: StepContext) -> bool:
    """Whether a speed away from a limit that leaves `room` is too low, rounding errors aside."""
    most = speed_of_limit(room, soft, context)
    return speed + most < -TOUCH * (abs(speed) + abs(most))


@inlined
def speed_of_limit(room: float, soft: int, context: StepContext) -> float:
    """Return how fast a drive may come to a limit: it may just reach it in the sub-step; beyond, it comes
    back.
    """
    rate = 1.0 / context.h if room > 0.0 else soft * context.joint_bias_rate
    return rate * room
