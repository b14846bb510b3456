"""Motions that several planes allow. A plane (nx, ny, need, hard) asks of a motion d that `n.d >= need`.

In the plane the nearest point of a convex set to another lies inside, on one line or where two
cross: so all candidates are tried, instead of iterating.
"""

from __future__ import annotations

import math

from ..arrays import Reals2
from ..compile import kernel

ROUNDING = 1e-9
PARALLEL = 1e-6  # sine below which two planes do not cross
# A way out is no longer than so many needs: planes stand for surfaces nearby, and two that nearly face
# each other cross far away.
FARTHEST = 8.0


@kernel
def shortfall(planes: Reals2, count: int, x: float, y: float, hard: int) -> float:
    """By how much a motion falls short of the worst of the planes, of the hard ones or of the others."""
    worst = 0.0
    for k in range(count):
        if planes[k, 3] == hard:
            worst = max(worst, planes[k, 2] - planes[k, 0] * x - planes[k, 1] * y)
    return worst


@kernel
def crossing(planes: Reals2, i: int, j: int) -> tuple[float, float]:
    """The motion that just fulfils two planes; for i = j and parallel ones the shortest for the first."""
    nx, ny, need = planes[i, 0], planes[i, 1], planes[i, 2]
    across = nx * planes[j, 1] - ny * planes[j, 0]
    if abs(across) < PARALLEL:
        return nx * need, ny * need
    return (
        (need * planes[j, 1] - planes[j, 2] * ny) / across,
        (planes[j, 2] * nx - need * planes[j, 0]) / across,
    )


@kernel
def way_out(planes: Reals2, count: int, tolerance: float) -> tuple[float, float]:
    """The shortest motion that fulfils all planes within `tolerance`.

    Where there is none: the hard ones (column 3 is 1) come first, then the worst of the others, then
    the length.
    """
    best_x, best_y = 0.0, 0.0
    best_hard = shortfall(planes, count, 0.0, 0.0, 1)
    best_soft = shortfall(planes, count, 0.0, 0.0, 0)
    best_length = 0.0
    farthest = 0.0
    for i in range(count):
        farthest = max(farthest, FARTHEST * planes[i, 2])
    for i in range(count):
        for j in range(i, count):
            x, y = crossing(planes, i, j)
            hard = shortfall(planes, count, x, y, 1)
            soft = shortfall(planes, count, x, y, 0)
            length = math.sqrt(x * x + y * y)
            if length > farthest:
                continue
            better = hard < best_hard - tolerance
            if abs(hard - best_hard) <= tolerance:
                better = soft < best_soft - tolerance or (
                    soft <= best_soft + tolerance and length < best_length - tolerance
                )
            if better:
                best_x, best_y, best_hard, best_soft, best_length = x, y, hard, soft, length
    return best_x, best_y


@kernel
def clipped(planes: Reals2, count: int, x: float, y: float) -> tuple[float, float]:
    """The motion nearest to (x, y) that goes into none of the planes (whose needs are not looked at)."""
    best_x, best_y, best = 0.0, 0.0, math.inf
    for k in range(-1, count):
        px, py = x, y
        if k >= 0:
            into = planes[k, 0] * x + planes[k, 1] * y
            px, py = x - into * planes[k, 0], y - into * planes[k, 1]
        allowed = -ROUNDING * (abs(x) + abs(y))
        free = True
        for j in range(count):
            if j != k and planes[j, 0] * px + planes[j, 1] * py < allowed:
                free = False
        length = (px - x) * (px - x) + (py - y) * (py - y)
        if free and length < best:
            best_x, best_y, best = px, py, length
    return best_x, best_y
