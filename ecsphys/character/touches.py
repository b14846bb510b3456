"""Surfaces that a character touched during a step and at its end."""

from __future__ import annotations

from typing import Any

from ..arrays import PlaneRows, Rows
from ..collide.chain import without_chain
from ..collide.manifold import Core
from ..collide.seam import EndContact, refuses, rise_above
from ..compile import kernel
from ..math2d.core import INSIDE
from ..math2d.vec2 import Vec2
from .neighbours import Neighbours, own_core, relative_core
from .overlap import collect_planes
from .records import FLOATING, MOST_HITS


@kernel
def place_of_hit(hits: Rows, c: Any, proxy: int) -> int:
    """Return which of a character's hits to write for a touched shape; MOST_HITS without room."""
    k = 0
    while k < c.hits and hits[c.first_hit + k].proxy != proxy:
        k += 1
    return k


@kernel
def record_hit(hits: Rows, c: Any, body: Any, proxy: int, nx: float, ny: float, x: float, y: float) -> None:
    """Record a touched surface: one per shape, the last touch wins."""
    k = place_of_hit(hits, c, proxy)
    if k == MOST_HITS:
        return
    hit = hits[c.first_hit + k]
    hit.proxy = proxy
    hit.nx = nx
    hit.ny = ny
    hit.x = body.x + x
    hit.y = body.y + y
    c.hits = max(c.hits, k + 1)


@kernel
def step_over(hits: Rows, c: Any, proxy: int) -> None:
    """Record that a touched shape was no obstacle: the character now stands higher."""
    k = place_of_hit(hits, c, proxy)
    if k < MOST_HITS and c.on_floor == 1:
        hit = hits[c.first_hit + k]
        hit.nx = c.floor_nx
        hit.ny = c.floor_ny


@kernel
def is_below(neighbours: Neighbours, c: Any, core: Core, p: Vec2, hit: Any, skin: float) -> bool:
    """Whether a shape lies below (or above) a touched surface that is a floor (or a ceiling).

    It rises nowhere above the plane of that surface, which is at `p`. At an edge, the floor is flatter than
    its touch.
    """
    n = Vec2(hit.nx, hit.ny)
    if hit.proxy == c.floor_proxy:
        n = Vec2(c.floor_nx, c.floor_ny)
    return bool(abs(n.y) >= c.min_floor and rise_above(neighbours.turned, core, p, n) < skin)


@kernel
def is_wall(neighbours: Neighbours, hits: Rows, c: Any, body: Any, wall: Any) -> bool:
    """Whether a touched surface is a wall: too steep, and no part of a surface that it can walk on.

    Within two skins a round foot touches corners beside it, too, and leans away from them: such a normal is
    none of the surface that the shapes form together (see `collide.seam`).
    """
    core = solid_core(neighbours, body, wall.proxy)
    if abs(wall.ny) >= c.min_floor or core.form == INSIDE:
        return bool(abs(wall.ny) < c.min_floor)
    hidden, skin, n = 0, body.skin, Vec2(wall.nx, wall.ny)
    end = EndContact(core, own_core(neighbours.shapes, c), n, skin, 2.0 * skin)
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = hits[k]
        hidden += is_below(neighbours, c, core, Vec2(hit.x - body.x, hit.y - body.y), hit, skin)
        other = solid_core(neighbours, body, hit.proxy)
        if hit.proxy != wall.proxy and other.form != INSIDE:
            hidden += refuses(neighbours.turned, end, n, 0, other)
    return hidden == 0


@kernel
def solid_core(neighbours: Neighbours, body: Any, proxy: int) -> Core:
    """Return a shape relative to the character's origin, of a chain the segment alone."""
    shape = neighbours.shapes[proxy]
    return without_chain(relative_core(shape, body, neighbours.bodies[shape.body]))


@kernel
def update_contacts(neighbours: Neighbours, planes: PlaneRows, hits: Rows, c: Any, body: Any) -> None:
    """Add the surfaces that touch now, and derive `on_wall` and `on_ceiling`."""
    for k in range(collect_planes(neighbours, planes, c, body)):
        plane = planes[k]
        record_hit(hits, c, body, plane.proxy, plane.nx, plane.ny, plane.x, plane.y)
    c.on_wall = 0
    c.on_ceiling = 0
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = hits[k]
        hit.entity = neighbours.bodies[neighbours.shapes[hit.proxy].body].entity
        if c.mode == FLOATING:
            c.on_wall = 1
        elif hit.ny <= -c.min_floor:
            c.on_ceiling = 1
        elif is_wall(neighbours, hits, c, body, hit):
            c.on_wall = 1
            c.wall_x = 1.0 if hit.nx > 0.0 else -1.0
