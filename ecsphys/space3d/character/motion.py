"""One step of all characters of a world in space, the lowest first: carriers move before those they carry.

Cast, stop at the hit, clip the rest of the motion by all planes hit so far, cast again, as players of Quake
move (id Software, 1996; K. Fauerby, *Improved Collision Detection and Response*, 2003).
"""

from __future__ import annotations

import math
from typing import Any

from ...arrays import Ints, PlaneRows, Rows
from ...character.feel import decay_timers, remember
from ...character.motion import sort_by_height
from ...character.records import FLOATING, NONE
from ...compile import INT, INTS, array, entry, kernel
from ..collide.dispatch import bounds_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot, scale, subtract
from ..settings import CONTEXT3, StepContext3
from ..spatial.walk import PROXY_TREE, ProxyTree
from ..world.groups import PROXIES3, Proxies3
from ..world.proxies import refresh_body
from .feel import leave_floor, steer
from .floor import (
    along_floor,
    clear_floor,
    find_initial_floor,
    platform_displacement,
    set_floor,
    snap_to_floor,
    step_up,
)
from .neighbours import CROWD3, NEIGHBOURS3, Crowd3, Neighbours3, gather_neighbours, own_core
from .overlap import resolve_overlaps
from .planes import PLANE3, clip_motion, set_normal
from .push import apply_weight, max_push, push_body
from .records import HIT3
from .sweep import cast_character, move_body, rest_of
from .touches import record_hit, step_over, update_contacts

SLIDE_TIME = 0.1  # s for which a slide down a bumpy slope goes on without a touch
NO_MOTION = Vec3(0.0, 0.0, 0.0)
MAX_SLIDES = 6  # hits of one motion
MIN_MOTION = 1e-6  # as a fraction of the skin: shorter motions are dropped
SKIN = 0.2  # default skin, as a fraction of the solver's slop


def skin_of(skin: float | None, slop: float) -> float:
    """Return the skin of a character: its setting or the default."""
    return SKIN * slop if skin is None else skin


@kernel
def is_done(way: Vec3, skin: float) -> bool:
    """Whether nothing is left of a motion."""
    return abs(way.x) + abs(way.y) + abs(way.z) <= MIN_MOTION * skin


@kernel
def add_wall(planes: PlaneRows, count: int, n: Vec3) -> int:
    """Append an upright plane that keeps from moving into a surface horizontally; returns the new count."""
    across = math.sqrt(n.x * n.x + n.z * n.z)
    if across <= 0.0 or count == len(planes):
        return count
    set_normal(planes[count], Vec3(n.x / across, 0.0, n.z / across))
    return count + 1


@kernel
def clip_velocity(planes: PlaneRows, count: int, c: Any) -> None:
    """Keep the character's velocity out of the planes it has hit."""
    v = clip_motion(planes, count, Vec3(c.vx, c.vy, c.vz))
    c.vx, c.vy, c.vz = v.x, v.y, v.z


@kernel
def slide(neighbours: Neighbours3, planes: PlaneRows, hits: Rows, c: Any, body: Any, way: Vec3, dt: float,
          ignored: int) -> Vec3:  # fmt: skip
    """Move along a way and slide along hits; returns the horizontal rest of it after landing on a floor.

    In the air a slope too steep to stand on lets it slide down but not be pushed up. `ignored`: a body that
    carries it, which then is not pushed either.
    """
    count, intent = 0, way
    for _ in range(MAX_SLIDES):
        if is_done(way, body.skin):
            break
        touch = cast_character(neighbours, c, body, way, ignored)
        move_body(body, min(touch.fraction, 1.0), way)
        if touch.proxy == NONE:
            break
        way, intent = rest_of(way, touch), rest_of(intent, touch)
        n = touch.normal
        record_hit(neighbours, hits, c, body, touch.proxy, n, touch.point)
        grounded = c.mode != FLOATING
        if grounded and ignored == NONE and n.y >= c.min_floor and c.vy <= 0.0:
            set_floor(neighbours, c, body, touch, touch)
            return Vec3(way.x, 0.0, way.z)
        if ignored == NONE:
            push_body(neighbours, c, body, touch, Vec3(c.vx, c.vy, c.vz), dt)
        if count == len(planes):
            break
        set_normal(planes[count], n)
        count += 1
        if grounded and 0.0 < n.y < c.min_floor:
            count = add_wall(planes, count, n)
            c.steep_time, c.steep_x, c.steep_z = SLIDE_TIME, n.x, n.z
        way = clip_motion(planes, count, intent)
        if ignored == NONE:
            clip_velocity(planes, count, c)
    return Vec3(0.0, 0.0, 0.0)


