"""Accelerations that depend on a body's place: point gravity, wind, liquids, forces that turn with the body.

They are evaluated at any pose and velocity, so that an integrator can ask for them where it needs them. With
the accelerations come the rates at which damping and drag fall with velocity, and the stiffness of the
buoyancy: a light body in a dense liquid would swing faster than any sub-step can follow, so the integrators
take both into account (`solver.influenced`).
"""

from __future__ import annotations

import math
from typing import Any, NamedTuple

from ..arrays import PointRows, Rows, ShapeRows
from ..collide.immersed import (
    INSIDE,
    NO_LINE,
    OUTSIDE,
    Immersed,
    Outline,
    as_immersed,
    immersed,
    place_of_disc,
)
from ..collide.submerged import SurfaceFrame, submerged
from ..collide.wind import Flow, Placement, wind_on
from ..compile import inlined, kernel
from ..math2d.core import POLYGON
from ..math2d.elementary import cos_sin
from ..math2d.vec2 import Vec2
from ..math2d.vector import rotate
from ..world.areas import GRAVITY, LIQUID, LOCAL_FORCE, NO_VISIT, WIND
from .workspace import WorldRows


class Actors(NamedTuple):
    """What acts on bodies by their place. All that a kernel passes on is copied word by word, so these are
    only the arrays that evaluations need.
    """

    shapes: ShapeRows
    visits: Rows
    areas: Rows
    outlines: Rows
    turned: PointRows


@inlined
def actors_of(rows: WorldRows) -> Actors:
    """Return what acts on the bodies of a world."""
    i = rows.influences
    return Actors(rows.shapes, i.visits, i.areas, i.outlines, i.turned)


class Subject(NamedTuple):
    """A body that is influenced, as it is at the beginning of a step.

    Its first visit, and the effects of all its visits; its centre of mass in the world, and relative to its
    origin; inverse masses, zero where it is locked; gravity, but for that of points; the accelerations and
    dampings that hold for the whole step.
    """

    head: int
    effects: int
    x: float
    y: float
    cx: float
    cy: float
    mx: float
    my: float
    i: float
    gx: float
    gy: float
    ax: float
    ay: float
    aw: float
    damping: float
    spin_damping: float


class State(NamedTuple):
    """Displacement of the centre of mass and rotation since the beginning of the step, and velocity."""

    x: float
    y: float
    turn: float
    vx: float
    vy: float
    w: float


class Stiffness(NamedTuple):
    """How much force along x and y, and torque, falls with a displacement along x, y and by a rotation (t).

    Symmetric and positive semi-definite: what turns a body over is left out.
    """

    xx: float
    xy: float
    yy: float
    xt: float
    yt: float
    tt: float


class Pull(NamedTuple):
    """Force, torque and additional acceleration by influences; rates of force with velocity and spin (1/s),
    and stiffness.
    """

    fx: float
    fy: float
    torque: float
    ax: float
    ay: float
    aw: float
    rate: float
    spin_rate: float
    stiffness: Stiffness


LIMP = Stiffness(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)
NO_PULL = Pull(0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0, LIMP)


@kernel
def pull_on(actors: Actors, body: Any, subject: Subject, state: State) -> Pull:
    """Return what all influences do to a body in some state."""
    visits, areas = actors.visits, actors.areas
    pull, gx, gy, k = NO_PULL, subject.gx, subject.gy, subject.head
    while k != NO_VISIT:
        visit = visits[k]
        if visit.effects & GRAVITY:
            g = gravity_of(areas[visit.area], subject.x + state.x, subject.y + state.y)
            gx, gy = gx + body.gravity_scale * g.x, gy + body.gravity_scale * g.y
            pull = accelerated(pull, body.gravity_scale * g.x, body.gravity_scale * g.y, 0.0)
        if visit.effects & LOCAL_FORCE:
            c, s = cos_sin(state.turn)
            pull = pushed(pull, c * visit.x - s * visit.y, s * visit.x + c * visit.y, 0.0)
        if visit.effects & WIND:
            pull = blown(pull, actors, body, areas[visit.area], subject, state)
        k = visit.next
    k = subject.head if subject.effects & LIQUID else NO_VISIT
    while k != NO_VISIT:
        if visits[k].effects & LIQUID:
            pull = borne(pull, actors, body, visits[k], subject, state, Vec2(gx, gy))
        k = visits[k].next
    return pull


