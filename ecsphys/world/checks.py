"""Invariants of a world, called by tests and by the step before it changes anything."""

from __future__ import annotations

import hashlib
import math
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import limits
from ..arrays import FREE
from .base_world import BaseWorld

_UNITS = {"position": "length units", "speed": "length units per second"}
# Of the fields that are checked: a field of `Limits`, or the largest number.
CHECKED: dict[str, str | float] = {
    "x": "position", "y": "position", "angle": limits.ANGLE,
    "vx": "speed", "vy": "speed", "angular_velocity": limits.SPIN,
    "force_x": limits.FORCE, "force_y": limits.FORCE, "torque": limits.FORCE * limits.LARGEST,
    "gravity_scale": limits.LARGEST, "linear_damping": limits.LARGEST, "angular_damping": limits.LARGEST,
}  # fmt: skip


def require_within(world: BaseWorld, rows: npt.NDArray[np.int64]) -> None:
    """Raise `ValueError` that names entity and field when one of these bodies is out of range."""
    k = world.dimension.find_beyond(world.bodies.rows, rows, 0, world.limits)
    if k < len(rows):
        _refuse(world, int(rows[k]))


def require_all_within(world: BaseWorld) -> None:
    """Raise `ValueError` that names entity and field when any body is out of range."""
    row = world.dimension.find_any_beyond(world.bodies.rows, 0, world.bodies.count, world.limits)
    if row < world.bodies.count:
        _refuse(world, row)


def _refuse(world: BaseWorld, row: int) -> None:
    """Raise `ValueError` that names entity and field of a row that is out of range."""
    name, wanted = what_is_beyond(world, row)
    body = world.bodies.rows[row]
    raise ValueError(f"entity {int(body['entity'])}: {name} must be {wanted}, got {float(body[name])!r}")


def what_is_beyond(world: BaseWorld, row: int) -> tuple[str, str]:
    """Return the first field of a row that is out of range, and what it must be."""
    body = world.bodies.rows[row]
    for name, limit in world.dimension.checked.items():
        number, most = float(body[name]), limit if isinstance(limit, float) else getattr(world.limits, limit)
        if not math.isfinite(number):
            return name, "finite"
        if name.endswith("damping") and not 0.0 <= number <= most:
            return name, f"from 0 to {most:g}"
        if abs(number) > most:
            unit = "" if isinstance(limit, float) else f" (1e12 {_UNITS[limit]})"
            return name, f"from {-most:g} to {most:g}{unit}"
    raise AssertionError(f"row {row} is in range")


def fingerprint(physics: Any) -> str:
    """Return a hash of all poses, velocities and sleep, by entity: equal for simulations with equal bits."""
    rows = physics.world.bodies.rows[: physics.world.bodies.count].view(np.ndarray)
    rows = rows[rows["entity"] > FREE]
    rows = rows[np.argsort(rows["entity"], kind="stable")]
    digest = hashlib.sha256()
    for name in ("entity", "x", "y", "angle", "vx", "vy", "angular_velocity", "awake"):
        digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()[:16]
