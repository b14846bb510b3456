"""Effective masses of contacts: what velocity a unit impulse adds, and its inverse."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ...math2d.complementarity import SMALLEST_NORMAL, reciprocal

# Two points are solved as if each yielded by this share to its change of impulse: with a locked rotation both
# push the same motion, and only the sum of their impulses is determined.
PAIR_DAMPING = 1e-6

# As a fraction of the radius of gyration. A lever that changes by less changes its mass by less than 1.3.
MAX_SLIDE = 0.25

# Least effect of an impulse, as a share of what it would have across its arms. Where locks leave it none but
# by a short lever, what it takes to stop an approach would spin the body beyond all bounds, so it gets none.
# Bodies without locks have more.
LEAST_EFFECT = 1e-2


@inlined
def inverse(x: float) -> float:
    """Return 1 / x, or 0 where no impulse has an effect (x = 0), or where the result may be infinite."""
    return 1.0 / x if x > SMALLEST_NORMAL else 0.0


@inlined
def normal_coupling(block: Any, p: int, q: int, i: int) -> float:
    """Return the velocity along n at point p that a unit impulse at point q adds, with the present levers."""
    a, b = block.na[p, i] + block.slide_n[i], block.na[q, i] + block.slide_n[i]
    shift = block.shift_n[i]
    return float(block.knn[i] + block.ia[i] * a * b + block.ib[i] * (a + shift) * (b + shift))


@inlined
def tangent_coupling(block: Any, i: int, ta: float) -> float:
    """Return the velocity along t that a unit impulse along t adds, both at the present lever `ta`."""
    tb = ta + block.shift_t[i]
    return float(block.ktt[i] + block.ia[i] * ta * ta + block.ib[i] * tb * tb)


@inlined
def spin_coupling(block: Any, p: int, i: int) -> float:
    """Return the velocity at point p that a unit impulse across its arms adds by turning both bodies."""
    na, ta = block.na[p, i], block.ta[p, i]
    nb, tb = na + block.shift_n[i], ta + block.shift_t[i]
    return float(block.ia[i] * (na * na + ta * ta) + block.ib[i] * (nb * nb + tb * tb))


@inlined
def effective(k: float, spin: float, own: float, across: float) -> float:
    """Return k, or 0 where that is too little to act by: of a direction that is locked, whose inverse masses
    along it, `own`, are little beside those across.
    """
    free = 1.0 if own > LEAST_EFFECT * across else 0.0
    return k * max(free, 1.0 if k > LEAST_EFFECT * spin else 0.0)


@inlined
def slide_limit(block: Any, i: int) -> float:
    """Return how far the bodies of a lane may move relative to each other before its masses are set again.

    Levers move with the place of the contact: see `move_levers`.
    """
    share, rest = block.slide_a[i], block.slide_both[i] - block.slide_a[i]
    turning = max(share * share * block.ia[i], rest * rest * block.ib[i])
    if turning == 0.0:
        return math.inf
    return float(MAX_SLIDE * math.sqrt(min(block.knn[i], block.ktt[i]) / turning))


@inlined
def update_masses(block: Any, i: int) -> None:
    """Set the effective masses of a lane's first point and of its friction, with the present levers."""
    spin, knn, ktt = spin_coupling(block, 0, i), block.knn[i], block.ktt[i]
    k = tangent_coupling(block, i, block.tf[i] + block.slide_t[i])
    block.mass_t[i] = inverse(effective(k, spin, ktt, knn))
    block.k[0, i] = effective(normal_coupling(block, 0, 0, i), spin, knn, ktt)
    block.mass_n[0, i] = inverse(block.k[0, i])


@inlined
def update_pair_masses(block: Any, i: int) -> None:
    """Set the effective masses of both points of a lane and of their friction."""
    update_masses(block, i)
    spin, knn, ktt = spin_coupling(block, 1, i), block.knn[i], block.ktt[i]
    block.k[1, i] = effective(normal_coupling(block, 1, 1, i), spin, knn, ktt)
    block.mass_n[1, i] = inverse(block.k[1, i])
    k01 = normal_coupling(block, 0, 1, i)
    k0, k1 = (1.0 + PAIR_DAMPING) * block.k[0, i], (1.0 + PAIR_DAMPING) * block.k[1, i]
    block.k01[i] = k01
    block.pair_scale[i] = reciprocal(k0 * k1 - k01 * k01)
