"""Rows of bodies and shapes that come and go: Python packs what they say, kernels put it in its place."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ..arrays import FREE, BodyRows, FilterRows, Ints, Ints2, Reals2, Rows, ShapeRows
from ..compile import INT, INTS, REALS2, array, entry, group
from ..math2d.core import POINT
from .bodies import BODY, DYNAMIC, KINEMATIC, STATIC
from .shapes import FILTER, SHAPE, Shapes
from .waking import is_moving

# What of SHAPE and FILTER follows from a collider: one row a piece of each different one that is to be added.
SHAPE_TEMPLATE = np.dtype(
    [
        ("points", "i8"),  # where its points begin
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
    ]
)


class Pools(NamedTuple):
    """The arrays of shapes that do not follow from poses."""

    shapes: ShapeRows
    filters: FilterRows
    local: Reals2


POOLS = group(Pools, array(SHAPE), array(FILTER), REALS2)


# Places in a row of `masses`.
MASS, INERTIA, INVERSE_MASS, INVERSE_INERTIA, CENTER_X, CENTER_Y, REACH, THIN = range(8)


@entry(INTS, INTS, INTS, INTS, INT, INT)
def copy_words(to: Ints, to_places: Ints, source: Ints, places: Ints, first: int, end: int) -> None:
    """Copy words `first` to `end` of rows that begin at some places to rows that begin at others."""
    for k in range(len(places)):
        here, there = to_places[k], places[k]
        for word in range(first, end):
            to[here + word] = source[there + word]


@entry(array(BODY), INTS, INTS, INTS, REALS2)
def place_bodies(bodies: BodyRows, rows: Ints, entities: Ints, weights: Ints, masses: Reals2) -> None:
    """Fill what of bodies' rows their components do not say: awake where they move, and without shapes.

    `weights` says for each one which of the `masses` is its own.
    """
    for k in range(len(rows)):
        row, weight = rows[k], weights[k]
        body = bodies[row]
        body.entity = entities[k]
        body.first_shape = FREE
        body.mass = masses[weight, MASS]
        body.inertia = masses[weight, INERTIA]
        body.inverse_mass = masses[weight, INVERSE_MASS]
        body.inverse_inertia = masses[weight, INVERSE_INERTIA]
        body.center_x = masses[weight, CENTER_X]
        body.center_y = masses[weight, CENTER_Y]
        body.reach = masses[weight, REACH]
        body.half_width = masses[weight, THIN]
        body.static_contacts = 0
        body.trigger_contacts = 0
        body.rest_time = 0.0
        body.rest_speed = 0.0
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
        body.previous_x = body.x  # what stands is not interpolated
        body.previous_y = body.y
        body.previous_angle = body.angle
        if body.kind == STATIC:
            body.vx = 0.0
            body.vy = 0.0
            body.angular_velocity = 0.0


@entry(array(BODY), INTS, array(SHAPE_TEMPLATE), REALS2, array(np.int64, 2), POOLS)
def place_shapes(
    bodies: BodyRows, rows: Ints, pieces: Rows, points: Reals2, places: Ints2, pools: Pools
) -> int:
    """Make shapes of pieces; each becomes the first one of its body. Returns how many are triggers.

    The columns of `places`: whose it is of the bodies in `rows`, which piece, the first row of its points in
    the pool, and the shape's row.
    """
    triggers = 0
    for k in range(len(places)):
        row = rows[places[k, 0]]
        piece = pieces[places[k, 1]]
        first = places[k, 2]
        i = places[k, 3]
        body = bodies[row]
        shape = pools.shapes[i]
        at = piece.points
        shape.body = row
        shape.next_shape = body.first_shape
        body.first_shape = i
        shape.form = piece.form
        shape.first = first
        shape.count = piece.count
        shape.radius = piece.radius
        shape.upright = piece.upright
        shape.centered = 1 if piece.form == POINT and points[at, 0] == 0.0 and points[at, 1] == 0.0 else 0
        shape.friction = piece.friction
        shape.restitution = piece.restitution
        shape.surface_speed = piece.surface_speed
        shape.one_way_x = piece.one_way_x
        shape.one_way_y = piece.one_way_y
        shape.index = piece.index
        shape.enlarged = 2
        rules = pools.filters[i]
        rules.body = row
        rules.layer = piece.layer
        rules.mask = piece.mask
        rules.combined_mask = piece.mask | piece.detect_mask
        rules.group = piece.group
        rules.trigger = piece.trigger
        rules.mobile = 1 if body.kind != STATIC else 0
        rules.dynamic = 1 if body.kind == DYNAMIC else 0
        rules.projectile = piece.projectile
        for p in range(piece.count):
            for c in range(4):
                pools.local[first + p, c] = points[at + p, c]
        triggers += piece.trigger
    return int(triggers)


@entry(array(BODY), array(SHAPE), INTS, INTS)
def unlink_shapes(bodies: BodyRows, shapes: ShapeRows, rows: Ints, taken: Ints) -> int:
    """Take all shapes away from some bodies; `taken` gets their rows. Returns how many there were."""
    count = 0
    for row in rows:
        i = bodies[row].first_shape
        bodies[row].first_shape = FREE
        while i >= 0:
            taken[count] = i
            count += 1
            i = shapes[i].next_shape
    return count


def pools_of(shapes: Shapes) -> Pools:
    """The arrays as the group that kernels take."""
    return Pools(shapes.rows, shapes.filters, shapes.local)
