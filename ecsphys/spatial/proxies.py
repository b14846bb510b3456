"""Proxies: the turned points and the boxes of shapes, kept in step with the poses of their bodies.

A fat box encloses the tight one with a margin and reaches ahead along the motion, so that it changes in few
steps only. Shapes whose fat box was rewritten are listed for the broad phase.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..arrays import BodyRows, Boxes, Ints, PointRows, Rows, ShapeRows, wide
from ..collide.bounds import core_bounds, rotate_rows
from ..collide.manifold import Core
from ..compile import INT, INTS, REALS2, array, entry, group, inlined, kernel
from ..limits import Limits
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..settings import CONTEXT, StepContext
from ..world.areas import EFFECT
from ..world.bodies import BODY, FORCED, KINEMATIC, STATIC
from ..world.body_range import has_motion_within
from ..world.foreseen import foreseen_on, way_down
from ..world.shapes import (
    ORIGIN,
    SHAPE,
    VOLUME_COUNT,
    VOLUME_FORM,
    VOLUME_RADIUS,
    VOLUME_UPRIGHT,
)
from ..world.state import World
from .falling import falls_out, is_falling, leaves

MIN_BODIES_PER_THREAD = 10_000
CROWD = 3.0  # pairs a body up to which fat boxes have their full margins


class Proxies(NamedTuple):
    """What is derived from poses, one row a shape; `local` and `turned` are the pools of points.

    `moved` lists shapes with a rewritten fat box.
    """

    shapes: ShapeRows
    fat: Boxes
    tight: Boxes
    local: PointRows
    turned: PointRows
    moved: Ints


PROXIES = group(Proxies, array(SHAPE), REALS2, REALS2, REALS2, REALS2, INTS)


@inlined
def shape_core(shape: Any, x: float, y: float) -> Core:
    """Return a shape of a body at (x, y) as the core that `collide` works on."""
    return core_from(shape, shape.first, x, y)


@inlined
def core_from(shape: Any, first: int, x: float, y: float) -> Core:
    """Return the core of a shape whose points begin at row `first`; its integers have 64 bits."""
    return Core(wide(shape.form), wide(first), wide(shape.count), shape.radius, x, y)


@inlined
def encloses(fat: Boxes, tight: Boxes, i: int) -> bool:
    """Whether the fat box of shape i encloses its tight one; one comparison, see `filters.gap_to`."""
    out_x = max(fat[i, 0] - tight[i, 0], tight[i, 2] - fat[i, 2])
    return bool(max(out_x, max(fat[i, 1] - tight[i, 1], tight[i, 3] - fat[i, 3])) <= 0.0)


@inlined
def room_of(contacts: int, bodies: BodyRows, crowd: float) -> float:
    """Return what share of their usual size the margins of fat boxes have in a world of so many contacts.

    It is less than 1 where these are more than `crowd` a body.

    In a crowd the boxes of all would overlap. 8,100 crates in a turning drum had 76 contacts each, 5 of them
    with points: with this share their step takes 239 million instructions, 371 without (2026-11-30).
    """
    return min(1.0, crowd * len(bodies) / max(contacts, 1))


@inlined
def fatten(fat: Boxes, tight: Boxes, body: Any, i: int, room: float, context: StepContext) -> None:
    """Rewrite the fat box of shape i around its tight one, ahead of the motion of its body.

    Static shapes get a margin for rounding only.
    """
    margin = max(room * context.aabb_margin, context.speculative) if body.kind != STATIC else context.slop
    lookahead = room * context.lookahead
    ahead_x = body.vx * lookahead
    ahead_y = body.vy * lookahead
    width, height = tight[i, 2] - tight[i, 0] + 2.0 * margin, tight[i, 3] - tight[i, 1] + 2.0 * margin
    growth = (1.0 + abs(ahead_x) / width) * (1.0 + abs(ahead_y) / height)
    if growth > constants.MAX_GROWTH:
        share = math.sqrt(constants.MAX_GROWTH / growth)
        ahead_x, ahead_y = share * ahead_x, share * ahead_y
    fat[i, 0] = tight[i, 0] - margin + min(ahead_x, 0.0)
    fat[i, 1] = tight[i, 1] - margin + min(ahead_y, 0.0)
    fat[i, 2] = tight[i, 2] + margin + max(ahead_x, 0.0)
    fat[i, 3] = tight[i, 3] + margin + max(ahead_y, 0.0)


@inlined
def enclose(fat: Boxes, i: int, lx: float, ly: float, ux: float, uy: float) -> None:
    """Enlarge fat box i to enclose another box."""
    fat[i, 0] = min(fat[i, 0], lx)
    fat[i, 1] = min(fat[i, 1], ly)
    fat[i, 2] = max(fat[i, 2], ux)
    fat[i, 3] = max(fat[i, 3], uy)


@inlined
def circle_bounds(shape: Any, body: Any) -> tuple[float, float, float, float]:
    """Return the box around a circle whose centre is its body's origin."""
    r = shape.radius
    return body.x - r, body.y - r, body.x + r, body.y + r


