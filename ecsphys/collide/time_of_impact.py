"""Time of impact of two cores in linear and angular motion, by conservative advancement.

At each step the closest points give an axis. The approach of the vertices of both cores along this axis
within a given time has an upper bound, from their velocity now and the largest acceleration that rotation
gives them; as long as the bound is less than the gap, nothing touches. So time advances and never passes a
contact. The bound is exact to first order for an axis at rest and for one that rotates with either body, so
steps near the contact fall little short of it.

After Mirtich, *Impulse-based Dynamic Simulation of Rigid Body Systems* (1996), section 2.3, and
Coumans, *Continuous Collision Detection and Physics* (2005), who bound by the largest velocity.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import inlined, kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import cross, dot, length, length_squared, negate, subtract
from .bounds import rotate_rows
from .chain import is_behind, without_chain
from .dispatch import separate
from .manifold import CHAIN, HALF_PLANE, NO_CONTACT, Core, Manifold, normal_of, origin, point_at

HIT, SEPARATED, OVERLAPPING, FAILED, ADVANCING = range(5)
BISECTIONS = 6  # of the remaining time, before the secant


class Sweep(NamedTuple):
    """Linear motion and uniform rotation of a body's origin from time 0 to 1."""

    x: float
    y: float
    angle: float
    dx: float
    dy: float
    turn: float


class Impact(NamedTuple):
    """When two cores come within the tolerance: status, time, normal from A to B, point, iterations."""

    status: int
    fraction: float
    nx: float
    ny: float
    x: float
    y: float
    iterations: int


class ImpactStep(NamedTuple):
    """What one step of the search decides: a status, and how much time may pass."""

    status: int
    advance: float


@kernel
def core_at(local: PointRows, turned: PointRows, a: Core, sweep: Sweep, time: float) -> Core:
    """The core at a time of its sweep; rotates its rows of `local` into `turned`."""
    angle = sweep.angle + time * sweep.turn
    rotate_rows(local, turned, a.first, a.count, *cos_sin(angle))
    return Core(a.form, a.first, a.count, a.radius, sweep.x + time * sweep.dx, sweep.y + time * sweep.dy)


@kernel
def displacement(sweep: Sweep) -> Vec2:
    """The translation of a sweep from time 0 to 1."""
    return Vec2(sweep.dx, sweep.dy)


@kernel
def turning_extension(points: PointRows, a: Core, normal: Vec2, spin: float, time: float) -> float:
    """Upper bound on the growth of a core's extent along the normal by rotation about its origin.

    The height of a rotating point oscillates like a pendulum's: it changes by at most its velocity now times
    the time, and half the square of time times spin² times the point's distance from the origin.
    """
    now, then = -math.inf, -math.inf
    for i in range(a.first, a.first + a.count):
        point = point_at(points, i)
        height = dot(normal, point)
        speed = spin * cross(point, normal)
        bend = 0.5 * spin * spin * length(point)
        now = max(now, height)
        then = max(then, height + speed * time + bend * time * time)
    return then - now


@kernel
def farthest_distance(points: PointRows, a: Core) -> float:
    """The largest distance of a core's points from its origin."""
    squared = 0.0
    for i in range(a.first, a.first + a.count):
        squared = max(squared, length_squared(point_at(points, i)))
    return math.sqrt(squared)


class Approach(NamedTuple):
    """The motion of two bodies along `normal`, in a frame that rotates with a given spin.

    `drift` is the rate at which the distance of the origins grows along the normal now, `bend` half of the
    largest rate at which this rate falls; `spin_a` and `spin_b` are the bodies' spins in that frame.
    """

    normal: Vec2
    drift: float
    bend: float
    spin_a: float
    spin_b: float


@kernel
def approach_along(
    a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, normal: Vec2, spin: float, left: float
) -> Approach:
    """The approach of two cores in a frame with a given spin during the remaining time."""
    offset = subtract(origin(b), origin(a))
    velocity = subtract(displacement(sweep_b), displacement(sweep_a))
    speed = length(velocity)
    farthest = length(offset) + left * speed
    drift = dot(normal, velocity) + spin * cross(normal, offset)
    bend = abs(spin) * speed + 0.5 * spin * spin * farthest
    return Approach(normal, drift, bend, sweep_a.turn - spin, sweep_b.turn - spin)


@kernel
def min_gap_change(points: PointRows, a: Core, b: Core, p: Approach, time: float) -> float:
    """Lower bound on the change of the gap after a time; a concave function of time."""
    of_a = turning_extension(points, a, p.normal, p.spin_a, time)
    of_b = turning_extension(points, b, negate(p.normal), p.spin_b, time)
    return time * p.drift - time * time * p.bend - (of_a + of_b)


