"""Looking for what a ray or a shape meets in a world, with any broad phase."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from .._jit import records
from ..geometry.stage import Solid, plain
from ..math2d.vec2 import Vec2
from ..world.layout import BODY_FIELDS, SHAPE, WIDTH
from ..world.state import World
from .answers import RayHits
from .nearby import CELLS
from .rays import RAY_HIT, Hit, cast_at, cast_ray, cast_rays
from .scene import Ints, Reals2, Wanted, scene_of
from .shapes import Meeting, meet_at

_SHAPE_WIDTH = len(SHAPE.names or ())
_BODY, _INDEX = ((SHAPE.names or ()).index(name) for name in ("body", "index"))
_ENTITY = BODY_FIELDS["entity"]


class Found(NamedTuple):
    """A shape of the world, by entity, number in its collider and row, and how it was met."""

    entity: int
    number: int
    row: int
    values: tuple[float, ...]


def owner_of(world: World, row: int) -> tuple[int, int]:
    """The entity that a shape's row belongs to, and which shape of its collider it is."""
    ints, at = world.shapes.ints, row * _SHAPE_WIDTH
    return world.bodies.ints[ints[at + _BODY] * WIDTH + _ENTITY], ints[at + _INDEX]


def first_on_ray(world: World, start: Vec2, end: Vec2, wanted: Wanted) -> Hit:
    """The first hit of one ray; `NO_HIT` if there is none."""
    x, y = start
    hit: Hit = plain(cast_ray(world.index.tree, scene_of(world), wanted, x, y, end[0] - x, end[1] - y))
    return hit


def first_on_rays(world: World, starts: Reals2, ends: Reals2, wanted: Wanted) -> RayHits:
    """The first hits of rays (N, 2)."""
    count = len(starts)
    scratch = (np.empty(count, np.int64), np.empty(CELLS, np.int64), np.empty((count, 4)))
    hits = records(count, RAY_HIT)
    cast_rays(world.index.tree, scene_of(world), wanted, starts, ends, *scratch, hits)
    reals = hits.view(np.float64).reshape(count, RAY_HIT.itemsize // 8)
    return RayHits(hits["entity"].copy(), *(reals[:, part].copy() for part in (1, slice(2, 4), slice(4, 6))))


def all_on_ray(world: World, start: Vec2, end: Vec2, wanted: Wanted) -> list[Found]:
    """All hits of one ray in order, the first of each shape; `values` are fraction and normal."""
    (x, y), (ex, ey) = start, end
    ids = world.index.query(min(x, ex), min(y, ey), max(x, ex), max(y, ey), world.shapes.fat)
    rows, hits = np.empty(len(ids), np.int64), np.empty((len(ids), 3))
    count = cast_at(ids, scene_of(world), wanted, x, y, ex - x, ey - y, rows, hits)
    return in_order(world, rows[:count], hits[:count])


def meetings(
    world: World, solid: Solid, bounds: tuple[float, ...], way: Vec2, task: int, wanted: Wanted
) -> list[Found]:
    """All shapes that a solid meets on its way, within `bounds`, in order; `values` as in `Meeting`."""
    ids = world.index.query(*bounds, world.shapes.fat)
    rows, answers = np.empty(len(ids), np.int64), np.empty((len(ids), len(Meeting._fields)))
    spare = world.shapes.spare(len(solid.rows))
    count = meet_at(ids, scene_of(world), wanted, solid, way.x, way.y, task, spare, rows, answers)
    return in_order(world, rows[:count], answers[:count])


def in_order(world: World, rows: Ints, answers: Reals2) -> list[Found]:
    """What was found by its first value, then by entity and shape; of a chain only its first part."""
    best: dict[tuple[int, int], Found] = {}
    for row, values in zip(rows.tolist(), answers.tolist(), strict=True):
        owner = owner_of(world, row)
        other = best.get(owner)
        earlier = other is None or values[0] < other.values[0]
        if earlier or (values[0] == other.values[0] and _is_before(world, row, other.row)):  # type: ignore[union-attr]
            best[owner] = Found(*owner, row, tuple(values))
    return sorted(best.values(), key=lambda found: (found.values[0], found.entity, found.number))


def _is_before(world: World, row: int, other: int) -> bool:
    """Whether one shape of a body comes before another in its collider."""
    while row >= 0 and row != other:
        row = world.shapes.following(row)
    return row == other
