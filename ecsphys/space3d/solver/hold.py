"""Static bodies have the last word, in space: see `solver.contact.hold`, the plane's."""

from __future__ import annotations

from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...solver.contact.hold import MAX_SWEEPS, RESIDUE
from ..settings import StepContext3
from .contact import load_twists, push_by, read, store_twists
from .normals import NONE, RIGID, Four, impulses, least, solve_at_once, solve_in_turn, sum_of
from .reading import Reading, normal_speed
from .records import STATIC_MOVER
from .workspace import Workspace3


@kernel
def find_pressed(blocks: Any, work: Workspace3, mover_count: int) -> int:
    """Mark the movers of islands that a kinematic body touches; 1 if there are any.

    `mover_count`: without STATIC_MOVER. Islands are those of `budget.find_islands`.
    """
    movers, marked = work.movers, 0
    for k in range(mover_count + 1):
        movers[k].pressed = 0
    for k in range(len(blocks)):
        a, b = blocks[k].mover_a, blocks[k].mover_b
        if drives(movers, a, b) or drives(movers, b, a):
            movers[work.parents[a if can_be_pushed(movers[a]) else b]].pressed = 1
            marked = 1
    for k in range(1, mover_count + 1 if marked == 1 else 1):
        if can_be_pushed(movers[k]):
            movers[k].pressed = movers[work.parents[k]].pressed
    return marked


@inlined
def can_be_pushed(mover: Any) -> bool:
    """Whether impulses change the motion of a mover."""
    return bool(mover.mx + mover.my + mover.mz + mover.jxx + mover.jyy + mover.jzz > 0.0)


@inlined
def drives(movers: MoverRows, a: int, b: int) -> bool:
    """Whether mover a is a kinematic body, and b can be pushed."""
    return a != STATIC_MOVER and not can_be_pushed(movers[a]) and can_be_pushed(movers[b])


@kernel
def hold_static_contacts(blocks: Any, movers: MoverRows, context: StepContext3, push_speed: float) -> None:
    """Let no marked body get deeper into a static one than the slop; what is deeper is pushed out at up to
    `push_speed`.
    """
    for _ in range(MAX_SWEEPS):
        held = 0
        for k in range(len(blocks)):
            if is_held(movers, blocks[k]):
                a, b = movers[blocks[k].mover_a], movers[blocks[k].mover_b]
                held |= hold_contact(blocks[k], a, b, context, push_speed)
        if held == 0:
            break


@inlined
def is_held(movers: MoverRows, block: Any) -> bool:
    """Whether a contact is one of a static body and of one whose island a kinematic body touches."""
    a, b = block.mover_a, block.mover_b
    return bool((a == STATIC_MOVER or b == STATIC_MOVER) and movers[a].pressed + movers[b].pressed > 0)


@inlined
def hold_contact(block: Any, a: Any, b: Any, context: StepContext3, push_speed: float) -> int:
    """Hold a static contact; 1 if it had to be."""
    twists = load_twists(a, b)
    s = read(block, twists)
    e = Four(
        surplus(block, 0, s, context, push_speed),
        surplus(block, 1, s, context, push_speed),
        surplus(block, 2, s, context, push_speed),
        surplus(block, 3, s, context, push_speed),
    )
    if least(e) >= -RESIDUE * context.slop / context.dt:
        return 0
    store_twists(a, b, push_by(block, a, b, twists, holding_impulses(block, e)))
    return 1


@inlined
def surplus(block: Any, i: int, s: Reading, context: StepContext3, push_speed: float) -> float:
    """Return the speed along the normal beyond what point i needs: to get no deeper than the slop, and out
    if it is deeper. 0 beyond the last point.
    """
    room = block.separation[i] + context.slop
    leaves = min(context.static_bias_rate * max(-room, 0.0), push_speed)
    if i >= block.count:
        return 0.0
    return float(normal_speed(block, i, s) + max(room, 0.0) * (1.0 / context.h) - leaves)


@inlined
def holding_impulses(block: Any, e: Four) -> Reading:
    """Add what brings the surplus of each point to at least 0, and takes none away; return its sum."""
    before = impulses(block)
    d = solve_at_once(block, NONE, e, RIGID)
    sum = sum_of(block, d)
    if block.count == 1 or least(d) < 0.0:
        sum = solve_in_turn(block, NONE, e, RIGID, 1.0)
        d = impulses(block)
    block.jn[0], block.jn[1] = before.x0 + d.x0, before.x1 + d.x1
    block.jn[2], block.jn[3] = before.x2 + d.x2, before.x3 + d.x3
    return sum
