"""Components that cast a ray or a moving shape from their entity in every step."""

from __future__ import annotations

from collections.abc import Iterable
from enum import IntFlag
from types import SimpleNamespace
from typing import Any, Protocol
from weakref import WeakKeyDictionary, WeakSet

from ..ecs.binding import UNOWNED, Component, UnownedRows
from ..ecs.components.layers import ALL
from ..ecs.fields import Field, setting, to_bool
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from ..user_warnings import warn_of_degrees, warn_user
from ..world.bodies import BodyKind
from .answers import WorldHit
from .filters import BodyKinds, Ignored, query_filter, takes_query_keywords
from .scene import QueryFilter

_NOWHERE = Vec2(0.0, 0.0)
_FILTERS = ("mask", "ignore", "triggers", "kind")
# Settings that other arrays depend on, beside the row: a change rebuilds the table of all casters.
_STRUCTURE = ("shape", "ignore")


def _shape(value: Any, name: str) -> Shape:
    if not isinstance(value, Shape):
        raise TypeError(f"shape must be a shape, got {value!r}")
    return value


def _ignored(value: Ignored, name: str) -> int | tuple[int, ...]:
    return tuple(value) if isinstance(value, Iterable) else value


def _kinds(value: BodyKinds, name: str) -> BodyKind | tuple[BodyKind, ...] | None:
    return value if value is None or isinstance(value, str) else tuple(value)


def _max_hits(value: int | None, name: str) -> int | None:
    return None if value is None else check.count(value, name)


def _angle(value: float, name: str) -> float:
    angle = check.finite(value, name)
    warn_of_degrees(f"{name} of a ShapeCaster", angle)
    return angle


def _direction(value: Pair, name: str) -> Vec2:
    return check.unit(value, name)


def _unchecked(value: Any, name: str) -> Any:
    return value  # with all filters, see `Caster._query_filter`


class AdoptedCasters(Protocol):
    """What a caster reads of the table that has adopted it."""

    @property
    def last(self) -> object:
        """The hits of the last step: another object after every step."""

    def hits_of(self, at: int) -> list[WorldHit]:
        """Return the hits of one caster, nearest first."""

    def mark_changed(self, at: int, structure: bool) -> None:
        """Note that a setting was assigned; `structure`: one that other arrays depend on."""


tables: WeakSet[AdoptedCasters] = WeakSet()  # of all worlds
# By caster: what the tables had in `last` when its hits were read first.
_WARNED: dict[int, object] = {0: None}  # no table is at 0
_looks: WeakKeyDictionary[Caster, dict[int, object]] = WeakKeyDictionary()


class Caster(Component):
    """Base of `RayCaster` and `ShapeCaster`: settings, and the hits of the last step."""

    __slots__ = ("_filters", "_hits", "_hits_of", "_settings")

    _rows: AdoptedCasters | UnownedRows

    def __init__(self, **settings: Any):
        self._settings = SimpleNamespace(
            **{
                **settings,
                "offset": check.point(settings["offset"], "offset"),
                "max_hits": _max_hits(settings["max_hits"], "max_hits"),
                "enabled": bool(settings["enabled"]),
                "ignore": _ignored(settings["ignore"], "ignore"),
                "kind": _kinds(settings["kind"], "kind"),
            }
        )
        self._filters = self._query_filter()
        self._rows, self._at = UNOWNED, 0
        self._hits: list[WorldHit] = []
        self._hits_of: object = None  # the results of a step that `_hits` were built from

    offset: Field[Vec2, Pair] = setting("offset", check.point, "The start in the entity's frame.")
    mask: Field[int, int | IntFlag] = setting("mask", _unchecked, "It meets colliders on these layers.")
    ignore: Field[int | tuple[int, ...], Ignored] = setting(
        "ignore", _ignored, "An entity or several that it does not meet."
    )
    triggers: Field[bool, bool] = setting("triggers", to_bool, "Whether it meets triggers, too.")
    kind: Field[BodyKind | tuple[BodyKind, ...] | None, BodyKinds] = setting(
        "kind", _kinds, "It meets bodies of this kind or these kinds only; None: of all."
    )
    max_hits: Field[int | None, int | None] = setting(
        "max_hits", _max_hits, "Number of nearest hits that it keeps; None: all."
    )
    enabled: Field[bool, bool] = setting(
        "enabled", to_bool, "Whether it casts at all; it has no hits if not."
    )

    @property
    def hits(self) -> list[WorldHit]:
        """The hits at the end of the last step, nearest first; empty before its first."""
        rows = self._rows
        if rows is UNOWNED:
            self._look_for_owner()
        if not isinstance(rows, UnownedRows) and self._hits_of is not rows.last:
            self._hits = rows.hits_of(self._at)[: self._settings.max_hits]
            self._hits_of = rows.last
        return self._hits

    def _look_for_owner(self) -> None:
        """Warn if others have been cast between two looks at hits, and no entity ever had this one."""
        now = {id(table): table.last for table in tables}
        before = _looks[self] = _looks.get(self) or now
        if any(last is not now[table] for table, last in before.items() if table in now):
            kind, _looks[self] = type(self).__name__, _WARNED
            warn_user(
                f"a {kind} whose hits are read belongs to no entity: esper keeps one {kind} an entity, so "
                "that a second one takes the place of the first; give it an entity of its own"
            )

    @property
    def hit(self) -> WorldHit | None:
        """The nearest of `hits`, None without any."""
        return next(iter(self.hits), None)

    @property
    def _moving_shape(self) -> Shape | None:
        """The shape that is cast, None for a ray."""
        return None

    @property
    def shape_angle(self) -> float:
        """The angle of its shape in the entity's frame."""
        return 0.0

    @property
    def motion(self) -> Vec2:
        """The vector along which it casts, in the entity's frame."""
        raise NotImplementedError

    def _outdate(self) -> None:
        """Build `hits` anew after the next step."""
        self._hits_of = None

    def _keep_hits(self) -> None:
        """Build `hits` now: their table goes away."""
        self._hits = self.hits
        self._hits_of = None

    def _query_filter(self) -> QueryFilter:
        """Return the filters for kernels, checked."""
        settings = self._settings
        return query_filter(settings.mask, settings.ignore, settings.triggers, settings.kind)

    def _assign(self, name: str, value: Any) -> None:
        """Set one of the settings; the next step reads it."""
        before = getattr(self._settings, name)
        if name == "max_hits":
            self._hits = self.hits  # those of the last step stay as they are
        setattr(self._settings, name, value)
        if name in _FILTERS:
            try:
                self._filters = self._query_filter()
            except (TypeError, ValueError):
                setattr(self._settings, name, before)
                raise
        if not isinstance(self._rows, UnownedRows):
            self._rows.mark_changed(self._at, name in _STRUCTURE)

    def _words(self) -> None:
        """Return None: a caster's row follows from its settings."""

    def _objects(self) -> dict[str, Any]:
        """Return the settings; a copy has no hits."""
        return dict(vars(self._settings))

    def _take_objects(self, objects: dict[str, Any]) -> None:
        Caster.__init__(self, **objects)


