"""What a new RigidBody's values live in, and what it was told that no row says."""

from __future__ import annotations

from struct import Struct
from typing import Any

from ...arrays import packing
from ...world.bodies import BODY, MOTION
from .row import StagingBuffer


class NewMotions(StagingBuffer, span=MOTION):
    """The values of new RigidBodies."""

    __slots__ = ()


NEW_BYTES = 8 * MOTION[0]
motion_into = Struct(packing(BODY, *MOTION)).pack_into


class MassOverrides:
    """What a RigidBody was told that its row does not say: the mass and inertia that it is to have, None to
    let it follow from the colliders, and calls that wait for a row.
    """

    __slots__ = ("calls", "inertia", "mass")

    def __init__(self, mass: float | None = None, inertia: float | None = None):
        self.mass, self.inertia = mass, inertia
        self.calls: tuple[tuple[str, tuple[Any, ...]], ...] = ()


NO_OVERRIDES = MassOverrides()  # which is what most were told; shared by all of them
