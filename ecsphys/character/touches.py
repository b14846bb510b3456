"""Facts: what a character touches at the end of a step."""

from __future__ import annotations

from typing import Any

from .._jit import kernel
from .glide import note
from .layout import FLOATING
from .near import Near, in_reach
from .overlap import depth_of, gap_to
from .sweep import Touch


@kernel
def note_touches(near: Near, c: Any, body: Any) -> None:
    """Add what is within two skins to the surfaces met on the way, and tell floor, wall and ceiling."""
    margin = 2.0 * body.skin
    for k in range(c.near):
        i = near.ids[k]
        if in_reach(near, c, body, i, 0.0, 0.0, margin):
            m = gap_to(near, c, body, i)
            if m.count > 0 and depth_of(m) < margin:
                note(near, c, body, Touch(i, 0.0, m.nx, m.ny, m.x0, m.y0))
    c.on_wall = 0
    c.on_ceiling = 0
    for k in range(c.first_hit, c.first_hit + c.hits):
        hit = near.hits[k]
        if c.mode == FLOATING:
            c.on_wall = 1
        elif hit.ny <= -c.min_floor:
            c.on_ceiling = 1
        elif hit.ny < c.min_floor and hit.proxy != c.floor_proxy:
            c.on_wall = 1
            c.wall_x = 1.0 if hit.nx > 0.0 else -1.0
