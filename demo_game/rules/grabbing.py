"""Grabbing: while the physics is shown, the mouse drags bodies."""

from __future__ import annotations

from ecsphys.presets import Grip

from .rule import Rule, Run


class Grabbing(Rule):
    """Grabs, drags and releases a body within the step, so that recordings repeat it."""

    def __init__(self, run: Run):
        super().__init__(run)
        self._grip = Grip(run.physics)
        self._grabs = False

    def process(self, dt: float) -> None:
        """Follow the mouse."""
        point = self.controls.current.grip
        if point is None:
            self._grip.release()
        elif self._grabs:
            self._grip.drag(point)
        else:
            self._grip.grab(point)
        self._grabs = point is not None
