"""Move and slide: along the floor, through the air, without gravity, carried by a platform."""

from __future__ import annotations

import math
from typing import Any

from .._jit import kernel
from ..world.layout import DYNAMIC
from .floor import find_floor, stand_on, step_up
from .layout import MOST_HITS, NONE
from .near import Near
from .planes import clipped
from .push import push
from .sweep import Touch, first_touch

SLIDES = 5  # surfaces met in one step
STILL = 1e-6  # of the skin: no motion worth the name
NUDGES = 4  # tries of corner correction to a side

CARRIED, FLYING, FLOATING_BY = 0, 1, 2


@kernel
def note(near: Near, c: Any, body: Any, touch: Touch) -> None:
    """Remember a surface touched; one a shape, the last touch counts."""
    k = 0
    while k < c.hits and near.hits[c.first_hit + k].proxy != touch.proxy:
        k += 1
    if k == MOST_HITS:
        return
    hit = near.hits[c.first_hit + k]
    hit.entity = near.bodies[near.shapes[touch.proxy].body].entity
    hit.proxy = touch.proxy
    hit.nx = touch.nx
    hit.ny = touch.ny
    hit.x = body.x + touch.x
    hit.y = body.y + touch.y
    c.hits = max(c.hits, k + 1)


@kernel
def crawl(near: Near, c: Any, body: Any, way: float, dt: float) -> None:
    """Go `way` along the floor, from one floor to the next and over steps, up to a wall."""
    wanted = c.along
    for _ in range(SLIDES):
        if abs(way) <= STILL * body.skin:
            return
        tx, ty = c.floor_ny, -c.floor_nx
        touch = first_touch(near, c, body, way * tx, way * ty, NONE)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * way * tx
        body.y += fraction * way * ty
        if touch.proxy == NONE:
            return
        way *= 1.0 - fraction
        note(near, c, body, touch)
        left = step_up(near, c, body, touch, way, c.step_height)
        if left != way:
            way = left
            continue
        if touch.ny >= c.min_floor:
            stand_on(near, c, body, touch.proxy, touch.nx, touch.ny, touch)
            if c.constant_speed == 0:
                turned = max(tx * c.floor_ny - ty * c.floor_nx, 0.0)
                way *= turned
                c.along *= turned
            continue
        side = 1.0 if way > 0.0 else -1.0
        c.along = side * push(near, c, touch.proxy, touch.nx, touch.ny, abs(wanted), dt)
        return


@kernel
def round_corner(near: Near, c: Any, body: Any, dy: float) -> bool:
    """Shift a character that bumped its head sideways past a corner, no further than it allows."""
    if c.corner_correction <= 0.0:
        return False
    side = -1.0 if c.vx < 0.0 else 1.0
    for k in range(2 * NUDGES):
        shift = side * c.corner_correction * (k // 2 + 1) / NUDGES
        side = -side
        if first_touch(near, c, body, shift, 0.0, NONE).proxy == NONE:
            body.x += shift
            if first_touch(near, c, body, 0.0, dy, NONE).proxy == NONE:
                return True
            body.x -= shift
    return False


@kernel
def land(near: Near, c: Any, body: Any, touch: Touch) -> None:
    """Stand on what was met; of the velocity only what goes along it sideways stays."""
    stand_on(near, c, body, touch.proxy, touch.nx, touch.ny, touch)
    c.along = c.vx if c.constant_speed == 1 else c.vx * touch.ny
    c.vy = 0.0


@kernel
def slide(
    near: Near, c: Any, body: Any, dx: float, dy: float, ignored: int, how: int, dt: float
) -> float:
    """Go along (dx, dy) and on along what is met; returns the way along x left when it lands on a floor."""
    planes = near.planes
    count = 0
    for _ in range(SLIDES):
        if abs(dx) + abs(dy) <= STILL * body.skin:
            return 0.0
        touch = first_touch(near, c, body, dx, dy, ignored)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * dx
        body.y += fraction * dy
        if touch.proxy == NONE:
            return 0.0
        dx *= 1.0 - fraction
        dy *= 1.0 - fraction
        nx, ny = touch.nx, touch.ny
        note(near, c, body, touch)
        if how == FLYING:
            if ny >= c.min_floor and c.vy <= 0.0:
                land(near, c, body, touch)
                return dx
            if ny <= -c.min_floor and c.vy > 0.0 and round_corner(near, c, body, dy):
                continue
            if abs(ny) < c.min_floor and dx * nx < 0.0:
                left = step_up(near, c, body, touch, dx, c.ledge_forgiveness)
                if left != dx:
                    c.along = c.vx
                    c.vy = 0.0
                    return left
        if how != CARRIED and near.bodies[near.shapes[touch.proxy].body].kind == DYNAMIC:
            push(near, c, touch.proxy, nx, ny, -(c.vx * nx + c.vy * ny), dt)
        if how == FLYING and 0.0 < ny < c.min_floor:  # too steep: a wall to run against
            if dx * nx < 0.0:
                dx = 0.0
            if c.vx * nx < 0.0:
                c.vx = 0.0
        planes[count, 0] = nx
        planes[count, 1] = ny
        count += 1
        dx, dy = clipped(planes, count, dx, dy)
        if how != CARRIED:
            c.vx, c.vy = clipped(planes, count, c.vx, c.vy)
    return 0.0


@kernel
def walk(near: Near, c: Any, body: Any, dt: float) -> bool:
    """One step on the floor; says whether the character still stands at its end."""
    skin = body.skin
    way = c.along * dt + c.soft_x
    vx, vy = c.along * c.floor_ny, -c.along * c.floor_nx
    crawl(near, c, body, way, dt)
    reach = 2.0 * skin
    if c.snap > 0.0:
        steepest = math.sqrt(1.0 - c.min_floor * c.min_floor) / c.min_floor
        reach += max(c.snap + abs(way) * steepest, c.step_height)
    if find_floor(near, c, body, reach, True):
        return True
    c.vx, c.vy = vx, vy
    return False


@kernel
def fly(near: Near, c: Any, body: Any, dx: float, dy: float, dt: float) -> bool:
    """One step in the air; says whether the character stands at its end."""
    c.steep_x = 0.0
    c.on_floor = 0
    left = slide(near, c, body, dx + c.soft_x, dy, NONE, FLYING, dt)
    if c.on_floor == 1:
        crawl(near, c, body, left, dt)
        return find_floor(near, c, body, 4.0 * body.skin, True)
    if c.vy > 0.0 or not find_floor(near, c, body, 2.0 * body.skin, False):
        return False
    c.along = c.vx
    c.vy = 0.0
    return True