@kernel
def safe_time(points: PointRows, a: Core, b: Core, p: Approach, gap: float, left: float) -> float:
    """Lower bound, at most `left`, on the time in which the approach closes `gap`."""
    low, at_low, high = 0.0, gap, left
    at_high = gap + min_gap_change(points, a, b, p, high)
    if at_high >= 0.0:
        return left
    for _ in range(BISECTIONS):
        middle = 0.5 * (low + high)
        at_middle = gap + min_gap_change(points, a, b, p, middle)
        if at_middle >= 0.0:
            low, at_low = middle, at_middle
        else:
            high, at_high = middle, at_middle
    # The secant of a concave function is below it, so its zero is early enough.
    return low + (high - low) * at_low / (at_low - at_high)


@inlined
def fastest_closing(
    points: PointRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, normal: Vec2
) -> float:
    """The bound of Mirtich and Coumans on the rate at which the gap closes along the normal."""
    fastest = dot(normal, subtract(displacement(sweep_a), displacement(sweep_b)))
    turning = abs(sweep_a.turn) * farthest_distance(points, a)
    return fastest + (turning + abs(sweep_b.turn) * farthest_distance(points, b))


@kernel
def safe_step(
    points: PointRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep, normal: Vec2, gap: float, left: float
) -> float:
    """Lower bound, at most `left`, on the time in which the motion closes `gap` along the normal."""
    fastest = fastest_closing(points, a, sweep_a, b, sweep_b, normal)
    if fastest * left <= gap:
        return left
    resting = approach_along(a, sweep_a, b, sweep_b, normal, 0.0, left)
    step = max(gap / fastest, safe_time(points, a, b, resting, gap, left))
    # An axis that rotates with the face it is the normal of loses less than one at rest. Not for
    # half-planes: in a rotating frame they rotate, too, and have points at infinity.
    if a.form == HALF_PLANE or b.form == HALF_PLANE:
        return step
    if sweep_a.turn != 0.0:
        with_a = approach_along(a, sweep_a, b, sweep_b, normal, sweep_a.turn, left)
        step = max(step, safe_time(points, a, b, with_a, gap, left))
    if sweep_b.turn != 0.0:
        with_b = approach_along(a, sweep_a, b, sweep_b, normal, sweep_b.turn, left)
        step = max(step, safe_time(points, a, b, with_b, gap, left))
    return step


@kernel
def starts_behind(
    local: PointRows, turned: PointRows, a: Core, sweep_a: Sweep, b: Core, sweep_b: Sweep
) -> bool:
    """Whether one is a chain segment and the other starts behind it."""
    if a.form != CHAIN and b.form != CHAIN:
        return False
    core_a, core_b = core_at(local, turned, a, sweep_a, 0.0), core_at(local, turned, b, sweep_b, 0.0)
    return is_behind(turned, core_a, core_b)


@inlined
def gap_to_close(m: Manifold, tolerance: float) -> float:
    """The gap that a step may close: half of the tolerance is left, so that the search ends within it."""
    return m.separation0 - 0.5 * tolerance


@inlined
def impact_step(
    points: PointRows,
    a: Core,
    sweep_a: Sweep,
    b: Core,
    sweep_b: Sweep,
    m: Manifold,
    tolerance: float,
    time: float,
) -> ImpactStep:
    """Whether A and B touch at `time`, have ended their motion, or how long they are sure not to touch."""
    if m.separation0 <= tolerance:
        return ImpactStep(OVERLAPPING if time == 0.0 and m.separation0 <= 0.0 else HIT, 0.0)
    if time >= 1.0:
        return ImpactStep(SEPARATED, 0.0)
    gap = gap_to_close(m, tolerance)
    return ImpactStep(ADVANCING, safe_step(points, a, sweep_a, b, sweep_b, normal_of(m), gap, 1.0 - time))


@kernel
def time_of_impact(
    local: PointRows,
    turned: PointRows,
    a: Core,
    sweep_a: Sweep,
    b: Core,
    sweep_b: Sweep,
    tolerance: float,
    max_iterations: int,
) -> Impact:
    """When A and B, swept, come within `tolerance` (> 0) of each other; never later than that.

    The cores lie at (0, 0); `turned` is scratch space of the size of `local`. OVERLAPPING at the
    start has fraction 0; FAILED (out of iterations) has the fraction up to which nothing touches.
    A chain segment is no obstacle to a core that starts behind it. A half-plane must not turn.
    """
    behind = starts_behind(local, turned, a, sweep_a, b, sweep_b)
    a, b = without_chain(a), without_chain(b)
    time = 0.0
    m = NO_CONTACT
    for iteration in range(1, max_iterations + 1):
        core_a, core_b = core_at(local, turned, a, sweep_a, time), core_at(local, turned, b, sweep_b, time)
        m = separate(turned, core_a, core_b)
        if behind:
            return Impact(SEPARATED, 1.0, m.nx, m.ny, m.x0, m.y0, 0)
        step = impact_step(turned, core_a, sweep_a, core_b, sweep_b, m, tolerance, time)
        if step.status != ADVANCING:
            return Impact(step.status, time, m.nx, m.ny, m.x0, m.y0, iteration)
        time = min(time + step.advance, 1.0)
    return Impact(FAILED, time, m.nx, m.ny, m.x0, m.y0, max_iterations)
