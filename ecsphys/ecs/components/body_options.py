"""The keywords of a RigidBody, and the values that it holds beside its row."""

from __future__ import annotations

from typing import Any, TypedDict

from ...math2d.vec2 import Pair
from ...world.bodies import ContinuousMode


class BodyOptions(TypedDict, total=False):
    """Keywords of `RigidBody`, for its class methods."""

    mass: float | None
    inertia: float | None
    velocity: Pair
    angular_velocity: float
    gravity_scale: float
    linear_damping: float
    angular_damping: float
    lock_rotation: bool
    lock_x: bool
    lock_y: bool
    continuous: ContinuousMode
    can_sleep: bool


class MassOverrides:
    """Mass and inertia given for a RigidBody, None: from the colliders; and calls that wait for a row."""

    __slots__ = ("calls", "inertia", "mass")

    def __init__(self, mass: float | None = None, inertia: float | None = None):
        self.mass: float | None = mass
        self.inertia: float | None = inertia
        self.calls: tuple[tuple[str, tuple[Any, ...]], ...] = ()


NO_OVERRIDES = MassOverrides()  # shared by all bodies that were given neither
