"""Links as a kind of constraint: pins, rods, hinges and welds that are part of a tree, which `trees` solves
as a whole.

Their blocks hold where they are, and their impulses.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import REVOLUTE, WELD
from ..blocks import add_warm_start, gather_deltas, lane_indices
from ..constraint import JOINT, PREPARE, RELAX, STORE
from ..workspace import Workspace, WorldRows
from .anchors import Anchors, current_anchors, place_anchors
from .branch_rows import forget_removed, lean_on_limit
from .elimination import GIVE
from .link_drive import DRIVEN, FREE, WELDED, all_turns_of, finish_drive, store_of_turn
from .pin import gap_of, set_pin_impulse
from .prepare import NO_SPRING, spring_or
from .report import angle_of, report_load, report_value
from .softness import begin_store


@inlined
def run_link_stage(stage: int, k: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Run one stage for block k."""
    head, block, scratch = work.heads[k], work.link_blocks[k], work.scratch[0]
    if stage == RELAX:
        place_links(work.movers, head, block, scratch)
    elif stage == PREPARE:
        prepare_links(head, block, scratch, rows, work, context)
    elif stage == STORE:
        store_links(head, block, rows, work, context)


@kernel
def prepare_links(
    head: Any, block: Any, scratch: Any, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Fill a block."""
    place_anchors(head, block, scratch, rows, work)
    share, springs = 1.0 / context.refinement, 0
    for i in range(head.count):
        constraint = work.ordered[head.first + i]
        joint = rows.joints.rows[constraint.row]
        block.jx[i], block.jy[i] = share * joint.point_x, share * joint.point_y
        holds_angle = joint.type == WELD or (joint.type == REVOLUTE and constraint.single == JOINT)
        block.rod[i] = 1.0 if constraint.single == JOINT and not holds_angle else 0.0
        block.target[i], block.turns[i] = joint.target, FREE
        if holds_angle:
            a, b = work.movers[head.a[i]], work.movers[head.b[i]]
            prepare_drive(block, i, joint, rows, b.w - a.w, context)
            springs += block.spring_s[i] > 0.0
    for i in lane_indices(0, head.lanes):
        block.total_x[i], block.total_y[i], block.idle[i], block.torn[i] = 0.0, 0.0, 0.0, 0.0
        ax, ay = block.start_ax[i], block.start_ay[i]
        bx, by = block.start_bx[i], block.start_by[i]
        place_link(block, i, Anchors(ax, ay, bx, by, block.start_x[i], block.start_y[i]))
    for i in range(head.count if springs > 0 else 0):
        if block.turns[i] != FREE and block.spring_s[i] > 0.0:
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            begin_store(block, i, joint, store_of_turn(block, i, context.h))


@inlined
def prepare_drive(
    block: Any, i: int, joint: Any, rows: WorldRows, speed: float, context: StepContext
) -> None:
    """Fill what holds or drives the angle of a lane that turns with a speed."""
    share, spring = 1.0 / context.refinement, NO_SPRING
    if joint.has_target != 0:
        spring = spring_or(NO_SPRING, joint.hertz, joint.damping_ratio, context.h)
    block.spring_s[i], block.spring_k[i], block.spring_o[i] = spring
    block.target[i], block.aim[i], block.most[i] = (
        joint.target,
        joint.motor_speed,
        joint.max_effort * context.h,
    )
    block.lower[i], block.upper[i] = joint.lower, joint.upper
    block.spring_j[i], block.motor_j[i] = share * joint.spring_impulse, share * joint.motor_impulse
    block.lower_j[i], block.upper_j[i] = share * joint.lower_impulse, share * joint.upper_impulse
    forget_removed(block, i, joint.lower, joint.upper, block.spring_s[i] > 0.0, block.most[i])
    lean_on_limit(block, i, block.most[i], block.aim[i])
    block.turns[i], block.held_j[i] = DRIVEN, 0.0
    if joint.type == WELD:
        block.turns[i], block.held_j[i] = WELDED, share * joint.angle_impulse
    angle = angle_of(rows.bodies, joint.body_b) - angle_of(rows.bodies, joint.body_a)
    block.start_angle[i] = angle - joint.reference_angle
    block.angle[i], block.before[i] = block.start_angle[i], speed
    block.total_turn[i], block.work[i] = 0.0, 0.0
    block.held[i], block.owed[i] = 0.0, 0.0  # all that is read of those without springs


@kernel
def place_links(movers: MoverRows, head: Any, block: Any, scratch: Any) -> None:
    """Set the places of links at the present poses."""
    gather_deltas(movers, head, scratch, 0, head.count)
    for i in lane_indices(0, head.lanes):
        place_link(block, i, current_anchors(block, scratch, i))
    for i in range(head.count):
        if block.turns[i] != FREE:
            block.angle[i] = block.start_angle[i] + (movers[head.b[i]].turn - movers[head.a[i]].turn)


@inlined
def place_link(block: Any, i: int, now: Anchors) -> None:
    """Set the place of a link, from its anchors."""
    rod = block.rod[i]
    length = math.sqrt(now.x * now.x + now.y * now.y)
    scale = 1.0 / length if length > 0.0 else 0.0
    nx, ny = now.x * scale, now.y * scale
    nx = nx if length > 0.0 else 1.0
    stretch = rod * (length - block.target[i])
    block.nx[i], block.ny[i], block.length[i] = nx, ny, length
    point = 1.0 - rod
    gap_x, gap_y = point * now.x, point * now.y
    block.ax[i], block.ay[i] = now.ax + 0.5 * gap_x, now.ay + 0.5 * gap_y
    block.bx[i], block.by[i] = now.bx - 0.5 * gap_x, now.by - 0.5 * gap_y
    block.gap_x[i], block.gap_y[i] = gap_x + stretch * nx, gap_y + stretch * ny
    block.give[i] = GIVE * own_effect(block, i)
    pull = rod * (nx * block.jx[i] + ny * block.jy[i])  # a rod's impulse turns with it
    block.jx[i], block.jy[i] = point * block.jx[i] + pull * nx, point * block.jy[i] + pull * ny


@inlined
def own_effect(block: Any, i: int) -> float:
    """Return the speed that a unit impulse adds to a lane's bodies alone, both axes together."""
    linear = block.mx[i] + block.my[i]
    ax, ay, bx, by = block.ax[i], block.ay[i], block.bx[i], block.by[i]
    angular = block.ia[i] * (ax * ax + ay * ay) + block.ib[i] * (bx * bx + by * by)
    return float(linear if linear > 0.0 else angular)


@inlined
def warm_links(movers: MoverRows, head: Any, block: Any, scratch: Any, turning: int) -> None:
    """Add the impulses of a block to those with which the next sub-step starts; `turning`: 0 if nothing holds
    or drives an angle.
    """
    for i in lane_indices(0, head.lanes):
        set_pin_impulse(block, i, scratch.delta_a, scratch.delta_b, block.jx[i], block.jy[i])
    for i in range(head.count if turning > 0 else 0):
        if block.turns[i] != FREE:
            turn = all_turns_of(block, i)
            scratch.delta_a[2, i] -= turn
            scratch.delta_b[2, i] += turn
    add_warm_start(movers, head, scratch, 0, head.count)


@kernel
def finish_links(movers: MoverRows, head: Any, block: Any, scratch: Any, turning: int, h: float) -> None:
    """End a sub-step: add the impulses to the sums of the step, and to the next sub-step's start."""
    for i in lane_indices(0, head.lanes):
        block.total_x[i] += block.jx[i]
        block.total_y[i] += block.jy[i]
    for i in range(head.count if turning > 0 else 0):
        if block.turns[i] != FREE:
            finish_drive(block, i, movers[head.b[i]].w - movers[head.a[i]].w, h)
    warm_links(movers, head, block, scratch, turning)


@kernel
def store_links(head: Any, block: Any, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Store impulses for the next step, and what can be read of the joints."""
    for i in range(head.count):
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        a, b = work.movers[head.a[i]], work.movers[head.b[i]]
        joint.point_x, joint.point_y = context.refinement * block.jx[i], context.refinement * block.jy[i]
        joint.stretch = gap_of(block, i)
        if block.rod[i] == 0.0:
            report_value(joint, rows.bodies, a, b)
        else:
            x = (b.vx - a.vx) - (b.w * block.by[i] - a.w * block.ay[i])
            y = (b.vy - a.vy) + (b.w * block.bx[i] - a.w * block.ax[i])
            joint.value, joint.speed = block.length[i], x * block.nx[i] + y * block.ny[i]
        turn = 0.0
        if block.turns[i] != FREE:
            store_drive(block, i, joint, context.refinement)
            joint.held = block.held[i]
            turn = block.total_turn[i]
        report_load(joint, block.total_x[i], block.total_y[i], turn, context)


@inlined
def store_drive(block: Any, i: int, joint: Any, scale: float) -> None:
    """Store the impulses of a lane's angle for the next step."""
    joint.spring_impulse, joint.motor_impulse = scale * block.spring_j[i], scale * block.motor_j[i]
    joint.lower_impulse, joint.upper_impulse = scale * block.lower_j[i], scale * block.upper_j[i]
    joint.angle_impulse = scale * block.held_j[i]


@inlined
def forget_link(block: Any, i: int) -> None:
    """Set the impulses of a lane to 0."""
    block.jx[i], block.jy[i], block.held_j[i], block.spring_j[i] = 0.0, 0.0, 0.0, 0.0
    block.motor_j[i], block.lower_j[i], block.upper_j[i] = 0.0, 0.0, 0.0