@kernel
def walk(neighbours: Neighbours3, planes: PlaneRows, hits: Rows, c: Any, body: Any, way: Vec3,
         dt: float) -> None:  # fmt: skip
    """Walk a horizontal way along the floor: over steps, from floor to floor, along walls."""
    count = 0
    for _ in range(MAX_SLIDES):
        if is_done(way, body.skin):
            break
        along = along_floor(c, way.x, way.z)
        touch = cast_character(neighbours, c, body, along, NONE)
        move_body(body, min(touch.fraction, 1.0), along)
        if touch.proxy == NONE:
            break
        way = rest_of(way, touch)
        record_hit(neighbours, hits, c, body, touch.proxy, touch.normal, touch.point)
        if touch.normal.y >= c.min_floor:
            set_floor(neighbours, c, body, touch, touch)
            continue
        step = step_up(neighbours, c, body, touch, way)
        if step.proxy != NONE:
            step_over(neighbours, hits, c, touch.proxy, touch.normal)
            way = scale(1.0 - step.fraction, way)
            continue
        push_body(neighbours, c, body, touch, velocity_on_floor(c), dt)
        count = add_wall(planes, count, touch.normal)
        way = clip_motion(planes, count, way)
        clip_velocity(planes, count, c)


@kernel
def velocity_on_floor(c: Any) -> Vec3:
    """Return the world's velocity of a character that walks."""
    v = along_floor(c, c.vx, c.vz)
    return Vec3(v.x + c.platform_x, v.y + c.platform_y, v.z + c.platform_z)


@kernel
def snap_distance(c: Any, way: Vec3, skin: float) -> float:
    """Return how far down a character that walked `way` snaps to a floor: slopes at any speed, and steps."""
    if c.snap == 0.0:
        return 2.0 * skin
    steepest = math.sqrt(1.0 - c.min_floor * c.min_floor) / c.min_floor
    length = math.sqrt(dot(way, way))
    return float(2.0 * skin + max(c.snap + length * steepest, c.step_height))


@kernel
def land(neighbours: Neighbours3, c: Any, dt: float, body: Any) -> None:
    """Make the velocity of a character that has landed relative to its floor."""
    floor = neighbours.bodies[c.floor_body]
    c.floor_entity = floor.entity
    shift = platform_displacement(neighbours.bodies, c, body)
    c.platform_x, c.platform_y, c.platform_z = shift.x / dt, shift.y / dt, shift.z / dt
    c.vx -= c.platform_x
    c.vz -= c.platform_z
    c.vy = 0.0


@kernel
def move_grounded(neighbours: Neighbours3, planes: PlaneRows, hits: Rows, c: Any, body: Any, way: Vec3,
                  dt: float) -> None:  # fmt: skip
    """Walk if it is on a floor, else fly and perhaps land; then follow the floor down, or leave it."""
    stood, skin = c.on_floor == 1, body.skin
    if not stood:
        way = slide(neighbours, planes, hits, c, body, way, dt, NONE)
        if c.on_floor == 0:
            return
        land(neighbours, c, dt, body)
    reach = snap_distance(c, way, skin) if stood else 4.0 * skin
    walk(neighbours, planes, hits, c, body, way, dt)
    falling = min(along_floor(c, c.vx, c.vz).y, 0.0)
    if not snap_to_floor(neighbours, c, body, reach):
        leave_floor(c, falling)


@kernel
def begin_step(neighbours: Neighbours3, c: Any, body: Any, context: StepContext3) -> None:
    """Move the character back to its pose before the step and measure its shape."""
    body.x, body.y, body.z = body.previous_x, body.previous_y, body.previous_z
    body.qw, body.qx = body.previous_qw, body.previous_qx
    body.qy, body.qz = body.previous_qy, body.previous_qz
    if c.skin >= 0.0:
        body.skin = c.skin
    c.max_push = max_push(c, context)
    c.is_new = 1 if body.x != c.last_x or body.y != c.last_y or body.z != c.last_z else 0
    if c.is_new == 1:
        clear_floor(c)
    c.hits = 0
    c.jumped = remember(c.jumped, False)
    c.neighbours = 0
    c.woken = 0
    c.own = body.first_shape
    if c.own != NONE:
        box = bounds_of(neighbours.solids, own_core(neighbours, c, body))
        c.below, c.above = box[1], box[4]
        c.width = max(max(-box[0], box[3]), max(-box[2], box[5]))


@kernel
def search_radius(c: Any, body: Any, gravity: float, dt: float) -> float:
    """Return the distance within which obstacles can matter to a character in this step."""
    speed = abs(c.vx) + abs(c.vy) + abs(c.vz) + abs(c.want_x) + abs(c.want_y) + abs(c.want_z)
    speed += abs(c.platform_x) + abs(c.platform_y) + abs(c.platform_z) + abs(c.jump_speed) + abs(gravity) * dt
    return float(2.0 * speed * dt + 2.0 * max(c.step_height, c.snap) + 8.0 * body.skin)


@kernel
def write_back(c: Any, body: Any, start: Vec3, dt: float) -> None:
    """Set the body's velocity from its displacement, and wake it if it moved."""
    c.last_x, c.last_y, c.last_z = body.x, body.y, body.z
    c.real_x, c.real_y, c.real_z = (body.x - start.x) / dt, (body.y - start.y) / dt, (body.z - start.z) / dt
    body.vx, body.vy, body.vz = c.real_x, c.real_y, c.real_z
    body.carried_vx = c.platform_x if c.on_floor == 1 else 0.0
    body.carried_vy = c.platform_y if c.on_floor == 1 else 0.0
    body.carried_vz = c.platform_z if c.on_floor == 1 else 0.0
    body.floor = c.floor_body + 1
    if body.awake == 0 and (body.x != start.x or body.y != start.y or body.z != start.z):
        body.awake = 1
        c.woken += 1


