"""The rows of branches: which equations of a joint act in a pass (see `branch`)."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...compile import inlined
from ...settings import StepContext
from ...world.joints import WHEEL
from .block import CORE, DRIVE, TURN
from .joint import limits_of
from .rows import angle_row, is_springy, make_independent
from .stores import note_strains

SPRING, MOTOR, LOWER, UPPER = range(CORE, CORE + 4)  # roles of rows beside those of the core
# In the place of `soft`, beside 1 in SOLVE and 0 in RELAX: without springs, limits and motors, for an impact.
BARE = -1


class Bias(NamedTuple):
    """The speed of a row that is too much, and what SOLVE adds to it: for the curvature of paths, and to take
    an error out.
    """

    speed: float
    bend: float
    push: float


NO_BIAS = Bias(0.0, 0.0, 0.0)
KEPT = -1.0  # in the place of compliance: RELAX leaves the impulses of springs alone


@inlined
def choose_rows(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> None:
    """Choose the rows of a lane with which the pass begins."""
    lower, upper = limits_of(joint)
    value, angle = block.error[DRIVE], angle_row(joint)
    block.room_lower[i], block.room_upper[i] = value - lower, upper - value
    block.drive_bend[i] = block.bend[DRIVE]
    block.leans[i] = 0.0 if joint.type == WHEEL else 1.0
    block.count[i] = 0
    forget_removed(block, i, lower, upper, block.drive_s[i] > 0.0, joint.max_effort * context.h)
    for k in range(6):
        block.line[i, k] = block.jacobian[DRIVE, k]
    if is_springy(block, i):
        make_independent(block, joint.type, False, a, b)  # springs move what the rows before leave
        note_strains(block, i, joint)
    for row in range(CORE):
        s, aim = block.angle_s[i] if row == angle else block.line_s[i], block.aim[row]
        if s == 1.0:
            push = context.joint_bias_rate * block.error[row]
            add_row(block, i, row, row, a, b, Bias(-aim, block.bend[row], push), 0.0)
        elif soft != 1:
            add_row(block, i, row, row, a, b, NO_BIAS, KEPT)
        elif block.mass[row] > 0.0:
            k = block.angle_k[i] if row == angle else block.line_k[i]
            o = block.angle_o[i] if row == angle else block.line_o[i]
            bias = (k * block.error[row] + o * (block.core_before[row, i] - aim)) / s - aim
            add_row(block, i, row, row, a, b, Bias(bias, 0.0, 0.0), (1.0 / s - 1.0) / block.mass[row])
    if soft == BARE:
        return
    if joint.type == WHEEL and joint.max_effort > 0.0:
        add_row(block, i, MOTOR, TURN, a, b, Bias(-joint.motor_speed, 0.0, 0.0), 0.0)
    add_drive(block, i, joint, a, b, soft, context)


@inlined
def forget_removed(block: Any, i: int, lower: float, upper: float, springs: bool, most: float) -> None:
    """Forget the impulses of what the game has taken away since: limits, the spring, force of the motor."""
    if lower == -math.inf:
        block.lower_j[i] = 0.0
    if upper == math.inf:
        block.upper_j[i] = 0.0
    if not springs:
        block.spring_j[i] = 0.0
    block.motor_j[i] = max(-most, min(block.motor_j[i], most))


@inlined
def push_at_limit(j: float, most: float, aim: float) -> float:
    """Return the impulse of a motor at a limit: it pushes as hard as it can, or as before if that is no
    number.
    """
    if most == math.inf:
        return j
    return math.copysign(most, aim) if aim != 0.0 else 0.0


@inlined
def lean_on_limit(block: Any, i: int, most: float, aim: float) -> None:
    """Let a motor push against the limit that holds, or away from it, as hard as it can at the speed that the
    game wants by now; both together push as before. So a flipper leaves its rest.
    """
    lower, upper = block.lower_j[i], block.upper_j[i]
    is_away = (aim > 0.0) == (lower > 0.0)
    if lower + upper == 0.0 or most == 0.0 or aim == 0.0 or (most == math.inf and not is_away):
        return
    total = block.motor_j[i] + (lower - upper)
    push = math.copysign(most, aim)
    rest = total - push
    holds = (rest > 0.0 if lower > 0.0 else rest < 0.0) and most < math.inf
    block.motor_j[i] = push if holds else max(-most, min(total, most))
    block.lower_j[i] = rest if holds and lower > 0.0 else 0.0
    block.upper_j[i] = -rest if holds and lower == 0.0 else 0.0


@inlined
def add_drive(block: Any, i: int, joint: Any, a: Any, b: Any, soft: int, context: StepContext) -> None:
    """Add the row of the drive that acts at the start of the pass."""
    if block.lower_j[i] > 0.0:
        add_limit(block, i, LOWER, a, b, context)
    elif block.upper_j[i] > 0.0:
        add_limit(block, i, UPPER, a, b, context)
    elif joint.max_effort > 0.0 and joint.type != WHEEL:
        add_row(block, i, MOTOR, DRIVE, a, b, Bias(-joint.motor_speed, 0.0, 0.0), 0.0)
    elif soft == 1 and block.drive_s[i] > 0.0 and block.mass[DRIVE] > 0.0:
        s = block.drive_s[i]
        pull = block.drive_k[i] * (block.error[DRIVE] - joint.target)
        pull = (pull + block.drive_o[i] * block.drive_before[i]) / s
        add_row(block, i, SPRING, DRIVE, a, b, Bias(pull, 0.0, 0.0), (1.0 / s - 1.0) / block.mass[DRIVE])


@inlined
def add_row(block: Any, i: int, role: int, row: int, a: Any, b: Any, bias: Bias, soft: float) -> None:
    """Add a row, unless no impulse can change what it measures: with its bias and compliance."""
    if block.count[i] < CORE:
        for k in range(6):
            block.row[i, block.count[i], k] = block.jacobian[row, k]
        append_row(block, i, role, a, b, bias, soft)


@inlined
def append_row(block: Any, i: int, role: int, a: Any, b: Any, bias: Bias, soft: float) -> None:
    """Count the row that has been written behind those of a lane, unless no impulse changes its speed."""
    n = block.count[i]
    ax, ay, aw = block.row[i, n, 0], block.row[i, n, 1], block.row[i, n, 2]
    bx, by, bw = block.row[i, n, 3], block.row[i, n, 4], block.row[i, n, 5]
    own = a.mx * ax * ax + a.my * ay * ay + a.i * aw * aw
    own += b.mx * bx * bx + b.my * by * by + b.i * bw * bw
    if own > 0.0:
        block.role[i, n], block.own[i, n], block.soft[i, n] = role, own, soft
        block.bias[i, n], block.row_bend[i, n], block.push[i, n] = bias
        block.count[i] = n + 1


@inlined
def add_limit(block: Any, i: int, role: int, a: Any, b: Any, context: StepContext) -> None:
    """Add the row of a limit: the drive may just reach it in the sub-step; beyond it, it comes back."""
    if block.count[i] == CORE:
        return
    sign = 1.0 if role == LOWER else -1.0
    for k in range(6):
        block.row[i, block.count[i], k] = sign * block.line[i, k]
    room = block.room_lower[i] if role == LOWER else block.room_upper[i]
    inside = room / context.h if room > 0.0 else 0.0
    push = context.joint_bias_rate * min(room, 0.0)
    append_row(block, i, role, a, b, Bias(inside, sign * block.drive_bend[i], push), 0.0)
