"""The floor of a character: floors, their edges, wedges between slopes; stepping up."""

from __future__ import annotations

from typing import Any

from ..arrays import wide
from ..collide.ray import raycast
from ..compile import kernel
from ..math2d.vec2 import Vec2
from ..world.bodies import DYNAMIC
from .carry import displacement_at
from .neighbours import Neighbours, relative_core
from .records import FLOATING, NONE
from .sweep import NO_TOUCH, Touch, cast_character

SLIDE_TIME = 0.1  # s for which a slide on a bumpy slope goes on without a touch
SAME_NORMAL = 0.999  # cosine of the angle between normals below which they differ: the touch is at an edge


@kernel
def cast_down(neighbours: Neighbours, c: Any, body: Any, x: float, y: float, depth: float) -> Touch:
    """Return the floor vertically below a point relative to the character's origin, at most `depth` down.

    NO_TOUCH if the point is inside a solid shape, or if the first surface is too steep. Dynamic bodies are
    left out.
    """
    bodies, shapes, turned, _, ids = neighbours
    best = NO_TOUCH
    for k in range(c.neighbours):
        i = ids[k]
        other = bodies[shapes[i].body]
        if other.kind == DYNAMIC:
            continue
        core = relative_core(shapes[i], body, other)
        fraction, normal = raycast(turned, core, Vec2(x, y), Vec2(x, y - depth))
        if fraction < best.fraction:
            best = Touch(i, wide(shapes[i].body), fraction, normal.x, normal.y, x, y - fraction * depth)
    return NO_TOUCH if best.fraction == 0.0 or best.fraction > 1.0 or best.ny < c.min_floor else best


@kernel
def set_floor(c: Any, skin: float, floor: Touch, touch: Touch) -> None:
    """Set the floor and the touch point; at an edge, the normal of the touch differs from the floor's.

    The foot is the point of the character's core nearest to the touch.
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
def clear_floor(c: Any) -> None:
    """Clear the floor."""
    c.on_floor = 0
    c.floor_proxy = NONE
    c.floor_body = NONE
    c.floor_entity = 0
    c.floor_nx = 0.0
    c.floor_ny = 0.0


@kernel
def floor_at_edge(neighbours: Neighbours, c: Any, body: Any, touch: Touch, drop: float) -> Touch:
    """Return the floor whose edge the character touches `drop` further down, if it can step that high."""
    skin = body.skin
    if touch.y - c.below > c.step_height + 2.0 * skin:
        return NO_TOUCH
    x = touch.x - (2.0 * skin if touch.nx > 0.0 else -2.0 * skin)
    return cast_down(neighbours, c, body, x, touch.y - drop + 4.0 * skin, 8.0 * skin)


@kernel
def is_wedged(neighbours: Neighbours, c: Any, body: Any, touch: Touch) -> bool:
    """Whether the motion down a steep slope is blocked by another slope that faces it."""
    length = 4.0 * body.skin
    side = length if touch.nx > 0.0 else -length
    other = cast_character(neighbours, c, body, side * touch.ny, -side * touch.nx, NONE)
    return bool(other.fraction < 0.5 and other.nx * touch.nx < 0.0 and other.ny > -c.min_floor)


@kernel
def snap_to_floor(neighbours: Neighbours, c: Any, body: Any, reach: float, stood: bool) -> bool:
    """Move the character down onto a floor at most `reach` below it; returns whether there is one.

    For a character that `stood`, edges count as floor, so that it does not slide off the end of a ledge.
    """
    touch = cast_character(neighbours, c, body, 0.0, -reach, NONE)
    if touch.proxy == NONE:
        return False
    floor = touch
    drop = touch.fraction * reach
    edge = NO_TOUCH
    if stood and touch.ny < SAME_NORMAL:
        edge = floor_at_edge(neighbours, c, body, touch, drop)
    if edge.proxy != NONE and (touch.ny < c.min_floor or edge.nx * touch.nx >= 0.0):
        floor = edge
    elif touch.ny < c.min_floor:
        close = drop < 4.0 * body.skin
        if close and is_wedged(neighbours, c, body, touch):
            floor = Touch(touch.proxy, touch.row, 0.0, 0.0, 1.0, 0.0, 0.0)
        else:
            if close:
                c.steep_x = touch.nx
                c.steep_time = SLIDE_TIME
            return False
    body.y -= drop
    set_floor(c, body.skin, floor, touch)
    return True


@kernel
def find_initial_floor(neighbours: Neighbours, c: Any, body: Any) -> None:
    """Set the floor of a character at a new place to what was under it before the floor moved."""
    skin = body.skin
    reach = c.above - c.below
    touch = cast_character(neighbours, c, body, 0.0, -reach, NONE)
    if touch.proxy == NONE or touch.ny < c.min_floor or c.mode == FLOATING:
        return
    drop = touch.fraction * reach
    floor = neighbours.bodies[touch.row]
    _, sunk = displacement_at(floor, body.x + touch.x, body.y + touch.y - drop)
    if drop + sunk <= 2.0 * skin:
        body.y -= drop
        set_floor(c, skin, touch, touch)
        c.floor_entity = floor.entity


@kernel
def step_up(neighbours: Neighbours, c: Any, body: Any, touch: Touch, way: float, height: float) -> float:
    """Step over an edge at most `height` high: lift, move by `way` along x, put down.

    Returns the rest of the motion: all of it if this is no step or there is no room above.
    """
    skin = body.skin
    if way == 0.0 or height <= 0.0 or touch.y - c.below > height + 2.0 * skin:
        return way
    x = touch.x + (2.0 * skin if way > 0.0 else -2.0 * skin)
    top = cast_down(neighbours, c, body, x, c.below + height + 2.0 * skin, height + 2.0 * skin)
    if top.proxy == NONE or top.nx * touch.nx + top.ny * touch.ny > SAME_NORMAL:
        return way
    rise = top.y - c.below + 2.0 * skin
    if cast_character(neighbours, c, body, 0.0, rise, NONE).proxy != NONE:
        return way
    body.y += rise
    done = min(cast_character(neighbours, c, body, way, 0.0, NONE).fraction, 1.0)
    if done * abs(way) < 0.01 * skin:
        body.y -= rise
        return way
    body.x += done * way
    drop = rise + 2.0 * skin
    ground = cast_character(neighbours, c, body, 0.0, -drop, NONE)
    body.y -= min(ground.fraction, 1.0) * drop
    if ground.proxy != NONE:
        set_floor(c, skin, top, ground)
    return (1.0 - done) * way
