"""The rows of a joint at the bodies' present poses: which speeds it acts on, and from where."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import (
    DISTANCE,
    GEAR,
    HAS_ANGLE,
    HAS_OFFSET,
    MOTOR,
    MOUSE,
    PRISMATIC,
    PULLEY,
    RATCHET,
    REVOLUTE,
    WELD,
    WHEEL,
)
from .anchors import Anchors, current_anchors
from .block import CORE, DRIVE, ROWS, TURN
from .curvature import Turn, curvature_share, fastest, turning_speed

# Sets of types, as bits.
_POINT = 1 << REVOLUTE | 1 << WELD | 1 << MOTOR | 1 << MOUSE  # have a common point or one aimed at
_AXIS = 1 << PRISMATIC | 1 << WHEEL
_THIRD_ROW = 1 << WELD | 1 << MOTOR  # hold the angle beside a point

NO_EFFECT = 1e-9  # share of a row's mass that is a rounding error once rows before it are held


@inlined
def is_rod(joint: Any) -> bool:
    """Whether a joint is a distance joint that holds its length."""
    return bool(joint.type == DISTANCE and joint.has_target != 0 and joint.hertz == 0.0)


@inlined
def first_point_row(joint: Any) -> int:
    """Return the row of a common point's x; a weld with a soft point holds its angle first."""
    return 1 if joint.type == WELD and joint.hertz > 0.0 and joint.angular_hertz == 0.0 else 0


@inlined
def angle_row(joint: Any) -> int:
    """Return the row of the angle between both bodies, -1 without one."""
    kind = joint.type
    if _THIRD_ROW >> kind & 1:
        return (first_point_row(joint) + 2) % CORE
    if kind == PRISMATIC:
        return 1
    if kind == GEAR:
        return 0
    if kind in (RATCHET, REVOLUTE):
        return DRIVE
    return TURN if kind == WHEEL else -1


@inlined
def shown_row(joint: Any) -> int:
    """Return the row whose coordinate is the joint's value, -1 without one."""
    kind = joint.type
    if (_AXIS | 1 << PULLEY) >> kind & 1:
        return DRIVE
    if kind == DISTANCE:
        return 0 if is_rod(joint) else DRIVE
    return angle_row(joint)


@inlined
def is_springy(block: Any, i: int) -> bool:
    """Whether some row of a lane gives way."""
    return bool(block.line_s[i] != 1.0 or block.angle_s[i] != 1.0 or block.drive_s[i] > 0.0)


@kernel
def build_rows(block: Any, scratch: Any, i: int, joint: Any, a: Any, b: Any, context: StepContext) -> None:
    """Set the rows of lane i, between the movers a and b."""
    build_equations(block, scratch, i, joint, a, b, context)
    make_independent(block, joint.type, True, a, b)


@kernel
def build_equations(
    block: Any, scratch: Any, i: int, joint: Any, a: Any, b: Any, context: StepContext
) -> None:
    """Set what the rows of lane i measure, and their errors."""
    for row in range(ROWS):
        for k in range(6):
            block.jacobian[row, k] = 0.0
        block.error[row], block.bend[row], block.aim[row] = 0.0, 0.0, 0.0
    for k in range(3):
        block.velocity[k], block.velocity[3 + k] = scratch.a[k, i], scratch.b[k, i]
    now, kind, h = current_anchors(block, scratch, i), joint.type, context.h
    turn_a = Turn(a.w, a.i, now.ax * now.ax + now.ay * now.ay)
    turn_b = Turn(b.w, b.i, now.bx * now.bx + now.by * now.by)
    fast = fastest(turn_a, turn_b, load_of(block, i, angle_row(joint)), h)
    half = 0.5 * h * curvature_share(fast)
    block.value[i], block.stretch[i] = 0.0, 0.0
    turned = (joint.ratio if kind == GEAR else 1.0) * scratch.b[3, i] - scratch.a[3, i]
    if _POINT >> kind & 1:
        build_point(block, scratch, i, joint, now, half)
    elif _AXIS >> kind & 1:
        build_line(block, scratch, i, joint, now, half)
    elif kind == DISTANCE:
        build_rod(block, i, joint, now, half, h)
    elif kind == PULLEY:
        build_ropes(block, scratch, i, now, half, h)
    row = angle_row(joint)
    if row >= 0:
        block.jacobian[row, 2], block.jacobian[row, 5] = -1.0, joint.ratio if kind == GEAR else 1.0
        block.error[row] = block.angle[i] + turned
        if shown_row(joint) == row:
            block.value[i] = block.error[row]
        if kind == GEAR:
            block.error[row] -= joint.target
        elif kind == MOTOR:
            block.error[row] = block.error[row] - joint.target if joint.has_target & HAS_ANGLE else 0.0
            block.aim[row] = joint.angular_velocity


