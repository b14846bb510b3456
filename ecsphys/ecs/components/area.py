"""The component of triggers that act on their visitors: gravity, damping, wind, liquids."""

from __future__ import annotations

import math
from typing import Any, Never

from ...keywords import refuse_keywords
from ...math2d import check
from ...math2d.vec2 import Pair, Vec2
from ...world.areas import AREA, AREA_FIELDS, AREA_MODES, AreaMode
from ..binding import Component, UnownedRows
from ..fields import Field, choice, integer, names_entity, optional_pair, optional_real, pair, real
from .area_table import Areas

_AT = AREA_FIELDS
_GRAVITY_X, _GRAVITY_Y, _IS_NUMBER = _AT["gravity_x"], _AT["gravity_y"], _AT["gravity_is_number"]
_POINT_X, _POINT_Y = _AT["point_x"], _AT["point_y"]
_CHANGED = "mark_changed"
_PRIORITY = 2**31


def _priority(value: Any, name: str) -> int:
    """Return a priority, checked."""
    number = check.entity(value, name, "a whole number")
    if -_PRIORITY < number < _PRIORITY:
        return number
    raise ValueError(f"{name} must be from {1 - _PRIORITY} to {_PRIORITY - 1}, got {value!r}")


class Area(Component, record=AREA, capacity=32):
    """Lets a trigger act on the dynamic bodies inside it; beside a `Collider(..., trigger=True)`.

    What is None does not act. Any field can be assigned at any time; that wakes the visitors.

    - `gravity`: an acceleration along a vector; or with `point`, in the area's frame, towards that point with
      the strength `gravity` (a number, negative: away), which beyond `unit_distance` falls with the square of
      the distance; without `unit_distance` it is the same everywhere. A body's `gravity_scale` applies.
    - `linear_damping`, `angular_damping`: rates in 1/s, added to the body's own.
    - `wind`: the velocity of the air. It pushes the outline of each shape with half the air's density, 1.225,
      times its projected length times the square of the speed with which the air passes, wind minus `drag`
      times velocity: with `drag=1` a body ends up with the wind's velocity, with 0 it gains speed for ever.
      `lift` is the share of the force that an inclined edge deflects across the flow. As in Box2D.
    - `density`: of a liquid, mass per area. It bears by the exact part of each shape that is inside of the
      area's shapes and below `surface`, a height in the area's frame, by default the top of its collider: a
      box of half that density floats half submerged. Outside of the shapes there is no liquid; where they
      overlap there is one. Gravity is that which acts on the body.
      The dampings are the liquid's then: in proportion to the submerged part, and the linear one relative to
      `flow`, the velocity of the liquid.
    - `mode`: "add" adds to the world's gravity and to other areas. "replace" replaces, of each kind of effect
      that it has, the world's and that of areas that come later: those of lower `priority`, or at equal
      priority of larger entity. A body's own damping stays.

    Raises `ValueError` or `TypeError` for values out of range, a strength without a point or a point without
    gravity. A step raises `ValueError` for one beside a Collider that is no trigger.

    >>> import esper
    >>> from ecsphys import AABB, Area, Circle, Collider, Physics, RigidBody, Transform
    >>> esper.add_processor(Physics(gravity=(0, -900)))
    >>> lift = Area(gravity=(0, 300), mode="replace")
    >>> shaft = esper.create_entity(Transform(), Collider(AABB(200, 200), trigger=True), lift)
    >>> body = RigidBody()
    >>> ball = esper.create_entity(Transform(), body, Collider(Circle(8)))
    >>> esper.process(1 / 60)
    >>> round(body.velocity.y, 9)  # 300 / 60
    5.0
    """

    __slots__ = ()

    _rows: Areas[Area] | UnownedRows

    def __init__(
        self,
        *,
        gravity: Pair | float | None = None,
        point: Pair | None = None,
        unit_distance: float | None = None,
        linear_damping: float | None = None,
        angular_damping: float | None = None,
        wind: Pair | None = None,
        drag: float = 0.0,
        lift: float = 0.0,
        density: float | None = None,
        surface: float | None = None,
        flow: Pair = (0.0, 0.0),
        mode: AreaMode = "add",
        priority: int = 0,
        **unknown: Never,
    ):
        if unknown:
            refuse_keywords(self, unknown)
        self._stage()
        if point is not None and gravity is None:
            raise ValueError(f"point needs a gravity, the strength of the attraction, got point={point!r}")
        self._set_point(point)
        self.gravity = gravity
        self.unit_distance = unit_distance
        self.linear_damping = linear_damping
        self.angular_damping = angular_damping
        self.wind = wind
        self.drag = drag
        self.lift = lift
        self.density = density
        self.surface = surface
        self.flow = flow
        self.mode = mode
        self.priority = priority

    unit_distance: Field[float | None, float | None] = optional_real(
        "unit_distance",
        check.positive,
        "Distance from the point up to which its gravity is constant.",
        words=_AT,
        notify=_CHANGED,
    )
    linear_damping: Field[float | None, float | None] = optional_real(
        "linear_damping", check.not_negative, "Rate in 1/s.", words=_AT, notify=_CHANGED
    )
    angular_damping: Field[float | None, float | None] = optional_real(
        "angular_damping", check.not_negative, "Rate in 1/s.", words=_AT, notify=_CHANGED
    )
    wind: Field[Vec2 | None, Pair | None] = optional_pair(
        "wind", "Velocity of the air.", words=_AT, notify=_CHANGED
    )
    drag: Field[float, float] = real(
        "drag",
        check.not_negative,
        "How much of a body's velocity counts against the wind.",
        words=_AT,
        notify=_CHANGED,
    )
    lift: Field[float, float] = real(
        "lift", check.finite, "Share of the wind's force across its flow.", words=_AT, notify=_CHANGED
    )
    density: Field[float | None, float | None] = optional_real(
        "density", check.positive, "Mass of the liquid per area.", words=_AT, notify=_CHANGED
    )
    surface: Field[float | None, float | None] = optional_real(
        "surface", check.finite, "Height of the liquid in the area's frame.", words=_AT, notify=_CHANGED
    )
    flow: Field[Vec2, Pair] = pair("flow", "Velocity of the liquid.", words=_AT, notify=_CHANGED)
    mode: Field[AreaMode, AreaMode] = choice(
        "mode", AREA_MODES, '`"add"` or `"replace"`.', words=_AT, notify=_CHANGED
    )
    priority: Field[int, int] = integer(
        "priority", _priority, "Areas of higher priority come first.", words=_AT, notify=_CHANGED
    )

    @property
    def gravity(self) -> Vec2 | float | None:
        """Acceleration: a vector, or a number, the strength towards `point`; None: no gravity.

        Beside a point the length of a vector counts.
        """
        reals, at = self._rows.reals, self._at
        y = reals[at + _GRAVITY_Y]
        if y != y:
            return None
        return y if self._rows.ints[at + _IS_NUMBER] else Vec2(reals[at + _GRAVITY_X], y)

    @gravity.setter
    @names_entity
    def gravity(self, value: Pair | float | None) -> None:
        is_number = value is not None and not hasattr(value, "__len__")
        if value is None:
            x, y = math.nan, math.nan
        elif is_number:
            x, y = 0.0, check.finite(value, "gravity")
            if self.point is None:
                raise ValueError(f"gravity must be a pair (x, y), or a number beside a point, got {value!r}")
        else:
            x, y = check.finite_pair(value, "gravity")
        reals, at = self._rows.reals, self._at
        reals[at + _GRAVITY_X], reals[at + _GRAVITY_Y] = x, y
        self._rows.ints[at + _IS_NUMBER] = is_number
        self._rows.mark_changed(at)

    @property
    def point(self) -> Vec2 | None:
        """The point of attraction in the area's frame; None: gravity is along a vector."""
        reals, at = self._rows.reals, self._at
        x = reals[at + _POINT_X]
        return None if x != x else Vec2(x, reals[at + _POINT_Y])

    @point.setter
    @names_entity
    def point(self, value: Pair | None) -> None:
        if value is None and isinstance(self.gravity, float):
            raise ValueError(f"point must be a pair (x, y) while gravity is a number, {self.gravity!r}")
        self._set_point(value)
        self._rows.mark_changed(self._at)

    def _set_point(self, value: Pair | None) -> None:
        x, y = (math.nan, math.nan) if value is None else check.finite_pair(value, "point")
        self._rows.reals[self._at + _POINT_X], self._rows.reals[self._at + _POINT_Y] = x, y

    def __repr__(self) -> str:
        given = [f"{name}={value!r}" for name in _OPTIONAL if (value := getattr(self, name)) is not None]
        return f"Area({', '.join([*given, f'mode={self.mode!r}', f'priority={self.priority}'])})"


_OPTIONAL = (
    "gravity",
    "point",
    "unit_distance",
    "linear_damping",
    "angular_damping",
    "wind",
    "density",
    "surface",
)
