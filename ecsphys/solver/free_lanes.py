"""Bodies under influences and without constraints, up to FREE_LANES at once, by the semi-implicit rule.

The same as `influenced.advance_free`, but for rounding, with each loop over bodies, so that LLVM makes vector
instructions of it. A body gets a lane if no decisions are needed on the way: it is under points that attract,
wind without lift on one circle or polygon, liquids in which it is deep all through the step. One that turns
out to be too fast for that goes astray, and is moved by itself. Whether a body gets a lane depends on it
alone, and no lane on another one: so bits do not depend on who else is there.
"""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from .. import constants
from ..collide.wind import centroid_of
from ..compile import ENABLED, inlined, kernel
from ..constants import AIR_DENSITY
from ..math2d.core import POLYGON
from ..math2d.elementary import SMALL_TURN, cos_sin_of_small
from ..math2d.vec2 import Vec2
from ..settings import StepContext
from ..world.areas import GRAVITY, LIQUID, LOCAL_FORCE, NO_VISIT, WIND
from ..world.center import center_of
from .blocks import lane_indices
from .influences import Actors, Subject, is_within
from .integrate import BodyForces
from .records import FACETS, FREE_LANES, SLOTS

NO_QUEUE = -1

# -- taking a body in --------------------------------------------------------------------------------------


@inlined
def queue_of(actors: Actors, body: Any, head: int, context: StepContext) -> int:
    """Return in which queue a body waits for a lane, beside others as much influenced; NO_QUEUE: no lane."""
    points, winds, liquids, k = 0, 0, 0, head
    while k != NO_VISIT:
        visit = actors.visits[k]
        if visit.effects == LOCAL_FORCE:
            return NO_QUEUE
        area = actors.areas[visit.area]
        if visit.effects & GRAVITY:
            points += 1
        if visit.effects & WIND:
            winds += 1
            if area.lift != 0.0:
                return NO_QUEUE
        if visit.effects & LIQUID:
            liquids += 1
            if not is_deep(area, visit, body, context):
                return NO_QUEUE
        k = visit.next
    if winds > 0 and not is_one_core(actors, body):
        return NO_QUEUE
    slots = max(points, max(winds, liquids))
    edges = 1 if winds > 0 and actors.shapes[body.first_shape].count > 1 else 0
    return 2 * (slots - 1) + edges if slots <= SLOTS else NO_QUEUE


@inlined
def is_deep(area: Any, visit: Any, body: Any, context: StepContext) -> bool:
    """Whether a liquid bears all of a body at its centre of mass, as far as the body may get in its lane."""
    if visit.is_whole == 0 or visit.x != body.center_x or visit.y != body.center_y:
        return False
    (cx, cy), way = center_of(body), context.substeps * constants.SURFACE_STEP * body.half_width
    x, y, margin = body.x + cx, body.y + cy, body.reach + 1.5 * way  # along the diagonal
    depth = area.level - area.nx * x - area.ny * y
    return bool(depth >= margin) and is_within(area, x, y, margin)


@inlined
def is_one_core(actors: Actors, body: Any) -> bool:
    """Whether a body has one shape only, a circle or a polygon that turns with it."""
    if body.first_shape < 0:
        return False
    shape = actors.shapes[body.first_shape]
    if shape.next_shape >= 0 or shape.form > POLYGON or shape.upright == 1:
        return False
    return bool(shape.count != 2 and shape.count <= FACETS)


