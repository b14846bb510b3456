"""The solid of a query against shapes of the world: overlap, and distance."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from ...arrays import Ints, Reals2
from ...compile import INT, INTS, REALS2, entry, kernel
from ...query.scene import QUERY_FILTER, QueryFilter
from ..collide.core import CORE, PLANE, POINT, VEC3, Core, SolidRows
from ..collide.dispatch import closest_cores, collide_cores, contains
from ..math3d.vec3 import Vec3
from ..spatial.cuboid import Cuboid
from ..world.groups import QUERY_SCENE3, QueryScene3
from ..world.state import World3
from .scene import core_from, scene_of
from .shared import passes_filter

OVERLAP, DISTANCE = 0, 1  # tasks of `test_shapes3`


class Proximity3(NamedTuple):
    """The relation of two solids: their distance (DISTANCE) or 0 (OVERLAP), infinite if there is none.

    The normal is unit and points away from the solid of the world; zero for OVERLAP.
    """

    value: float
    nx: float
    ny: float
    nz: float


NO_PROXIMITY = Proximity3(math.inf, 0.0, 0.0, 0.0)


@kernel
def proximity(rows: SolidRows, own: Core, other: Core, task: int) -> Proximity3:
    """Return the proximity of the query's solid to one of the world; two without interior have none."""
    if own.form >= PLANE and other.form >= PLANE:
        return NO_PROXIMITY
    if task == OVERLAP:
        if own.form == POINT and own.radius == 0.0:
            touches = contains(rows, other, own.center)
        else:
            touches = collide_cores(rows, other, own, 0.0).count > 0
        return Proximity3(0.0, 0.0, 0.0, 0.0) if touches else NO_PROXIMITY
    found = closest_cores(rows, other, own)
    return Proximity3(found.distance, found.normal.x, found.normal.y, found.normal.z)


@entry(INTS, QUERY_SCENE3, QUERY_FILTER, CORE, VEC3, INT, INTS, REALS2)
def test_shapes3(
    ids: Ints,
    scene: QueryScene3,
    query: QueryFilter,
    own: Core,
    start: Vec3,
    task: int,
    rows: Ints,
    answers: Reals2,
) -> int:
    """Test a solid, whose origin is at `start`, against shapes of the world.

    Returns how many have a proximity; `rows` gets these, `answers` (n, 4) their `Proximity3`s.
    """
    count = 0
    for i in ids:
        if passes_filter(scene, query, i):
            found = proximity(scene.solids, own, core_from(scene, i, start), task)
            if found.value < math.inf:
                rows[count] = i
                answers[count, 0] = found.value
                answers[count, 1] = found.nx
                answers[count, 2] = found.ny
                answers[count, 3] = found.nz
                count += 1
    return count


def find_near(
    world: World3, ids: Ints, own: Core, start: Vec3, task: int, query: QueryFilter
) -> tuple[Ints, Reals2]:
    """Return the rows of those shapes that have a proximity to a solid, and these (n, 4)."""
    rows, answers = np.empty(len(ids), np.int64), np.empty((len(ids), len(Proximity3._fields)))
    count = test_shapes3(ids, scene_of(world), query, own, start, task, rows, answers)
    return rows[:count], answers[:count]


def find_in(
    world: World3, box: Cuboid, own: Core, start: Vec3, task: int, query: QueryFilter
) -> tuple[Ints, Reals2]:
    """Do as `find_near` with the shapes whose fat boxes overlap a box."""
    return find_near(world, world.index.query(box), own, start, task, query)
