"""Conservative advancement of two convex cores in linear and angular motion.

At each step the closest points give an axis. The approach of the points of both cores along this axis within
a given time has an upper bound, from their velocity now and the largest acceleration that rotation gives
them; as long as the bound is less than the gap, nothing touches. So time advances and never passes a
contact. The bound is exact to first order for an axis at rest and for one that turns with either body,
so steps near the contact fall little short of it.

After Mirtich, *Impulse-based Dynamic Simulation of Rigid Body Systems* (1996), section 2.3, and Coumans,
*Continuous Collision Detection and Physics* (2005), who bound by the largest velocity.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ...collide.time_of_impact import (
    ADVANCING,
    BISECTIONS,
    FAILED,
    HIT,
    OVERLAPPING,
    SEPARATED,
    ImpactStep,
)
from ...compile import inlined, kernel, value
from ..math3d.quaternion import Quaternion, Rotation, rotate, rotation_of, turn
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, length, negate, scale, subtract
from .closest import closest_convex
from .core import PLANE, VEC3, Core, SolidRows
from .manifold import NO_VECTOR, Separation
from .solid import count_points, point_of


class Sweep(NamedTuple):
    """Motion of a body from time 0 to 1: of a pivot along `way`, and about it by a rotation vector.

    `turn`: axis times angle in radians, in the shared frame; the rate is uniform.
    """

    pivot: Vec3
    way: Vec3
    turn: Vec3


SWEEP = value(Sweep, VEC3, VEC3, VEC3)


class Impact(NamedTuple):
    """When two cores come within the tolerance: status, time, normal from A to B, point, iterations."""

    status: int
    fraction: float
    normal: Vec3
    point: Vec3
    iterations: int


@inlined
def compose(a: Rotation, b: Rotation) -> Rotation:
    """Return the matrix of the rotation b followed by the rotation a."""
    x, y, z = (
        rotate(a, Vec3(b.xx, b.yx, b.zx)),
        rotate(a, Vec3(b.xy, b.yy, b.zy)),
        rotate(a, Vec3(b.xz, b.yz, b.zz)),
    )
    return Rotation(x.x, y.x, z.x, x.y, y.y, z.y, x.z, y.z, z.z)


@inlined
def pivot_at(sweep: Sweep, time: float) -> Vec3:
    """Return where the pivot of a sweep is at a time."""
    return add_scaled(sweep.pivot, time, sweep.way)


@kernel
def core_at(core: Core, sweep: Sweep, time: float) -> Core:
    """Return a core, given at time 0, at a time of its sweep."""
    q = turn(Quaternion(1.0, 0.0, 0.0, 0.0), scale(time, sweep.turn))
    r = rotation_of(q.w, q.x, q.y, q.z)
    center = add(pivot_at(sweep, time), rotate(r, subtract(core.center, sweep.pivot)))
    return Core(core.form, core.span, core.radius, core.half, center, compose(r, core.rotation))


class Spin(NamedTuple):
    """How a body turns in a frame that turns, too: the difference of both rates, the sum of their sizes."""

    rate: Vec3
    total: float


@kernel
def turning_extension(
    rows: SolidRows, core: Core, pivot: Vec3, normal: Vec3, spin: Spin, time: float
) -> float:
    """Return an upper bound on the growth of a core's extent along the normal by rotation about a pivot.

    A point's height changes by at most its velocity now times the time, and half the square of time times its
    largest acceleration: |rate| times the sum of both rates' sizes times its distance from the pivot.
    """
    size = length(spin.rate)
    if size == 0.0:
        return 0.0
    now, then = -math.inf, -math.inf
    lever, bend = cross(normal, spin.rate), 0.5 * size * spin.total * time * time
    for i in range(count_points(rows, core)):
        r = add(subtract(core.center, pivot), rotate(core.rotation, point_of(rows, core, i)))
        height = dot(normal, r)
        now = max(now, height)
        then = max(then, height + dot(lever, r) * time + bend * length(r))
    return then - now


@kernel
def farthest_distance(rows: SolidRows, core: Core, pivot: Vec3) -> float:
    """Return the largest distance of a core's points from a pivot."""
    farthest = 0.0
    for i in range(count_points(rows, core)):
        r = add(subtract(core.center, pivot), rotate(core.rotation, point_of(rows, core, i)))
        farthest = max(farthest, length(r))
    return farthest


class Approach(NamedTuple):
    """The motion of two bodies along `normal`, in a frame that turns.

    `drift` is the rate at which the distance of the pivots grows along the normal now, `bend` half of the
    largest rate at which this rate falls; spins are those of the bodies in that frame.
    """

    normal: Vec3
    pivot_a: Vec3
    pivot_b: Vec3
    drift: float
    bend: float
    spin_a: Spin
    spin_b: Spin


@inlined
def _spin_in(of_body: Vec3, of_frame: Vec3) -> Spin:
    return Spin(subtract(of_body, of_frame), length(of_body) + length(of_frame))


@kernel
def approach_along(sweep_a: Sweep, sweep_b: Sweep, normal: Vec3, spin: Vec3, time: float) -> Approach:
    """Return the approach of two bodies from a time on, in a frame that turns at a given rate."""
    pivot_a, pivot_b = pivot_at(sweep_a, time), pivot_at(sweep_b, time)
    offset, velocity = subtract(pivot_b, pivot_a), subtract(sweep_b.way, sweep_a.way)
    speed, size = length(velocity), length(spin)
    farthest = length(offset) + (1.0 - time) * speed
    drift = dot(normal, velocity) + dot(cross(spin, normal), offset)
    bend = size * speed + 0.5 * size * size * farthest
    return Approach(
        normal, pivot_a, pivot_b, drift, bend, _spin_in(sweep_a.turn, spin), _spin_in(sweep_b.turn, spin)
    )


