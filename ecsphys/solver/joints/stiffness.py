"""Make bodies that the loads of their joints turn too fast for sub-steps slower."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows, ConstraintRows, JointRows, MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ..constraint import LINK


@kernel
def stiffen_movers(
    constraints: ConstraintRows, bodies: BodyRows, joints: JointRows, movers: MoverRows, context: StepContext
) -> None:
    """Give the bodies of links the inertia with which they withstand the loads of the last step.

    A light link under a heavy load turns to and fro too fast for sub-steps (`curvature`): it gets an inertia
    with which it turns one radian in each. A solution implicit in the arms' directions adds the same
    (S. Andrews et al., *Geometric Stiffness for Real-time Constrained Multibody Dynamics*, 2017).
    """
    for constraint in constraints:
        joint = joints[constraint.row]
        force = lasting_force(joint, context) if constraint.kind == LINK else 0.0
        if force > 0.0:
            load = 2.0 * context.h * context.h * force  # twice: a chain pulls at both ends of a link
            a, b = movers[constraint.mover_a], movers[constraint.mover_b]
            stiffen(a, load, bodies, constraint.body_a, joint.anchor_ax, joint.anchor_ay)
            stiffen(b, load, bodies, constraint.body_b, joint.anchor_bx, joint.anchor_by)


@inlined
def lasting_force(joint: Any, context: StepContext) -> float:
    """Return the force that a link had in the last step and still in its last sub-step.

    Not that of an impact: a larger inertia at the same speed is more energy.
    """
    force = math.sqrt(joint.force_x * joint.force_x + joint.force_y * joint.force_y)
    impulse = math.sqrt(joint.point_x * joint.point_x + joint.point_y * joint.point_y)
    return float(min(force, impulse / (context.refinement * context.h)))


@inlined
def stiffen(mover: Any, load: float, bodies: BodyRows, row: int, x: float, y: float) -> None:
    """Give a mover at least the inertia that a load at an anchor asks for."""
    if mover.i == 0.0 or row < 0:
        return
    x, y = x - bodies[row].center_x, y - bodies[row].center_y
    slow = load * math.sqrt(x * x + y * y) * mover.i
    if slow > 1.0:
        mover.i /= slow
        mover.aw /= slow
