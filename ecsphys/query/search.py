"""Queries of a world: calls of the kernels for rays, casters and shapes, whatever its broad phase."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import Ints, Reals2, Rows
from ..compile import records
from ..geometry.pair_kernels import PlacedShape, to_python
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from ..spatial.walk import NONE, share_tree
from ..world.bodies import BODY_FIELDS, WIDTH
from ..world.shapes import SHAPE
from ..world.state import World
from .answers import RayHits, WorldHit
from .casting import CAST_HIT, CASTER, CasterPools, cast_casters
from .ray_grid import ITEMS_PER_SHAPE, MAX_SHAPES_PER_RAY, NO_GRID, Grid, build_grid, make_grid_cells
from .ray_sort import make_sorted_rays, slice_rays
from .rays import Hit, cast_ray, cast_rays
from .scene import QueryFilter, Scene, scene_of
from .shapes import Proximity, test_shapes

MIN_CASTERS_PER_THREAD, MIN_RAYS_PER_THREAD = 300, 1500
_BODY, _INDEX = ((SHAPE.names or ()).index(name) for name in ("body", "index"))
_ENTITY = BODY_FIELDS["entity"]
_RAY = PlacedShape(np.empty((0, 4)), np.empty((0, 3), np.int64), 0.0, 0.0, 0.0, 0.0)


def owner_of(world: World, row: int) -> tuple[int, int]:
    """Return the entity of a shape's row, and the index of the shape in its collider."""
    ints, at = world.shapes.ints, row * world.shapes.width
    return world.bodies.ints[ints[at + _BODY] * WIDTH + _ENTITY], ints[at + _INDEX]


# -- rays --------------------------------------------------------------------------------------------


def cast_ray_first(world: World, start: Vec2, end: Vec2, query: QueryFilter) -> WorldHit | None:
    """Return the first hit of a ray from `start` to `end`."""
    (x, y), (end_x, end_y) = start, end
    dx, dy = end_x - x, end_y - y
    hit: Hit = to_python(cast_ray(world.index.tree, scene_of(world), query, x, y, dx, dy))
    row, fraction, nx, ny = hit
    if row < 0:
        return None
    point = Vec2(x + dx * fraction, y + dy * fraction)
    return WorldHit(owner_of(world, row)[0], world.shapes.shape_objects[row], fraction, point, Vec2(nx, ny))


class RayBatch:
    """Casts many rays at once; keeps its memory, of which new one costs 0.5 ms for 10,000 rays."""

    def __init__(self) -> None:
        self._rays = make_sorted_rays(0)
        self._cells = make_grid_cells(0)

    def first_hits(self, world: World, starts: Reals2, ends: Reals2, query: QueryFilter) -> RayHits:
        """Return the first hits of rays from `starts` to `ends` (N, 2)."""
        n = len(starts)
        hits = RayHits(np.empty(n, np.int64), np.empty(n), np.empty((n, 2)), np.empty((n, 2)))
        if len(self._rays.places) < n:
            self._rays = make_sorted_rays(n)
        ranges, scene, calls = world.pool.ranges(n, MIN_RAYS_PER_THREAD), scene_of(world), []
        grid = self._grid(world, scene, query, n)
        for tree, (begin, end) in zip(share_tree(world.index.tree, len(ranges)), ranges, strict=True):
            part = slice(begin, end)
            rays = starts[part], ends[part], slice_rays(self._rays, part)
            own_hits = RayHits._make(column[part] for column in hits)
            calls.append((tree, scene, query, grid, self._cells, *rays, own_hits))
        world.pool.call(cast_rays, calls)
        return hits

    def _grid(self, world: World, scene: Scene, query: QueryFilter, rays: int) -> Grid:
        """Return a grid if there are enough rays for one to pay."""
        shapes = len(scene.shapes)
        if MAX_SHAPES_PER_RAY * rays < shapes:
            return NO_GRID
        if len(self._cells.items) < ITEMS_PER_SHAPE * shapes:
            self._cells = make_grid_cells(shapes)
        grid: Grid = build_grid(world.index.tree, scene, query, self._cells)
        return grid


# -- casters -----------------------------------------------------------------------------------------


