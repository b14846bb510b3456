"""The queries of `Physics`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import numpy as np

from ..components import ALL
from ..detect.quadtree import Quadtree
from ..geometry.stage import plain
from ..math2d import check
from ..math2d.vec2 import Pair, Vec2
from ..shapes import Shape
from ..world.layout import BODY_FIELDS, SHAPE, WIDTH
from ..world.registry import Registry
from ..world.state import World
from .answers import RayHits, WorldHit
from .filters import Ignored, wanted
from .rays import NO_HIT, Hit, cast_at, cast_ray, cast_rays
from .scene import Ints, Reals2, Wanted, scene_of

_SHAPE_WIDTH = len(SHAPE.names or ())
_BODY, _INDEX = (SHAPE.names.index(name) for name in ("body", "index"))  # type: ignore[union-attr]
_ENTITY = BODY_FIELDS["entity"]


class Queries:
    """The queries of `Physics`: they see the world as of the last step plus what was changed since.

    `mask`: the layers to find, as bits. `ignore`: an entity or several that are not found. `triggers=True`
    finds triggers too. Where two are equally far, the smaller entity comes first, then the earlier
    shape of its collider. Points are pairs of finite numbers; all queries raise `TypeError` or
    `ValueError` for arguments out of range.
    """

    world: World
    _registry: Registry

    def settle(self) -> None:
        """Take in what was created, changed, teleported or deleted since the last step; nothing moves."""
        raise NotImplementedError

    # -- rays --------------------------------------------------------------------------------------

    def raycast(
        self, start: Pair, end: Pair, *, mask: int = ALL, ignore: Ignored = (), triggers: bool = False
    ) -> WorldHit | None:
        """The first thing on the way from `start` to `end`, `None` if there is none.

        A start inside a solid shape is a hit at fraction 0. A Chain is hit from its front only.
        """
        begin, target = check.point(start, "start"), check.point(end, "end")
        found = wanted(mask, ignore, triggers)
        self.settle()
        hit = self._first(begin, target, found)
        if hit.shape < 0:
            return None
        return self._world_hit(hit.shape, hit.fraction, begin.lerp(target, hit.fraction), Vec2(hit.nx, hit.ny))

    def raycast_all(
        self, start: Pair, end: Pair, *, mask: int = ALL, ignore: Ignored = (), triggers: bool = False
    ) -> list[WorldHit]:
        """Everything on the way from `start` to `end`, in the order of the hits: one for each shape."""
        begin, target = check.point(start, "start"), check.point(end, "end")
        found = wanted(mask, ignore, triggers)
        self.settle()
        return [
            self._world_hit(hit.shape, hit.fraction, begin.lerp(target, hit.fraction), Vec2(hit.nx, hit.ny))
            for hit in self._along(begin, target, found)
        ]

    def raycast_many(
        self, starts: Any, ends: Any, *, mask: int = ALL, ignore: Ignored = (), triggers: bool = False
    ) -> RayHits:
        """`raycast` for many rays at once: `starts` and `ends` are of shape (N, 2)."""
        begins, targets = check.table(starts, 2, "starts"), check.table(ends, 2, "ends")
        if len(begins) != len(targets):
            raise ValueError(f"starts and ends must be as many, got {len(begins)} and {len(targets)}")
        found = wanted(mask, ignore, triggers)
        self.settle()
        shapes, hits = np.empty(len(begins), np.int64), np.empty((len(begins), 3))
        if isinstance(self.world.index, Quadtree):
            cast_rays(self.world.index.tree, scene_of(self.world), found, begins, targets, shapes, hits)
        else:
            for k, (begin, target) in enumerate(zip(begins.tolist(), targets.tolist(), strict=True)):
                shapes[k], *hits[k] = self._first(Vec2(*begin), Vec2(*target), found)
        return self._ray_hits(begins, targets, shapes, hits)

    def _ray_hits(self, begins: Reals2, targets: Reals2, shapes: Ints, hits: Reals2) -> RayHits:
        """Arrays of answers from the shapes hit (-1: none) and (N, 3) fractions and normals."""
        bodies = self.world.shapes.rows["body"][shapes]
        entities = np.where(shapes >= 0, self.world.bodies.rows["entity"][bodies], 0)
        fractions = np.minimum(hits[:, 0], 1.0)
        points = begins + (targets - begins) * fractions[:, None]
        return RayHits(entities, fractions, points, np.ascontiguousarray(hits[:, 1:]))

    def _first(self, begin: Vec2, target: Vec2, found: Wanted) -> Hit:
        """The first hit of one ray; `NO_HIT` if there is none."""
        index = self.world.index
        if isinstance(index, Quadtree):
            x, y = begin
            hit = cast_ray(index.tree, scene_of(self.world), found, x, y, target[0] - x, target[1] - y)
            return plain(hit)
        return next(iter(self._along(begin, target, found)), NO_HIT)

    def _along(self, begin: Vec2, target: Vec2, found: Wanted) -> list[Hit]:
        """All hits of one ray in order, the first of each shape."""
        x, y = begin
        bounds = (min(x, target[0]), min(y, target[1]), max(x, target[0]), max(y, target[1]))
        ids = self.world.index.query(*bounds, self.world.shapes.fat)
        shapes, hits = np.empty(len(ids), np.int64), np.empty((len(ids), 3))
        count = cast_at(ids, scene_of(self.world), found, x, y, target[0] - x, target[1] - y, shapes, hits)
        rows = zip(shapes[:count].tolist(), hits[:count].tolist(), strict=True)
        return [Hit(shape, *values) for shape, values in self._in_order(rows)]

    # -- from rows to answers ----------------------------------------------------------------------

    def _owner(self, shape: int) -> tuple[int, int]:
        """The entity that a shape's row belongs to, and which shape of its collider it is."""
        ints, at = self.world.shapes.ints, shape * _SHAPE_WIDTH
        return self.world.bodies.ints[ints[at + _BODY] * WIDTH + _ENTITY], ints[at + _INDEX]

    def _world_hit(self, row: int, fraction: float, point: Vec2, normal: Vec2) -> WorldHit:
        entity, index = self._owner(row)
        shape: Shape = self._registry.held[entity][2].shapes[index]
        return WorldHit(entity, shape, fraction, point, normal)

    def _in_order(self, rows: Iterable[tuple[int, list[float]]]) -> list[tuple[int, list[float]]]:
        """Rows (shape, [fraction, ...]) by fraction, entity and shape of its collider; of the parts of a chain
        only the first that is hit.
        """
        best: dict[tuple[int, int], tuple[int, list[float]]] = {}
        for row, values in rows:
            owner = self._owner(row)
            other = best.get(owner)
            if other is None or (values[0], self._is_before(other[0], row)) < (other[1][0], True):
                best[owner] = (row, values)
        return [best[owner] for owner in sorted(best, key=lambda owner: (best[owner][1][0], *owner))]

    def _is_before(self, row: int, other: int) -> bool:
        """Whether one shape of a body comes before another in its collider."""
        while row >= 0 and row != other:
            row = self.world.shapes.following(row)
        return row == other
