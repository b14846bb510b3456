"""Surfaces that a character touched during a step and at its end."""

from __future__ import annotations

from typing import Any

from ..arrays import PlaneRows, Rows
from ..compile import kernel
from .neighbours import Neighbours
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
        elif hit.ny < c.min_floor and hit.proxy != c.floor_proxy:
            c.on_wall = 1
            c.wall_x = 1.0 if hit.nx > 0.0 else -1.0
