"""The queries of one `Physics`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TypeVar

import numpy as np
import numpy.typing as npt

from ..ecs.simulation import Simulation
from ..geometry.pair_kernels import PlacedShape
from ..geometry.queries import place_point, place_shape
from ..math2d import check
from ..math2d.core import POLYGON, box_rows
from ..math2d.pose import PoseLike
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from ..world.state import World
from .answers import Nearest, RayHits, WorldHit
from .asking import ask, growing_reaches, settled
from .counts import StageCounts, count_stages
from .directions import EndWatch
from .explain import explain_pair
from .explain_joint import explain_joint
from .explosions import Explosions
from .filters import QueryKeywords, query_filter
from .history import History
from .scene import QueryFilter
from .search import RayBatch, cast_ray_all, cast_ray_first, cast_shape, find_overlapping, nearest_of, owner_of
from .shapes import DISTANCE, OVERLAP

Answer = TypeVar("Answer")

_BOX_PARTS = np.array([[POLYGON, 0, 4]])


class Queries:
    """Answers questions about a world as of the last step plus what changed since; see `Physics.raycast`.

    Where two shapes are equally far, that of the smaller entity comes first, then the earlier one of its
    collider. Points are pairs of finite numbers. `TypeError` and `ValueError` name the wrong argument.
    """

    def __init__(self, simulation: Simulation, history: int):
        self._simulation = simulation
        self.past: History = History(history)
        self._rays = RayBatch()
        self._ends = EndWatch()
        self.explosions: Explosions = Explosions(simulation)

    def counts(self) -> StageCounts:
        """See `Physics.counts`."""
        return count_stages(self._simulation.world)

    @property
    def history(self) -> int:
        """Number of steps that are kept."""
        return self.past.length

    def reset(self) -> None:
        """Forget the steps that were kept."""
        self.past = History(self.history)

    def end_step(self) -> None:
        """Record the poses at the end of a step for later queries with `at_step`."""
        if self.past.length:
            self.past.record(self._simulation.clock.step_count, self._simulation.world)

    # -- rays --------------------------------------------------------------------------------------

    def raycast(self, start: Pair, end: Pair, keywords: QueryKeywords) -> WorldHit | None:
        """See `Physics.raycast`."""
        begin, target = self._segment(start, end)
        return self._answer(lambda world, wanted: cast_ray_first(world, begin, target, wanted), keywords)

    def raycast_all(self, start: Pair, end: Pair, keywords: QueryKeywords) -> list[WorldHit]:
        """See `Physics.raycast_all`."""
        begin, target = self._segment(start, end)
        return self._answer(
            lambda world, wanted: cast_ray_all(world, begin, target - begin, wanted), keywords
        )

    def raycast_many(self, starts: npt.ArrayLike, ends: npt.ArrayLike, keywords: QueryKeywords) -> RayHits:
        """See `Physics.raycast_many`."""
        begins, targets = check.table(starts, 2, "starts"), check.table(ends, 2, "ends")
        if len(begins) != len(targets):
            raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")
        self._ends.look_at_first(begins, targets)
        first_hits = self._rays.first_hits
        return self._answer(lambda world, wanted: first_hits(world, begins, targets, wanted), keywords)

    def _segment(self, start: Pair, end: Pair) -> tuple[Vec2, Vec2]:
        """Return where a ray starts and ends."""
        begin, target = check.point(start, "start"), check.point(end, "end")
        self._ends.look(begin, target)
        return begin, target

    # -- shapes ------------------------------------------------------------------------------------

    def shape_cast(
        self, shape: Shape, pose: PoseLike, translation: Pair, keywords: QueryKeywords
    ) -> WorldHit | None:
        """See `Physics.shape_cast`."""
        hits = self._cast_shape(shape, pose, translation, keywords, only_first=True)
        return hits[0] if hits else None

    def shape_cast_all(
        self, shape: Shape, pose: PoseLike, translation: Pair, keywords: QueryKeywords
    ) -> list[WorldHit]:
        """See `Physics.shape_cast_all`."""
        return self._cast_shape(shape, pose, translation, keywords, only_first=False)

    def overlap(self, shape: Shape, pose: PoseLike, keywords: QueryKeywords) -> list[int]:
        """See `Physics.overlap`."""
        placed = place_shape(shape, pose)
        lower, upper = shape.bounds((placed.x, placed.y, placed.angle))
        return self._overlapping(placed, (*lower, *upper), keywords)

    def overlap_point(self, p: Pair, keywords: QueryKeywords) -> list[int]:
        """See `Physics.overlap_point`."""
        point = check.point(p, "p")
        return self._overlapping(place_point(point), (*point, *point), keywords)

    def overlap_box(self, lower: Pair, upper: Pair, keywords: QueryKeywords) -> list[int]:
        """See `Physics.overlap_box`."""
        low, high = check.point(lower, "lower"), check.point(upper, "upper")
        if low.x > high.x or low.y > high.y:
            raise ValueError(f"lower must not exceed upper, got {tuple(low)} and {tuple(high)}")
        corners = box_rows(high.x - low.x, high.y - low.y)
        placed = PlacedShape(corners, _BOX_PARTS, 0.0, *low.lerp(high, 0.5), 0.0)
        return self._overlapping(placed, (*low, *high), keywords)

    def nearest(self, p: Pair, max_distance: float, keywords: QueryKeywords) -> Nearest | None:
        """See `Physics.nearest`."""
        point = check.point(p, "p")
        limit = max_distance if max_distance == math.inf else check.not_negative(max_distance, "max_distance")
        length_unit = self._simulation.settings.length_unit

        def search(world: World, wanted: QueryFilter) -> Nearest | None:
            for reach in growing_reaches(length_unit, limit):
                bounds = (point.x - reach, point.y - reach, point.x + reach, point.y + reach)
                rows, answers = find_overlapping(world, place_point(point), bounds, DISTANCE, wanted)
                if len(rows) and answers[:, 0].min() <= reach:
                    entity, (distance, nx, ny) = nearest_of(world, rows, answers)
                    return Nearest(entity, point - Vec2(nx, ny) * distance, distance)
            return None

        return self._answer(search, keywords)

    # -- pairs -------------------------------------------------------------------------------------

    def explain(self, a: int, b: int, refusal: Callable[[int, int], str | None]) -> str:
        """See `Physics.explain`; `refusal` returns what ignored pairs and filters say against a pair."""
        a, b = check.entity(a, "a"), check.entity(b, "b")
        simulation = self._simulation
        simulation.settle()
        response = simulation.settings.response
        return explain_pair(simulation.world, simulation.registry, a, b, response, refusal)

    def explain_joint(self, entity: int) -> str:
        """See `Physics.explain`."""
        entity = check.entity(entity, "a")
        self._simulation.settle()
        return explain_joint(self._simulation, entity)

    # -- shared by all queries ---------------------------------------------------------------------

    def _answer(self, query: Callable[[World, QueryFilter], Answer], keywords: QueryKeywords) -> Answer:
        """Run a query; repeat it without the entities that `where` refuses until it accepts the answer."""
        mask, ignore, triggers, kind, where, at_step = keywords
        wanted = query_filter(mask, ignore, triggers, kind, where)
        simulation = self._simulation
        if at_step is None:
            wanted, world = settled(simulation, wanted), simulation.world
        else:
            world = self.past.at(at_step, simulation.world, simulation.context)
        return ask(query, world, wanted, where)

    def _cast_shape(
        self, shape: Shape, pose: PoseLike, translation: Pair, keywords: QueryKeywords, only_first: bool
    ) -> list[WorldHit]:
        placed = place_shape(shape, pose)
        delta = check.point(translation, "translation")
        return self._answer(
            lambda world, wanted: cast_shape(world, placed, delta, wanted, only_first), keywords
        )

    def _overlapping(
        self, placed: PlacedShape, bounds: tuple[float, ...], keywords: QueryKeywords
    ) -> list[int]:
        def search(world: World, wanted: QueryFilter) -> list[int]:
            rows, _ = find_overlapping(world, placed, bounds, OVERLAP, wanted)
            return sorted({owner_of(world, row)[0] for row in rows.tolist()})

        return self._answer(search, keywords)
