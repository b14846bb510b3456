"""The systems that one step runs, in order; each is an `esper.Processor`."""

from .area import AreaSystem
from .broad_phase import BroadPhaseSystem
from .caster import CasterSystem
from .character import CharacterSystem
from .collision_list import CollisionListSystem
from .constant_force import ConstantForceSystem
from .continuous import ContinuousSystem
from .integration import IntegrationSystem
from .joints import JointSystem
from .narrow_phase import NarrowPhaseSystem
from .projectile import ProjectileSystem
from .sleep import SleepSystem
from .system import PhysicsSystem
from .trigger import TriggerSystem

__all__ = [
    "AreaSystem",
    "BroadPhaseSystem",
    "CasterSystem",
    "CharacterSystem",
    "CollisionListSystem",
    "ConstantForceSystem",
    "ContinuousSystem",
    "IntegrationSystem",
    "JointSystem",
    "NarrowPhaseSystem",
    "PhysicsSystem",
    "ProjectileSystem",
    "SleepSystem",
    "TriggerSystem",
]
