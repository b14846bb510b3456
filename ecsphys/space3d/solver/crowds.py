"""Crowds that land in space: islands of more points than are solved as one are stopped contact after contact.

The rules are the plane's (`solver.contact.crowds`).
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...solver.contact.bounce import is_off, stir
from ...solver.contact.crowds import MAX_PASSES, TOLERANCE, VISITS
from ..settings import StepContext3
from .contact import load_twists, push_by, read, store_twists
from .reading import NO_IMPULSE, add_impulse, add_to_reading, normal_speed
from .workspace import Workspace3

HEAP = 800  # points of an island of which what lands stirs a small part: left to the passes of the solver


@kernel
def stop_crowd(blocks: Any, work: Workspace3, root: int, least: float, context: StepContext3) -> None:
    """Stop what would sink in faster than `least` in an island, and what it pushes."""
    count, slowest = list_crowd(blocks, work, root, context)
    if slowest >= -least:
        return
    visits = 0
    for done in range(1, MAX_PASSES + 1):
        begun = visits
        for n in range(count):  # to and fro: what is stopped below stops what is above it
            row = work.bounces[n if (done & 1) == 1 else count - 1 - n]
            block = blocks[row.block]
            a, b = work.movers[block.mover_a], work.movers[block.mover_b]
            if max(a.stirred, b.stirred) >= done - 1:
                visits += 1
                if keep_apart(block, a, b, row, TOLERANCE * least):
                    stir(a, done)
                    stir(b, done)
        if visits == begun:
            break
        if visits >= VISITS:
            work.budgets[root].sinks = 0  # a heap: the passes of the solver stop it in the rest of the step
            break
    for row in work.bounces[:count]:
        block = blocks[row.block]
        for i in range(block.count):
            block.total_jn[i] += row.j[i]


@kernel
def list_crowd(blocks: Any, work: Workspace3, root: int, context: StepContext3) -> tuple[int, float]:
    """List the contacts of an island; return their number, and the least speed of a point beyond that which
    closes its gap.
    """
    count, slowest, k = 0, 0.0, work.budgets[root].head
    while k > 0:
        block, row = blocks[k - 1], work.bounces[count]
        a, b = work.movers[block.mover_a], work.movers[block.mover_b]
        s = read(block, load_twists(a, b))
        row.block, a.stirred, b.stirred = k - 1, 0, 0
        for i in range(block.count):
            row.j[i], row.speed[i] = 0.0, -max(block.separation[i], 0.0) / context.h
            slowest = min(slowest, normal_speed(block, i, s) - row.speed[i])
        count += 1
        k = block.next
    return count, slowest


@inlined
def keep_apart(block: Any, a: Any, b: Any, row: Any, tolerance: float) -> bool:
    """Let the points of a contact approach no faster than closes their gaps, one after the other, to and fro;
    whether that has changed a speed.
    """
    t = load_twists(a, b)
    s, sum, off, most, count = read(block, t), NO_IMPULSE, False, 0.0, block.count
    for i in range(count):
        off |= is_off(row.speed[i] - normal_speed(block, i, s), row.j[i], tolerance)
    if not off:
        return False
    for k in range(2 * count):
        i = k if k < count else 2 * count - 1 - k
        j = max(row.j[i] + (row.speed[i] - normal_speed(block, i, s)) * block.mass[i], 0.0) - row.j[i]
        row.j[i] += j
        s, sum = add_to_reading(block, i, s, j), add_impulse(block, i, sum, j)
        most = max(most, abs(j) * block.coupling[i])
    store_twists(a, b, push_by(block, a, b, t, sum))
    return bool(most > tolerance)
