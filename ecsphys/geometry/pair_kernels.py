"""The kernels of this room: two shapes are laid out in scratch rows and their parts are compared."""

from __future__ import annotations

import math
from typing import Any, NamedTuple, TypeVar

import numpy as np

from ..arrays import Flags, PartRows, PointRows, Reals2
from ..collide.cast import MISSED, Cast, shape_cast
from ..collide.dispatch import collide, overlaps, separate
from ..collide.manifold import NO_CONTACT, Core, Manifold
from ..collide.ray import raycast
from ..collide.time_of_impact import SEPARATED, Impact, Sweep, time_of_impact
from ..compile import ENABLED, INT, REAL, REALS2, array, entry, group, kernel

A = TypeVar("A", bound=tuple[Any, ...])

TOUCH, NEAREST = 0, 1  # what `closest_contact` looks for

# Feature ids of different parts of a chain must differ.
_PART = 1 << 32


class PlacedShape(NamedTuple):
    """A shape somewhere: its packed cores and its pose."""

    rows: PointRows
    parts: PartRows
    radius: float
    x: float
    y: float
    angle: float


class Move(NamedTuple):
    """A motion away from a pose: translation and turn."""

    dx: float
    dy: float
    turn: float


PLACED_SHAPE = group(PlacedShape, REALS2, array(np.int64, 2), REAL, REAL, REAL, REAL)
MOVE = group(Move, REAL, REAL, REAL)


def to_python(answer: A) -> A:
    """The answer of a kernel in Python's own numbers: without the JIT some are numpy's."""
    if ENABLED:
        return answer
    return type(answer)(*(x.item() if isinstance(x, np.generic) else x for x in answer))


@kernel
def place_rows(pool: PointRows, solid: PlacedShape, first: int, angle: float) -> int:
    """Write a shape's rows, turned by `angle`, into the pool; returns the row after them."""
    cosine, sine = math.cos(angle), math.sin(angle)
    rows = solid.rows
    for i in range(len(rows)):
        x, y, nx, ny = rows[i, 0], rows[i, 1], rows[i, 2], rows[i, 3]
        pool[first + i, 0] = cosine * x - sine * y
        pool[first + i, 1] = sine * x + cosine * y
        pool[first + i, 2] = cosine * nx - sine * ny
        pool[first + i, 3] = sine * nx + cosine * ny
    return first + len(rows)


@kernel
def core_of_part(solid: PlacedShape, index: int, first: int, x: float, y: float) -> Core:
    """One core of a shape laid out from row `first`, its origin at (x, y)."""
    parts = solid.parts
    return Core(parts[index, 0], first + parts[index, 1], parts[index, 2], solid.radius, x, y)


@kernel
def tag_part(m: Manifold, index: int) -> Manifold:
    """The manifold with the part's number in its feature ids."""
    id0, id1 = m.id0 + index * _PART, m.id1 + index * _PART
    return Manifold(m.count, m.nx, m.ny, m.x0, m.y0, m.separation0, id0, m.x1, m.y1, m.separation1, id1)


@kernel
def min_separation(m: Manifold) -> float:
    """The least separation of a manifold's points, infinite without any."""
    if m.count == 0:
        return math.inf
    return min(m.separation0, m.separation1) if m.count == 2 else m.separation0


@entry(REALS2, PLACED_SHAPE, PLACED_SHAPE, INT)
def closest_contact(pool: PointRows, a: PlacedShape, b: PlacedShape, wanted: int) -> Manifold:
    """The deepest contact of the parts of two shapes, relative to A's origin.

    `wanted`: TOUCH, only if they touch, or NEAREST, also when they are apart (then one point).
    """
    first_b = place_rows(pool, a, 0, a.angle)
    place_rows(pool, b, first_b, b.angle)
    x, y = b.x - a.x, b.y - a.y
    best = NO_CONTACT
    for i in range(len(a.parts)):
        core_a = core_of_part(a, i, 0, 0.0, 0.0)
        for j in range(len(b.parts)):
            core_b = core_of_part(b, j, first_b, x, y)
            m = separate(pool, core_a, core_b) if wanted == NEAREST else collide(pool, core_a, core_b, 0.0)
            if min_separation(m) < min_separation(best):
                best = tag_part(m, i + j)
    return best


