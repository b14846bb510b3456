"""Hashes of a world's state, equal for worlds whose next steps are equal to the bit."""

from __future__ import annotations

import hashlib

import numpy as np

from ..arrays import FREE
from ..world.state import World

_FIELDS = ("entity", "x", "y", "angle", "vx", "vy", "angular_velocity", "awake")


def fingerprint_of(world: World) -> str:
    """Return a hash of all poses, velocities and sleep, by entity: 16 hexadecimal digits."""
    rows = world.bodies.rows[: world.bodies.count].view(np.ndarray)
    rows = rows[rows["entity"] > FREE]
    rows = rows[np.argsort(rows["entity"], kind="stable")]
    digest = hashlib.sha256()
    for name in _FIELDS:
        digest.update(np.ascontiguousarray(rows[name]).tobytes())
    return digest.hexdigest()[:16]
