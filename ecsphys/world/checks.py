"""Invariants of a world, called by tests and by the step before it changes anything."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from .._jit import INTS, array, entry
from .layout import BODY, FREE
from .state import World

Rows = npt.NDArray[Any]
CHECKED = ("x", "y", "angle", "vx", "vy", "angular_velocity", "force_x", "force_y", "torque")


@entry(array(BODY), INTS)
def first_not_finite(bodies: Rows, rows: npt.NDArray[np.int64]) -> int:
    """The first of the rows with a pose, velocity or force that is NaN or infinite, -1 when all are fine."""
    for row in rows:
        b = bodies[row]
        pose = (b.x - b.x) + (b.y - b.y) + (b.angle - b.angle)  # 0 unless one is NaN or infinite
        speed = (b.vx - b.vx) + (b.vy - b.vy) + (b.angular_velocity - b.angular_velocity)
        force = (b.force_x - b.force_x) + (b.force_y - b.force_y) + (b.torque - b.torque)
        if pose + speed + force != 0.0:
            return int(row)
    return -1


def require_finite(world: World, rows: npt.NDArray[np.int64]) -> None:
    """Raise `ValueError` that names entity and field when a body holds NaN or infinity."""
    row = first_not_finite(world.bodies.rows, rows)
    if row < 0:
        return
    body = world.bodies.rows[row]
    for name in CHECKED:
        if not np.isfinite(body[name]):
            raise ValueError(
                f"entity {int(body['entity'])}: {name} must be finite, got {float(body[name])!r}"
            )


def fingerprint(physics: Any) -> str:
    """A hash of every body's pose, velocity and sleep, by entity: equal for equal simulations, to the bit."""
    rows = physics.world.bodies.rows[: physics.world.bodies.count].view(np.ndarray)
    rows = rows[rows["entity"] > FREE]
    rows = rows[np.argsort(rows["entity"], kind="stable")]
    digest = hashlib.sha256()
    for name in ("entity", "x", "y", "angle", "vx", "vy", "angular_velocity", "awake"):
        digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()[:16]
