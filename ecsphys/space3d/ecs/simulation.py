"""The simulation of a world in space."""

from __future__ import annotations

from typing import Any

import numpy as np

from ...ecs.base_simulation import BaseSimulation
from ...ecs.registry import Registry
from ...user_warnings import warn_user
from ..settings import Settings3, StepContext3
from ..shapes import Shape3
from ..spatial.broad_phase import KINDS, BroadPhase3, BroadPhaseKind3
from ..world.state import World3
from .body import Body3D
from .collider import Collider3D
from .dimension import SPACE
from .transform import Transform3D

SMALL = 1 / 32  # of the length unit: a shape of less is hardly larger than the tolerances


class Simulation3(BaseSimulation[World3]):
    """One physics world in space and the esper world that it belongs to."""

    context: StepContext3
    owner = "Physics3D"

    def __init__(self, settings: Settings3, broad_phase: BroadPhaseKind3):
        world = World3(SPACE)
        registry = Registry((Transform3D, Body3D, Collider3D), world, Shape3)
        super().__init__(settings, world, registry, broad_phase)

    @property
    def broad_phase(self) -> BroadPhaseKind3:
        """The kind of index that finds what is near."""
        return self._broad_phase  # type: ignore[return-value]  # a key of KINDS

    def make_index(self, kind: str) -> BroadPhase3:
        """Return an empty broad phase."""
        return KINDS[kind]()  # type: ignore[index]

    def warn_of_size(self) -> bool:
        """Warn if shapes of new bodies are much smaller than the length unit; returns whether some are."""
        world, unit = self.world, self.settings.length_unit
        bodies, rows = world.bodies.rows.view(np.ndarray), np.array(world.new_bodies)
        size = 2.0 * bodies["reach"][rows]
        small = np.flatnonzero((size > 0.0) & (size < SMALL * unit))
        for k in small.tolist():
            entity = int(bodies["entity"][rows[k]])
            collider: Any = world.parts_of(entity)[2]
            if collider is None or not all(shape.solid for shape in collider.shapes):
                continue
            warn_user(
                f"entity {entity} is {size[k]:g} across, much less than a typical object: tolerances scale "
                f"with length_unit, {unit:g}, and are too coarse for it; give Physics3D another length_unit"
            )
            return True
        return False
