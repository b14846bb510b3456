"""Hashes of a world's state, equal for worlds whose next steps are equal to the bit."""

from __future__ import annotations

import hashlib
import json

import numpy as np

from ..arrays import FREE
from ..world.state import World
from .snapshot import Snapshot
from .to_trees import to_tree

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


def fingerprint_of_snapshot(snapshot: Snapshot, bodies: str) -> str:
    """Return a hash of the named components of a snapshot, and of the fingerprint of its bodies.

    Components that cannot be written as values (`values`) are left out. Without components it is `bodies`.
    """
    if not snapshot._named:
        return bodies
    digest = hashlib.sha256(bodies.encode())
    for kind, components in snapshot._named.items():
        for entity, component in components.items():
            try:
                tree = to_tree(component)
            except TypeError:
                tree = None
            digest.update(json.dumps([kind.__qualname__, entity, tree]).encode())
    return digest.hexdigest()[:16]
