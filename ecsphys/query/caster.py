"""Components that look ahead: a ray or a moving shape that an entity carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, Generic, Protocol, TypeVar, overload

from ..ecs.components.layers import ALL
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from .answers import WorldHit
from .filters import BodyKinds, Ignored, query_filter
from .scene import QueryFilter

Value = TypeVar("Value")
Given = TypeVar("Given")

_NOWHERE = Vec2(0.0, 0.0)
_FILTERS = ("mask", "ignore", "triggers", "kind")
# What a change of these means for the arrays of all casters is more than another number.
_STRUCTURE = ("shape", "ignore")


class Results(Protocol):
    """What holds the hits of many casters."""

    @property
    def last(self) -> object:
        """Another object after every step."""

    def hits_of(self, place: int) -> list[WorldHit]:
        """The hits of one caster of the last step, sorted."""

    def changed(self, place: int, structure: bool) -> None:
        """A caster's values were set; `structure`: such as need room elsewhere."""


class Attribute(Generic[Value, Given]):
    """A value of a caster, checked when it is set; the next step uses it. `Given` is what may be assigned."""

    def __init__(self, name: str, check: Callable[[Given], Value], doc: str):
        self._name = name
        self._check = check
        self.__doc__ = doc

    @overload
    def __get__(self, caster: None, owner: type[Caster]) -> Attribute[Value, Given]: ...
    @overload
    def __get__(self, caster: Caster, owner: type[Caster]) -> Value: ...
    def __get__(self, caster: Caster | None, owner: type[Caster]) -> Value | Attribute[Value, Given]:
        if caster is None:
            return self
        value: Value = caster._values[self._name]
        return value

    def __set__(self, caster: Caster, value: Given) -> None:
        caster._set(self._name, self._check(value))


def _shape(value: Any) -> Shape:
    if not isinstance(value, Shape):
        raise TypeError(f"shape must be a shape, got {value!r}")
    return value


def _ignored(value: Ignored) -> Ignored:
    return tuple(value) if isinstance(value, Iterable) else value


def _kinds(value: BodyKinds) -> BodyKinds:
    return value if value is None or isinstance(value, str) else tuple(value)


def _mask(value: int) -> int:
    return value  # checked with the other filters


def _offset(value: Pair) -> Vec2:
    return check.point(value, "offset")


def _direction(value: Pair) -> Vec2:
    return check.direction(value, "direction").normalized()


def _length(value: float) -> float:
    return check.not_negative(value, "length")


def _translation(value: Pair) -> Vec2:
    return check.point(value, "translation")


def _angle(value: float) -> float:
    return check.finite(value, "angle")


def _max_hits(value: int | None) -> int | None:
    return None if value is None else check.count(value, "max_hits")


