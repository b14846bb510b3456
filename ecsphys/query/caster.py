"""Components that look ahead: a ray or a moving shape that an entity carries."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from enum import IntFlag
from typing import Any, Protocol

from ..ecs.components.layers import ALL
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from .answers import WorldHit
from .filters import Ignored, query_filter
from .scene import QueryFilter

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


def _attribute(name: str, check: Callable[[Any], Any], doc: str) -> property:
    """A property whose change the next step takes in."""

    def get(self: Caster) -> Any:
        return self._values[name]

    def put(self: Caster, value: Any) -> None:
        self._set(name, check(value))

    return property(get, put, doc=doc)


def _shape(value: Any) -> Shape:
    if not isinstance(value, Shape):
        raise TypeError(f"shape must be a shape, got {value!r}")
    return value


def _ignored(value: Ignored) -> Ignored:
    return tuple(value) if isinstance(value, Iterable) else value


def _kinds(value: str | Iterable[str] | None) -> str | tuple[str, ...] | None:
    return value if value is None or isinstance(value, str) else tuple(value)


def _max_hits(value: int | None) -> int | None:
    return None if value is None else check.count(value, "max_hits")


class Caster:
    """What `RayCaster` and `ShapeCaster` have in common."""

    __slots__ = ("__weakref__", "_built", "_filters", "_hits", "_place", "_results", "_values")

    def __init__(self, **values: Any):
        self._values: dict[str, Any] = {
            **values,
            "offset": check.point(values["offset"], "offset"),
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

    offset = _attribute("offset", lambda v: check.point(v, "offset"), "The start in the entity's frame.")
    mask = _attribute("mask", lambda v: v, "It meets colliders on these layers.")
    ignore = _attribute("ignore", _ignored, "An entity or several that it does not meet.")
    triggers = _attribute("triggers", bool, "Whether it meets triggers, too.")
    kind = _attribute("kind", _kinds, "It meets bodies of this kind or these kinds only; None: of all.")
    max_hits = _attribute("max_hits", _max_hits, "How many of the nearest hits it wants; None: all.")
    enabled = _attribute("enabled", bool, "Whether it looks at all; it has no hits if not.")

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
        mask: int | IntFlag = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: str | Iterable[str] | None = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            direction=check.direction(direction, "direction").normalized(),
            length=check.not_negative(length, "length"),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    direction = _attribute(
        "direction",
        lambda v: check.direction(v, "direction").normalized(),
        "Where it looks in the entity's frame, a unit vector.",
    )
    length = _attribute("length", lambda v: check.not_negative(v, "length"), "How far it looks.")

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
        mask: int | IntFlag = ALL,
        ignore: Ignored = (),
        triggers: bool = False,
        kind: str | Iterable[str] | None = None,
        max_hits: int | None = None,
        enabled: bool = True,
    ):
        super().__init__(
            shape=_shape(shape),
            translation=check.point(translation, "translation"),
            angle=check.finite(angle, "angle"),
            offset=offset,
            mask=mask,
            ignore=ignore,
            triggers=triggers,
            kind=kind,
            max_hits=max_hits,
            enabled=enabled,
        )

    shape = _attribute("shape", _shape, "What moves.")
    translation = _attribute(
        "translation", lambda v: check.point(v, "translation"), "How far it moves, in the entity's frame."
    )
    angle = _attribute(
        "angle", lambda v: check.finite(v, "angle"), "How the shape is turned in the entity's frame."
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
