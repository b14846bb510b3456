"""The queries of one `Physics3D`."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ...math2d.check import entity, not_negative, table
from ...query.answers import RayHits
from ...query.asking import ask, growing_reaches, settled
from ...query.directions import EndWatch
from ...query.filters import query_filter
from ...query.scene import QueryFilter
from ..collide.core import Core
from ..ecs.simulation import Simulation3
from ..geometry.solids import check_shape
from ..math3d import check
from ..math3d.pose import PoseLike3, as_pose
from ..math3d.vec3 import Triple, Vec3
from ..shapes import Shape3
from ..spatial.cuboid import Cuboid
from ..world.state import World3
from .answers import Nearest3, WorldHit3
from .casts import cast_all, cast_first, cast_many, owner_of
from .explain import explain_pair
from .overlaps import DISTANCE, OVERLAP, find_in
from .scene import POINT_CORE, box_core, cube_around, cuboid_from, query_core

Answer = TypeVar("Answer")

# The keywords of a query, unchecked: `mask, ignore, triggers, kind, where`, see `Physics3D.raycast`.
Keywords = tuple[Any, ...]


class Queries3:
    """Answers questions about a world as of the last step plus what changed since; see `Physics3D.raycast`.

    Where two shapes are equally far, that of the smaller entity comes first, then the earlier one of its
    collider. `TypeError` and `ValueError` name the wrong argument.
    """

    def __init__(self, simulation: Simulation3):
        self._simulation = simulation
        self._ends = EndWatch()

    def reset(self) -> None:
        """Do nothing: nothing is kept from step to step."""

    def end_step(self) -> None:
        """Do nothing: nothing is kept from step to step."""

    # -- rays --------------------------------------------------------------------------------------

    def raycast(self, start: Triple, end: Triple, keywords: Keywords) -> WorldHit3 | None:
        """See `Physics3D.raycast`."""
        begin, way = self._segment(start, end)
        return self._answer(lambda world, wanted: cast_first(world, POINT_CORE, begin, way, wanted), keywords)

    def raycast_all(self, start: Triple, end: Triple, keywords: Keywords) -> list[WorldHit3]:
        """See `Physics3D.raycast_all`."""
        begin, way = self._segment(start, end)
        return self._answer(lambda world, wanted: cast_all(world, POINT_CORE, begin, way, wanted), keywords)

    def raycast_many(self, starts: npt.ArrayLike, ends: npt.ArrayLike, keywords: Keywords) -> RayHits:
        """See `Physics3D.raycast_many`."""
        begins, targets = table(starts, 3, "starts"), table(ends, 3, "ends")
        if len(begins) != len(targets):
            raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")
        self._ends.look_at_first(begins, targets)
        return self._answer(lambda world, wanted: cast_many(world, begins, targets, wanted), keywords)

    def _segment(self, start: Triple, end: Triple) -> tuple[Vec3, Vec3]:
        """Return where a ray starts, and its way."""
        begin, target = check.point(start, "start"), check.point(end, "end")
        self._ends.look(begin, target)
        return begin, target - begin

    # -- shapes ------------------------------------------------------------------------------------

    def shape_cast(
        self, shape: Shape3, pose: PoseLike3, translation: Triple, keywords: Keywords
    ) -> WorldHit3 | None:
        """See `Physics3D.shape_cast`."""
        position, place = self._placed(shape, pose)
        way = check.point(translation, "translation")
        return self._answer(
            lambda world, wanted: cast_first(world, place(world), position, way, wanted), keywords
        )

    def shape_cast_all(
        self, shape: Shape3, pose: PoseLike3, translation: Triple, keywords: Keywords
    ) -> list[WorldHit3]:
        """See `Physics3D.shape_cast_all`."""
        position, place = self._placed(shape, pose)
        way = check.point(translation, "translation")
        return self._answer(
            lambda world, wanted: cast_all(world, place(world), position, way, wanted), keywords
        )

    def overlap(self, shape: Shape3, pose: PoseLike3, keywords: Keywords) -> list[int]:
        """See `Physics3D.overlap`."""
        position, place = self._placed(shape, pose)
        return self._overlapping(place, position, cuboid_from(shape.bounds(pose)), keywords)

    def overlap_point(self, p: Triple, keywords: Keywords) -> list[int]:
        """See `Physics3D.overlap_point`."""
        point = check.point(p, "p")
        return self._overlapping(lambda world: POINT_CORE, point, Cuboid(*point, *point), keywords)

    def overlap_box(self, lower: Triple, upper: Triple, keywords: Keywords) -> list[int]:
        """See `Physics3D.overlap_box`."""
        low, high = check.point(lower, "lower"), check.point(upper, "upper")
        if any(a > b for a, b in zip(low, high, strict=True)):
            raise ValueError(f"lower must not exceed upper, got {tuple(low)} and {tuple(high)}")
        core = box_core(0.5 * (high - low))
        return self._overlapping(lambda world: core, low.lerp(high, 0.5), Cuboid(*low, *high), keywords)

    def nearest(self, p: Triple, max_distance: float, keywords: Keywords) -> Nearest3 | None:
        """See `Physics3D.nearest`."""
        point = check.point(p, "p")
        limit = max_distance if max_distance == math.inf else not_negative(max_distance, "max_distance")
        unit = self._simulation.settings.length_unit

        def search(world: World3, wanted: QueryFilter) -> Nearest3 | None:
            for reach in growing_reaches(unit, limit):
                rows, answers = find_in(world, cube_around(point, reach), POINT_CORE, point, DISTANCE, wanted)
                if len(rows) and answers[:, 0].min() <= reach:
                    places = np.flatnonzero(answers[:, 0] == answers[:, 0].min())
                    found, _, k = min((*owner_of(world, int(rows[k])), int(k)) for k in places)
                    distance, nx, ny, nz = answers[k].tolist()
                    return Nearest3(found, point - Vec3(nx, ny, nz) * distance, distance)
            return None

        return self._answer(search, keywords)

    # -- pairs -------------------------------------------------------------------------------------

    def explain(self, a: int, b: int, refusal: Callable[[int, int], str | None]) -> str:
        """See `Physics3D.explain`; `refusal` returns what ignored pairs and filters say against a pair."""
        simulation = self._simulation
        a, b = entity(a, "a"), entity(b, "b")
        simulation.settle()
        response = simulation.settings.response
        return explain_pair(simulation.world, simulation.registry, a, b, response, refusal)

    # -- shared by all queries ---------------------------------------------------------------------

    def _answer(self, query: Callable[[World3, QueryFilter], Answer], keywords: Keywords) -> Answer:
        """Ask a query of the settled world."""
        mask, ignore, triggers, kind, where = keywords
        wanted = query_filter(mask, ignore, triggers, kind, where)
        return ask(query, self._simulation.world, settled(self._simulation, wanted), where)

    def _placed(self, shape: Shape3, pose: PoseLike3) -> tuple[Vec3, Callable[[World3], Core]]:
        """Return where a shape is, and what makes its solid for a world."""
        check_shape(shape, "shape")
        position, orientation = as_pose(pose)
        return position, lambda world: query_core(world, shape, orientation)

    def _overlapping(
        self, place: Callable[[World3], Core], start: Vec3, box: Cuboid, keywords: Keywords
    ) -> list[int]:
        def search(world: World3, wanted: QueryFilter) -> list[int]:
            rows, _ = find_in(world, box, place(world), start, OVERLAP, wanted)
            return sorted({owner_of(world, row)[0] for row in rows.tolist()})

        return self._answer(search, keywords)