@kernel
def carry(
    neighbours: Neighbours3, crowd: Crowd3, tree: ProxyTree, planes: PlaneRows, hits: Rows, c: Any, body: Any,
    reach: float, dt: float,
) -> int:  # fmt: skip
    """Find what is around a character and move it along with its floor.

    Returns 0, or the room in `neighbours.ids` that this takes, if there is too little.
    """
    rounds = 2 if c.is_new == 1 and c.mode != FLOATING else 1  # the first finds its floor
    carried = NO_MOTION
    for k in range(rounds):
        carried = platform_displacement(neighbours.bodies, c, body)
        if c.own != NONE:
            further = abs(carried.x) + abs(carried.y) + abs(carried.z)
            room = gather_neighbours(neighbours, crowd, tree, c, body, reach + further)
            if room > len(neighbours.ids):
                return room
        if k + 1 < rounds:
            find_initial_floor(neighbours, c, body)
    c.platform_x, c.platform_y, c.platform_z = carried.x / dt, carried.y / dt, carried.z / dt
    if c.on_floor == 1:
        slide(neighbours, planes, hits, c, body, carried, dt, c.floor_body)
    return 0


@kernel
def move_character(
    neighbours: Neighbours3, crowd: Crowd3, tree: ProxyTree, planes: PlaneRows, hits: Rows, c: Any, body: Any,
    stray: float, context: StepContext3,
) -> int:  # fmt: skip
    """Move one character; returns 0, or the room in `neighbours.ids` with which to call again."""
    bodies, dt = neighbours.bodies, context.dt
    gravity = -context.gravity_y * body.gravity_scale
    begin_step(neighbours, c, body, context)
    start = Vec3(body.x, body.y, body.z)
    reach = stray + search_radius(c, body, gravity, dt)
    room = carry(neighbours, crowd, tree, planes, hits, c, body, reach, dt)
    if room > 0:
        return room
    carried = Vec3(body.x - start.x, body.y - start.y, body.z - start.z)
    stuck = c.own != NONE and resolve_overlaps(neighbours, planes, c, body)
    c.crushed = remember(c.crushed, stuck)
    stood = c.on_floor == 1
    move_by_intent(neighbours, planes, hits, c, body, gravity, carried, dt)
    if c.on_floor == 1:
        c.floor_entity = bodies[c.floor_body].entity
    else:
        clear_floor(c)
    c.landed = remember(c.landed, c.on_floor == 1 and not stood and c.is_new == 0)
    apply_weight(bodies, c, body, gravity)
    update_contacts(neighbours, planes, hits, c, body)
    decay_timers(c, dt)
    write_back(c, body, start, dt)
    return 0


@kernel
def move_by_intent(
    neighbours: Neighbours3, planes: PlaneRows, hits: Rows, c: Any, body: Any, gravity: float, carried: Vec3,
    dt: float,
) -> None:  # fmt: skip
    """Update the velocity and move.

    What leaves its floor in this step has been carried by it already: the displacement is less by that.
    """
    stood = c.on_floor == 1
    way = steer(c, gravity, dt)
    if c.mode == FLOATING:
        slide(neighbours, planes, hits, c, body, way, dt, NONE)
        return
    if stood and c.on_floor == 0:
        way = subtract(way, carried)
    move_grounded(neighbours, planes, hits, c, body, way, dt)


@entry(NEIGHBOURS3, CROWD3, array(HIT3), array(PLANE3), INTS, PROXY_TREE, PROXIES3, CONTEXT3, INT, INT)
def move_characters3(
    neighbours: Neighbours3, crowd: Crowd3, hits: Rows, planes: PlaneRows, order: Ints, tree: ProxyTree,
    proxies: Proxies3, context: StepContext3, first: int, moved: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Move the characters from `order[first]` on, after all other bodies have moved.

    Returns the index of the next character, the room in `neighbours.ids` that it needs (0 at the end), the
    new length of `proxies.moved`, and the number of bodies woken.
    """
    if first == 0:
        sort_by_height(neighbours.bodies, crowd.rows, order)
    stray, woken = 0.0, 0  # stray: upper bound of the distance of a character from its box in the tree
    for k in range(len(order)):
        c = crowd.rows[order[k]]
        body = neighbours.bodies[c.body]
        if k >= first:
            room = move_character(neighbours, crowd, tree, planes, hits, c, body, stray, context)
            if room > 0:
                return k, room, moved, woken
            woken += c.woken
            if body.awake == 1:
                moved = refresh_body(body, proxies, moved, 1, 1.0, context)
        stray = max(stray, max(abs(c.real_x), max(abs(c.real_y), abs(c.real_z))) * context.dt)
    return len(order), 0, moved, woken
