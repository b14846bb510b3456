"""What of an entity touches others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntFlag
from typing import Any

from ..math2d.check import direction, finite, not_negative, point, positive
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from ..world.nursery import NURSERY
from .layers import ALL, group_number, layer_bits


def _shapes(value: Any) -> tuple[Shape, ...]:
    """One shape or several as a tuple."""
    if isinstance(value, Shape):
        return (value,)
    shapes = tuple(value) if isinstance(value, Iterable) else ()
    if shapes and all(isinstance(shape, Shape) for shape in shapes):
        return shapes
    raise TypeError(f"shape must be a shape or a sequence of at least one, got {value!r}")


def _side(value: Pair | None) -> Vec2 | None:
    return None if value is None else direction(value, "one_way").normalized()


def _attribute(name: str, check: Callable[[Any], Any], doc: str) -> property:
    """A property whose change the next step takes in."""

    def get(self: Collider) -> Any:
        return self._values[name]

    def put(self: Collider, value: Any) -> None:
        self._set(name, check(value))

    return property(get, put, doc=doc)


class _Nobody:
    """Stands for the world of a collider that has none."""

    def change_collider(self, at: int) -> None:
        """Nobody needs to know."""


_NOBODY = _Nobody()
_NOWHERE = Vec2(0.0, 0.0)


class Collider:
    """One shape or several, with a surface, and whom it meets.

    `offset` and `angle` place the shapes in the entity's frame. Two colliders meet when
    `a.layer & b.mask and b.layer & a.mask`; equal groups other than 0 decide alone: positive always,
    negative never. `detect_mask` has the layers that it also wants to hear of without pushing: two
    colliders that meet when each one's `mask | detect_mask` is asked, and not by `mask` alone, are
    reported as a collision and pass through each other. `trigger=True` reports overlaps and never
    pushes. `surface_speed` carries what touches along the surface, clockwise around the shape: what lies
    on top goes towards +x. `one_way=(0, 1)`: solid only for what comes from outside against its upper side
    (in its own frame); what it let in passes through until it is out again. A platform that moves
    further than its thickness in a step needs `RigidBody.continuous = "bullet"` like any other.

    All attributes may be set at any time; the next step takes notice. Raises `ValueError` or
    `TypeError` for values out of range.
    """

    __slots__ = ("__weakref__", "_at", "_entity", "_rows", "_values")

    def __init__(
        self,
        shape: Shape | Iterable[Shape],
        *,
        offset: Pair = (0.0, 0.0),
        angle: float = 0.0,
        density: float = 1.0,
        friction: float = 0.5,
        restitution: float = 0.0,
        trigger: bool = False,
        layer: int | IntFlag = 1,
        mask: int | IntFlag = ALL,
        detect_mask: int | IntFlag = 0,
        group: int = 0,
        surface_speed: float = 0.0,
        one_way: Pair | None = None,
        enabled: bool = True,
    ):
        self._values: dict[str, Any] = {
            "shapes": _shapes(shape),
            "offset": _NOWHERE if offset == (0.0, 0.0) else point(offset, "offset"),
            "angle": finite(angle, "angle"),
            "density": positive(density, "density"),
            "friction": not_negative(friction, "friction"),
            "restitution": not_negative(restitution, "restitution"),
            "trigger": bool(trigger),
            "layer": layer_bits(layer, "layer"),
            "mask": layer_bits(mask, "mask"),
            "detect_mask": layer_bits(detect_mask, "detect_mask") if detect_mask else 0,
            "group": group_number(group) if group else 0,
            "surface_speed": finite(surface_speed, "surface_speed"),
            "one_way": _side(one_way),
            "enabled": bool(enabled),
        }
        self._rows: Any = _NOBODY
        self._at = 0
        self._entity = 0
        NURSERY.add(self)

    def _adopt(self, rows: Any, row: int, entity: int) -> None:
        self._rows, self._at, self._entity = rows, row, entity

    def _release(self) -> None:
        self._rows, self._at, self._entity = _NOBODY, 0, 0
        NURSERY.add(self)

    offset = _attribute("offset", lambda v: point(v, "offset"), "Where the shapes lie in the entity's frame.")
    angle = _attribute(
        "angle", lambda v: finite(v, "angle"), "How the shapes are turned in the entity's frame."
    )
    density = _attribute("density", lambda v: positive(v, "density"), "Mass per area.")
    friction = _attribute("friction", lambda v: not_negative(v, "friction"), "Coulomb's coefficient.")
    restitution = _attribute(
        "restitution", lambda v: not_negative(v, "restitution"), "0 no bounce, 1 elastic."
    )
    trigger = _attribute("trigger", bool, "Whether it reports overlaps and never pushes.")
    layer = _attribute("layer", lambda v: layer_bits(v, "layer"), "The layers it is on, as bits.")
    mask = _attribute("mask", lambda v: layer_bits(v, "mask"), "The layers it meets, as bits.")
    detect_mask = _attribute(
        "detect_mask", lambda v: layer_bits(v, "detect_mask"), "The layers it reports and does not push."
    )
    group = _attribute("group", group_number, "Equal groups decide alone; 0 is none.")
    surface_speed = _attribute("surface_speed", lambda v: finite(v, "surface_speed"), "Units per second.")
    one_way = _attribute("one_way", lambda v: _side(v), "The side from which it is solid, or None.")
    enabled = _attribute("enabled", bool, "Whether it takes part at all.")

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes, in the order given."""
        return self._values["shapes"]  # type: ignore[no-any-return]

    @shapes.setter
    def shapes(self, value: Shape | Iterable[Shape]) -> None:
        self._set("shapes", _shapes(value))

    @property
    def shape(self) -> Shape:
        """The first shape."""
        return self.shapes[0]

    @shape.setter
    def shape(self, value: Shape | Iterable[Shape]) -> None:
        self._set("shapes", _shapes(value))

    def _set(self, name: str, value: Any) -> None:
        self._values[name] = value
        self._rows.change_collider(self._at)

    def __repr__(self) -> str:
        shapes = self.shapes
        return f"Collider({shapes[0] if len(shapes) == 1 else list(shapes)!r})"
