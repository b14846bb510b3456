"""The motion of a body under influences (`solver.influences`) through one sub-step, by each integrator.

`x' = v, v' = a(x, v) - c v`, where `a` contains the influences, in the plane and about the centre of mass. No
light body in a dense liquid may be thrown out of it, however long the sub-step is:

- The semi-implicit rule takes stiffness and damping of the influences linearly implicitly, as for cloth
  (D. Baraff and A. Witkin, *Large Steps in Cloth Simulation*, 1998): stable whatever they are, and a floating
  body never gains energy.
- The rules of higher order take them as they are; where they are faster than a sub-step can follow, the body
  accelerates more slowly, as if it carried some of the liquid with it.
- The explicit rule takes them as they are, for comparison.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..compile import inlined, kernel
from ..limits import SPIN
from ..math2d.vec2 import Vec2
from ..settings import (
    EXPLICIT_EULER,
    MIDPOINT,
    RK4,
    SEMI_IMPLICIT_EULER,
    VELOCITY_VERLET,
    StepContext,
)
from ..world.areas import LIQUID, NO_VISIT, Effect, effect_on
from ..world.bodies import DYNAMIC, FORCED, PUT_ASIDE
from .influences import Actors, Pull, State, Subject, actors_of, pull_on
from .workspace import WorldRows


class Advance(NamedTuple):
    """Displacement and rotation in a sub-step, and the velocity at its end."""

    x: float
    y: float
    turn: float
    vx: float
    vy: float
    w: float


class Acceleration(NamedTuple):
    """Accelerations in a state, damping included."""

    x: float
    y: float
    w: float


@inlined
def head_of(rows: WorldRows, row: int) -> int:
    """The first visit of a body, or NO_VISIT. No area acts on what is not dynamic."""
    heads = rows.influences.heads
    if row >= len(heads) or heads[row] == NO_VISIT:
        return NO_VISIT
    body = rows.bodies[row]
    return int(heads[row]) if body.kind == DYNAMIC and body.lost != PUT_ASIDE else NO_VISIT


@inlined
def effects_of(rows: WorldRows, head: int) -> int:
    """Return the effects of a body's visits, from `head` on."""
    effects, k = 0, head
    while k != NO_VISIT:
        effects |= rows.influences.visits[k].effects
        k = int(rows.influences.visits[k].next)
    return effects


@kernel
def is_calmed(rows: WorldRows, row: int) -> bool:
    """Whether a body is in a liquid that slows it down to rest."""
    k = head_of(rows, row)
    while k != NO_VISIT:
        visit = rows.influences.visits[k]
        if visit.calms == 1 and visit.near == 0:
            return True
        k = int(rows.influences.visits[k].next)
    return False


@inlined
def total_of(pull: Pull, subject: Subject, state: State) -> Acceleration:
    """All accelerations of a body in a state."""
    x = subject.ax + pull.fx * subject.mx - subject.damping * state.vx
    y = subject.ay + pull.fy * subject.my - subject.damping * state.vy
    w = subject.aw + pull.torque * subject.i - subject.spin_damping * state.w + pull.aw
    return Acceleration(
        x + pull.ax if subject.mx > 0.0 else 0.0,
        y + pull.ay if subject.my > 0.0 else 0.0,
        w if subject.i > 0.0 else 0.0,
    )


