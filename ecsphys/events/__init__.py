"""What gameplay code subscribes to: events, and the handlers that hear them."""

from ..world.layout import REASONS
from .event import CollisionEvent, TriggerEvent
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
    known,
)
from .queue import EventQueue
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
    "EventQueue",
    "EventStream",
    "TriggerEvent",
    "known",
    "off",
    "on",
]
