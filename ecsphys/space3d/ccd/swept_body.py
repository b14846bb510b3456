"""Swept bodies: how they start from the solver's result, advance, and are written back to their bodies.

The rules are the plane's (`ccd.swept_body`); rotation goes on at a constant spin.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ... import constants
from ...arrays import BodyRows, Ints, SweptRows
from ...ccd.records import NOT_SWEPT
from ...compile import inlined, kernel
from ...math2d.elementary import atan2
from ...spatial.walk import NONE
from ...world.bodies import DYNAMIC
from ..math3d.quaternion import Quaternion, multiply, rotate, rotation_of, turn
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, dot, length, scale, subtract
from ..settings import StepContext3
from ..solver.integrate import unlocked
from ..world.center import center_of, orientation_of, previous_rotation, set_orientation
from .records import CcdState3

ROUNDING = 1e-9  # relative difference of displacement and velocity × dt of a body in free motion


class Path(NamedTuple):
    """A centre of mass and an orientation at some time, and their change over a whole step."""

    place: Vec3
    q: Quaternion
    d: Vec3
    turn: Vec3


@inlined
def rotation_vector(q: Quaternion) -> Vec3:
    """Return axis times angle of a unit quaternion's rotation, at most half a turn."""
    size = length(Vec3(q.x, q.y, q.z))
    if size == 0.0:
        return Vec3(0.0, 0.0, 0.0)
    angle = 2.0 * atan2(size, abs(q.w))
    return scale(angle / size if q.w >= 0.0 else -angle / size, Vec3(q.x, q.y, q.z))


@kernel
def body_path(body: Any) -> Path:
    """Return the motion of a body's centre of mass in this step, as the solver left it."""
    end = add(Vec3(body.x, body.y, body.z), center_of(body))
    q = orientation_of(body)
    if body.awake == 0:
        return Path(end, q, Vec3(0.0, 0.0, 0.0), Vec3(0.0, 0.0, 0.0))
    center = rotate(previous_rotation(body), Vec3(body.center_x, body.center_y, body.center_z))
    start = add(Vec3(body.previous_x, body.previous_y, body.previous_z), center)
    before = Quaternion(body.previous_qw, body.previous_qx, body.previous_qy, body.previous_qz)
    turned = multiply(q, Quaternion(before.w, -before.x, -before.y, -before.z))
    return Path(start, before, subtract(end, start), rotation_vector(turned))


@inlined
def swept_path(s: Any) -> Path:
    """Return the path of a swept body from its own time on."""
    return Path(
        Vec3(s.x, s.y, s.z),
        Quaternion(s.qw, s.qx, s.qy, s.qz),
        Vec3(s.dx, s.dy, s.dz),
        Vec3(s.turn_x, s.turn_y, s.turn_z),
    )


@inlined
def moved(p: Path, since: float) -> Path:
    """Return a path some time later."""
    if since == 0.0:
        return p
    return Path(add_scaled(p.place, since, p.d), turn(p.q, scale(since, p.turn)), p.d, p.turn)


@kernel
def path_at(bodies: BodyRows, swept: SweptRows, slots: Ints, row: int, time: float) -> Path:
    """Return a body's path at a time."""
    slot = slots[row]
    if slot == NOT_SWEPT:
        return moved(body_path(bodies[row]), time)
    s = swept[slot]
    return moved(swept_path(s), time - s.time)


@kernel
def begin_sweep(bodies: BodyRows, state: CcdState3, row: int, context: StepContext3) -> int:
    """Add a swept body on the path that the solver found; returns its row in `swept`."""
    k = state.counts[0].swept
    state.counts[0].swept += 1
    state.slots[row] = k
    body, s = bodies[row], state.swept[k]
    p = body_path(body)
    s.body = row
    s.time, s.last_time = 0.0, -1.0
    # A character stays where its own system put it.
    s.impacts = constants.MAX_IMPACTS if body.skin > 0.0 else 0
    s.at_once, s.version, s.changed = 0, 1, 0
    s.other_shape = NONE
    s.x, s.y, s.z = p.place.x, p.place.y, p.place.z
    s.qw, s.qx, s.qy, s.qz = p.q.w, p.q.x, p.q.y, p.q.z
    s.dx, s.dy, s.dz = p.d.x, p.d.y, p.d.z
    s.turn_x, s.turn_y, s.turn_z = p.turn.x, p.turn.y, p.turn.z
    init_velocity(body, s, context)
    return int(k)


