"""Time of impact of two cores that move and turn: conservative advancement.

At each step the closest points give an axis. How far the vertices of both cores can come towards
each other along this axis in a given time is bounded from above, by their speed now and the
largest acceleration that turning gives them; as long as the bound is less than the gap, nothing
touches. So time advances and never passes a contact. The bound is exact to first order in an axis
that stands still or turns with either body, so steps near the contact fall short of it by little.

After Mirtich, *Impulse-based Dynamic Simulation of Rigid Body Systems* (1996), section 2.3, and
Coumans, *Continuous Collision Detection and Physics* (2005), who bound by the largest speed.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..compile import kernel
from .bounds import rotate_rows
from .chain import as_segment, in_front
from .dispatch import separate
from .manifold import CHAIN, HALF_PLANE, NO_CONTACT, Core

HIT, SEPARATED, OVERLAPPING, FAILED = 0, 1, 2, 3
BISECTIONS = 6  # of the time left, before the chord says when


class Sweep(NamedTuple):
    """A straight and evenly turning motion of a body's origin during a time from 0 to 1."""

    x: float
    y: float
    angle: float
    dx: float
    dy: float
    turn: float


class Impact(NamedTuple):
    """When two cores come within the tolerance: status, time, normal from A to B, point, steps."""

    status: int
    fraction: float
    nx: float
    ny: float
    x: float
    y: float
    iterations: int


@kernel
def core_at(local: PointRows, turned: PointRows, a: Core, sweep: Sweep, time: float) -> Core:
    """The core at a time of its motion; its rows of `turned` are made from those of `local`."""
    angle = sweep.angle + time * sweep.turn
    rotate_rows(local, turned, a.first, a.count, math.cos(angle), math.sin(angle))
    return Core(a.form, a.first, a.count, a.radius, sweep.x + time * sweep.dx, sweep.y + time * sweep.dy)


@kernel
def turning_extension(points: PointRows, a: Core, nx: float, ny: float, spin: float, time: float) -> float:
    """Bound of how far the core gets beyond its extent along (nx, ny) by turning about its origin.

    The height of a turning point swings like a pendulum's: it changes at no more than its speed
    now, and half the square of time times spin² times the point's arm.
    """
    now, then = -math.inf, -math.inf
    for i in range(a.first, a.first + a.count):
        x, y = points[i, 0], points[i, 1]
        height = nx * x + ny * y
        speed = spin * (ny * x - nx * y)
        bend = 0.5 * spin * spin * math.sqrt(x * x + y * y)
        now = max(now, height)
        then = max(then, height + speed * time + bend * time * time)
    return then - now


@kernel
def farthest_distance(points: PointRows, a: Core) -> float:
    """The largest distance of a core's point from its origin."""
    squared = 0.0
    for i in range(a.first, a.first + a.count):
        squared = max(squared, points[i, 0] * points[i, 0] + points[i, 1] * points[i, 1])
    return math.sqrt(squared)


class Approach(NamedTuple):
    """Two bodies seen in a frame that turns with `spin`: how their gap along (nx, ny) may change.

    `drift` is what the distance of the origins adds to it a second now, `bend` half of what this can
    lose a second; `spin_a` and `spin_b` are the bodies' spins in that frame.
    """

    nx: float
    ny: float
    drift: float
    bend: float
    spin_a: float
    spin_b: float


@kernel
def approach_along(
    a: Core, sa: Sweep, b: Core, sb: Sweep, nx: float, ny: float, spin: float, left: float
) -> Approach:
    """The approach of two cores in a frame with a given spin during the time that is left."""
    dx, dy = b.x - a.x, b.y - a.y
    vx, vy = sb.dx - sa.dx, sb.dy - sa.dy
    speed = math.sqrt(vx * vx + vy * vy)
    farthest = math.sqrt(dx * dx + dy * dy) + left * speed
    drift = nx * vx + ny * vy + spin * (nx * dy - ny * dx)
    bend = abs(spin) * speed + 0.5 * spin * spin * farthest
    return Approach(nx, ny, drift, bend, sa.turn - spin, sb.turn - spin)


