"""Spawn loose bodies: crates, cubes, barrels, seesaws."""

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
    thing: Thing, context: SpawnContext, shape: Shape, density: float, component: object, **body: Any
) -> int:
    """Spawn a dynamic body; in top-down view it slides to a stop and does not turn when pushed."""
    damping = tuning.TOP_DAMPING if context.top_down else 0.0
    body["lock_rotation"] = context.top_down
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        RigidBody(linear_damping=damping, angular_damping=damping, **body),
        Collider(shape, density=density, friction=0.6, **collision_filter(Layer.THING)),
        component,
    )


def _crate(thing: Thing, context: SpawnContext) -> int:
    """Spawn a crate."""
    size = thing.values["size"]
    return _loose(thing, context, Box(size, size), tuning.CRATE_DENSITY, Crate(size))


def _cube(thing: Thing, context: SpawnContext) -> int:
    """Spawn the companion cube, with rounded edges."""
    size = thing.values["size"]
    return _loose(thing, context, Box(size - 4, size - 4, radius=2), tuning.CUBE_DENSITY, Cube(size))


def _barrel(thing: Thing, context: SpawnContext) -> int:
    """Spawn an explosive barrel."""
    size = tuning.BARREL_SIZE
    return _loose(thing, context, Box(*size), tuning.BARREL_DENSITY, Barrel(size))


def _plank(thing: Thing, context: SpawnContext) -> int:
    """Spawn a seesaw, which turns about its fixed centre."""
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
