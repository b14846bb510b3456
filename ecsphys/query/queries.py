"""The queries of `Physics`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

from ..geometry.queries import solid_at, solid_point
from ..geometry.stage import Solid
from ..math2d import check
from ..math2d.core import FACE, box_rows
from ..math2d.pose import PoseLike
from ..math2d.vec2 import Pair, Vec2
from ..settings import Settings
from ..shapes import Shape
from ..world.registry import Registry
from ..world.state import World
from .answers import Nearest, RayHits, WorldHit, entities_in
from .explain import explanation
from .filters import Filters, Unpack, wanted, without
from .scene import Wanted
from .search import Found, all_on_ray, first_on_ray, first_on_rays, meetings, owner_of
from .shapes import CAST, NEAREST, TOUCH

Answer = TypeVar("Answer")

_STILL = Vec2(0.0, 0.0)
_BOX_PARTS = np.array([[FACE, 0, 4]])
# The search for the nearest looks this many typical lengths around, then this many times further ...
_NEAR, _FURTHER = 1.0, 4.0
# ... and after so many rounds everywhere.
_ROUNDS = 6


class Queries:
    """The queries of `Physics`: they see the world as of the last step plus what was changed since.

    All take the keywords of `Filters`: `mask`, `ignore`, `triggers`, `kind` and `where`. Where two
    shapes are equally far, that of the smaller entity comes first, then the earlier one of its collider.
    Points are pairs of finite numbers. `TypeError` and `ValueError` name the argument that is wrong.
    """

    world: World
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

        def ask(found: Wanted) -> WorldHit | None:
            hit = first_on_ray(self.world, begin, target, found)
            if hit.shape < 0:
                return None
            entity, index = owner_of(self.world, hit.shape)
            point = begin.lerp(target, hit.fraction)
            return WorldHit(entity, self._shape(entity, index), hit.fraction, point, Vec2(hit.nx, hit.ny))

        return self._ask(ask, filters)

    def raycast_all(self, start: Pair, end: Pair, **filters: Unpack[Filters]) -> list[WorldHit]:
        """Everything on the way from `start` to `end`, in the order of the hits: one for each shape."""
        begin, target = check.point(start, "start"), check.point(end, "end")

        def ask(found: Wanted) -> list[WorldHit]:
            hits = all_on_ray(self.world, begin, target, found)
            return [self._hit(hit, begin.lerp(target, hit.values[0])) for hit in hits]

        return self._ask(ask, filters)

    def raycast_many(self, starts: Any, ends: Any, **filters: Unpack[Filters]) -> RayHits:
        """`raycast` for many rays at once: `starts` and `ends` are of shape (N, 2)."""
        begins, targets = check.table(starts, 2, "starts"), check.table(ends, 2, "ends")
        if len(begins) != len(targets):
            raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")

        def ask(found: Wanted) -> RayHits:
            return first_on_rays(self.world, begins, targets, found)

        return self._ask(ask, filters)

    # -- shapes ------------------------------------------------------------------------------------

    def shape_cast(
        self, shape: Shape, pose: PoseLike, translation: Pair, **filters: Unpack[Filters]
    ) -> WorldHit | None:
        """What a shape at `pose` meets first, moving by `translation` without turning, `None` if nothing.

        What overlaps at the start is hit at fraction 0.
        """
        return next(iter(self.shape_cast_all(shape, pose, translation, **filters)), None)

    def shape_cast_all(
        self, shape: Shape, pose: PoseLike, translation: Pair, **filters: Unpack[Filters]
    ) -> list[WorldHit]:
        """Everything that a moving shape meets, as if it passed through, in order: one hit for each shape."""
        solid = solid_at(shape, pose, "shape")
        way = check.point(translation, "translation")
        lower, upper = shape.bounds((solid.x, solid.y, solid.angle))
        bounds = (
            lower.x + min(way.x, 0.0),
            lower.y + min(way.y, 0.0),
            upper.x + max(way.x, 0.0),
            upper.y + max(way.y, 0.0),
        )

        def ask(found: Wanted) -> list[WorldHit]:
            hits = meetings(self.world, solid, bounds, way, CAST, found)
            return [self._hit(hit, Vec2(solid.x + hit.values[3], solid.y + hit.values[4])) for hit in hits]

        return self._ask(ask, filters)

    def overlap(self, shape: Shape, pose: PoseLike, **filters: Unpack[Filters]) -> list[int]:
        """The entities that a shape at `pose` overlaps or touches, ascending; a Chain only from its front."""
        solid = solid_at(shape, pose, "shape")
        lower, upper = shape.bounds((solid.x, solid.y, solid.angle))
        return self._overlapped(solid, (*lower, *upper), filters)

    def overlap_point(self, p: Pair, **filters: Unpack[Filters]) -> list[int]:
        """The entities that a point is in, ascending."""
        point = check.point(p, "p")
        return self._overlapped(solid_point(point), (*point, *point), filters)

    def overlap_box(self, lower: Pair, upper: Pair, **filters: Unpack[Filters]) -> list[int]:
        """The entities that an upright box overlaps or touches, by its lower left and upper right corner."""
        low, high = check.point(lower, "lower"), check.point(upper, "upper")
        if low.x > high.x or low.y > high.y:
            raise ValueError(f"lower must not exceed upper, got {tuple(low)} and {tuple(high)}")
        rows = box_rows(high.x - low.x, high.y - low.y)
        solid = Solid(rows, _BOX_PARTS, 0.0, *low.lerp(high, 0.5), 0.0)
        return self._overlapped(solid, (*low, *high), filters)

    def nearest(self, p: Pair, max_distance: float, **filters: Unpack[Filters]) -> Nearest | None:
        """The entity whose surface is nearest to a point, `None` if none is within `max_distance`.

        Inside a shape the distance is negative, so the shape in which the point lies deepest is the
        nearest. `max_distance` >= 0 may be infinite.
        """
        point = check.point(p, "p")
        limit = max_distance if max_distance == math.inf else check.not_negative(max_distance, "max_distance")

        def ask(found: Wanted) -> Nearest | None:
            reach = _NEAR * self._settings.length_unit
            for turn in range(_ROUNDS):
                reach = min(reach, limit) if turn < _ROUNDS - 1 else limit
                bounds = (point.x - reach, point.y - reach, point.x + reach, point.y + reach)
                hits = meetings(self.world, solid_point(point), bounds, _STILL, NEAREST, found)
                if hits and hits[0].values[0] <= reach:
                    distance, nx, ny = hits[0].values[:3]
                    return Nearest(hits[0].entity, point - Vec2(nx, ny) * distance, distance)
                reach *= _FURTHER
            return None

        return self._ask(ask, filters)

    def explain(self, a: int, b: int) -> str:
        """In one sentence, why two entities do or do not collide now: the stage that stopped the pair."""
        self.settle()
        return explanation(self.world, self._registry, a, b, self._settings.response, self._parted)

    # -- what they share ---------------------------------------------------------------------------

    def _ask(self, query: Callable[[Wanted], Answer], filters: Filters) -> Answer:
        """The answer of a query; it is asked again without what `where` turned down until that is content."""
        found = wanted(**filters)
        self.settle()
        answer = query(found)
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
            found = without(found, refused)
            answer = query(found)

    def _overlapped(self, solid: Solid, bounds: tuple[float, ...], filters: Filters) -> list[int]:
        def ask(found: Wanted) -> list[int]:
            return sorted({hit.entity for hit in meetings(self.world, solid, bounds, _STILL, TOUCH, found)})

        return self._ask(ask, filters)

    def _shape(self, entity: int, index: int) -> Shape:
        return self._registry.held[entity][2].shapes[index]  # type: ignore[no-any-return]

    def _hit(self, hit: Found, point: Vec2) -> WorldHit:
        fraction, nx, ny = hit.values[:3]
        return WorldHit(hit.entity, self._shape(hit.entity, hit.number), fraction, point, Vec2(nx, ny))
