"""2D physics and collision for esper: components that are the physics state, systems that step it."""

from .compile import backend
from .compile.warm_up import warm_up
from .ecs.components import (
    ALL,
    Area,
    CharacterController,
    CharacterHit,
    Collider,
    ConstantForce,
    Projectile,
    RigidBody,
    Transform,
)
from .ecs.grids import colliders_from_grid
from .events import (
    CollisionEvent,
    EventStream,
    Listener,
    ProjectileEvent,
    TriggerEvent,
    off,
    on,
)
from .events.collisions import Collision, Collisions
from .events.points import CollisionPoint
from .hooks import ContactView
from .hooks.fields import Fields
from .math2d.vec2 import Vec2
from .physics import Physics
from .query import Nearest, RayCaster, RayHits, ShapeCaster, WorldHit

# By name: mypy does not follow `import *` within a package whose modules import each other.
from .shapes import (
    AABB,
    Bounds,
    Box,
    Capsule,
    Chain,
    Circle,
    HalfPlane,
    MassProperties,
    Polygon,
    Segment,
    Shape,
)
from .systems import (
    AreaSystem,
    BroadPhaseSystem,
    CasterSystem,
    CharacterSystem,
    CollisionListSystem,
    ConstantForceSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    PhysicsSystem,
    ProjectileSystem,
    SleepSystem,
    TriggerSystem,
)
from .user_warnings import PhysicsWarning
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
    "AABB",
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
    "Area",
    "AreaSystem",
    "Bounds",
    "Box",
    "BroadPhaseSystem",
    "Capsule",
    "CasterSystem",
    "Chain",
    "CharacterController",
    "CharacterHit",
    "CharacterSystem",
    "Circle",
    "Collider",
    "Collision",
    "CollisionEvent",
    "CollisionListSystem",
    "CollisionPoint",
    "Collisions",
    "ConstantForce",
    "ConstantForceSystem",
    "ContactView",
    "ContinuousSystem",
    "EventStream",
    "Fields",
    "HalfPlane",
    "IntegrationSystem",
    "Listener",
    "MassProperties",
    "NarrowPhaseSystem",
    "Nearest",
    "Physics",
    "PhysicsSystem",
    "PhysicsWarning",
    "Polygon",
    "Projectile",
    "ProjectileEvent",
    "ProjectileSystem",
    "RayCaster",
    "RayHits",
    "RigidBody",
    "Segment",
    "Shape",
    "ShapeCaster",
    "SleepSystem",
    "Transform",
    "TriggerEvent",
    "TriggerSystem",
    "Vec2",
    "WorldHit",
    "backend",
    "colliders_from_grid",
    "off",
    "on",
    "warm_up",
]
