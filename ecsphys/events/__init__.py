"""What gameplay code subscribes to: events, and the handlers that hear them."""

from ..world.contacts import REASONS
from .dispatcher import EventDispatcher
from .event import CollisionEvent, ProjectileEvent, TriggerEvent
from .listener import Listener
from .names import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_NAMES,
    COLLISION_STAY,
    PROJECTILE_HIT,
    PROJECTILE_SPENT,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_NAMES,
    TRIGGER_STAY,
    bits_of,
)
from .stream import EventStream
from .typed_handlers import off, on

__all__ = [
    "COLLISION_BEGIN",
    "COLLISION_END",
    "COLLISION_HIT",
    "COLLISION_NAMES",
    "COLLISION_STAY",
    "PROJECTILE_HIT",
    "PROJECTILE_SPENT",
    "REASONS",
    "TRIGGER_ENTER",
    "TRIGGER_EXIT",
    "TRIGGER_NAMES",
    "TRIGGER_STAY",
    "CollisionEvent",
    "EventDispatcher",
    "EventStream",
    "Listener",
    "ProjectileEvent",
    "TriggerEvent",
    "bits_of",
    "off",
    "on",
]
