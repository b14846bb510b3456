"""Facts: what a character touched on its way and at its end."""

from __future__ import annotations

from typing import Any

from ..arrays import Reals2, Rows
from ..compile import kernel
from .neighbours import Near
from .overlap import NX, NY, PROXY, X, Y, gather_planes
from .records import FLOATING, MOST_HITS


@kernel
def note(hits: Rows, c: Any, body: Any, proxy: int, nx: float, ny: float, x: float, y: float) -> None:
    """Remember a surface touched; one a shape, the last touch counts."""
    k = 0
    while k < c.hits and hits[c.first_hit + k].proxy != proxy:
        k += 1
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
def note_touches(near: Near, planes: Reals2, hits: Rows, c: Any, body: Any) -> None:
    """Add what touches now to the surfaces met on the way, and tell floor, wall and ceiling."""
    for k in range(gather_planes(near, planes, c, body)):
        note(hits, c, body, int(planes[k, PROXY]), planes[k, NX], planes[k, NY], planes[k, X], planes[k, Y])
    c.on_wall = 0
    c.on_ceiling = 0
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = hits[k]
        hit.entity = near.bodies[near.shapes[hit.proxy].body].entity
        if c.mode == FLOATING:
            c.on_wall = 1
        elif hit.ny <= -c.min_floor:
            c.on_ceiling = 1
        elif hit.ny < c.min_floor and hit.proxy != c.floor_proxy:
            c.on_wall = 1
            c.wall_x = 1.0 if hit.nx > 0.0 else -1.0
