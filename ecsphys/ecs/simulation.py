"""The simulation of a plane: its world, its joints, and how changes enter it."""

from __future__ import annotations

from ..parallel.thread_pool import ThreadPool
from ..settings import Settings, StepContext
from ..shapes import Shape
from ..spatial.broad_phase import KINDS, BroadPhase, BroadPhaseKind
from ..world.areas import NO_INFLUENCES
from ..world.state import World
from .base_simulation import BaseSimulation
from .components import Collider, RigidBody, Transform
from .joint_adoption import JointAdoption
from .mistakes import warn_of_small_shapes
from .plane import PLANE
from .registry import Registry


class Simulation(BaseSimulation[World]):
    """One physics world of the plane and the esper world that it belongs to."""

    context: StepContext
    joints: JointAdoption

    def __init__(self, settings: Settings, broad_phase: BroadPhaseKind, threads: int):
        world = World(PLANE)
        registry = Registry((Transform, RigidBody, Collider), world, Shape)
        super().__init__(settings, world, registry, broad_phase)
        world.pool = ThreadPool(threads)
        self.joints = JointAdoption(world, registry)

    @property
    def broad_phase(self) -> BroadPhaseKind:
        """The kind of index that finds what is near."""
        return self._broad_phase  # type: ignore[return-value]  # a key of KINDS

    def make_index(self, kind: str) -> BroadPhase:
        """Return an empty broad phase."""
        return KINDS[kind]()  # type: ignore[index]

    def drop_results(self) -> None:
        """Forget the influences of the last step."""
        world = self.world
        world.influences, world.is_accelerated = NO_INFLUENCES, False
        if world.influence_store.local:
            world.influence_store.drop_local()

    def warn_of_size(self) -> bool:
        """Warn if shapes of new bodies are much smaller than the length unit; returns whether some are."""
        return warn_of_small_shapes(self.world, self.settings.length_unit)
