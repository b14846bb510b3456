"""Kernels of two shapes with poses: rotate their rows into scratch rows, then compare all pairs of parts."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..arrays import Flags, PartRows, PointRows, Reals2
from ..collide.bounds import rotate_row
from ..collide.cast import MISSED, Cast, shape_cast
from ..collide.dispatch import collide, overlaps, separate
from ..collide.manifold import NO_CONTACT, Core, Manifold
from ..collide.ray import MISS, raycast
from ..collide.time_of_impact import SEPARATED, Impact, Sweep, time_of_impact
from ..compile import ENABLED, INT, REAL, REALS2, array, entry, group, kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import subtract

A = TypeVar("A", bound=tuple[Any, ...])

TOUCH, NEAREST = 0, 1  # tasks of `closest_contact`

_PART = 1 << 32  # times the number of a pair of parts: feature ids of different parts must differ
ORIGIN = Vec2(0.0, 0.0)


class PlacedShape(NamedTuple):
    """A shape at a pose: the rows and parts of its cores, their radius, the pose."""

    rows: PointRows
    parts: PartRows
    radius: float
    x: float
    y: float
    angle: float


class Move(NamedTuple):
    """A motion away from a pose: translation and rotation."""

    dx: float
    dy: float
    turn: float


PLACED_SHAPE = group(PlacedShape, REALS2, array(np.int64, 2), REAL, REAL, REAL, REAL)
MOVE = group(Move, REAL, REAL, REAL)


def to_python(answer: A) -> A:
    """The result of a kernel in Python's own numbers: without the JIT some are numpy's."""
    if ENABLED:
        return answer
    return type(answer)(*map(_to_python_part, answer))


def _to_python_part(part: Any) -> Any:
    """Return a number, or a tuple of them, in Python's own."""
    if isinstance(part, tuple):
        return to_python(part)
    return part.item() if isinstance(part, np.generic) else part


@kernel
def position(shape: PlacedShape) -> Vec2:
    """Where the origin of a shape's frame is."""
    return Vec2(shape.x, shape.y)


@kernel
def place_rows(pool: PointRows, shape: PlacedShape, first: int, angle: float) -> int:
    """Write a shape's rows, rotated by `angle`, to the pool from row `first`; returns the row after them."""
    cosine, sine = cos_sin(angle)
    for i in range(len(shape.rows)):
        rotate_row(shape.rows, i, pool, first + i, cosine, sine)
    return first + len(shape.rows)


@kernel
def core_of_part(shape: PlacedShape, index: int, first: int, origin: Vec2) -> Core:
    """A core of a shape whose rows begin at row `first` of the pool and whose origin is at `origin`."""
    parts = shape.parts
    return Core(parts[index, 0], first + parts[index, 1], parts[index, 2], shape.radius, origin.x, origin.y)


@kernel
def tag_part(m: Manifold, index: int) -> Manifold:
    """The manifold with the number of a pair of parts in its feature ids."""
    id0, id1 = m.id0 + index * _PART, m.id1 + index * _PART
    return Manifold(m.count, m.nx, m.ny, m.x0, m.y0, m.separation0, id0, m.x1, m.y1, m.separation1, id1)


@kernel
def min_separation(m: Manifold) -> float:
    """The least separation of a manifold's points; infinite if it has none."""
    if m.count == 0:
        return math.inf
    return min(m.separation0, m.separation1) if m.count == 2 else m.separation0


@entry(REALS2, PLACED_SHAPE, PLACED_SHAPE, INT)
def closest_contact(pool: PointRows, a: PlacedShape, b: PlacedShape, task: int) -> Manifold:
    """The deepest contact of any parts of two shapes, relative to A's origin.

    `task`: TOUCH, NO_CONTACT unless they touch, or NEAREST, the closest points (one) also when apart.
    """
    first_b = place_rows(pool, a, 0, a.angle)
    place_rows(pool, b, first_b, b.angle)
    offset = subtract(position(b), position(a))
    best = NO_CONTACT
    for i in range(len(a.parts)):
        core_a = core_of_part(a, i, 0, ORIGIN)
        for j in range(len(b.parts)):
            core_b = core_of_part(b, j, first_b, offset)
            m = separate(pool, core_a, core_b) if task == NEAREST else collide(pool, core_a, core_b, 0.0)
            if min_separation(m) < min_separation(best):
                best = tag_part(m, i + j)
    return best


