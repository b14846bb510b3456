"""How a query is asked: of a settled world, and again without the entities that `where` refuses."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from ..ecs.base_simulation import BaseSimulation
from .answers import entities_in
from .filters import Where, exclude_entities
from .scene import QueryFilter

Answer = TypeVar("Answer")
World = TypeVar("World")

# `nearest` searches a box of _FIRST_REACH typical lengths to each side, in each further round one _GROWTH
# times as large, and in the last round one of the full `max_distance`.
_FIRST_REACH, _GROWTH, _ROUNDS = 1.0, 4.0, 6


def settled(simulation: BaseSimulation[Any], wanted: QueryFilter) -> QueryFilter:
    """Bring a world up to date for a query; return its filter, without what has been deleted in this step."""
    simulation.settle()
    if simulation.stepping and (departed := simulation.departed()):
        return exclude_entities(wanted, departed)
    return wanted


def ask(
    query: Callable[[World, QueryFilter], Answer], world: World, wanted: QueryFilter, where: Where | None
) -> Answer:
    """Run a query; repeat it without the entities that `where` refuses until it accepts the answer."""
    answer = query(world, wanted)
    if where is None:
        return answer
    accepted: set[int] = set()
    while True:
        refused = []
        for entity in entities_in(answer):
            if entity not in accepted and where(entity):
                accepted.add(entity)
            elif entity not in accepted:
                refused.append(entity)
        if not refused:
            return answer
        wanted = exclude_entities(wanted, refused)
        answer = query(world, wanted)


def growing_reaches(length_unit: float, limit: float) -> Iterator[float]:
    """Yield ever longer reaches within which the nearest shape is looked for; the last one is the limit."""
    reach = _FIRST_REACH * length_unit
    for k in range(_ROUNDS):
        reach = min(reach, limit) if k < _ROUNDS - 1 else limit
        yield reach
        reach *= _GROWTH
