"""Constraints of a step: contacts that push, grouped by islands where that gains something."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import FREE, ConstraintRows
from ...compile import inlined, kernel
from ...solver.contact.stages import MASS_RATIO, MAX_REFINEMENT
from ...solver.groups import divide_into_groups
from ..settings import StepContext3
from ..world.center import center_of
from .integrate import body_forces, init_mover
from .records import STATIC_MOVER
from .workspace import Workspace3, WorldRows3


@kernel
def gather_contacts(rows: WorldRows3, constraints: ConstraintRows, context: StepContext3) -> int:
    """Write all contacts that push, have points and a body that is awake; return their number.

    Writes up to one row more than there are contacts.
    """
    bodies, shapes, contacts = rows.bodies, rows.shapes, rows.contacts.rows
    end = 0
    for row in range(len(contacts)):
        contact = contacts[row]
        constraints[end].row = row  # without a branch, see ARCHITECTURE, "Crowds and branches"
        end += (contact.count > 0) & (contact.solid != 0)
    count = 0
    for k in range(end):
        row = constraints[k].row
        contact = contacts[row]
        body_a, body_b = shapes[contact.a].body, shapes[contact.b].body
        awake_a, awake_b = bodies[body_a].awake == 1, bodies[body_b].awake == 1
        constraint = constraints[count]
        constraint.kind = 0
        constraint.row = row
        constraint.body_a = body_a if awake_a else FREE
        constraint.body_b = body_b if awake_b else FREE
        constraint.refinement = 1
        if awake_a & awake_b:
            manifold = rows.contacts.manifolds[row]
            constraint.refinement = refinement(bodies[body_a], bodies[body_b], manifold, context)
        count += awake_a | awake_b
    return count


@kernel
def refinement(body_a: Any, body_b: Any, manifold: Any, context: StepContext3) -> int:
    """Return how many times as many sub-steps a contact needs because a heavy body presses on a light one.

    See `solver.contact.stages.refinement`, the plane's.
    """
    a, b = body_a.inverse_mass, body_b.inverse_mass
    if (a == 0.0) | (b == 0.0) | (max(a, b) <= MASS_RATIO * min(a, b)):
        return 1
    x, y, z = context.gravity_x, context.gravity_y, context.gravity_z
    pressing = x * manifold.nx + y * manifold.ny + z * manifold.nz
    pressing *= 1.0 if a < b else -1.0  # the heavy body is a, and the normal points from it
    weight = math.sqrt(x * x + y * y + z * z)
    if (weight == 0.0) | (pressing <= 0.0) | (body_a.skin + body_b.skin > 0.0):
        return 1
    load = pressing / weight * (max(a, b) / min(a, b))
    return int(min(math.ceil(math.sqrt(load / MASS_RATIO)), MAX_REFINEMENT))


@inlined
def group_constraints(rows: WorldRows3, work: Workspace3, context: StepContext3) -> int:
    """Gather all constraints, group by group; return the number of groups, 1 where groups gain nothing.

    `work.constraints` holds them, `work.ends` the end of each group, `work.refinements` its refinement.
    """
    return int(divide_into_groups(rows, gather_contacts(rows, work.constraints, context), work))


@kernel
def assign_movers(
    rows: WorldRows3, constraints: ConstraintRows, work: Workspace3, context: StepContext3
) -> int:
    """Give the bodies of constraints movers, and blocks their numbers; return the number of movers."""
    count = 0
    for k in range(len(constraints)):
        a = assign_mover(rows, constraints[k].body_a, work, count, context)
        count = max(count, a)
        b = assign_mover(rows, constraints[k].body_b, work, count, context)
        count = max(count, b)
        work.blocks[k].mover_a, work.blocks[k].mover_b = a, b
    return count


@inlined
def assign_mover(rows: WorldRows3, row: int, work: Workspace3, count: int, context: StepContext3) -> int:
    """Return the mover of a body, STATIC_MOVER for FREE; a body without one gets mover `count` + 1."""
    if row < 0:
        return STATIC_MOVER
    mover_index = work.mover_index
    if mover_index[row] == STATIC_MOVER:
        body, mover = rows.bodies[row], work.movers[count + 1]
        mover_index[row] = count + 1
        mover.body = row
        init_mover(mover, body_forces(body, context), center_of(body))
    return int(mover_index[row])
