"""The linear complementarity problem of two unknowns, by total enumeration (R. Cottle, J.-S. Pang and R.
Stone, *The Linear Complementarity Problem*, 1992; E. Catto, *Modeling and Solving Constraints*, GDC 2009).
"""

from __future__ import annotations

import math

from ..compile import inlined

SMALLEST_NORMAL = 2.0**-1022  # of the type float; the reciprocals of smaller numbers are infinite
ENERGY_PRECISION = 1e-9  # share of an energy by which impulses may exceed it


@inlined
def blend(x: float, y: float, share: float) -> float:
    """Return x for share 0, y for share 1. A conditional expression would keep LLVM from vectorising."""
    return x + share * (y - x)


@inlined
def reciprocal(x: float) -> float:
    """Return 1 / x, or 1 where that may be infinite or x is not positive.

    Without a branch, as LLVM needs it to vectorise.
    """
    return 1.0 / (x + (1.0 - x) * (1.0 if x <= SMALLEST_NORMAL else 0.0))


@inlined
def solve_pair(
    k00: float, k01: float, k11: float, b0: float, b1: float, m0: float, m1: float, scale: float
) -> tuple[float, float]:
    """Return x with x >= 0, K x - b >= 0, and one of both 0 in each row.

    K is symmetric and positive definite; rows of zeros have the solution 0. `m0`, `m1` and `scale` are the
    reciprocals of k00, k11 and the determinant. Tried in this order, the first that holds: both unknowns are
    positive, only x0, only x1, none.
    """
    both0, both1 = (k11 * b0 - k01 * b1) * scale, (k00 * b1 - k01 * b0) * scale
    single0, single1 = b0 * m0, b1 * m1
    use_both = (1.0 if both0 >= 0.0 else 0.0) * (1.0 if both1 >= 0.0 else 0.0)
    use_first = (1.0 if single0 >= 0.0 else 0.0) * (1.0 if k01 * single0 - b1 >= 0.0 else 0.0)
    x0 = blend(single0 * use_first, both0, use_both)
    x1 = blend(single1 * (1.0 - use_first), both1, use_both)
    return max(x0, 0.0), max(x1, 0.0)


@inlined
def affordable_share(linear: float, square: float, energy: float) -> float:
    """Return the share, at most 1, of impulses that adds no more than an energy to the bodies.

    The share s of them adds `linear` s + `square` s².
    """
    if linear + square <= energy * (1.0 + ENERGY_PRECISION):
        return 1.0
    divisor = linear + math.sqrt(linear * linear + 4.0 * square * energy)
    return 2.0 * energy / divisor if divisor > 0.0 else 0.0  # 0: energies too small for a square
