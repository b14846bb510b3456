"""What of an entity touches others."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntFlag
from operator import attrgetter
from typing import Any

from ...math2d.check import direction, finite, not_negative, point, positive
from ...math2d.vec2 import Pair, Vec2
from ...shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
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


class ColliderSettings:
    """What colliders say beside their shapes: shared by those made alike, until one of them changes."""

    __slots__ = (
        "angle", "density", "detect_mask", "enabled", "friction", "group", "layer", "mask", "offset",
        "one_way", "restitution", "shared", "surface_speed", "trigger",
    )  # fmt: skip

    offset: Vec2
    angle: float
    density: float
    friction: float
    restitution: float
    surface_speed: float
    one_way: Vec2 | None
    layer: int
    mask: int
    detect_mask: int
    group: int
    trigger: bool
    enabled: bool
    shared: bool

    def own(self) -> ColliderSettings:
        """A copy for one collider."""
        copy = ColliderSettings()
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.shared = False
        return copy


_usual: tuple[Any, ...] = ((), None)  # what the last collider of the usual kind was made with, and its traits


def _attribute(name: str, check: Callable[[Any], Any], doc: str) -> property:
    """A property whose change the next step takes in."""

    def put(self: Collider, value: Any) -> None:
        value = check(value)
        if self._settings.shared:
            self._settings = self._settings.own()
        setattr(self._settings, name, value)
        self._rows.mark_collider_changed(self._at)

    return property(attrgetter(f"_settings.{name}"), put, doc=doc)


class _Nobody:
    """Stands for the rows of a world that a collider is not in: nobody needs to know of changes."""

    __slots__ = ()

    def mark_collider_changed(self, at: int) -> None:
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

    __slots__ = ("__weakref__", "_at", "_rows", "_settings", "_shapes")

    _shapes: tuple[Shape, ...]
    _settings: ColliderSettings
    _rows: Any  # that have to know of changes
    _at: int

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
        global _usual
        last, before = _last, _usual  # once each: other threads make colliders, too
        self._shapes = last if shape is last[0] else _tuple_of(shape)
        self._rows = _NOBODY
        self._at = 0
        usual = (
            type(angle)
            is type(surface_speed)
            is type(density)
            is type(friction)
            is type(restitution)
            is float
            and type(layer) is type(mask) is type(detect_mask) is type(group) is int
            and offset is _NOWHERE
            and one_way is None
        )
        given = (
            angle, surface_speed, density, friction, restitution, layer, mask, detect_mask, group, trigger,
            enabled,
        )  # fmt: skip
        if usual and given == before[0]:
            self._settings = before[1]
            return
        self._settings = traits = ColliderSettings()
        traits.offset = _NOWHERE if offset is _NOWHERE else point(offset, "offset")
        traits.angle = finite(angle, "angle")
        traits.surface_speed = finite(surface_speed, "surface_speed")
        traits.density = positive(density, "density")
        traits.friction = not_negative(friction, "friction")
        traits.restitution = not_negative(restitution, "restitution")
        traits.layer, traits.mask = layer_bits(layer, "layer"), layer_bits(mask, "mask")
        traits.detect_mask = layer_bits(detect_mask, "detect_mask") if detect_mask else 0
        traits.group = group_number(group) if group else 0
        traits.trigger, traits.enabled = bool(trigger), bool(enabled)
        traits.one_way = one_way if one_way is None else _side(one_way)
        traits.shared = usual
        if usual:
            _usual = given, traits

    def __getstate__(self) -> tuple[Any, ...]:
        """What copies begin with: they are no entity's, and share the traits until one of them changes."""
        self._settings.shared = True
        return self._shapes, self._settings, getattr(self, "__dict__", None)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        self._shapes, self._settings, others = state
        self._rows, self._at = _NOBODY, 0
        if others is not None:
            self.__dict__.update(others)

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
        """The shapes, in the order given; may be set to one."""
        return self._shapes

    @shapes.setter
    def shapes(self, value: Shape | Iterable[Shape]) -> None:
        self._shapes = _tuple_of(value)
        self._rows.mark_collider_changed(self._at)

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
