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
from .plan import Plan, meeting


def _loose(thing: Thing, plan: Plan, shape: Shape, density: float, part: object, **body: Any) -> int:
    """Something that falls; in top view it slides to a stop, and does not turn when it is pushed."""
    damping = tuning.TOP_DAMPING if plan.top else 0.0
    body["lock_rotation"] = plan.top
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        RigidBody(linear_damping=damping, angular_damping=damping, **body),
        Collider(shape, density=density, friction=0.6, **meeting(Layer.THING)),
        part,
    )


def _crate(thing: Thing, plan: Plan) -> int:
    size = thing.values["size"]
    return _loose(thing, plan, Box(size, size), tuning.CRATE_DENSITY, Crate(size))


def _cube(thing: Thing, plan: Plan) -> int:
    size = thing.values["size"]
    return _loose(thing, plan, Box(size - 4, size - 4, radius=2), tuning.CUBE_DENSITY, Cube(size))


def _barrel(thing: Thing, plan: Plan) -> int:
    size = tuning.BARREL_SIZE
    return _loose(thing, plan, Box(*size), tuning.BARREL_DENSITY, Barrel(size))


def _plank(thing: Thing, plan: Plan) -> int:
    """A seesaw: it turns about its middle, and stays there."""
    entity = _loose(
        thing, plan, Box(*thing.size), tuning.PLANK_DENSITY, Plank(thing.size), lock_x=True, lock_y=True
    )
    esper.component_for_entity(entity, RigidBody).angular_damping = 1.0
    return entity


THINGS: dict[str, Callable[[Thing, Plan], int]] = {
    "crate": _crate,
    "cube": _cube,
    "barrel": _barrel,
    "plank": _plank,
}
