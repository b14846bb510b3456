"""Bounces: the impacts of contacts with a restitution, before the solver stops what approaches.

After B. Smith, D. Kaufman, E. Vouga, R. Tamstorf and E. Grinspun, *Reflections on Simultaneous Impact*
(SIGGRAPH 2012). All points that would touch in the coming sub-step and approach are one set: their approach
is stopped at once, and then each gets the same impulse again, times its restitution. That is repeated for
the approaches which arise from it, until there are none. So symmetric impacts stay symmetric, impulses pass
through rows of bodies, and restitution 1 keeps the energy.

Bodies in trees of joints take these along (see `joined_bounce`).

Bounces come before gravity acts in a sub-step: what rests does not bounce, however low the threshold.
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BounceRows
from ...compile import inlined, kernel
from ...math2d.complementarity import affordable_share, reciprocal, solve_pair
from ...settings import StepContext
from ..constraint import TWO_POINTS
from ..joints.tree_records import NODES
from ..workspace import Workspace, WorldRows
from .impact import NO_BOUNCE, approach_of, finish_impulses, push_mover
from .joined_bounce import bounce_joined
from .landing_rows import is_joined
from .masses import PAIR_DAMPING, inverse, normal_coupling
from .prepare import impact_speed, is_bounce, lost_time, set_lively

MAX_ROUNDS = 64  # of impacts that arise from others: longer rows of bodies take more sub-steps
MAX_PASSES = 64
# Visits to bounces in a sub-step: at least so many if they are elastic, and for each one of the first round.
# What a crowd leaves approaching, the solver stops: thousands at once took seconds.
ELASTIC_VISITS, VISITS = 8192, 16
# Share of the fastest approach that may be left when passes end: with restitution 1, and what is added with
# restitution 0. A bounce that loses speed anyway needs no more than a share of that.
PRECISION, LOOSENESS = 1e-12, 0.01


@inlined
def bounce(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Let the contacts of the first `blocks` blocks bounce that are about to touch."""
    if work.landed[0].bouncing > 0:
        bounce_in_rounds(blocks, rows, work, context)


