"""The shapes of an entity, their surface and filters."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from typing import Any, Never

from ...keywords import refuse_keywords
from ...math2d.check import finite, not_negative, point, positive, unit
from ...math2d.vec2 import Pair, Vec2
from ...shapes import AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment, Shape
from ...shapes.coarse import CoarseVolume, Frame, coarse_shape
from ...user_warnings import warn_of_degrees
from ...world.bodies import Bodies
from ..binding import UNOWNED, UnownedRows
from ..fields import Field, setting
from .base_collider import BaseCollider
from .layers import ALL, group_number, layer_bits, own_layers

# The usual types: a look-up in a set is faster than `isinstance` of an ABC.
_SHAPE_TYPES = frozenset({AABB, Box, Capsule, Chain, Circle, HalfPlane, Polygon, Segment})


_last: tuple[Any, ...] = (object(),)  # the last single shape: many colliders in a row share one


def _tuple_of(value: Any) -> tuple[Shape, ...]:
    """Return one shape or several as a tuple."""
    global _last
    if type(value) in _SHAPE_TYPES or isinstance(value, Shape):
        _last = (value,)
        return _last
    shapes = tuple(value) if isinstance(value, Iterable) else ()
    if shapes and all(isinstance(shape, Shape) for shape in shapes):
        return shapes
    raise TypeError(f"shape must be a shape, such as Circle(16), or a list of shapes, got {value!r}")


def _angle(value: float, name: str) -> float:
    angle = finite(value, name)
    warn_of_degrees(f"{name} of a Collider", angle)
    return angle


def _side(value: Pair | None, name: str) -> Vec2 | None:
    if value is None:
        return None
    if not isinstance(value, Iterable):
        raise TypeError(
            f"{name} must be a direction, to the side from which it is solid, such as (0, 1), or None, "
            f"got {value!r}"
        )
    return unit(value, name)


class ColliderSettings:
    """All settings of a Collider beside its shapes: colliders made alike share them until one changes."""

    __slots__ = (
        "angle", "coarse", "density", "detect_mask", "enabled", "friction", "group", "layer", "mask",
        "offset", "one_way", "restitution", "shared", "surface_speed", "trigger",
    )  # fmt: skip

    offset: Vec2
    angle: float
    coarse: CoarseVolume | None
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
        """Return a copy for one collider."""
        copy = ColliderSettings()
        copy.__setstate__(self.__getstate__())
        copy.shared = False
        return copy

    def __getstate__(self) -> tuple[Any, ...]:
        return tuple(getattr(self, name) for name in self.__slots__)

    def __setstate__(self, state: tuple[Any, ...]) -> None:
        for name, value in zip(self.__slots__, state, strict=True):
            setattr(self, name, value)


_usual: tuple[Any, ...] = ((), None)  # arguments of the last collider with plain ones, and its settings


_NOWHERE = Vec2(0.0, 0.0)
_ZERO, _ONE, _NONE = 0.0, 1.0, 0
_PLACING = frozenset({"angle", "coarse", "offset"})  # settings on which it depends whether `coarse` fits


def _volume(shapes: tuple[Shape, ...], settings: ColliderSettings) -> Shape | None:
    """Return the coarse volume around some shapes; raise `ValueError` or `TypeError` if it does not fit."""
    if settings.coarse is None:
        return None
    return coarse_shape(settings.coarse, shapes, Frame(settings.offset, settings.angle))


class Collider(BaseCollider):
    """One shape or several (`Collider([Circle(8), Box(4, 30)])`), with a surface and filters.

    `offset` (length) and `angle` (radians) place the shapes in the entity's frame. `density` is mass per
    area: a dynamic body's mass follows from it. Where two colliders touch, `friction` (Coulomb's coefficient)
    is the geometric mean of both, sqrt(a * b); `restitution` (0 no bounce, 1 elastic) is the larger one, for
    approaches faster than the restitution threshold of `Physics`; `surface_speed` (length per second) is the
    sum: it carries touching bodies along the surface, clockwise around the shape, towards +x on top.

    Two colliders meet when `a.layer & b.mask and b.layer & a.mask`; equal groups other than 0 decide alone:
    positive always, negative never. `detect_mask` has the layers that are reported without being pushed: two
    colliders that meet by `mask | detect_mask` of both, but not by `mask` alone, are reported as a collision
    and pass through each other. `trigger=True` reports overlaps and never pushes. `one_way=(0, 1)`: solid
    only for bodies that come from outside against its upper side (in its own frame); one that it let in
    passes through until it is out again. A platform that moves further than its thickness in a step needs
    `RigidBody.continuous = "bullet"` like any other.

    `coarse` is a volume around all shapes, tested before them: while those of two colliders are apart, none
    of their shapes is tested against another one. It changes no result, only the time that it takes:
    `"circle"` is the smallest circle, `"box"` the rectangle of least area (turned as need be), or any convex
    shape, placed like the shapes, that contains them all.

    All attributes may be set at any time; the next step applies them. Raises `ValueError` or
    `TypeError` for values out of range.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics())
    >>> body, surface = RigidBody(), Collider(Box(4, 3), density=2, friction=0.8)
    >>> crate = esper.create_entity(Transform(), body, surface)
    >>> esper.process(1 / 60)
    >>> body.mass  # 4 * 3 * 2
    24.0
    """

    __slots__ = ()

    _shapes: tuple[Shape, ...]
    _settings: ColliderSettings
    _rows: Bodies | UnownedRows

    def __init__(
        self,
        shape: Shape | Iterable[Shape],
        *,
        offset: Pair = _NOWHERE,
        angle: float = _ZERO,
        density: float = _ONE,
        friction: float = 0.5,
        restitution: float = 0.0,
        trigger: bool = False,
        layer: int | IntFlag = 1,
        mask: int | IntFlag = ALL,
        detect_mask: int | IntFlag = _NONE,
        group: int = _NONE,
        surface_speed: float = _ZERO,
        one_way: Pair | None = None,
        enabled: bool = True,
        coarse: CoarseVolume | None = None,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        global _usual
        last, usual = _last, _usual  # read once: other threads create colliders, too
        self._shapes = last if shape is last[0] else _tuple_of(shape)
        self._rows = UNOWNED
        self._at = 0
        given = (
            angle, surface_speed, density, friction, restitution, layer, mask, detect_mask, group, trigger,
            enabled,
        )  # fmt: skip
        plain = (  # that a number is the default is seen faster than its type
            offset is _NOWHERE and one_way is None and coarse is None
            and (angle is _ZERO or type(angle) is float)
            and (surface_speed is _ZERO or type(surface_speed) is float)
            and (density is _ONE or type(density) is float)
            and type(friction) is type(restitution) is float and type(layer) is int
            and (mask is ALL or type(mask) is int)
            and (detect_mask is _NONE or type(detect_mask) is int)
            and (group is _NONE or type(group) is int)
        )  # fmt: skip
        if plain and given == usual[0]:
            self._settings = usual[1]
            return
        self._settings = settings = ColliderSettings()
        settings.offset = _NOWHERE if offset is _NOWHERE else point(offset, "offset")
        settings.angle = _angle(angle, "angle")
        settings.surface_speed = finite(surface_speed, "surface_speed")
        settings.density = positive(density, "density")
        settings.friction = not_negative(friction, "friction")
        settings.restitution = not_negative(restitution, "restitution")
        settings.group = group_number(group, "group") if group != 0 else 0
        settings.layer, settings.mask = own_layers(layer, settings.group), layer_bits(mask, "mask")
        settings.detect_mask = layer_bits(detect_mask, "detect_mask") if detect_mask != 0 else 0
        settings.trigger, settings.enabled = bool(trigger), bool(enabled)
        settings.one_way = _side(one_way, "one_way")
        settings.coarse = coarse
        if coarse is not None:
            _volume(self._shapes, settings)
        settings.shared = plain and layer != 0  # none is warned of every time
        if settings.shared:
            _usual = given, settings

    def _assign(self, name: str, value: Any) -> None:
        """Set one of the settings for this collider alone."""
        if name in _PLACING and (name == "coarse" or self._settings.coarse is not None):
            trial = self._settings.own()
            setattr(trial, name, value)
            _volume(self._shapes, trial)
        super()._assign(name, value)

    offset: Field[Vec2, Pair] = setting("offset", point, "Position of the shapes in the entity's frame.")
    angle: Field[float, float] = setting("angle", _angle, "Angle of the shapes in the entity's frame.")
    surface_speed: Field[float, float] = setting("surface_speed", finite, "Units per second.")
    one_way: Field[Vec2 | None, Pair | None] = setting(
        "one_way", _side, "The side from which it is solid, or None."
    )

    @property
    def shapes(self) -> tuple[Shape, ...]:
        """The shapes, in the order given; may be set to one."""
        return self._shapes

    @shapes.setter
    def shapes(self, value: Shape | Iterable[Shape]) -> None:
        shapes = _tuple_of(value)
        try:
            _volume(shapes, self._settings)
        except ValueError as error:
            self._refuse(error)
        self._shapes = shapes
        self._rows.mark_collider_changed(self._at)

    @property
    def shape(self) -> Shape:
        """The first shape."""
        return self._shapes[0]

    @shape.setter
    def shape(self, value: Shape | Iterable[Shape]) -> None:
        self.shapes = value

    @property
    def coarse(self) -> Shape | None:
        """The volume around all shapes that is tested before them, placed like them; None without one.

        Takes what the constructor takes. `"circle"` and `"box"` are made anew when shapes are assigned; a
        shape must contain the new ones as well, else `ValueError`, and nothing is assigned.
        """
        return _volume(self._shapes, self._settings)

    @coarse.setter
    def coarse(self, value: CoarseVolume | None) -> None:
        try:
            self._assign("coarse", value)
        except ValueError as error:
            self._refuse(error)
