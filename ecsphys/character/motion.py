"""One step of all characters of a world, from the lowest to the highest, so that carriers go first."""

from __future__ import annotations

from typing import Any

from ..arrays import Ints, Reals2, Rows
from ..collide.bounds import core_bounds
from ..compile import INT, INTS, REALS2, array, entry, kernel
from ..settings import CONTEXT, StepContext
from ..spatial.proxies import PROXIES, Proxies, refresh_body, shape_core
from ..spatial.quadtree.nodes import TREE, Tree
from ..world.bodies import DYNAMIC
from ..world.waking import wake_island
from .carry import carried_by
from .feel import pass_time, steer, take_off
from .floor import find_first_floor, leave_floor
from .move_and_slide import CARRIED, FLOATING_BY, go, slide
from .neighbours import CROWD, NEAR, Crowd, Near, look_around
from .overlap import RINGS, escape, make_room
from .push import mass_of, weigh_on
from .records import FLOATING, HIT, NONE
from .touches import note_touches

SKIN = 0.2  # of the solver's slop, for a character that sets none


def skin_of(skin: float | None, context: StepContext) -> float:
    """The skin of a character that has set this one, or none."""
    return SKIN * context.slop if skin is None else skin


@kernel
def begin(shapes: Rows, turned: Reals2, c: Any, body: Any, dt: float) -> None:
    """Put the character back to where it was before the step and take its measures.

    Where the solver moved it (by what carries it, and by what pushes it if it may) becomes a wish.
    """
    c.pushed_x = 0.0
    c.pushed_y = 0.0
    if c.pushable == 1 and body.awake == 1:
        c.pushed_x = body.x - body.previous_x - body.carried_vx * dt
        c.pushed_y = body.y - body.previous_y - body.carried_vy * dt
    mass = mass_of(c)
    body.inverse_mass = 1.0 / mass if c.pushable == 1 and mass > 0.0 else 0.0
    body.x = body.previous_x
    body.y = body.previous_y
    body.angle = body.previous_angle
    if c.skin >= 0.0:
        body.skin = c.skin
    c.is_new = 1 if body.x != c.last_x or body.y != c.last_y else 0
    if c.is_new == 1:
        leave_floor(c)
    c.hits = 0
    c.jumped = 0
    c.crushed = 0
    c.near = 0
    c.woken = 0
    c.own = body.first_shape
    if c.own != NONE:
        core = shape_core(shapes[c.own], 0.0, 0.0)
        c.radius = core.radius
        c.left, c.below, c.right, c.above = core_bounds(turned, core)


@kernel
def reach_of(c: Any, body: Any, gravity: float, dt: float) -> float:
    """How far from where it is a character may want to know its surroundings in this step."""
    speed = abs(c.vx) + abs(c.vy) + abs(c.along) + abs(c.want_x) + abs(c.want_y)
    speed += abs(c.platform_vx) + abs(c.platform_vy) + abs(c.jump_speed) + c.wall_jump + abs(gravity) * dt
    steps = max(c.step_height, c.snap) + max(c.corner_correction, c.ledge_forgiveness)
    return float(speed * dt + steps + 8.0 * body.skin)


@kernel
def note_impact(c: Any, body: Any) -> None:
    """Keep the velocity with which the character sets off: what it meets is met with that."""
    body.impact_vx, body.impact_vy = c.vx, c.vy
    if c.on_floor == 1:
        body.impact_vx = c.along * c.floor_ny + c.platform_vx
        body.impact_vy = -c.along * c.floor_nx + c.platform_vy


@kernel
def advance(near: Near, planes: Reals2, hits: Rows, c: Any, body: Any, gravity: float, dt: float) -> bool:
    """Decide the velocity and move by it; says whether the character stands on a floor at the end."""
    dx, dy = steer(c, gravity, dt)
    note_impact(c, body)
    if c.mode == FLOATING:
        slide(near, planes, hits, c, body, dx + c.soft_x, dy + c.soft_y, NONE, FLOATING_BY, dt)
        return False
    stood = c.on_floor == 1
    if go(near, planes, hits, c, body, dx, dy, dt):
        return True
    if stood:
        take_off(c, c.vx, c.vy)
    return False


