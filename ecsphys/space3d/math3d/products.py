"""Products of matrices and vectors whose sums have one order.

`@`, `einsum` and `np.linalg` add in an order, and with fused operations, that depend on the processor.
"""

from __future__ import annotations

import numpy as np

from ...arrays import Reals, Reals2


def product(a: Reals2, b: Reals2) -> Reals2:
    """`a @ b`, term by term."""
    total: Reals2 = np.multiply.outer(a[:, 0], b[0])
    for k in range(1, len(b)):
        total += np.multiply.outer(a[:, k], b[k])
    return total


def dots(a: Reals2, b: Reals2 | Reals) -> Reals:
    """The scalar product of each row of three numbers with its row of another array, or with a vector."""
    scaled = a * b
    sums: Reals = scaled[..., 0] + scaled[..., 1] + scaled[..., 2]
    return sums


def lengths(vectors: Reals2) -> Reals:
    """The length of each row of three numbers."""
    roots: Reals = np.sqrt(dots(vectors, vectors))
    return roots


def inverse_of(matrix: Reals2) -> Reals2:
    """The inverse of a symmetric positive definite matrix (3, 3): its cofactors by its determinant."""
    a, b, c = matrix
    cofactors: Reals2 = np.array([np.cross(b, c), np.cross(c, a), np.cross(a, b)])
    inverse: Reals2 = cofactors / dots(cofactors, matrix)[0]
    return inverse