@entry(REALS2, PLACED_SHAPE, REALS2, PLACED_SHAPE, array(np.bool_))
def overlap_poses(pool: PointRows, a: PlacedShape, poses: Reals2, b: PlacedShape, found: Flags) -> None:
    """Whether A at each of the poses (n, 3), which count from its own, overlaps B."""
    first_a = place_rows(pool, b, 0, b.angle)
    for k in range(len(poses)):
        place_rows(pool, a, first_a, a.angle + poses[k, 2])
        x, y = a.x + poses[k, 0] - b.x, a.y + poses[k, 1] - b.y
        found[k] = False
        for i in range(len(a.parts)):
            core_a = core_of_part(a, i, first_a, x, y)
            for j in range(len(b.parts)):
                found[k] = found[k] or overlaps(pool, core_a, core_of_part(b, j, 0, 0.0, 0.0))


@entry(REALS2, PLACED_SHAPE, REALS2, REALS2)
def cast_rays(pool: PointRows, solid: PlacedShape, rays: Reals2, hits: Reals2) -> None:
    """Rays (n, 4), start and end, against a shape: `hits` (n, 3) get fraction (2: none) and normal."""
    place_rows(pool, solid, 0, solid.angle)
    for k in range(len(rays)):
        sx, sy = rays[k, 0] - solid.x, rays[k, 1] - solid.y
        ex, ey = rays[k, 2] - solid.x, rays[k, 3] - solid.y
        hits[k, 0] = 2.0
        for i in range(len(solid.parts)):
            fraction, nx, ny = raycast(pool, core_of_part(solid, i, 0, 0.0, 0.0), sx, sy, ex, ey)
            if fraction < hits[k, 0]:
                hits[k, 0], hits[k, 1], hits[k, 2] = fraction, nx, ny


@entry(REALS2, PLACED_SHAPE, REAL, REAL, PLACED_SHAPE)
def cast_shape(pool: PointRows, a: PlacedShape, dx: float, dy: float, b: PlacedShape) -> Cast:
    """The first touch of A, moving by (dx, dy), with any part of B; relative to A's first origin."""
    first_b = place_rows(pool, a, 0, a.angle)
    place_rows(pool, b, first_b, b.angle)
    best = MISSED
    for i in range(len(a.parts)):
        for j in range(len(b.parts)):
            core_a, core_b = (
                core_of_part(a, i, 0, 0.0, 0.0),
                core_of_part(b, j, first_b, b.x - a.x, b.y - a.y),
            )
            hit = shape_cast(pool, core_a, dx, dy, core_b)
            if hit.fraction < best.fraction:
                best = hit
    return best


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
    """When any parts of two moving shapes first come within `tolerance`; relative to A's first origin."""
    first_b = place_rows(local, a, 0, 0.0)
    place_rows(local, b, first_b, 0.0)
    sweep_a = Sweep(0.0, 0.0, a.angle, move_a.dx, move_a.dy, move_a.turn)
    sweep_b = Sweep(b.x - a.x, b.y - a.y, b.angle, move_b.dx, move_b.dy, move_b.turn)
    best = Impact(SEPARATED, 1.0, 0.0, 0.0, 0.0, 0.0, 0)
    for i in range(len(a.parts)):
        for j in range(len(b.parts)):
            core_a, core_b = core_of_part(a, i, 0, 0.0, 0.0), core_of_part(b, j, first_b, 0.0, 0.0)
            impact = time_of_impact(local, pool, core_a, sweep_a, core_b, sweep_b, tolerance, max_iterations)
            # A failure says only how far it is safe, so it counts like a hit at that time.
            earlier = impact.status != SEPARATED and impact.fraction < best.fraction
            if best.status == SEPARATED or earlier:
                best = impact
    return best
