"""Where flyers are: taking off from the solver's result, moving on, and landing in the bodies.

A body falls in little steps, but the places in which these put it lie on a parabola, whose velocity
differs from the body's by half a sub-step of gravity (`shift`; none for velocity Verlet). Impacts
are computed with the parabola's velocity: so a ball that bounces forever keeps its height.
"""

from __future__ import annotations

from typing import Any

from .. import constants
from ..arrays import BodyRows, Ints, SweptRows
from ..collide.time_of_impact import Sweep
from ..compile import kernel
from ..settings import StepContext
from ..world.bodies import DYNAMIC, LOCK_X, LOCK_Y
from ..world.center import center_at
from .records import CHANGED, FLYERS, NOBODY, WAITING, Flight

ROUNDING = 1e-9  # a free flight's chord agrees with its velocity to this part


@kernel
def path_of(body: Any) -> Sweep:
    """How the centre of mass of a body moved in this step, by the solver."""
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
def path_at(bodies: BodyRows, flyers: SweptRows, slots: Ints, row: int, time: float) -> Sweep:
    """Where the centre of mass of a body is at a time, and how far it would come in a whole step."""
    slot = slots[row]
    if slot == NOBODY:
        p, since = path_of(bodies[row]), time
    else:
        f = flyers[slot]
        p, since = Sweep(f.x, f.y, f.angle, f.dx, f.dy, f.turn), time - f.time
    return Sweep(p.x + since * p.dx, p.y + since * p.dy, p.angle + since * p.turn, p.dx, p.dy, p.turn)


@kernel
def shift(context: StepContext) -> float:
    """Seconds of acceleration by which a free flight's velocity differs from its body's."""
    return 0.5 * context.h * (1.0 - 2.0 * context.velocity_lag)


@kernel
def take_off(bodies: BodyRows, flight: Flight, row: int, context: StepContext) -> int:
    """A flyer for a body, on the path that the solver found; returns its number."""
    k = flight.counts[FLYERS]
    flight.counts[FLYERS] += 1
    flight.slots[row] = k
    body, f = bodies[row], flight.flyers[k]
    p = path_of(body)
    f.body = row
    f.time = 0.0
    f.seen = 0.0
    f.x, f.y, f.angle = p.x, p.y, p.angle
    f.dx, f.dy, f.turn = p.dx, p.dy, p.turn
    # A character goes where its own system brought it, only what it passed is looked for.
    f.impacts = constants.MAX_IMPACTS if body.skin > 0.0 else 0
    f.version = 1
    f.changed = 0
    set_velocity(body, f, context)
    set_box(f, body.reach)
    return int(k)


@kernel
def set_velocity(body: Any, f: Any, context: StepContext) -> None:
    """The velocity at the start of a flyer's path, and its acceleration if it flew freely."""
    dt = context.dt
    f.ax, f.ay = 0.0, 0.0
    if body.kind != DYNAMIC:
        f.vx, f.vy, f.w = f.dx / dt, f.dy / dt, f.turn / dt
        return
    f.vx, f.vy, f.w = body.vx, body.vy, body.angular_velocity
    ax = 0.0 if body.locks & LOCK_X else context.gravity_x * body.gravity_scale
    ay = 0.0 if body.locks & LOCK_Y else context.gravity_y * body.gravity_scale
    late = shift(context) - 0.5 * dt  # from the step's end to its middle
    off = abs(body.vx + late * ax - f.dx / dt) + abs(body.vy + late * ay - f.dy / dt)
    if off <= ROUNDING * (abs(body.vx) + abs(body.vy) + abs(ax) + abs(ay)):
        f.ax, f.ay = ax, ay
        f.vx += (shift(context) - dt) * ax
        f.vy += (shift(context) - dt) * ay


@kernel
def move_on(f: Any, time: float, dt: float) -> None:
    """Bring a flyer to a later time on its path."""
    since = time - f.time
    f.x += since * f.dx
    f.y += since * f.dy
    f.angle += since * f.turn
    f.vx += since * dt * f.ax
    f.vy += since * dt * f.ay
    f.time = time


@kernel
def set_path(f: Any, vx: float, vy: float, w: float, dt: float) -> None:
    """Give a flyer another velocity; its path for the rest of the step follows."""
    rest = 0.5 * (1.0 - f.time) * dt
    f.vx, f.vy, f.w = vx, vy, w
    f.dx, f.dy, f.turn = (vx + rest * f.ax) * dt, (vy + rest * f.ay) * dt, w * dt


@kernel
def lie_on(f: Any, vx: float, vy: float, nx: float, ny: float, dt: float) -> None:
    """Let what lies along (nx, ny), from where the velocity is so, bear a flyer that would fall into it.

    Else a body that hits the ground without bouncing would hit it again and again in that step.
    """
    pull = f.ax * nx + f.ay * ny
    if pull > 0.0 and nx * vx + ny * vy + 0.5 * (1.0 - f.time) * dt * pull > 0.0:
        f.ax -= pull * nx
        f.ay -= pull * ny


@kernel
def stop(f: Any) -> None:
    """A flyer's motion of this step ends here; its velocity does not."""
    f.dx, f.dy, f.turn = 0.0, 0.0, 0.0


@kernel
def set_box(f: Any, reach: float) -> None:
    """Note a box around what is left of a flyer's path."""
    left = 1.0 - f.time
    f.lx, f.ux = f.x + min(left * f.dx, 0.0) - reach, f.x + max(left * f.dx, 0.0) + reach
    f.ly, f.uy = f.y + min(left * f.dy, 0.0) - reach, f.y + max(left * f.dy, 0.0) + reach


@kernel
def note_change(flight: Flight, k: int, reach: float) -> None:
    """A flyer's path has changed: what it meets next is to be looked for, and others look at it anew."""
    f, counts = flight.flyers[k], flight.counts
    set_box(f, reach)
    if f.changed == 0:
        f.changed = 1
        flight.changed[counts[CHANGED]] = k
        counts[CHANGED] += 1
    search_again(flight, k)


@kernel
def search_again(flight: Flight, k: int) -> None:
    """What flyer k was to meet is void: look for it anew."""
    counts = flight.counts
    flight.flyers[k].version += 1
    flight.waiting[counts[WAITING]] = k
    counts[WAITING] += 1


@kernel
def land(body: Any, f: Any, context: StepContext) -> None:
    """Give a body the pose and velocity of its flyer at the end of the step."""
    move_on(f, 1.0, context.dt)
    body.angle = f.angle
    cx, cy = center_at(body, body.angle)
    body.x = f.x - cx
    body.y = f.y - cy
    if body.kind == DYNAMIC:
        body.vx = f.vx - shift(context) * f.ax
        body.vy = f.vy - shift(context) * f.ay
        body.angular_velocity = f.w
