"""The queries of `Physics`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from ..ecs.registry import Registry
from ..geometry.pair_kernels import PlacedShape
from ..geometry.queries import place_point, place_shape
from ..math2d import check
from ..math2d.core import POLYGON, box_rows
from ..math2d.pose import PoseLike
from ..math2d.vec2 import Pair, Vec2
from ..settings import Settings, StepContext
from ..shapes import Shape
from ..world.state import World
from .answers import Nearest, RayHits, WorldHit, entities_in
from .explain import explanation
from .filters import Filters, Unpack, exclude_entities, query_filter
from .history import History
from .scene import QueryFilter
from .search import RayBatch, cast_ray_all, cast_ray_first, cast_shape, find_overlapping, nearest_of, owner_of
from .shapes import DISTANCE, OVERLAP

Answer = TypeVar("Answer")

_BOX_PARTS = np.array([[POLYGON, 0, 4]])
# The search for the nearest looks this many typical lengths around, then this many times further ...
_NEAR, _FURTHER = 1.0, 4.0
# ... and after so many rounds everywhere.
_ROUNDS = 6


class Queries:
    """The queries of `Physics`: they see the world as of the last step plus what was changed since.

    All take the keywords of `Filters`: `mask`, `ignore`, `triggers`, `kind`, `where` and `at_step`. Where two
    shapes are equally far, that of the smaller entity comes first, then the earlier one of its collider.
    Points are pairs of finite numbers. `TypeError` and `ValueError` name the argument that is wrong.
    """

    world: World
    context: StepContext
    _history: History
    _rays: RayBatch
    _settings: Settings
    _registry: Registry

    def settle(self) -> None:
        """Take in what was created, changed, teleported or deleted since the last step; nothing moves."""
        raise NotImplementedError

    def _parted(self, a: int, b: int) -> str | None:
        """What ignored pairs and filters say against a pair, if anything."""
        raise NotImplementedError

    # -- rays --------------------------------------------------------------------------------------

    def raycast(self, start: Pair, end: Pair, **filters: Unpack[Filters]) -> WorldHit | None:
        """The first thing on the way from `start` to `end`, `None` if there is none.

        A start inside a solid shape is a hit at fraction 0. A Chain is hit from its front only.
        """
        begin, target = check.point(start, "start"), check.point(end, "end")

        return self._ask(lambda world, found: cast_ray_first(world, begin, target, found), filters)

    def raycast_all(self, start: Pair, end: Pair, **filters: Unpack[Filters]) -> list[WorldHit]:
        """Everything on the way from `start` to `end`, in the order of the hits: one for each shape."""
        begin, target = check.point(start, "start"), check.point(end, "end")

        return self._ask(lambda world, found: cast_ray_all(world, begin, target - begin, found), filters)

    def raycast_many(self, starts: Any, ends: Any, **filters: Unpack[Filters]) -> RayHits:
        """`raycast` for many rays at once: `starts` and `ends` are of shape (N, 2)."""
        begins, targets = check.table(starts, 2, "starts"), check.table(ends, 2, "ends")
        if len(begins) != len(targets):
            raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")

        cast = self._rays.first_hits
        return self._ask(lambda world, found: cast(world, begins, targets, found), filters)

    # -- shapes ------------------------------------------------------------------------------------

    def shape_cast(
        self, shape: Shape, pose: PoseLike, translation: Pair, **filters: Unpack[Filters]
    ) -> WorldHit | None:
        """What a shape at `pose` meets first, moving by `translation` without turning, `None` if nothing.

        What overlaps at the start is hit at fraction 0.
        """
        return next(iter(self._swept(shape, pose, translation, True, filters)), None)

    def shape_cast_all(
        self, shape: Shape, pose: PoseLike, translation: Pair, **filters: Unpack[Filters]
    ) -> list[WorldHit]:
        """Everything that a moving shape meets, as if it passed through, in order: one hit for each shape."""
        return self._swept(shape, pose, translation, False, filters)

    def overlap(self, shape: Shape, pose: PoseLike, **filters: Unpack[Filters]) -> list[int]:
        """The entities that a shape at `pose` overlaps or touches, ascending; a Chain only from its front."""
        solid = place_shape(shape, pose, "shape")
        lower, upper = shape.bounds((solid.x, solid.y, solid.angle))
        return self._overlapped(solid, (*lower, *upper), filters)

    def overlap_point(self, p: Pair, **filters: Unpack[Filters]) -> list[int]:
        """The entities that a point is in, ascending."""
        point = check.point(p, "p")
        return self._overlapped(place_point(point), (*point, *point), filters)

    def overlap_box(self, lower: Pair, upper: Pair, **filters: Unpack[Filters]) -> list[int]:
        """The entities that an upright box overlaps or touches, by its lower left and upper right corner."""
        low, high = check.point(lower, "lower"), check.point(upper, "upper")
        if low.x > high.x or low.y > high.y:
            raise ValueError(f"lower must not exceed upper, got {tuple(low)} and {tuple(high)}")
        rows = box_rows(high.x - low.x, high.y - low.y)
        solid = PlacedShape(rows, _BOX_PARTS, 0.0, *low.lerp(high, 0.5), 0.0)
        return self._overlapped(solid, (*low, *high), filters)

    def nearest(self, p: Pair, max_distance: float, **filters: Unpack[Filters]) -> Nearest | None:
        """The entity whose surface is nearest to a point, `None` if none is within `max_distance`.

        Inside a shape the distance is negative, so the shape in which the point lies deepest is the
        nearest. `max_distance` >= 0 may be infinite.
        """
        point = check.point(p, "p")
        limit = max_distance if max_distance == math.inf else check.not_negative(max_distance, "max_distance")

        def ask(world: World, found: QueryFilter) -> Nearest | None:
            reach = _NEAR * self._settings.length_unit
            for turn in range(_ROUNDS):
                reach = min(reach, limit) if turn < _ROUNDS - 1 else limit
                bounds = (point.x - reach, point.y - reach, point.x + reach, point.y + reach)
                rows, answers = find_overlapping(world, place_point(point), bounds, DISTANCE, found)
                if len(rows) and answers[:, 0].min() <= reach:
                    entity, (distance, nx, ny) = nearest_of(world, rows, answers)
                    return Nearest(entity, point - Vec2(nx, ny) * distance, distance)
                reach *= _FURTHER
            return None

        return self._ask(ask, filters)

    def explain(self, a: int, b: int) -> str:
        """In one sentence, why two entities do or do not collide now: the stage that stopped the pair."""
        self.settle()
        return explanation(self.world, a, b, self._settings.response, self._parted)

    # -- what they share ---------------------------------------------------------------------------

    def _ask(self, query: Callable[[World, QueryFilter], Answer], filters: Filters) -> Answer:
        """The answer of a query; it is asked again without what `where` turned down until that is content."""
        found = query_filter(**filters)
        step = filters.get("at_step")
        if step is None:
            self.settle()
            world = self.world
        else:
            world = self._history.at(step, self.world, self.context)
        answer = query(world, found)
        where = filters.get("where")
        if where is None:
            return answer
        fine: set[int] = set()
        while True:
            refused = []
            for entity in entities_in(answer):
                if entity not in fine and where(entity):
                    fine.add(entity)
                elif entity not in fine:
                    refused.append(entity)
            if not refused:
                return answer
            found = exclude_entities(found, refused)
            answer = query(world, found)

    def _swept(
        self, shape: Shape, pose: PoseLike, translation: Pair, only_first: bool, filters: Filters
    ) -> list[WorldHit]:
        solid = place_shape(shape, pose, "shape")
        way = check.point(translation, "translation")
        return self._ask(lambda world, found: cast_shape(world, solid, way, found, only_first), filters)

    def _overlapped(self, solid: PlacedShape, bounds: tuple[float, ...], filters: Filters) -> list[int]:
        def ask(world: World, found: QueryFilter) -> list[int]:
            rows, _ = find_overlapping(world, solid, bounds, OVERLAP, found)
            return sorted({owner_of(world, row)[0] for row in rows.tolist()})

        return self._ask(ask, filters)
