"""Cast a swept shape against another shape: time, point and normal of their first touch.

Linear motion uses the exact cast of `collide.cast`; fast rotation uses conservative advancement
(`collide.time_of_impact`). What the shrunk shape does not hit is no obstacle. A shape that overlaps the other
one from the start may move inside it until its core disc, in its middle, would leave on the other side.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import PointRows
from ..collide.bounds import rotate_rows
from ..collide.cast import ANY_TOUCH, Cast, first_touch
from ..collide.dispatch import collide, separate
from ..collide.manifold import Core, translate
from ..collide.time_of_impact import OVERLAPPING, SEPARATED, Impact, Sweep, core_at, time_of_impact
from ..compile import inlined, kernel
from ..math2d.core import CHAIN, POINT
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from .swept_shape import SweptShape, center_point, core_disc, full_core, restore_rotation, shrunk_core

MISSED = Cast(2.0, 0.0, 0.0, 0.0, 0.0)
ITERATIONS = 64
ROUNDING = 1e-9  # relative to the speeds: slower approaches count as none
MIN_GAP = 0.001  # as a fraction of the slop: smaller gaps count as touching
TOUCH_GAP = 0.25  # as a fraction of the slop: separation of a touch of rotating shapes


class Motion(NamedTuple):
    """A motion from (x, y) at `time` over the duration `left`, both fractions of the step."""

    x: float
    y: float
    angle: float
    dx: float
    dy: float
    turn: float
    time: float
    left: float


@inlined
def as_upright(shape: Any, p: Sweep) -> Sweep:
    """Return the path of a shape on a body that moves by `p`: without rotation if the shape is upright."""
    return Sweep(p.x, p.y, 0.0, p.dx, p.dy, 0.0) if shape.upright == 1 else p


@inlined
def own_path(c: SweptShape, w: Motion) -> Sweep:
    """Return the path of a swept shape relative to the start of its motion."""
    return as_upright(c, Sweep(0.0, 0.0, c.angle, w.dx, w.dy, w.turn))


@inlined
def other_path(w: Motion, path: Sweep) -> Sweep:
    """Return another body's path during a motion, relative to its start; `path` is that over a whole step."""
    left = w.left
    return Sweep(path.x - w.x, path.y - w.y, path.angle, left * path.dx, left * path.dy, left * path.turn)


@inlined
def reverse(p: Sweep) -> Sweep:
    """Return a path from its end back to its beginning."""
    return Sweep(p.x + p.dx, p.y + p.dy, p.angle + p.turn, -p.dx, -p.dy, -p.turn)


@kernel
def cast_linear(
    turned: PointRows, c: SweptShape, w: Motion, p: Sweep, b: Core, solid: bool, slop: float
) -> Cast:
    """Cast a swept shape in linear motion against B, which moves by `p`.

    B and the hit are relative to the start of the motion. With `solid`, overlaps of less than the slop are
    let through; otherwise any touch is a hit.
    """
    dx, dy = w.dx - p.dx, w.dy - p.dy
    if solid:
        hit = first_touch(turned, shrunk_core(c), Vec2(dx, dy), b, ANY_TOUCH)
        if hit.fraction > 1.0:
            return MISSED
        if hit.fraction == 0.0:
            return cast_core_disc(turned, c, w, p, b)
    full = full_core(c)
    if solid and c.half_width == 0.0:
        # A line that touches has no side: its normal may be that of the side from which it did not come.
        full = Core(full.form, full.first, full.count, TOUCH_GAP * slop, 0.0, 0.0)
    hit = first_touch(turned, full, Vec2(dx, dy), b, ANY_TOUCH)
    if b.form == CHAIN and hit.fraction <= 1.0:
        hit = smooth_chain_hit(turned, translate(full, hit.fraction * dx, hit.fraction * dy), b, hit, slop)
        if solid and hit.fraction > 1.0:
            middle = first_touch(turned, core_disc(c), Vec2(dx, dy), b, ANY_TOUCH)
            hit = chain_face_hit(turned, middle, b, dx, dy)
    return to_world(hit, p)


@kernel
def cast_core_disc(turned: PointRows, c: SweptShape, w: Motion, p: Sweep, b: Core) -> Cast:
    """Cast the core disc of a shape that overlaps B from the start."""
    hit = first_touch(turned, core_disc(c), Vec2(w.dx - p.dx, w.dy - p.dy), b, ANY_TOUCH)
    return to_world(hit, p) if hit.fraction > 0.0 else stop_deeper_motion(turned, c, w, p, b)


@kernel
def to_world(hit: Cast, p: Sweep) -> Cast:
    """Move the point of a hit from B's frame to the world: B has moved by then."""
    return Cast(hit.fraction, hit.nx, hit.ny, hit.x + hit.fraction * p.dx, hit.y + hit.fraction * p.dy)


@kernel
def stop_deeper_motion(turned: PointRows, c: SweptShape, w: Motion, p: Sweep, b: Core) -> Cast:
    """Stop a shape whose core disc overlaps B from moving deeper; it may leave by the shortest way."""
    m = separate(turned, center_point(c), b)
    bx, by = p.dx - p.turn * (m.y0 - p.y), p.dy + p.turn * (m.x0 - p.x)
    if not approach_is_real(w.dx, w.dy, bx, by, m.nx, m.ny):
        return MISSED
    return Cast(0.0, m.nx, m.ny, m.x0, m.y0)


