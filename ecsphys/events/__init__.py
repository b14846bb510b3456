"""What gameplay code subscribes to: events, and the handlers that hear them."""

from ..world.layout import REASONS
from .event import CollisionEvent, TriggerEvent
from .face import Reports
from .names import (
    COLLISION_BEGIN,
    COLLISION_END,
    COLLISION_HIT,
    COLLISION_NAMES,
    COLLISION_STAY,
    TRIGGER_ENTER,
    TRIGGER_EXIT,
    TRIGGER_NAMES,
    TRIGGER_STAY,
)
from .stream import EventStream
from .typed import off, on

__all__ = [
    "COLLISION_BEGIN",
    "COLLISION_END",
    "COLLISION_HIT",
    "COLLISION_NAMES",
    "COLLISION_STAY",
    "REASONS",
    "TRIGGER_ENTER",
    "TRIGGER_EXIT",
    "TRIGGER_NAMES",
    "TRIGGER_STAY",
    "CollisionEvent",
    "EventStream",
    "Reports",
    "TriggerEvent",
    "off",
    "on",
]
