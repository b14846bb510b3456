"""The keywords of a query, checked and turned into the filter that kernels take."""

from __future__ import annotations

import functools
import inspect
from collections.abc import Callable, Iterable
from typing import Any, TypeAlias, TypeVar, cast

import numpy as np

from ..arrays import Ints
from ..ecs.components.layers import ALL, layer_bits, signed
from ..keywords import unknown_keyword
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


F = TypeVar("F", bound=Callable[..., Any])


def takes_query_keywords(function: F) -> F:
    """Have a function with keywords of queries name the right one when it is given a wrong one."""
    parameters = inspect.signature(function).parameters.values()
    known = [parameter.name for parameter in parameters if parameter.kind is parameter.KEYWORD_ONLY]
    all_names = {parameter.name for parameter in parameters}
    name = function.__qualname__.removesuffix(".__init__").rpartition(".")[2]

    @functools.wraps(function)
    def call(*arguments: Any, **keywords: Any) -> Any:
        try:
            return function(*arguments, **keywords)
        except TypeError:
            wrong = sorted(keywords.keys() - all_names)
            if not wrong:
                raise
        raise unknown_keyword(name, wrong[0], known)

    return cast("F", call)


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
    if not isinstance(kind, Iterable):
        raise TypeError(f"kind must be one of {', '.join(KINDS)}, or several of them, got {kind!r}")
    words = (kind,) if isinstance(kind, str) else kind
    return sum({1 << KINDS.index(check.one_of(word, KINDS, "kind")) for word in words})


def _entities(ignore: Ignored) -> Ints:
    """Return entities as an ascending array."""
    numbers: list[Any] = [ignore] if not isinstance(ignore, Iterable) else list(ignore)
    if not all(isinstance(entity, (int, np.integer)) and not isinstance(entity, bool) for entity in numbers):
        raise TypeError(f"ignore must be an entity or a sequence of entities, got {ignore!r}")
    return np.array(sorted([check.entity(entity, "ignore") for entity in numbers]), np.int64)
