"""Builders of what lies about and can be pushed."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import esper

from ecsphys import Box, Collider, RigidBody, Shape, Transform

from .. import tuning
from ..components import Barrel, Crate, Cube, Plank
from ..layers import Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter


def _loose(
    thing: Thing, context: SpawnContext, shape: Shape, density: float, part: object, **body: Any
) -> int:
    """Something that falls; in top view it slides to a stop, and does not turn when it is pushed."""
    damping = tuning.TOP_DAMPING if context.top_down else 0.0
    body["lock_rotation"] = context.top_down
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        RigidBody(linear_damping=damping, angular_damping=damping, **body),
        Collider(shape, density=density, friction=0.6, **collision_filter(Layer.THING)),
        part,
    )


def _crate(thing: Thing, context: SpawnContext) -> int:
    size = thing.values["size"]
    return _loose(thing, context, Box(size, size), tuning.CRATE_DENSITY, Crate(size))


def _cube(thing: Thing, context: SpawnContext) -> int:
    size = thing.values["size"]
    return _loose(thing, context, Box(size - 4, size - 4, radius=2), tuning.CUBE_DENSITY, Cube(size))


def _barrel(thing: Thing, context: SpawnContext) -> int:
    size = tuning.BARREL_SIZE
    return _loose(thing, context, Box(*size), tuning.BARREL_DENSITY, Barrel(size))


def _plank(thing: Thing, context: SpawnContext) -> int:
    """A seesaw: it turns about its middle, and stays there."""
    entity = _loose(
        thing, context, Box(*thing.size), tuning.PLANK_DENSITY, Plank(thing.size), lock_x=True, lock_y=True
    )
    esper.component_for_entity(entity, RigidBody).angular_damping = 1.0
    return entity


THINGS: dict[str, Callable[[Thing, SpawnContext], int]] = {
    "crate": _crate,
    "cube": _cube,
    "barrel": _barrel,
    "plank": _plank,
}