@kernel
def min_gap_change(points: PointRows, a: Core, b: Core, p: Approach, time: float) -> float:
    """Lower bound of the change of the gap after a time; a concave function of it."""
    turning = turning_extension(points, a, p.nx, p.ny, p.spin_a, time) + turning_extension(
        points, b, -p.nx, -p.ny, p.spin_b, time
    )
    return time * p.drift - time * time * p.bend - turning


@kernel
def safe_time(points: PointRows, a: Core, b: Core, p: Approach, gap: float, left: float) -> float:
    """For how long, at most `left`, the approach surely takes no more than `gap`."""
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
    # The chord of a concave function is below it, so its zero is early enough.
    return low + (high - low) * at_low / (at_low - at_high)


@kernel
def safe_step(
    points: PointRows, a: Core, sa: Sweep, b: Core, sb: Sweep, nx: float, ny: float, gap: float, left: float
) -> float:
    """For how long, at most `left`, the motion surely takes no more than `gap` along (nx, ny)."""
    fastest = nx * (sa.dx - sb.dx) + ny * (sa.dy - sb.dy)
    fastest += abs(sa.turn) * farthest_distance(points, a) + abs(sb.turn) * farthest_distance(points, b)
    if fastest * left <= gap:
        return left
    step = max(
        gap / fastest, safe_time(points, a, b, approach_along(a, sa, b, sb, nx, ny, 0.0, left), gap, left)
    )
    # An axis that turns with the face it is the normal of loses less than one that stands still. Not for
    # half-planes: seen from what turns, they turn, too, and have points infinitely far away.
    if a.form == HALF_PLANE or b.form == HALF_PLANE:
        return step
    if sa.turn != 0.0:
        step = max(
            step, safe_time(points, a, b, approach_along(a, sa, b, sb, nx, ny, sa.turn, left), gap, left)
        )
    if sb.turn != 0.0:
        step = max(
            step, safe_time(points, a, b, approach_along(a, sa, b, sb, nx, ny, sb.turn, left), gap, left)
        )
    return step


@kernel
def time_of_impact(
    local: PointRows,
    turned: PointRows,
    a: Core,
    sa: Sweep,
    b: Core,
    sb: Sweep,
    tolerance: float,
    max_iterations: int,
) -> Impact:
    """When A and B, swept, come within `tolerance` (> 0) of each other; never later than that.

    The cores lie at (0, 0); `turned` is scratch space of the size of `local`. OVERLAPPING at the
    start has fraction 0; FAILED, out of iterations, has the time up to which nothing touches.
    Chain segments are passed by what starts behind them. A half-plane must not turn.
    """
    behind = False
    if a.form == CHAIN:
        behind = not in_front(turned, core_at(local, turned, a, sa, 0.0), core_at(local, turned, b, sb, 0.0))
        a = as_segment(a)
    elif b.form == CHAIN:
        behind = not in_front(turned, core_at(local, turned, b, sb, 0.0), core_at(local, turned, a, sa, 0.0))
        b = as_segment(b)
    time = 0.0
    m = NO_CONTACT
    for iteration in range(1, max_iterations + 1):
        pa, pb = core_at(local, turned, a, sa, time), core_at(local, turned, b, sb, time)
        m = separate(turned, pa, pb)
        if behind:
            return Impact(SEPARATED, 1.0, m.nx, m.ny, m.x0, m.y0, 0)
        if m.separation0 <= tolerance:
            status = OVERLAPPING if time == 0.0 and m.separation0 <= 0.0 else HIT
            return Impact(status, time, m.nx, m.ny, m.x0, m.y0, iteration)
        if time >= 1.0:
            return Impact(SEPARATED, 1.0, m.nx, m.ny, m.x0, m.y0, iteration)
        gap = m.separation0 - 0.5 * tolerance
        time = min(time + safe_step(turned, pa, sa, pb, sb, m.nx, m.ny, gap, 1.0 - time), 1.0)
    return Impact(FAILED, time, m.nx, m.ny, m.x0, m.y0, max_iterations)
