"""The next impact of a swept body, found by sweeping its shapes through the tree of the broad phase."""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ... import constants
from ...arrays import BodyRows, FilterRows, Ints, ShapeRows
from ...ccd.next_event import is_stopped_by
from ...ccd.records import NOT_SWEPT
from ...compile import INT, INTS, array, group, inlined, kernel
from ...contacts.speculative import is_swept_against
from ...spatial.filters import may_collide
from ...spatial.pair_keys import is_among, pair_key
from ...spatial.walk import NONE
from ...world.shapes import FILTER
from ..collide.advance import Sweep
from ..collide.core import MESH, PLANE, SOLID_ROWS, Core, SolidRows
from ..collide.dispatch import bounds_of, ray_core
from ..math3d.quaternion import rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, dot, length_squared, scale, subtract
from ..settings import CONTEXT3, StepContext3
from ..solver.workspace import WORKSPACE3, Workspace3
from ..spatial.slabs import Ray, slabs_of
from ..spatial.walk import PROXY_TREE, ProxyTree, WalkState, next_on_ray, start_walk
from ..world.cores import core_at
from ..world.records import BODY3, SHAPE3
from .meeting import Meeting, meet, sink_in
from .records import CCD_STATE3, CcdState3
from .swept_body import Path, moved, path_at, swept_path


class Ccd3(NamedTuple):
    """The state of continuous collision, and the arrays of the world that it reads.

    `work`: the solver's, with room for at least one contact. `parts` of the tree are searched: 1 without
    moving proxies. `apart`: ascending keys of pairs of bodies that filters and ignored pairs let pass.
    """

    tree: ProxyTree
    bodies: BodyRows
    shapes: ShapeRows
    filters: FilterRows
    solids: SolidRows
    state: CcdState3
    work: Workspace3
    context: StepContext3
    parts: int
    apart: Ints


CCD3 = group(
    Ccd3,
    *(
        PROXY_TREE,
        array(BODY3),
        array(SHAPE3),
        array(FILTER),
        SOLID_ROWS,
        CCD_STATE3,
        WORKSPACE3,
        CONTEXT3,
        INT,
        INTS,
    ),
)


@inlined
def place_core(shape: Any, body: Any, p: Path, origin: Vec3) -> Core:
    """Return the core of a shape whose body's centre of mass is on a path, relative to an origin."""
    q = p.q
    center = rotate(rotation_of(q.w, q.x, q.y, q.z), Vec3(body.center_x, body.center_y, body.center_z))
    return core_at(shape, subtract(subtract(p.place, center), origin), q)


@inlined
def version_of(state: CcdState3, body: int) -> int:
    """Return the number of changes of a body's path in this step."""
    slot = state.slots[body]
    return 0 if slot == NOT_SWEPT else int(state.swept[slot].version)


@kernel
def find_impact(ccd: Ccd3, k: int) -> None:
    """Search the next impact of swept body k.

    From the last impact of all on: before that time, others may have been on another path.
    """
    shapes, s = ccd.shapes, ccd.state.swept[k]
    s.impact_time, s.other_shape = math.inf, NONE
    begin = max(s.time, ccd.state.counts[0].now)
    if begin >= 1.0 or s.impacts >= constants.MAX_IMPACTS:
        return
    body, p = ccd.bodies[s.body], moved(swept_path(s), begin - s.time)
    i = body.first_shape
    while i != NONE:
        if ccd.filters[i].trigger == 0:
            core = place_core(shapes[i], body, p, p.place)
            for part in range(ccd.parts):
                search_part(ccd, k, i + 0, core, p, begin, part)
            if ccd.parts > 1:
                search_changed(ccd, k, i + 0, core, p, begin)
        i = shapes[i].next_shape


