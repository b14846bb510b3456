"""Spawn platforms, doors and triggers."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Box, Circle, Collider, RigidBody, Shape, Transform, Vec2

from ..components import Checkpoint, Door, Exit, Furnace, Lava, Mover, Pickup, Plate, Sign
from ..layers import Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter

_DIRECTIONS = {"up": Vec2(0, 1), "down": Vec2(0, -1), "left": Vec2(-1, 0), "right": Vec2(1, 0)}
_LIP = 6.0  # px of an open door that stay visible
_PICKUP_RADIUS = 24.0


def _on_rails(thing: Thing, position: Vec2, component: object) -> int:
    """Spawn a kinematic box with the size of a map object."""
    return esper.create_entity(
        Transform(*position),
        RigidBody.kinematic(),
        Collider(Box(*thing.size), friction=0.9, **collision_filter(Layer.WALL)),
        component,
    )


def _mover(thing: Thing, context: SpawnContext) -> int:
    """Spawn a moving platform."""
    path = context.path(thing)
    return _on_rails(thing, path[0], Mover(thing.size, path, thing.values["speed"]))


def _door(thing: Thing, context: SpawnContext) -> int:
    """Spawn a door. Open, it has moved by its own size, less a lip."""
    direction = _DIRECTIONS[thing.values["slides"]]
    opened = thing.center + Vec2(
        direction.x * max(0.0, thing.size[0] - _LIP), direction.y * max(0.0, thing.size[1] - _LIP)
    )
    door = Door(thing.size, thing.center, opened, context.openers(thing), thing.values["gems"])
    return _on_rails(thing, thing.center, door)


def _trigger(thing: Thing, component: object, shape: Shape | None = None) -> int:
    """Spawn a trigger, a box with the size of the map object unless a shape is given."""
    return esper.create_entity(
        Transform(*thing.center),
        Collider(shape or Box(*thing.size), trigger=True, **collision_filter(Layer.PLACE)),
        component,
    )


def _pickup(thing: Thing, context: SpawnContext) -> int:
    """Spawn a pickup."""
    return _trigger(thing, Pickup(thing.values["what"], thing.values["shots"]), Circle(_PICKUP_RADIUS))


PLACES: dict[str, Callable[[Thing, SpawnContext], int]] = {
    "mover": _mover,
    "door": _door,
    "pickup": _pickup,
    "lava": lambda thing, context: _trigger(thing, Lava(thing.size, thing.values["damage"])),
    "checkpoint": lambda thing, context: _trigger(thing, Checkpoint(thing.size)),
    "plate": lambda thing, context: _trigger(thing, Plate(thing.size, thing.values["stays"])),
    "furnace": lambda thing, context: _trigger(thing, Furnace(thing.size)),
    "sign": lambda thing, context: _trigger(thing, Sign(thing.size, thing.values["words"])),
    "exit": lambda thing, context: _trigger(thing, Exit(thing.size)),
}