@inlined
def advance(actors: Actors, body: Any, subject: Subject, state: State, context: StepContext) -> Advance:
    """Return the motion of a sub-step; none that is out of range, which puts the body aside.

    What would move through a surface by more than a share of its width takes shorter steps: a buoyancy that
    ends within a step would else push too long.
    """
    h = context.h
    move = advance_once(actors, body, subject, state, h, context.integrator)
    limit = constants.SURFACE_STEP * body.half_width
    far = max(abs(move.x), abs(move.y))
    if limit > 0.0 and far > limit and subject.effects & LIQUID:
        count = int(min(math.ceil(far / limit), constants.MAX_SURFACE_STEPS))
        now = state
        for _ in range(count):
            move = advance_once(actors, body, subject, now, h / count, context.integrator)
            now = State(now.x + move.x, now.y + move.y, now.turn + move.turn, move.vx, move.vy, move.w)
        move = Advance(now.x - state.x, now.y - state.y, now.turn - state.turn, now.vx, now.vy, now.w)
    top = context.top_speed
    if not (abs(move.vx) <= top and abs(move.vy) <= top and abs(move.w) <= SPIN):  # NaN as well
        body.lost = FORCED
        return Advance(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
    return move


@inlined
def advance_once(
    actors: Actors, body: Any, subject: Subject, state: State, h: float, integrator: int
) -> Advance:
    """Return the motion of `h` seconds by the integrator."""
    if integrator == SEMI_IMPLICIT_EULER:
        return advance_implicitly(actors, body, subject, state, h)
    if integrator == VELOCITY_VERLET:
        return advance_by_verlet(actors, body, subject, state, h)
    if integrator == RK4:
        return advance_by_runge_kutta(actors, body, subject, state, h)
    if integrator != EXPLICIT_EULER:
        return advance_in_two_stages(actors, body, subject, state, h, integrator == MIDPOINT)
    a = total_of(pull_on(actors, body, subject, state), subject, state)
    return Advance(
        h * state.vx, h * state.vy, h * state.w, state.vx + h * a.x, state.vy + h * a.y, state.w + h * a.w
    )


@inlined
def advance_implicitly(actors: Actors, body: Any, subject: Subject, state: State, h: float) -> Advance:
    """Solve (1 + h c + h² K/m) Δv = h (a - h K v/m) for the change of velocity."""
    pull = pull_on(actors, body, subject, state)
    a, k = total_of(pull, subject, state), pull.stiffness
    one = 1.0 + h * (pull.rate + subject.damping)
    if k.xx + k.yy + k.tt == 0.0:
        vx, vy = state.vx + h * a.x / one, state.vy + h * a.y / one
        w = state.w + h * a.w / (1.0 + h * (pull.spin_rate + subject.spin_damping))
        return Advance(h * vx, h * vy, h * w, vx, vy, w)
    mx, my, i = h * h * subject.mx, h * h * subject.my, h * h * subject.i
    xx, xy, xt = one + mx * k.xx, mx * k.xy, mx * k.xt
    yx, yy, yt = my * k.xy, one + my * k.yy, my * k.yt
    tx, ty, tt = i * k.xt, i * k.yt, 1.0 + h * (pull.spin_rate + subject.spin_damping) + i * k.tt
    bx = h * a.x - mx * (k.xx * state.vx + k.xy * state.vy + k.xt * state.w)
    by = h * a.y - my * (k.xy * state.vx + k.yy * state.vy + k.yt * state.w)
    bt = h * a.w - i * (k.xt * state.vx + k.yt * state.vy + k.tt * state.w)
    ratio = yx / xx  # Gauss; all pivots are at least 1
    yy, yt, by = yy - ratio * xy, yt - ratio * xt, by - ratio * bx
    ratio = tx / xx
    ty, tt, bt = ty - ratio * xy, tt - ratio * xt, bt - ratio * bx
    ratio = ty / yy
    w = state.w + (bt - ratio * by) / (tt - ratio * yt)
    dw = w - state.w
    dy = (by - yt * dw) / yy
    vx, vy = state.vx + (bx - xy * dy - xt * dw) / xx, state.vy + dy
    return Advance(h * vx, h * vy, h * w, vx, vy, w)


@inlined
def slowness(pull: Pull, subject: Subject, damping: float, h: float) -> float:
    """Return the factor on accelerations with which a sub-step can follow stiffness and damping."""
    k = pull.stiffness
    swing = h * h * (subject.mx * k.xx + subject.my * k.yy + subject.i * k.tt)
    return 1.0 / max(1.0, max(swing, h * damping))


@kernel
def advance_by_verlet(actors: Actors, body: Any, subject: Subject, state: State, h: float) -> Advance:
    """Take the mean of the accelerations at both ends, where damping acts on the mean velocity."""
    pull = pull_on(actors, body, subject, state)
    rate, spin_rate = pull.rate + subject.damping, pull.spin_rate + subject.spin_damping
    slow = slowness(pull, subject, 0.0, h)
    a = total_of(pull, subject, state)
    x = h * state.vx + 0.5 * h * h * slow * a.x
    y = h * state.vy + 0.5 * h * h * slow * a.y
    turn = h * state.w + 0.5 * h * h * slow * a.w
    later = State(
        state.x + x,
        state.y + y,
        state.turn + turn,
        state.vx + h * slow * a.x / (1.0 + h * rate),
        state.vy + h * slow * a.y / (1.0 + h * rate),
        state.w + h * slow * a.w / (1.0 + h * spin_rate),
    )
    b = total_of(pull_on(actors, body, subject, later), subject, later)
    half = 0.5 * h * slow
    # a + c v at both ends is what does not fall with velocity.
    gain_x = half * (a.x + rate * state.vx + b.x + rate * later.vx)
    gain_y = half * (a.y + rate * state.vy + b.y + rate * later.vy)
    gain_w = half * (a.w + spin_rate * state.w + b.w + spin_rate * later.w)
    z, spin_z = half * rate, half * spin_rate
    vx = ((1.0 - z) * state.vx + gain_x) / (1.0 + z)
    vy = ((1.0 - z) * state.vy + gain_y) / (1.0 + z)
    w = ((1.0 - spin_z) * state.w + gain_w) / (1.0 + spin_z)
    return Advance(x, y, turn, vx, vy, w)


@inlined
def later_state(state: State, t: float, v: State, a: Acceleration) -> State:
    """Return the state after `t` seconds at the velocity of state `v` and the acceleration `a`."""
    return State(
        state.x + t * v.vx,
        state.y + t * v.vy,
        state.turn + t * v.w,
        state.vx + t * a.x,
        state.vy + t * a.y,
        state.w + t * a.w,
    )


@inlined
def slowed(a: Acceleration, slow: float) -> Acceleration:
    """Return an acceleration times `slow`."""
    return Acceleration(slow * a.x, slow * a.y, slow * a.w)


@kernel
def advance_by_runge_kutta(actors: Actors, body: Any, subject: Subject, state: State, h: float) -> Advance:
    """The classic method of fourth order."""
    pull = pull_on(actors, body, subject, state)
    damping = max(pull.rate + subject.damping, pull.spin_rate + subject.spin_damping)
    slow = slowness(pull, subject, damping, h)
    a1 = slowed(total_of(pull, subject, state), slow)
    s2 = later_state(state, 0.5 * h, state, a1)
    a2 = slowed(total_of(pull_on(actors, body, subject, s2), subject, s2), slow)
    s3 = later_state(state, 0.5 * h, s2, a2)
    a3 = slowed(total_of(pull_on(actors, body, subject, s3), subject, s3), slow)
    s4 = later_state(state, h, s3, a3)
    a4 = slowed(total_of(pull_on(actors, body, subject, s4), subject, s4), slow)
    sixth = h / 6.0
    return Advance(
        sixth * (state.vx + 2.0 * s2.vx + 2.0 * s3.vx + s4.vx),
        sixth * (state.vy + 2.0 * s2.vy + 2.0 * s3.vy + s4.vy),
        sixth * (state.w + 2.0 * s2.w + 2.0 * s3.w + s4.w),
        state.vx + sixth * (a1.x + 2.0 * a2.x + 2.0 * a3.x + a4.x),
        state.vy + sixth * (a1.y + 2.0 * a2.y + 2.0 * a3.y + a4.y),
        state.w + sixth * (a1.w + 2.0 * a2.w + 2.0 * a3.w + a4.w),
    )


@kernel
def advance_in_two_stages(
    actors: Actors, body: Any, subject: Subject, state: State, h: float, midpoint: bool
) -> Advance:
    """The midpoint rule: what acts after half the time; else the trapezoidal one: the mean of both ends."""
    pull = pull_on(actors, body, subject, state)
    damping = max(pull.rate + subject.damping, pull.spin_rate + subject.spin_damping)
    slow = slowness(pull, subject, damping, h)
    a1 = slowed(total_of(pull, subject, state), slow)
    later = later_state(state, 0.5 * h if midpoint else h, state, a1)
    a2 = slowed(total_of(pull_on(actors, body, subject, later), subject, later), slow)
    of_start, of_later = (0.0, h) if midpoint else (0.5 * h, 0.5 * h)
    return Advance(
        of_start * state.vx + of_later * later.vx,
        of_start * state.vy + of_later * later.vy,
        of_start * state.w + of_later * later.w,
        state.vx + of_start * a1.x + of_later * a2.x,
        state.vy + of_start * a1.y + of_later * a2.y,
        state.w + of_start * a1.w + of_later * a2.w,
    )


@inlined
def is_restless(move: Advance, state: State, reach: float, context: StepContext) -> bool:
    """Whether a sub-step accelerated a body too much for it to be at rest, see `constants.CALM`."""
    x, y = move.vx - state.vx, move.vy - state.vy
    gain = math.sqrt(x * x + y * y) + abs(move.w - state.w) * reach
    return gain * context.sleep_time > constants.CALM * context.sleep_speed * context.h


@kernel
def influence_flight(rows: WorldRows, mover: Any, flight: Any, head: int, context: StepContext) -> None:
    """Fill a mover's flight with its motion under influences, after that by a field if there is one."""
    h, body, rate = context.h, rows.bodies[mover.body], 1.0 / context.h
    effect = effect_on(rows.influences.effects, mover.body)
    gx, gy = gravity_at(body, effect, context)
    subject = Subject(
        head, effects_of(rows, head), body.x + mover.cx, body.y + mover.cy, mover.cx, mover.cy,
        mover.mx, mover.my, mover.i, gx, gy, rate * mover.ax, rate * mover.ay, rate * mover.aw,
        body.linear_damping + effect.damping, body.angular_damping + effect.spin_damping,
    )  # fmt: skip
    state = State(mover.dx, mover.dy, mover.turn, mover.vx, mover.vy, mover.w)
    if flight.by_field == 1:  # gravity, forces and damping are in the field's motion
        subject = Subject(
            head, subject.effects, subject.x, subject.y, subject.cx, subject.cy, subject.mx, subject.my,
            subject.i, gx, gy, 0.0, 0.0, subject.aw, 0.0, subject.spin_damping,
        )  # fmt: skip
    move = advance(actors_of(rows), body, subject, state, context)
    beyond_x, beyond_y = move.x - h * move.vx, move.y - h * move.vy
    if flight.by_field == 1:
        flight.vx += move.vx - state.vx
        flight.vy += move.vy - state.vy
        flight.dx += beyond_x
        flight.dy += beyond_y
    else:
        flight.vx, flight.vy = move.vx, move.vy
        flight.dx, flight.dy = beyond_x, beyond_y
    flight.w = move.w
    flight.turn = move.turn - h * move.w
    flight.restless = 1 if is_restless(move, state, body.reach, context) else 0


@inlined
def gravity_at(body: Any, effect: Effect, context: StepContext) -> Vec2:
    """Return the gravity of the world and of areas on a body, but for that of points."""
    if effect.replaced == 1:
        return Vec2(effect.gx * body.gravity_scale, effect.gy * body.gravity_scale)
    return Vec2(
        (context.gravity_x + effect.gx) * body.gravity_scale,
        (context.gravity_y + effect.gy) * body.gravity_scale,
    )


@kernel
def advance_free(actors: Actors, body: Any, subject: Subject, state: State, context: StepContext) -> State:
    """Return the state of a body without constraints after all sub-steps; what is restless stays awake."""
    for _ in range(context.substeps):
        move = advance(actors, body, subject, state, context)
        if is_restless(move, state, body.reach, context):
            body.rest_time = 0.0
        state = State(state.x + move.x, state.y + move.y, state.turn + move.turn, move.vx, move.vy, move.w)
    return state