@inlined
def accelerated(p: Pull, ax: float, ay: float, aw: float) -> Pull:
    """Add an acceleration."""
    return Pull(p.fx, p.fy, p.torque, p.ax + ax, p.ay + ay, p.aw + aw, p.rate, p.spin_rate, p.stiffness)


@inlined
def pushed(p: Pull, fx: float, fy: float, torque: float) -> Pull:
    """Add a force and a torque."""
    return Pull(p.fx + fx, p.fy + fy, p.torque + torque, p.ax, p.ay, p.aw, p.rate, p.spin_rate, p.stiffness)


@inlined
def damped(p: Pull, rate: float, spin_rate: float) -> Pull:
    """Add rates of damping."""
    rates = p.rate + rate, p.spin_rate + spin_rate
    return Pull(p.fx, p.fy, p.torque, p.ax, p.ay, p.aw, rates[0], rates[1], p.stiffness)


@inlined
def gravity_of(area: Any, x: float, y: float) -> Vec2:
    """The acceleration at a place towards an area's point: constant up to its unit distance, beyond that
    falling with the square of the distance (Newton).
    """
    dx, dy = area.center_x - x, area.center_y - y
    square = dx * dx + dy * dy
    distance, unit = math.sqrt(square), area.unit_distance
    if distance == 0.0:
        return Vec2(0.0, 0.0)
    if distance > unit > 0.0:
        strength = area.strength * (unit * unit) / (distance * square)
    else:
        strength = area.strength / distance
    return Vec2(strength * dx, strength * dy)


@inlined
def blown(pull: Pull, actors: Actors, body: Any, area: Any, subject: Subject, state: State) -> Pull:
    """Add the wind of an area on all shapes of a body."""
    c, s = cos_sin(state.turn)
    x, y = -(c * subject.cx - s * subject.cy), -(s * subject.cx + c * subject.cy)
    flow = Flow(state.vx, state.vy, state.w, area.wind_x, area.wind_y, area.drag, area.lift)
    mass_rate = max(subject.mx, subject.my)
    i = body.first_shape
    while i >= 0:
        shape = actors.shapes[i]
        if shape.form <= POLYGON:
            at = Placement(x, y, 1.0, 0.0) if shape.upright == 1 else Placement(x, y, c, s)
            force = wind_on(actors.turned, shape.first + 0, shape.count + 0, shape.radius, at, flow)
            pull = pushed(pull, force.x, force.y, force.torque)
            pull = damped(pull, force.rate * mass_rate, force.spin_rate * subject.i)
        i = shape.next_shape
    return pull


@inlined
def borne(
    pull: Pull, actors: Actors, body: Any, visit: Any, subject: Subject, state: State, gravity: Vec2
) -> Pull:
    """Add the buoyancy and the damping of a liquid, in proportion to the area of the body that is in it.

    The pressure grows with the depth below the surface by the density times the gravity into it. So the
    buoyancy is along the surface's normal, and has a potential whichever way gravity points.
    """
    area = actors.areas[visit.area]
    nx, ny = area.nx, area.ny
    height = nx * (subject.x + state.x) + ny * (subject.y + state.y) - area.level
    reach = body.reach
    if height >= reach:
        return pull
    outline = outline_around(actors, area, subject, state)
    is_inside = is_within(area, subject.x + state.x, subject.y + state.y, reach)
    place = INSIDE if is_inside else place_of_disc(outline, height, reach)
    if place == OUTSIDE:
        return pull
    load = area.density * max(0.0, -(gravity.x * nx + gravity.y * ny))
    c, s = cos_sin(state.turn)
    if height <= -reach and visit.is_whole == 1 and place == INSIDE:
        offset = centroid_at(body, visit, state.turn)
        across, up = ny * offset.x - nx * offset.y, nx * offset.x + ny * offset.y
        deep = Immersed(visit.body_area, across, height + up, NO_LINE)
        return slowed_by_liquid(lifted(pull, deep, load, Vec2(nx, ny), height), area, state, 1.0)
    turned = SurfaceFrame(0.0, 0.0, ny * c - nx * s, nx * c + ny * s)
    t0 = -(turned.c * subject.cx - turned.s * subject.cy)
    z0 = height - (turned.s * subject.cx + turned.c * subject.cy)
    wet = 0.0
    i = body.first_shape
    while i >= 0:
        shape = actors.shapes[i]
        if shape.form <= POLYGON:
            upright = shape.upright == 1
            frame = SurfaceFrame(t0, z0, ny if upright else turned.c, nx if upright else turned.s)
            part = part_in_liquid(actors.turned, shape, frame, outline, place)
            wet += part.area
            pull = lifted(pull, part, load, Vec2(nx, ny), height)
        i = shape.next_shape
    if wet > 0.0:
        pull = slowed_by_liquid(pull, area, state, min(1.0, wet / visit.body_area))
    return pull


