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
        """Acceleration in units per second squared. Assigning it wakes everything.

        >>> from ecsphys import Physics
        >>> physics = Physics(gravity=(0, -900))
        >>> physics.gravity = -physics.gravity  # upside down
        >>> physics.gravity.y
        900.0
        """
        return Vec2(*self.simulation.settings.gravity)

    @gravity.setter
    def gravity(self, value: Pair) -> None:
        self._change(gravity=check.point(value, "gravity"))
        self.simulation.wake_all()

    @property
    def integrator(self) -> Integrator:
        """How motion is computed from forces, see `Physics`.

        >>> import esper
        >>> from ecsphys import Physics, RigidBody, Transform
        >>> physics = Physics(gravity=(0, -900))
        >>> esper.add_processor(physics)
        >>> physics.integrator = "velocity_verlet"
        >>> place = Transform()
        >>> ball = esper.create_entity(place, RigidBody())
        >>> for _ in range(60):
        ...     esper.process(1 / 60)
        ...
        >>> round(place.y, 6)  # exact: -900 / 2
        -450.0
        """
        return self.simulation.settings.integrator

    @integrator.setter
    def integrator(self, value: Integrator) -> None:
        self._change(integrator=check.one_of(value, INTEGRATORS, "integrator"))

    @property
    def broad_phase(self) -> BroadPhaseKind:
        """The index that finds what is near; all find the same pairs. Assigning it rebuilds the index.

        >>> from ecsphys import Physics
        >>> physics = Physics()
        >>> physics.broad_phase = "sweep_and_prune"
        >>> physics.broad_phase
        'sweep_and_prune'
        """
        return self.simulation.broad_phase

    @broad_phase.setter
    def broad_phase(self, value: BroadPhaseKind) -> None:
        self.simulation.change_broad_phase(check.one_of(value, KINDS, "broad_phase"))

    @property
    def threads(self) -> int:
        """Number of threads that share the heavy loops; fixed when `Physics` is made."""
        return self.simulation.world.pool.threads
