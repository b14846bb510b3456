"""Events, and the ways to subscribe to them: handlers, Listeners and streams."""

from .dispatcher import EventDispatcher
from .event import CollisionEvent, JointEvent, ProjectileEvent, TriggerEvent
from .listener import Listener
from .names import mask_of
from .stream import EventStream
from .typed_handlers import off, on

__all__ = [
    "CollisionEvent",
    "EventDispatcher",
    "EventStream",
    "JointEvent",
    "Listener",
    "ProjectileEvent",
    "TriggerEvent",
    "mask_of",
    "off",
    "on",
]
