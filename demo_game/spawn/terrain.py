"""Spawn static bodies: ground, ledges, mirrors, glass, belts."""

from __future__ import annotations

from collections.abc import Callable

import esper

from ecsphys import Box, Collider, Polygon, Transform
from ecsphys.geometry import decompose

from ..components import Conveyor, Glass, Solid
from ..layers import Layer
from ..levels import Thing
from .context import SpawnContext, collision_filter


def _solid(thing: Thing, context: SpawnContext) -> int:
    """Spawn ground of any outline, decomposed into convex pieces."""
    pieces = [
        Polygon([point - thing.center for point in piece.points]) for piece in decompose(list(thing.points))
    ]
    kind = "block" if thing.kind == "solid" else thing.kind
    return esper.create_entity(
        Transform(*thing.center),
        Collider(pieces, friction=thing.values.get("friction", 0.3), **collision_filter(Layer.WALL)),
        Solid(thing.points, kind),
    )


def _ledge(thing: Thing, context: SpawnContext) -> int:
    """Spawn a ledge, solid from above only."""
    return esper.create_entity(
        Transform(*thing.center),
        Collider(Box(*thing.size), one_way=(0, 1), friction=0.8, **collision_filter(Layer.WALL)),
        Solid(thing.points, "ledge"),
    )


def _glass(thing: Thing, context: SpawnContext) -> int:
    """Spawn a pane of glass."""
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        Collider(Box(*thing.size), friction=0.3, **collision_filter(Layer.GLASS)),
        Glass(thing.size, thing.values["strength"]),
    )


def _conveyor(thing: Thing, context: SpawnContext) -> int:
    """Spawn a conveyor belt."""
    speed = thing.values["speed"]
    return esper.create_entity(
        Transform(*thing.center, thing.angle),
        Collider(Box(*thing.size), friction=0.9, surface_speed=speed, **collision_filter(Layer.WALL)),
        Conveyor(thing.size, speed),
    )


TERRAIN: dict[str, Callable[[Thing, SpawnContext], int]] = {
    "solid": _solid,
    "slope": _solid,
    "mirror": _solid,
    "ledge": _ledge,
    "glass": _glass,
    "conveyor": _conveyor,
}
