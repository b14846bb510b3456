"""Overlaps deeper than a load explains are taken out of the poses after the sub-steps.

SOLVE pushes only as far as what rests sinks in under its load. What was made or squeezed into something else
is deeper; a velocity that parts it is left over where contacts share bodies or have friction, and lasts for
ever where nothing stops it. So the rest of the depth is corrected by displacements, of which velocities never
hear, as by the position solver of E. Catto's Box2D v2.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...math2d.complementarity import blend, solve_pair
from ...math2d.elementary import cos_sin
from ...settings import StepContext
from ..blocks import can_be_pushed, gather_deltas, gather_velocities, lane_indices
from ..constraint import TWO_POINTS
from ..records import LANES
from ..workspace import Workspace
from .hold import list_held
from .masses import PAIR_DAMPING
from .point import LaneState, drift_of, load_depth, load_lane, normal_speed
from .rolling import move_points

MAX_SHARE = 0.2  # of the depth, in a step


class Parting(NamedTuple):
    """How poses are corrected: the share of the depth that is taken out, the most at a time, and the share of
    the load's depth that counts as explained.
    """

    share: float
    most: float
    loaded: float


@kernel
def part_block(movers: MoverRows, head: Any, block: Any, scratch: Any, context: StepContext) -> None:
    """Move the bodies of a block apart that overlap deeply."""
    if head.kind == TWO_POINTS:
        deep = is_any_deep(block, head.count, 2, context)
    else:
        deep = is_any_deep(block, head.count, 1, context)
    if deep:
        share, most = min(context.bias_rate * context.dt, MAX_SHARE), context.push_speed * context.dt
        for i in range(head.count):
            part_lane(movers, head, block, scratch, i, Parting(share, most, 1.0), context)


@kernel
def part_from_static(blocks: int, work: Workspace, context: StepContext) -> None:
    """Take out of static bodies what kinematic ones have pressed into them in `part_block`."""
    whole = Parting(1.0, math.inf, 0.0)
    for n in range(list_held(blocks, work)):
        k, i = work.classes[n] // LANES, work.classes[n] % LANES
        part_lane(work.movers, work.heads[k], work.contact_blocks[k], work.scratch[0], i, whole, context)


@inlined
def excess(block: Any, point: int, i: int, separation: float, loaded: float, context: StepContext) -> float:
    """Return how much deeper than its load explains a point overlaps; negative if it does not."""
    return -separation - (context.slop + loaded * load_depth(block, point, i, context))


@inlined
def is_any_deep(block: Any, count: int, points: int, context: StepContext) -> bool:
    """Whether a point of a block is to be moved out."""
    deep = 0
    for i in lane_indices(0, count):
        deep += excess(block, 0, i, block.separation[0, i], 1.0, context) > 0.0
        if points == 2:
            deep += excess(block, 1, i, block.separation[1, i], 1.0, context) > 0.0
    return deep > 0


@inlined
def part_lane(
    movers: MoverRows, head: Any, block: Any, scratch: Any, i: int, p: Parting, context: StepContext
) -> None:
    """Take a share of a lane's depth out of its bodies' poses, less what their velocities will."""
    gather_velocities(movers, head, scratch, i, i + 1)
    gather_deltas(movers, head, scratch, i, i + 1)
    points = 2 if head.kind == TWO_POINTS else 1
    first, second = move_points(block, scratch, i, points, drift_of(block, scratch, i, points))
    lane = load_lane(block, scratch, i)
    way0 = way_out(block, 0, i, first, lane, p, context)
    if points == 2:
        way1 = way_out(block, 1, i, second, lane, p, context)
        k00, k11 = block.k[0, i] * (1.0 + PAIR_DAMPING), block.k[1, i] * (1.0 + PAIR_DAMPING)
        m0, m1 = block.mass_n[0, i], block.mass_n[1, i]
        j0, j1 = solve_pair(k00, block.k01[i], k11, way0, way1, m0, m1, block.pair_scale[i])
        j, la = j0 + j1, (block.na[0, i] + block.slide_n[i]) * j0 + (block.na[1, i] + block.slide_n[i]) * j1
    else:
        j = block.mass_n[0, i] * way0
        la = block.na[0, i] * j
    if j > 0.0:
        x, y = j * block.nx[i], j * block.ny[i]
        a, b = movers[head.a[i]], movers[head.b[i]]
        shift(a, -x, -y, -la)
        shift(b, x, y, la + j * block.shift_n[i])
        if min(min(a.mx, a.my), min(b.mx, b.my)) > 0.0:  # what is locked or fixed has no momentum to keep
            spin = 0.5 * j * lane.t  # what displacements across velocities take away
            a.w += block.ia[i] * spin
            b.w += block.ib[i] * spin


@inlined
def way_out(
    block: Any, point: int, i: int, separation: float, lane: LaneState, p: Parting, context: StepContext
) -> float:
    """Return how far a point is to move: nothing where bodies move faster by themselves."""
    way = min(p.share * excess(block, point, i, separation, p.loaded, context), p.most)
    along = max(0.0, normal_speed(block, point, i, lane))
    speed = blend(math.sqrt(lane.n * lane.n + lane.t * lane.t), along, block.fixed[i])
    return max(0.0, way - context.dt * speed)


@inlined
def shift(mover: Any, x: float, y: float, turn: float) -> None:
    """Displace a mover as an impulse and an angular impulse would change its velocity."""
    if can_be_pushed(mover):
        mover.dx += mover.mx * x
        mover.dy += mover.my * y
        mover.turn += mover.i * turn
        mover.c, mover.s = cos_sin(mover.turn)