@inlined
def set_row(block: Any, row: int, x: float, y: float, now: Anchors) -> None:
    """Let a row measure how fast b moves from a along (x, y); both are pushed at anchor b."""
    ax, ay = now.ax + now.x, now.ay + now.y
    block.jacobian[row, 0], block.jacobian[row, 1] = -x, -y
    block.jacobian[row, 2] = -(ax * y - ay * x)
    block.jacobian[row, 3], block.jacobian[row, 4] = x, y
    block.jacobian[row, 5] = now.bx * y - now.by * x


@inlined
def build_point(block: Any, scratch: Any, i: int, joint: Any, now: Anchors, half: float) -> None:
    """Set the rows of a common point, or of anchor b's place as seen from a."""
    first = first_point_row(joint)
    x, y, ax, ay = now.x, now.y, now.ax + now.x, now.ay + now.y
    c, s = scratch.delta_a[2, i], scratch.delta_a[3, i]
    if joint.type == MOTOR:
        if joint.has_target & HAS_OFFSET:
            x -= c * block.axis_x[i] - s * block.axis_y[i]
            y -= s * block.axis_x[i] + c * block.axis_y[i]
        else:
            x, y = 0.0, 0.0
        # `rope` holds the aimed-at velocity of motor joints, at the start of the step
        block.aim[first] = c * block.rope_ax[i] - s * block.rope_ay[i]
        block.aim[first + 1] = s * block.rope_ax[i] + c * block.rope_ay[i]
    set_row(block, first, 1.0, 0.0, now)
    set_row(block, first + 1, 0.0, 1.0, now)
    block.error[first], block.error[first + 1] = x, y
    block.stretch[i] = math.sqrt(x * x + y * y)
    wa, wb = block.velocity[2], block.velocity[5]
    block.bend[first] = half * (wa * wa * ax - wb * wb * now.bx)
    block.bend[first + 1] = half * (wa * wa * ay - wb * wb * now.by)


@inlined
def build_line(block: Any, scratch: Any, i: int, joint: Any, now: Anchors, half: float) -> None:
    """Set the row across a's axis and the drive along it."""
    c, s = scratch.delta_a[2, i], scratch.delta_a[3, i]
    x, y = c * block.axis_x[i] - s * block.axis_y[i], s * block.axis_x[i] + c * block.axis_y[i]
    set_row(block, 0, -y, x, now)
    set_row(block, DRIVE, x, y, now)
    across, along = x * now.y - y * now.x, x * now.x + y * now.y
    block.error[0], block.error[DRIVE] = across, along
    block.value[i], block.stretch[i] = along, abs(across)
    speed_x, speed_y = anchor_velocity(block, now)
    wa = block.velocity[2]
    bend_x, bend_y = anchor_bend(block, now)
    bend_x -= wa * (2.0 * -speed_y + wa * now.x)
    bend_y -= wa * (2.0 * speed_x + wa * now.y)
    block.bend[0] = half * (x * bend_y - y * bend_x)
    block.bend[DRIVE] = half * (x * bend_x + y * bend_y)


@inlined
def build_rod(block: Any, i: int, joint: Any, now: Anchors, half: float, h: float) -> None:
    """Set the row of the distance of both anchors: core if its length is held, else drive."""
    row = 0 if is_rod(joint) else DRIVE
    length = math.sqrt(now.x * now.x + now.y * now.y)
    x, y = (now.x / length, now.y / length) if length > 0.0 else (1.0, 0.0)
    set_row(block, row, x, y, now)
    speed_x, speed_y = anchor_velocity(block, now)
    bend_x, bend_y = anchor_bend(block, now)
    across = x * speed_y - y * speed_x
    block.bend[row] = half * (x * bend_x + y * bend_y)
    block.bend[row] += half * turning_speed(across, length, h)
    block.value[i], block.error[row] = length, length
    if row == 0:
        block.error[0] = length - joint.target
        block.stretch[i] = abs(length - joint.target)
    else:
        block.stretch[i] = max(0.0, max(joint.lower - length, length - joint.upper))


@inlined
def build_ropes(block: Any, scratch: Any, i: int, now: Anchors, half: float, h: float) -> None:
    """Set the drive of a pulley: both ropes together."""
    delta_a, delta_b = scratch.delta_a, scratch.delta_b
    x = block.rope_ax[i] + delta_a[0, i] + (now.ax - block.start_ax[i])
    y = block.rope_ay[i] + delta_a[1, i] + (now.ay - block.start_ay[i])
    length = add_rope(block, 0, x, y, now.ax, now.ay, 1.0, half, h)
    x = block.rope_bx[i] + delta_b[0, i] + (now.bx - block.start_bx[i])
    y = block.rope_by[i] + delta_b[1, i] + (now.by - block.start_by[i])
    length += add_rope(block, 3, x, y, now.bx, now.by, block.axis_x[i], half, h)
    block.error[DRIVE], block.value[i] = length, length


