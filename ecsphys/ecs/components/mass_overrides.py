"""What a RigidBody holds beside its row."""

from __future__ import annotations

from typing import Any


class MassOverrides:
    """Mass and inertia given for a RigidBody, None: from the colliders; and calls that wait for a row."""

    __slots__ = ("calls", "inertia", "mass")

    def __init__(self, mass: float | None = None, inertia: float | None = None):
        self.mass: float | None = mass
        self.inertia: float | None = inertia
        self.calls: tuple[tuple[str, tuple[Any, ...]], ...] = ()


NO_OVERRIDES = MassOverrides()  # shared by all bodies that were given neither
