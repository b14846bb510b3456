"""The first hit of a character's motion, among its neighbours."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ...arrays import wide
from ...character.records import NONE
from ...compile import kernel
from ..collide.core import MESH
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot, scale
from .mesh import cast_at_mesh
from .neighbours import ORIGIN, Neighbours3, is_in_reach, own_core, relative_core
from .skin_cast import MISSED, cast_with_skin

SIMULTANEOUS = 1e-3  # as a fraction of the skin: hits closer together count as simultaneous


class Touch(NamedTuple):
    """The first hit of a character: a proxy (NONE: no hit) and its body's row; the rest as in `SkinCast`."""

    proxy: int
    row: int
    fraction: float
    normal: Vec3
    point: Vec3


NO_TOUCH = Touch(NONE, NONE, 2.0, ORIGIN, ORIGIN)


@kernel
def cast_character(neighbours: Neighbours3, c: Any, body: Any, way: Vec3, ignored: int) -> Touch:
    """Return the first hit of a motion, leaving out the body `ignored`.

    Of simultaneous hits the one most against the motion wins, then the smaller proxy.
    """
    shapes, ids, skin = neighbours.shapes, neighbours.ids, body.skin
    length = math.sqrt(dot(way, way))
    slack = SIMULTANEOUS * skin / max(length, SIMULTANEOUS * skin)
    own = own_core(neighbours, c, body)
    best, against = NO_TOUCH, 0.0
    for k in range(c.neighbours):
        i = ids[k]
        row = wide(shapes[i].body)
        if row == ignored or not is_in_reach(neighbours.tight, c, body, i, way, 2.0 * skin):
            continue
        other = relative_core(neighbours, i, body)
        s = MISSED
        if other.form == MESH:
            s = cast_at_mesh(neighbours.solids, own, way, other, skin)
        else:
            s = cast_with_skin(neighbours.solids, own, way, other, skin)
        if s.fraction > min(best.fraction + slack, 1.0):
            continue
        facing = -dot(s.normal, way)
        if s.fraction < best.fraction - slack or facing > against:
            against = facing
            best = Touch(i, row, min(s.fraction, best.fraction), s.normal, s.point)
    return best


@kernel
def move_body(body: Any, fraction: float, way: Vec3) -> None:
    """Move a body along a fraction of a way."""
    body.x += fraction * way.x
    body.y += fraction * way.y
    body.z += fraction * way.z


@kernel
def rest_of(way: Vec3, touch: Touch) -> Vec3:
    """Return what is left of a way behind a touch."""
    return scale(1.0 - min(touch.fraction, 1.0), way)
