"""Move and slide: on the floor, in the air, in the top view, and by a platform.

Cast, stop at the hit, clip the rest of the motion, cast again, as players of Quake move (id Software, 1996;
K. Fauerby, *Improved Collision Detection and Response*, 2003). All planes hit so far clip the intended motion
together, as in the mover of Box2D v3 (E. Catto). On a floor the motion has one dimension.
"""

from __future__ import annotations

import math
from typing import Any

from ..arrays import PlaneRows, Rows
from ..compile import kernel
from .carry import platform_displacement
from .floor import set_floor, snap_to_floor, step_up
from .neighbours import Neighbours
from .planes import clip_motion, clip_velocity
from .push import push_body, speed_to_push
from .records import NONE
from .sweep import Touch, cast_character, cast_pushing
from .touches import record_hit, step_over

MAX_SLIDES = 5  # hits per step
MIN_MOTION = 1e-6  # as a fraction of the skin: shorter motions are dropped
CORNER_TRIES = 4  # shifts tried to each side by corner correction

BY_PLATFORM, AIRBORNE, TOP_DOWN = 0, 1, 2


@kernel
def push_on_floor(neighbours: Neighbours, c: Any, touch: Touch, dt: float) -> float:
    """Push what is in the way, up to the speed of the walk; returns the speed along the floor left."""
    facing = -(c.floor_ny * touch.nx - c.floor_nx * touch.ny)  # of the floor's direction and the obstacle
    floor_speed = -(c.platform_vx * touch.nx + c.platform_vy * touch.ny)
    speed = c.along * facing
    if speed <= 0.0:
        return 0.0
    target = (c.want_x if c.constant_speed == 1 else c.want_x * c.floor_ny) * facing + floor_speed
    other = neighbours.bodies[touch.row]
    wanted = speed_to_push(c, other, touch, speed + floor_speed, target, dt)
    pushed = push_body(neighbours, c, touch, wanted, dt) - floor_speed
    return float(c.along * min(max(pushed, 0.0) / speed, 1.0))


@kernel
def push_off_floor(neighbours: Neighbours, c: Any, touch: Touch, how: int, dt: float) -> float:
    """Push what is in the way, up to the character's speed; returns the speed that is left."""
    speed = -(c.vx * touch.nx + c.vy * touch.ny)
    wanted = speed
    if how == TOP_DOWN:
        target = -(c.want_x * touch.nx + c.want_y * touch.ny)
        wanted = speed_to_push(c, neighbours.bodies[touch.row], touch, speed, target, dt)
    return float(min(push_body(neighbours, c, touch, wanted, dt), max(speed, 0.0)))


@kernel
def walk_on_floor(neighbours: Neighbours, hits: Rows, c: Any, body: Any, way: float, dt: float) -> None:
    """Walk a distance along the floor, over steps and from floor to floor, up to a wall."""
    for _ in range(MAX_SLIDES):
        if abs(way) <= MIN_MOTION * body.skin:
            break
        tx, ty = c.floor_ny, -c.floor_nx
        touch = cast_pushing(neighbours, c, body, way * tx, way * ty)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * way * tx
        body.y += fraction * way * ty
        if touch.proxy == NONE:
            break
        way *= 1.0 - fraction
        record_hit(hits, c, body, touch.proxy, touch.nx, touch.ny, touch.x, touch.y)
        if touch.fraction > 1.0:
            push_on_floor(neighbours, c, touch, dt)
            break
        left = step_up(neighbours, c, body, touch, way, c.step_height)
        if left != way:
            way = left
            step_over(hits, c, touch.proxy)
        elif touch.ny >= c.min_floor:
            set_floor(c, body.skin, touch, touch)
            if c.constant_speed == 0:
                turned = max(tx * c.floor_ny - ty * c.floor_nx, 0.0)
                way *= turned
                c.along *= turned
        else:
            c.along = push_on_floor(neighbours, c, touch, dt)
            break


