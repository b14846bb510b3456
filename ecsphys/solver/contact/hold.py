"""Static bodies have the last word: nothing that a kinematic body presses goes deeper into them.

A crate between a piston and a wall has two contacts that nothing can satisfy both, and a solver that treats
them alike lets it sink into both, until it leaves the wall on its far side. So in islands that a kinematic
body touches, the contacts with static bodies are solved once more before the bodies move, rigid, and until
all of them hold. They only add to the impulses of the pass, and only where a point would get deeper than the
slop: what they leave open is the overlap with the kinematic body, which goes its way. So is what joints drag
along with a kinematic body that moves: these stay open, see `mend_contacts`.
"""

from __future__ import annotations

from typing import Any

from ...arrays import ConstraintRows, MoverRows
from ...compile import inlined, kernel
from ...math2d.complementarity import solve_pair
from ...settings import StepContext
from ..blocks import apply_impulses, can_be_pushed, gather_velocities
from ..constraint import TWO_POINTS
from ..records import LANES, PRESSED, STATIC_MOVER
from ..union_find import find_root, unite
from ..workspace import Workspace
from .masses import PAIR_DAMPING
from .point import LaneState, apply_normal_impulse, load_lane, normal_speed, store_lane

RESIDUE = 1e-3  # share of the slop by which a point may still get deeper in a step
MAX_SWEEPS = 8  # over the contacts of an island: one for each side of a corner, and some for wedges


@kernel
def find_pressed(constraints: ConstraintRows, work: Workspace, mover_count: int) -> int:
    """Mark the movers of islands that a kinematic body touches, or drags by a joint; 1 if there are any.

    `mover_count`: without STATIC_MOVER. `work.budget.parents` is free until islands get their budgets.
    """
    movers, parents, is_driven, marked = work.movers, work.budget.parents, False, 0
    for k in range(1, mover_count + 1):
        is_driven |= not can_be_pushed(movers[k])
    if not is_driven:
        return 0
    for k in range(mover_count + 1):
        parents[k] = k
    for constraint in constraints:
        a, b = constraint.mover_a, constraint.mover_b
        if can_be_pushed(movers[a]) and can_be_pushed(movers[b]):
            unite(parents, a, b)
    for constraint in constraints:
        a, b, touches = constraint.mover_a, constraint.mover_b, constraint.kind <= TWO_POINTS
        if drives(movers, a, b, touches) or drives(movers, b, a, touches):
            movers[find_root(parents, a if can_be_pushed(movers[a]) else b)].colors |= PRESSED
            marked = 1
    for k in range(1, mover_count + 1):
        if can_be_pushed(movers[k]):
            movers[k].colors |= movers[find_root(parents, k)].colors & PRESSED
    return marked


@inlined
def drives(movers: MoverRows, a: int, b: int, touches: bool) -> bool:
    """Whether mover a is a kinematic body that touches b, or drags it."""
    mover = movers[a]
    if a == STATIC_MOVER or can_be_pushed(mover) or not can_be_pushed(movers[b]):
        return False
    return bool(touches or mover.vx != 0.0 or mover.vy != 0.0 or mover.w != 0.0)


@kernel
def hold_static_contacts(blocks: int, work: Workspace, context: StepContext, push_speed: float) -> None:
    """Let no marked body get deeper into a static one than the slop; what is deeper is pushed out at up to
    `push_speed`.
    """
    count = list_held(blocks, work)
    for _ in range(MAX_SWEEPS):
        held = 0
        for n in range(count):
            k = work.classes[n] // LANES
            head, block, i = work.heads[k], work.contact_blocks[k], work.classes[n] % LANES
            held |= hold_lane(work.movers, head, block, i, work.scratch[0], context, push_speed)
        if held == 0:
            break


@kernel
def list_held(blocks: int, work: Workspace) -> int:
    """List the lanes that are held, so that sweeps visit no others; return their number.

    `work.classes` rests while a group is solved.
    """
    count = 0
    for k in range(blocks):
        head = work.heads[k]
        for i in range(head.count if head.kind <= TWO_POINTS else 0):
            work.classes[count] = k * LANES + i  # without a branch: most lanes are not
            count += is_held(work.movers, head.a[i], head.b[i])
    return count


@inlined
def hold_lane(
    movers: MoverRows, head: Any, block: Any, i: int, scratch: Any, context: StepContext, push_speed: float
) -> int:
    """Hold a static contact; 1 if it had to be."""
    gather_velocities(movers, head, scratch, i, i + 1)
    lane = load_lane(block, scratch, i)
    e0 = surplus(block, 0, i, lane, context, push_speed)
    e1 = surplus(block, 1, i, lane, context, push_speed) if head.kind == TWO_POINTS else 0.0
    if min(e0, e1) >= -RESIDUE * context.slop / context.dt:
        return 0
    store_lane(block, scratch, i, add_holding_impulses(block, i, head.kind, lane, e0, e1))
    apply_impulses(movers, head, scratch, i, i + 1)
    return 1


@inlined
def is_held(movers: MoverRows, a: int, b: int) -> bool:
    """Whether two movers are a static body and one of an island that a kinematic body touches."""
    pressed = (movers[a].colors | movers[b].colors) & PRESSED != 0
    return bool((a == STATIC_MOVER or b == STATIC_MOVER) and pressed)


@inlined
def surplus(
    block: Any, point: int, i: int, lane: LaneState, context: StepContext, push_speed: float
) -> float:
    """Return the speed along the normal beyond what a point needs: to get no deeper than the slop, and out
    if it is deeper.
    """
    room = block.separation[point, i] + context.slop
    leaves = min(context.static_bias_rate * max(-room, 0.0), push_speed)
    return float(normal_speed(block, point, i, lane) + max(room, 0.0) * (1.0 / context.h) - leaves)


@inlined
def add_holding_impulses(block: Any, i: int, kind: int, lane: LaneState, e0: float, e1: float) -> LaneState:
    """Add what brings the surplus of each point to at least 0, and takes none away."""
    slide = block.slide_n[i]
    if kind == TWO_POINTS:
        k00, k11 = block.k[0, i] * (1.0 + PAIR_DAMPING), block.k[1, i] * (1.0 + PAIR_DAMPING)
        m0, m1 = block.mass_n[0, i] * (1.0 - PAIR_DAMPING), block.mass_n[1, i] * (1.0 - PAIR_DAMPING)
        j0, j1 = solve_pair(k00, block.k01[i], k11, -e0, -e1, m0, m1, block.pair_scale[i])
        block.jn[0, i] += j0
        block.jn[1, i] += j1
        la = (block.na[0, i] + slide) * j0 + (block.na[1, i] + slide) * j1
        return apply_normal_impulse(block, i, lane, j0 + j1, la)
    j = block.mass_n[0, i] * max(-e0, 0.0)
    block.jn[0, i] += j
    return apply_normal_impulse(block, i, lane, j, (block.na[0, i] + slide) * j)
