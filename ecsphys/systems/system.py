"""The base class of the systems of a step, and what they need of `Physics`."""

from __future__ import annotations

from typing import Any, Protocol

import esper

from ..ecs.simulation import Simulation
from ..events import EventDispatcher
from ..hooks import Hooks
from ..interrupts import UNINTERRUPTED
from ..keywords import present_constructor
from ..world.state import World


class StepOwner(Protocol):
    """The side of `Physics` that its systems use."""

    @property
    def simulation(self) -> Simulation:
        """Arrays, settings and clock."""
        ...

    @property
    def hooks(self) -> Hooks:
        """Pair filters and contact hooks of the game."""
        ...

    @property
    def events(self) -> EventDispatcher:
        """Event names with a subscriber, and the threshold of hits."""
        ...

    def begin_step(self, dt: float) -> None:
        """Bring the arrays up to date with esper and the components."""
        ...

    def end_step(self) -> None:
        """Count the step and send its events."""
        ...


class BaseSystem(esper.Processor):
    """One stage of a step, in the plane or in space: see `PhysicsSystem`."""

    physics: Any
    simulation: Any
    world: Any
    alone: tuple[bool, bool] = (False, False)  # begins, ends the step when esper runs it

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        present_constructor(cls)

    def process(self, dt: float = 1 / 60) -> None:
        """Run this stage of a step of `dt` seconds."""
        simulation = self.simulation
        if simulation.stepping and not simulation.is_piecewise:
            if simulation.is_hooked:
                simulation.take_in_writes()
            self.run()
            return
        with UNINTERRUPTED:
            self._process_alone(dt)

    def _process_alone(self, dt: float) -> None:
        """Run this stage, where the game or esper runs one system after the other."""
        simulation = self.simulation
        begins, ends = self.alone
        simulation.is_piecewise = True
        if begins:
            self.physics.begin_step(dt)
        simulation.stepping = True
        try:
            simulation.take_in_writes()
            self.run()
        except BaseException:
            simulation.stepping = False
            raise
        if ends:
            self.physics.end_step()

    def begin(self) -> None:
        """Adopt this system's own components and refuse invalid ones; called before anything moves."""

    def is_idle(self) -> bool:
        """Whether `begin` and `run` have nothing to do until components or entities change: then no step
        calls them.
        """
        return False

    def run(self) -> None:
        """Do the work of this stage on `self.world`."""
        raise NotImplementedError

    def attach(self, physics: Any) -> None:
        """Belong to a `Physics` from now on."""
        self.physics = physics
        self.simulation = physics.simulation
        self.world = physics.simulation.world


class PhysicsSystem(BaseSystem):
    """One stage of a step. Run by `Physics`, or by esper when it was added there by itself.

    Subclasses implement `run`. When esper runs the systems one by one, the first of them begins
    the step and the last ends it.

    >>> import esper
    >>> import numpy as np
    >>> from ecsphys import IntegrationSystem, Physics, PhysicsSystem, RigidBody, Transform
    >>> class SpeedLimit(PhysicsSystem):
    ...     def run(self):
    ...         bodies = self.physics.bodies
    ...         bodies["vx"] = np.clip(bodies["vx"], -300, 300)
    ...
    >>> physics = Physics()
    >>> esper.add_processor(physics)
    >>> physics.insert(SpeedLimit(), before=IntegrationSystem)
    >>> body = RigidBody(velocity=(900, 0))
    >>> car = esper.create_entity(Transform(), body)
    >>> esper.process(1 / 60)
    >>> body.velocity.x
    300.0
    """

    physics: StepOwner
    simulation: Simulation
    world: World
