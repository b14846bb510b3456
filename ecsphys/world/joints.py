"""The rows of joints: one for each entity with a joint component, of whatever type.

Sign and direction, for all types: *b relative to a*. The angle is b's minus a's minus `reference_angle`, the
translation is anchor b minus anchor a along the axis, force and torque are those on b.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import Ints, JointRows, in_lines
from ..compile import INTS, array, group, records

REVOLUTE, PRISMATIC, DISTANCE, WELD, WHEEL, MOTOR, MOUSE, GEAR, RATCHET, PULLEY = range(10)

# `JOINT.has_target` of a motor joint: which of its two targets it aims at. Of all others it is 0 or 1.
HAS_OFFSET, HAS_ANGLE = 1, 2

MOVED, PLACED = 1, 2  # `JOINT.moved`

# `JOINT.overload`: what broke the joint in this step.
BY_FORCE, BY_TORQUE = 1, 2

# One row a joint. Lengths and angles are the game's. A joint acts when `enabled`, `ready` and not `broken`.
# Of pins and hinges a step reads and writes four cache lines only, of joints of other types the rest as well.
JOINT = in_lines(
    [
        ("entity", "i8"),  # FREE when unused
        ("body", "i8"),  # row in BODY of `entity_a`'s body, of b's if a is the world: see ComponentTable
        ("entity_a", "i8"),  # 0: the world
        ("entity_b", "i8"),
        ("enabled", "i8"),
        ("broken", "i8"),  # set by STORE with `overload`, or when a body died
        ("collide_connected", "i8"),
        ("ready", "i8"),  # 1: bodies are bound and can take part; anchors, reference and lengths are resolved
        # -- of all types: a line
        ("type", "i8"),
        ("body_a", "i8"),  # row in BODY; FREE: the world, or not bound
        ("body_b", "i8"),
        ("has_target", "i8"),  # 0: no rigid or springy target (a rope, a revolute joint without spring)
        # Springs; 0 hertz: rigid where the type is rigid, no spring where it is free. A motor joint's `hertz`
        # is that of both its targets.
        ("hertz", "f8"),
        # Of the angle, the translation or the length; -inf and inf: no limit. Of a pulley `upper` is the
        # length of the rope: l_a + ratio * l_b may be less.
        ("lower", "f8"),
        ("upper", "f8"),
        ("max_effort", "f8"),  # torque or force of the motor; 0: no motor
        # -- of pins: two lines. Anchors are in each body's own frame, whose origin is its Transform's (not
        # the centre of mass); points of the world for the world.
        ("anchor_ax", "f8"),
        ("anchor_ay", "f8"),
        ("anchor_bx", "f8"),
        ("anchor_by", "f8"),
        # The solver's impulse of the last sub-step, for warm starting: `point` in world axes, of a LINE
        # `point_x` is that across the axis.
        ("point_x", "f8"),
        ("point_y", "f8"),
        # Angles count from here. Of a gear: of ratio * (b's angle) - (a's angle).
        ("reference_angle", "f8"),
        ("value", "f8"),  # angle, translation, distance; of a pulley l_a + ratio * l_b
        # What the last step found; force and torque are means over the step.
        ("speed", "f8"),  # of the value
        ("stretch", "f8"),  # distance of the anchors from where they should be
        ("force_x", "f8"),
        ("force_y", "f8"),
        ("torque", "f8"),
        ("break_force", "f8"),  # inf: never
        ("break_torque", "f8"),
        ("overload", "i8"),  # 0, or what broke it in this step: BY_FORCE, BY_TORQUE
        # -- of hinges: a line
        ("damping_ratio", "f8"),
        ("target", "f8"),  # angle, translation or length; angle of a motor joint; phase of gear and ratchet
        ("motor_speed", "f8"),
        ("spring_impulse", "f8"),  # the solver's, like `point`
        ("motor_impulse", "f8"),
        ("lower_impulse", "f8"),
        ("upper_impulse", "f8"),
        ("angle_impulse", "f8"),
        # -- the rest
        ("given", "i8"),  # bits of what the game has set; the rest follows from the bodies' poses …
        ("unresolved", "i8"),  # … and these bits wait for the next step to do so
        ("axis_x", "f8"),  # unit vector in a's frame
        ("axis_y", "f8"),
        ("angular_hertz", "f8"),
        ("angular_damping_ratio", "f8"),
        ("ratio", "f8"),  # gear and pulley; angle between two teeth of a ratchet, of either sign
        # The angle at which a ratchet's pawl sits: `target` plus a whole number of teeth. Set when the joint
        # becomes ready; the solver moves it on.
        ("pawl", "f8"),
        # Motor joint: anchor b as aimed at, from anchor a in a's frame. The target of a mouse is `anchor_a`.
        ("offset_x", "f8"),
        ("offset_y", "f8"),
        ("velocity_x", "f8"),  # motor joint: of b relative to a, in a's frame
        ("velocity_y", "f8"),
        ("angular_velocity", "f8"),
        ("max_force", "f8"),  # motor and mouse; inf: unbounded
        ("max_torque", "f8"),
        # Pulley: where the two ropes leave the wheels, points of the world.
        ("ground_ax", "f8"),
        ("ground_ay", "f8"),
        ("ground_bx", "f8"),
        ("ground_by", "f8"),
        ("overload_value", "f8"),  # the force or torque that broke it
        ("overload_time", "f8"),  # when, as a fraction of the step
        # MOVED: the game has changed it or moved its bodies, which may lift its island; PLACED: no longer.
        ("moved", "i8"),
        # Energy by which its machine may rise as it is pulled together: a share of what it has lost; below 0
        # it owes that.
        ("credit", "f8"),
        ("held", "f8"),  # energy that its springs held at the last step's end
    ]
)

JOINT_FIELDS = {name: index for index, name in enumerate(JOINT.names or ())}  # words

# What the solver keeps from step to step, and what the last step found: 0 while a joint does not act.
IMPULSES = (
    "point_x", "point_y", "spring_impulse", "motor_impulse", "lower_impulse", "upper_impulse",
    "angle_impulse", "credit", "held",
)  # fmt: skip
LOADS = "force_x", "force_y", "torque", "stretch", "speed"

_SHOWN = (
    "entity", "type", "entity_a", "entity_b", "enabled", "broken", "force_x", "force_y", "torque", "stretch",
    "value", "speed",
)  # fmt: skip

# What games read of all joints, a view of the same rows.
JOINT_STATE = np.dtype(
    {
        "names": _SHOWN,
        "formats": [JOINT[name] for name in _SHOWN],
        "offsets": [8 * JOINT_FIELDS[name] for name in _SHOWN],
        "itemsize": JOINT.itemsize,
    }
)

# Bits of `given` and `unresolved`.
ANCHOR = 1  # the anchors of the sides that are not given are a point of the world, until they are resolved
ANCHOR_A, ANCHOR_B, REFERENCE, LENGTH, OFFSET = 2, 4, 8, 16, 32
ANGLE, VELOCITY, SPIN = 64, 128, 256  # only of `given`: of a motor joint
PAWL = 512  # only of `unresolved`
FOLLOWING = ANCHOR_A | ANCHOR_B | REFERENCE | LENGTH | OFFSET | PAWL  # from the poses of the bodies


class Joints(NamedTuple):
    """The joints of a world: rows of JOINT, and which of them act in this step, by ascending entity.

    Those are ready, enabled and not broken, and none of their bodies is put aside.
    """

    rows: JointRows
    order: Ints


JOINTS = group(Joints, array(JOINT), INTS)

NO_JOINTS = Joints(records(0, JOINT), np.zeros(0, np.int64))
