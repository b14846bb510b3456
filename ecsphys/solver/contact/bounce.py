"""Bounces: the impacts of contacts with a restitution, before the solver stops what approaches.

After B. Smith, D. Kaufman, E. Vouga, R. Tamstorf and E. Grinspun, *Reflections on Simultaneous Impact*
(SIGGRAPH 2012). All points that would touch in the coming sub-step and approach are one set: their approach
is stopped at once, and then each gets the same impulse again, times its restitution. That is repeated for
the approaches which arise from it, until there are none. So symmetric impacts stay symmetric, impulses pass
through rows of bodies, and restitution 1 keeps the energy.

Bounces come before gravity acts in a sub-step: what rests does not bounce, however low the threshold.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BounceRows
from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import apply_impulses, gather_deltas, gather_velocities
from ..constraint import TWO_POINTS
from ..workspace import Workspace
from .point import (
    LaneState,
    apply_normal_impulse,
    apply_tangent_impulse,
    current_separation,
    drift_of,
    load_lane,
    move_levers,
    normal_speed,
    store_lane,
    subtract_surface_speed,
)
from .prepare import impact_speed, inverse, lost_time, set_lively

MAX_ROUNDS = 64  # of impacts that arise from others: longer rows of bodies take more sub-steps
MAX_PASSES = 64
PRECISION = 1e-12  # share of the fastest approach that may be left when passes end


@kernel
def bounce(blocks: int, work: Workspace, context: StepContext) -> None:
    """Let the contacts of the first `blocks` blocks bounce that are about to touch."""
    for stamp in range(MAX_ROUNDS):
        count = find_bounces(blocks, work, stamp, context)
        if count == 0:
            return
        bounces = work.bounces[:count]
        reach_targets(work, bounces, 0.0)  # stop the approaches: finds which points push
        reach_targets(work, bounces, 1.0)
        finish_bounces(work, bounces, stamp + 2)


@kernel
def find_bounces(blocks: int, work: Workspace, stamp: int, context: StepContext) -> int:
    """List the points that bounce now, of bodies with a later stamp than this; return their number."""
    movers, count = work.movers, 0
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS or block.bounces == 0:
            continue
        for i in range(head.count):
            if max(movers[head.a[i]].lively, movers[head.b[i]].lively) > stamp and block.restitution[i] > 0.0:
                count = append_bounces(work, k, i, count, context)
    return count


@kernel
def append_bounces(work: Workspace, k: int, i: int, count: int, context: StepContext) -> int:
    """Append the points of lane i of block k that approach fast enough to bounce in the coming sub-step."""
    head, block, scratch = work.heads[k], work.contact_blocks[k], work.scratch[0]
    gather_velocities(work.movers, head, scratch, i, i + 1)
    gather_deltas(work.movers, head, scratch, i, i + 1)
    drift = drift_of(block, scratch, i)
    move_levers(block, i, drift)
    lane, acceleration, lost = load_lane(block, scratch, i), block.acceleration[i], lost_time(context)
    slowest = max(context.restitution_speed, 2.0 * context.h * abs(acceleration))  # faster than what rests
    block.elastic[i] = 0.0
    for point in range(2 if head.kind == TWO_POINTS else 1):
        separation = current_separation(block, scratch, point, i, drift)
        speed = -normal_speed(block, point, i, lane)
        if speed > slowest:
            block.elastic[i] = 1.0
        if speed <= 0.0 or separation > context.h * (speed + context.h * acceleration):
            continue
        at_touch = impact_speed(speed, acceleration, separation, lost)
        if at_touch < context.restitution_speed:
            continue
        block.impact_speed[point, i] = max(block.impact_speed[point, i], at_touch)
        row = work.bounces[count]
        row.block, row.lane, row.point, row.j = k, i, point, 0.0
        row.speed = rebound_speed(block.restitution[i] * at_touch, acceleration, separation, lost)
        row.mass = inverse(inverse_mass(block, point, i))
        count += 1
    return count


@inlined
def inverse_mass(block: Any, point: int, i: int) -> float:
    """Return the inverse effective mass of a point, with the present levers."""
    na = block.na[point, i] + block.slide_n[i]
    nb = na + block.shift_n[i]
    return float(block.knn[i] + block.ia[i] * na * na + block.ib[i] * nb * nb)


@kernel
def rebound_speed(speed: float, acceleration: float, separation: float, lost_time: float) -> float:
    """Return the speed that takes a point from this separation to the touch, or back, with `speed` there: the
    inverse of `impact_speed`.
    """
    half = 0.5 * acceleration * lost_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * acceleration * separation, 0.0))


@kernel
def reach_targets(work: Workspace, bounces: BounceRows, share: float) -> None:
    """Bring all points to `share` of their rebound speed, or leave them faster without impulse.

    With a share above 0 only those that the last call has pushed.
    """
    for _ in range(MAX_PASSES):
        left, fastest = 0.0, 0.0
        for row in bounces:
            if share > 0.0 and row.j == 0.0:
                continue
            block, scratch, i = work.contact_blocks[row.block], work.scratch[0], row.lane
            gather_velocities(work.movers, work.heads[row.block], scratch, i, i + 1)
            lane = load_lane(block, scratch, i)
            speed = normal_speed(block, row.point, i, lane)
            j = max(row.j + row.mass * (share * row.speed - speed), 0.0)
            change = j - row.j
            row.j = j
            la = change * (block.na[row.point, i] + block.slide_n[i])
            scatter_lane(work, row, apply_normal_impulse(block, i, lane, change, la))
            left = max(left, abs(change) * inverse(row.mass))
            fastest = max(fastest, row.speed)
        if left <= PRECISION * fastest or len(bounces) == 1:
            return


@inlined
def scatter_lane(work: Workspace, row: Any, lane: LaneState) -> None:
    """Apply the impulses of the lane of a bounce to its bodies."""
    scratch, i = work.scratch[0], row.lane
    store_lane(work.contact_blocks[row.block], scratch, i, lane)
    apply_impulses(work.movers, work.heads[row.block], scratch, i, i + 1)


@kernel
def finish_bounces(work: Workspace, bounces: BounceRows, stamp: int) -> None:
    """Account for the impulses, mark the bodies that they changed, and apply friction contact by contact."""
    load = 0.0
    for k in range(len(bounces)):
        row = bounces[k]
        block, i = work.contact_blocks[row.block], row.lane
        if row.j > 0.0:
            head = work.heads[row.block]
            set_lively(work.movers[head.a[i]], stamp)
            set_lively(work.movers[head.b[i]], stamp)
            block.total_jn[row.point, i] += row.j
        is_second = k > 0 and bounces[k - 1].block == row.block and bounces[k - 1].lane == i
        both = is_second and load > 0.0 and row.j > 0.0
        lever = block.tf[i] if both else block.ta[row.point, i]
        load = row.j + (load if is_second else 0.0)
        followed = k + 1 < len(bounces) and bounces[k + 1].block == row.block and bounces[k + 1].lane == i
        if load > 0.0 and block.friction[i] > 0.0 and not followed:
            apply_friction(work, row, block.friction[i] * load, lever + block.slide_t[i])


@kernel
def apply_friction(work: Workspace, row: Any, limit: float, ta: float) -> None:
    """Stop the surfaces of a bounce from sliding by an impulse of at most `limit` at the lever `ta`."""
    head, block, scratch, i = work.heads[row.block], work.contact_blocks[row.block], work.scratch[0], row.lane
    gather_velocities(work.movers, head, scratch, i, i + 1)
    subtract_surface_speed(block, scratch, i, i + 1)
    lane = load_lane(block, scratch, i)
    tb = ta + block.shift_t[i]
    mass = inverse(block.ktt[i] + block.ia[i] * ta * ta + block.ib[i] * tb * tb)
    speed = lane.t + (lane.wb * tb - lane.wa * ta)
    jt = max(-limit, min(-mass * speed, limit))
    scatter_lane(work, row, apply_tangent_impulse(block, i, lane, jt, ta * jt))