@entry(REALS2, PLACED_SHAPE, REALS2, PLACED_SHAPE, array(np.bool_))
def overlap_poses(pool: PointRows, a: PlacedShape, poses: Reals2, b: PlacedShape, overlapping: Flags) -> None:
    """Whether A at each of the poses (n, 3), which are added to its own, overlaps B."""
    first_a = place_rows(pool, b, 0, b.angle)
    for k in range(len(poses)):
        place_rows(pool, a, first_a, a.angle + poses[k, 2])
        offset = Vec2(a.x + poses[k, 0] - b.x, a.y + poses[k, 1] - b.y)
        overlapping[k] = False
        for i in range(len(a.parts)):
            core_a = core_of_part(a, i, first_a, offset)
            for j in range(len(b.parts)):
                overlapping[k] = overlapping[k] or overlaps(pool, core_a, core_of_part(b, j, 0, ORIGIN))


@entry(REALS2, PLACED_SHAPE, REALS2, REALS2)
def cast_rays(pool: PointRows, shape: PlacedShape, rays: Reals2, hits: Reals2) -> None:
    """Rays (n, 4), start and end, against a shape: fractions (MISS: none) and normals into `hits` (n, 3)."""
    place_rows(pool, shape, 0, shape.angle)
    for k in range(len(rays)):
        start = subtract(Vec2(rays[k, 0], rays[k, 1]), position(shape))
        end = subtract(Vec2(rays[k, 2], rays[k, 3]), position(shape))
        hits[k, 0] = MISS
        for i in range(len(shape.parts)):
            fraction, normal = raycast(pool, core_of_part(shape, i, 0, ORIGIN), start, end)
            if fraction < hits[k, 0]:
                hits[k, 0], hits[k, 1], hits[k, 2] = fraction, normal.x, normal.y


@entry(REALS2, PLACED_SHAPE, REAL, REAL, PLACED_SHAPE)
def cast_shape(pool: PointRows, a: PlacedShape, dx: float, dy: float, b: PlacedShape) -> Cast:
    """The first touch of A, moving by (dx, dy), with any part of B; relative to A's start."""
    first_b = place_rows(pool, a, 0, a.angle)
    place_rows(pool, b, first_b, b.angle)
    offset = subtract(position(b), position(a))
    best = MISSED
    for i in range(len(a.parts)):
        core_a = core_of_part(a, i, 0, ORIGIN)
        for j in range(len(b.parts)):
            hit = shape_cast(pool, core_a, Vec2(dx, dy), core_of_part(b, j, first_b, offset))
            if hit.fraction < best.fraction:
                best = hit
    return best


@kernel
def sweeps_of(a: PlacedShape, move_a: Move, b: PlacedShape, move_b: Move) -> tuple[Sweep, Sweep]:
    """The motions of two shapes, relative to A's start."""
    return (
        Sweep(0.0, 0.0, a.angle, move_a.dx, move_a.dy, move_a.turn),
        Sweep(b.x - a.x, b.y - a.y, b.angle, move_b.dx, move_b.dy, move_b.turn),
    )


@entry(REALS2, REALS2, PLACED_SHAPE, MOVE, PLACED_SHAPE, MOVE, REAL, INT)
def first_impact(
    local: PointRows,
    pool: PointRows,
    a: PlacedShape,
    move_a: Move,
    b: PlacedShape,
    move_b: Move,
    tolerance: float,
    max_iterations: int,
) -> Impact:
    """When any parts of two moving shapes first come within `tolerance`; relative to A's start."""
    first_b = place_rows(local, a, 0, 0.0)
    place_rows(local, b, first_b, 0.0)
    sweep_a, sweep_b = sweeps_of(a, move_a, b, move_b)
    best = Impact(SEPARATED, 1.0, 0.0, 0.0, 0.0, 0.0, 0)
    for i in range(len(a.parts)):
        core_a = core_of_part(a, i, 0, ORIGIN)
        for j in range(len(b.parts)):
            core_b = core_of_part(b, j, first_b, ORIGIN)
            impact = time_of_impact(local, pool, core_a, sweep_a, core_b, sweep_b, tolerance, max_iterations)
            # A failed search proves only that nothing touches before its fraction: it counts as a hit then.
            earlier = impact.status != SEPARATED and impact.fraction < best.fraction
            if best.status == SEPARATED or earlier:
                best = impact
    return best