@inlined
def take_in(lanes: Any, i: int, actors: Actors, body: Any, subject: Subject, f: BodyForces) -> None:
    """Write a body of a queue to lane i."""
    lanes.x0[i], lanes.y0[i] = subject.x, subject.y
    lanes.mx[i], lanes.my[i], lanes.i[i] = subject.mx, subject.my, subject.i
    lanes.gx[i], lanes.gy[i] = subject.gx, subject.gy
    lanes.ax[i], lanes.ay[i], lanes.aw[i] = subject.ax, subject.ay, subject.aw
    lanes.linear[i], lanes.angular[i] = subject.damping, subject.spin_damping
    lanes.scale[i], lanes.reach[i] = body.gravity_scale, body.reach
    lanes.vx[i], lanes.vy[i], lanes.w[i] = f.vx, f.vy, f.w
    points, winds, liquids, k = 0, 0, 0, subject.head
    while k != NO_VISIT:
        visit = actors.visits[k]
        area = actors.areas[visit.area]
        if visit.effects & GRAVITY:
            lanes.center_x[points, i], lanes.center_y[points, i] = area.center_x, area.center_y
            lanes.strength[points, i], lanes.unit[points, i] = area.strength, area.unit_distance
            points += 1
        if visit.effects & WIND:
            lanes.wind_x[winds, i], lanes.wind_y[winds, i] = area.wind_x, area.wind_y
            lanes.drag[winds, i] = area.drag
            winds += 1
        if visit.effects & LIQUID:
            lanes.nx[liquids, i], lanes.ny[liquids, i] = area.nx, area.ny
            lanes.density[liquids, i], lanes.area[i] = area.density, visit.body_area
            lanes.slow[liquids, i] = area.linear_damping if area.linear_damping > 0.0 else 0.0
            lanes.spin_slow[liquids, i] = area.angular_damping if area.angular_damping > 0.0 else 0.0
            lanes.flow_x[liquids, i], lanes.flow_y[liquids, i] = area.flow_x, area.flow_y
            liquids += 1
        k = visit.next
    lanes.points, lanes.winds = max(lanes.points, points), max(lanes.winds, winds)
    lanes.liquids = max(lanes.liquids, liquids)
    lanes.most[i] = constants.SURFACE_STEP * body.half_width if liquids > 0 else math.inf
    lanes.most_turn[i] = SMALL_TURN if winds > 0 else math.inf
    if winds > 0:
        take_outline(lanes, i, actors, actors.shapes[body.first_shape], Vec2(-subject.cx, -subject.cy))


@inlined
def take_outline(lanes: Any, i: int, actors: Actors, shape: Any, origin: Vec2) -> None:
    """Write the outline of a body's shape, from its centre of mass, to lane i."""
    points, first, count = actors.turned, shape.first + 0, shape.count + 0
    lever = centroid_of(points, first, count, origin)
    lanes.lever_x[i], lanes.lever_y[i], lanes.wide[i] = lever.x, lever.y, 2.0 * shape.radius
    edges = count if count > 1 else 0
    lanes.facets = max(lanes.facets, edges)
    for k in range(edges):
        a, b = first + k, first + k + 1 if k + 1 < count else first
        side = Vec2(points[b, 0] - points[a, 0], points[b, 1] - points[a, 1])
        x, y = origin.x + points[a, 0] + 0.5 * side.x, origin.y + points[a, 1] + 0.5 * side.y
        lanes.side_x[k, i], lanes.side_y[k, i] = side.x, side.y
        lanes.at_x[k, i], lanes.at_y[k, i], lanes.square[k, i] = x, y, x * x + y * y


# -- a step ------------------------------------------------------------------------------------------------


@inlined
def all_lanes(count: int) -> Any:
    """Return the lanes of a loop.

    Compiled it goes through all of them: where their number is known, and not too small, LLVM makes vector
    instructions without asking whether arrays overlap. Those behind `count` are never read.
    """
    return range(np.uint64(FREE_LANES if ENABLED else count))


@kernel
def run_lanes(lanes: Any, count: int, context: StepContext) -> None:
    """Move the bodies in the first `count` lanes through all sub-steps."""
    for i in all_lanes(count):
        lanes.x[i], lanes.y[i], lanes.turn[i], lanes.restless[i], lanes.astray[i] = 0.0, 0.0, 0.0, 0.0, 0.0
    for _ in range(context.substeps):
        begin_sums(lanes, count)
        for k in lane_indices(0, lanes.points):
            attract(lanes, k, count)
        if lanes.winds > 0:
            turn_lanes(lanes, count)
        for k in lane_indices(0, lanes.winds):
            blow(lanes, k, count)
        for k in lane_indices(0, lanes.liquids):
            bear(lanes, k, count)
        advance_lanes(lanes, count, context)


