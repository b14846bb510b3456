"""Contacts as a kind of constraint (see `constraint`): gathered, solved, stored.

All rules of a pass are one loop over the lanes of a block, which LLVM turns into vector instructions.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import FREE, ConstraintRows, MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.contacts import Contacts
from ...world.foreseen import foreseen_on, way_down
from ..blocks import (
    add_warm_start,
    apply_impulses,
    gather_deltas,
    gather_velocities,
    lane_indices,
    lane_range,
    part_count,
)
from ..constraint import ONE_POINT, PART, PREPARE, RELAX, SOLVE, STORE, TWO_POINTS
from ..workspace import Workspace, WorldRows
from .masses import inverse, update_masses, update_pair_masses
from .parting import part_block
from .point import (
    Drift,
    drift_of,
    load_lane,
    move_levers,
    rigid_target,
    set_warm_start,
    soft_target,
    solve_friction,
    solve_point,
    solve_rigid_points,
    solve_soft_points,
    store_lane,
    subtract_surface_speed,
)
from .prepare import prepare_contacts
from .rolling import bend, move_points

MASS_RATIO = 8.0  # up to here a heavy body is borne by a light one without further sub-steps
MAX_REFINEMENT = 16
PASSED = 4.0  # times the motion that changes masses: bodies have passed each other


@kernel
def gather_contacts(rows: WorldRows, constraints: ConstraintRows, count: int, context: StepContext) -> int:
    """Append the contacts that push and have points; return the new count."""
    bodies, shapes, contacts = rows.bodies, rows.shapes, rows.contacts.rows
    manifolds = rows.contacts.manifolds
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
        constraint.refinement = 1
        if awake_a & awake_b & is_uneven(bodies[body_a], bodies[body_b]):
            constraint.refinement = refinement(rows, body_a, body_b, manifolds[row], context)
        count += awake_a | awake_b
    return count


@inlined
def is_uneven(body_a: Any, body_b: Any) -> bool:
    """Whether both bodies can be pushed, and one much easier than the other one."""
    a, b = body_a.inverse_mass, body_b.inverse_mass
    return bool((a != 0.0) & (b != 0.0) & (max(a, b) > MASS_RATIO * min(a, b)))


@kernel
def refinement(rows: WorldRows, row_a: int, row_b: int, manifold: Any, context: StepContext) -> int:
    """Return how many times as many sub-steps a contact needs if a heavy body presses on a light one.

    The spring of a contact is as stiff as the light body allows, so it yields by the ratio of the masses and
    the square of the sub-step. What a joint holds does not rest its weight on what is below it.
    """
    body_a, body_b = rows.bodies[row_a], rows.bodies[row_b]
    a, b = body_a.inverse_mass, body_b.inverse_mass
    heavy = row_a if a < b else row_b
    down = way_down(rows.bodies[heavy], foreseen_on(rows.influences.effects, heavy), context)
    pressing = down.x * manifold.nx + down.y * manifold.ny
    pressing *= 1.0 if a < b else -1.0  # the heavy body is a, and the normal points from it
    weight = math.sqrt(down.x * down.x + down.y * down.y)
    held = body_a.hung if a < b else body_b.hung
    if (weight == 0.0) | (pressing <= 0.0) | (body_a.skin + body_b.skin > 0.0) | (held == 1):
        return 1
    load = pressing / weight * (max(a, b) / min(a, b))
    return int(min(math.ceil(math.sqrt(load / MASS_RATIO)), MAX_REFINEMENT))


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
    elif stage == PART:
        part_block(movers, head, block, scratch, context)
    elif stage == PREPARE:
        prepare_contacts(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_impulses(head, block, work.ordered, rows.contacts, context)


@kernel
def solve_block(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Solve the contacts of a part, overlap as a damped spring."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    subtract_surface_speed(block, scratch, begin, end)
    if head.kind == TWO_POINTS:  # two loops without branches
        solve_lanes(block, scratch, begin, padded_end, 2, context)
    else:
        solve_lanes(block, scratch, begin, padded_end, 1, context)
    apply_impulses(movers, head, scratch, begin, end)


@inlined
def solve_lanes(block: Any, scratch: Any, begin: int, end: int, points: int, context: StepContext) -> None:
    """Push out first, so that a fresh touch has friction from its first sub-step on."""
    for i in lane_indices(begin, end):
        lane = load_lane(block, scratch, i)
        if points == 2:
            target = soft_target(block, 0, i, lane, 0.0, context)
            lane = solve_soft_points(block, i, lane, target, soft_target(block, 1, i, lane, 0.0, context))
        else:
            target = soft_target(block, 0, i, lane, bend(block, i, lane, context.h), context)
            lane = solve_point(block, i, lane, target, 1.0)
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
    if head.kind == TWO_POINTS:
        adapt_masses(block, scratch, begin, end)
        relax_lanes(block, scratch, begin, padded_end, 2, context)
    else:
        relax_lanes(block, scratch, begin, padded_end, 1, context)
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@inlined
def has_moved(block: Any, i: int, drift: Drift, limits: float) -> bool:
    """Whether the bodies of a lane have moved by more than `limits` times the motion that changes masses."""
    return bool(max(abs(drift.n), abs(drift.t)) > limits * block.slide_limit[i])


@inlined
def adapt_masses(block: Any, scratch: Any, begin: int, end: int) -> None:
    """Set levers and masses of fast lanes of two points as they are now.

    With those of the step's start their impulses would overshoot, more with each pass.
    """
    changed = 0
    for i in lane_indices(begin, end):
        changed += has_moved(block, i, drift_of(block, scratch, i, 2), 1.0)
    if changed == 0:
        return
    for i in range(begin, end):
        drift = drift_of(block, scratch, i, 2)
        if has_moved(block, i, drift, 1.0):
            move_levers(block, i, drift)
            update_pair_masses(block, i)


@inlined
def relax_lanes(block: Any, scratch: Any, begin: int, end: int, points: int, context: StepContext) -> None:
    """Solve as `solve_lanes`, without springs; then sum up the normal impulses.

    What is about to bounce must keep its velocity: the impulses that keep it from an overlap are taken back.
    """
    for i in lane_indices(begin, end):
        drift, share = drift_of(block, scratch, i, points), 1.0 - block.elastic[i]
        first, second = move_points(block, scratch, i, points, drift)
        if points == 2:
            lane = load_lane(block, scratch, i)
            target = rigid_target(block, 0, i, lane, first, context)
            other = rigid_target(block, 1, i, lane, second, context)
            lane = solve_rigid_points(block, i, lane, target, other, share)
            block.total_jn[1, i] += block.jn[1, i]
        else:
            update_masses(block, i)
            lane = load_lane(block, scratch, i)
            lane = solve_point(block, i, lane, rigid_target(block, 0, i, lane, first, context), share)
        block.total_jn[0, i] += block.jn[0, i]
        store_lane(block, scratch, i, solve_friction(block, i, lane, points))
        forget_passed(block, i, drift, points)
        set_warm_start(block, scratch, i, points)


@inlined
def forget_passed(block: Any, i: int, drift: Drift, points: int) -> None:
    """Let no impulse of a lane whose bodies have passed each other start the next sub-step.

    It would act far beside them, where it adds energy before it is solved again.
    """
    kept = 0.0 if has_moved(block, i, drift, PASSED) else 1.0
    block.jt[i] *= kept
    block.jn[0, i] *= kept
    if points == 2:
        block.jn[1, i] *= kept


@kernel
def store_impulses(
    head: Any, block: Any, ordered: ConstraintRows, contacts: Contacts, context: StepContext
) -> None:
    """Store impulses for the next step's warm start and for events; a contact that pushed did touch.

    Those for the warm start are of a sub-step without refinement.
    """
    scale = context.refinement
    for i in range(head.count):
        row = ordered[head.first + i].row
        manifold = contacts.manifolds[row]
        manifold.refinement = scale
        manifold.jn0 = scale * block.jn[0, i]
        manifold.jt0 = scale * block.jt[i]
        manifold.impulse = block.total_jn[0, i]
        manifold.speed = block.impact_speed[0, i]
        if head.kind == TWO_POINTS:
            manifold.jn1 = scale * block.jn[1, i]
            share = manifold.jn1 * inverse(manifold.jn0 + manifold.jn1)
            manifold.jt0, manifold.jt1 = (1.0 - share) * manifold.jt0, share * manifold.jt0
            manifold.impulse += block.total_jn[1, i]
            manifold.speed = max(manifold.speed, block.impact_speed[1, i])
        if manifold.impulse > 0.0:
            contacts.rows[row].touching = 1
