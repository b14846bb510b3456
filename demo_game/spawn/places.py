"""Builders of what moves on rails and of what notices who comes."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Box, Circle, Collider, RigidBody, Shape, Transform, Vec2

from ..components import Checkpoint, Door, Exit, Furnace, Lava, Mover, Pickup, Plate, Sign
from ..layers import Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter

_WAYS = {"up": Vec2(0, 1), "down": Vec2(0, -1), "left": Vec2(-1, 0), "right": Vec2(1, 0)}
_LIP = 6.0  # px of a door that stay to be seen when it is open
_PICKUP_RADIUS = 24.0


def _on_rails(thing: Thing, place: Vec2, part: object) -> int:
    return esper.create_entity(
        Transform(*place),
        RigidBody.kinematic(),
        Collider(Box(*thing.size), friction=0.9, **collision_filter(Layer.WALL)),
        part,
    )


def _mover(thing: Thing, context: SpawnContext) -> int:
    path = context.path(thing)
    return _on_rails(thing, path[0], Mover(thing.size, path, thing.values["speed"]))


def _door(thing: Thing, context: SpawnContext) -> int:
    direction = _WAYS[thing.values["slides"]]
    opened = thing.center + Vec2(
        direction.x * max(0.0, thing.size[0] - _LIP), direction.y * max(0.0, thing.size[1] - _LIP)
    )
    door = Door(thing.size, thing.center, opened, context.openers(thing), thing.values["gems"])
    return _on_rails(thing, thing.center, door)


def _noticing(thing: Thing, part: object, shape: Shape | None = None) -> int:
    """A trigger."""
    return esper.create_entity(
        Transform(*thing.center),
        Collider(shape or Box(*thing.size), trigger=True, **collision_filter(Layer.PLACE)),
        part,
    )


def _pickup(thing: Thing, context: SpawnContext) -> int:
    return _noticing(thing, Pickup(thing.values["what"], thing.values["shots"]), Circle(_PICKUP_RADIUS))


PLACES: dict[str, Callable[[Thing, SpawnContext], int]] = {
    "mover": _mover,
    "door": _door,
    "pickup": _pickup,
    "lava": lambda thing, context: _noticing(thing, Lava(thing.size, thing.values["damage"])),
    "checkpoint": lambda thing, context: _noticing(thing, Checkpoint(thing.size)),
    "plate": lambda thing, context: _noticing(thing, Plate(thing.size, thing.values["stays"])),
    "furnace": lambda thing, context: _noticing(thing, Furnace(thing.size)),
    "sign": lambda thing, context: _noticing(thing, Sign(thing.size, thing.values["words"])),
    "exit": lambda thing, context: _noticing(thing, Exit(thing.size)),
}