@inlined
def add_rope(
    block: Any,
    k: int,
    x: float,
    y: float,
    arm_x: float,
    arm_y: float,
    ratio: float,
    half: float,
    h: float,
) -> float:
    """Add the rope (x, y) from its wheel to an anchor of the body whose velocity begins at word k; return
    its length times `ratio`.

    An end that comes to its wheel within the sub-step does not pull: the wheel holds the other rope.
    """
    length, w = math.sqrt(x * x + y * y), block.velocity[k + 2]
    speed_x, speed_y = block.velocity[k] - w * arm_y, block.velocity[k + 1] + w * arm_x
    if length <= h * math.sqrt(speed_x * speed_x + speed_y * speed_y):
        return ratio * length
    x, y = x / length, y / length
    block.jacobian[DRIVE, k], block.jacobian[DRIVE, k + 1] = ratio * x, ratio * y
    block.jacobian[DRIVE, k + 2] = ratio * (arm_x * y - arm_y * x)
    across = x * speed_y - y * speed_x
    turning = turning_speed(across, length, h)
    block.bend[DRIVE] += half * ratio * (turning - w * w * (x * arm_x + y * arm_y))
    return ratio * length


@inlined
def load_of(block: Any, i: int, turns: int) -> float:
    """Return the square of a lane's impulse, without its row that turns."""
    load = 0.0
    for row in range(CORE):
        if row != turns:
            load += block.core_j[row, i] * block.core_j[row, i]
    drive = block.spring_j[i] + (block.lower_j[i] - block.upper_j[i])
    if turns != TURN:
        drive += block.motor_j[i]
    return float(load + drive * drive)


@inlined
def anchor_velocity(block: Any, now: Anchors) -> tuple[float, float]:
    """Return the velocity of anchor b relative to anchor a."""
    v = block.velocity
    x = (v[3] - v[0]) - (v[5] * now.by - v[2] * now.ay)
    y = (v[4] - v[1]) + (v[5] * now.bx - v[2] * now.ax)
    return x, y


@inlined
def anchor_bend(block: Any, now: Anchors) -> tuple[float, float]:
    """Return the acceleration of anchor b relative to anchor a because the bodies turn."""
    wa, wb = block.velocity[2], block.velocity[5]
    return wa * wa * now.ax - wb * wb * now.bx, wa * wa * now.ay - wb * wb * now.by


@inlined
def make_independent(block: Any, kind: int, solves: bool, a: Any, b: Any) -> None:
    """Make the impulse of each row leave the rows of the core before it alone (Gram-Schmidt, in the metric
    of the inverse masses), and set the effective masses; if it `solves` row by row, what rows aim at, too.

    So a core is solved exactly, row by row; and to a spring bodies are as heavy as the held joint makes
    them. The angle of a motor joint, whose point may give way, is solved by itself.
    """
    for row in range(ROWS):
        for k in range(6):
            block.impulse[row, k] = block.jacobian[row, k]
        whole = set_gain(block, row, a, b)
        if not (kind == MOTOR and row == CORE - 1):
            for held in range(min(row, CORE)):
                share = 0.0
                for k in range(6):
                    share += block.jacobian[row, k] * block.gain[held, k]
                share *= block.mass[held]
                for k in range(6):
                    block.impulse[row, k] -= share * block.impulse[held, k]
                if row < CORE and solves:
                    block.error[row] -= share * block.error[held]
                    block.bend[row] -= share * block.bend[held]
                    block.aim[row] -= share * block.aim[held]
        rest = set_gain(block, row, a, b)
        block.mass[row] = 1.0 / rest if rest > NO_EFFECT * whole else 0.0


@inlined
def set_gain(block: Any, row: int, a: Any, b: Any) -> float:
    """Set the velocities that a row's impulse adds; return the speed that they make along it."""
    block.gain[row, 0], block.gain[row, 1] = a.mx * block.impulse[row, 0], a.my * block.impulse[row, 1]
    block.gain[row, 2] = a.i * block.impulse[row, 2]
    block.gain[row, 3], block.gain[row, 4] = b.mx * block.impulse[row, 3], b.my * block.impulse[row, 4]
    block.gain[row, 5] = b.i * block.impulse[row, 5]
    speed = 0.0
    for k in range(6):
        speed += block.gain[row, k] * block.impulse[row, k]
    return speed
