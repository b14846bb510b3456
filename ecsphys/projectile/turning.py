"""Casts of a leg where the projectile or its target turns, by conservative advancement.

Other than in `ccd.sweeps`, where bodies are solved again after each impact, a touch is no hit as long as the
surfaces stay apart until the end of the step, and what is beyond it is found by the smaller shapes inside of
the projectile. The last of them is its middle, so that no surface ever passes it.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ..arrays import PointRows
from ..ccd.sweeps import (
    ITERATIONS,
    MISSED,
    TOUCH_GAP,
    Motion,
    as_upright,
    other_path,
    own_path,
    to_cast,
)
from ..ccd.swept_shape import (
    SweptShape,
    center_point,
    core_disc,
    full_core,
    place_other,
    restore_rotation,
    shrunk_core,
)
from ..collide.cast import Cast
from ..collide.dispatch import separate
from ..collide.manifold import Core
from ..collide.time_of_impact import Sweep, core_at, time_of_impact
from ..compile import kernel
from ..math2d.core import POINT
from ..math2d.elementary import cos_sin
from ..spatial.proxies import Proxies

MAX_TURN = 1.0  # radians: a surface that turns further in a leg is no face any more
MIN_CLOSING = 1e-9  # relative to the motion: slower approaches are rounding errors


class Touch(NamedTuple):
    """Where surfaces touch: fraction of a leg, outward normal of the target, point."""

    fraction: float
    nx: float
    ny: float
    x: float
    y: float


@kernel
def closing_way(w: Motion, p: Sweep, hit: Touch) -> tuple[float, float]:
    """Return how far the touching points come closer in a leg at the pace of a hit, and how far they move.

    `p` is the target's path from the start of the leg.
    """
    f, left = hit.fraction, w.left
    rx, ry = hit.x - w.x - f * w.dx, hit.y - w.y - f * w.dy
    sx, sy = hit.x - p.x - f * left * p.dx, hit.y - p.y - f * left * p.dy
    x = (w.dx - w.turn * ry) - left * (p.dx - p.turn * sy)
    y = (w.dy + w.turn * rx) - left * (p.dy + p.turn * sx)
    return -(x * hit.nx + y * hit.ny), abs(x) + abs(y)


@kernel
def way_ahead(shape: Any, p: Sweep, left: float, wx: float, wy: float, radius: float, hit: Touch) -> float:
    """Return the least way along a normal that keeps a projectile in front of a surface that turns.

    `p` is the surface's path from the touch on, and (wx, wy) the way of the projectile in the rest `left` of
    the step; `radius` is that of the corner that touches. A face turns about the centre of mass with all of
    its line, a disc moves on a circle.
    """
    turn, px, py = left * p.turn, left * p.dx, left * p.dy
    sx, sy, nx, ny = hit.x - p.x, hit.y - p.y, hit.nx, hit.ny
    c, s = cos_sin(turn)
    _, half_sine = cos_sin(0.5 * turn)
    lag = 2.0 * half_sine * half_sine  # 1 - c
    way = px * nx + py * ny
    if shape.form == POINT:
        x, y = sx - shape.radius * nx, sy - shape.radius * ny
        return float(way + nx * (-lag * x - s * y) + ny * (s * x - lag * y))
    across = (sy + wy - py) * nx - (sx + wx - px) * ny
    return float(way + (lag * (sx * nx + sy * ny + radius) - s * across) / c)


@kernel
def comes_closer(shape: Any, radius: float, w: Motion, p: Sweep, hit: Touch) -> bool:
    """Whether touching surfaces come closer in a leg, now or, where one turns, later."""
    closing, way = closing_way(w, p, hit)
    if p.turn != 0.0 and abs(w.left * p.turn) < MAX_TURN:
        later = way_ahead(shape, p, w.left, w.dx, w.dy, radius, hit) - (w.dx * hit.nx + w.dy * hit.ny)
        closing = max(closing, later)
    return closing > MIN_CLOSING * way


@kernel
def inner_core(c: SweptShape, level: int) -> Core:
    """Return a swept shape (level 0) or one of those inside of it, ever smaller; level 3 is its middle."""
    if level == 0:
        return full_core(c)
    if level == 1:
        return shrunk_core(c)
    return core_disc(c) if level == 2 else center_point(c)


@kernel
def cast_core(
    local: PointRows, turned: PointRows, a: Core, s: Sweep, b: Core, q: Sweep, gap: float, slop: float
) -> Cast:
    """Cast a core that is `gap` apart from B: until it is half as far, or as near as a touch."""
    close = min(TOUCH_GAP * slop, 0.5 * gap)
    return to_cast(time_of_impact(local, turned, a, s, b, q, close, ITERATIONS))


@kernel
def cast_turning(
    proxies: Proxies,
    shape: Any,
    body: Any,
    c: SweptShape,
    w: Motion,
    p: Sweep,
    is_new: bool,
    gap: float,
    slop: float,
) -> Cast:
    """Cast a leg of a swept shape against a shape of a body that moves by `p`; either of them turns.

    The normal is the target's. Gaps of less than `gap` are touches; one of the target that it has just
    bounced off (not `is_new`) is no hit.
    """
    local, turned = proxies.local, proxies.turned
    b = place_other(local, turned, shape, body, p.angle, c)
    s, q = own_path(c, w), as_upright(shape, other_path(w, p))
    found = MISSED
    for level in range(4):
        a = inner_core(c, level)
        m = separate(turned, core_at(local, turned, a, s, 0.0), core_at(local, turned, b, q, 0.0))
        if m.separation0 > gap:
            found = cast_core(local, turned, a, s, b, q, m.separation0, slop)
            break
        touch = Touch(0.0, 0.0 - m.nx, 0.0 - m.ny, w.x + m.x0, w.y + m.y0)
        if is_new and m.separation0 > -slop and comes_closer(shape, c.radius, w, p, touch):
            found = Cast(0.0, m.nx, m.ny, m.x0, m.y0)
            break
    restore_rotation(local, turned, c)
    return Cast(found.fraction, 0.0 - found.nx, 0.0 - found.ny, w.x + found.x, w.y + found.y)