@inlined
def begin_sums(lanes: Any, count: int) -> None:
    """Blank the sums of a sub-step."""
    for i in all_lanes(count):
        lanes.point_x[i], lanes.point_y[i] = 0.0, 0.0
        lanes.fx[i], lanes.fy[i], lanes.torque[i] = 0.0, 0.0, 0.0
        lanes.flow_ax[i], lanes.flow_ay[i], lanes.flow_aw[i] = 0.0, 0.0, 0.0
        lanes.rate[i], lanes.spin_rate[i] = lanes.linear[i], lanes.angular[i]


@inlined
def attract(lanes: Any, k: Any, count: int) -> None:
    """Add the acceleration to the points of slot k, see `influences.gravity_of`."""
    for i in all_lanes(count):
        dx = lanes.center_x[k, i] - (lanes.x0[i] + lanes.x[i])
        dy = lanes.center_y[k, i] - (lanes.y0[i] + lanes.y[i])
        square, unit = dx * dx + dy * dy, lanes.unit[k, i]
        distance = math.sqrt(square)
        is_far = (distance > unit) & (unit > 0.0)
        over = distance * square if is_far else distance
        strength = lanes.strength[k, i] * (unit * unit if is_far else 1.0)
        strength /= over if over > 0.0 else 1.0
        lanes.point_x[i] += strength * dx
        lanes.point_y[i] += strength * dy


@inlined
def turn_lanes(lanes: Any, count: int) -> None:
    """Set the cosine and sine of each body's turn; who turns too far goes astray."""
    for i in all_lanes(count):
        turn = lanes.turn[i]
        is_small = abs(turn) <= SMALL_TURN
        lanes.astray[i] = 1.0 if abs(turn) > lanes.most_turn[i] else lanes.astray[i]
        lanes.c[i], lanes.s[i] = cos_sin_of_small(turn if is_small else 0.0)


@inlined
def blow(lanes: Any, k: Any, count: int) -> None:
    """Add the wind of slot k, see `collide.wind`, in the frame of the shape."""
    for i in all_lanes(count):
        c, s, w, drag = lanes.c[i], lanes.s[i], lanes.w[i], lanes.drag[k, i]
        vx, vy = c * lanes.vx[i] + s * lanes.vy[i], c * lanes.vy[i] - s * lanes.vx[i]
        wind_x = c * lanes.wind_x[k, i] + s * lanes.wind_y[k, i]
        wind_y = c * lanes.wind_y[k, i] - s * lanes.wind_x[k, i]
        lever_x, lever_y = lanes.lever_x[i], lanes.lever_y[i]
        x, y = wind_x - drag * (vx - w * lever_y), wind_y - drag * (vy + w * lever_x)
        passing = lanes.wide[i] * math.sqrt(x * x + y * y)
        lanes.past_x[i], lanes.past_y[i], lanes.passing[i] = x, y, passing
        lanes.arm_x[i], lanes.arm_y[i] = passing * lever_x, passing * lever_y
        lanes.arms[i] = passing * (lever_x * lever_x + lever_y * lever_y)
    for e in lane_indices(0, lanes.facets):
        for i in all_lanes(count):
            across = lanes.side_x[e, i] * lanes.past_y[i] - lanes.side_y[e, i] * lanes.past_x[i]
            passing = across if across > 0.0 else 0.0  # else in the lee
            lanes.passing[i] += passing
            lanes.arm_x[i] += passing * lanes.at_x[e, i]
            lanes.arm_y[i] += passing * lanes.at_y[e, i]
            lanes.arms[i] += passing * lanes.square[e, i]
    for i in all_lanes(count):
        c, s, x, y = lanes.c[i], lanes.s[i], lanes.past_x[i], lanes.past_y[i]
        push, slow = 0.5 * AIR_DENSITY, 0.5 * AIR_DENSITY * abs(lanes.drag[k, i])
        fx, fy = push * lanes.passing[i] * x, push * lanes.passing[i] * y
        lanes.fx[i] += c * fx - s * fy
        lanes.fy[i] += s * fx + c * fy
        lanes.torque[i] += push * (lanes.arm_x[i] * y - lanes.arm_y[i] * x)
        mass_rate = lanes.mx[i] if lanes.mx[i] > lanes.my[i] else lanes.my[i]
        lanes.rate[i] += slow * lanes.passing[i] * mass_rate
        lanes.spin_rate[i] += slow * lanes.arms[i] * lanes.i[i]


