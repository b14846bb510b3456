"""Teleports of several entities at once, with what the world holds them by."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from ..math2d import check
from ..math2d.vec2 import Pair
from .components import Joint, Transform
from .components.joints.holding import carry
from .registry import component_of, components_with


def teleport(entities: int | Iterable[int], by: Pair) -> None:
    """Move entities of the current esper world, and the points at which joints hold them to the world.

    Raises `ValueError` or `TypeError` before anything has moved.
    """
    way = check.point(by, "by")
    listed: Any = entities if isinstance(entities, Iterable) else [entities]
    numbers = dict.fromkeys(check.entity(entity, "entities") for entity in listed)
    joints = list(components_with(Joint))
    holders = {entity for entity, _ in joints}
    places = {entity: component_of(entity, Transform) for entity in numbers if entity not in holders}
    for entity, place in places.items():
        if place is None:
            raise ValueError(f"entities must have a Transform, or be joints, got {entity}, which has neither")
    for place in places.values():
        place.position += way  # type: ignore[union-attr]  # checked
    for _, joint in joints:
        carry(joint, places, way)
