"""The table of all kinds of constraints (see `constraint`)."""

from __future__ import annotations

from ..arrays import ConstraintRows
from ..compile import inlined, kernel
from ..settings import StepContext
from .constraint import BRANCH, JOINT, LINK, TWO_POINTS
from .contact.stages import gather_contacts, run_contact_stage
from .joints.branch import run_branch_stage
from .joints.gather import gather_joints
from .joints.joint import run_joint_stage
from .joints.link import run_link_stage
from .joints.pin import run_pin_stage
from .workspace import Workspace, WorldRows


@inlined
def max_constraints(rows: WorldRows) -> int:
    """Return an upper bound on the constraints that `gather_constraints` finds."""
    return len(rows.joints.order) + len(rows.contacts.rows)


@kernel
def gather_constraints(rows: WorldRows, constraints: ConstraintRows, context: StepContext) -> int:
    """Write all constraints that act in this step and have a body that is awake; return their number.

    Writes up to one row more than `max_constraints`.
    """
    return gather_contacts(rows, constraints, gather_joints(rows, constraints, 0, context), context)


@inlined
def run_stage(
    stage: int, begin: int, end: int, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Run one stage for the blocks from `begin` to before `end`."""
    for k in range(begin, end):
        if work.heads[k].kind <= TWO_POINTS:
            run_contact_stage(stage, k, rows, work, context)
        elif work.heads[k].kind == JOINT:
            run_joint_stage(stage, k, rows, work, context)
        elif work.heads[k].kind == LINK:
            run_link_stage(stage, k, rows, work, context)
        elif work.heads[k].kind == BRANCH:
            run_branch_stage(stage, k, rows, work, context)
        else:
            run_pin_stage(stage, k, rows, work, context)
