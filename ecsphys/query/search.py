"""Looking for what rays and shapes meet in a world, with any broad phase."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import Ints, PartRows, Reals2, Rows
from ..compile import records
from ..geometry.pair_kernels import PlacedShape, to_python
from ..math2d.vec2 import Vec2
from ..shapes import Shape
from ..spatial.walk import NONE, share_tree
from ..world.bodies import BODY_FIELDS, WIDTH
from ..world.shapes import SHAPE, SHAPE_WIDTH
from ..world.state import World
from .answers import RayHits, WorldHit
from .casting import CAST_HIT, CASTER, cast_casters
from .ray_grid import ITEMS_PER_SHAPE, MAX_SHAPES_PER_RAY, NO_GRID, Grid, build_grid, make_grid_cells
from .ray_sort import make_sorted_rays, slice_rays
from .rays import Hit, cast_ray, cast_rays
from .scene import QueryFilter, Scene, scene_of
from .shapes import Proximity, test_shapes

MIN_CASTERS_PER_THREAD, MIN_RAYS_PER_THREAD = 300, 1500  # casters worth a thread; rays, which share a grid
_BODY, _INDEX = ((SHAPE.names or ()).index(name) for name in ("body", "index"))
_ENTITY = BODY_FIELDS["entity"]
_RAY = PlacedShape(np.empty((0, 4)), np.empty((0, 3), np.int64), 0.0, 0.0, 0.0, 0.0)


def owner_of(world: World, row: int) -> tuple[int, int]:
    """The entity that a shape's row belongs to, and which shape of its collider it is."""
    ints, at = world.shapes.ints, row * SHAPE_WIDTH
    return world.bodies.ints[ints[at + _BODY] * WIDTH + _ENTITY], ints[at + _INDEX]


# -- rays --------------------------------------------------------------------------------------------


def cast_ray_first(world: World, start: Vec2, end: Vec2, wanted: QueryFilter) -> WorldHit | None:
    """The first hit of one ray."""
    (x, y), (end_x, end_y) = start, end
    dx, dy = end_x - x, end_y - y
    hit: Hit = to_python(cast_ray(world.index.tree, scene_of(world), wanted, x, y, dx, dy))
    row, fraction, nx, ny = hit
    if row < 0:
        return None
    point = Vec2(x + dx * fraction, y + dy * fraction)
    return WorldHit(owner_of(world, row)[0], world.shapes.shape_objects[row], fraction, point, Vec2(nx, ny))


class RayBatch:
    """Casts many rays at once, in memory that it keeps for the next time: new one costs half a millisecond
    for 10,000 rays.
    """

    def __init__(self) -> None:
        self._rays = make_sorted_rays(0)
        self._raster = make_grid_cells(0)

    def first_hits(self, world: World, starts: Reals2, ends: Reals2, wanted: QueryFilter) -> RayHits:
        """The first hits of rays (N, 2)."""
        n = len(starts)
        hits = RayHits(np.empty(n, np.int64), np.empty(n), np.empty((n, 2)), np.empty((n, 2)))
        if len(self._rays.places) < n:
            self._rays = make_sorted_rays(n)
        ranges, scene, calls = world.pool.ranges(n, MIN_RAYS_PER_THREAD), scene_of(world), []
        grid = self._grid(world, scene, wanted, n)
        for tree, (begin, end) in zip(share_tree(world.index.tree, len(ranges)), ranges, strict=True):
            part = slice(begin, end)
            rays = starts[part], ends[part], slice_rays(self._rays, part)
            mine = RayHits._make(column[part] for column in hits)
            calls.append((tree, scene, wanted, grid, self._raster, *rays, mine))
        world.pool.call(cast_rays, calls)
        return hits

    def _grid(self, world: World, scene: Scene, wanted: QueryFilter, rays: int) -> Grid:
        """The grid for so many rays, if they are worth one."""
        shapes = len(scene.shapes)
        if MAX_SHAPES_PER_RAY * rays < shapes:
            return NO_GRID
        if len(self._raster.items) < ITEMS_PER_SHAPE * shapes:
            self._raster = make_grid_cells(shapes)
        grid: Grid = build_grid(world.index.tree, scene, wanted, self._raster)
        return grid


# -- casters -----------------------------------------------------------------------------------------


