"""Builders of what stands: ground, ledges, mirrors, glass, belts."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Box, Collider, Polygon, Transform
from ecsphys.geometry import decompose

from ..components import Conveyor, Glass, Solid
from ..layers import Layer
from ..levels import Thing
from .plan import Plan, meeting


def _solid(thing: Thing, plan: Plan) -> int:
    """Ground of any outline, in convex pieces."""
    pieces = [
        Polygon([point - thing.center for point in piece.points]) for piece in decompose(list(thing.points))
    ]
    kind = "block" if thing.kind == "solid" else thing.kind
    return esper.create_entity(
        Transform(*thing.center),
        Collider(pieces, friction=thing.values.get("friction", 0.3), **meeting(Layer.WALL)),
        Solid(thing.points, kind),
    )


def _ledge(thing: Thing, plan: Plan) -> int:
    """Solid from above only."""
    return esper.create_entity(
        Transform(*thing.center),
        Collider(Box(*thing.size), one_way=(0, 1), friction=0.8, **meeting(Layer.WALL)),
        Solid(thing.points, "ledge"),
    )


def _glass(thing: Thing, plan: Plan) -> int:
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        Collider(Box(*thing.size), friction=0.3, **meeting(Layer.GLASS)),
        Glass(thing.size, thing.values["strength"]),
    )


def _conveyor(thing: Thing, plan: Plan) -> int:
    speed = thing.values["speed"]
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        Collider(Box(*thing.size), friction=0.9, surface_speed=speed, **meeting(Layer.WALL)),
        Conveyor(thing.size, speed),
    )


TERRAIN: dict[str, Callable[[Thing, Plan], int]] = {
    "solid": _solid,
    "slope": _solid,
    "mirror": _solid,
    "ledge": _ledge,
    "glass": _glass,
    "conveyor": _conveyor,
}