class CasterHits(NamedTuple):
    """What casters hit: rows of CAST_HIT by caster and, by row, the shape with its owner at that time."""

    hits: Rows
    entities: Ints
    numbers: Ints  # the index of the shape in its collider
    shapes: list[Shape]

    def of(self, caster: int) -> list[WorldHit]:
        """Return the hits of one caster, nearest first."""
        first, end = np.searchsorted(self.hits["caster"], (caster, caster + 1)).tolist()
        return self.between(first, end)

    def between(self, first: int, end: int) -> list[WorldHit]:
        """Return the hits in some rows, all of one caster, nearest first; then by entity and shape."""
        fields = zip(
            self.hits["fraction"][first:end].tolist(),
            self.entities[first:end].tolist(),
            self.numbers[first:end].tolist(),
            range(first, end),
            strict=True,
        )
        hits = []
        for fraction, entity, _, row in sorted(fields):
            hit = self.hits[row]
            point, normal = Vec2(float(hit["x"]), float(hit["y"])), Vec2(float(hit["nx"]), float(hit["ny"]))
            hits.append(WorldHit(entity, self.shapes[row], fraction, point, normal))
        return hits


def run_casters(world: World, casters: Rows, pools: CasterPools, room: Rows) -> tuple[CasterHits, Rows]:
    """Return the hits of casters, and `room` for the next call, larger if the hits needed it."""
    ranges = world.pool.ranges(len(casters), MIN_CASTERS_PER_THREAD)
    spare = world.shapes.reserve_scratch_points(len(ranges) * pools.max_points)
    while True:
        scene, share = scene_of(world), len(room) // len(ranges)
        rooms = [room[k * share : (k + 1) * share] for k in range(len(ranges))]
        calls = [
            (tree, scene, casters[begin:end], pools, spare + k * pools.max_points, rooms[k])
            for k, (tree, (begin, end)) in enumerate(
                zip(share_tree(world.index.tree, len(ranges)), ranges, strict=True)
            )
        ]
        counts = world.pool.call(cast_casters, calls)
        if max(counts) <= share:
            break
        room = records(2 * len(ranges) * max(counts), CAST_HIT)
    hits = np.concatenate([own[:count] for own, count in zip(rooms, counts, strict=True)])
    hits["caster"] += np.repeat([begin for begin, _ in ranges], counts)
    rows = hits["row"]
    shapes = world.shapes
    entities = world.bodies.rows["entity"][shapes.rows["body"][rows]]
    made = [shapes.shape_objects[row] for row in rows.tolist()]
    return CasterHits(hits, entities, shapes.rows["index"][rows], made), room


def cast_ray_all(world: World, start: Vec2, way: Vec2, query: QueryFilter) -> list[WorldHit]:
    """Return all hits of a ray, nearest first."""
    return _cast_one(world, _RAY._replace(x=start.x, y=start.y), way, query, 0)


def cast_shape(
    world: World, placed: PlacedShape, way: Vec2, query: QueryFilter, only_first: bool
) -> list[WorldHit]:
    """Return all hits of a moving shape, nearest first, or only the first."""
    return _cast_one(world, placed, way, query, int(only_first))


def _cast_one(
    world: World, placed: PlacedShape, way: Vec2, query: QueryFilter, only_first: int
) -> list[WorldHit]:
    casters = records(1, CASTER)
    fields = {
        "body": NONE, "x": placed.x, "y": placed.y, "dx": way.x, "dy": way.y,
        "enabled": 1, "only_first": only_first,
        "mask": query.mask, "triggers": query.triggers, "kinds": query.kinds,
        "ignored_end": len(query.ignored), "rows_end": len(placed.rows), "parts_end": len(placed.parts),
        "radius": placed.radius, "turn": placed.angle,
    }  # fmt: skip
    for name, value in fields.items():
        casters[name] = value
    pools = CasterPools(query.ignored, placed.rows, placed.parts, len(placed.rows))
    hits, _ = run_casters(world, casters, pools, records(16, CAST_HIT))
    return hits.between(0, len(hits.hits))


# -- shapes ------------------------------------------------------------------------------------------


def find_overlapping(
    world: World, placed: PlacedShape, bounds: tuple[float, ...], task: int, query: QueryFilter
) -> tuple[Ints, Reals2]:
    """Return the rows of the shapes within `bounds` that have a proximity to a shape, and these (n, 3)."""
    ids = world.index.query(*bounds, world.shapes.fat)
    rows, answers = np.empty(len(ids), np.int64), np.empty((len(ids), len(Proximity._fields)))
    spare = world.shapes.reserve_scratch_points(len(placed.rows))
    count = test_shapes(ids, scene_of(world), query, placed, task, spare, rows, answers)
    return rows[:count], answers[:count]


def nearest_of(world: World, rows: Ints, answers: Reals2) -> tuple[int, Any]:
    """Return the entity whose shape has the smallest value, and its answer; the smaller of two entities."""
    values = answers[:, 0]
    nearest = np.flatnonzero(values == values.min())
    entity, _, k = min((*owner_of(world, int(rows[k])), int(k)) for k in nearest)
    return entity, answers[k].tolist()
