"""Bodies without constraints: each goes through all sub-steps at once."""

from __future__ import annotations

from typing import Any

from ..arrays import Ints, ScratchRows
from ..compile import inlined, kernel
from ..limits import SPIN
from ..settings import SEMI_IMPLICIT_EULER, StepContext
from ..world.areas import NO_VISIT, Effect, effect_on
from ..world.bodies import FORCED
from ..world.center import center_at, center_of
from .free_lanes import NO_QUEUE, empty, queue_of, run_lanes, take_in
from .influenced import advance_free, effects_of, gravity_at, head_of
from .influences import State, Subject, actors_of
from .integrate import BodyForces, Motion, apply_motion, body_forces
from .records import FREE_LANES, QUEUES, STATIC_MOVER
from .workspace import WorldRows


@kernel
def integrate_free_bodies(
    rows: WorldRows, awake: Ints, mover_index: Ints, scratch: ScratchRows, context: StepContext
) -> None:
    """Move those of some awake bodies that have no constraint."""
    for row in awake:
        if mover_index[row] == STATIC_MOVER and head_of(rows, row) == NO_VISIT:
            body = rows.bodies[row]
            forces = body_forces(body, effect_on(rows.influences.effects, row), context)
            finish(body, integrate_free(forces, context), context)
    if len(rows.influences.heads) > 0:
        integrate_influenced_bodies(rows, awake, mover_index, scratch, context)


@kernel
def integrate_influenced_bodies(
    rows: WorldRows, awake: Ints, mover_index: Ints, scratch: ScratchRows, context: StepContext
) -> None:
    """Move those of some awake bodies that have no constraint and are under influences."""
    waiting, actors = scratch[0], actors_of(rows)
    for row in awake:
        head = head_of(rows, row)
        if head == NO_VISIT or mover_index[row] != STATIC_MOVER:
            continue
        queue = NO_QUEUE
        if context.integrator == SEMI_IMPLICIT_EULER:
            queue = queue_of(actors, rows.bodies[row], head, context)
        if queue == NO_QUEUE:
            integrate_alone(rows, row, context)
            continue
        count = waiting.queued[queue]
        waiting.queues[queue, count] = row
        waiting.queued[queue] = count + 1
        if count + 1 == FREE_LANES:
            integrate_queue(rows, queue, waiting, context)
    for queue in range(QUEUES):
        if waiting.queued[queue] > 0:
            integrate_queue(rows, queue, waiting, context)


@kernel
def integrate_alone(rows: WorldRows, row: int, context: StepContext) -> None:
    """Move a body under influences by itself."""
    body, effect = rows.bodies[row], effect_on(rows.influences.effects, row)
    forces = body_forces(body, effect, context)
    effects = effects_of(rows, head_of(rows, row))
    subject = subject_of(rows, row, effects, forces, effect, context)
    state = State(0.0, 0.0, 0.0, forces.vx, forces.vy, forces.w)
    end = advance_free(actors_of(rows), body, subject, state, context)
    finish(body, Motion(end.x, end.y, end.turn, end.vx, end.vy, end.w), context)


@kernel
def integrate_queue(rows: WorldRows, queue: int, lanes: Any, context: StepContext) -> None:
    """Move the bodies of a queue in lanes; those that are too fast for that by themselves."""
    count, actors, top = lanes.queued[queue], actors_of(rows), context.top_speed
    for i in range(count):
        row = lanes.queues[queue, i]
        body, effect = rows.bodies[row], effect_on(rows.influences.effects, row)
        forces = body_forces(body, effect, context)
        subject = subject_of(rows, row, 0, forces, effect, context)
        take_in(lanes, i, actors, body, subject, forces)
    run_lanes(lanes, count, context)
    for i in range(count):
        row = lanes.queues[queue, i]
        if lanes.astray[i] != 0.0:
            integrate_alone(rows, row, context)
            continue
        body, vx, vy, w = rows.bodies[row], lanes.vx[i], lanes.vy[i], lanes.w[i]
        motion = Motion(lanes.x[i], lanes.y[i], lanes.turn[i], vx, vy, w)
        if not (abs(vx) <= top and abs(vy) <= top and abs(w) <= SPIN):  # NaN as well
            body.lost = FORCED
            motion = Motion(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
        elif lanes.restless[i] != 0.0:
            body.rest_time = 0.0
        finish(body, motion, context)
    empty(lanes)
    lanes.queued[queue] = 0


@inlined
def subject_of(
    rows: WorldRows, row: int, effects: int, f: BodyForces, effect: Effect, context: StepContext
) -> Subject:
    """Return a body without constraints as influences see it."""
    body, head, rate = rows.bodies[row], head_of(rows, row), 1.0 / context.h
    (cx, cy), (gx, gy) = center_of(body), gravity_at(body, effect, context)
    return Subject(
        head, effects, body.x + cx, body.y + cy, cx, cy, f.mx, f.my, f.i, gx, gy,
        rate * f.ax, rate * f.ay, rate * f.aw,
        body.linear_damping + effect.damping, body.angular_damping + effect.spin_damping,
    )  # fmt: skip


@inlined
def finish(body: Any, motion: Motion, context: StepContext) -> None:
    """Move a body, which turns about its centre of mass."""
    x, y = center_of(body)
    new_x, new_y = center_at(body, body.angle + motion.turn)
    apply_motion(body, motion, x - new_x, y - new_y, context.dt)


@inlined
def integrate_free(f: BodyForces, context: StepContext) -> Motion:
    """Return the motion of a body without constraints through all sub-steps."""
    h, lag, n = context.h, context.velocity_lag, context.substeps
    vx, vy, w = f.vx, f.vy, f.w
    if f.linear.p == 1.0 and f.angular.p == 1.0:  # the loop below in closed form
        weight = 0.5 * n * (n + 1) - lag * n
        dx, dy = h * (n * vx + weight * f.ax), h * (n * vy + weight * f.ay)
        turn = h * (n * w + weight * f.aw)
        return Motion(dx, dy, turn, vx + n * f.ax, vy + n * f.ay, w + n * f.aw)
    p, q, r, s = f.linear
    spin_p, spin_q, spin_r, spin_s = f.angular
    dx, dy, turn = 0.0, 0.0, 0.0
    for _ in range(n):
        dx += h * (r * vx + s * f.ax)
        dy += h * (r * vy + s * f.ay)
        turn += h * (spin_r * w + spin_s * f.aw)
        vx = p * vx + q * f.ax
        vy = p * vy + q * f.ay
        w = spin_p * w + spin_q * f.aw
    return Motion(dx, dy, turn, vx, vy, w)
