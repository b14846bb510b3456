"""Bounces in space: the impacts of contacts with a restitution, before the solver stops what approaches.

The rules are the plane's (`solver.contact.bounce`), after B. Smith et al., *Reflections on Simultaneous
Impact* (SIGGRAPH 2012): all approaches are stopped at once, then each point gets the same impulse again,
times its restitution; that is repeated for the approaches which arise from it.
"""

from __future__ import annotations

from typing import Any

from ...arrays import BounceRows, ContactBlockRows, MoverRows
from ...compile import inlined, kernel
from ...math2d.complementarity import affordable_share
from ...solver.contact.bounce import (
    MAX_PASSES,
    MAX_ROUNDS,
    fastest_rest,
    is_bouncing,
    is_off,
    rebound_speed,
    stir,
    tolerated,
    visits_worth,
)
from ...solver.contact.impact import NO_BOUNCE
from ...solver.contact.prepare import impact_speed, is_bounce
from ..settings import StepContext3
from .contact import (
    load_twists,
    move_contact,
    push_by,
    read,
    rub,
    store_twists,
)
from .normals import Four, sum_of, times
from .reading import NO_IMPULSE, Reading, add_impulse, add_to_reading, normal_speed
from .workspace import Workspace3


@kernel
def mark_lively(block: Any, movers: MoverRows, context: StepContext3) -> int:
    """Mark the bodies of a contact that may bounce in this step: a point approaches fast enough.

    Returns 1 if there is such a point, else 0.
    """
    for i in range(block.count):
        if is_bounce(block.restitution, block.impact_speed[i], block.acceleration, context):
            set_lively(movers[block.mover_a], 1)
            set_lively(movers[block.mover_b], 1)
            return 1
    return 0


@inlined
def set_lively(mover: Any, stamp: int) -> None:
    """Let the contacts of a mover be searched for impacts. What cannot be pushed is shared by contacts."""
    if mover.mx + mover.my + mover.mz > 0.0:
        mover.lively = stamp


@kernel
def bounce(blocks: ContactBlockRows, work: Workspace3, context: StepContext3) -> None:
    """Let those contacts bounce that are about to touch."""
    visits = 0
    for stamp in range(MAX_ROUNDS):
        count = find_bounces(blocks, work, stamp, context)
        if count == 0:
            return
        bounces = work.bounces[:count]
        visits = visits_worth(bounces) if stamp == 0 else visits
        most = visits // 2
        visits -= reach_targets(work, bounces, 0.0, most)  # stop the approaches: finds which points push
        stored = store_stop(work, bounces)
        visits -= reach_targets(work, bounces, 1.0, most)
        limit_energy(work, bounces, stored)
        for row in bounces:
            finish_bounce(work, row, stamp + 2)
        if visits <= 0:
            return


@kernel
def find_bounces(blocks: ContactBlockRows, work: Workspace3, stamp: int, context: StepContext3) -> int:
    """List the contacts that bounce now, of bodies with a later stamp than this; return their number."""
    movers, count = work.movers, 0
    for k in range(len(blocks)):
        block = blocks[k]
        if block.restitution > 0.0:
            a, b = movers[block.mover_a], movers[block.mover_b]
            if max(a.lively, b.lively) > stamp:
                row = work.bounces[count]
                row.block = k
                count += set_targets(row, block, a, b, context)
    return count


