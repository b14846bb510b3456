"""2D physics and collision for esper: components that are the physics state, systems that step it."""

from . import shapes
from .compile import backend
from .compile.warm_up import warm_up
from .ecs.components import (
    ALL,
    CharacterController,
    CharacterHit,
    Collider,
    Projectile,
    RigidBody,
    Transform,
)
from .events import (
    CollisionEvent,
    EventStream,
    Listener,
    ProjectileEvent,
    TriggerEvent,
    off,
    on,
)
from .events.collisions import Collision, CollisionPoint, Collisions
from .hooks import ContactView
from .math2d.vec2 import Vec2
from .physics import Physics
from .query import Nearest, RayCaster, RayHits, ShapeCaster, WorldHit
from .shapes import *  # noqa: F403
from .systems import (
    BroadPhaseSystem,
    CasterSystem,
    CharacterSystem,
    CollisionListSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    PhysicsSystem,
    ProjectileSystem,
    SleepSystem,
    TriggerSystem,
)
from .world.contacts import REASONS
from .world.events import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_STAY,
    PROJECTILE_HIT,
    PROJECTILE_SPENT,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_STAY,
)

__version__ = "0.1.0"

__all__ = [
    "ALL",
    "COLLISION_BEGIN",
    "COLLISION_END",
    "COLLISION_HIT",
    "COLLISION_STAY",
    "PROJECTILE_HIT",
    "PROJECTILE_SPENT",
    "REASONS",
    "TRIGGER_ENTER",
    "TRIGGER_EXIT",
    "TRIGGER_STAY",
    "BroadPhaseSystem",
    "CasterSystem",
    "CharacterController",
    "CharacterHit",
    "CharacterSystem",
    "Collider",
    "Collision",
    "CollisionEvent",
    "CollisionListSystem",
    "CollisionPoint",
    "Collisions",
    "ContactView",
    "ContinuousSystem",
    "EventStream",
    "IntegrationSystem",
    "Listener",
    "NarrowPhaseSystem",
    "Nearest",
    "Physics",
    "PhysicsSystem",
    "Projectile",
    "ProjectileEvent",
    "ProjectileSystem",
    "RayCaster",
    "RayHits",
    "RigidBody",
    "ShapeCaster",
    "SleepSystem",
    "Transform",
    "TriggerEvent",
    "TriggerSystem",
    "Vec2",
    "WorldHit",
    "backend",
    "off",
    "on",
    "warm_up",
]
__all__ += shapes.__all__
