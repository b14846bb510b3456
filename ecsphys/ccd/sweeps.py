"""One shape on its way against another one: when, where and with which normal they meet.

Along a line by the exact cast of `collide.cast`, by conservative advancement (`collide.time_of_impact`)
where one turns far. What the drawn-in shape does not meet is no obstacle; a shape that is in the other
one already may move about in it until its heart, a disc in its middle, would leave on the other side.
"""

from __future__ import annotations

import math
from typing import NamedTuple

from ..arrays import PointRows
from ..collide.bounds import rotate_rows
from ..collide.cast import Cast, shape_cast
from ..collide.dispatch import collide, separate
from ..collide.manifold import CHAIN, Core, translate
from ..collide.time_of_impact import OVERLAPPING, SEPARATED, Impact, Sweep, core_at, time_of_impact
from ..compile import kernel
from .swept_shape import Carried, heart, inner, middle, turn_back, whole

MISSED = Cast(2.0, 0.0, 0.0, 0.0, 0.0)
ITERATIONS = 64
ROUNDING = 1e-9  # a slower approach, as part of the speed, is none
GRAIN = 0.001  # of the slop: a smaller gap is none
NEAR = 0.25  # of the slop: what counts as touching where shapes turn


class Way(NamedTuple):
    """A flyer's way from (x, y) at `time` on, for as long as `left`: parts of the step."""

    x: float
    y: float
    angle: float
    dx: float
    dy: float
    turn: float
    time: float
    left: float


@kernel
def sweep_straight(
    turned: PointRows, c: Carried, w: Way, p: Sweep, b: Core, solid: bool, slop: float
) -> Cast:
    """A carried shape on its way, B moving by `p` meanwhile. B's place and the point count from the start.

    With `solid` what it meets only by less than the slop is let through; else any touch counts.
    """
    dx, dy = w.dx - p.dx, w.dy - p.dy
    if solid:
        hit = shape_cast(turned, inner(c), dx, dy, b)
        if hit.fraction > 1.0:
            return MISSED
        if hit.fraction == 0.0:
            return heart_cast(turned, c, w, p, b)
    hit = shape_cast(turned, whole(c), dx, dy, b)
    if b.form == CHAIN and hit.fraction <= 1.0:
        hit = on_chain(turned, translate(whole(c), hit.fraction * dx, hit.fraction * dy), b, hit, slop)
        if solid and hit.fraction > 1.0:
            hit = on_face(turned, shape_cast(turned, heart(c), dx, dy, b), b, dx, dy)
    return carried_along(hit, p)


@kernel
def heart_cast(turned: PointRows, c: Carried, w: Way, p: Sweep, b: Core) -> Cast:
    """The same for the heart of a shape that is in the other one already."""
    hit = shape_cast(turned, heart(c), w.dx - p.dx, w.dy - p.dy, b)
    return carried_along(hit, p) if hit.fraction > 0.0 else held(turned, c, w, p, b)


@kernel
def carried_along(hit: Cast, p: Sweep) -> Cast:
    """A hit seen by the moving shape, as seen by the world: its point has come along."""
    return Cast(hit.fraction, hit.nx, hit.ny, hit.x + hit.fraction * p.dx, hit.y + hit.fraction * p.dy)


@kernel
def held(turned: PointRows, c: Carried, w: Way, p: Sweep, b: Core) -> Cast:
    """A shape whose heart is in B from the start: it comes no deeper, unless its very middle is in B."""
    m = separate(turned, middle(c), b)
    if m.separation0 <= 0.0 or m.nx * (w.dx - p.dx) + m.ny * (w.dy - p.dy) <= 0.0:
        return MISSED
    return Cast(0.0, m.nx, m.ny, m.x0, m.y0)