@kernel
def min_gap_change(rows: SolidRows, a: Core, b: Core, p: Approach, time: float) -> float:
    """Return a lower bound on the change of the gap after a time; a concave function of time."""
    of_a = turning_extension(rows, a, p.pivot_a, p.normal, p.spin_a, time)
    of_b = turning_extension(rows, b, p.pivot_b, negate(p.normal), p.spin_b, time)
    return time * p.drift - time * time * p.bend - (of_a + of_b)


@kernel
def safe_time(rows: SolidRows, a: Core, b: Core, p: Approach, gap: float, left: float) -> float:
    """Return a lower bound, at most `left`, on the time in which the approach closes `gap`."""
    low, at_low, high = 0.0, gap, left
    at_high = gap + min_gap_change(rows, a, b, p, high)
    if at_high >= 0.0:
        return left
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        at_middle = gap + min_gap_change(rows, a, b, p, middle)
        if at_middle >= 0.0:
            low, at_low = middle, at_middle
        else:
            high, at_high = middle, at_middle
    # The secant of a concave function is below it, so its zero is early enough.
    return low + (high - low) * at_low / (at_low - at_high)


@inlined
def _turning_speed(rows: SolidRows, core: Core, sweep: Sweep, time: float) -> float:
    """Return an upper bound on the speed that rotation gives a core's points."""
    size = length(sweep.turn)
    return size * farthest_distance(rows, core, pivot_at(sweep, time)) if size > 0.0 else 0.0


@kernel
def fastest_closing(
    rows: SolidRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, normal: Vec3, time: float
) -> float:
    """Return the bound of Mirtich and Coumans on the rate at which the gap closes along the normal."""
    fastest = dot(normal, subtract(sweep_a.way, sweep_b.way))
    return fastest + (_turning_speed(rows, a, sweep_a, time) + _turning_speed(rows, b, sweep_b, time))


@kernel
def safe_step(
    rows: SolidRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, s: Separation, gap: float, time: float
) -> float:
    """Return a lower bound, at most what is left of time, on that in which the motion closes `gap`."""
    left = 1.0 - time
    fastest = fastest_closing(rows, a, sweep_a, b, sweep_b, s.normal, time)
    if fastest * left <= gap:
        return left
    resting = approach_along(sweep_a, sweep_b, s.normal, NO_VECTOR, time)
    step = max(gap / fastest, safe_time(rows, a, b, resting, gap, left))
    # An axis that turns with the face it is the normal of loses less than one at rest. Not for planes: in a
    # frame that turns they turn, too, and have points at infinity.
    if a.form == PLANE or b.form == PLANE:
        return step
    if length(sweep_a.turn) > 0.0:
        with_a = approach_along(sweep_a, sweep_b, s.normal, sweep_a.turn, time)
        step = max(step, safe_time(rows, a, b, with_a, gap, left))
    if length(sweep_b.turn) > 0.0:
        with_b = approach_along(sweep_a, sweep_b, s.normal, sweep_b.turn, time)
        step = max(step, safe_time(rows, a, b, with_b, gap, left))
    return step


@inlined
def gap_to_close(s: Separation, tolerance: float) -> float:
    """Return the gap that a step may close: half of the tolerance stays, so that the search ends in it."""
    return s.distance - 0.5 * tolerance


@inlined
def impact_step(
    rows: SolidRows,
    a: Core,
    sweep_a: Sweep,
    b: Core,
    sweep_b: Sweep,
    s: Separation,
    tolerance: float,
    time: float,
) -> ImpactStep:
    """Return whether A and B touch at `time`, have ended their motion, or how long they are safe."""
    if s.distance <= tolerance:
        return ImpactStep(OVERLAPPING if time == 0.0 and s.distance <= 0.0 else HIT, 0.0)
    if time >= 1.0:
        return ImpactStep(SEPARATED, 0.0)
    gap = gap_to_close(s, tolerance)
    return ImpactStep(ADVANCING, safe_step(rows, a, sweep_a, b, sweep_b, s, gap, time))


@inlined
def _impact(status: int, time: float, s: Separation, iterations: int) -> Impact:
    p, q = s.point_a, s.point_b
    middle = Vec3(0.5 * (p.x + q.x), 0.5 * (p.y + q.y), 0.5 * (p.z + q.z))
    return Impact(status, time, s.normal, middle, iterations)


@kernel
def impact_of_convex(
    rows: SolidRows,
    a: Core,
    sweep_a: Sweep,
    b: Core,
    sweep_b: Sweep,
    tolerance: float,
    max_iterations: int,
) -> Impact:
    """Return when two cores that are no meshes come within `tolerance`; see `time_of_impact`."""
    time = 0.0
    s = closest_convex(rows, a, b)
    for iteration in range(1, max_iterations + 1):
        core_a, core_b = core_at(a, sweep_a, time), core_at(b, sweep_b, time)
        s = closest_convex(rows, core_a, core_b)
        step = impact_step(rows, core_a, sweep_a, core_b, sweep_b, s, tolerance, time)
        if step.status != ADVANCING:
            return _impact(step.status, time, s, iteration)
        time = min(time + step.advance, 1.0)
    return _impact(FAILED, time, s, max_iterations)
