"""2D physics and collision for esper: components that are the physics state, systems that step it."""

from ._jit import backend
from .collisions import Collision, CollisionPoint, Collisions
from .components import ALL, CharacterController, CharacterHit, Collider, Listener, RigidBody, Transform
from .events import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_STAY,
    REASONS,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_STAY,
    CollisionEvent,
    EventStream,
    TriggerEvent,
    off,
    on,
)
from .hooks import ContactView
from .math2d.vec2 import Bounds, Vec2
from .physics import Physics
from .query import Nearest, RayHits, WorldHit
from .shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, MassProperties, Polygon, Segment, Shape
from .systems import (
    BroadPhaseSystem,
    CharacterSystem,
    CollisionListSystem,
    ContinuousSystem,
    IntegrationSystem,
    NarrowPhaseSystem,
    PhysicsSystem,
    SleepSystem,
    TriggerSystem,
)
from .warm import warm_up

__all__ = [
    "AABB",
    "ALL",
    "COLLISION_BEGIN",
    "COLLISION_END",
    "COLLISION_HIT",
    "COLLISION_STAY",
    "REASONS",
    "TRIGGER_ENTER",
    "TRIGGER_EXIT",
    "TRIGGER_STAY",
    "Bounds",
    "Box",
    "BroadPhaseSystem",
    "Capsule",
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
    "ContactView",
    "ContinuousSystem",
    "EventStream",
    "HalfPlane",
    "IntegrationSystem",
    "Listener",
    "MassProperties",
    "NarrowPhaseSystem",
    "Nearest",
    "Physics",
    "PhysicsSystem",
    "Polygon",
    "RayHits",
    "RigidBody",
    "Segment",
    "Shape",
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
