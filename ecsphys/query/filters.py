"""The keywords of a query, checked and turned into the filter that kernels take."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, TypeAlias

import numpy as np

from ..arrays import Ints
from ..ecs.components.layers import ALL, layer_bits, signed
from ..math2d import check
from ..world.bodies import KINDS, BodyKind
from .scene import EVERY_KIND, QueryFilter

Ignored: TypeAlias = "int | Iterable[int]"
Where: TypeAlias = "Callable[[int], bool]"
BodyKinds: TypeAlias = "BodyKind | Iterable[BodyKind] | None"

_NONE: tuple[int, ...] = ()  # the empty tuple is a singleton: compared with `is`
_NO_ENTITIES = np.zeros(0, np.int64)
_SOLIDS = QueryFilter(-1, 0, EVERY_KIND, _NO_ENTITIES)
EVERYTHING = _SOLIDS._replace(triggers=1)


# The keywords of a query, unchecked: `mask, ignore, triggers, kind, where, at_step`, see `Physics.raycast`.
# A plain tuple: to make a NamedTuple costs 5 % of a raycast.
QueryKeywords: TypeAlias = "tuple[int, Ignored, bool, BodyKinds, Where | None, int | None]"


def query_filter(
    mask: int = ALL,
    ignore: Ignored = _NONE,
    triggers: bool = False,
    kind: BodyKinds = None,
    where: Where | None = None,
) -> QueryFilter:
    """Return the filter of a query; `where` is checked only, as kernels cannot call it.

    Raises `TypeError` or `ValueError` naming the keyword.
    """
    if where is not None and not callable(where):
        raise TypeError(f"where must be a function of an entity, got {where!r}")
    if mask is ALL and ignore is _NONE and kind is None:
        return EVERYTHING if triggers else _SOLIDS
    bits = signed(layer_bits(mask, "mask"))
    return QueryFilter(bits, int(bool(triggers)), _kind_bits(kind), _entities(ignore))


def exclude_entities(query: QueryFilter, entities: list[int]) -> QueryFilter:
    """Return a filter that also ignores these entities."""
    return query._replace(ignored=np.union1d(query.ignored, np.array(entities, np.int64)))


def _kind_bits(kind: BodyKinds) -> int:
    """Return a bit for each kind of body, bit k for KINDS[k]."""
    if kind is None:
        return EVERY_KIND
    words = (kind,) if isinstance(kind, str) else kind
    return sum({1 << KINDS.index(check.one_of(word, KINDS, "kind")) for word in words})


def _entities(ignore: Ignored) -> Ints:
    """Return entities as an ascending array."""
    numbers: list[Any] = [ignore] if not isinstance(ignore, Iterable) else list(ignore)
    if not all(isinstance(entity, (int, np.integer)) and not isinstance(entity, bool) for entity in numbers):
        raise TypeError(f"ignore must be an entity or a sequence of entities, got {ignore!r}")
    return np.array(sorted(numbers), np.int64)
