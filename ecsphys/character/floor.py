"""What a character stands on: floors, the edges of floors, wedges between slopes; stepping up."""

from __future__ import annotations

from typing import Any

from .._jit import kernel
from ..collide.ray import raycast
from ..world.layout import DYNAMIC
from .layout import NONE
from .near import Near, core_of
from .sweep import NO_TOUCH, Touch, first_touch

ALIKE = 0.999  # cosine: a surface whose normal is nearer than this to a touch's is met on its side, not its edge


@kernel
def surface_below(near: Near, c: Any, body: Any, x: float, y: float, depth: float) -> Touch:
    """The surface straight below a point given from the character's origin; none when it is inside a solid.

    What may be pushed away is left out.
    """
    best = NO_TOUCH
    for k in range(c.near):
        i = near.ids[k]
        if near.bodies[near.shapes[i].body].kind == DYNAMIC:
            continue
        fraction, nx, ny = raycast(near.turned, core_of(near, body, i), x, y, x, y - depth)
        if fraction < best.fraction:
            best = Touch(i, fraction, nx, ny, x, y - fraction * depth)
    return NO_TOUCH if best.fraction == 0.0 or best.fraction > 1.0 else best


@kernel
def edge_of_floor(near: Near, c: Any, body: Any, touch: Touch) -> Touch:
    """The floor whose edge the character touches no higher than it can step, else NO_TOUCH."""
    skin = body.skin
    if touch.y - c.below > c.step_height + 2.0 * skin:
        return NO_TOUCH
    x = touch.x - (2.0 * skin if touch.nx > 0.0 else -2.0 * skin)
    floor = surface_below(near, c, body, x, touch.y + 4.0 * skin, 8.0 * skin)
    return floor if floor.proxy != NONE and floor.ny >= c.min_floor else NO_TOUCH


@kernel
def is_wedged(near: Near, c: Any, body: Any, touch: Touch) -> bool:
    """Whether the way down along a steep slope is closed by another that faces it."""
    length = 4.0 * body.skin
    x, y = touch.ny * length, -touch.nx * length
    if y > 0.0:
        x, y = -x, -y
    other = first_touch(near, c, body, x, y, NONE)
    return bool(other.fraction < 0.5 and other.nx * touch.nx < 0.0 and other.ny > -c.min_floor)


@kernel
def stand_on(near: Near, c: Any, body: Any, proxy: int, nx: float, ny: float, touch: Touch) -> None:
    """Note the floor, with its own normal. The foot is where the character's core is nearest to it."""
    to_core = near.shapes[c.own].radius + 0.5 * body.skin
    c.on_floor = 1
    c.floor_proxy = proxy
    c.floor_body = near.shapes[proxy].body
    c.floor_entity = near.bodies[c.floor_body].entity
    c.floor_nx = nx
    c.floor_ny = ny
    c.foot_x = touch.x + to_core * touch.nx
    c.foot_y = touch.y + to_core * touch.ny
    c.steep_x = 0.0


@kernel
def leave_floor(c: Any) -> None:
    """Note that there is no floor."""
    c.on_floor = 0
    c.floor_proxy = NONE
    c.floor_body = NONE
    c.floor_entity = 0
    c.floor_nx = 0.0
    c.floor_ny = 0.0


@kernel
def find_floor(near: Near, c: Any, body: Any, reach: float, stood: bool) -> bool:
    """Put the character down on a floor at most `reach` below it; says whether there is one.

    Edges count as floor for one that stood, so that walking over the end of a ledge is no slide.
    """
    touch = first_touch(near, c, body, 0.0, -reach, NONE)
    if touch.proxy == NONE:
        return False
    nx, ny, proxy = touch.nx, touch.ny, touch.proxy
    drop = touch.fraction * reach
    if ny < c.min_floor:
        edge = NO_TOUCH
        if stood:
            body.y -= drop
            edge = edge_of_floor(near, c, body, touch)
            body.y += drop
        if edge.proxy != NONE:
            nx, ny, proxy = edge.nx, edge.ny, edge.proxy
        elif drop < 4.0 * body.skin and is_wedged(near, c, body, touch):
            nx, ny = 0.0, 1.0
        else:
            c.steep_x = touch.nx if drop < 4.0 * body.skin else 0.0
            return False
    body.y -= drop
    stand_on(near, c, body, proxy, nx, ny, touch)
    return True


@kernel
def step_up(near: Near, c: Any, body: Any, touch: Touch, way: float, height: float) -> float:
    """Walk over an edge at most `height` up: lift, go on by `way` along x, put down.

    Returns what is left of the way; all of it when this is no step or there is no room above.
    """
    skin = body.skin
    if way == 0.0 or height <= 0.0 or touch.y - c.below > height + 2.0 * skin:
        return way
    x = touch.x + (2.0 * skin if way > 0.0 else -2.0 * skin)
    top = surface_below(near, c, body, x, c.below + height + 2.0 * skin, height + 2.0 * skin)
    if top.proxy == NONE or top.ny < c.min_floor or top.nx * touch.nx + top.ny * touch.ny > ALIKE:
        return way
    start = body.y
    rise = top.y - c.below + 2.0 * skin
    body.y += min(first_touch(near, c, body, 0.0, rise, NONE).fraction, 1.0) * rise
    done = min(first_touch(near, c, body, way, 0.0, NONE).fraction, 1.0)
    if done * abs(way) < 0.01 * skin:
        body.y = start
        return way
    body.x += done * way
    drop = body.y - start + 2.0 * skin
    ground = first_touch(near, c, body, 0.0, -drop, NONE)
    body.y -= min(ground.fraction, 1.0) * drop
    if ground.proxy != NONE:
        stand_on(near, c, body, top.proxy, top.nx, top.ny, ground)
    return (1.0 - done) * way
