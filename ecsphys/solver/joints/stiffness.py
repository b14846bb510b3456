"""Make bodies that the loads of their joints turn too fast for sub-steps slower."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows, ConstraintRows, JointRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import DISTANCE
from ..constraint import PIN
from ..workspace import Workspace
from .links import is_free_tree


@kernel
def stiffen_movers(
    constraints: ConstraintRows, bodies: BodyRows, joints: JointRows, work: Workspace, context: StepContext
) -> None:
    """Give the bodies of joints the inertia with which they withstand the loads of the last step.

    A light link under a heavy load turns to and fro too fast for sub-steps (`curvature`), and so does what
    hangs on a short rod: they get an inertia or a mass with which they turn one radian in each. A solution
    implicit in the directions of arms and rods adds the same (S. Andrews et al., *Geometric Stiffness for
    Real-time Constrained Multibody Dynamics*, 2017). Not those of pins outside of trees: nets have enough in
    their compliance. Nor those of trees that are not tied to the world: these bear no load that lasts, and
    keep their angular momentum.
    """
    movers = work.movers
    for constraint in constraints:
        if constraint.kind == PIN or is_free_tree(constraint, work):
            continue
        joint = joints[constraint.row]
        load = 2.0 * context.h * context.h * lasting_force(joint, context)  # a link is pulled at both ends
        if load > 0.0:
            a, b = movers[constraint.mover_a], movers[constraint.mover_b]
            stiffen(a, load, bodies, constraint.body_a, joint.anchor_ax, joint.anchor_ay)
            stiffen(b, load, bodies, constraint.body_b, joint.anchor_bx, joint.anchor_by)
            if joint.type == DISTANCE:
                load_down(a, load / max(joint.value, context.slop))
                load_down(b, load / max(joint.value, context.slop))


@inlined
def lasting_force(joint: Any, context: StepContext) -> float:
    """Return the force that a joint had in the last step, at most that of its last sub-step.

    Not that of an impact: a larger inertia at the same speed is more energy.
    """
    force = math.sqrt(joint.force_x * joint.force_x + joint.force_y * joint.force_y)
    impulse = abs(joint.point_x) + abs(joint.point_y) + abs(joint.spring_impulse)
    impulse += abs(joint.motor_impulse) + joint.lower_impulse + joint.upper_impulse
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


@inlined
def load_down(mover: Any, least: float) -> None:
    """Give a mover at least the mass that swings slowly enough on a rod."""
    slow = least * max(mover.mx, mover.my)
    if slow > 1.0:
        mover.mx /= slow
        mover.my /= slow
