"""Contacts as a kind of constraint (see `constraint`): gathered, solved, restituted, stored.

All rules of a pass are one loop over the lanes of a block, which LLVM turns into vector instructions.
"""

from __future__ import annotations

import math
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
from ..constraint import ONE_POINT, PREPARE, RELAX, RESTITUTE, SOLVE, STORE, TWO_POINTS
from ..workspace import Workspace, WorldRows
from .point import (
    apply_normal_impulse,
    load_lane,
    normal_speed,
    set_warm_start,
    solve_friction,
    solve_rigid,
    solve_soft,
    store_lane,
)
from .prepare import lost_time, prepare_contacts


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
    elif stage == RESTITUTE:
        for i in range(head.count):
            if block.restitution[i] > 0.0:
                restitute(movers, head, block, scratch, i, context)
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
    """Solve friction first and non-penetration last, since the last rule is met best."""
    for i in lane_indices(begin, end):
        lane = solve_friction(block, 0, i, load_lane(block, scratch, i))
        if points == 2:
            lane = solve_friction(block, 1, i, lane)
        lane = solve_soft(block, 0, i, lane, context)
        if points == 2:
            lane = solve_soft(block, 1, i, lane, context)
        store_lane(block, scratch, i, lane)


@kernel
def relax_block(
    movers: MoverRows, head: Any, block: Any, scratch: Any, part: int, context: StepContext
) -> None:
    """Solve the contacts of a part without spring, at the present poses."""
    begin, end, padded_end = lane_range(head, part)
    gather_velocities(movers, head, scratch, begin, end)
    subtract_surface_speed(block, scratch, begin, end)
    gather_deltas(movers, head, scratch, begin, end)
    end_arms_at_cores(block, scratch, begin, end)
    if head.kind == TWO_POINTS:
        relax_points(block, scratch, begin, padded_end, 2, context)
    else:
        relax_points(block, scratch, begin, padded_end, 1, context)
    apply_impulses(movers, head, scratch, begin, end)
    add_warm_start(movers, head, scratch, begin, end)


@inlined
def relax_points(block: Any, scratch: Any, begin: int, end: int, points: int, context: StepContext) -> None:
    """Solve non-penetration first, so that friction is limited by the rigid normal impulse; the soft one is a
    little smaller.
    """
    for i in lane_indices(begin, end):
        lane = solve_rigid(block, scratch, 0, i, load_lane(block, scratch, i), context)
        if points == 2:
            lane = solve_rigid(block, scratch, 1, i, lane, context)
        lane = solve_friction(block, 0, i, lane)
        if points == 2:
            lane = solve_friction(block, 1, i, lane)
        store_lane(block, scratch, i, lane)
        set_warm_start(block, scratch, i, points)


@inlined
def end_arms_at_cores(block: Any, scratch: Any, begin: int, end: int) -> None:
    """Correct the displacements of b along the normal for cores with a radius.

    A rounded surface keeps its place while its core rotates, so the arms that rotate end at the cores, a
    radius short of the contact point; `base_separation` lacks the radii.
    """
    if block.has_radius != 0:
        for i in lane_indices(begin, end):
            shift = scratch.delta_a[2, i] * block.ra[i] + scratch.delta_b[2, i] * block.rb[i]
            scratch.delta_b[0, i] += shift * block.nx[i]
            scratch.delta_b[1, i] += shift * block.ny[i]


@inlined
def subtract_surface_speed(block: Any, scratch: Any, begin: int, end: int) -> None:
    """Make velocities relative to a moving surface (conveyor belt), so that friction carries along."""
    if block.has_surface_speed != 0:
        for i in lane_indices(begin, end):
            scratch.b[0, i] -= block.surface_speed[i] * block.ny[i]
            scratch.b[1, i] += block.surface_speed[i] * block.nx[i]


@kernel
def restitute(movers: MoverRows, head: Any, block: Any, scratch: Any, i: int, context: StepContext) -> None:
    """Bounce the points of a contact that were pushed and approached faster than `restitution_speed`.

    Once, after the sub-steps, with the speed at the moment of touch.
    """
    for point in range(2 if head.kind == TWO_POINTS else 1):
        speed = block.impact_speed[point, i]
        if speed < context.restitution_speed or block.total_jn[point, i] == 0.0:
            continue
        overlap = min(block.separation[point, i], 0.0)
        wanted = rebound_speed(
            block.restitution[i] * speed, block.acceleration[i], overlap, lost_time(context)
        )
        gather_velocities(movers, head, scratch, i, i + 1)
        lane = load_lane(block, scratch, i)
        before = block.jn[point, i]
        missing = wanted - normal_speed(block, point, i, lane)
        total = before + block.mass_n[point, i] * missing
        store_lane(block, scratch, i, apply_normal_impulse(block, point, i, lane, total))
        block.total_jn[point, i] += block.jn[point, i] - before
        apply_impulses(movers, head, scratch, i, i + 1)


@kernel
def rebound_speed(speed: float, acceleration: float, separation: float, lost_time: float) -> float:
    """Return the speed that brings a point out of an overlap with `speed`: the inverse of `impact_speed`."""
    half = 0.5 * acceleration * lost_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * acceleration * separation, 0.0))


@kernel
def store_impulses(head: Any, block: Any, ordered: ConstraintRows, contacts: Contacts) -> None:
    """Store impulses for the next step's warm start and for events; a contact that pushed did touch."""
    for i in range(head.count):
        row = ordered[head.first + i].row
        manifold = contacts.manifolds[row]
        manifold.jn0 = block.jn[0, i]
        manifold.jt0 = block.jt[0, i]
        manifold.impulse = block.total_jn[0, i]
        manifold.speed = block.impact_speed[0, i]
        if head.kind == TWO_POINTS:
            manifold.jn1 = block.jn[1, i]
            manifold.jt1 = block.jt[1, i]
            manifold.impulse += block.total_jn[1, i]
            manifold.speed = max(manifold.speed, block.impact_speed[1, i])
        if manifold.impulse > 0.0:
            contacts.rows[row].touching = 1
