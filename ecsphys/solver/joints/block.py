"""The records of blocks of joints. Short names as in `solver.records`."""

from __future__ import annotations

from typing import Any

import numpy as np

from ..records import LANES


def _lanes(*names: str) -> list[Any]:
    return [(name, "f8", (LANES,)) for name in names]


# What a lane knows of its anchors. All vectors are in world axes.
_ANCHORS = [
    *_lanes("start_ax", "start_ay", "start_bx", "start_by"),  # anchors from the centres, at the step's start
    *_lanes("start_x", "start_y"),  # from anchor a to anchor b, likewise
    *_lanes("mx", "my", "ia", "ib"),  # sums of both bodies' inverse masses; inverse inertias
]

# A pin holds a common point of two bodies.
_POINT = [
    *_lanes("ax", "ay", "bx", "by"),  # the common place from both centres
    *_lanes("gap_x", "gap_y"),  # from anchor a to anchor b
    *_lanes("jx", "jy"),  # impulse of the sub-step
    *_ANCHORS,
    *_lanes("total_x", "total_y"),  # sum of jx, jy over the step
]
_PIN = [*_POINT, *_lanes("pxx", "pxy", "pyy")]  # effective mass: the impulse that adds unit velocities
PIN_BLOCK = np.dtype(_PIN)

# The energy that the springs of a joint hold, and if none is damped; what they have taken since the budget of
# its island was settled, where nothing but joints moves it, and where contacts do; what velocities take from
# `held` on half of their lag: see `softness.Store`.
_STORE = _lanes("held", "lasting", "taken", "pressed", "owed")

# The drive of an angle: spring, motor and limits.
_DRIVE = [
    *_lanes("angle", "start_angle"),  # of b relative to a: at present, at the start of the step
    *_lanes("spring_s", "spring_k", "spring_o", "target"),  # see `softness.Spring`
    *_lanes("before"),  # speed of the angle at the start of the sub-step
    *_lanes("aim", "most"),  # of the motor: speed, and the largest impulse of a sub-step
    *_lanes("lower", "upper"),
    *_lanes("spring_j", "motor_j", "lower_j", "upper_j", "total_turn"),
    *_lanes("work"),  # of the motor in the sub-step
    *_STORE,
]

# A link is a pin, a rod, a hinge or a weld that is part of a tree. A rod pulls each body at its own anchor,
# `ax` to `by`, its gap is what it is too long, and `target` its length as wanted.
LINK_BLOCK = np.dtype(
    [
        *_POINT,
        *_lanes("rod"),  # 1: a rod, 0: a common point
        *_lanes("give"),  # compliance
        *_lanes("idle"),  # 1: it leaves drift within the slop alone (see `budget.islands.rest_trees`)
        *_lanes("torn"),  # 1: it leaves its gap to `mending`
        # What SOLVE adds to the velocity of b's point relative to a's: for the curvature of paths and to take
        # the gap out; along a rod, because it turns. The share of the gap that it does not leave alone.
        *_lanes("bend_x", "bend_y", "along", "share"),
        # In a pass: velocity of b's point relative to a's that is to be added, and the impulse that adds it.
        *_lanes("goal_x", "goal_y", "pull_x", "pull_y"),
        *_lanes("nx", "ny"),  # its direction, from a to b
        *_lanes("length"),
        ("turns", "i8", (LANES,)),  # 1: there is more than the point: a weld's angle, or a drive
        *_lanes("held_j"),  # impulse of a weld's angle
        *_DRIVE,
    ]
)

# Rows of a joint, each an equation for one speed: up to three that it always holds (its core), that of its
# drive (the coordinate with spring, limits and, but for wheels, motor) and that of a wheel's motor.
CORE, DRIVE, TURN = 3, 3, 4
ROWS = 5

# A block of joints of any type: scratch for the lane that is being solved, then what lanes keep.
JOINT_BLOCK = np.dtype(
    [
        # Velocity that a row measures, as factors of both bodies' (vx, vy, w); then the impulse that it
        # applies, which leaves rows of the core before it alone; and the velocity that a unit impulse adds.
        *((name, "f8", (ROWS, 6)) for name in ("jacobian", "impulse", "gain")),
        ("mass", "f8", (ROWS,)),  # of the impulse; 0 where it has no effect
        ("error", "f8", (ROWS,)),  # what the core is to take out; the drive's coordinate
        ("bend", "f8", (ROWS,)),  # speed that a row gains in half a sub-step because bodies turn
        ("aim", "f8", (ROWS,)),  # wanted speed
        ("velocity", "f8", (6,)),  # of the lane's bodies
        ("pushed", "f8", (6,)),  # of the impulses of the pass
        *((name, "f8", (CORE, LANES)) for name in ("core_j", "core_before")),
        *_lanes("spring_j", "motor_j", "lower_j", "upper_j", "drive_before", "motor_before"),
        *((name, "f8", (LANES,)) for name in ("line_s", "line_k", "line_o")),  # `softness.Spring`s
        *((name, "f8", (LANES,)) for name in ("angle_s", "angle_k", "angle_o")),
        *((name, "f8", (LANES,)) for name in ("drive_s", "drive_k", "drive_o")),
        *_lanes("axis_x", "axis_y"),  # at the start of the step: the axis, or the offset of a motor joint
        *_lanes("angle"),  # at the start of the step
        *_lanes(
            "rope_ax", "rope_ay", "rope_bx", "rope_by"
        ),  # of pulleys: anchors from their wheels, likewise
        *_ANCHORS,
        *_lanes("value", "speed", "stretch"),  # at present
        *_lanes("work"),  # of motors in the sub-step
        *_STORE,
        # Of lanes with springs, of the core's rows and the drive: by how much they are stretched, and the
        # masses that they move.
        *((name, "f8", (CORE + 1, LANES)) for name in ("strain", "weight")),
        # Of branches (see `branch`): the rows that act in the pass.
        ("count", "i8", (LANES,)),
        ("role", "i8", (LANES, CORE)),  # which impulse a row is: a row of the core, or SPRING …
        ("row", "f8", (LANES, CORE, 6)),  # speed that it measures
        ("line", "f8", (LANES, 6)),  # likewise of the drive
        *((name, "f8", (LANES, CORE)) for name in ("own", "soft", "inverse", "goal")),
        # The speed of a row that is too much, and what SOLVE adds: for the curvature of paths, and to take an
        # error out.
        *((name, "f8", (LANES, CORE)) for name in ("bias", "row_bend", "push")),
        ("low", "f8", (LANES, CORE, CORE)),  # with `inverse`: L and 1 / D of the rows' L D Lᵀ
        # Of loops (see `loops`): a direction of impulses, the speeds that it adds, and the impulses so far.
        *((name, "f8", (LANES, CORE)) for name in ("way", "gains", "found")),
        *_lanes("drive_bend", "room_lower", "room_upper", "arm_x", "arm_y"),
        *_lanes("leans"),  # 1: its motor pushes along the drive, 0: that of a wheel
        ("small", "f8", (CORE, CORE)),  # scratch, likewise the following
        *((name, "f8", (CORE,)) for name in ("rest", "answer")),
        *_lanes("total_x", "total_y", "total_turn"),  # sums of the impulse and angular impulse over the step
    ]
)