@kernel
def set_targets(row: Any, block: Any, a: Any, b: Any, context: StepContext3) -> int:
    """Set the rebound speeds of a contact's points; returns 1 if one approaches fast enough to bounce."""
    move_contact(block, a, b)
    s, acceleration, lost = read(block, load_twists(a, b)), block.acceleration, context.h
    slowest = fastest_rest(block.restitution, acceleration, context)
    block.elastic, row.tolerance, found = 0, 0.0, 0
    for i in range(block.count):
        row.speed[i], row.j[i] = NO_BOUNCE, 0.0
        separation, speed = block.separation[i], -normal_speed(block, i, s)
        if speed > slowest:
            block.elastic = 1
        if speed <= 0.0 or separation > context.h * (speed + context.h * acceleration):
            continue
        at_touch = impact_speed(speed, acceleration, separation, lost)
        if at_touch < context.restitution_speed:
            continue
        block.impact_speed[i] = max(block.impact_speed[i], at_touch)
        if not is_bounce(block.restitution, at_touch, acceleration, context):
            continue
        row.approach[i] = speed
        row.speed[i] = rebound_speed(block.restitution * at_touch, acceleration, separation, lost)
        row.tolerance = max(row.tolerance, tolerated(speed, block.restitution))
        found = 1
    return found


@kernel
def reach_targets(work: Workspace3, bounces: BounceRows, share: float, most: int) -> int:
    """Bring all points to `share` of their rebound speed, or leave them faster without impulse.

    With a share above 0 only those that the last call has pushed. Passes end as in the plane. Returns the
    number of visits to bounces.
    """
    calm(work, bounces)
    visits = 0
    for done in range(1, MAX_PASSES + 1):
        begun = visits
        for row in bounces:
            block = work.blocks[row.block]
            a, b = work.movers[block.mover_a], work.movers[block.mover_b]
            if max(a.stirred, b.stirred) >= done - 1:
                visits += 1
                if reach_target(block, a, b, row, share):
                    stir(a, done)
                    stir(b, done)
        if visits == begun or visits >= most:
            break
    return visits


@inlined
def calm(work: Workspace3, bounces: BounceRows) -> None:
    """Forget which movers bounces have stirred."""
    for row in bounces:
        block = work.blocks[row.block]
        work.movers[block.mover_a].stirred, work.movers[block.mover_b].stirred = 0, 0


@kernel
def reach_target(block: Any, a: Any, b: Any, row: Any, share: float) -> bool:
    """Bring the points of a contact to their targets, all at once if they all push, else in turn.

    What is as near to its target as it need be is left as it is. Returns whether a speed has changed by more
    than that.
    """
    t = load_twists(a, b)
    s, off, most = read(block, t), False, 0.0
    for i in range(block.count):
        row.before[i] = row.j[i]
        if is_bouncing(row, i, share):
            spare = row.j[i] - least_impulse(row, i, share)
            off |= is_off(error_of(block, row, i, s, share), spare, row.tolerance)
    if not off:
        return False
    sum = reach_at_once(block, row, s, share)
    if row.solved == 0:
        sum = reach_in_turn(block, row, s, share)
    store_twists(a, b, push_by(block, a, b, t, sum))
    for i in range(block.count):
        most = max(most, abs(row.j[i] - row.before[i]) * block.coupling[i])
    return bool(most > row.tolerance)


@inlined
def least_impulse(row: Any, i: int, share: float) -> float:
    """Return the least impulse of a point: what one call has pushed is not let go by the other."""
    return 0.0 if share == 0.0 else float(row.j_stop[i])


@inlined
def error_of(block: Any, row: Any, i: int, s: Reading, share: float) -> float:
    """Return the speed that a point lacks, 0 beyond the last point."""
    return share * row.speed[i] - normal_speed(block, i, s) if i < block.count else 0.0


@inlined
def reach_at_once(block: Any, row: Any, s: Reading, share: float) -> Reading:
    """Try to bring all points to their targets at once; `row.solved` is 1 if that is possible."""
    row.solved = 0
    if block.count == 1:
        return NO_IMPULSE
    for i in range(block.count):
        if not is_bouncing(row, i, share):
            return NO_IMPULSE
    e0, e1 = error_of(block, row, 0, s, share), error_of(block, row, 1, s, share)
    e2, e3 = error_of(block, row, 2, s, share), error_of(block, row, 3, s, share)
    d: Four = times(block.rigid, e0, e1, e2, e3)
    row.change[0], row.change[1], row.change[2], row.change[3] = d.x0, d.x1, d.x2, d.x3
    for i in range(block.count):
        if row.j[i] + row.change[i] < least_impulse(row, i, share):
            return NO_IMPULSE
    for i in range(block.count):
        row.j[i] += row.change[i]
    row.solved = 1
    return sum_of(block, d)


