"""Grabbing: while the physics is shown, the mouse drags bodies."""

from __future__ import annotations

import esper

from ecsphys import MouseJoint
from ecsphys.presets import Grip

from .rule import Rule, Run


class Grabbing(Rule):
    """Grabs, drags and releases a body within the step, so that recordings repeat it."""

    def __init__(self, run: Run):
        super().__init__(run)
        self._grip = Grip(run.physics)

    def process(self, dt: float) -> None:
        """Follow the mouse."""
        memory, point = self.memory, self.controls.current.grip
        joints = esper.get_component(MouseJoint)  # that of the mouse, or none
        if point is None:
            for entity, _ in joints:
                esper.delete_entity(entity, immediate=True)
        elif joints:
            joints[0][1].target = point
        elif not memory.grabs:
            self._grip.grab(point)
        memory.grabs = point is not None