@kernel
def settle(bodies: Rows, c: Any, body: Any, x: float, y: float, dt: float) -> None:
    """Give the body the velocity with which it came from (x, y), and wake it if it moved.

    What carries it is told to the solver: in its eyes a character moves with the floor.
    """
    if c.on_floor == 1:
        c.vx = c.along * c.floor_ny
        c.vy = -c.along * c.floor_nx
        c.drift = 0.0
    c.last_x, c.last_y = body.x, body.y
    c.real_vx = (body.x - x) / dt
    c.real_vy = (body.y - y) / dt
    body.vx = c.real_vx
    body.vy = c.real_vy
    body.carried_vx = c.platform_vx if c.on_floor == 1 else 0.0
    body.carried_vy = c.platform_vy if c.on_floor == 1 else 0.0
    body.floor = c.floor_body + 1
    if body.awake == 0 and (body.x != x or body.y != y):
        body.awake = 1
        c.woken += 1


@kernel
def move_one(
    near: Near, crowd: Crowd, tree: Tree, planes: Reals2, hits: Rows, c: Any, body: Any, stray: float,
    context: StepContext,
) -> int:  # fmt: skip
    """One step of one character; returns 0, or how much room in `near.ids` it needs to be begun again."""
    bodies, dt = near.bodies, context.dt
    gravity = -context.gravity_y * body.gravity_scale
    begin(near.shapes, near.turned, c, body, dt)
    x, y = body.x, body.y
    carry_x, carry_y = carried_by(bodies, near.shapes, c, body, dt)
    reach = stray + abs(carry_x) + abs(carry_y) + reach_of(c, body, gravity, dt)
    size = min(c.right - c.left, c.above - c.below)
    stuck = 2 if c.own != NONE else 0
    for attempt in range(2):  # the second for one that is stuck in something static: from further away
        if stuck == 2:
            room = look_around(near, crowd, tree, c, body, reach)
            if room > len(near.ids):
                return room
            if attempt == 0:
                slide(near, planes, hits, c, body, carry_x, carry_y, c.floor_body, CARRIED, dt)
                stuck = make_room(near, planes, c, body, size)
                reach += 0.5 * size * RINGS
            elif escape(near, planes, c, body, size):
                stuck = 0
    c.crushed = 1 if stuck > 0 else 0
    if c.is_new == 1:
        find_first_floor(near, c, body)
    c.platform_vx = carry_x / dt
    c.platform_vy = carry_y / dt
    old_floor, old_entity = c.floor_body, c.floor_entity
    if advance(near, planes, hits, c, body, gravity, dt):
        c.floor_entity = bodies[c.floor_body].entity
        weigh_on(bodies, c, body, gravity, c.floor_entity != old_entity)
    else:
        leave_floor(c)
    if old_entity > 0 and c.floor_entity != old_entity and bodies[old_floor].kind == DYNAMIC:
        c.woken += wake_island(bodies, old_floor)
    note_touches(near, planes, hits, c, body)
    pass_time(c, dt)
    settle(bodies, c, body, x, y, dt)
    return 0


@kernel
def sort_by_height(bodies: Rows, characters: Rows, order: Ints) -> None:
    """Lowest first; insertion sort, for from step to step the order hardly changes."""
    for k in range(1, len(order)):
        row = order[k]
        height = bodies[characters[row].body].previous_y
        while k > 0 and bodies[characters[order[k - 1]].body].previous_y > height:
            order[k] = order[k - 1]
            k -= 1
        order[k] = row


@entry(NEAR, CROWD, array(HIT), REALS2, INTS, TREE, PROXIES, CONTEXT, INT, INT)
def move_characters(
    near: Near, crowd: Crowd, hits: Rows, planes: Reals2, order: Ints, tree: Tree, proxies: Proxies,
    context: StepContext, first: int, moved: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Move the characters from `order[first]` on, to be called after all other bodies have moved.

    Returns where it stopped and, if that is not the end, how much room in `near.ids` the next one needs; the
    new length of `proxies.moved`; how many bodies woke.
    """
    if first == 0:
        sort_by_height(near.bodies, crowd.rows, order)
    stray = 0.0  # how far some character may have left the box that the tree knows
    woken = 0
    for k in range(len(order)):
        c = crowd.rows[order[k]]
        body = near.bodies[c.body]
        if k < first:
            stray = max(stray, max(abs(c.real_vx), abs(c.real_vy)) * context.dt)
            continue
        room = move_one(near, crowd, tree, planes, hits, c, body, stray, context)
        if room > 0:
            return k, room, moved, woken
        woken += c.woken
        if body.awake == 1:
            moved = refresh_body(body, proxies, moved, 1, context)
            stray = max(stray, max(abs(c.real_vx), abs(c.real_vy)) * context.dt)
    return len(order), 0, moved, woken
