"""The systems that one step in space runs, in order; each is an `esper.Processor`."""

from ...systems.system import BaseSystem
from .broad_phase import BroadPhaseSystem
from .character import CharacterSystem
from .collision_list import CollisionListSystem, TriggerSystem
from .continuous import ContinuousSystem
from .integration import IntegrationSystem
from .narrow_phase import NarrowPhaseSystem
from .projectile import ProjectileSystem
from .sleep import SleepSystem
from .system import PhysicsSystem3

DEFAULT_ORDER3: tuple[type[BaseSystem], ...] = (
    BroadPhaseSystem,
    NarrowPhaseSystem,
    IntegrationSystem,
    CharacterSystem,
    ProjectileSystem,
    ContinuousSystem,
    CollisionListSystem,
    TriggerSystem,
    SleepSystem,
)

__all__ = [
    "DEFAULT_ORDER3",
    "BroadPhaseSystem",
    "CharacterSystem",
    "CollisionListSystem",
    "ContinuousSystem",
    "IntegrationSystem",
    "NarrowPhaseSystem",
    "PhysicsSystem3",
    "ProjectileSystem",
    "SleepSystem",
    "TriggerSystem",
]
