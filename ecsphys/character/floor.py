"""What a character stands on: floors, the edges of floors, wedges between slopes; stepping up."""

from __future__ import annotations

from typing import Any

from ..arrays import wide
from ..collide.ray import raycast
from ..compile import kernel
from ..world.bodies import DYNAMIC
from .carry import motion_at
from .neighbours import Near, core_at
from .records import FLOATING, NONE
from .sweep import NO_TOUCH, Touch, first_touch

SLIDING = 0.1  # s that a slide down a slope that turns or bumps lasts from touch to touch
ALIKE = 0.999  # cosine: a touch whose normal is nearer than this to the surface's is not at its edge


@kernel
def surface_below(near: Near, c: Any, body: Any, x: float, y: float, depth: float) -> Touch:
    """The floor straight below a point given from the character's origin, at most `depth` further down.

    None when the point is inside a solid, or the first surface is too steep. What may be pushed
    away is left out.
    """
    bodies, shapes, turned, _, ids = near
    best = NO_TOUCH
    for k in range(c.near):
        i = ids[k]
        other = bodies[shapes[i].body]
        if other.kind == DYNAMIC:
            continue
        fraction, nx, ny = raycast(turned, core_at(shapes[i], body, other), x, y, x, y - depth)
        if fraction < best.fraction:
            best = Touch(i, wide(shapes[i].body), fraction, nx, ny, x, y - fraction * depth)
    return NO_TOUCH if best.fraction == 0.0 or best.fraction > 1.0 or best.ny < c.min_floor else best


@kernel
def stand_on(c: Any, skin: float, floor: Touch, touch: Touch) -> None:
    """Note the floor and where it is touched (an edge's normal is another than its floor's).

    The foot is the point of the character's core that is nearest to it.
    """
    c.on_floor = 1
    c.floor_proxy = floor.proxy
    c.floor_body = floor.row
    c.floor_nx = floor.nx
    c.floor_ny = floor.ny
    c.foot_x = touch.x + (c.radius + 0.5 * skin) * touch.nx
    c.foot_y = touch.y + (c.radius + 0.5 * skin) * touch.ny
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
def edge_of_floor(near: Near, c: Any, body: Any, touch: Touch, drop: float) -> Touch:
    """The floor whose edge the character, `drop` further down, touches no higher than it can step."""
    skin = body.skin
    if touch.y - c.below > c.step_height + 2.0 * skin:
        return NO_TOUCH
    x = touch.x - (2.0 * skin if touch.nx > 0.0 else -2.0 * skin)
    return surface_below(near, c, body, x, touch.y - drop + 4.0 * skin, 8.0 * skin)


@kernel
def is_wedged(near: Near, c: Any, body: Any, touch: Touch) -> bool:
    """Whether the way down along a steep slope is closed by another that faces it."""
    length = 4.0 * body.skin
    side = length if touch.nx > 0.0 else -length
    other = first_touch(near, c, body, side * touch.ny, -side * touch.nx, NONE)
    return bool(other.fraction < 0.5 and other.nx * touch.nx < 0.0 and other.ny > -c.min_floor)


@kernel
def find_floor(near: Near, c: Any, body: Any, reach: float, stood: bool) -> bool:
    """Put the character down on a floor at most `reach` below it; says whether there is one.

    Edges count as floor for one that stood, so that walking over the end of a ledge is no slide.
    """
    touch = first_touch(near, c, body, 0.0, -reach, NONE)
    if touch.proxy == NONE:
        return False
    floor = touch
    drop = touch.fraction * reach
    edge = NO_TOUCH
    if stood and touch.ny < ALIKE:
        edge = edge_of_floor(near, c, body, touch, drop)
    if edge.proxy != NONE:
        floor = edge
    elif touch.ny < c.min_floor:
        close = drop < 4.0 * body.skin
        if close and is_wedged(near, c, body, touch):
            floor = Touch(touch.proxy, touch.row, 0.0, 0.0, 1.0, 0.0, 0.0)
        else:
            if close:
                c.steep_x = touch.nx
                c.steep_time = SLIDING
            return False
    body.y -= drop
    stand_on(c, body.skin, floor, touch)
    return True


@kernel
def find_first_floor(near: Near, c: Any, body: Any) -> None:
    """Let a character that is new in its place stand on what was under its soles before that moved."""
    skin = body.skin
    reach = c.above - c.below
    touch = first_touch(near, c, body, 0.0, -reach, NONE)
    if touch.proxy == NONE or touch.ny < c.min_floor or c.mode == FLOATING:
        return
    drop = touch.fraction * reach
    floor = near.bodies[touch.row]
    _, sunk = motion_at(floor, body.x + touch.x, body.y + touch.y - drop)
    if drop + sunk <= 2.0 * skin:
        body.y -= drop
        stand_on(c, skin, touch, touch)
        c.floor_entity = floor.entity


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
    if top.proxy == NONE or top.nx * touch.nx + top.ny * touch.ny > ALIKE:
        return way
    rise = top.y - c.below + 2.0 * skin
    if first_touch(near, c, body, 0.0, rise, NONE).proxy != NONE:
        return way
    body.y += rise
    done = min(first_touch(near, c, body, way, 0.0, NONE).fraction, 1.0)
    if done * abs(way) < 0.01 * skin:
        body.y -= rise
        return way
    body.x += done * way
    drop = rise + 2.0 * skin
    ground = first_touch(near, c, body, 0.0, -drop, NONE)
    body.y -= min(ground.fraction, 1.0) * drop
    if ground.proxy != NONE:
        stand_on(c, skin, top, ground)
    return (1.0 - done) * way
