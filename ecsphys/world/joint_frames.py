"""What joints derive from where their bodies stand: anchors, angles and lengths that are not given."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

import numpy as np

from ..arrays import BodyRows, Ints, JointRows
from ..compile import INTS, array, entry, inlined, kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, length, rotate, subtract
from .bodies import BODY
from .joints import (
    ANCHOR,
    ANCHOR_A,
    ANCHOR_B,
    ANGLE,
    DISTANCE,
    GEAR,
    HAS_ANGLE,
    HAS_OFFSET,
    JOINT,
    LENGTH,
    MOTOR,
    OFFSET,
    PAWL,
    PRISMATIC,
    PULLEY,
    RATCHET,
    REFERENCE,
    REVOLUTE,
    SPIN,
    VELOCITY,
    WHEEL,
)


class Frame(NamedTuple):
    """The place of a body's origin, or of the world's, its angle, and the cosine and sine of that."""

    x: float
    y: float
    angle: float
    c: float
    s: float


@inlined
def frame_of(bodies: BodyRows, row: int) -> Frame:
    """Return the frame of a body, of the world for FREE."""
    if row < 0:
        return Frame(0.0, 0.0, 0.0, 1.0, 0.0)
    body = bodies[row]
    return Frame(body.x, body.y, body.angle, *cos_sin(body.angle))


@inlined
def to_world(frame: Frame, x: float, y: float) -> Vec2:
    """Return a point of a frame in the world."""
    return add(Vec2(frame.x, frame.y), rotate(Vec2(x, y), frame.c, frame.s))


@inlined
def to_local(frame: Frame, x: float, y: float) -> Vec2:
    """Return a point of the world in a frame."""
    return rotate(subtract(Vec2(x, y), Vec2(frame.x, frame.y)), frame.c, -frame.s)


@entry(array(BODY), array(JOINT), INTS)
def resolve_joints(bodies: BodyRows, joints: JointRows, rows: Ints) -> None:
    """Set what is unresolved of these joints, whose `body_a` and `body_b` are found, and make them ready.

    Not so where a pose is NaN or infinite: the step is refused.
    """
    for row in rows:
        joint = joints[row]
        a, b = frame_of(bodies, joint.body_a), frame_of(bodies, joint.body_b)
        total = a.x + a.y + a.angle + b.x + b.y + b.angle
        joint.ready = 1 if total - total == 0.0 else 0
        if joint.ready == 0:
            continue
        resolve_anchors(joint, a, b)
        resolve_measures(joint, a, b)
        set_targets(joint)
        joint.value = measure(joint, a, b)
        if joint.unresolved & PAWL != 0 and joint.type == RATCHET:
            joint.pawl = joint.target + joint.ratio * np.floor((joint.value - joint.target) / joint.ratio)
        joint.unresolved = 0


@kernel
def resolve_anchors(joint: Any, a: Frame, b: Frame) -> None:
    """Set the anchors that are not given: to a point of the world, or such that both are in one place.

    The ends of ropes and springs are the origins of the bodies.
    """
    need_a, need_b = joint.unresolved & ANCHOR_A != 0, joint.unresolved & ANCHOR_B != 0
    if joint.unresolved & ANCHOR != 0:
        if need_a:
            joint.anchor_ax, joint.anchor_ay = to_local(a, joint.anchor_ax, joint.anchor_ay)
        if need_b:
            joint.anchor_bx, joint.anchor_by = to_local(b, joint.anchor_bx, joint.anchor_by)
        return
    meet = joint.type != DISTANCE and joint.type != PULLEY and joint.type != MOTOR
    if need_b and (not meet or (need_a and joint.body_b >= 0)):
        joint.anchor_bx = joint.anchor_by = 0.0
        need_b = False
    if need_a and (not meet or need_b):
        joint.anchor_ax = joint.anchor_ay = 0.0
        need_a = False
    if need_a:
        place = to_world(b, joint.anchor_bx, joint.anchor_by)
        joint.anchor_ax, joint.anchor_ay = to_local(a, place.x, place.y)
    if need_b:
        place = to_world(a, joint.anchor_ax, joint.anchor_ay)
        joint.anchor_bx, joint.anchor_by = to_local(b, place.x, place.y)


@kernel
def resolve_measures(joint: Any, a: Frame, b: Frame) -> None:
    """Set the reference angle, the length and the offset that are not given to what they are now."""
    if joint.unresolved & REFERENCE != 0:
        joint.reference_angle = joint.ratio * b.angle - a.angle if joint.type == GEAR else b.angle - a.angle
    if joint.unresolved & LENGTH != 0:
        if joint.type == DISTANCE:
            joint.target = measure(joint, a, b)
        elif joint.type == PULLEY:
            joint.upper = measure(joint, a, b)
    if joint.unresolved & OFFSET != 0 and joint.type == MOTOR:
        gap = subtract(
            to_world(b, joint.anchor_bx, joint.anchor_by), to_world(a, joint.anchor_ax, joint.anchor_ay)
        )
        joint.offset_x, joint.offset_y = rotate(gap, a.c, -a.s)


@kernel
def set_targets(joint: Any) -> None:
    """Set `has_target`: what the joint aims at, rigidly or by a spring."""
    kind, given = joint.type, joint.given
    if kind in (REVOLUTE, PRISMATIC, WHEEL):
        joint.has_target = 1 if joint.hertz > 0.0 else 0
    elif kind == DISTANCE:
        is_bounded = joint.lower > 0.0 or joint.upper < math.inf or joint.max_effort > 0.0
        joint.has_target = 1 if given & LENGTH != 0 or joint.hertz > 0.0 or not is_bounded else 0
    elif kind == MOTOR:
        joint.has_target = 0
        if given & OFFSET != 0 or given & VELOCITY == 0:
            joint.has_target |= HAS_OFFSET
        if given & ANGLE != 0 or given & SPIN == 0:
            joint.has_target |= HAS_ANGLE
    else:
        joint.has_target = 0 if kind == PULLEY else 1


@kernel
def measure(joint: Any, a: Frame, b: Frame) -> float:
    """Return the coordinate of a joint: its angle, translation or distance, or the length of its rope."""
    kind = joint.type
    place_a = to_world(a, joint.anchor_ax, joint.anchor_ay)
    place_b = to_world(b, joint.anchor_bx, joint.anchor_by)
    if kind == DISTANCE:
        return length(subtract(place_b, place_a))
    if kind == PULLEY:
        length_a = length(subtract(place_a, Vec2(joint.ground_ax, joint.ground_ay)))
        length_b = length(subtract(place_b, Vec2(joint.ground_bx, joint.ground_by)))
        return float(length_a + joint.ratio * length_b)
    if kind in (PRISMATIC, WHEEL):
        gap = rotate(subtract(place_b, place_a), a.c, -a.s)
        return float(gap.x * joint.axis_x + gap.y * joint.axis_y)
    if kind == GEAR:
        return float(joint.ratio * b.angle - a.angle - joint.reference_angle)
    return float(b.angle - a.angle - joint.reference_angle)
