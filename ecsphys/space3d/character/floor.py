"""The floor of a character: floors, their edges, stepping up, platforms."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import BodyRows, wide
from ...character.records import NONE
from ...compile import kernel
from ...world.bodies import DYNAMIC
from ..collide.core import BOX, MESH
from ..collide.dispatch import closest_cores, ray_core
from ..math3d.quaternion import Quaternion, multiply, rotate, rotation_of
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, dot, negate, subtract
from .neighbours import ORIGIN, Neighbours3, core_before, own_core, relative_core
from .sweep import NO_TOUCH, Touch, cast_character, move_body

SAME_NORMAL = 0.999  # cosine of the angle between normals below which they differ: the touch is at an edge


@kernel
def set_floor(neighbours: Neighbours3, c: Any, body: Any, floor: Touch, touch: Touch) -> None:
    """Set the floor, and the foot to where it is touched; at an edge that normal differs from the floor's.

    Of the points under a box that stands flat none is nearer than another: its foot is under its middle.
    """
    c.on_floor = 1
    c.steep_time = 0.0
    c.floor_proxy = floor.proxy
    c.floor_body = floor.row
    c.floor_nx, c.floor_ny, c.floor_nz = floor.normal.x, floor.normal.y, floor.normal.z
    c.foot_x, c.foot_y, c.foot_z = touch.point.x, touch.point.y, touch.point.z
    own = own_core(neighbours, c, body)
    if own.form == BOX and min(own.rotation.yy, touch.normal.y) >= SAME_NORMAL:
        c.foot_x, c.foot_z = own.center.x, own.center.z


@kernel
def clear_floor(c: Any) -> None:
    """Clear the floor."""
    c.on_floor = 0
    c.floor_proxy = NONE
    c.floor_body = NONE
    c.floor_entity = 0
    c.floor_nx, c.floor_ny, c.floor_nz = 0.0, 0.0, 0.0


@kernel
def along_floor(c: Any, x: float, z: float) -> Vec3:
    """Return the displacement along the floor whose horizontal part is (x, z)."""
    return Vec3(x, -(c.floor_nx * x + c.floor_nz * z) / c.floor_ny, z)


@kernel
def cast_down(neighbours: Neighbours3, c: Any, body: Any, start: Vec3, depth: float) -> Touch:
    """Return the floor vertically below a point relative to the character's origin, at most `depth` down.

    NO_TOUCH if the point is inside a solid, or if the first surface is too steep. Dynamic bodies are left
    out.
    """
    best, way = NO_TOUCH, Vec3(0.0, -depth, 0.0)
    for k in range(c.neighbours):
        i = neighbours.ids[k]
        row = wide(neighbours.shapes[i].body)
        if neighbours.bodies[row].kind == DYNAMIC:
            continue
        hit = ray_core(neighbours.solids, relative_core(neighbours, i, body), start, way)
        if hit.found == 1 and hit.fraction < best.fraction:
            best = Touch(i, row, hit.fraction, hit.normal, hit.point)
    if best.fraction == 0.0 or best.fraction > 1.0 or best.normal.y < c.min_floor:
        return NO_TOUCH
    return best


@kernel
def beside(touch: Touch, distance: float) -> Vec3:
    """Return the point of a touch, shifted horizontally into what is touched."""
    across = math.sqrt(touch.normal.x * touch.normal.x + touch.normal.z * touch.normal.z)
    if across == 0.0:
        return touch.point
    share = distance / across
    p = touch.point
    return Vec3(p.x - share * touch.normal.x, p.y, p.z - share * touch.normal.z)


@kernel
def floor_at_edge(neighbours: Neighbours3, c: Any, body: Any, touch: Touch, drop: float) -> Touch:
    """Return the floor whose edge the character touches `drop` further down, if it can step that high."""
    skin = body.skin
    if touch.point.y - c.below > c.step_height + 2.0 * skin:
        return NO_TOUCH
    p = beside(touch, 2.0 * skin)
    return cast_down(neighbours, c, body, Vec3(p.x, p.y - drop + 4.0 * skin, p.z), 8.0 * skin)


@kernel
def snap_to_floor(neighbours: Neighbours3, c: Any, body: Any, reach: float) -> bool:
    """Move the character down onto a floor at most `reach` below it; returns whether there is one.

    Edges count as floor, so that it does not slide off the end of a ledge.
    """
    down = Vec3(0.0, -reach, 0.0)
    touch = cast_character(neighbours, c, body, down, NONE)
    if touch.proxy == NONE:
        return False
    floor = touch
    if touch.normal.y < SAME_NORMAL:
        edge = floor_at_edge(neighbours, c, body, touch, touch.fraction * reach)
        if edge.proxy != NONE:
            floor = edge
    if floor.normal.y < c.min_floor:
        return False
    move_body(body, touch.fraction, down)
    set_floor(neighbours, c, body, floor, touch)
    return True


@kernel
def find_initial_floor(neighbours: Neighbours3, c: Any, body: Any) -> None:
    """Set the floor of a character at a new place to what was under it before the floor moved."""
    own, flattest = own_core(neighbours, c, body), c.min_floor
    for k in range(c.neighbours):
        i = neighbours.ids[k]
        row = wide(neighbours.shapes[i].body)
        core = core_before(neighbours, i, body)
        if core.form == MESH:
            continue  # static: it has not moved, and the step finds it
        s = closest_cores(neighbours.solids, own, core)
        if s.distance <= 2.0 * body.skin and -s.normal.y >= flattest:
            flattest = -s.normal.y
            touch = Touch(i, row, 0.0, negate(s.normal), s.point_b)
            set_floor(neighbours, c, body, touch, touch)
            c.floor_entity = neighbours.bodies[row].entity


@kernel
def step_up(neighbours: Neighbours3, c: Any, body: Any, touch: Touch, way: Vec3) -> Touch:
    """Step over the edge of `touch` if it is low enough: lift, move on by the horizontal `way`, put down.

    Returns the floor with the share of the way as fraction; NO_TOUCH if this is no step or there is no room.
    """
    skin, height = body.skin, c.step_height
    if height <= 0.0 or touch.point.y - c.below > height + 2.0 * skin:
        return NO_TOUCH
    p = beside(touch, 2.0 * skin)
    above = Vec3(p.x, c.below + height + 2.0 * skin, p.z)
    top = cast_down(neighbours, c, body, above, height + 2.0 * skin)
    if top.proxy == NONE or dot(top.normal, touch.normal) > SAME_NORMAL:
        return NO_TOUCH
    lift = Vec3(0.0, max(top.point.y - c.below, 0.0) + 2.0 * skin, 0.0)
    if cast_character(neighbours, c, body, lift, NONE).proxy != NONE:
        return NO_TOUCH
    move_body(body, 1.0, lift)
    done = min(cast_character(neighbours, c, body, way, NONE).fraction, 1.0)
    if done * math.sqrt(dot(way, way)) < 0.01 * skin:
        move_body(body, -1.0, lift)
        return NO_TOUCH
    move_body(body, done, way)
    down = Vec3(0.0, -lift.y - 2.0 * skin, 0.0)
    ground = cast_character(neighbours, c, body, down, NONE)
    move_body(body, min(ground.fraction, 1.0), down)
    set_floor(neighbours, c, body, top, ground if ground.proxy != NONE else top)
    return Touch(top.proxy, top.row, done, top.normal, top.point)


# -- platforms ---------------------------------------------------------------------------------------


@kernel
def displacement_at(body: Any, p: Vec3) -> Vec3:
    """Return the displacement in this step of a point of a body that was at `p` before."""
    before = Vec3(body.previous_x, body.previous_y, body.previous_z)
    shift = subtract(Vec3(body.x, body.y, body.z), before)
    back = Quaternion(body.previous_qw, -body.previous_qx, -body.previous_qy, -body.previous_qz)
    turn = multiply(Quaternion(body.qw, body.qx, body.qy, body.qz), back)
    if turn.x == 0.0 and turn.y == 0.0 and turn.z == 0.0:
        return shift
    arm = subtract(p, before)
    return add(shift, subtract(rotate(rotation_of(turn.w, turn.x, turn.y, turn.z), arm), arm))


@kernel
def platform_displacement(bodies: BodyRows, c: Any, body: Any) -> Vec3:
    """Return the displacement of a character by its floor: that of the point under its foot."""
    if c.on_floor == 0 or c.floor_entity == 0:
        return ORIGIN
    floor = bodies[c.floor_body]
    if floor.entity != c.floor_entity:  # deleted; another body may have its row
        c.floor_entity = 0
        return ORIGIN
    return displacement_at(floor, Vec3(body.x + c.foot_x, body.y + c.foot_y, body.z + c.foot_z))
