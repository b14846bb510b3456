"""Move and slide: along the floor, through the air, without gravity, carried by a platform.

Cast, stop, bend what is left of the way, cast again: as Quake's players move (id Software, 1996; K. Fauerby,
*Improved Collision Detection and Response*, 2003). Here planes bend the whole wish together, as the
mover of Box2D v3 does (E. Catto), and on a floor there is but one direction to go.
"""

from __future__ import annotations

import math
from typing import Any

from ..arrays import Reals2, Rows
from ..compile import kernel
from .floor import find_floor, stand_on, step_up
from .neighbours import Near
from .planes import clipped
from .push import push
from .records import NONE
from .sweep import first_touch
from .touches import note

SLIDES = 5  # surfaces met in one step
STILL = 1e-6  # of the skin: no motion worth the name
NUDGES = 4  # tries of corner correction to a side

CARRIED, FLYING, FLOATING_BY = 0, 1, 2


@kernel
def crawl(near: Near, hits: Rows, c: Any, body: Any, way: float, dt: float) -> None:
    """Go `way` along the floor, from one floor to the next and over steps, up to a wall."""
    wanted = abs(c.along)
    for _ in range(SLIDES):
        if abs(way) <= STILL * body.skin:
            break
        tx, ty = c.floor_ny, -c.floor_nx
        touch = first_touch(near, c, body, way * tx, way * ty, NONE)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * way * tx
        body.y += fraction * way * ty
        if touch.proxy == NONE:
            break
        way *= 1.0 - fraction
        note(hits, c, body, touch.proxy, touch.nx, touch.ny, touch.x, touch.y)
        left = step_up(near, c, body, touch, way, c.step_height)
        if left != way:
            way = left
        elif touch.ny >= c.min_floor:
            stand_on(c, body.skin, touch, touch)
            if c.constant_speed == 0:
                turned = max(tx * c.floor_ny - ty * c.floor_nx, 0.0)
                way *= turned
                c.along *= turned
        else:
            side = 1.0 if way > 0.0 else -1.0
            c.along = side * push(near.bodies, c, touch.row, touch.nx, touch.ny, wanted, dt)
            break


@kernel
def round_corner(near: Near, c: Any, body: Any, dy: float) -> bool:
    """Shift a character that bumped its head sideways past a corner, no further than it allows."""
    side = -1.0 if c.vx < 0.0 else 1.0
    for k in range(2 * NUDGES if c.corner_correction > 0.0 else 0):
        shift = side * c.corner_correction * (k // 2 + 1) / NUDGES
        side = -side
        if first_touch(near, c, body, shift, 0.0, NONE).proxy == NONE:
            body.x += shift
            if first_touch(near, c, body, 0.0, dy, NONE).proxy == NONE:
                return True
            body.x -= shift
    return False


@kernel
def slide(
    near: Near, planes: Reals2, hits: Rows, c: Any, body: Any, dx: float, dy: float, ignored: int, how: int,
    dt: float,
) -> float:  # fmt: skip
    """Go along (dx, dy) and on along what is met; returns the way along x left when it lands on a floor."""
    count = 0
    wish_x, wish_y = dx, dy  # what is left of the way as if nothing had been met: planes bend it all together
    vx, vy = c.vx, c.vy
    for _ in range(SLIDES):
        if abs(dx) + abs(dy) <= STILL * body.skin:
            break
        touch = first_touch(near, c, body, dx, dy, ignored)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * dx
        body.y += fraction * dy
        if touch.proxy == NONE:
            break
        dx *= 1.0 - fraction
        dy *= 1.0 - fraction
        wish_x *= 1.0 - fraction
        wish_y *= 1.0 - fraction
        nx, ny = touch.nx, touch.ny
        note(hits, c, body, touch.proxy, nx, ny, touch.x, touch.y)
        if how == FLYING:
            if ny >= c.min_floor and c.vy <= 0.0:
                stand_on(c, body.skin, touch, touch)
                return dx
            if ny <= -c.min_floor and c.vy > 0.0 and round_corner(near, c, body, dy):
                continue
            if abs(ny) < c.min_floor and dx * nx < 0.0:
                left = step_up(near, c, body, touch, dx, c.ledge_forgiveness)
                if left != dx:
                    return left
        if how != CARRIED:
            push(near.bodies, c, touch.row, nx, ny, -(c.vx * nx + c.vy * ny), dt)
        if how == FLYING and 0.0 < ny < c.min_floor:  # too steep: a wall to run against
            if wish_x * nx < 0.0:
                wish_x = 0.0
            if vx * nx < 0.0:
                vx = 0.0
        planes[count, 0] = nx
        planes[count, 1] = ny
        count += 1
        dx, dy = clipped(planes, count, wish_x, wish_y)
        if how != CARRIED:
            c.vx, c.vy = clipped(planes, count, vx, vy)
    return 0.0


@kernel
def snap_reach(c: Any, way: float, skin: float) -> float:
    """How far below it a character that walked `way` looks for its floor: steps, slopes at any speed."""
    if c.snap == 0.0:
        return 2.0 * skin
    steepest = math.sqrt(1.0 - c.min_floor * c.min_floor) / c.min_floor
    return float(2.0 * skin + max(c.snap + abs(way) * steepest, c.step_height))


@kernel
def go(near: Near, planes: Reals2, hits: Rows, c: Any, body: Any, dx: float, dy: float, dt: float) -> bool:
    """One step on the floor or, by (dx, dy), in the air; says whether the character stands at its end.

    If it does not any more, (`c.vx`, `c.vy`) is the velocity relative to the floor that it left.
    """
    skin = body.skin
    stood = c.on_floor == 1
    way = c.along * dt + c.soft_x
    reach = snap_reach(c, way, skin)
    if stood:
        c.vx, c.vy = c.along * c.floor_ny, -c.along * c.floor_nx
    else:
        way = slide(near, planes, hits, c, body, dx + c.soft_x, dy, NONE, FLYING, dt)
        reach = 4.0 * skin
        if c.on_floor == 1:
            c.along = c.vx if c.constant_speed == 1 else c.vx * c.floor_ny
    landed = c.on_floor == 1
    if landed:
        crawl(near, hits, c, body, way, dt)
    elif c.vy > 0.0:
        return False
    if not find_floor(near, c, body, reach, landed):
        return False
    if not landed:
        c.along = c.vx
    return True
