"""One step of all characters of a world, from the lowest to the highest, so that carriers go first."""

from __future__ import annotations

from typing import Any

from .._jit import INT, INTS, array, entry, kernel
from ..collide.bounds import core_bounds
from ..detect.proxies import PROXIES, Proxies, refresh_body
from ..detect.quadtree_nodes import TREE, Tree
from ..settings import CONTEXT, StepContext
from ..world.layout import DYNAMIC
from ..world.waking import wake_ring
from .carry import carried_by
from .feel import pass_time, steer, take_off
from .floor import leave_floor
from .glide import CARRIED, FLOATING_BY, fly, slide, walk
from .layout import FLOATING, NONE
from .near import CROWD, MOVED, NEAR, WOKEN, Crowd, Ints, Near, look_around, own_core
from .overlap import RINGS, escape, make_room
from .push import weigh_on
from .touches import note_touches

SKIN = 0.4  # of the solver's slop, for a character that sets none


def skin_of(skin: float | None, context: StepContext) -> float:
    """The skin of a character that has set this one, or none."""
    return SKIN * context.slop if skin is None else skin


@kernel
def begin(near: Near, c: Any, body: Any, context: StepContext) -> None:
    """Put the character back to where it was before the step and take its measures."""
    body.x = body.previous_x
    body.y = body.previous_y
    body.angle = body.previous_angle
    if c.skin >= 0.0:
        body.skin = c.skin
    c.hits = 0
    c.crushed = 0
    c.near = 0
    c.own = body.first_shape
    if c.own != NONE:
        c.left, c.below, c.right, c.above = core_bounds(near.turned, own_core(near, c))


@kernel
def reach_of(c: Any, body: Any, gravity: float, carry: float, dt: float) -> float:
    """How far from where it is a character may want to know its surroundings in this step."""
    speed = abs(c.vx) + abs(c.vy) + abs(c.along) + abs(c.want_x) + abs(c.want_y)
    speed += abs(c.platform_vx) + abs(c.platform_vy) + abs(c.jump_speed) + c.wall_jump + abs(gravity) * dt
    steps = max(c.step_height, c.snap) + max(c.corner_correction, c.ledge_forgiveness)
    return float(carry + speed * dt + steps + 8.0 * body.skin)


@kernel
def advance(near: Near, c: Any, body: Any, gravity: float, dt: float) -> bool:
    """Decide the velocity and move by it; says whether the character stands on a floor at the end."""
    dx, dy = steer(c, gravity, dt)
    if c.mode == FLOATING:
        slide(near, c, body, dx + c.soft_x, dy + c.soft_y, NONE, FLOATING_BY, dt)
        return False
    if c.on_floor == 0:
        return fly(near, c, body, dx, dy, dt)
    if walk(near, c, body, dt):
        return True
    take_off(c, c.vx, c.vy)
    return False


@kernel
def move_one(
    near: Near, crowd: Crowd, tree: Tree, c: Any, body: Any, stray: float, context: StepContext
) -> int:
    """One step of one character; returns 0, or how much room in `near.ids` it needs to be begun again."""
    dt = context.dt
    gravity = -context.gravity_y * body.gravity_scale
    begin(near, c, body, context)
    x, y = body.x, body.y
    carry_x, carry_y = carried_by(near, c, body, dt)
    if c.own != NONE:
        reach = stray + reach_of(c, body, gravity, abs(carry_x) + abs(carry_y), dt)
        room = look_around(near, crowd, tree, c, body, reach)
        if room > len(near.ids):
            return room
        slide(near, c, body, carry_x, carry_y, c.floor_body, CARRIED, dt)
        stuck = make_room(near, c, body)
        if stuck == 2:
            size = min(c.right - c.left, c.above - c.below)
            room = look_around(near, crowd, tree, c, body, reach + 0.5 * size * RINGS)
            if room > len(near.ids):
                return room
            stuck = 0 if escape(near, c, body, size) else 2
        c.crushed = 1 if stuck > 0 else 0
    old_floor, old_entity = c.floor_body, c.floor_entity
    c.platform_vx = carry_x / dt
    c.platform_vy = carry_y / dt
    if advance(near, c, body, gravity, dt):
        c.vx = c.along * c.floor_ny
        c.vy = -c.along * c.floor_nx
        c.drift = 0.0
        weigh_on(near, c, body, c.floor_body, gravity, c.floor_entity != old_entity)
    else:
        leave_floor(c)
    if old_entity > 0 and c.floor_entity != old_entity and near.bodies[old_floor].kind == DYNAMIC:
        near.tally[WOKEN] += wake_ring(near.bodies, old_floor)
    note_touches(near, c, body)
    pass_time(c, dt)
    settle(near, c, body, x, y, dt)
    return 0


@kernel
def settle(near: Near, c: Any, body: Any, x: float, y: float, dt: float) -> None:
    """Give the body the velocity with which it came from (x, y), and wake it if it has one.

    What carries it is told to the solver: in its eyes a character moves with the floor.
    """
    c.real_vx = (body.x - x) / dt
    c.real_vy = (body.y - y) / dt
    body.vx = c.real_vx
    body.vy = c.real_vy
    body.carried_vx = c.platform_vx if c.on_floor == 1 else 0.0
    body.carried_vy = c.platform_vy if c.on_floor == 1 else 0.0
    if body.awake == 0 and (body.x != x or body.y != y):
        body.awake = 1
        near.tally[WOKEN] += 1


@kernel
def sort_by_height(near: Near, crowd: Crowd, order: Ints) -> None:
    """Lowest first; insertion sort, for from step to step the order hardly changes."""
    for k in range(1, len(order)):
        row = order[k]
        height = near.bodies[crowd.rows[row].body].previous_y
        while k > 0 and near.bodies[crowd.rows[order[k - 1]].body].previous_y > height:
            order[k] = order[k - 1]
            k -= 1
        order[k] = row


@entry(NEAR, CROWD, INTS, TREE, PROXIES, CONTEXT, INT)
def move_characters(
    near: Near, crowd: Crowd, order: Ints, tree: Tree, proxies: Proxies, context: StepContext, first: int
) -> tuple[int, int]:
    """Move the characters from `order[first]` on, to be called after all other bodies have moved.

    Returns where it stopped and, if that is not the end, how much room in `near.ids` the next one needs.
    `near.tally[MOVED]` is the length of `proxies.moved`, before and after.
    """
    if first == 0:
        sort_by_height(near, crowd, order)
    stray = 0.0  # how far some character may have left the box that the tree knows
    for k in range(first, len(order)):
        c = crowd.rows[order[k]]
        body = near.bodies[c.body]
        room = move_one(near, crowd, tree, c, body, stray, context)
        if room > 0:
            return k, room
        if body.awake == 1:
            near.tally[MOVED] = refresh_body(body, proxies, near.tally[MOVED], context)
            stray = max(stray, max(abs(c.real_vx), abs(c.real_vy)) * context.dt)
    return len(order), 0
