"""Contacts as a kind of constraint (see `constraint`): gathered, solved, stored.

All rules of a pass are one loop over the lanes of a block, which LLVM turns into vector instructions.
"""

from __future__ import annotations

from typing import Any

from ...arrays import FREE, ConstraintRows, MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.contacts import Contacts
from ..blocks import (
    add_warm_start,
    apply_impulses,
    gather_deltas,
    gather_velocities,
    lane_indices,
    lane_range,
    part_count,
)
from ..constraint import ONE_POINT, PREPARE, RELAX, SOLVE, STORE, TWO_POINTS
from ..workspace import Workspace, WorldRows
from .point import (
    end_arms_at_cores,
    load_lane,
    move_levers,
    rigid_target,
    set_warm_start,
    soft_target,
    solve_friction,
    solve_pair,
    solve_point,
    store_lane,
    subtract_surface_speed,
)
from .prepare import inverse, prepare_contacts


@kernel
def gather_contacts(rows: WorldRows, constraints: ConstraintRows, count: int) -> int:
    """Append the contacts that push and have points; return the new count."""
    bodies, shapes, contacts = rows.bodies, rows.shapes, rows.contacts.rows
    end = count
    for row in range(len(contacts)):
        contact = contacts[row]
        constraints[end].row = row  # without a branch, see ARCHITECTURE, "Crowds and guesses"
        end += (contact.count > 0) & (contact.solid != 0)
    for k in range(count, end):
        row = constraints[k].row
        contact = contacts[row]
        body_a, body_b = shapes[contact.a].body, shapes[contact.b].body
        awake_a, awake_b = bodies[body_a].awake == 1, bodies[body_b].awake == 1
        constraint = constraints[count]
        constraint.kind = ONE_POINT + contact.count - 1
        constraint.row = row
        constraint.body_a = body_a if awake_a else FREE
        constraint.body_b = body_b if awake_b else FREE
        count += awake_a | awake_b
    return count


@inlined
def run_contact_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k."""
    movers, head, block, scratch = work.movers, work.heads[k], work.contact_blocks[k], work.scratch[0]
    if stage == SOLVE:
        for part in range(part_count(head)):
            solve_block(movers, head, block, scratch, part, context)
    elif stage == RELAX:
        for part in range(part_count(head)):
            relax_block(movers, head, block, scratch, part, context)
    elif stage == PREPARE:
        prepare_contacts(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_impulses(head, block, work.ordered, rows.contacts)


@kernel
def solve_block(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Solve the contacts of a part, overlap as a damped spring."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    subtract_surface_speed(block, scratch, begin, end)
    if head.kind == TWO_POINTS:  # two loops without branches
        solve_points(block, scratch, begin, padded_end, 2, context)
    else:
        solve_points(block, scratch, begin, padded_end, 1, context)
    apply_impulses(movers, head, scratch, begin, end)


@inlined
def solve_points(block: Any, scratch: Any, begin: int, end: int, points: int, context: StepContext) -> None:
    """Push out first, so that a fresh touch has friction from its first sub-step on."""
    for i in lane_indices(begin, end):
        lane = load_lane(block, scratch, i)
        target = soft_target(block, 0, i, lane, context)
        if points == 2:
            lane = solve_pair(block, i, lane, target, soft_target(block, 1, i, lane, context))
        else:
            lane = solve_point(block, i, lane, target)
        store_lane(block, scratch, i, solve_friction(block, i, lane, points))


@kernel
def relax_block(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Solve the contacts of a part without spring, at the present poses."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    subtract_surface_speed(block, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    for i in lane_indices(begin, padded_end):
        move_levers(block, scratch, i)
    end_arms_at_cores(block, scratch, begin, end)
    if head.kind == TWO_POINTS:
        relax_points(block, scratch, begin, padded_end, 2, context)
    else:
        relax_points(block, scratch, begin, padded_end, 1, context)
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@inlined
def relax_points(block: Any, scratch: Any, begin: int, end: int, points: int, context: StepContext) -> None:
    """Solve as `solve_points`, without springs; then sum up the normal impulses."""
    for i in lane_indices(begin, end):
        lane = load_lane(block, scratch, i)
        target = rigid_target(block, scratch, 0, i, lane, context)
        if points == 2:
            lane = solve_pair(block, i, lane, target, rigid_target(block, scratch, 1, i, lane, context))
            block.total_jn[1, i] += block.jn[1, i]
        else:
            lane = solve_point(block, i, lane, target)
        block.total_jn[0, i] += block.jn[0, i]
        store_lane(block, scratch, i, solve_friction(block, i, lane, points))
        set_warm_start(block, scratch, i, points)


@kernel
def store_impulses(head: Any, block: Any, ordered: ConstraintRows, contacts: Contacts) -> None:
    """Store impulses for the next step's warm start and for events; a contact that pushed did touch."""
    for i in range(head.count):
        row = ordered[head.first + i].row
        manifold = contacts.manifolds[row]
        manifold.jn0 = block.jn[0, i]
        manifold.jt0 = block.jt[i]
        manifold.impulse = block.total_jn[0, i]
        manifold.speed = block.impact_speed[0, i]
        if head.kind == TWO_POINTS:
            manifold.jn1 = block.jn[1, i]
            share = manifold.jn1 * inverse(manifold.jn0 + manifold.jn1)
            manifold.jt0, manifold.jt1 = (1.0 - share) * block.jt[i], share * block.jt[i]
            manifold.impulse += block.total_jn[1, i]
            manifold.speed = max(manifold.speed, block.impact_speed[1, i])
        if manifold.impulse > 0.0:
            contacts.rows[row].touching = 1
