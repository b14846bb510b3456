"""Swept bodies: how they start from the solver's result, advance, and are written back to their bodies.

The positions after the sub-steps of a free fall lie on a parabola whose velocity differs from the body's by
half a sub-step of gravity (`velocity_lag`; zero for velocity Verlet). Impacts use the velocity on the
parabola, so that an elastic ball keeps its height for ever.
"""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import BodyRows, Ints, Rows, SweptRows
from ..collide.time_of_impact import Sweep
from ..compile import inlined, kernel
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..settings import StepContext
from ..spatial.walk import NONE
from ..world.bodies import DYNAMIC, LOCK_X, LOCK_Y
from ..world.center import center_at
from ..world.foreseen import along_free_axes, fall_of, foreseen_on
from .records import NOT_SWEPT, CcdState

CHANGE = 0.25  # of what areas and fields do within a step, up to which a body is in free motion
ROUNDING = 1e-9  # relative difference of displacement and velocity × dt of a body in free motion


@kernel
def body_path(body: Any) -> Sweep:
    """Return the motion of a body's centre of mass in this step, as the solver left it."""
    ex, ey = center_at(body, body.angle)
    if body.awake == 0:
        return Sweep(body.x + ex, body.y + ey, body.angle, 0.0, 0.0, 0.0)
    sx, sy = center_at(body, body.previous_angle)
    return Sweep(
        body.previous_x + sx,
        body.previous_y + sy,
        body.previous_angle,
        body.x - body.previous_x + ex - sx,
        body.y - body.previous_y + ey - sy,
        body.angle - body.previous_angle,
    )


@kernel
def path_at(bodies: BodyRows, swept: SweptRows, slots: Ints, row: int, time: float) -> Sweep:
    """Return a body's centre of mass at a time, and its displacement over a whole step."""
    slot = slots[row]
    if slot == NOT_SWEPT:
        p, since = body_path(bodies[row]), time
    else:
        s = swept[slot]
        p, since = Sweep(s.x, s.y, s.angle, s.dx, s.dy, s.turn), time - s.time
    return Sweep(p.x + since * p.dx, p.y + since * p.dy, p.angle + since * p.turn, p.dx, p.dy, p.turn)


@kernel
def velocity_lag(context: StepContext) -> float:
    """Return the seconds of acceleration between the velocity on the parabola and the body's velocity."""
    return 0.5 * context.h * (1.0 - 2.0 * context.velocity_lag)


@kernel
def begin_sweep(bodies: BodyRows, state: CcdState, row: int, effects: Rows, context: StepContext) -> int:
    """Add a swept body on the path that the solver found; returns its row in `swept`."""
    k = state.counts[0].swept
    state.counts[0].swept += 1
    state.slots[row] = k
    body, s = bodies[row], state.swept[k]
    p = body_path(body)
    s.body = row
    s.time = 0.0
    s.scanned = 0.0
    s.x, s.y, s.angle = p.x, p.y, p.angle
    s.dx, s.dy, s.turn = p.dx, p.dy, p.turn
    # A character stays where its own system put it: only its passages are searched.
    s.impacts = constants.MAX_IMPACTS if body.skin > 0.0 else 0
    s.last_shape = NONE
    s.last_time = -1.0
    s.at_once = 0
    s.carried = 0
    s.version = 1
    s.changed = 0
    init_velocity(body, s, foreseen_on(effects, row), context)
    update_bounds(s, body.reach)
    return int(k)


@inlined
def free_fall(body: Any, foreseen: Vec2, context: StepContext) -> Vec2:
    """Return the acceleration of a body that nothing pushes; forces of its own are gone after the solver."""
    return along_free_axes(body, fall_of(body, foreseen, context))


@kernel
def init_velocity(body: Any, s: Any, foreseen: Vec2, context: StepContext) -> None:
    """Set the velocity at the start of the step, and the acceleration if the body moved freely.

    What is foreseen for the beginning of the step may change in its course.
    """
    dt = context.dt
    s.ax, s.ay = 0.0, 0.0
    if body.kind != DYNAMIC:
        s.vx, s.vy, s.w = s.dx / dt, s.dy / dt, s.turn / dt
        return
    s.vx, s.vy, s.w = body.vx, body.vy, body.angular_velocity
    ax, ay = free_fall(body, foreseen, context)
    late = velocity_lag(context) - 0.5 * dt  # from the end of the step to its middle
    off = abs(body.vx + late * ax - s.dx / dt) + abs(body.vy + late * ay - s.dy / dt)
    changing = abs(late) * (abs(foreseen.x) + abs(foreseen.y))
    if off <= ROUNDING * (abs(body.vx) + abs(body.vy) + abs(ax) + abs(ay)) + CHANGE * changing:
        s.ax, s.ay = ax, ay
        s.vx += (velocity_lag(context) - dt) * ax
        s.vy += (velocity_lag(context) - dt) * ay


