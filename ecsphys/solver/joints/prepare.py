"""Fill blocks of joints of any type before the sub-steps."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ...math2d.vec2 import Vec2
from ...math2d.vector import rotate
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
from ..workspace import Workspace, WorldRows
from .anchors import frame_of, place_anchors
from .block import CORE
from .softness import Spring, open_store, spring_of

_SPRINGY_DRIVE = 1 << REVOLUTE | 1 << PRISMATIC | 1 << WHEEL | 1 << DISTANCE  # types, as bits

RIGID, NO_SPRING = Spring(1.0, 0.0, 0.0), Spring(0.0, 0.0, 0.0)


@inlined
def fill_block(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill all lanes but for their rows."""
    place_anchors(head, block, scratch, rows, work)
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        frame_a, frame_b = frame_of(rows.bodies, joint.body_a), frame_of(rows.bodies, joint.body_b)
        ratio = joint.ratio if joint.type == GEAR else 1.0
        block.angle[i] = (ratio * frame_b.angle - frame_a.angle) - joint.reference_angle
        place_axis(block, i, joint, scratch.a[0, i], scratch.a[1, i])
        if joint.type == PULLEY:
            arm_a = rotate(Vec2(joint.anchor_ax, joint.anchor_ay), scratch.a[0, i], scratch.a[1, i])
            arm_b = rotate(Vec2(joint.anchor_bx, joint.anchor_by), scratch.b[0, i], scratch.b[1, i])
            block.rope_ax[i] = (frame_a.x - joint.ground_ax) + arm_a[0]
            block.rope_ay[i] = (frame_a.y - joint.ground_ay) + arm_a[1]
            block.rope_bx[i] = (frame_b.x - joint.ground_bx) + arm_b[0]
            block.rope_by[i] = (frame_b.y - joint.ground_by) + arm_b[1]
        elif joint.type == RATCHET:
            set_pawl(joint, block.angle[i])
        set_springs(block, i, joint, context.h)
        load_impulses(block, i, joint, 1.0 / context.refinement)


@inlined
def place_axis(block: Any, i: int, joint: Any, c: float, s: float) -> None:
    """Set the axis of a lane, or what a motor joint or pulley keeps in its place."""
    if joint.type == MOTOR:
        block.axis_x[i], block.axis_y[i] = rotate(Vec2(joint.offset_x, joint.offset_y), c, s)
        block.rope_ax[i], block.rope_ay[i] = rotate(Vec2(joint.velocity_x, joint.velocity_y), c, s)
    elif joint.type == PULLEY:
        block.axis_x[i], block.axis_y[i] = joint.ratio, 0.0
    else:
        block.axis_x[i], block.axis_y[i] = rotate(Vec2(joint.axis_x, joint.axis_y), c, s)


@inlined
def set_pawl(joint: Any, angle: float) -> None:
    """Let the pawl of a ratchet fall behind the last tooth that b has turned past."""
    if not (joint.pawl - angle) * joint.ratio > 0.0:  # NaN as well
        joint.pawl = joint.target + math.floor((angle - joint.target) / joint.ratio) * joint.ratio


@inlined
def spring_or(rest: Spring, hertz: float, damping_ratio: float, h: float) -> Spring:
    """Return a spring, `rest` without frequency."""
    return spring_of(hertz, damping_ratio, h) if hertz > 0.0 else rest


@inlined
def set_springs(block: Any, i: int, joint: Any, h: float) -> None:
    """Set the springs of a lane's point, of its angle and of its drive."""
    line, turn, drive, kind = RIGID, RIGID, NO_SPRING, joint.type
    soft = spring_or(RIGID, joint.hertz, joint.damping_ratio, h)
    if kind == WELD:
        line = soft
        turn = spring_or(RIGID, joint.angular_hertz, joint.angular_damping_ratio, h)
    elif (1 << MOUSE | 1 << MOTOR) >> kind & 1:
        # As stiff as can be without hertz, but a spring: RELAX would brake what bounded effort moves.
        soft = spring_or(spring_of(1.0 / h, 1.0, h), joint.hertz, joint.damping_ratio, h)
        line = soft if kind == MOUSE or joint.has_target & HAS_OFFSET else RIGID
        turn = soft if joint.has_target & HAS_ANGLE else RIGID
    elif _SPRINGY_DRIVE >> kind & 1 and joint.has_target != 0:
        drive = spring_or(NO_SPRING, joint.hertz, joint.damping_ratio, h)
    block.line_s[i], block.line_k[i], block.line_o[i] = line
    block.angle_s[i], block.angle_k[i], block.angle_o[i] = turn
    block.drive_s[i], block.drive_k[i], block.drive_o[i] = drive


@inlined
def load_impulses(block: Any, i: int, joint: Any, share: float) -> None:
    """Start with `share` of the stored impulses, and with no speeds kept."""
    block.core_j[0, i], block.core_j[1, i] = share * joint.point_x, share * joint.point_y
    block.core_j[2, i] = share * joint.angle_impulse
    block.spring_j[i], block.motor_j[i] = share * joint.spring_impulse, share * joint.motor_impulse
    block.lower_j[i], block.upper_j[i] = share * joint.lower_impulse, share * joint.upper_impulse
    block.total_x[i], block.total_y[i], block.total_turn[i] = 0.0, 0.0, 0.0
    for row in range(CORE):
        block.core_before[row, i] = 0.0
    block.drive_before[i], block.motor_before[i] = 0.0, 0.0
    open_store(block, i)
