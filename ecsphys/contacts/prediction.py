"""Contact points of shapes that are still apart: the touch to which the coming step leads.

Such a point limits the motion along the normal of its time. Where a corner or a round side passes by, the
normal turns, and the point would be a ghost collision. So both shapes are first advanced to the time of
impact, as far as their velocities, spins and forces lead them in this step (conservative advancement:
Mirtich, *Impulse-based Dynamic Simulation*, 1996, section 2.3). Box2D v3 and Jolt accept such ghosts and keep
the speculative distance small.

Places are relative to A's origin, with A's centre of mass at rest.
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from .. import constants
from ..arrays import PointRows, Rows, wide
from ..collide.bounds import rotate_row
from ..collide.dispatch import collide
from ..collide.manifold import NO_CONTACT, STEADY, Core, Manifold, normal_of
from ..compile import inlined, kernel
from ..math2d.core import HALF_PLANE
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import add, add_scaled, cross, dot, rotate, scale, subtract
from ..settings import StepContext
from ..world.bodies import DYNAMIC
from ..world.center import center_of
from ..world.foreseen import along_free_axes, foreseen_on

MAX_ITERATIONS = 12
TOUCHING = 0.1  # of the slop: surfaces nearer than this touch


class PairMotion(NamedTuple):
    """The motion of two bodies in the coming step, up to `horizon` seconds from now.

    `velocity` is that of B's centre of mass relative to A's, the mean over the horizon, and `gain` what it
    gains until the middle. `spin_a` and `spin_b` are 0 where rotation moves no point far; `bend` bounds half
    the acceleration that it gives a point. `center_a` and `center_b` lead from A's origin.
    """

    velocity: Vec2
    gain: Vec2
    spin_a: float
    spin_b: float
    bend: float
    center_a: Vec2
    center_b: Vec2
    horizon: float


class Touch(NamedTuple):
    """A manifold and the time, in seconds from now, of the poses that it belongs to; their cores."""

    m: Manifold
    time: float
    a: Core
    b: Core


@inlined
def smallest_gap(m: Manifold) -> float:
    """Return the separation of the nearer point of a manifold."""
    return m.separation0 if m.count < 2 else min(m.separation0, m.separation1)


@inlined
def acceleration(body: Any, context: StepContext) -> Vec2:
    """Return the acceleration of a body by gravity and forces."""
    if body.kind != DYNAMIC or body.awake == 0 or body.skin > 0.0:
        return Vec2(0.0, 0.0)
    x = context.gravity_x * body.gravity_scale + body.force_x * body.inverse_mass
    y = context.gravity_y * body.gravity_scale + body.force_y * body.inverse_mass
    return along_free_axes(body, Vec2(x, y))


@inlined
def spin_of(shape: Any, body: Any) -> float:
    """Return the spin of a shape. An upright one does not turn with its body; a half-plane has no arm."""
    return 0.0 if shape.upright == 1 or shape.form == HALF_PLANE else float(body.angular_velocity)


@inlined
def horizon_of(context: Any) -> float:
    """Return how far ahead a step looks, in seconds: its last relaxing pass does so by one sub-step."""
    return float(context.dt + context.h)


@inlined
def relative_velocity(body_a: Any, body_b: Any) -> Vec2:
    """Return the velocity of B's centre of mass relative to A's."""
    return Vec2(body_b.vx - body_a.vx, body_b.vy - body_a.vy)


@kernel
def foreseen_between(effects: Rows, a: int, b: int) -> Vec2:
    """Return the acceleration of body b relative to body a by areas and fields."""
    return subtract(foreseen_on(effects, b), foreseen_on(effects, a))


@inlined
def pair_motion(
    shape_a: Any, shape_b: Any, body_a: Any, body_b: Any, effects: Rows, context: StepContext
) -> PairMotion:
    """Return the motion of two shapes' bodies in the coming step, as if nothing pushed them."""
    horizon = horizon_of(context)
    pull = subtract(acceleration(body_b, context), acceleration(body_a, context))
    if len(effects) > 0:
        pull = add(pull, foreseen_between(effects, wide(shape_a.body), wide(shape_b.body)))
    gain = scale(0.5 * (horizon + context.h), pull)
    velocity = add(relative_velocity(body_a, body_b), gain)
    spin_a, spin_b = spin_of(shape_a, body_a), spin_of(shape_b, body_b)
    # Distance of a point of the unrounded shape from the centre: a disc around its centre may turn freely.
    arm_a = max(body_a.reach - shape_a.radius, 0.0) if spin_a != 0.0 else 0.0
    arm_b = max(body_b.reach - shape_b.radius, 0.0) if spin_b != 0.0 else 0.0
    if (abs(spin_a) * arm_a + abs(spin_b) * arm_b) * horizon <= constants.SPIN_THRESHOLD * context.slop:
        spin_a, spin_b = 0.0, 0.0
    bend = 0.5 * (spin_a * spin_a * arm_a + spin_b * spin_b * arm_b)
    center_b = add(center_of(body_b), Vec2(body_b.x - body_a.x, body_b.y - body_a.y))
    return PairMotion(velocity, gain, spin_a, spin_b, bend, center_of(body_a), center_b, horizon)