@kernel
def init_velocity(body: Any, s: Any, context: StepContext3) -> None:
    """Set the velocity at the start of the step, and the acceleration if the body moved freely.

    The positions after the sub-steps of a free fall lie on a parabola whose velocity differs from the body's
    by half a sub-step of gravity. Impacts use the velocity on the parabola: an elastic ball keeps its height.
    """
    dt = context.dt
    s.ax, s.ay, s.az = 0.0, 0.0, 0.0
    s.wx, s.wy, s.wz = body.wx, body.wy, body.wz
    if body.kind != DYNAMIC:
        s.vx, s.vy, s.vz = s.dx / dt, s.dy / dt, s.dz / dt
        return
    g = body.gravity_scale
    a = unlocked(Vec3(g * context.gravity_x, g * context.gravity_y, g * context.gravity_z), body.locks)
    late = 0.5 * context.h - 0.5 * dt  # from the end of the step to its middle
    v = Vec3(body.vx, body.vy, body.vz)
    off = subtract(add_scaled(v, late, a), Vec3(s.dx / dt, s.dy / dt, s.dz / dt))
    if length(off) <= ROUNDING * (length(v) + length(a)):
        s.ax, s.ay, s.az = a.x, a.y, a.z
        v = add_scaled(v, 0.5 * context.h - dt, a)
    s.vx, s.vy, s.vz = v.x, v.y, v.z


@kernel
def advance_to(s: Any, time: float, dt: float) -> None:
    """Advance a swept body along its path to a later time."""
    since = time - s.time
    p = moved(swept_path(s), since)
    s.x, s.y, s.z = p.place.x, p.place.y, p.place.z
    s.qw, s.qx, s.qy, s.qz = p.q.w, p.q.x, p.q.y, p.q.z
    s.vx += since * dt * s.ax
    s.vy += since * dt * s.ay
    s.vz += since * dt * s.az
    s.time = time


@kernel
def set_velocity(s: Any, v: Vec3, dt: float) -> None:
    """Set the velocity of a swept body, and its displacement for the rest of the step."""
    d = scale(dt, add_scaled(v, 0.5 * (1.0 - s.time) * dt, Vec3(s.ax, s.ay, s.az)))
    s.vx, s.vy, s.vz = v.x, v.y, v.z
    s.dx, s.dy, s.dz = d.x, d.y, d.z


@kernel
def rest_on(s: Any, approach: float, n: Vec3, dt: float) -> None:
    """Cancel the acceleration into a surface along n that the body would fall back into this step.

    `approach` is the speed into the surface after the impact. Otherwise a body that lands without a bounce
    would hit the ground again and again within the step.
    """
    pull = dot(Vec3(s.ax, s.ay, s.az), n)
    if pull > 0.0 and approach + 0.5 * (1.0 - s.time) * dt * pull > 0.0:
        s.ax -= pull * n.x
        s.ay -= pull * n.y
        s.az -= pull * n.z


@kernel
def stop_motion(s: Any) -> None:
    """End the motion of a swept body for this step; its velocity stays."""
    s.dx, s.dy, s.dz = 0.0, 0.0, 0.0
    s.turn_x, s.turn_y, s.turn_z = 0.0, 0.0, 0.0


@kernel
def write_back(body: Any, s: Any, context: StepContext3) -> None:
    """Write pose and velocity of a swept body at the end of the step to its body."""
    advance_to(s, 1.0, context.dt)
    q = Quaternion(s.qw, s.qx, s.qy, s.qz)
    center = rotate(rotation_of(q.w, q.x, q.y, q.z), Vec3(body.center_x, body.center_y, body.center_z))
    set_orientation(body, q)
    body.x, body.y, body.z = s.x - center.x, s.y - center.y, s.z - center.z
    if body.kind == DYNAMIC:
        lag = 0.5 * context.h
        body.vx, body.vy, body.vz = s.vx - lag * s.ax, s.vy - lag * s.ay, s.vz - lag * s.az
        body.wx, body.wy, body.wz = s.wx, s.wy, s.wz
