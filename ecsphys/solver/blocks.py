"""Gather movers into the lanes of a block, and scatter impulses from the lanes to movers.

Lanes of one colour share no body: all are read first, then solved, then written.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..arrays import MoverRows
from ..compile import add_products, gather_words, inlined
from .records import DELTA, MASS, OVERFLOW, VELOCITY, WARM_START


@inlined
def can_be_pushed(mover: Any) -> bool:
    """Whether impulses change the motion of a mover."""
    return bool(mover.mx + mover.my + mover.i > 0.0)


@inlined
def part_count(head: Any) -> int:
    """Return how many parts a block is solved in: 1, or in the colour OVERFLOW one for each lane."""
    return int(head.count) if head.color == OVERFLOW else 1


@inlined
def lane_range(head: Any, part: int) -> tuple[int, int, int]:
    """Return the lanes of a part as `begin, end, padded_end`.

    Lanes from `end` to before `padded_end` fill the last vector: they are computed and never scattered.
    """
    if head.color == OVERFLOW:
        return part, part + 1, part + 1
    return 0, head.count, head.lanes


@inlined
def lane_indices(begin: int, end: int) -> Any:
    """Return the range of lanes `begin` to before `end`, as unsigned numbers.

    Code compiled by numba adds the length to a negative index; that choice would keep LLVM from vectorising.
    """
    return range(np.uint64(begin), np.uint64(end))


@inlined
def lane_behind(first: int, i: Any) -> Any:
    """Return the number of the lane i behind another one, unsigned as those of `lane_indices`."""
    return np.uint64(first) + np.uint64(i)


@inlined
def gather_velocities(movers: MoverRows, head: Any, scratch: Any, begin: int, end: int) -> None:
    """Gather the velocities of both movers."""
    gather_words(movers, VELOCITY, head.a, scratch.a, begin, end)
    gather_words(movers, VELOCITY, head.b, scratch.b, begin, end)


@inlined
def gather_deltas(movers: MoverRows, head: Any, scratch: Any, begin: int, end: int) -> None:
    """Gather the displacements and rotations of both movers since the start of the step."""
    gather_words(movers, DELTA, head.a, scratch.delta_a, begin, end)
    gather_words(movers, DELTA, head.b, scratch.delta_b, begin, end)


@inlined
def apply_impulses(movers: MoverRows, head: Any, scratch: Any, begin: int, end: int) -> None:
    """Change the velocities of both movers by the impulses in `scratch.a` and `scratch.b`."""
    add_products(movers, VELOCITY, MASS, head.a, scratch.a, begin, end)
    add_products(movers, VELOCITY, MASS, head.b, scratch.b, begin, end)


@inlined
def add_warm_start(movers: MoverRows, head: Any, scratch: Any, begin: int, end: int) -> None:
    """Add the impulses in `scratch.delta_a` and `scratch.delta_b` to those of the next sub-step's start."""
    add_products(movers, WARM_START, MASS, head.a, scratch.delta_a, begin, end)
    add_products(movers, WARM_START, MASS, head.b, scratch.delta_b, begin, end)


@inlined
def set_impulse(a: Any, b: Any, i: int, x: float, y: float, la: float, lb: float) -> None:
    """Set the impulse (x, y) on b in lane i and its reaction on a, and the angular impulses of both."""
    a[0, i] = -x
    a[1, i] = -y
    a[2, i] = -la
    b[0, i] = x
    b[1, i] = y
    b[2, i] = lb
