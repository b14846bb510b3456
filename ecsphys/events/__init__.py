"""What gameplay code subscribes to: events, and the handlers that hear them."""

from ..world.contacts import REASONS
from ..world.events import (
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
from .dispatcher import EventDispatcher
from .event import CollisionEvent, ProjectileEvent, TriggerEvent
from .listener import Listener
from .names import mask_of
from .stream import EventStream
from .typed_handlers import off, on

__all__ = [
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
    "CollisionEvent",
    "EventDispatcher",
    "EventStream",
    "Listener",
    "ProjectileEvent",
    "TriggerEvent",
    "mask_of",
    "off",
    "on",
]
