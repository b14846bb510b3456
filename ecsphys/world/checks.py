"""Invariants of a world, called by tests and by the step before it changes anything."""

from __future__ import annotations

import hashlib
from typing import Any

import numpy as np
import numpy.typing as npt

from ..arrays import FREE, BodyRows
from ..compile import INT, INTS, array, entry, inlined
from .bodies import BODY
from .state import World

CHECKED = ("x", "y", "angle", "vx", "vy", "angular_velocity", "force_x", "force_y", "torque")


@inlined
def is_finite(b: Any) -> bool:
    """Whether pose, velocity and force of a body are neither NaN nor infinite."""
    pose = (b.x - b.x) + (b.y - b.y) + (b.angle - b.angle)  # 0 unless one is NaN or infinite
    speed = (b.vx - b.vx) + (b.vy - b.vy) + (b.angular_velocity - b.angular_velocity)
    force = (b.force_x - b.force_x) + (b.force_y - b.force_y) + (b.torque - b.torque)
    return bool(pose + speed + force == 0.0)


@entry(array(BODY), INTS)
def first_not_finite(bodies: BodyRows, rows: npt.NDArray[np.int64]) -> int:
    """Return the first of the rows with a pose, velocity or force that is NaN or infinite, -1 without any."""
    for row in rows:
        if not is_finite(bodies[row]):
            return int(row)
    return -1


@entry(array(BODY), INT)
def first_of_all_not_finite(bodies: BodyRows, count: int) -> int:
    """Return the first row in use below `count` that holds NaN or infinity, -1 without any."""
    for row in range(count):
        if bodies[row].entity > 0 and not is_finite(bodies[row]):
            return row
    return -1


def require_finite(world: World, rows: npt.NDArray[np.int64]) -> None:
    """Raise `ValueError` that names entity and field when one of these bodies holds NaN or infinity."""
    _refuse(world, first_not_finite(world.bodies.rows, rows))


def require_all_finite(world: World) -> None:
    """Raise `ValueError` that names entity and field when any body holds NaN or infinity."""
    _refuse(world, first_of_all_not_finite(world.bodies.rows, world.bodies.count))


def _refuse(world: World, row: int) -> None:
    """Raise `ValueError` that names entity and field of a row, unless it is -1."""
    if row < 0:
        return
    body = world.bodies.rows[row]
    for name in CHECKED:
        if not np.isfinite(body[name]):
            raise ValueError(
                f"entity {int(body['entity'])}: {name} must be finite, got {float(body[name])!r}"
            )


def fingerprint(physics: Any) -> str:
    """Return a hash of all poses, velocities and sleep, by entity: equal for simulations with equal bits."""
    rows = physics.world.bodies.rows[: physics.world.bodies.count].view(np.ndarray)
    rows = rows[rows["entity"] > FREE]
    rows = rows[np.argsort(rows["entity"], kind="stable")]
    digest = hashlib.sha256()
    for name in ("entity", "x", "y", "angle", "vx", "vy", "angular_velocity", "awake"):
        digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()[:16]