@inlined
def reach_in_turn(block: Any, row: Any, s: Reading, share: float) -> Reading:
    """Bring the points of a contact to their targets one after the other, to and fro."""
    sum, count = NO_IMPULSE, block.count
    for k in range(2 * count):
        i = k if k < count else 2 * count - 1 - k
        if is_bouncing(row, i, share):
            before = row.j[i]
            error = error_of(block, row, i, s, share)
            row.j[i] = max(before + error * block.mass[i], least_impulse(row, i, share))
            j = row.j[i] - before
            s, sum = add_to_reading(block, i, s, j), add_impulse(block, i, sum, j)
    return sum


@kernel
def store_stop(work: Workspace3, bounces: BounceRows) -> float:
    """Store the impulses that have stopped the approaches and the speeds that are left; return the largest
    energy that the bounce may give back: what was lost, times the square of the largest share of its
    approach that a point is to regain.
    """
    lost, share = 0.0, 0.0
    for row in bounces:
        block = work.blocks[row.block]
        s = read(block, load_twists(work.movers[block.mover_a], work.movers[block.mover_b]))
        for i in range(block.count):
            row.j_stop[i] = row.j[i]
            if row.j[i] > 0.0:
                row.speed_stop[i] = normal_speed(block, i, s)
                lost += 0.5 * row.j[i] * (row.approach[i] - row.speed_stop[i])
                share = max(share, row.speed[i] / row.approach[i])
    return share * share * lost


@kernel
def limit_energy(work: Workspace3, bounces: BounceRows, stored: float) -> None:
    """Take back a share of the impulses since `store_stop` if they gave more energy than was stored.

    In a crowd with more contacts than its bodies have ways to move, no impulses reach all targets, and what
    the passes end with may be anything. The energy is a quadratic function of the share that stays.
    """
    linear, square = 0.0, 0.0
    for row in bounces:
        block = work.blocks[row.block]
        s = read(block, load_twists(work.movers[block.mover_a], work.movers[block.mover_b]))
        for i in range(block.count):
            if row.j_stop[i] > 0.0:
                d = row.j[i] - row.j_stop[i]
                linear += d * row.speed_stop[i]
                square += 0.5 * d * (normal_speed(block, i, s) - row.speed_stop[i])
    kept = affordable_share(linear, square, stored)
    if kept == 1.0:
        return
    for row in bounces:
        block, sum = work.blocks[row.block], NO_IMPULSE
        for i in range(block.count):
            d = (kept - 1.0) * (row.j[i] - row.j_stop[i])
            row.j[i] += d
            sum = add_impulse(block, i, sum, d)
        a, b = work.movers[block.mover_a], work.movers[block.mover_b]
        store_twists(a, b, push_by(block, a, b, load_twists(a, b), sum))


@kernel
def finish_bounce(work: Workspace3, row: Any, stamp: int) -> None:
    """Account for the impulses of a bounce, mark the bodies that it changed, and apply friction."""
    block, load, lever = work.blocks[row.block], 0.0, 0.0
    for i in range(block.count):
        load += row.j[i]
        lever += row.j[i] * block.reach[i]
        block.total_jn[i] += row.j[i]
    if load == 0.0:
        return
    a, b = work.movers[block.mover_a], work.movers[block.mover_b]
    set_lively(a, stamp)
    set_lively(b, stamp)
    if block.friction > 0.0:
        jt, ju, twist = block.jt, block.ju, block.twist  # of what rests: the bounce has its own
        block.jt, block.ju, block.twist = 0.0, 0.0, 0.0
        store_twists(a, b, rub(block, a, b, load_twists(a, b), load, lever))
        block.jt, block.ju, block.twist = jt, ju, twist
