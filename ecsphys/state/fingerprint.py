"""Hashes of a world's state, equal for worlds whose next steps are equal to the bit."""

from __future__ import annotations

import hashlib
import json
from collections import Counter

import numpy as np

from ..arrays import FREE
from ..ecs.binding import Component
from ..world.state import World
from .component_values import describe
from .references import WITHOUT_MODULES, spelled_as
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
    with spelled_as(WITHOUT_MODULES):
        for kind, components in snapshot._named.items():
            for entity, component in components.items():
                try:
                    tree = to_tree(component)
                except TypeError:
                    tree = None
                digest.update(json.dumps([kind.__qualname__, entity, tree]).encode())
    return digest.hexdigest()[:16]


def fingerprint_of_start(snapshot: Snapshot) -> str:
    """Return how many components of ecsphys a world has just after it was made, and a hash of their values.

    For a snapshot of a world that is still as it was then: components have the values of now.
    """
    digest, counts = hashlib.sha256(), Counter[str]()
    with spelled_as(WITHOUT_MODULES):
        for entity, _, items in sorted(snapshot._structure.esper.entities, key=lambda one: one.number):
            parts = [(type(part).__name__, part) for _, part in items if isinstance(part, Component)]
            for name, part in sorted(parts, key=lambda one: one[0]):
                counts[name] += 1
                digest.update(_written(entity, name, part))
    shown = ", ".join(f"{count} {name}" for name, count in sorted(counts.items())) or "nothing"
    return f"{shown}: {digest.hexdigest()[:16]}"


def _written(entity: int, name: str, part: Component) -> bytes:
    """Return a component as bytes; what of it cannot be written is left out."""
    try:
        _, words, attributes = describe(part)
    except TypeError:  # such as a handler that is no module's
        words, attributes = None, None
    return json.dumps([name, entity, attributes]).encode() + (b"" if words is None else words.tobytes())
