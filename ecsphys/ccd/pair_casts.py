"""Casts of two shapes along the paths of their bodies: when they meet, and when they part."""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import PointRows
from ..collide.cast import ANY_TOUCH, Cast, first_touch
from ..collide.chain import without_chain
from ..collide.manifold import translate
from ..collide.time_of_impact import SEPARATED, Sweep, time_of_impact
from ..compile import inlined, kernel
from ..math2d.core import HALF_PLANE, INSIDE
from ..math2d.vec2 import Vec2
from ..spatial.proxies import shape_core
from ..world.bodies import STATIC
from ..world.center import center_at
from ..world.events import BEYOND
from .sweeps import (
    ITERATIONS,
    MISSED,
    ROUNDING,
    TOUCH_GAP,
    Motion,
    as_upright,
    cast_linear,
    cast_rotating,
    other_path,
    own_path,
    reverse,
)
from .swept_shape import (
    SweptShape,
    full_core,
    place_other,
    place_swept_shape,
    points_needed,
    restore_rotation,
)

MUCH_LARGER = 2.0  # ratio of the reaches above which the smaller body is swept


@inlined
def turns_far(
    turn: float,
    reach: float,
    radius: float,
    other_turn: float,
    other_reach: float,
    other_radius: float,
    unit: float,
) -> bool:
    """Whether rotation moves points of two shapes by more than a part of `unit`.

    Those of the unrounded shapes: a disc around its centre may turn freely. The spin that rounding errors
    leave to a thin shape, whose `unit` is 0, is not far.
    """
    arm, other_arm = max(reach - radius, 0.0), max(other_reach - other_radius, 0.0)
    least = ROUNDING * (arm + other_arm)
    return bool(abs(turn) * arm + abs(other_turn) * other_arm > max(constants.SPIN_THRESHOLD * unit, least))


@kernel
def sweep_pair(
    local: PointRows,
    turned: PointRows,
    shape: Any,
    body: Any,
    c: SweptShape,
    w: Motion,
    path: Sweep,
    settled: bool,
    solid: bool,
    slop: float,
) -> Cast:
    """Cast a swept shape against another one; lengths are relative to the start of its motion.

    `path` is the other body's motion over a whole step. With `settled` its points in `turned` are up to date,
    unless it turns. The inside of chain loops stops nothing: it is entered through their segments.
    """
    if shape.form == INSIDE:
        return MISSED
    p = other_path(w, path)
    unit = min(slop, c.half_width)
    far = turns_far(w.turn, c.reach, c.radius, p.turn, body.reach, shape.radius, unit)
    if p.turn == 0.0 and settled and not far:
        ox, oy = center_at(body, body.angle)
        b = shape_core(shape, p.x - ox, p.y - oy)
        return cast_linear(turned, c, w, p, b, solid, slop)
    b = place_other(local, turned, shape, body, p.angle, c)
    if not far:
        return cast_linear(turned, c, w, p, translate(b, p.x, p.y), solid, slop)
    return cast_rotating(local, turned, c, w, b, as_upright(shape, p), solid, slop)


@inlined
def sweeps_other(c: SweptShape, body: Any) -> bool:
    """Whether the other body is swept against a shape: one that can move and is much smaller.

    Where shapes overlap, the core disc in the middle of the swept one decides what is an obstacle. In a long
    plate that disc says nothing about what is at the plate's ends.
    """
    is_solid = c.form != INSIDE and c.form != HALF_PLANE
    return bool(is_solid and body.kind != STATIC and c.reach > MUCH_LARGER * body.reach)


@kernel
def sweep_other(
    local: PointRows,
    turned: PointRows,
    shape: Any,
    body: Any,
    c: SweptShape,
    w: Motion,
    path: Sweep,
    slop: float,
) -> Cast:
    """Cast another body's shape, as swept, against shape c, relative to the start of c's motion."""
    if shape.form == INSIDE:
        return MISSED
    first = c.first + points_needed(c.count)
    other = place_swept_shape(local, turned, shape, body, path.angle, first, slop)
    left = w.left
    q = Motion(path.x, path.y, path.angle, left * path.dx, left * path.dy, left * path.turn, w.time, left)
    x, y = w.x - path.x, w.y - path.y
    p = as_upright(c, Sweep(x, y, c.angle, w.dx, w.dy, w.turn))
    if turns_far(q.turn, other.reach, other.radius, p.turn, c.reach, c.radius, min(slop, other.half_width)):
        hit = cast_rotating(local, turned, other, q, full_core(c), p, True, slop)
        restore_rotation(local, turned, c)
    else:
        hit = cast_linear(turned, other, q, p, translate(full_core(c), x, y), True, slop)
    return Cast(hit.fraction, 0.0 - hit.nx, 0.0 - hit.ny, hit.x - x, hit.y - y)


@kernel
def exit_time(
    local: PointRows,
    turned: PointRows,
    shape: Any,
    body: Any,
    c: SweptShape,
    w: Motion,
    path: Sweep,
    entry: float,
    slop: float,
) -> float:
    """Return the time at which a swept shape leaves another one, by a cast back from the end of its motion.

    Never before `entry`, which `sweep_pair` found with the same tolerance; BEYOND if they touch at the end.
    """
    p = other_path(w, path)
    a, b = without_chain(full_core(c)), without_chain(place_other(local, turned, shape, body, p.angle, c))
    if turns_far(w.turn, c.reach, c.radius, p.turn, body.reach, shape.radius, min(slop, c.half_width)):
        own, other = reverse(own_path(c, w)), reverse(as_upright(shape, p))
        last = time_of_impact(local, turned, a, own, b, other, TOUCH_GAP * slop, ITERATIONS)
        fraction = 1.0 if last.status == SEPARATED else last.fraction
        restore_rotation(local, turned, c)
    else:
        dx, dy = w.dx - p.dx, w.dy - p.dy
        a, b = translate(a, dx, dy), translate(b, p.x, p.y)
        fraction = min(first_touch(turned, a, Vec2(-dx, -dy), b, ANY_TOUCH).fraction, 1.0)
    return BEYOND if fraction == 0.0 else max(entry, w.time + (1.0 - fraction) * w.left)