class Caster:
    """What `RayCaster` and `ShapeCaster` have in common."""

    __slots__ = ("__weakref__", "_built", "_filters", "_hits", "_place", "_results", "_values")

    def __init__(self, **values: Any):
        self._values: dict[str, Any] = {
            **values,
            "offset": _offset(values["offset"]),
            "max_hits": _max_hits(values["max_hits"]),
            "enabled": bool(values["enabled"]),
            "ignore": _ignored(values["ignore"]),
            "kind": _kinds(values["kind"]),
        }
        self._filters = self._wanted()
        self._results: Results | None = None
        self._place = 0
        self._hits: list[WorldHit] = []
        self._built: object = None  # the step that `_hits` are of

    offset: Attribute[Vec2, Pair] = Attribute("offset", _offset, "The start in the entity's frame.")
    mask: Attribute[int, int] = Attribute("mask", _mask, "The layers of the colliders that it meets.")
    ignore: Attribute[Ignored, Ignored] = Attribute(
        "ignore", _ignored, "An entity or several that it does not meet."
    )
    triggers: Attribute[bool, bool] = Attribute("triggers", bool, "Whether it meets triggers, too.")
    kind: Attribute[BodyKinds, BodyKinds] = Attribute(
        "kind", _kinds, "The kind or kinds of bodies that it meets; None: all."
    )
    max_hits: Attribute[int | None, int | None] = Attribute(
        "max_hits", _max_hits, "The number of nearest hits that it keeps; None: all."
    )
    enabled: Attribute[bool, bool] = Attribute("enabled", bool, "Whether it is cast; it has no hits if not.")

    @property
    def hits(self) -> list[WorldHit]:
        """What it met at the end of the last step, nearest first; empty before its first."""
        results = self._results
        if results is not None and self._built is not results.last:
            self._hits = results.hits_of(self._place)[: self._values["max_hits"]]
            self._built = results.last
        return self._hits

    @property
    def hit(self) -> WorldHit | None:
        """The nearest of `hits`, None without any."""
        return next(iter(self.hits), None)

    @property
    def shape(self) -> Shape | None:
        """What it moves along; None for a ray."""
        return None

    @property
    def turn(self) -> float:
        """The angle of its shape in the entity's frame."""
        return 0.0

    @property
    def way(self) -> Vec2:
        """How far it looks, in the entity's frame."""
        raise NotImplementedError

    def _join(self, results: Results, place: int) -> None:
        """From now on the hits are those of a place in there."""
        self._results, self._place, self._built = results, place, None

    def _wanted(self) -> QueryFilter:
        """The filters, checked."""
        return query_filter(**{name: self._values[name] for name in _FILTERS})

    def _set(self, name: str, value: Any) -> None:
        before = self._values[name]
        if name == "max_hits":
            self._hits = self.hits  # those of the last step stay as they are
        self._values[name] = value
        if name in _FILTERS:
            try:
                self._filters = self._wanted()
            except (TypeError, ValueError):
                self._values[name] = before
                raise
        if self._results is not None:
            self._results.changed(self._place, name in _STRUCTURE)


class RayCaster(Caster):
    """A ray that an entity with a Transform carries; `hits` are fresh after each step.

    It runs from the entity's position, or `offset` in its frame, `length` far into `direction`, and turns
    with it. It never meets its own entity. The keywords `mask`, `ignore`, `triggers` and `kind` are
    those of `Physics.raycast`; `max_hits` keeps the nearest only. What is set counts from the next
    step on. Raises `ValueError` or `TypeError` for values out of range.
    """

    __slots__ = ()

    def __init__(
        self,
        direction: Pair,
        length: float,
        *,
        offset: Pair = _NOWHERE,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            direction=_direction(direction),
            length=_length(length),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    direction: Attribute[Vec2, Pair] = Attribute(
        "direction", _direction, "Unit vector of the ray in the entity's frame; any length may be assigned."
    )
    length: Attribute[float, float] = Attribute("length", _length, "The length of the ray.")

    @property
    def way(self) -> Vec2:
        """How far it looks, in the entity's frame."""
        return self._values["direction"] * self._values["length"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"RayCaster({tuple(self.direction)!r}, {self.length!r})"


class ShapeCaster(Caster):
    """A shape that an entity with a Transform sends ahead; `hits` are fresh after each step.

    The shape starts at the entity's pose, placed by `offset` and `angle` in its frame, and moves by
    `translation`, which turns with the entity, without turning on its way. What it overlaps at the
    start is hit at fraction 0. It never meets its own entity. For the other keywords see `RayCaster`.
    """

    __slots__ = ()

    def __init__(
        self,
        shape: Shape,
        translation: Pair,
        *,
        offset: Pair = _NOWHERE,
        angle: float = 0.0,
        mask: int = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: BodyKinds = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            shape=_shape(shape),
            translation=_translation(translation),
            angle=_angle(angle),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    shape: Attribute[Shape, Shape] = Attribute("shape", _shape, "The shape that moves.")
    translation: Attribute[Vec2, Pair] = Attribute(
        "translation", _translation, "The motion of the shape, in the entity's frame."
    )
    angle: Attribute[float, float] = Attribute(
        "angle", _angle, "The angle of the shape in the frame of the entity."
    )

    @property
    def turn(self) -> float:
        """The angle of its shape in the entity's frame."""
        return self._values["angle"]  # type: ignore[no-any-return]

    @property
    def way(self) -> Vec2:
        """How far it looks, in the entity's frame."""
        return self._values["translation"]  # type: ignore[no-any-return]

    def __repr__(self) -> str:
        return f"ShapeCaster({self.shape!r}, {tuple(self.translation)!r})"