@kernel
def advance_to(s: Any, time: float, dt: float) -> None:
    """Advance a swept body along its path to a later time."""
    since = time - s.time
    s.x += since * s.dx
    s.y += since * s.dy
    s.angle += since * s.turn
    s.vx += since * dt * s.ax
    s.vy += since * dt * s.ay
    s.time = time


@kernel
def set_velocity(s: Any, vx: float, vy: float, w: float, dt: float) -> None:
    """Set the velocity of a swept body, and its displacement for the rest of the step."""
    rest = 0.5 * (1.0 - s.time) * dt
    s.vx, s.vy, s.w = vx, vy, w
    s.dx, s.dy, s.turn = (vx + rest * s.ax) * dt, (vy + rest * s.ay) * dt, w * dt


@kernel
def rest_on(s: Any, approach: float, nx: float, ny: float, dt: float) -> None:
    """Cancel the acceleration into a surface along (nx, ny) that the body would fall back into this step.

    `approach` is the speed into the surface after the impact. Otherwise a body that lands without a bounce
    would hit the ground again and again within the step.
    """
    pull = s.ax * nx + s.ay * ny
    if pull > 0.0 and approach + 0.5 * (1.0 - s.time) * dt * pull > 0.0:
        s.ax -= pull * nx
        s.ay -= pull * ny


@kernel
def stop_motion(s: Any) -> None:
    """End the motion of a swept body for this step; its velocity stays."""
    s.dx, s.dy, s.turn, s.carried = 0.0, 0.0, 0.0, 0


@kernel
def carry(s: Any, body: Any, p: Sweep) -> None:
    """Let a swept body move with another one, whose path is `p`, as if stuck to it, for the rest of the step.

    Its path is straight, but ends where the rotation of the other one takes it.
    """
    left = 1.0 - s.time
    turn = 0.0 if body.inverse_inertia == 0.0 else p.turn
    x, y = s.x - p.x, s.y - p.y
    cosine, sine = cos_sin(left * p.turn)
    s.dx = 0.0 if body.locks & LOCK_X else p.dx + (cosine * x - sine * y - x) / left
    s.dy = 0.0 if body.locks & LOCK_Y else p.dy + (sine * x + cosine * y - y) / left
    s.turn, s.carried = turn, 1


@kernel
def update_bounds(s: Any, reach: float) -> None:
    """Compute the bounds of the rest of a swept body's path."""
    left = 1.0 - s.time
    s.lx, s.ux = s.x + min(left * s.dx, 0.0) - reach, s.x + max(left * s.dx, 0.0) + reach
    s.ly, s.uy = s.y + min(left * s.dy, 0.0) - reach, s.y + max(left * s.dy, 0.0) + reach


@kernel
def path_changed(state: CcdState, k: int, reach: float) -> None:
    """Note that the path of swept body k has changed: impacts with it are searched again."""
    s, counts = state.swept[k], state.counts[0]
    update_bounds(s, reach)
    if s.changed == 0:
        state.changed[counts.changed] = k
        counts.changed += 1
        s.changed = counts.changed
    bounds = state.changed_bounds[s.changed - 1]
    bounds[0], bounds[1], bounds[2], bounds[3] = s.lx, s.ly, s.ux, s.uy
    invalidate(state, k)


@kernel
def invalidate(state: Any, k: int) -> None:
    """Void the next impact of swept body k and schedule a new search."""
    counts = state.counts[0]
    state.swept[k].version += 1
    state.waiting[counts.waiting] = k
    counts.waiting += 1


@kernel
def write_back(body: Any, s: Any, context: StepContext) -> None:
    """Write pose and velocity of a swept body at the end of the step to its body."""
    advance_to(s, 1.0, context.dt)
    body.angle = s.angle
    cx, cy = center_at(body, body.angle)
    body.x = s.x - cx
    body.y = s.y - cy
    if body.kind == DYNAMIC:
        body.vx = s.vx - velocity_lag(context) * s.ax
        body.vy = s.vy - velocity_lag(context) * s.ay
        body.angular_velocity = s.w
