"""Which joints act in a step, and as constraints of which kind."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import FREE, BodyRows, ConstraintRows
from ...compile import inlined, kernel
from ...math2d.vec2 import Vec2
from ...math2d.vector import length, subtract
from ...settings import StepContext
from ...world.joints import MOTOR, MOUSE, REVOLUTE, WELD, WHEEL
from ..constraint import JOINT, PIN
from ..workspace import WorldRows
from .report import angle_of
from .rows import is_rod

# Sub-steps a second below which the island of a joint takes more: chains stretch with their square.
LEAST_RATE = 200.0
MAX_REFINEMENT = 16
# Slops by which what turns may leave its tangent in a sub-step, and radians that it may always turn in one.
BEND, LEAST_TURN = 0.2, 0.05
AHEAD = 0.25  # radians by which an impact may turn a hinge beyond what its speed says


@kernel
def gather_joints(rows: WorldRows, constraints: ConstraintRows, count: int, context: StepContext) -> int:
    """Append the joints that have a body that is awake and can be moved; return the new count."""
    bodies, joints = rows.bodies, rows.joints.rows
    refinement = int(min(math.ceil(LEAST_RATE * context.h), MAX_REFINEMENT))
    for row in rows.joints.order:
        joint = joints[row]
        a, b = joint.body_a, joint.body_b
        awake_a, awake_b = is_awake(bodies, a), is_awake(bodies, b)
        if not ((awake_a and can_be_moved(bodies[a])) or (awake_b and can_be_moved(bodies[b]))):
            continue
        constraint = constraints[count]
        kind = kind_of(bodies, joint, context)
        constraint.kind = kind
        constraint.single = kind if may_branch(joint) else 0
        constraint.row = row
        constraint.body_a = a if awake_a else FREE
        constraint.body_b = b if awake_b else FREE
        constraint.refinement = max(refinement, sub_steps_of(bodies, joint, context))
        count += 1
    return count


@inlined
def sub_steps_of(bodies: BodyRows, joint: Any, context: StepContext) -> int:
    """Return how many times as many sub-steps a joint needs whose anchors turn with their bodies, or whose
    rod turns.
    """
    a, b = joint.body_a, joint.body_b
    needed = max(
        anchor_bend(bodies, a, joint.anchor_ax, joint.anchor_ay, context),
        anchor_bend(bodies, b, joint.anchor_bx, joint.anchor_by, context),
    )
    if is_rod(joint) and joint.target > context.slop:
        across = length(subtract(velocity_of(bodies, b), velocity_of(bodies, a)))
        angle = context.h * across / joint.target
        if angle > LEAST_TURN:
            needed = max(needed, bend(angle, joint.target, context))
    return needed


@inlined
def anchor_bend(bodies: BodyRows, row: int, x: float, y: float, context: StepContext) -> int:
    """Return how many times as many sub-steps an anchor needs that turns with its body."""
    angle = context.h * abs(spin_of(bodies, row))
    if angle <= LEAST_TURN:
        return 1
    return bend(angle, length(Vec2(x - bodies[row].center_x, y - bodies[row].center_y)), context)


@inlined
def bend(angle: float, lever: float, context: StepContext) -> int:
    """Return in how many parts a sub-step is to be taken in which a lever turns by an angle: each goes along
    the tangent of its arc, and leaves it by half the lever times the square of its angle.
    """
    return int(min(math.ceil(angle * math.sqrt(lever / (2.0 * BEND * context.slop))), MAX_REFINEMENT))


@inlined
def velocity_of(bodies: BodyRows, row: int) -> Vec2:
    """Return the velocity of a body's centre of mass, 0 for FREE."""
    return Vec2(bodies[row].vx, bodies[row].vy) if row >= 0 else Vec2(0.0, 0.0)


@inlined
def may_branch(joint: Any) -> bool:
    """Whether a joint may be solved with its tree: all but those whose core gives way to a bounded force, and
    those with a spring and a motor for the same coordinate.
    """
    if joint.type == MOTOR or joint.type == MOUSE:
        return bool(joint.max_force == math.inf and (joint.type == MOUSE or joint.max_torque == math.inf))
    springs = joint.has_target != 0 and joint.hertz > 0.0 and joint.type != WELD
    return not (springs and joint.max_effort > 0.0 and joint.type != WHEEL)


@inlined
def is_awake(bodies: BodyRows, row: int) -> bool:
    """Whether a row is that of a body that is awake."""
    return bool(row >= 0 and bodies[row].awake == 1)


@inlined
def can_be_moved(body: Any) -> bool:
    """Whether impulses change the velocity of a body."""
    return bool(body.inverse_mass + body.inverse_inertia > 0.0)


@inlined
def kind_of(bodies: BodyRows, joint: Any, context: StepContext) -> int:
    """Return a joint's kind of constraint. A rod without length is a pin: it has no direction. So is a hinge
    as long as it cannot reach its limits.
    """
    if is_rod(joint) and joint.target <= context.slop:
        return PIN
    if joint.type != REVOLUTE:
        return JOINT
    has_spring = joint.has_target != 0 and joint.hertz > 0.0
    if has_spring or joint.max_effort > 0.0 or may_reach_limit(bodies, joint, context):
        return JOINT
    return PIN


@inlined
def may_reach_limit(bodies: BodyRows, joint: Any, context: StepContext) -> bool:
    """Whether a hinge is at a limit or may come to one in the step."""
    if joint.lower_impulse + joint.upper_impulse > 0.0:
        return True
    angle = angle_of(bodies, joint.body_b) - angle_of(bodies, joint.body_a) - joint.reference_angle
    way = AHEAD + 2.0 * context.dt * abs(spin_of(bodies, joint.body_b) - spin_of(bodies, joint.body_a))
    return bool(angle - way < joint.lower or angle + way > joint.upper)


@inlined
def spin_of(bodies: BodyRows, row: int) -> float:
    """Return the angular velocity of a body, 0 for FREE."""
    return float(bodies[row].angular_velocity) if row >= 0 else 0.0
