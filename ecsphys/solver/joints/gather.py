"""Which joints act in a step, and as constraints of which kind."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import FREE, BodyRows, ConstraintRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import REVOLUTE
from ..constraint import HINGE, JOINT, PIN
from ..workspace import WorldRows
from .rows import is_rod

# Sub-steps a second below which the island of a joint takes more: chains stretch with their square.
LEAST_RATE = 200.0
MAX_REFINEMENT = 16


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
        kind = kind_of(joint, context)
        constraint.kind = kind
        constraint.single = kind if kind == PIN or is_rod(joint) else 0
        constraint.row = row
        constraint.body_a = a if awake_a else FREE
        constraint.body_b = b if awake_b else FREE
        constraint.refinement = refinement
        count += 1
    return count


@inlined
def is_awake(bodies: BodyRows, row: int) -> bool:
    """Whether a row is that of a body that is awake."""
    return bool(row >= 0 and bodies[row].awake == 1)


@inlined
def can_be_moved(body: Any) -> bool:
    """Whether impulses change the velocity of a body."""
    return bool(body.inverse_mass + body.inverse_inertia > 0.0)


@inlined
def kind_of(joint: Any, context: StepContext) -> int:
    """Return a joint's kind of constraint. A rod without length is a pin: it has no direction."""
    if is_rod(joint) and joint.target <= context.slop:
        return PIN
    if joint.type != REVOLUTE:
        return JOINT
    has_spring = joint.has_target != 0 and joint.hertz > 0.0
    has_limit = joint.lower > -math.inf or joint.upper < math.inf
    return HINGE if has_spring or has_limit or joint.max_effort > 0.0 else PIN
