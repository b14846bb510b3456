"""What areas accelerate bodies by as a step begins, for what comes before and after the solver.

See `world.foreseen`. Within the solver `flights.foresee` does the same for movers.
"""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import Ints
from ..compile import INTS, entry, inlined, kernel
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, scale, subtract
from ..settings import CONTEXT, StepContext
from ..world.areas import GRAVITY, NO_VISIT, effect_on, has_gravity
from ..world.bodies import DYNAMIC, LOCK_ROTATION, LOCK_X, LOCK_Y, PUT_ASIDE
from ..world.center import center_of
from ..world.foreseen import along_free_axes
from .influenced import advance_implicitly, effects_of, gravity_at, head_of
from .influences import State, Subject, actors_of, gravity_of
from .workspace import WORLD_ROWS, WorldRows


@entry(WORLD_ROWS, INTS, CONTEXT)
def foresee_areas(rows: WorldRows, marks: Ints, context: StepContext) -> int:
    """Write by what areas accelerate bodies that are awake and may meet something, and zeros for all others.

    `marks` is scratch, by body row. Returns on how many bodies awake areas act.
    """
    effects, influenced = rows.influences.effects, 0
    for row in range(len(effects)):
        effects[row].foreseen_x, effects[row].foreseen_y = 0.0, 0.0
    for row in rows.awake:
        influenced += is_influenced(rows, row)
    if influenced == 0:
        return 0
    mark_meeting(rows, marks)
    for row in rows.awake:
        body = rows.bodies[row]
        if not is_influenced(rows, row) or (marks[row] == 0 and not may_be_swept(body, context)):
            continue
        if body.kind != DYNAMIC or body.lost == PUT_ASIDE or body.skin > 0.0:
            continue
        a = accelerated_by_areas(rows, row, context)
        effects[row].foreseen_x, effects[row].foreseen_y = a.x, a.y
    return influenced


@inlined
def is_influenced(rows: WorldRows, row: int) -> bool:
    """Whether an area accelerates a body."""
    i = rows.influences
    if row < len(i.heads) and i.heads[row] != NO_VISIT:
        return True
    return has_gravity(i.effects[row])


@kernel
def mark_meeting(rows: WorldRows, marks: Ints) -> None:
    """Mark the bodies that have contacts, with 1, and all others with 0."""
    marks[:] = 0
    shapes, contacts = rows.shapes, rows.contacts.rows
    for k in range(len(contacts)):
        contact = contacts[k]
        marks[shapes[contact.a].body], marks[shapes[contact.b].body] = 1, 1


@inlined
def may_be_swept(body: Any, context: StepContext) -> bool:
    """Whether the coming step may move a body far enough for a sweep, speeding up included."""
    way = context.dt * (abs(body.vx) + abs(body.vy) + abs(body.angular_velocity) * body.reach)
    return bool(2.0 * way > constants.SWEEP_THRESHOLD * body.half_width)


@inlined
def accelerated_by_areas(rows: WorldRows, row: int, context: StepContext) -> Vec2:
    """Return the acceleration of a body by areas, beside the gravity of the world."""
    body, effect = rows.bodies[row], effect_on(rows.influences.effects, row)
    g = gravity_at(body, effect, context)
    world = scale(body.gravity_scale, Vec2(context.gravity_x, context.gravity_y))
    a, head = subtract(g, world), head_of(rows, row)
    effects = effects_of(rows, head)
    if effects == GRAVITY:
        a = add(a, gravity_of_points(rows, body, head))
    elif effects != 0:
        a = add(a, accelerated_by_place(rows, row, head, g, context))
    return along_free_axes(body, a)


@inlined
def gravity_of_points(rows: WorldRows, body: Any, head: int) -> Vec2:
    """Return the gravity of all points that attract a body."""
    (cx, cy), k, sum = center_of(body), head, Vec2(0.0, 0.0)
    while k != NO_VISIT:
        visit = rows.influences.visits[k]
        sum = add(sum, gravity_of(rows.influences.areas[visit.area], body.x + cx, body.y + cy))
        k = int(visit.next)
    return scale(body.gravity_scale, sum)


@kernel
def accelerated_by_place(rows: WorldRows, row: int, head: int, gravity: Vec2, context: StepContext) -> Vec2:
    """Return the acceleration of a body by what depends on its place, the mean over the first sub-step.

    None if that leads out of the range of speeds: the solver puts the body aside.
    """
    body = rows.bodies[row]
    (cx, cy), m = center_of(body), body.inverse_mass
    mx, my = 0.0 if body.locks & LOCK_X else m, 0.0 if body.locks & LOCK_Y else m
    i = 0.0 if body.locks & LOCK_ROTATION else body.inverse_inertia
    subject = Subject(
        head, effects_of(rows, head), body.x + cx, body.y + cy, cx, cy, mx, my, i, gravity.x, gravity.y,
        0.0, 0.0, 0.0, 0.0, 0.0,
    )  # fmt: skip
    vx, vy = body.vx, body.vy
    state = State(0.0, 0.0, 0.0, vx, vy, body.angular_velocity)
    move = advance_implicitly(actors_of(rows), body, subject, state, context.h)
    gain = Vec2(move.vx - vx, move.vy - vy)
    if not (abs(gain.x) <= context.top_speed and abs(gain.y) <= context.top_speed):  # NaN as well
        return Vec2(0.0, 0.0)
    return scale(1.0 / context.h, gain)
