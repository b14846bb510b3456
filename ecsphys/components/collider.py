"""What of an entity touches others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntFlag
from math import inf, isfinite
from operator import attrgetter
from typing import Any

from ..math2d.check import direction, finite, not_negative, point, positive
from ..math2d.vec2 import Pair, Vec2
from ..shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from .layers import ALL, group_number, layer_bits

# What most colliders get: to ask whether a type is among them is faster than `isinstance` of an ABC.
_KINDS = frozenset({AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment})


_last: tuple[Any, ...] = (object(),)  # the last shape that came alone: many colliders in a row share one


def _tuple_of(value: Any) -> tuple[Shape, ...]:
    """One shape or several as a tuple."""
    global _last
    if type(value) in _KINDS or isinstance(value, Shape):
        _last = (value,)
        return _last
    shapes = tuple(value) if isinstance(value, Iterable) else ()
    if shapes and all(isinstance(shape, Shape) for shape in shapes):
        return shapes
    raise TypeError(f"shape must be a shape or a sequence of at least one, got {value!r}")


def _side(value: Pair | None) -> Vec2 | None:
    return None if value is None else direction(value, "one_way").normalized()


def _attribute(name: str, check: Callable[[Any], Any], doc: str) -> property:
    """A property whose change the next step takes in."""
    slot = f"_{name}"

    def put(self: Collider, value: Any) -> None:
        setattr(self, slot, check(value))
        self._rows.change_collider(self._at)

    return property(attrgetter(slot), put, doc=doc)


class _Nobody:
    """Stands for the rows of a world that a collider is not in: nobody needs to know of changes."""

    __slots__ = ()

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

    __slots__ = (
        "__weakref__", "_angle", "_at", "_density", "_detect_mask", "_enabled", "_entity", "_friction",
        "_group", "_layer", "_mask", "_offset", "_one_way", "_restitution", "_rows", "_shapes",
        "_surface_speed", "_trigger",
    )  # fmt: skip

    _shapes: tuple[Shape, ...]
    _rows: Any  # that have to know of changes
    _at: int
    _entity: int  # 0 while not adopted

    def __init__(
        self,
        shape: Shape | Iterable[Shape],
        *,
        offset: Pair = _NOWHERE,
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
        self._shapes = _last if shape is _last[0] else _tuple_of(shape)
        self._offset = offset if offset is _NOWHERE else point(offset, "offset")
        # The usual case at once: a call for each took a third of the constructor's time.
        if not (
            type(angle)
            is type(surface_speed)
            is type(density)
            is type(friction)
            is type(restitution)
            is float
            and isfinite(angle + surface_speed)
            and 0.0 < density < inf
            and 0.0 <= friction < inf
            and 0.0 <= restitution < inf
        ):
            angle, surface_speed = finite(angle, "angle"), finite(surface_speed, "surface_speed")
            density = positive(density, "density")
            friction = not_negative(friction, "friction")
            restitution = not_negative(restitution, "restitution")
        if not (type(layer) is type(mask) is int and 0 <= layer <= ALL and 0 <= mask <= ALL):
            layer, mask = layer_bits(layer, "layer"), layer_bits(mask, "mask")
        self._angle = angle
        self._density = density
        self._friction = friction
        self._restitution = restitution
        self._trigger = bool(trigger)
        self._layer = layer
        self._mask = mask
        self._detect_mask = layer_bits(detect_mask, "detect_mask") if detect_mask else 0
        self._group = group_number(group) if group else 0
        self._surface_speed = surface_speed
        self._one_way = one_way if one_way is None else _side(one_way)
        self._enabled = bool(enabled)
        self._rows = _NOBODY
        self._at = self._entity = 0

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

    shapes = _attribute("shapes", _tuple_of, "The shapes, in the order given; may be set to one.")

    @property
    def shape(self) -> Shape:
        """The first shape."""
        return self._shapes[0]

    @shape.setter
    def shape(self, value: Shape | Iterable[Shape]) -> None:
        self.shapes = value

    def __repr__(self) -> str:
        shapes = self._shapes
        return f"Collider({shapes[0] if len(shapes) == 1 else list(shapes)!r})"