@inlined
def is_within(area: Any, x: float, y: float, reach: float) -> bool:
    """Whether a disc is in the rectangle inside a liquid's outline: most are, and need not ask each piece."""
    dx, dy = x - area.x, y - area.y
    along, up = area.ny * dx - area.nx * dy, area.nx * dx + area.ny * dy
    if area.inner_upright == 1:
        along, up = dx, dy
    return bool(
        abs(along - area.inner_x) <= area.inner_width - reach
        and abs(up - area.inner_y) <= area.inner_height - reach
    )


@inlined
def outline_around(actors: Actors, area: Any, subject: Subject, state: State) -> Outline:
    """Return the outline of a liquid in the frame of its surface, above or below a body's centre of mass."""
    along = area.ny * (subject.x + state.x - area.x) - area.nx * (subject.y + state.y - area.y)
    turning = SurfaceFrame(-along, -area.top, 1.0, 0.0)
    upright = SurfaceFrame(-along, -area.top, area.ny, area.nx)
    return Outline(actors.outlines, area.first_piece, area.end_piece, turning, upright)


@kernel
def part_in_liquid(
    points: PointRows, shape: Any, frame: SurfaceFrame, outline: Outline, place: int
) -> Immersed:
    """Return the part of a shape in a liquid, whose outline need not be asked where the body is INSIDE."""
    first, count, radius = shape.first + 0, shape.count + 0, shape.radius
    if place == INSIDE:
        return as_immersed(submerged(points, first, count, radius, frame))
    return immersed(points, first, count, radius, frame, outline)


@inlined
def centroid_at(body: Any, visit: Any, turn: float) -> Vec2:
    """The centroid of all shapes of a body from its centre of mass, of which it mostly is none."""
    x, y = visit.x - body.center_x, visit.y - body.center_y
    if x == 0.0 and y == 0.0:
        return Vec2(0.0, 0.0)
    angle = body.angle + turn
    return rotate(Vec2(x, y), *cos_sin(angle))


@inlined
def slowed_by_liquid(pull: Pull, area: Any, state: State, share: float) -> Pull:
    """Add the damping of a liquid, in which a share of the body is."""
    rate = share * area.linear_damping if area.linear_damping > 0.0 else 0.0
    spin_rate = share * area.angular_damping if area.angular_damping > 0.0 else 0.0
    pull = accelerated(
        pull, rate * (area.flow_x - state.vx), rate * (area.flow_y - state.vy), -spin_rate * state.w
    )
    return damped(pull, rate, spin_rate)


@inlined
def lifted(p: Pull, part: Immersed, load: float, n: Vec2, height: float) -> Pull:
    """Add the buoyancy of the part of one shape in a liquid, whose body's centre of mass is at a height."""
    force, line, was = load * part.area, part.line, p.stiffness
    upright = max(0.0, part.area * (part.z - height))
    k = load * line.wide
    stiffness = Stiffness(
        was.xx + k * n.x * n.x,
        was.xy + k * n.x * n.y,
        was.yy + k * n.y * n.y,
        was.xt + load * line.first * n.x,
        was.yt + load * line.first * n.y,
        was.tt + load * (line.second + upright),
    )
    return Pull(
        p.fx + force * n.x,
        p.fy + force * n.y,
        p.torque + force * part.t,
        p.ax,
        p.ay,
        p.aw,
        p.rate,
        p.spin_rate,
        stiffness,
    )
