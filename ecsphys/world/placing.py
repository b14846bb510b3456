"""Fill and unlink rows of bodies and shapes: Python packs the values, kernels write them."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ..arrays import FREE, BodyRows, FilterRows, Ints, Ints2, Reals2, Rows, ShapeRows
from ..compile import INT, INTS, REALS2, array, entry, group, inlined
from ..math2d.core import POINT
from .bodies import BODY, DYNAMIC, KINEMATIC, STATIC
from .shapes import (
    FILTER,
    ORIGIN,
    SHAPE,
    VOLUME_COUNT,
    VOLUME_FORM,
    VOLUME_RADIUS,
    VOLUME_UPRIGHT,
    Shapes,
)
from .waking import is_moving

# Fields of SHAPE and FILTER that come from a collider: one row for each core of each different collider.
SHAPE_TEMPLATE = np.dtype(
    [
        ("points", "i8"),  # first row of its points
        ("form", "i8"),
        ("count", "i8"),
        ("radius", "f8"),
        ("upright", "i8"),
        ("friction", "f8"),
        ("restitution", "f8"),
        ("surface_speed", "f8"),
        ("one_way_x", "f8"),
        ("one_way_y", "f8"),
        ("index", "i8"),
        ("layer", "i8"),
        ("mask", "i8"),
        ("detect_mask", "i8"),
        ("group", "i8"),
        ("trigger", "i8"),
        ("projectile", "i8"),
        ("coarse", "i8"),  # 1: of the coarse volume around the shapes that follow
    ]
)


class Pools(NamedTuple):
    """The arrays of shapes that are not derived from poses."""

    shapes: ShapeRows
    filters: FilterRows
    local: Reals2


POOLS = group(Pools, array(SHAPE), array(FILTER), REALS2)


# Columns of `masses`.
MASS, INERTIA, INVERSE_MASS, INVERSE_INERTIA, CENTER_X, CENTER_Y, REACH, HALF_WIDTH = range(8)


@entry(INTS, INTS, INTS, INTS, INT, INT)
def copy_words(to: Ints, to_places: Ints, source: Ints, places: Ints, first: int, end: int) -> None:
    """Copy words `first` to `end` of rows; `places` and `to_places` are the first words of the rows."""
    for k in range(len(places)):
        to_at, at = to_places[k], places[k]
        for word in range(first, end):
            to[to_at + word] = source[at + word]


@entry(array(BODY), INTS, INTS, INTS, REALS2)
def place_bodies(bodies: BodyRows, rows: Ints, entities: Ints, mass_rows: Ints, masses: Reals2) -> None:
    """Fill the fields of bodies that do not come from components: awake where they move, and without shapes.

    `mass_rows` is the row of `masses` for each body.
    """
    for k in range(len(rows)):
        row, mass_row = rows[k], mass_rows[k]
        body = bodies[row]
        body.entity = entities[k]
        body.lost = 0
        body.first_shape = FREE
        body.mass = masses[mass_row, MASS]
        body.inertia = masses[mass_row, INERTIA]
        body.inverse_mass = masses[mass_row, INVERSE_MASS]
        body.inverse_inertia = masses[mass_row, INVERSE_INERTIA]
        body.center_x = masses[mass_row, CENTER_X]
        body.center_y = masses[mass_row, CENTER_Y]
        body.reach = masses[mass_row, REACH]
        body.half_width = masses[mass_row, HALF_WIDTH]
        body.static_contacts = 0
        body.trigger_contacts = 0
        body.rest_time = 0.0
        body.rest_speed = 0.0
        body.stay_time, body.way_x, body.way_y, body.way_turn = 0.0, 0.0, 0.0, 0.0
        body.next_in_island = row
        body.skin = 0.0
        body.carried_vx = 0.0
        body.carried_vy = 0.0
        body.floor = 0
        body.impact_vx = 0.0
        body.impact_vy = 0.0
        if body.kind == DYNAMIC or (body.kind == KINEMATIC and is_moving(body)):
            body.awake = 1
            continue
        body.awake = 0
        body.previous_x = body.x  # bodies at rest are not interpolated
        body.previous_y = body.y
        body.previous_angle = body.angle
        if body.kind == STATIC:
            body.vx = 0.0
            body.vy = 0.0
            body.angular_velocity = 0.0


@entry(array(BODY), INTS, array(SHAPE_TEMPLATE), REALS2, array(np.int64, 2), POOLS)
def place_shapes(
    bodies: BodyRows, rows: Ints, templates: Rows, points: Reals2, places: Ints2, pools: Pools
) -> int:
    """Fill shapes from templates; each becomes the first of its body. Returns the number of triggers.

    The columns of `places`: index in `rows` of its body, row of its template, first row of its points in the
    pool, and the shape's row. A coarse volume comes before the shapes of its body and has no row.
    """
    triggers, owner, coarse = 0, -1, ORIGIN
    for k in range(len(places)):
        if places[k, 0] != owner:
            owner, coarse = places[k, 0], ORIGIN
        if templates[places[k, 1]].coarse == 1:
            coarse = places[k, 2]
            place_volume(templates[places[k, 1]], points, coarse, pools.local)
            continue
        row = rows[places[k, 0]]
        template = templates[places[k, 1]]
        first = places[k, 2]
        i = places[k, 3]
        body = bodies[row]
        shape = pools.shapes[i]
        at = template.points
        shape.body = row
        shape.next_shape = body.first_shape
        body.first_shape = i
        shape.form = template.form
        shape.first = first
        shape.count = template.count
        shape.radius = template.radius
        shape.upright = template.upright
        shape.centered = 1 if template.form == POINT and points[at, 0] == 0.0 and points[at, 1] == 0.0 else 0
        shape.friction = template.friction
        shape.restitution = template.restitution
        shape.surface_speed = template.surface_speed
        shape.one_way_x = template.one_way_x
        shape.one_way_y = template.one_way_y
        shape.index = template.index
        shape.coarse = coarse
        shape.enlarged = 2
        fill_filter(pools.filters[i], template, body, row)
        copy_points(points, template, pools.local, first)
        triggers += template.trigger
    return int(triggers)


@inlined
def fill_filter(filter_row: Any, template: Any, body: Any, row: int) -> None:
    """Fill the filter of a shape of a body, which has this row."""
    filter_row.body = row
    filter_row.layer = template.layer
    filter_row.mask = template.mask
    filter_row.combined_mask = template.mask | template.detect_mask
    filter_row.group = template.group
    filter_row.trigger = template.trigger
    filter_row.mobile = 1 if body.kind != STATIC else 0
    filter_row.dynamic = 1 if body.kind == DYNAMIC else 0
    filter_row.projectile = template.projectile


@inlined
def copy_points(points: Reals2, template: Any, local: Reals2, first: int) -> None:
    """Copy the points of a template to the pool, from row `first` on."""
    at = template.points
    for p in range(template.count):
        for c in range(4):
            local[first + p, c] = points[at + p, c]


@inlined
def place_volume(template: Any, points: Reals2, row: int, local: Reals2) -> None:
    """Fill the rows of a coarse volume."""
    local[row, VOLUME_FORM] = template.form
    local[row, VOLUME_COUNT] = template.count
    local[row, VOLUME_RADIUS] = template.radius
    local[row, VOLUME_UPRIGHT] = template.upright
    copy_points(points, template, local, row + 1)


class Unlinked(NamedTuple):
    """How many shapes and coarse volumes were unlinked."""

    shapes: int
    volumes: int


@entry(array(BODY), array(SHAPE), INTS, INTS, INTS)
def unlink_shapes(bodies: BodyRows, shapes: ShapeRows, rows: Ints, taken: Ints, volumes: Ints) -> Unlinked:
    """Unlink all shapes of some bodies.

    `taken` receives their rows, `volumes` where the coarse volumes around them begin.
    """
    count, found = 0, 0
    for row in rows:
        i = bodies[row].first_shape
        bodies[row].first_shape = FREE
        if i >= 0 and shapes[i].coarse != ORIGIN:
            volumes[found] = shapes[i].coarse
            found += 1
        while i >= 0:
            taken[count] = i
            count += 1
            i = shapes[i].next_shape
    return Unlinked(count, found)


def pools_of(shapes: Shapes) -> Pools:
    """Return the arrays as the group that kernels take."""
    return Pools(shapes.rows, shapes.filters, shapes.local)
