"""The settings of `Physics` that only the plane has, as properties."""

from __future__ import annotations

from .base_settings import BaseSettings
from .ecs.simulation import Simulation
from .math2d import check
from .math2d.vec2 import Pair, Vec2
from .settings import INTEGRATORS, Integrator
from .spatial.broad_phase import KINDS, BroadPhaseKind


class SettingsFacade(BaseSettings):
    """The settings of `Physics`. They take effect with the next step; within one they cannot be assigned."""

    simulation: Simulation

    @property
    def gravity(self) -> Vec2:
        """Acceleration in units per second squared. Assigning it wakes everything."""
        return Vec2(*self.simulation.settings.gravity)

    @gravity.setter
    def gravity(self, value: Pair) -> None:
        self._change(gravity=check.point(value, "gravity"))
        self.simulation.wake_all()

    @property
    def integrator(self) -> Integrator:
        """How motion is computed from forces, see `Physics`."""
        return self.simulation.settings.integrator

    @integrator.setter
    def integrator(self, value: Integrator) -> None:
        self._change(integrator=check.one_of(value, INTEGRATORS, "integrator"))

    @property
    def broad_phase(self) -> BroadPhaseKind:
        """The index that finds what is near; all find the same pairs. Assigning it rebuilds the index."""
        return self.simulation.broad_phase

    @broad_phase.setter
    def broad_phase(self, value: BroadPhaseKind) -> None:
        self.simulation.change_broad_phase(check.one_of(value, KINDS, "broad_phase"))

    @property
    def threads(self) -> int:
        """Number of threads that share the heavy loops; fixed when `Physics` is made."""
        return self.simulation.world.pool.threads