@inlined
def closing_time(
    p: PairMotion, normal: Vec2, x: float, y: float, gap: float, time: float, more: float
) -> float:
    """Return a lower bound on the seconds after `time` in which a point closes its gap; inf if it does not.

    `more` is added to the speed at which it does.
    """
    point = Vec2(x, y)
    of_a = p.spin_a * cross(subtract(point, p.center_a), normal)
    of_b = p.spin_b * cross(subtract(point, add_scaled(p.center_b, time, p.velocity)), normal)
    closing = more + of_a - of_b - dot(p.velocity, normal)
    total = closing + math.sqrt(closing * closing + 4.0 * p.bend * max(gap, 0.0))
    return 2.0 * max(gap, 0.0) / total if total > 0.0 else math.inf


@inlined
def next_time(p: PairMotion, m: Manifold, time: float, more: float) -> float:
    """Return a lower bound on the time at which a point of `m` closes its gap."""
    normal = normal_of(m)
    step = closing_time(p, normal, m.x0, m.y0, m.separation0, time, more)
    if m.count == 2:
        step = min(step, closing_time(p, normal, m.x1, m.y1, m.separation1, time, more))
    return time + step


@kernel
def turned_core(points: PointRows, core: Core, center: Vec2, move: Vec2, angle: float, spare: int) -> Core:
    """Return a core after its body moved and turned by `angle` about its centre; its points go to `spare`."""
    if angle == 0.0:
        return Core(core.form, core.first, core.count, core.radius, core.x + move.x, core.y + move.y)
    c, s = cos_sin(angle)
    for i in range(core.count):
        rotate_row(points, core.first + i, points, spare + i, c, s)
    place = add(add(center, move), rotate(subtract(Vec2(core.x, core.y), center), c, s))
    return Core(core.form, spare, core.count, core.radius, place.x, place.y)


@kernel
def predict_touch(
    points: PointRows, a: Core, b: Core, now: Manifold, p: PairMotion, spare: int, context: StepContext
) -> Touch:
    """Return the manifold at the touch to which this step's motion leads.

    `now` itself, at time 0, if no point closes its gap within the step; NO_CONTACT if the shapes pass each
    other, or touch so late that the search ends: then the next step finds the overlap. From row `spare` on
    there is room for the points of both.
    """
    ahead = max(dot(p.gain, normal_of(now)), 0.0)  # what slows down is ahead of its mean velocity
    if next_time(p, now, 0.0, ahead) > p.horizon:
        return Touch(now, 0.0, a, b)
    time = next_time(p, now, 0.0, 0.0)
    reach = context.speculative + math.sqrt(dot(p.velocity, p.velocity)) * p.horizon
    reach += 2.0 * p.bend * p.horizon * p.horizon
    nothing = Vec2(0.0, 0.0)
    for _ in range(MAX_ITERATIONS):
        if time > p.horizon:
            break
        core_a = turned_core(points, a, p.center_a, nothing, time * p.spin_a, spare)
        move = scale(time, p.velocity)
        core_b = turned_core(points, b, p.center_b, move, time * p.spin_b, spare + a.count)
        m = collide(points, core_a, core_b, reach)
        if m.count == 0:
            break
        if smallest_gap(m) < TOUCHING * context.slop:
            return Touch(m, time, core_a, core_b)
        time = next_time(p, m, time, 0.0)
    return Touch(NO_CONTACT, 0.0, a, b)


@inlined
def start_of(p: PairMotion, x: float, y: float, time: float, share: float) -> Vec2:
    """Return where a point at `time` was at the start, if it moves by `share` with B, else with A."""
    point = Vec2(x, y)
    on_a = subtract(point, p.center_a)
    on_b = subtract(point, add_scaled(p.center_b, time, p.velocity))
    if p.spin_a != 0.0:
        on_a = rotate(on_a, *cos_sin(-time * p.spin_a))
    if p.spin_b != 0.0:
        on_b = rotate(on_b, *cos_sin(-time * p.spin_b))
    return add(scale(1.0 - share, add(p.center_a, on_a)), scale(share, add(p.center_b, on_b)))


@inlined
def growth(p: PairMotion, normal: Vec2, start: Vec2, time: float) -> float:
    """Return by how much the separation of a point, given at the start, grows until `time`."""
    total = time * dot(p.velocity, normal)
    if p.spin_a != 0.0:
        arm = subtract(start, p.center_a)
        total -= dot(subtract(rotate(arm, *cos_sin(time * p.spin_a)), arm), normal)
    if p.spin_b != 0.0:
        arm = subtract(start, p.center_b)
        total += dot(subtract(rotate(arm, *cos_sin(time * p.spin_b)), arm), normal)
    return total


@kernel
def shift_to_start(m: Manifold, time: float, p: PairMotion, body_a: Any, body_b: Any) -> Manifold:
    """Shift a manifold, found at `time`, to the poses of now.

    Its points move with the body that is easier to push, so that the impulse has the lever that it has at the
    touch: none on a circle. Its normal is that of then: it is where it will be, and rolls no further.
    """
    total = body_a.inverse_mass + body_b.inverse_mass
    share = body_b.inverse_mass / total if total > 0.0 else 0.5
    normal = normal_of(m)
    start0, start1 = start_of(p, m.x0, m.y0, time, share), start_of(p, m.x1, m.y1, time, share)
    return Manifold(
        m.count,
        m.nx,
        m.ny,
        start0.x,
        start0.y,
        m.separation0 - growth(p, normal, start0, time),
        m.id0,
        start1.x,
        start1.y,
        m.separation1 - growth(p, normal, start1, time),
        m.id1 if m.count > 1 else STEADY,
    )