@kernel
def cast_middle(
    local: PointRows, turned: PointRows, c: SweptShape, s: Sweep, b: Core, p: Sweep, slop: float
) -> Cast:
    """Cast the middle of a rotating shape whose core disc overlaps B, so that it comes at most half as near.

    What does not move deeper now may do so later in the step: B turns.
    """
    gap = separate(turned, center_point(c), translate(b, p.x, p.y)).separation0
    if gap <= 0.0:
        return MISSED
    near = min(TOUCH_GAP * slop, 0.25 * gap)
    disc = Core(POINT, center_point(c).first, 1, 0.25 * gap, 0.0, 0.0)
    return to_cast(time_of_impact(local, turned, disc, s, b, p, near, ITERATIONS))


@kernel
def smooth_chain_hit(turned: PointRows, a: Core, b: Core, hit: Cast, slop: float) -> Cast:
    """Return a hit of a chain segment with its smoothed normal; a miss if it belongs to a neighbour."""
    m = collide(turned, a, b, slop)
    if m.count == 0:
        return MISSED
    return Cast(hit.fraction, m.nx, m.ny, hit.x, hit.y)


@kernel
def chain_face_hit(turned: PointRows, hit: Cast, b: Core, dx: float, dy: float) -> Cast:
    """Return a core disc's hit of a chain segment with the segment's normal, where smoothing dropped the hit.

    A hit of a vertex belongs to one of its two segments, which may miss a shape that started behind it.
    """
    nx, ny = -turned[b.first, 2], -turned[b.first, 3]
    if hit.fraction > 1.0 or nx * dx + ny * dy <= 0.0:
        return MISSED
    return Cast(hit.fraction, nx, ny, hit.x, hit.y)


@kernel
def cast_rotating(
    local: PointRows, turned: PointRows, c: SweptShape, w: Motion, b: Core, p: Sweep, solid: bool, slop: float
) -> Cast:
    """Cast a rotating shape against B, whose points are around its centre of mass, which moves by `p`."""
    s = own_path(c, w)
    near = TOUCH_GAP * slop
    gap = separate(turned, shrunk_core(c), translate(b, p.x, p.y)).separation0 if solid else near
    # After an impact the shapes are close, and may rotate apart or hit with the other end.
    close = min(near, 0.5 * gap) if gap > MIN_GAP * slop else near
    first = time_of_impact(
        local, turned, shrunk_core(c) if solid else full_core(c), s, b, p, close, ITERATIONS
    )
    hit = to_cast(first)
    if solid and hit.fraction == 0.0 and not (gap > 0.0 and is_approaching(s, p, hit)):
        core = time_of_impact(local, turned, core_disc(c), s, b, p, near, ITERATIONS)
        restore_rotation(local, turned, c)
        rotate_rows(local, turned, b.first, b.count, *cos_sin(p.angle))
        if core.fraction > 0.0:
            return to_cast(core)
        hit = stop_deeper_motion(turned, c, w, p, translate(b, p.x, p.y))
        if hit.fraction > 0.0:
            hit = cast_middle(local, turned, c, s, b, p, slop)
            restore_rotation(local, turned, c)
        return hit
    if solid and first.status != SEPARATED:
        exact = to_cast(time_of_impact(local, turned, full_core(c), s, b, p, near, ITERATIONS))
        here = exact
        if b.form == CHAIN and exact.fraction == 0.0:
            here = smooth_rotating_hit(local, turned, c, s, b, p, exact, slop)
        # A point that touches and moves away is no impact; another point may be.
        if 0.0 < exact.fraction <= 1.0 or is_approaching(s, p, here):
            hit = exact
    if b.form == CHAIN and hit.fraction <= 1.0:
        hit = smooth_rotating_hit(local, turned, c, s, b, p, hit, slop)
        if solid and hit.fraction > 1.0:
            core = time_of_impact(local, turned, core_disc(c), s, b, p, near, ITERATIONS)
            hit = chain_face_hit(turned, to_cast(core), b, w.dx - p.dx, w.dy - p.dy)
    restore_rotation(local, turned, c)
    return hit


@kernel
def smooth_rotating_hit(
    local: PointRows, turned: PointRows, c: SweptShape, s: Sweep, b: Core, p: Sweep, hit: Cast, slop: float
) -> Cast:
    """Return a hit of a chain segment as `smooth_chain_hit`, where both have turned until then."""
    here = core_at(local, turned, full_core(c), s, hit.fraction)
    return smooth_chain_hit(turned, here, core_at(local, turned, b, p, hit.fraction), hit, slop)


@kernel
def is_approaching(a: Sweep, b: Sweep, hit: Cast) -> bool:
    """Whether the bodies approach each other at the point of a hit at the start; not where it is a miss."""
    ax, ay = a.dx - a.turn * (hit.y - a.y), a.dy + a.turn * (hit.x - a.x)
    bx, by = b.dx - b.turn * (hit.y - b.y), b.dy + b.turn * (hit.x - b.x)
    return hit.fraction <= 1.0 and approach_is_real(ax, ay, bx, by, hit.nx, hit.ny)


@kernel
def approach_is_real(ax: float, ay: float, bx: float, by: float, nx: float, ny: float) -> bool:
    """Whether A's motion approaches B's along the normal, by more than a rounding error of either motion."""
    noise = ROUNDING * (abs(ax) + abs(ay) + abs(bx) + abs(by))
    return bool((ax - bx) * nx + (ay - by) * ny > noise)


@kernel
def to_cast(i: Impact) -> Cast:
    """Convert a time of impact to a cast; a failed search counts as a hit, as what lies behind is unknown."""
    if i.status == SEPARATED:
        return MISSED
    return Cast(i.fraction if i.status != OVERLAPPING else 0.0, i.nx, i.ny, i.x, i.y)