@inlined
def search_part(ccd: Ccd3, k: int, i: int, core: Core, p: Path, begin: float, part: int) -> None:
    """Sweep shape i of swept body k, from `begin` on, through a part of the tree."""
    state, s, left = ccd.state, ccd.state.swept[k], 1.0 - begin
    lx, ly, lz, ux, uy, uz = bounds_of(ccd.solids, core)
    x, y, z = 0.5 * (lx + ux), 0.5 * (ly + uy), 0.5 * (lz + uz)
    start, way = add(p.place, Vec3(x, y, z)), scale(left, p.d)
    slabs = slabs_of(Ray(start.x, start.y, start.z, way.x, way.y, way.z, 1.0, ux - x, uy - y, uz - z))
    place: WalkState = start_walk(ccd.tree, part)
    while True:
        place = next_on_ray(ccd.tree, slabs, min((s.impact_time - begin) / left, 1.0), place)
        j = place.proxy
        if j == NONE:
            return
        slot = state.slots[ccd.shapes[j].body]
        if slot == NOT_SWEPT or state.swept[slot].changed == 0:  # else the tree holds the path it had before
            try_shape(ccd, k, i, j, core, p, begin)


@inlined
def search_changed(ccd: Ccd3, k: int, i: int, core: Core, p: Path, begin: float) -> None:
    """Sweep shape i of swept body k, from `begin` on, against bodies whose paths have changed."""
    state = ccd.state
    for slot in range(state.counts[0].swept):
        other = state.swept[slot]
        if slot != k and other.changed == 1:
            j = ccd.bodies[other.body].first_shape
            while j != NONE:
                try_shape(ccd, k, i, j + 0, core, p, begin)
                j = ccd.shapes[j].next_shape


@kernel
def try_shape(ccd: Ccd3, k: int, i: int, j: int, core: Core, p: Path, begin: float) -> None:
    """Keep the impact of shape i of swept body k with shape j if it is the earliest so far.

    Ties go to the smaller row of SHAPE3.
    """
    state, shapes, s, left = ccd.state, ccd.shapes, ccd.state.swept[k], 1.0 - begin
    row = shapes[j].body
    body, other = ccd.bodies[s.body], ccd.bodies[row]
    if not (
        is_swept_against(body, other)
        and may_collide(ccd.filters, i, j)
        and is_stopped_by(ccd.filters, i, j, ccd.context.response)
    ):
        return
    if len(ccd.apart) > 0 and is_among(pair_key(s.body, row), ccd.apart):
        return
    q = path_at(ccd.bodies, state.swept, state.slots, row, begin)
    way = scale(left, subtract(p.d, q.d))
    form = shapes[j].form
    if form != PLANE and form != MESH:
        away = subtract(q.place, p.place)
        if stay_apart(away, way, body.reach + other.reach + ccd.context.slop):
            return
    found = meet_on_paths(ccd, core, p, place_core(shapes[j], other, q, p.place), q, way, left)
    time = begin + found.fraction * left
    if found.fraction > 1.0 or time > s.impact_time or (time == s.impact_time and j > s.other_shape):
        return
    s.impact_time, s.own_shape, s.other_shape = time, i, j
    s.other_version = version_of(state, row)
    s.nx, s.ny, s.nz = found.normal.x, found.normal.y, found.normal.z
    place = add(p.place, add_scaled(found.place, found.fraction * left, q.d))
    s.px, s.py, s.pz = place.x, place.y, place.z


@kernel
def meet_on_paths(ccd: Ccd3, a: Core, p: Path, b: Core, q: Path, way: Vec3, left: float) -> Meeting:
    """Return when core A runs into core B in the rest of a step, both relative to where path p begins; `way`:
    that of A relative to B.
    """
    slop = ccd.context.slop
    found = meet(ccd.solids, a, way, b, slop)
    if found.fraction * dot(way, found.normal) > slop:
        return found
    through = ray_core(ccd.solids, b, Vec3(0.0, 0.0, 0.0), way)
    if through.found == 1 and through.fraction <= 1.0:  # no rolling: the middle would come out behind
        return found
    turning_a = Sweep(Vec3(0.0, 0.0, 0.0), scale(left, p.d), scale(left, p.turn))
    turning_b = Sweep(subtract(q.place, p.place), scale(left, q.d), scale(left, q.turn))
    return sink_in(ccd.solids, a, turning_a, b, turning_b, slop)


@inlined
def stay_apart(away: Vec3, way: Vec3, reach: float) -> bool:
    """Whether the balls around a body and another one, `away` from it, do not meet on its way."""
    closing, square = dot(away, way), length_squared(way)
    nearest = 0.0
    if closing > 0.0:
        nearest = 1.0 if closing >= square else closing / square
    return bool(length_squared(add_scaled(away, -nearest, way)) > reach * reach)