@inlined
def refresh_body(
    body: Any, proxies: Proxies, count: int, swept: int, room: float, context: StepContext
) -> int:
    """Refresh the shapes of a body; appends those with a rewritten fat box to `moved` and returns its length.

    With `swept` the body moved here in this step: a new fat box also encloses the previous one, so that
    sweeps find the shape on its way, and points of a body that did not turn are up to date.
    """
    shapes, fat, tight = proxies.shapes, proxies.fat, proxies.tight
    local, turned, moved = proxies.local, proxies.turned, proxies.moved
    cosine, sine, is_known = 1.0, 0.0, body.angle == 0.0
    has_turned = swept == 0 or body.angle != body.previous_angle
    i, volume = body.first_shape, ORIGIN
    while i >= 0:
        shape = shapes[i]
        volume = shape.coarse
        was_lx, was_ly, was_ux, was_uy = tight[i, 0], tight[i, 1], tight[i, 2], tight[i, 3]
        if shape.centered == 1:
            if swept == 0:
                turned[shape.first, 0], turned[shape.first, 1] = 0.0, 0.0
            lx, ly, ux, uy = circle_bounds(shape, body)
        else:
            if shape.upright == 1:
                rotate_rows(local, turned, shape.first, shape.count, 1.0, 0.0)
            elif has_turned:
                if not is_known:
                    cosine, sine, is_known = *cos_sin(body.angle), True
                rotate_rows(local, turned, shape.first, shape.count, cosine, sine)
            lx, ly, ux, uy = core_bounds(turned, shape_core(shape, body.x, body.y))
        tight[i, 0] = lx - 2.0 * body.skin  # the distance at which a character touches
        tight[i, 1] = ly - 2.0 * body.skin
        tight[i, 2] = ux + 2.0 * body.skin
        tight[i, 3] = uy + 2.0 * body.skin
        if shape.enlarged == 1:
            fatten(fat, tight, body, i, room, context)
        elif shape.enlarged == 2 or not encloses(fat, tight, i) or falls_out(fat, tight, i, body, context):
            fatten(fat, tight, body, i, room, context)
            if swept == 1 and shape.enlarged == 0:
                enclose(fat, i, was_lx, was_ly, was_ux, was_uy)
            shape.enlarged = 1
            moved[count] = i
            count += 1
        i = shape.next_shape
    if volume != ORIGIN and has_turned:
        turn_volume(proxies, volume, body.angle)
    return count


@kernel
def turn_volume(proxies: Proxies, volume: int, angle: float) -> None:
    """Turn the points of a coarse volume, unless it is upright."""
    local = proxies.local
    c, s = (1.0, 0.0) if local[volume, VOLUME_UPRIGHT] != 0.0 else cos_sin(angle)
    rotate_rows(local, proxies.turned, volume + 1, int(local[volume, VOLUME_COUNT]), c, s)


@inlined
def volume_core(local: PointRows, volume: int, x: float, y: float) -> Core:
    """Return the coarse volume, of a body at (x, y), that begins at a row as the core `collide` works on."""
    form, count = int(local[volume, VOLUME_FORM]), int(local[volume, VOLUME_COUNT])
    return Core(form, volume + 1, count, local[volume, VOLUME_RADIUS], x, y)


class Refreshed(NamedTuple):
    """The new length of `moved`, how many bodies were left out as strays, and how many are kinematic or were
    squeezed by such ones.
    """

    moved: int
    strays: int
    driven: int


@inlined
def is_stray(body: Any, context: StepContext) -> bool:
    """Whether a step has taken a body out of the range of numbers, or would have done so."""
    most = Limits(context.top_position, context.top_speed)
    return not (has_motion_within(body, most) and body.lost != FORCED)


@inlined
def is_driven(body: Any) -> bool:
    """Whether a body may squeeze others, or was squeezed: see `contacts.crush`."""
    return bool((body.kind == KINEMATIC) | (body.squeezed != 0))