class CasterPools(NamedTuple):
    """What casters have in stretches: entities that they do not meet, points and parts of shapes."""

    ignored: Ints
    points: Reals2
    parts: PartRows
    longest: int  # points of the largest shape


class CasterHits(NamedTuple):
    """What casters met: rows of CAST_HIT, by caster, and whose shapes these are, whatever becomes of them."""

    hits: Rows
    entities: Ints
    numbers: Ints  # which shape of its collider
    shapes: list[Shape]

    def of(self, caster: int) -> list[WorldHit]:
        """The hits of one caster in order."""
        first, end = np.searchsorted(self.hits["caster"], (caster, caster + 1)).tolist()
        return self.between(first, end)

    def between(self, first: int, end: int) -> list[WorldHit]:
        """The hits in some rows, all of one caster, in order."""
        fields = zip(
            self.hits["fraction"][first:end].tolist(),
            self.entities[first:end].tolist(),
            self.numbers[first:end].tolist(),
            range(first, end),
            strict=True,
        )
        found = []
        for fraction, entity, _, row in sorted(fields):
            hit = self.hits[row]
            point, normal = Vec2(float(hit["x"]), float(hit["y"])), Vec2(float(hit["nx"]), float(hit["ny"]))
            found.append(WorldHit(entity, self.shapes[row], fraction, point, normal))
        return found


def run_casters(world: World, casters: Rows, pools: CasterPools, room: Rows) -> tuple[CasterHits, Rows]:
    """What casters meet; `room` is for the hits and comes back, larger if it has to be."""
    ranges = world.pool.ranges(len(casters), MIN_CASTERS_PER_THREAD)
    spare = world.shapes.reserve_scratch_points(len(ranges) * pools.longest)
    while True:
        scene, share = scene_of(world), len(room) // len(ranges)
        rooms = [room[k * share : (k + 1) * share] for k in range(len(ranges))]
        calls = [
            (tree, scene, casters[begin:end], *pools[:3], spare + k * pools.longest, rooms[k])
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


def cast_ray_all(world: World, start: Vec2, way: Vec2, wanted: QueryFilter) -> list[WorldHit]:
    """All hits of one ray in order."""
    return _cast_one(world, _RAY._replace(x=start.x, y=start.y), way, wanted, 0)


def cast_shape(
    world: World, solid: PlacedShape, way: Vec2, wanted: QueryFilter, only_first: bool
) -> list[WorldHit]:
    """All that a shape meets on its way, in order, or the first of that."""
    return _cast_one(world, solid, way, wanted, int(only_first))


def _cast_one(
    world: World, solid: PlacedShape, way: Vec2, wanted: QueryFilter, only_first: int
) -> list[WorldHit]:
    points, parts, radius, x, y, angle = solid
    mask, triggers, kinds, ignored = wanted
    casters = records(1, CASTER)
    pose, filters = (x, y, 0.0, 0.0, 0.0, *way), (mask, triggers, kinds)
    stretches = (0, len(ignored), 0, len(points), 0, len(parts))
    casters[0] = (NONE, *pose, 1, only_first, *filters, *stretches, radius, angle, 0)
    pools = CasterPools(ignored, points, parts, len(points))
    catch, _ = run_casters(world, casters, pools, records(16, CAST_HIT))
    return catch.between(0, len(catch.hits))


# -- shapes ------------------------------------------------------------------------------------------


def find_overlapping(
    world: World, solid: PlacedShape, bounds: tuple[float, ...], task: int, wanted: QueryFilter
) -> tuple[Ints, Reals2]:
    """The rows of shapes within `bounds` that a solid meets, and how, as in `Proximity`."""
    ids = world.index.query(*bounds, world.shapes.fat)
    rows, answers = np.empty(len(ids), np.int64), np.empty((len(ids), len(Proximity._fields)))
    spare = world.shapes.reserve_scratch_points(len(solid.rows))
    count = test_shapes(ids, scene_of(world), wanted, solid, task, spare, rows, answers)
    return rows[:count], answers[:count]


def nearest_of(world: World, rows: Ints, answers: Reals2) -> tuple[int, Any]:
    """The entity whose shape has the least value, and that answer; of several the first."""
    values = answers[:, 0]
    nearest = np.flatnonzero(values == values.min())
    entity, _, k = min((*owner_of(world, int(rows[k])), int(k)) for k in nearest)
    return entity, answers[k].tolist()