@kernel
def on_chain(turned: PointRows, a: Core, b: Core, hit: Cast, slop: float) -> Cast:
    """A hit of a chain segment with the normal that its neighbours leave it; none if it is theirs."""
    m = collide(turned, a, b, slop)
    if m.count == 0:
        return MISSED
    return Cast(hit.fraction, m.nx, m.ny, hit.x, hit.y)


@kernel
def on_face(turned: PointRows, hit: Cast, b: Core, dx: float, dy: float) -> Cast:
    """A heart's hit of a chain segment, with the segment's normal: for what its neighbours have left over.

    Who hits a joint is left to one of its two segments, which may miss what started behind it.
    """
    nx, ny = -turned[b.first, 2], -turned[b.first, 3]
    if hit.fraction > 1.0 or nx * dx + ny * dy <= 0.0:
        return MISSED
    return Cast(hit.fraction, nx, ny, hit.x, hit.y)


@kernel
def sweep_turning(
    local: PointRows, turned: PointRows, c: Carried, w: Way, b: Core, p: Sweep, solid: bool, slop: float
) -> Cast:
    """The same where one turns: B's rows are laid out around its centre of mass, which moves by `p`."""
    spin = 0.0 if c.upright == 1 else w.turn
    s = Sweep(0.0, 0.0, c.angle, w.dx, w.dy, spin)
    b = Core(b.form, b.first, b.count, b.radius, 0.0, 0.0)
    near = NEAR * slop
    gap = separate(turned, inner(c), translate(b, p.x, p.y)).separation0 if solid else near
    # What has just been hit is near, and may turn away or turn its other end in: both are to be seen.
    close = min(near, 0.5 * gap) if gap > GRAIN * slop else near
    first = time_of_impact(local, turned, inner(c) if solid else whole(c), s, b, p, close, ITERATIONS)
    hit = impact_cast(first)
    if solid and hit.fraction == 0.0 and not (gap > 0.0 and closes_in(s, p, first)):
        core = time_of_impact(local, turned, heart(c), s, b, p, near, ITERATIONS)
        turn_back(local, turned, c)
        rotate_rows(local, turned, b.first, b.count, math.cos(p.angle), math.sin(p.angle))
        if core.fraction == 0.0:
            return held(turned, c, w, p, translate(b, p.x, p.y))
        return impact_cast(core)
    if solid and first.status != SEPARATED:
        exact = time_of_impact(local, turned, whole(c), s, b, p, near, ITERATIONS)
        # What touches already with a point that turns away is hit by another one.
        if exact.status != SEPARATED and (exact.fraction > 0.0 or closes_in(s, p, exact)):
            hit = impact_cast(exact)
    if b.form == CHAIN and hit.fraction <= 1.0:
        here = core_at(local, turned, whole(c), s, hit.fraction)
        hit = on_chain(turned, here, core_at(local, turned, b, p, hit.fraction), hit, slop)
        if solid and hit.fraction > 1.0:
            core = time_of_impact(local, turned, heart(c), s, b, p, near, ITERATIONS)
            hit = on_face(turned, impact_cast(core), b, w.dx - p.dx, w.dy - p.dy)
    turn_back(local, turned, c)
    return hit


@kernel
def closes_in(a: Sweep, b: Sweep, i: Impact) -> bool:
    """Whether the bodies come towards each other at the point of an impact at their start."""
    x = (a.dx - a.turn * (i.y - a.y)) - (b.dx - b.turn * (i.y - b.y))
    y = (a.dy + a.turn * (i.x - a.x)) - (b.dy + b.turn * (i.x - b.x))
    return bool(x * i.nx + y * i.ny > ROUNDING * (abs(x) + abs(y)))


@kernel
def impact_cast(i: Impact) -> Cast:
    """A time of impact as a cast; where the search gave up, the way ends, for what is behind is unknown."""
    if i.status == SEPARATED:
        return MISSED
    return Cast(i.fraction if i.status != OVERLAPPING else 0.0, i.nx, i.ny, i.x, i.y)
