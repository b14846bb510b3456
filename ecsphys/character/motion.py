"""One step of all characters of a world, the lowest first, so that carriers move before those they carry."""

from __future__ import annotations

from typing import Any

from ..arrays import BodyRows, CharacterRows, Ints, PlaneRows, Reals2, Rows, ShapeRows
from ..collide.bounds import core_bounds
from ..compile import INT, INTS, array, entry, kernel
from ..settings import CONTEXT, StepContext
from ..spatial.proxies import PROXIES, Proxies, refresh_body, shape_core
from ..spatial.walk import PROXY_TREE, ProxyTree
from .carry import platform_displacement
from .feel import decay_timers, leave_floor_at, remember, steer
from .floor import clear_floor, find_initial_floor
from .move_and_slide import BY_PLATFORM, TOP_DOWN, move_and_slide, move_grounded
from .neighbours import CROWD, NEIGHBOURS, Crowd, Neighbours, gather_neighbours
from .overlap import RINGS, find_free_place, resolve_overlaps
from .planes import PLANE
from .push import apply_weight, effective_mass, max_push
from .records import FLOATING, HIT, NONE
from .touches import update_contacts

SKIN = 0.2  # default skin, as a fraction of the solver's slop


def skin_of(skin: float | None, context: StepContext) -> float:
    """Return the skin of a character: its setting or the default."""
    return SKIN * context.slop if skin is None else skin


@kernel
def begin_step(shapes: ShapeRows, turned: Reals2, c: Any, body: Any, context: StepContext) -> None:
    """Move the character back to its pose before the step and measure its shape.

    The solver's displacement of a pushable character, less that of its floor, is kept as a push.
    """
    dt = context.dt
    c.pushed_x = 0.0
    c.pushed_y = 0.0
    c.max_push = max_push(c, context)
    c.push_age += 1
    if c.pushable == 1 and body.awake == 1:
        c.pushed_x = body.x - body.previous_x - body.carried_vx * dt
        c.pushed_y = body.y - body.previous_y - body.carried_vy * dt
    mass = effective_mass(c)
    body.inverse_mass = 1.0 / mass if c.pushable == 1 and mass > 0.0 else 0.0
    body.x = body.previous_x
    body.y = body.previous_y
    body.angle = body.previous_angle
    if c.skin >= 0.0:
        body.skin = c.skin
    c.is_new = 1 if body.x != c.last_x or body.y != c.last_y else 0
    if c.is_new == 1:
        clear_floor(c)
    c.carry_x = 0.0
    c.carry_y = 0.0
    c.held_down = 0
    c.hits = 0
    c.jumped = remember(c.jumped, False)
    c.neighbours = 0
    c.woken = 0
    c.own = body.first_shape
    if c.own != NONE:
        core = shape_core(shapes[c.own], 0.0, 0.0)
        c.radius = core.radius
        c.left, c.below, c.right, c.above = core_bounds(turned, core)


@kernel
def search_radius(c: Any, body: Any, gravity: float, dt: float) -> float:
    """Return the distance within which obstacles can matter to a character in this step."""
    speed = abs(c.vx) + abs(c.vy) + abs(c.along) + abs(c.want_x) + abs(c.want_y)
    speed += abs(c.platform_vx) + abs(c.platform_vy) + abs(c.jump_speed) + c.wall_jump + abs(gravity) * dt
    steps = max(c.step_height, c.snap) + max(c.corner_correction, c.ledge_forgiveness)
    return float(speed * dt + steps + 8.0 * body.skin)


@kernel
def store_impact_velocity(c: Any, body: Any) -> None:
    """Store the velocity at the start of the motion: it is the approach velocity of hits."""
    body.impact_vx, body.impact_vy = c.vx, c.vy
    if c.on_floor == 1:
        body.impact_vx = c.along * c.floor_ny + c.platform_vx
        body.impact_vy = -c.along * c.floor_nx + c.platform_vy


@kernel
def move_by_platform(
    neighbours: Neighbours, planes: PlaneRows, hits: Rows, c: Any, body: Any, dx: float, dy: float, dt: float
) -> None:
    """Move the character along with its floor, and store how far it came."""
    x, y = body.x, body.y
    move_and_slide(neighbours, planes, hits, c, body, dx, dy, BY_PLATFORM, dt)
    c.carry_x, c.carry_y = body.x - x, body.y - y
    c.held_down = 1 if dy - c.carry_y > body.skin else 0


