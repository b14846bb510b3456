"""Single steps of casts and of searches for impacts, by the functions that the loops of `collide` run."""

from __future__ import annotations

from typing import NamedTuple

from ..arrays import PointRows
from ..collide.cast import cast_step, leaves_touch, touching_noise
from ..collide.chain import is_behind, without_chain
from ..collide.dispatch import separate
from ..collide.manifold import Manifold, normal_of, translate
from ..collide.time_of_impact import (
    ADVANCING,
    SEPARATED,
    core_at,
    fastest_closing,
    gap_to_close,
    impact_step,
    starts_behind,
)
from ..compile import INT, REAL, REALS2, entry, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import subtract
from .pair_kernels import (
    MOVE,
    ORIGIN,
    PLACED_SHAPE,
    Move,
    PlacedShape,
    core_of_part,
    place_rows,
    position,
    sweeps_of,
)

BEHIND = ADVANCING + 1  # status of a step: A starts behind a chain segment, or B behind one of A


class Step(NamedTuple):
    """A step at some fraction of the motion: its status, the closest points relative to A's start, the bounds
    on the rate at which the gap closes, and by how much the fraction may advance.
    """

    status: int
    distance: float
    nx: float
    ny: float
    x: float
    y: float
    bound: float
    plain_bound: float
    advance: float


@kernel
def make_step(status: int, m: Manifold, bound: float, plain_bound: float, advance: float) -> Step:
    """A step at the closest points of a manifold."""
    return Step(status, m.separation0, m.nx, m.ny, m.x0, m.y0, bound, plain_bound, advance)


@entry(REALS2, PLACED_SHAPE, INT, PLACED_SHAPE, INT, REAL, REAL, REAL, REAL)
def step_of_cast(
    pool: PointRows,
    a: PlacedShape,
    i: int,
    b: PlacedShape,
    j: int,
    dx: float,
    dy: float,
    fraction: float,
    last_advance: float,
) -> Step:
    """The step of `shape_cast` at a fraction of the way of part i of A to part j of B."""
    first_b = place_rows(pool, a, 0, a.angle)
    place_rows(pool, b, first_b, b.angle)
    core_a = core_of_part(a, i, 0, ORIGIN)
    core_b = core_of_part(b, j, first_b, subtract(position(b), position(a)))
    m = separate(pool, translate(core_a, fraction * dx, fraction * dy), core_b)
    way = Vec2(dx, dy)
    step = cast_step(m, way, fraction, last_advance)
    if is_behind(pool, core_a, core_b):
        return make_step(BEHIND, m, step.closing, step.closing, 0.0)
    noise = touching_noise(core_a, way, core_b)
    solid_a, solid_b = without_chain(core_a), without_chain(core_b)
    if fraction == 0.0 and leaves_touch(pool, solid_a, way, solid_b, m, noise):
        return make_step(SEPARATED, m, step.closing, step.closing, 0.0)
    return make_step(step.status, m, step.closing, step.closing, step.advance)


@entry(REALS2, REALS2, PLACED_SHAPE, MOVE, INT, PLACED_SHAPE, MOVE, INT, REAL, REAL)
def step_of_impact(
    local: PointRows,
    pool: PointRows,
    a: PlacedShape,
    move_a: Move,
    i: int,
    b: PlacedShape,
    move_b: Move,
    j: int,
    tolerance: float,
    time: float,
) -> Step:
    """The step of `time_of_impact` at a time of the motion of part i of A and part j of B."""
    first_b = place_rows(local, a, 0, 0.0)
    place_rows(local, b, first_b, 0.0)
    sweep_a, sweep_b = sweeps_of(a, move_a, b, move_b)
    part_a, part_b = core_of_part(a, i, 0, ORIGIN), core_of_part(b, j, first_b, ORIGIN)
    behind = starts_behind(local, pool, part_a, sweep_a, part_b, sweep_b)
    part_a, part_b = without_chain(part_a), without_chain(part_b)
    core_a, core_b = core_at(local, pool, part_a, sweep_a, time), core_at(local, pool, part_b, sweep_b, time)
    m = separate(pool, core_a, core_b)
    plain = fastest_closing(pool, core_a, sweep_a, core_b, sweep_b, normal_of(m))
    if behind:
        return make_step(BEHIND, m, plain, plain, 0.0)
    step = impact_step(pool, core_a, sweep_a, core_b, sweep_b, m, tolerance, time)
    bound = plain
    if step.advance > 0.0:
        bound = min(plain, gap_to_close(m, tolerance) / step.advance)
    return make_step(step.status, m, bound, plain, step.advance)
