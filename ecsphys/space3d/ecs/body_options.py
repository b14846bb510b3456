"""The keywords of a Body3D, and the checks of what it is given."""

from __future__ import annotations

from typing import Any, TypedDict

import numpy as np

from ...arrays import Reals2
from ...limits import INERTIA, LARGEST
from ...world.bodies import ContinuousMode
from ..math3d.vec3 import Triple
from ..world.records import LOCK_TURN_X, LOCK_TURN_Y, LOCK_TURN_Z

InertiaLike = Any  # three principal moments, or a symmetric array of shape (3, 3)

LOCK_TURNS = LOCK_TURN_X | LOCK_TURN_Y | LOCK_TURN_Z


class BodyOptions3(TypedDict, total=False):
    """Keywords of `Body3D`, for its class methods."""

    mass: float | None
    inertia: InertiaLike
    velocity: Triple
    angular_velocity: Triple
    gravity_scale: float
    linear_damping: float
    angular_damping: float
    lock_rotation: bool
    lock_x: bool
    lock_y: bool
    lock_z: bool
    continuous: ContinuousMode
    can_sleep: bool


# By what part the largest moment may exceed the sum of the others: those of a flat body, to three digits.
_ROUNDING = 0.01


def checked_inertia(value: InertiaLike, name: str = "inertia") -> Reals2:
    """Return three principal moments or a symmetric, positive definite array as an array (3, 3).

    Raises `TypeError` or `ValueError` for anything else, and for moments that no body has.
    """
    try:
        given = np.array(value, np.float64)
    except (TypeError, ValueError, OverflowError):
        raise TypeError(f"{name} must be three numbers or an array of shape (3, 3), got {value!r}") from None
    matrix = np.diag(given) if given.shape == (3,) else given
    if matrix.shape != (3, 3):
        raise ValueError(f"{name} must be three numbers or an array of shape (3, 3), got shape {given.shape}")
    if not np.isfinite(matrix).all() or not np.allclose(matrix, matrix.T, rtol=1e-9, atol=0.0):
        raise ValueError(f"{name} must be finite and symmetric, got {value!r}")
    matrix = 0.5 * (matrix + matrix.T)
    moments = np.linalg.eigvalsh(matrix)
    if not (moments[0] >= INERTIA[0] and moments[2] <= INERTIA[1]):
        raise ValueError(
            f"{name} must be positive definite, with moments from {INERTIA[0]:g} to {INERTIA[1]:g}, "
            f"got {value!r}"
        )
    if moments[2] > (1.0 + _ROUNDING) * (moments[0] + moments[1]):
        raise ValueError(
            f"{name} must be that of a body: no principal moment can exceed the sum of the other two, got "
            f"{value!r}, with moments of {moments[0]:g}, {moments[1]:g} and {moments[2]:g}"
        )
    return matrix


def require_speed(argument: str, v: Triple, w: Triple) -> None:
    """Raise `ValueError` for an argument that leads to such a velocity."""
    if not all(abs(part) <= LARGEST for part in (*v, *w)):
        raise ValueError(
            f"{argument} must lead to velocities from {-LARGEST:g} to {LARGEST:g}, got {tuple(v)!r} and a "
            f"spin of {tuple(w)!r}"
        )


def inertia_words(matrix: Reals2) -> tuple[float, ...]:
    """Return a symmetric array (3, 3) as xx, yy, zz, xy, xz, yz."""
    numbers = matrix.tolist()
    diagonal = (numbers[0][0], numbers[1][1], numbers[2][2])
    return (*diagonal, numbers[0][1], numbers[0][2], numbers[1][2])