@kernel
def bounce_in_rounds(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Let contacts bounce, then those that have begun to approach by that."""
    visits = 0
    for stamp in range(MAX_ROUNDS):
        joined = find_bounces(blocks, work, stamp, 0, 1, context) if work.tree_counts[NODES] > 0 else 0
        count = find_bounces(blocks, work, stamp, joined, 0, context)
        if count == 0:
            return
        visits = visits_worth(work.bounces[:count]) if stamp == 0 else visits
        if joined > 0:
            bounce_joined(joined, stamp + 2, blocks, rows, work, context)
        bounces = work.bounces[:count]
        most = visits // 2
        visits -= reach_targets(work, bounces, 0.0, most)  # stop the approaches: finds which points push
        stored = store_stop(work, bounces) if len(bounces) > 1 else 0.0
        visits -= reach_targets(work, bounces, 1.0, most)
        if len(bounces) > 1:
            limit_energy(work, bounces, stored)
        for row in bounces:
            finish_bounce(work, row, stamp + 2)
        if visits <= 0:
            return


@kernel
def visits_worth(bounces: Any) -> int:
    """Return how many visits the bounces of a first round are worth; in plane and space.

    What visits leave undone costs energy that the bounces would have given back, which is the square of the
    restitution: a pile pays little for dull ones.
    """
    share = 0.0
    for row in bounces:
        for p in range(len(row.speed)):
            if row.speed[p] > 0.0:
                share = max(share, row.speed[p] / row.approach[p])
    return max(VISITS * len(bounces), int(ELASTIC_VISITS * min(share * share, 1.0)))


@kernel
def find_bounces(
    blocks: int, work: Workspace, stamp: int, count: int, joined: int, context: StepContext
) -> int:
    """List the contacts that bounce now, of bodies with a later stamp than this, behind `count` others.

    `joined`: 1 for those of bodies in trees, else 0. Returns the number of all.
    """
    movers = work.movers
    for k in range(blocks):
        head, block = work.heads[k], work.contact_blocks[k]
        if head.kind > TWO_POINTS or block.bounces == 0:
            continue
        for i in range(head.count):
            a, b = head.a[i], head.b[i]
            is_lively = max(movers[a].lively, movers[b].lively) > stamp and block.restitution[i] > 0.0
            if is_lively and is_joined(work, a, b) == (joined == 1):
                count = append_bounce(work, k, i, count, context)
    return count


@kernel
def append_bounce(work: Workspace, k: int, i: int, count: int, context: StepContext) -> int:
    """Append lane i of block k if a point approaches fast enough to bounce in the coming sub-step.

    Separations and levers are those of the present poses: nothing has moved since the last pass set them.
    """
    head, block, row = work.heads[k], work.contact_blocks[k], work.bounces[count]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    block.elastic[i] = 0.0
    speed0, speed1 = approach_of(block, a, b, 0, i), 0.0
    if head.kind == TWO_POINTS:
        speed1 = approach_of(block, a, b, 1, i)
    if max(speed0, speed1) <= 0.0:  # most of what lies in a pile
        return count
    row.approach[0], row.speed[0] = speed0, rebound_of(block, 0, i, speed0, context)
    row.approach[1], row.speed[1] = speed1, rebound_of(block, 1, i, speed1, context)
    if max(row.speed[0], row.speed[1]) < 0.0:
        return count
    set_bounce(block, i, row)
    row.block, row.lane, row.a, row.b = k, i, head.a[i], head.b[i]
    return count + 1


@inlined
def rebound_of(block: Any, point: int, i: int, speed: float, context: StepContext) -> float:
    """Return the speed after the bounce of a point that approaches in the coming sub-step, or NO_BOUNCE."""
    if speed <= 0.0:
        return NO_BOUNCE
    acceleration, lost, separation = block.acceleration[i], lost_time(context), block.separation[point, i]
    is_fast = speed > fastest_rest(block.restitution[i], acceleration, context)
    if separation > context.h * (speed + context.h * acceleration):
        if is_fast:
            block.elastic[i] = 1.0  # it will bounce later
        return NO_BOUNCE
    at_touch = impact_speed(speed, acceleration, separation, lost)
    if at_touch < context.restitution_speed:
        return NO_BOUNCE
    block.impact_speed[point, i] = max(block.impact_speed[point, i], at_touch)
    if not is_bounce(block.restitution[i], at_touch, acceleration, context):
        return NO_BOUNCE
    if is_fast:
        block.elastic[i] = 1.0
    return float(rebound_speed(block.restitution[i] * at_touch, acceleration, separation, lost))


@inlined
def set_bounce(block: Any, i: int, row: Any) -> None:
    """Set the normal, levers and effective masses of a bounce, and how far off its targets it may be."""
    set_points(row, block, i, row.speed[0] >= 0.0, row.speed[1] >= 0.0)
    row.tolerance = 0.0
    for point in range(2):
        if row.speed[point] >= 0.0:
            row.tolerance = max(row.tolerance, tolerated(row.approach[point], block.restitution[i]))


@inlined
def set_points(row: Any, block: Any, i: int, first: bool, second: bool) -> None:
    """Set what impulses at the points of lane i do that take part; those of others have no effect: k is 0."""
    row.nx, row.ny, row.shift = block.nx[i], block.ny[i], block.shift_n[i]
    for p in range(2):
        row.na[p], row.nb[p], row.k[p], row.j[p] = 0.0, 0.0, 0.0, 0.0
        if second if p == 1 else first:
            row.na[p] = block.na[p, i] + block.slide_n[i]
            row.nb[p] = row.na[p] + row.shift
            row.k[p] = normal_coupling(block, p, p, i)
    row.k01 = normal_coupling(block, 0, 1, i)


@inlined
def fastest_rest(restitution: float, acceleration: float, context: Any) -> float:
    """Return up to which speed of approach something rests rather than bounces, in plane or space."""
    gain = context.h * abs(acceleration)
    return float(max(context.restitution_speed, 2.0 * gain, gain / restitution))


@kernel
def rebound_speed(speed: float, acceleration: float, separation: float, lost_time: float) -> float:
    """Return the speed that takes a point from this separation to the touch, or back, with `speed` there: the
    inverse of `impact_speed`.
    """
    half = 0.5 * acceleration * lost_time
    return half + math.sqrt(max(half * half + speed * speed - 2.0 * acceleration * separation, 0.0))


@inlined
def tolerated(speed: float, restitution: float) -> float:
    """Return how much speed an approach may be off its target; in plane and space.

    It depends on no other bounce: what is solved together is nobody's business.
    """
    return speed * (PRECISION + LOOSENESS * max(1.0 - restitution, 0.0))


@kernel
def reach_targets(work: Workspace, bounces: BounceRows, share: float, most: int) -> int:
    """Bring all points to `share` of their rebound speed, or leave them faster without impulse.

    With a share above 0 only those that the last call has pushed. Passes end after `most` visits to bounces,
    or when none is off its target by more than it may; they pass by what no change has reached. Returns the
    number of visits.
    """
    calm(work, bounces)
    visits = 0
    for done in range(1, MAX_PASSES + 1):
        begun = visits
        for row in bounces:
            a, b = work.movers[row.a], work.movers[row.b]
            if max(a.stirred, b.stirred) >= done - 1:
                visits += 1
                if reach_target(a, b, row, share):
                    stir(a, done)
                    stir(b, done)
        if visits == begun or visits >= most:
            break
    return visits


@inlined
def calm(work: Workspace, bounces: BounceRows) -> None:
    """Forget which movers bounces have stirred."""
    for row in bounces:
        work.movers[row.a].stirred, work.movers[row.b].stirred = 0, 0


@inlined
def stir(mover: Any, done: int) -> None:
    """Let the next pass visit the bounces of a mover, and this one those that come. In plane and space.

    A mover that cannot be pushed stays calm: it is many a bounce's.
    """
    if mover.mx + mover.my > 0.0:
        mover.stirred = done


@inlined
def reach_target(a: Any, b: Any, row: Any, share: float) -> bool:
    """Bring the points of a contact that bounce to their targets, both at once.

    What is as near to its target as it need be is left as it is. Returns whether a speed has changed by more
    than that.
    """
    first, second = is_bouncing(row, 0, share), is_bouncing(row, 1, share)
    error0 = share * row.speed[0] - parting_speed(a, b, row, 0) if first else 0.0
    error1 = share * row.speed[1] - parting_speed(a, b, row, 1) if second else 0.0
    return push_to(a, b, row, first, second, error0, error1, row.tolerance)


@inlined
def push_to(
    a: Any, b: Any, row: Any, first: bool, second: bool, error0: float, error1: float, tolerance: float
) -> bool:
    """Bring the points that take part, off by so much, to their targets, or leave them faster.

    Returns whether a speed has changed by more than the tolerance.
    """
    j0, j1 = row.j[0], row.j[1]
    if not (is_off(error0, j0, tolerance) or is_off(error1, j1, tolerance)):
        return False
    if first:
        row.j[0] = max(j0 + error0 * inverse(row.k[0]), 0.0)
    if second:
        row.j[1] = max(j1 + error1 * inverse(row.k[1]), 0.0)
    if first and second:
        k00, k11, k01 = row.k[0] * (1.0 + PAIR_DAMPING), row.k[1] * (1.0 + PAIR_DAMPING), row.k01
        b0, b1 = k00 * j0 + k01 * j1 + error0, k11 * j1 + k01 * j0 + error1
        m0, m1, scale = reciprocal(k00), reciprocal(k11), reciprocal(k00 * k11 - k01 * k01)
        row.j[0], row.j[1] = solve_pair(k00, k01, k11, b0, b1, m0, m1, scale)
    d0, d1 = row.j[0] - j0, row.j[1] - j1
    push_points(a, b, row, d0, d1)
    return bool(max(abs(d0) * row.k[0], abs(d1) * row.k[1]) > tolerance)


@inlined
def is_bouncing(row: Any, p: int, share: float) -> bool:
    """Whether a point takes part: it approaches, and in the second call it has been pushed by the first. In
    plane and space.
    """
    return bool(row.speed[p] >= 0.0 and (share == 0.0 or row.j[p] > 0.0))


@inlined
def is_off(error: float, spare: float, tolerance: float) -> bool:
    """Whether a point lacks speed, or has too much and some impulse to spare; in plane and space."""
    return error > tolerance or (error < -tolerance and spare > 0.0)


@inlined
def parting_speed(a: Any, b: Any, row: Any, p: int) -> float:
    """Return the relative velocity of a point along the normal; negative when the surfaces approach."""
    turning = b.w * row.nb[p] - a.w * row.na[p]
    return float((b.vx - a.vx) * row.nx + (b.vy - a.vy) * row.ny + turning)


@inlined
def push_points(a: Any, b: Any, row: Any, j0: float, j1: float) -> None:
    """Apply impulses along the normal to both points of a contact."""
    x, y, turn_a, turn_b = sum_of(row, j0, j1)
    push_mover(a, -x, -y, -turn_a)
    push_mover(b, x, y, turn_b)


@inlined
def sum_of(row: Any, j0: float, j1: float) -> tuple[float, float, float, float]:
    """Return the sum of impulses along the normal at both points of a contact, and its angular impulses on a
    and b.
    """
    j, turn = j0 + j1, row.na[0] * j0 + row.na[1] * j1
    return j * row.nx, j * row.ny, turn, turn + j * row.shift


@kernel
def store_stop(work: Workspace, bounces: BounceRows) -> float:
    """Store the impulses that have stopped the approaches and the speeds that are left; return the largest
    energy that the bounce may give back: what was lost, times the square of the largest share of its
    approach that a point is to regain.
    """
    lost, share = 0.0, 0.0
    for row in bounces:
        a, b = work.movers[row.a], work.movers[row.b]
        for p in range(2):
            row.j_stop[p] = row.j[p]
            if row.j[p] > 0.0:
                row.speed_stop[p] = parting_speed(a, b, row, p)
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
        a, b = work.movers[row.a], work.movers[row.b]
        for p in range(2):
            if row.j_stop[p] > 0.0:
                d = row.j[p] - row.j_stop[p]
                linear += d * row.speed_stop[p]
                square += 0.5 * d * (parting_speed(a, b, row, p) - row.speed_stop[p])
    kept = affordable_share(linear, square, stored)
    if kept == 1.0:
        return
    for row in bounces:
        d0, d1 = (kept - 1.0) * (row.j[0] - row.j_stop[0]), (kept - 1.0) * (row.j[1] - row.j_stop[1])
        row.j[0] += d0
        row.j[1] += d1
        push_points(work.movers[row.a], work.movers[row.b], row, d0, d1)


@kernel
def finish_bounce(work: Workspace, row: Any, stamp: int) -> None:
    """Account for the impulses of a bounce, mark the bodies that it changed, and apply friction."""
    if row.j[0] + row.j[1] > 0.0:
        set_lively(work.movers[row.a], stamp)
        set_lively(work.movers[row.b], stamp)
        finish_impulses(work, row)
