"""The shapes of an entity in space, their surface and filters."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from typing import Any, Never

from ...ecs.binding import UNOWNED
from ...ecs.components.base_collider import BaseCollider
from ...ecs.components.layers import ALL, group_number, layer_bits, own_layers
from ...ecs.fields import Field, setting
from ...keywords import refuse_keywords
from ...math2d.check import not_negative, positive
from ..math3d import check
from ..math3d.pose import UPRIGHT
from ..math3d.quaternion import Quadruple, Quaternion
from ..math3d.vec3 import Triple, Vec3
from ..shapes import Shape3

_NOWHERE = Vec3(0.0, 0.0, 0.0)


class ColliderSettings3:
    """All settings of a Collider3D beside its shapes."""

    __slots__ = (
        "density", "detect_mask", "enabled", "friction", "group", "layer", "mask", "offset", "orientation",
        "restitution", "shared", "trigger",
    )  # fmt: skip

    offset: Vec3
    orientation: Quaternion
    density: float
    friction: float
    restitution: float
    layer: int
    mask: int
    detect_mask: int
    group: int
    trigger: bool
    enabled: bool
    shared: bool

    def values(self) -> tuple[Any, ...]:
        """Return all settings but `shared`: colliders of equal ones have equal rows."""
        return tuple(getattr(self, name) for name in self.__slots__ if name != "shared")

    def own(self) -> ColliderSettings3:
        """Return a copy for one collider."""
        copy = ColliderSettings3()
        for name in self.__slots__:
            setattr(copy, name, getattr(self, name))
        copy.shared = False
        return copy


_last: tuple[tuple[Any, ...], ColliderSettings3 | None] = ((), None)  # of the last collider: often the same


def _tuple_of(value: Any) -> tuple[Shape3, ...]:
    """Return one shape or several as a tuple."""
    if isinstance(value, Shape3):
        return (value,)
    shapes = tuple(value) if isinstance(value, Iterable) else ()
    if shapes and all(isinstance(shape, Shape3) for shape in shapes):
        return shapes
    raise TypeError(f"shape must be a shape of space, such as Sphere(1), or a list of them, got {value!r}")


class Collider3D(BaseCollider):
    """One shape or several (`Collider3D([Sphere(1), Box(1, 4, 1)])`), with a surface and filters.

    `offset` (length) and `orientation` (a quaternion) place the shapes in the entity's frame. `density` is
    mass per volume: a dynamic body's mass follows from it. Everything else is as in `ecsphys.Collider`:
    `friction` combines as geometric mean and `restitution` as maximum; two colliders meet when `a.layer &
    b.mask and b.layer & a.mask`, and equal groups other than 0 decide alone; `detect_mask` has the layers
    that are reported without being pushed; `trigger=True` reports overlaps and never pushes.

    All attributes may be set at any time; the next step applies them. Raises `ValueError` or `TypeError` for
    values out of range.

    >>> from ecsphys.space3d import Box, Collider3D
    >>> cross = Collider3D([Box(0.5, 4, 0.5), Box(2, 1, 1)], density=2, friction=0.9)  # around one origin
    >>> len(cross.shapes), cross.shape, sum(shape.volume for shape in cross.shapes) * cross.density
    (2, Box(0.5, 4.0, 0.5), 6.0)
    """

    __slots__ = ()

    _shapes: tuple[Shape3, ...]
    _settings: ColliderSettings3

    def __init__(
        self,
        shape: Shape3 | Iterable[Shape3],
        *,
        offset: Triple = _NOWHERE,
        orientation: Quadruple = UPRIGHT,
        density: float = 1.0,
        friction: float = 0.5,
        restitution: float = 0.0,
        trigger: bool = False,
        layer: int | IntFlag = 1,
        mask: int | IntFlag = ALL,
        detect_mask: int | IntFlag = 0,
        group: int = 0,
        enabled: bool = True,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        global _last
        self._shapes = _tuple_of(shape)
        self._rows = UNOWNED
        self._at = 0
        settings = ColliderSettings3()
        settings.offset = check.point(offset, "offset")
        settings.orientation = check.orientation(orientation, "orientation")
        settings.density = positive(density, "density")
        settings.friction = not_negative(friction, "friction")
        settings.restitution = not_negative(restitution, "restitution")
        settings.group = group_number(group, "group") if group != 0 else 0
        settings.layer, settings.mask = own_layers(layer, settings.group), layer_bits(mask, "mask")
        settings.detect_mask = layer_bits(detect_mask, "detect_mask")
        settings.trigger, settings.enabled = bool(trigger), bool(enabled)
        settings.shared = True
        known, before = _last
        values = settings.values()
        if before is not None and values == known:
            settings = before
        else:
            _last = values, settings
        self._settings = settings

    def _objects(self) -> dict[str, Any]:
        """Return shapes and settings; a copy shares the settings until one of both changes."""
        self._settings.shared = True
        return {"shape": self._shapes, "settings": self._settings}

    def _take_objects(self, objects: dict[str, Any]) -> None:
        self._shapes, self._settings = objects["shape"], objects["settings"]

    offset: Field[Vec3, Triple] = setting(
        "offset", check.point, "Position of the shapes in the entity's frame."
    )
    orientation: Field[Quaternion, Quadruple] = setting(
        "orientation", check.orientation, "Orientation of the shapes in the entity's frame."
    )

    @property
    def shapes(self) -> tuple[Shape3, ...]:
        """The shapes, in the order given; may be set to one."""
        return self._shapes

    @shapes.setter
    def shapes(self, value: Shape3 | Iterable[Shape3]) -> None:
        self._shapes = _tuple_of(value)
        self._rows.mark_collider_changed(self._at)

    @property
    def shape(self) -> Shape3:
        """The first shape."""
        return self._shapes[0]

    @shape.setter
    def shape(self, value: Shape3 | Iterable[Shape3]) -> None:
        self.shapes = value