@entry(array(BODY), INTS, PROXIES, INT, INT, INT, CONTEXT)
def refresh_proxies(
    bodies: BodyRows,
    rows: Ints,
    proxies: Proxies,
    count: int,
    swept: int,
    contacts: int,
    context: StepContext,
) -> Refreshed:
    """Refresh the shapes of bodies in a world of so many contacts, but for strays: see `refresh_body`."""
    return refresh_all(bodies, rows, proxies, count, swept, contacts, context)


@kernel
def refresh_all(
    bodies: BodyRows,
    rows: Ints,
    proxies: Proxies,
    count: int,
    swept: int,
    contacts: int,
    context: StepContext,
) -> Refreshed:
    """See `refresh_proxies`."""
    strays, driven, room = 0, 0, room_of(contacts, bodies, CROWD)
    for row in rows:
        body = bodies[row]
        driven += is_driven(body)
        if is_stray(body, context):
            strays += 1
        else:
            count = refresh_body(body, proxies, count, swept, room, context)
    return Refreshed(count, strays, driven)


@entry(array(BODY), INTS, PROXIES, INT, array(EFFECT), CONTEXT)
def enlarge_falling(
    bodies: BodyRows, rows: Ints, proxies: Proxies, count: int, effects: Rows, context: StepContext
) -> int:
    """Let fat boxes that are not new enclose the coming step of what falls by areas or fields.

    Appends their shapes to `moved`; returns its new length. After `refresh_proxies`, which knows gravity.
    """
    shapes, fat, tight = proxies.shapes, proxies.fat, proxies.tight
    for row in rows:
        body, foreseen = bodies[row], foreseen_on(effects, row)
        if foreseen.x == 0.0 and foreseen.y == 0.0:
            continue
        if not is_falling(Vec2(body.vx, body.vy), way_down(body, foreseen, context)):
            continue
        i = body.first_shape
        while i >= 0:
            if shapes[i].enlarged == 0 and leaves(fat, tight, i, body, context):
                lx, ly, ux, uy = fat[i, 0], fat[i, 1], fat[i, 2], fat[i, 3]
                fatten(fat, tight, body, i, 1.0, context)
                enclose(fat, i, lx, ly, ux, uy)
                shapes[i].enlarged = 1
                proxies.moved[count] = i
                count += 1
            i = shapes[i].next_shape
    return count


def refresh_bodies(world: World, rows: Ints, swept: int, context: StepContext) -> int:
    """Refresh the shapes of bodies (see `refresh_body`) and list those with a rewritten fat box as `moved`.

    Returns the number of bodies out of range, which are left out. Each thread appends to a stretch of
    `moved` of its own; the stretches are joined in order.
    """
    bodies, proxies, pool = world.bodies.rows, proxies_of(world), world.pool
    contacts = world.solid.contact_count
    if pool.threads == 1 or pool.is_alone(len(rows), MIN_BODIES_PER_THREAD):
        found: Refreshed = refresh_proxies(bodies, rows, proxies, world.moved_count, swept, contacts, context)
        world.moved_count, world.is_driven = found.moved, world.is_driven or found.driven > 0
        return found.strays
    moved, room = proxies.moved, len(world.shapes.rows)
    ranges = pool.ranges(len(rows), MIN_BODIES_PER_THREAD)
    begins = [world.moved_count, *(k * room for k in range(1, len(ranges)))]
    parts = pool.call(
        refresh_proxies,
        [
            (bodies, rows[first:end], proxies, begin, swept, contacts, context)
            for (first, end), begin in zip(ranges, begins, strict=True)
        ],
    )
    count = parts[0].moved
    for begin, (end, _, _) in zip(begins[1:], parts[1:], strict=True):
        moved[count : count + end - begin] = moved[begin:end]
        count += end - begin
    world.moved_count, world.is_driven = count, world.is_driven or any(part.driven for part in parts)
    return sum(part.strays for part in parts)


@entry(array(SHAPE), INTS)
def mark_indexed(shapes: ShapeRows, ids: Ints) -> None:
    """Mark shapes as up to date in the broad phase."""
    for i in ids:
        shapes[i].enlarged = 0


def proxies_of(world: World) -> Proxies:
    """Return a world's proxies; `moved` has room for every shape, once a thread."""
    shapes = world.shapes
    known: Proxies | None = shapes.group
    if known is None or known.moved is not world.moved:
        arrays = shapes.rows, shapes.fat, shapes.tight, shapes.local, shapes.turned
        shapes.group = known = Proxies(*arrays, world.reserve_moved())
    return known
