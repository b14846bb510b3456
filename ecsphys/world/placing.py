"""Rows of bodies and shapes that come and go: Python packs what they say, kernels put it in its place."""

from __future__ import annotations

import struct
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .._jit import INTS, REALS2, array, entry, group
from ..math2d.core import ROUND
from .layout import BODY, DYNAMIC, FILTER, FREE, KINEMATIC, PIECE, SHAPE, STATIC
from .state import Shapes
from .waking import is_moving

Rows = npt.NDArray[Any]
Ints = npt.NDArray[np.int64]
Reals2 = npt.NDArray[np.float64]


class Pools(NamedTuple):
    """The arrays of shapes that do not follow from poses."""

    shapes: Rows
    filters: Rows
    local: Reals2


POOLS = group(Pools, array(SHAPE), array(FILTER), REALS2)


def _packing(dtype: np.dtype[Any], left_out: str, unsigned: str = "") -> str:
    """The format of a row of a record array for `struct`, without some fields."""
    codes = []
    for name in dtype.names or ():
        code = "q" if dtype[name].kind == "i" else "d"
        codes.append("8x" if name in left_out.split() else "Q" if name in unsigned.split() else code)
    return "=" + "".join(codes)


# All fields of BODY, in order, but for those that `place_bodies` or a system fills.
BODY_ROW = struct.Struct(
    _packing(
        BODY,
        "awake first_shape near near_triggers rest_time rest_speed ring "
        "skin carried_vx carried_vy floor impact_vx impact_vy",
    )
)
# All fields of PIECE, in order, but for `first`.
PIECE_ROW = struct.Struct(_packing(PIECE, "first", unsigned="layer mask detect_mask"))


@entry(array(BODY), array(BODY), INTS)
def place_bodies(bodies: Rows, new: Rows, rows: Ints) -> None:
    """Fill rows of bodies with new ones: awake where they move, and without shapes."""
    for k in range(len(rows)):
        row = rows[k]
        bodies[row] = new[k]
        body = bodies[row]
        body.first_shape = FREE
        body.ring = row
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


@entry(array(BODY), INTS, array(PIECE), REALS2, INTS, POOLS)
def place_shapes(bodies: Rows, owners: Ints, pieces: Rows, points: Reals2, ids: Ints, pools: Pools) -> int:
    """Fill rows `ids` of shapes; each becomes the first one of its body. Returns how many are triggers.

    `owners` has the rows of bodies that pieces name by number, `points` those of all pieces.
    """
    at, triggers = 0, 0
    for k in range(len(ids)):
        piece = pieces[k]
        row = owners[piece.owner]
        body = bodies[row]
        shape = pools.shapes[ids[k]]
        shape.body = row
        shape.next_shape = body.first_shape
        body.first_shape = ids[k]
        shape.form = piece.form
        shape.first = piece.first
        shape.count = piece.count
        shape.radius = piece.radius
        shape.upright = piece.upright
        shape.centered = 1 if piece.form == ROUND and points[at, 0] == 0.0 and points[at, 1] == 0.0 else 0
        shape.friction = piece.friction
        shape.restitution = piece.restitution
        shape.surface_speed = piece.surface_speed
        shape.one_way_x = piece.one_way_x
        shape.one_way_y = piece.one_way_y
        shape.index = piece.index
        shape.enlarged = 2
        rules = pools.filters[ids[k]]
        rules.body = row
        rules.layer = piece.layer
        rules.mask = piece.mask
        rules.notices = piece.mask | piece.detect_mask
        rules.group = piece.group
        rules.trigger = piece.trigger
        rules.mobile = 1 if body.kind != STATIC else 0
        rules.dynamic = 1 if body.kind == DYNAMIC else 0
        rules.projectile = piece.projectile
        for p in range(piece.count):
            for c in range(4):
                pools.local[piece.first + p, c] = points[at + p, c]
        at += piece.count
        triggers += piece.trigger
    return int(triggers)


@entry(array(BODY), array(SHAPE), INTS, INTS)
def take_shapes(bodies: Rows, shapes: Rows, rows: Ints, taken: Ints) -> int:
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