@kernel
def move_by_intent(
    neighbours: Neighbours, planes: PlaneRows, hits: Rows, c: Any, body: Any, gravity: float, dt: float
) -> bool:
    """Update the velocity and move; returns whether the character is on a floor at the end."""
    dx, dy = steer(c, gravity, dt)
    store_impact_velocity(c, body)
    if c.mode == FLOATING:
        move_and_slide(neighbours, planes, hits, c, body, dx + c.soft_x, dy + c.soft_y, TOP_DOWN, dt)
        return False
    stood = c.on_floor == 1
    if move_grounded(neighbours, planes, hits, c, body, dx, dy, dt):
        return True
    if stood:
        leave_floor_at(c, c.vx, c.vy)
    return False


@kernel
def write_back(bodies: BodyRows, c: Any, body: Any, x: float, y: float, dt: float) -> None:
    """Set the body's velocity from its displacement since (x, y), and wake it if it moved.

    To the solver, a character moves with the velocity of its floor.
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
def move_character(
    neighbours: Neighbours, crowd: Crowd, tree: ProxyTree, planes: PlaneRows, hits: Rows, c: Any, body: Any,
    stray: float, context: StepContext,
) -> int:  # fmt: skip
    """Move one character; returns 0, or the room in `neighbours.ids` with which to call again."""
    bodies, dt = neighbours.bodies, context.dt
    gravity = -context.gravity_y * body.gravity_scale
    begin_step(neighbours.shapes, neighbours.turned, c, body, context)
    x, y = body.x, body.y
    carry_x, carry_y = platform_displacement(bodies, neighbours.shapes, c, body, dt)
    reach = stray + abs(carry_x) + abs(carry_y) + search_radius(c, body, gravity, dt)
    size = min(c.right - c.left, c.above - c.below)
    stuck = 2 if c.own != NONE else 0
    for attempt in range(2):  # the second with more neighbours, if stuck in a static shape
        if stuck == 2:
            room = gather_neighbours(neighbours, crowd, tree, c, body, reach)
            if room > len(neighbours.ids):
                return room
            if attempt == 0:
                move_by_platform(neighbours, planes, hits, c, body, carry_x, carry_y, dt)
                stuck = resolve_overlaps(neighbours, planes, c, body, size)
                reach += 0.5 * size * RINGS
            elif find_free_place(neighbours, planes, c, body, size):
                stuck = 0
    c.crushed = remember(c.crushed, stuck > 0)
    if c.is_new == 1:
        find_initial_floor(neighbours, c, body)
    c.platform_vx = carry_x / dt
    c.platform_vy = carry_y / dt
    stood = c.on_floor == 1
    if move_by_intent(neighbours, planes, hits, c, body, gravity, dt):
        c.floor_entity = bodies[c.floor_body].entity
    else:
        clear_floor(c)
    c.landed = remember(c.landed, c.on_floor == 1 and not stood and c.is_new == 0)
    apply_weight(bodies, crowd, c, body, gravity)
    update_contacts(neighbours, planes, hits, c, body)
    decay_timers(c, dt)
    write_back(bodies, c, body, x, y, dt)
    return 0


@kernel
def sort_by_height(bodies: BodyRows, characters: CharacterRows, order: Ints) -> None:
    """Sort by height, lowest first; by insertion, as the order hardly changes between steps."""
    for k in range(1, len(order)):
        row = order[k]
        height = bodies[characters[row].body].previous_y
        while k > 0 and bodies[characters[order[k - 1]].body].previous_y > height:
            order[k] = order[k - 1]
            k -= 1
        order[k] = row


@entry(NEIGHBOURS, CROWD, array(HIT), array(PLANE), INTS, PROXY_TREE, PROXIES, CONTEXT, INT, INT)
def move_characters(
    neighbours: Neighbours, crowd: Crowd, hits: Rows, planes: PlaneRows, order: Ints, tree: ProxyTree,
    proxies: Proxies, context: StepContext, first: int, moved: int,
) -> tuple[int, int, int, int]:  # fmt: skip
    """Move the characters from `order[first]` on, after all other bodies have moved.

    Returns the index of the next character, the room in `neighbours.ids` that it needs (0 at the end), the
    new length of `proxies.moved`, and the number of bodies woken.
    """
    if first == 0:
        sort_by_height(neighbours.bodies, crowd.rows, order)
    stray = 0.0  # upper bound of the distance of a character from its box in the tree
    woken = 0
    for k in range(len(order)):
        c = crowd.rows[order[k]]
        body = neighbours.bodies[c.body]
        if k < first:
            stray = max(stray, max(abs(c.real_vx), abs(c.real_vy)) * context.dt)
            continue
        room = move_character(neighbours, crowd, tree, planes, hits, c, body, stray, context)
        if room > 0:
            return k, room, moved, woken
        woken += c.woken
        if body.awake == 1:
            moved = refresh_body(body, proxies, moved, 1, 1.0, context)
            stray = max(stray, max(abs(c.real_vx), abs(c.real_vy)) * context.dt)
    return len(order), 0, moved, woken
