"""Triggers that swept bodies pass within one step, also those that they have left at its end."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arrays import CrossingRows, Rows, wide
from ...compile import array, entry, kernel
from ...spatial.filters import may_collide
from ...spatial.walk import NONE
from ..collide.core import Core
from ..collide.dispatch import bounds_of, cast_cores
from ..collide.manifold import Hit
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, length, negate, scale, subtract
from ..spatial.slabs import Ray, slabs_of
from ..spatial.walk import PROXY_TREE, ProxyTree, next_on_ray, start_walk
from ..world.center import place_of, way_of
from ..world.cores import shape_core
from ..world.event_records import CROSSING3
from ..world.groups import QUERY_SCENE3, QueryScene3

# A straight part of the way of a body's origin through the step, from one share of the step to another.
LEG3 = np.dtype(
    [("body", "i8")] + [(name, "f8") for name in ("begin", "end", "x", "y", "z", "dx", "dy", "dz")]
)


class Passing(NamedTuple):
    """A solid of a body on a leg, and the shape that it may pass."""

    own: Core
    i: int  # rows of SHAPE3
    j: int
    start: Vec3
    way: Vec3
    begin: float
    left: float  # share of the step


@entry(PROXY_TREE, QUERY_SCENE3, array(LEG3), array(CROSSING3))
def find_passages(tree: ProxyTree, scene: QueryScene3, legs: Rows, crossings: CrossingRows) -> int:
    """Write the triggers that bodies enter on legs; returns how many there are, also without room for all.

    Shapes have the orientation that they have now.
    """
    count = 0
    for k in range(len(legs)):
        leg = legs[k]
        body = scene.bodies[leg.body]
        i = wide(body.first_shape)
        while i != NONE:
            own = shape_core(scene.shapes[i], body, Vec3(0.0, 0.0, 0.0))
            count = pass_through(tree, scene, leg, own, i, crossings, count)
            i = wide(scene.shapes[i].next_shape)
    return count


@kernel
def pass_through(
    tree: ProxyTree, scene: QueryScene3, leg: Any, own: Core, i: int, crossings: CrossingRows, count: int
) -> int:
    """Append the passages of a solid on a leg; returns the new count."""
    start, way = Vec3(leg.x, leg.y, leg.z), Vec3(leg.dx, leg.dy, leg.dz)
    lx, ly, lz, ux, uy, uz = bounds_of(scene.solids, own)
    x, y, z = 0.5 * (lx + ux), 0.5 * (ly + uy), 0.5 * (lz + uz)
    middle = Vec3(start.x + x, start.y + y, start.z + z)
    ray = Ray(middle.x, middle.y, middle.z, way.x, way.y, way.z, 1.0, ux - x, uy - y, uz - z)
    slabs = slabs_of(ray)
    for part in range(2):
        state = next_on_ray(tree, slabs, 1.0, start_walk(tree, part))
        while state.proxy != NONE:
            j = state.proxy
            is_trigger = scene.filters[i].trigger + scene.filters[j].trigger != 0
            if is_trigger and may_collide(scene.filters, i, j):
                passing = Passing(own, i, j, start, way, leg.begin, leg.end - leg.begin)
                count = pass_one(scene, passing, crossings, count)
            state = next_on_ray(tree, slabs, 1.0, state)
    return count


@kernel
def pass_one(scene: QueryScene3, p: Passing, crossings: CrossingRows, count: int) -> int:
    """Append the passage of a solid through a shape, if it meets it; returns the new count."""
    shape = scene.shapes[p.j]
    body = scene.bodies[shape.body]
    whole = way_of(body)
    place = subtract(place_of(body), scale(1.0 - p.begin, whole))  # when the leg begins
    relative = subtract(p.way, scale(p.left, whole))
    core = shape_core(shape, body, subtract(place, p.start))
    hit = cast_cores(scene.solids, p.own, relative, core)
    if hit.found == 0:
        return count
    o = p.own
    ahead = Core(o.form, o.span, o.radius, o.half, add(o.center, relative), o.rotation)
    back = cast_cores(scene.solids, ahead, negate(relative), core)
    exit_share = 1.0 - back.fraction if back.found == 1 else 1.0
    if count < len(crossings):
        write_crossing(scene, p, hit, max(exit_share, hit.fraction), crossings[count])
        crossing = crossings[count]
        crossing.speed = length(relative)
        point = add(p.start, add_scaled(hit.point, hit.fraction * p.left, whole))
        crossing.x, crossing.y, crossing.z = point.x, point.y, point.z
    return count + 1


@kernel
def write_crossing(scene: QueryScene3, p: Passing, hit: Hit, exit_share: float, crossing: Any) -> None:
    """Write the two bodies of a crossing, the one of the smaller entity first, its times and its normal."""
    a, b, normal = p.i, p.j, hit.normal
    if scene.bodies[scene.shapes[a].body].entity > scene.bodies[scene.shapes[b].body].entity:
        a, b, normal = p.j, p.i, negate(hit.normal)
    crossing.body_a, crossing.body_b = scene.shapes[a].body, scene.shapes[b].body
    crossing.trigger_a, crossing.trigger_b = scene.filters[a].trigger, scene.filters[b].trigger
    crossing.shape_a, crossing.shape_b = scene.shapes[a].index, scene.shapes[b].index
    crossing.entry_time = p.begin + hit.fraction * p.left
    crossing.exit_time = p.begin + exit_share * p.left
    crossing.nx, crossing.ny, crossing.nz = normal.x, normal.y, normal.z