@inlined
def bear(lanes: Any, k: Any, count: int) -> None:
    """Add the liquid of slot k, in which a body is as a whole, see `influences.borne`."""
    for i in all_lanes(count):
        nx, ny, slow, spin_slow = lanes.nx[k, i], lanes.ny[k, i], lanes.slow[k, i], lanes.spin_slow[k, i]
        gx = lanes.gx[i] + lanes.scale[i] * lanes.point_x[i]
        gy = lanes.gy[i] + lanes.scale[i] * lanes.point_y[i]
        down = -(gx * nx + gy * ny)
        force = lanes.density[k, i] * (down if down > 0.0 else 0.0) * lanes.area[i]
        lanes.fx[i] += force * nx
        lanes.fy[i] += force * ny
        lanes.flow_ax[i] += slow * (lanes.flow_x[k, i] - lanes.vx[i])
        lanes.flow_ay[i] += slow * (lanes.flow_y[k, i] - lanes.vy[i])
        lanes.flow_aw[i] -= spin_slow * lanes.w[i]
        lanes.rate[i] += slow
        lanes.spin_rate[i] += spin_slow


@inlined
def advance_lanes(lanes: Any, count: int, context: StepContext) -> None:
    """Accelerate and move all bodies, see `influenced.advance_implicitly`."""
    h, time, least = context.h, context.sleep_time, constants.CALM * context.sleep_speed * context.h
    for i in all_lanes(count):
        vx, vy, w, scale, mx, my = (
            lanes.vx[i],
            lanes.vy[i],
            lanes.w[i],
            lanes.scale[i],
            lanes.mx[i],
            lanes.my[i],
        )
        ax = (
            lanes.ax[i]
            + scale * lanes.point_x[i]
            + lanes.fx[i] * mx
            + lanes.flow_ax[i]
            - lanes.linear[i] * vx
        )
        ay = (
            lanes.ay[i]
            + scale * lanes.point_y[i]
            + lanes.fy[i] * my
            + lanes.flow_ay[i]
            - lanes.linear[i] * vy
        )
        aw = lanes.aw[i] + lanes.torque[i] * lanes.i[i] + lanes.flow_aw[i] - lanes.angular[i] * w
        slow, spin_slow = 1.0 / (1.0 + h * lanes.rate[i]), 1.0 / (1.0 + h * lanes.spin_rate[i])
        vx += h * (ax if mx > 0.0 else 0.0) * slow
        vy += h * (ay if my > 0.0 else 0.0) * slow
        w += h * (aw if lanes.i[i] > 0.0 else 0.0) * spin_slow
        gain_x, gain_y, gain_w = time * (vx - lanes.vx[i]), time * (vy - lanes.vy[i]), time * (w - lanes.w[i])
        calm = least - abs(gain_w) * lanes.reach[i]  # see `influenced.is_restless`; without its root
        is_restless = (calm < 0.0) | (gain_x * gain_x + gain_y * gain_y > calm * calm)
        lanes.restless[i] = 1.0 if is_restless else lanes.restless[i]
        way_x, way_y, most = h * vx, h * vy, lanes.most[i]
        lanes.astray[i] = 1.0 if (abs(way_x) > most) | (abs(way_y) > most) else lanes.astray[i]
        lanes.vx[i], lanes.vy[i], lanes.w[i] = vx, vy, w
        lanes.x[i] += way_x
        lanes.y[i] += way_y
        lanes.turn[i] += h * w


@kernel
def empty(lanes: Any) -> None:
    """Blank what is to be 0 where it is not in use."""
    lanes.strength[: lanes.points], lanes.unit[: lanes.points] = 0.0, 0.0
    if lanes.winds > 0:
        lanes.wind_x[: lanes.winds], lanes.wind_y[: lanes.winds], lanes.drag[: lanes.winds] = 0.0, 0.0, 0.0
        lanes.wide[:] = 0.0
        lanes.side_x[: lanes.facets], lanes.side_y[: lanes.facets] = 0.0, 0.0
    if lanes.liquids > 0:
        lanes.density[: lanes.liquids] = 0.0
        lanes.slow[: lanes.liquids], lanes.spin_slow[: lanes.liquids] = 0.0, 0.0
    lanes.points, lanes.winds, lanes.liquids, lanes.facets = 0, 0, 0, 0
