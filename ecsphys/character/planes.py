"""Displacements under the constraints of several planes: `n · d >= need` for each plane.

The nearest point of a convex set in two dimensions lies inside, on one line or on the intersection of two:
all candidates are tried instead of iterating.
"""

from __future__ import annotations

import math

import numpy as np

from ..arrays import PlaneRows
from ..compile import kernel

ROUNDING = 1e-9
PARALLEL = 1e-6  # sine of the angle below which two planes have no intersection
# Upper bound of an escape, as a multiple of the largest `need`: planes stand for surfaces nearby, and two
# that nearly face each other intersect far away.
MAX_ESCAPE = 8.0


# One row per surface next to a character.
PLANE = np.dtype(
    [
        ("nx", "f8"),  # unit normal, towards the character
        ("ny", "f8"),
        ("need", "f8"),  # smallest displacement along the normal
        ("hard", "i8"),  # 1: static, cannot give way
        ("proxy", "i8"),
        ("gap", "f8"),  # separation
        ("x", "f8"),  # contact point, relative to the character's origin
        ("y", "f8"),
    ]
)


@kernel
def violation(planes: PlaneRows, count: int, x: float, y: float, hard: int) -> float:
    """Return the largest violation by a displacement, among the hard planes (1) or the others (0)."""
    worst = 0.0
    for k in range(count):
        plane = planes[k]
        if plane.hard == hard:
            worst = max(worst, plane.need - plane.nx * x - plane.ny * y)
    return worst


@kernel
def intersect(planes: PlaneRows, i: int, j: int) -> tuple[float, float]:
    """Return the displacement onto two planes; for i = j and parallel planes the shortest onto the first."""
    nx, ny, need = planes[i].nx, planes[i].ny, planes[i].need
    across = nx * planes[j].ny - ny * planes[j].nx
    if abs(across) < PARALLEL:
        return nx * need, ny * need
    return (
        (need * planes[j].ny - planes[j].need * ny) / across,
        (planes[j].need * nx - need * planes[j].nx) / across,
    )


@kernel
def shortest_escape(planes: PlaneRows, count: int, tolerance: float) -> tuple[float, float]:
    """Return the shortest displacement that satisfies all planes within `tolerance`.

    If there is none, minimize the violation of the hard planes, then that of the others, then the length.
    """
    best_x, best_y = 0.0, 0.0
    best_hard = violation(planes, count, 0.0, 0.0, 1)
    best_soft = violation(planes, count, 0.0, 0.0, 0)
    best_length = 0.0
    limit = 0.0
    for i in range(count):
        limit = max(limit, MAX_ESCAPE * planes[i].need)
    for i in range(count):
        for j in range(i, count):
            x, y = intersect(planes, i, j)
            hard = violation(planes, count, x, y, 1)
            soft = violation(planes, count, x, y, 0)
            length = math.sqrt(x * x + y * y)
            if length > limit:
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
def candidate(planes: PlaneRows, i: int, j: int, x: float, y: float, share: float) -> tuple[float, float]:
    """Return (x, y) for i = -1, its projection onto plane i for i = j, else the intersection of i and j."""
    if i < 0:
        return x, y
    if i != j:
        cx, cy = intersect(planes, i, j)
        return share * cx, share * cy
    into = planes[i].nx * x + planes[i].ny * y - share * planes[i].need
    return x - into * planes[i].nx, y - into * planes[i].ny


@kernel
def clip(planes: PlaneRows, count: int, x: float, y: float, share: float) -> tuple[float, float]:
    """Return the point nearest to (x, y) with `n · p >= share * need` for each plane, or (0, 0)."""
    best_x, best_y, best = 0.0, 0.0, math.inf
    allowed = -ROUNDING * (abs(x) + abs(y))
    for i in range(-1, count):
        for j in range(i, count if i >= 0 else 0):
            px, py = candidate(planes, i, j, x, y, share)
            free = True
            for k in range(count):
                into = planes[k].nx * px + planes[k].ny * py - share * planes[k].need
                if k != i and k != j and into < allowed:
                    free = False
            length = (px - x) * (px - x) + (py - y) * (py - y)
            if free and length < best:
                best_x, best_y, best = px, py, length
    return best_x, best_y


@kernel
def clip_motion(planes: PlaneRows, count: int, x: float, y: float) -> tuple[float, float]:
    """Return the displacement nearest to (x, y) that moves into none of the planes, whatever their `need`."""
    return clip(planes, count, x, y, 0.0)


@kernel
def clip_velocity(planes: PlaneRows, count: int, x: float, y: float) -> tuple[float, float]:
    """Return the velocity nearest to (x, y) that no plane stops; each moves at `need` along its normal."""
    return clip(planes, count, x, y, 1.0)