class RayCaster(Caster):
    """A ray that an entity with a Transform carries; `hits` are fresh after each step.

    What was hit may have been deleted since: ask `esper.entity_exists`.

    It runs from the entity's position, or `offset` in its frame, `length` far into `direction`, and turns
    with it. It never meets its own entity. The keywords `mask`, `ignore`, `triggers` and `kind` are
    those of `Physics.raycast`; `max_hits` keeps the nearest only. What is set counts from the next
    step on. Raises `ValueError` or `TypeError` for values out of range.

    >>> import esper
    >>> from ecsphys import Box, Collider, Physics, RayCaster, Transform
    >>> esper.add_processor(Physics())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> feeler = RayCaster((1, 0), 180)
    >>> robot = esper.create_entity(Transform(), feeler)
    >>> esper.process(1 / 60)
    >>> feeler.hit.entity == wall, feeler.hit.fraction
    (True, 0.5)
    """

    __slots__ = ()

    @takes_query_keywords
    def __init__(
        self,
        direction: Pair,
        length: float,
        *,
        offset: Pair = _NOWHERE,
        mask: int | IntFlag = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            direction=_direction(direction, "direction"),
            length=check.not_negative(length, "length"),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    direction: Field[Vec2, Pair] = setting(
        "direction", _direction, "Its direction in the entity's frame, a unit vector."
    )
    length: Field[float, float] = setting("length", check.not_negative, "Its length.")

    @property
    def shape(self) -> None:
        """None: it has no shape."""

    @property
    def motion(self) -> Vec2:
        """The vector along which it casts, in the entity's frame."""
        motion: Vec2 = self._settings.direction * self._settings.length
        return motion

    def __repr__(self) -> str:
        return f"RayCaster({tuple(self.direction)!r}, {self.length!r})"


class ShapeCaster(Caster):
    """A shape that an entity with a Transform sends ahead; `hits` are fresh after each step.

    The shape starts at the entity's pose, placed by `offset` and `angle` in its frame, and moves by
    `translation`, which turns with the entity, without turning on its way. What it overlaps at the start is
    hit at fraction 0; what it only touches there is hit if the way leads into it, not along or away. It never
    meets its own entity. For the other keywords see `RayCaster`. Raises as it does.

    >>> import esper
    >>> from ecsphys import Box, Circle, Collider, Physics, ShapeCaster, Transform
    >>> esper.add_processor(Physics())
    >>> wall = esper.create_entity(Transform(100, 0), Collider(Box(20, 200)))
    >>> feeler = ShapeCaster(Circle(10), (160, 0))
    >>> robot = esper.create_entity(Transform(), feeler)
    >>> esper.process(1 / 60)
    >>> feeler.hit.entity == wall, round(feeler.hit.fraction, 6)
    (True, 0.5)
    """

    __slots__ = ()

    @takes_query_keywords
    def __init__(
        self,
        shape: Shape,
        translation: Pair,
        *,
        offset: Pair = _NOWHERE,
        angle: float = 0.0,
        mask: int | IntFlag = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            shape=_shape(shape, "shape"),
            translation=check.point(translation, "translation"),
            angle=_angle(angle, "angle"),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    shape: Field[Shape, Shape] = setting("shape", _shape, "The shape that moves.")
    translation: Field[Vec2, Pair] = setting(
        "translation", check.point, "The motion of the shape, in the entity's frame."
    )
    angle: Field[float, float] = setting("angle", _angle, "The shape's angle in the entity's frame.")

    @property
    def _moving_shape(self) -> Shape:
        """The shape that is cast."""
        return self.shape

    @property
    def shape_angle(self) -> float:
        """The angle of its shape in the entity's frame."""
        return self.angle

    @property
    def motion(self) -> Vec2:
        """The vector along which it casts, in the entity's frame."""
        return self.translation

    def __repr__(self) -> str:
        return f"ShapeCaster({self.shape!r}, {tuple(self.translation)!r})"
