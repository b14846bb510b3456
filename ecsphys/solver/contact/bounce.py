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
from ...math2d.complementarity import affordable_share, reciprocal, solve_pair
from ...settings import StepContext
from ..blocks import apply_impulses, gather_deltas, gather_velocities
from ..constraint import TWO_POINTS
from ..workspace import Workspace
from .masses import PAIR_DAMPING, inverse, normal_coupling, tangent_coupling
from .point import (
    LaneState,
    apply_normal_impulse,
    apply_tangent_impulse,
    drift_of,
    load_lane,
    normal_speed,
    slip_speed,
    store_lane,
    subtract_surface_speed,
)
from .prepare import impact_speed, lost_time, set_lively
from .rolling import move_points

NO_BOUNCE = -1.0
MAX_ROUNDS = 64  # of impacts that arise from others: longer rows of bodies take more sub-steps
MAX_PASSES = 64
# Visits to bounces in a sub-step, at least and for each bounce of its first round. What a crowd leaves
# approaching, the solver stops: thousands at once took seconds.
MIN_VISITS, VISITS = 8192, 8
PRECISION = 1e-12  # share of the fastest approach that may be left when passes end


@kernel
def bounce(blocks: int, work: Workspace, context: StepContext) -> None:
    """Let the contacts of the first `blocks` blocks bounce that are about to touch."""
    visits = MIN_VISITS
    for stamp in range(MAX_ROUNDS):
        count = find_bounces(blocks, work, stamp, context)
        if stamp == 0:
            visits = max(visits, VISITS * count)
        if count == 0 or visits <= 0:
            return
        bounces, passes = work.bounces[:count], max(1, min(visits // (2 * count), MAX_PASSES))
        visits -= reach_targets(work, bounces, 0.0, passes)  # stop the approaches: finds which points push
        stored = store_stop(work, bounces) if count > 1 else 0.0
        visits -= reach_targets(work, bounces, 1.0, passes)
        if count > 1:
            limit_energy(work, bounces, stored)
        for row in bounces:
            finish_bounce(work, row, stamp + 2)


@kernel
def find_bounces(blocks: int, work: Workspace, stamp: int, context: StepContext) -> int:
    """List the contacts that bounce now, of bodies with a later stamp than this; return their number."""
    movers, count = work.movers, 0
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS or block.bounces == 0:
            continue
        for i in range(head.count):
            if max(movers[head.a[i]].lively, movers[head.b[i]].lively) > stamp and block.restitution[i] > 0.0:
                count = append_bounce(work, k, i, count, context)
    return count


@kernel
def append_bounce(work: Workspace, k: int, i: int, count: int, context: StepContext) -> int:
    """Append lane i of block k if a point approaches fast enough to bounce in the coming sub-step."""
    head, block, scratch, row = work.heads[k], work.contact_blocks[k], work.scratch[0], work.bounces[count]
    gather_velocities(work.movers, head, scratch, i, i + 1)
    gather_deltas(work.movers, head, scratch, i, i + 1)
    points = 2 if head.kind == TWO_POINTS else 1
    separation, other = move_points(block, scratch, i, points, drift_of(block, scratch, i, points))
    lane, acceleration, lost = load_lane(block, scratch, i), block.acceleration[i], lost_time(context)
    slowest = max(context.restitution_speed, 2.0 * context.h * abs(acceleration))  # faster than what rests
    block.elastic[i] = 0.0
    row.speed[0], row.speed[1] = NO_BOUNCE, NO_BOUNCE
    for point in range(points):
        separation = other if point == 1 else separation
        speed = -normal_speed(block, point, i, lane)
        if speed > slowest:
            block.elastic[i] = 1.0
        if speed <= 0.0 or separation > context.h * (speed + context.h * acceleration):
            continue
        at_touch = impact_speed(speed, acceleration, separation, lost)
        if at_touch < context.restitution_speed:
            continue
        block.impact_speed[point, i] = max(block.impact_speed[point, i], at_touch)
        row.approach[point] = speed
        row.speed[point] = rebound_speed(block.restitution[i] * at_touch, acceleration, separation, lost)
    if max(row.speed[0], row.speed[1]) < 0.0:
        return count
    row.block, row.lane, row.j[0], row.j[1] = k, i, 0.0, 0.0
    row.k[0], row.k[1] = normal_coupling(block, 0, 0, i), normal_coupling(block, 1, 1, i)
    row.k01 = normal_coupling(block, 0, 1, i)
    return count + 1


@kernel
def rebound_speed(speed: float, acceleration: float, separation: float, lost_time: float) -> float:
    """Return the speed that takes a point from this separation to the touch, or back, with `speed` there: the
    inverse of `impact_speed`.
    """
    half = 0.5 * acceleration * lost_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * acceleration * separation, 0.0))


@kernel
def reach_targets(work: Workspace, bounces: BounceRows, share: float, passes: int) -> int:
    """Bring all points to `share` of their rebound speed, or leave them faster without impulse.

    With a share above 0 only those that the last call has pushed. Returns the number of visits to bounces.
    """
    for done in range(1, passes + 1):
        left, fastest = 0.0, 0.0
        for row in bounces:
            first = row.speed[0] >= 0.0 and (share == 0.0 or row.j[0] > 0.0)
            second = row.speed[1] >= 0.0 and (share == 0.0 or row.j[1] > 0.0)
            if first or second:
                left = max(left, reach_target(work, row, first, second, share))
                fastest = max(fastest, row.speed[0], row.speed[1])
        if left <= PRECISION * fastest or len(bounces) == 1:
            return done * len(bounces)
    return passes * len(bounces)


