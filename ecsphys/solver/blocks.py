"""From movers to the lanes of a block and back.

Lanes of one colour share no body, so that all may be read first, then solved beside each other, then written.
"""

from __future__ import annotations

from typing import Any

from ..arrays import MoverRows
from ..compile import add_products, gather_words, inlined
from .records import DELTA, MASS, OVERFLOW, VELOCITY, WARM_START


@inlined
def part_count(block: Any) -> int:
    """In how many parts a block is solved: all lanes at once, or one by one where they may share bodies."""
    return int(block.count) if block.color == OVERFLOW else 1


@inlined
def lane_range(block: Any, part: int) -> tuple[int, int, int]:
    """The lanes of a part: from the first to before the second; those to before the third may take part."""
    if block.color == OVERFLOW:
        return part, part + 1, part + 1
    return 0, block.count, block.lanes


@inlined
def gather_velocities(movers: MoverRows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Gather the velocities of the lanes from `lo` to before `hi`."""
    gather_words(movers, VELOCITY, block.a, motion.a, lo, hi)
    gather_words(movers, VELOCITY, block.b, motion.b, lo, hi)


@inlined
def gather_deltas(movers: MoverRows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Gather how far the bodies have come and turned in this step."""
    gather_words(movers, DELTA, block.a, motion.delta_a, lo, hi)
    gather_words(movers, DELTA, block.b, motion.delta_b, lo, hi)


@inlined
def apply_impulses(movers: MoverRows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Scatter what the impulses change."""
    add_products(movers, VELOCITY, MASS, block.a, motion.a, lo, hi)
    add_products(movers, VELOCITY, MASS, block.b, motion.b, lo, hi)


@inlined
def add_warm_start(movers: MoverRows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Scatter what all impulses will change in the next sub-step, summed up for each body."""
    add_products(movers, WARM_START, MASS, block.a, motion.delta_a, lo, hi)
    add_products(movers, WARM_START, MASS, block.b, motion.delta_b, lo, hi)


@inlined
def set_impulse(a: Any, b: Any, i: int, x: float, y: float, about_a: float, about_b: float) -> None:
    """The impulse on B, and its reaction on A, of a lane."""
    a[0, i] = -x
    a[1, i] = -y
    a[2, i] = -about_a
    b[0, i] = x
    b[1, i] = y
    b[2, i] = about_b


@inlined
def set_warm_start(block: Any, motion: Any, i: int, points: int) -> None:
    """What all impulses of a lane's points will change in the next sub-step."""
    nx, ny = block.nx[i], block.ny[i]
    jn, jt = block.jn[0, i], block.jt[0, i]
    la = jn * block.na[0, i] + jt * block.ta[0, i]
    if points == 2:
        kn, kt = block.jn[1, i], block.jt[1, i]
        la += kn * block.na[1, i] + kt * block.ta[1, i]
        jn += kn
        jt += kt
    lb = la + jn * block.dn[i] + jt * block.dt[i]
    set_impulse(motion.delta_a, motion.delta_b, i, jn * nx + jt * ny, jn * ny - jt * nx, la, lb)
