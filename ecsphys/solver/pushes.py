"""The least impulses that let no point of a small group approach, all solved together.

A heavy body that lands on a light one is stopped by as many passes over single contacts as it is times
heavier, and sinks in until then. Here the contacts of all that bears it are one problem: velocities are
projected on those at which no point approaches, in the metric of the masses, which adds no energy. With A
the velocity along the normals that unit impulses add, and e the speeds, that is

    x ≥ 0, A x + e ≥ 0, and one of both is 0 for each point.

Solved by block principal pivoting (J. Júdice and F. Pires, *A block principal pivoting algorithm for
large-scale strictly monotone linear complementarity problems*, 1994): guess which points push, solve for
them, and swap those that are wrong, all at once while that helps, else the last one, which always ends
(K. Murty, 1974).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from ..compile import inlined, kernel

MOST_POINTS = 96  # a group that touches at more is stopped contact after contact, by passes
MAX_PIVOTS = 24
PATIENCE = 3  # swaps of all that is wrong which may make it no better
YIELD = 1e-6  # share of its own effect by which a point yields: four points of a face have three ways to move
TOLERANCE = 1e-9  # of speeds, share of the largest one

# The problem of a group, and its solution.
PUSHES = np.dtype(
    [
        ("effects", "f8", (MOST_POINTS, MOST_POINTS)),  # A, the lower half
        ("factor", "f8", (MOST_POINTS, MOST_POINTS)),  # scratch
        ("speeds", "f8", (MOST_POINTS,)),  # e
        ("impulses", "f8", (MOST_POINTS,)),  # x
        ("pushing", "i8", (MOST_POINTS,)),  # scratch: 1 if a point pushes
        ("wrong", "i8", (MOST_POINTS,)),  # scratch: 1 if it pushes and must not, or must and does not
        ("order", "i8", (MOST_POINTS,)),  # scratch: points that push
        ("first", "i8", (MOST_POINTS,)),  # scratch: of each of these, the first one that has an effect on it
        ("reach", "i8", (MOST_POINTS,)),  # scratch: of a point, the first one that has an effect on it
        ("end", "i8", (MOST_POINTS,)),  # scratch: and the one behind the last
    ]
)


@kernel
def find_pushes(p: Any, count: int) -> bool:
    """Find the impulses of `count` points; whether they were found."""
    fastest = 0.0
    find_band(p, count)
    for i in range(count):
        fastest = max(fastest, abs(p.speeds[i]))
        p.pushing[i] = p.speeds[i] < 0.0
    fewest, patience = count + 1, PATIENCE
    for _ in range(MAX_PIVOTS):
        push_together(p, count)
        wrong, last = 0, 0
        for i in range(count):
            p.wrong[i] = is_wrong(p, i, TOLERANCE * fastest)
            if p.wrong[i] == 1:
                wrong, last = wrong + 1, i
        if wrong == 0:
            return True
        if wrong < fewest:
            fewest, patience = wrong, PATIENCE + 1
        patience -= 1
        for i in range(0 if patience >= 0 else last, count):
            p.pushing[i] ^= p.wrong[i]
    return False


@inlined
def find_band(p: Any, count: int) -> None:
    """Find which points can have an effect on each one: few have any on each other."""
    for i in range(count):
        first = 0
        while first < i and p.effects[i, first] == 0.0:
            first += 1
        p.reach[i] = first
        for j in range(first, i + 1):
            p.end[j] = i + 1


@inlined
def effect(p: Any, i: int, j: int) -> float:
    """Return the speed that a unit impulse at point j adds at point i."""
    return float(p.effects[max(i, j), min(i, j)])


@inlined
def is_wrong(p: Any, i: int, tolerance: float) -> bool:
    """Whether a point pulls, or approaches without pushing."""
    if p.pushing[i] == 1:
        return bool(p.impulses[i] < 0.0)
    speed = p.speeds[i]
    for j in range(p.reach[i], p.end[i]):
        speed += effect(p, i, j) * p.impulses[j]
    return bool(speed < -tolerance)


@kernel
def push_together(p: Any, count: int) -> None:
    """Stop all points that push, at once: `L D Lᵀ x = -e` by Cholesky's decomposition.

    Rows of L begin where those of A do: few points have an effect on each other.
    """
    n, x, l = 0, p.impulses, p.factor
    for i in range(count):
        x[i] = 0.0
        if p.pushing[i] == 1:
            p.order[n] = i
            n += 1
    for i in range(n):
        first = 0
        while p.order[first] < p.reach[p.order[i]]:
            first += 1
        p.first[i] = first
        for j in range(first, i + 1):
            sum = effect(p, p.order[i], p.order[j]) * (1.0 + YIELD if i == j else 1.0)
            for k in range(max(first, p.first[j]), j):
                sum -= l[i, k] * l[j, k] * l[k, k]
            l[i, j] = sum if i == j else sum / l[j, j]
    for i in range(n):
        sum = -p.speeds[p.order[i]]
        for k in range(p.first[i], i):
            sum -= l[i, k] * x[p.order[k]]
        x[p.order[i]] = sum
    for back in range(n):
        i = n - 1 - back
        sum = x[p.order[i]] / l[i, i]
        for k in range(i + 1, n):
            if p.order[k] >= p.end[p.order[i]]:
                break
            if p.first[k] <= i:
                sum -= l[k, i] * x[p.order[k]]
        x[p.order[i]] = sum