@kernel
def reach_target(work: Workspace, row: Any, first: bool, second: bool, share: float) -> float:
    """Bring the first and the second point of a contact, or one of them, to their targets, both at once.

    Returns how much velocity along the normal that has changed.
    """
    block, i, lane = work.contact_blocks[row.block], row.lane, lane_now(work, row)
    j0, j1 = row.j[0], row.j[1]
    k00, k11, k01 = row.k[0] * (1.0 + PAIR_DAMPING), row.k[1] * (1.0 + PAIR_DAMPING), row.k01
    error0, error1 = 0.0, 0.0
    if first:
        error0 = share * row.speed[0] - normal_speed(block, 0, i, lane)
        row.j[0] = max(j0 + error0 * inverse(row.k[0]), 0.0)
    if second:
        error1 = share * row.speed[1] - normal_speed(block, 1, i, lane)
        row.j[1] = max(j1 + error1 * inverse(row.k[1]), 0.0)
    if first and second:
        b0, b1 = k00 * j0 + k01 * j1 + error0, k11 * j1 + k01 * j0 + error1
        m0, m1, scale = reciprocal(k00), reciprocal(k11), reciprocal(k00 * k11 - k01 * k01)
        row.j[0], row.j[1] = solve_pair(k00, k01, k11, b0, b1, m0, m1, scale)
    d0, d1 = row.j[0] - j0, row.j[1] - j1
    push_points(work, row, lane, d0, d1)
    return float(max(abs(d0) * row.k[0], abs(d1) * row.k[1]))


@inlined
def push_points(work: Workspace, row: Any, lane: LaneState, j0: float, j1: float) -> None:
    """Apply impulses along the normal to both points of a contact."""
    block, i = work.contact_blocks[row.block], row.lane
    slide = block.slide_n[i]
    la = (block.na[0, i] + slide) * j0 + (block.na[1, i] + slide) * j1
    scatter_lane(work, row, apply_normal_impulse(block, i, lane, j0 + j1, la))


@inlined
def lane_now(work: Workspace, row: Any) -> LaneState:
    """Return the state of a contact's lane at the present velocities of its bodies."""
    gather_velocities(work.movers, work.heads[row.block], work.scratch[0], row.lane, row.lane + 1)
    return load_lane(work.contact_blocks[row.block], work.scratch[0], row.lane)


@kernel
def store_stop(work: Workspace, bounces: BounceRows) -> float:
    """Store the impulses that have stopped the approaches and the speeds that are left; return the largest
    energy that the bounce may give back: what was lost, times the square of the largest share of its
    approach that a point is to regain.
    """
    lost, share = 0.0, 0.0
    for row in bounces:
        lane = lane_now(work, row)
        for p in range(2):
            row.j_stop[p] = row.j[p]
            if row.j[p] > 0.0:
                row.speed_stop[p] = normal_speed(work.contact_blocks[row.block], p, row.lane, lane)
                lost += 0.5 * row.j[p] * (row.approach[p] - row.speed_stop[p])
                share = max(share, row.speed[p] / row.approach[p])
    return share * share * lost


@kernel
def limit_energy(work: Workspace, bounces: BounceRows, stored: float) -> None:
    """Take back a share of the impulses since `store_stop` if they gave more energy than was stored.

    In a crowd with more contacts than its bodies have ways to move, no impulses reach all targets, and what
    the passes end with may be anything. The energy is a quadratic function of the share that stays.
    """
    linear, square = 0.0, 0.0
    for row in bounces:
        lane = lane_now(work, row)
        for p in range(2):
            if row.j_stop[p] > 0.0:
                d = row.j[p] - row.j_stop[p]
                now = normal_speed(work.contact_blocks[row.block], p, row.lane, lane)
                linear += d * row.speed_stop[p]
                square += 0.5 * d * (now - row.speed_stop[p])
    kept = affordable_share(linear, square, stored)
    if kept == 1.0:
        return
    for row in bounces:
        lane = lane_now(work, row)
        d0, d1 = (kept - 1.0) * (row.j[0] - row.j_stop[0]), (kept - 1.0) * (row.j[1] - row.j_stop[1])
        row.j[0] += d0
        row.j[1] += d1
        push_points(work, row, lane, d0, d1)


@inlined
def scatter_lane(work: Workspace, row: Any, lane: LaneState) -> None:
    """Apply the impulses of the lane of a bounce to its bodies."""
    scratch, i = work.scratch[0], row.lane
    store_lane(work.contact_blocks[row.block], scratch, i, lane)
    apply_impulses(work.movers, work.heads[row.block], scratch, i, i + 1)


@kernel
def finish_bounce(work: Workspace, row: Any, stamp: int) -> None:
    """Account for the impulses of a bounce, mark the bodies that it changed, and apply friction."""
    load = row.j[0] + row.j[1]
    if load == 0.0:
        return
    head, block, scratch, i = work.heads[row.block], work.contact_blocks[row.block], work.scratch[0], row.lane
    set_lively(work.movers[head.a[i]], stamp)
    set_lively(work.movers[head.b[i]], stamp)
    block.total_jn[0, i] += row.j[0]
    block.total_jn[1, i] += row.j[1]
    limit = block.friction[i] * load
    if limit == 0.0:
        return
    one_of_two = head.kind == TWO_POINTS and (row.j[0] == 0.0 or row.j[1] == 0.0)
    ta = (block.ta[0 if row.j[0] > 0.0 else 1, i] if one_of_two else block.tf[i]) + block.slide_t[i]
    gather_velocities(work.movers, head, scratch, i, i + 1)
    subtract_surface_speed(block, scratch, i, i + 1)
    lane = load_lane(block, scratch, i)
    mass = inverse(tangent_coupling(block, i, ta))
    jt = max(-limit, min(-mass * slip_speed(block, i, lane, ta), limit))
    scatter_lane(work, row, apply_tangent_impulse(block, i, lane, jt, ta * jt))
