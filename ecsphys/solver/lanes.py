"""From movers to the lanes of a block and back.

Lanes of one colour share no body, so that all may be read first, then solved beside each other, then written.
"""

from __future__ import annotations

from typing import Any

import numpy.typing as npt

from .._jit import inlined
from .rows import LEFT_OVER

Rows = npt.NDArray[Any]


@inlined
def parts_of(block: Any) -> int:
    """In how many parts a block is solved: all lanes at once, or one by one where they may share bodies."""
    return int(block.count) if block.color == LEFT_OVER else 1


@inlined
def lanes_of(block: Any, part: int) -> tuple[int, int, int]:
    """The lanes of a part: from the first to before the second; those to before the third may take part."""
    if block.color == LEFT_OVER:
        return part, part + 1, part + 1
    return 0, block.count, block.lanes


@inlined
def read_motion(movers: Rows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Gather the velocities of the lanes from `lo` to before `hi`."""
    for i in range(lo, hi):
        a = movers[block.a[i]]
        b = movers[block.b[i]]
        x = b.vx - a.vx
        y = b.vy - a.vy
        motion.n[i] = x * block.nx[i] + y * block.ny[i]
        motion.t[i] = x * block.ny[i] - y * block.nx[i]
        motion.wa[i] = a.w
        motion.wb[i] = b.w
        motion.jn[i] = 0.0
        motion.jt[i] = 0.0


@inlined
def read_places(movers: Rows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Gather how far the bodies have come and turned in this step."""
    for i in range(lo, hi):
        a = movers[block.a[i]]
        b = movers[block.b[i]]
        motion.dx[i] = b.dx - a.dx
        motion.dy[i] = b.dy - a.dy
        motion.ca[i] = a.c
        motion.sa[i] = a.s
        motion.cb[i] = b.c
        motion.sb[i] = b.s


@inlined
def write_motion(movers: Rows, block: Any, motion: Any, lo: int, hi: int) -> None:
    """Scatter: what the impulses have changed."""
    for i in range(lo, hi):
        a = movers[block.a[i]]
        b = movers[block.b[i]]
        jx = motion.jn[i] * block.nx[i] + motion.jt[i] * block.ny[i]
        jy = motion.jn[i] * block.ny[i] - motion.jt[i] * block.nx[i]
        a.vx -= a.mx * jx
        a.vy -= a.my * jy
        a.w = motion.wa[i]
        b.vx += b.mx * jx
        b.vy += b.my * jy
        b.w = motion.wb[i]


@inlined
def keep_impulses(movers: Rows, block: Any, lo: int, hi: int) -> None:
    """Sum up, for each body, what the impulses of all its points will change in the next sub-step."""
    for i in range(lo, hi):
        a = movers[block.a[i]]
        b = movers[block.b[i]]
        jn, jt = block.jn[0, i], block.jt[0, i]
        la = jn * block.na[0, i] + jt * block.ta[0, i]
        lb = jn * block.nb[0, i] + jt * block.tb[0, i]
        if block.points == 2:
            kn, kt = block.jn[1, i], block.jt[1, i]
            la += kn * block.na[1, i] + kt * block.ta[1, i]
            lb += kn * block.nb[1, i] + kt * block.tb[1, i]
            jn += kn
            jt += kt
        jx = jn * block.nx[i] + jt * block.ny[i]
        jy = jn * block.ny[i] - jt * block.nx[i]
        a.px -= a.mx * jx
        a.py -= a.my * jy
        a.pw -= block.ia[i] * la
        b.px += b.mx * jx
        b.py += b.my * jy
        b.pw += block.ib[i] * lb