@kernel
def correct_corner(neighbours: Neighbours, c: Any, body: Any, dy: float) -> bool:
    """Shift a character whose head hit a corner sideways past it, at most by `corner_correction`."""
    side = -1.0 if c.vx < 0.0 else 1.0
    for k in range(2 * CORNER_TRIES if c.corner_correction > 0.0 else 0):
        shift = side * c.corner_correction * (k // 2 + 1) / CORNER_TRIES
        side = -side
        if cast_character(neighbours, c, body, shift, 0.0, NONE).proxy == NONE:
            body.x += shift
            if cast_character(neighbours, c, body, 0.0, dy, NONE).proxy == NONE:
                return True
            body.x -= shift
    return False


@kernel
def move_and_slide(
    neighbours: Neighbours, planes: PlaneRows, hits: Rows, c: Any, body: Any, dx: float, dy: float,
    how: int, dt: float,
) -> float:  # fmt: skip
    """Move by (dx, dy), sliding along hits; returns the motion along x left after landing on a floor."""
    count = 0
    intent_x, intent_y = dx, dy  # the rest of the intended motion, clipped by all planes together
    vx, vy = c.vx, c.vy
    for _ in range(MAX_SLIDES):
        if abs(dx) + abs(dy) <= MIN_MOTION * body.skin:
            break
        if how == BY_PLATFORM:
            touch = cast_character(neighbours, c, body, dx, dy, c.floor_body)
        else:
            touch = cast_pushing(neighbours, c, body, dx, dy)
        fraction = min(touch.fraction, 1.0)
        body.x += fraction * dx
        body.y += fraction * dy
        if touch.proxy == NONE:
            break
        dx *= 1.0 - fraction
        dy *= 1.0 - fraction
        intent_x *= 1.0 - fraction
        intent_y *= 1.0 - fraction
        nx, ny = touch.nx, touch.ny
        record_hit(hits, c, body, touch.proxy, nx, ny, touch.x, touch.y)
        if touch.fraction > 1.0:
            push_off_floor(neighbours, c, touch, how, dt)
            break
        if how == AIRBORNE:
            if ny >= c.min_floor and c.vy <= 0.0:
                set_floor(c, body.skin, touch, touch)
                return dx
            if ny <= -c.min_floor and c.vy > 0.0 and correct_corner(neighbours, c, body, dy):
                continue
            if abs(ny) < c.min_floor and dx * nx < 0.0:
                left = step_up(neighbours, c, body, touch, dx, c.ledge_forgiveness)
                if left != dx:
                    step_over(hits, c, touch.proxy)
                    return left
        planes[count].nx = nx
        planes[count].ny = ny
        planes[count].need = 0.0
        if how != BY_PLATFORM:
            planes[count].need = -push_off_floor(neighbours, c, touch, how, dt)
        count += 1
        if how == AIRBORNE and 0.0 < ny < c.min_floor:  # too steep for a floor: acts as a wall
            if intent_x * nx < 0.0:
                intent_x = 0.0
            if vx * nx < 0.0:
                vx = 0.0
        dx, dy = clip_motion(planes, count, intent_x, intent_y)
        if how != BY_PLATFORM:
            c.vx, c.vy = clip_velocity(planes, count, vx, vy)
    return 0.0


@kernel
def snap_distance(c: Any, way: float, skin: float) -> float:
    """Return how far down a character that walked `way` snaps to a floor: slopes at any speed, and steps."""
    if c.snap == 0.0:
        return 2.0 * skin
    steepest = math.sqrt(1.0 - c.min_floor * c.min_floor) / c.min_floor
    return float(2.0 * skin + max(c.snap + abs(way) * steepest, c.step_height))


@kernel
def landing_speed(neighbours: Neighbours, c: Any, body: Any, dt: float) -> float:
    """Return the speed along x, relative to the floor, of a character that lands on it."""
    c.floor_entity = neighbours.bodies[c.floor_body].entity
    floor_x, _ = platform_displacement(neighbours.bodies, neighbours.shapes, c, body, dt)
    return float(c.vx - floor_x / dt)


@kernel
def move_grounded(
    neighbours: Neighbours, planes: PlaneRows, hits: Rows, c: Any, body: Any, dx: float, dy: float, dt: float
) -> bool:
    """Move on the floor, or by (dx, dy) in the air; returns whether the character is on a floor at the end.

    If it has left a floor, (`c.vx`, `c.vy`) is the velocity relative to that floor.
    """
    skin = body.skin
    stood = c.on_floor == 1
    way = c.along * dt + c.soft_x
    reach = snap_distance(c, way, skin)
    if stood:
        c.vx, c.vy = c.along * c.floor_ny, -c.along * c.floor_nx
    else:
        way = move_and_slide(neighbours, planes, hits, c, body, dx + c.soft_x, dy, AIRBORNE, dt)
        reach = 4.0 * skin
        if c.on_floor == 1:
            c.along = landing_speed(neighbours, c, body, dt) * (1.0 if c.constant_speed == 1 else c.floor_ny)
    landed = c.on_floor == 1
    if landed:
        walk_on_floor(neighbours, hits, c, body, way, dt)
    elif c.vy > 0.0:
        return False
    if not snap_to_floor(neighbours, c, body, reach, landed):
        return False
    if not landed:
        c.along = landing_speed(neighbours, c, body, dt)
    return True
