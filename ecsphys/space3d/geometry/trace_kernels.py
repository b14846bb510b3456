"""Single steps of casts and of searches for impacts, by the functions that the loops of `collide` run."""

from __future__ import annotations

from typing import NamedTuple

from ...arrays import Reals2
from ...compile import REAL, REALS2, entry, kernel
from ..collide.advance import Sweep, core_at, fastest_closing, gap_to_close, impact_step
from ..collide.cast import cast_step, touching_noise, translate
from ..collide.closest import closest_convex
from ..collide.core import SOLID_ROWS, SolidRows
from ..collide.manifold import Separation
from ..math3d.vec3 import Vec3
from ..math3d.vector import scale, subtract
from .pair_kernels import ORIGIN, place_core, unpack
from .sweep_kernels import MOTION, Motion


class Step(NamedTuple):
    """A step at some fraction of the motion: its status, the closest points relative to A's start, the bounds
    on the rate at which the gap closes, and by how much the fraction may advance.
    """

    status: int
    distance: float
    normal: Vec3
    point_a: Vec3
    point_b: Vec3
    bound: float
    plain_bound: float
    advance: float


@kernel
def make_step(status: int, s: Separation, bound: float, plain_bound: float, advance: float) -> Step:
    """A step at the closest points of two cores."""
    return Step(status, s.distance, s.normal, s.point_a, s.point_b, bound, plain_bound, advance)


@entry(SOLID_ROWS, REALS2, MOTION, REALS2, MOTION, REAL, REAL)
def step_of_cast(
    rows: SolidRows,
    a: Reals2,
    motion_a: Motion,
    b: Reals2,
    motion_b: Motion,
    fraction: float,
    last_advance: float,
) -> Step:
    """The step of `shape_cast` at a fraction of the way of A to B, which is at rest."""
    at_a, q_a = unpack(motion_a.pose)
    at_b, q_b = unpack(motion_b.pose)
    x, y, z = motion_a.way
    way = Vec3(x, y, z)
    core_a, core_b = place_core(a, 0, ORIGIN, q_a), place_core(b, 0, subtract(at_b, at_a), q_b)
    s = closest_convex(rows, translate(core_a, scale(fraction, way)), core_b)
    step = cast_step(s, way, fraction, last_advance, touching_noise(core_a, way, core_b))
    return make_step(step.status, s, step.closing, step.closing, step.advance)


@entry(SOLID_ROWS, REALS2, MOTION, REALS2, MOTION, REAL, REAL)
def step_of_impact(
    rows: SolidRows, a: Reals2, motion_a: Motion, b: Reals2, motion_b: Motion, tolerance: float, time: float
) -> Step:
    """The step of `time_of_impact` at a time of the motion of A and B."""
    at_a, q_a = unpack(motion_a.pose)
    at_b, q_b = unpack(motion_b.pose)
    offset = subtract(at_b, at_a)
    sweep_a, sweep_b = Sweep(ORIGIN, motion_a.way, motion_a.turn), Sweep(offset, motion_b.way, motion_b.turn)
    core_a = core_at(place_core(a, 0, ORIGIN, q_a), sweep_a, time)
    core_b = core_at(place_core(b, 0, offset, q_b), sweep_b, time)
    s = closest_convex(rows, core_a, core_b)
    plain = fastest_closing(rows, core_a, sweep_a, core_b, sweep_b, s.normal, time)
    step = impact_step(rows, core_a, sweep_a, core_b, sweep_b, s, tolerance, time)
    bound = plain
    if step.advance > 0.0:
        bound = min(plain, gap_to_close(s, tolerance) / step.advance)
    return make_step(step.status, s, bound, plain, step.advance)
