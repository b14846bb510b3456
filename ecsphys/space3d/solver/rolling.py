"""Contacts of few points, which roll: place and normal move with both surfaces within a step.

As in the plane (`solver.contact.rolling`): with the place of the step's start a plank that rocks on a barrel
would be pushed too late, and rock wider and wider. Where points touch a face, the normal turns with the face
and the points stay on their body. Where what is rounded touches what is rounded, the normal leads from the
one core to the other: from point to point, or between lines, on which the places run along. Where an edge of
a polytope is touched by anything rounded, or by another edge, the normal stays.

A *core* is the place of a contact beneath the surface, as far as the solid is rounded: the centre of a
sphere, a point of a capsule's axis, a corner. D. J. Montana, *The Kinematics of Contact and Grasp* (1988),
has the equations of rolling.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined
from ...solver.contact.rolling import FAR
from ..collide.core import POINT, SEGMENT
from ..collide.manifold import CORNER, FACE, SIDE, features_of
from ..collide.round import half_way
from ..math3d.quaternion import Rotation, rotate, rotate_back
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, length, scale, subtract
from ..world.cores import shape_core
from .records import MAX_POINTS
from .workspace import WorldRows3

# How the normal of a contact moves: not at all; with a's face, with b's; from a's core to b's; or likewise
# where one of the cores, or both, are lines.
STEADY, WITH_A, WITH_B, BETWEEN, ALONG = range(5)

MOST_POINTS = 2  # of a contact that rolls: what touches along a line
UPRIGHT = 1e-3  # cosine of the angle to a normal, up to which an axis is at right angles to it
NO_AXIS = Vec3(0.0, 0.0, 0.0)


@inlined
def change_of(mover: Any) -> Rotation:
    """Return a mover's rotation since the step's start minus the identity."""
    return Rotation(
        *(mover.txx, mover.txy, mover.txz),
        *(mover.tyx, mover.tyy, mover.tyz),
        *(mover.tzx, mover.tzy, mover.tzz),
    )


@inlined
def turned(mover: Any, v: Vec3) -> Vec3:
    """Return a vector that turns with a mover, given at the step's start."""
    return add(v, rotate(change_of(mover), v))


@inlined
def is_face(feature: int) -> bool:
    """Whether a feature is a face or one of its sides, at which another's line was cut off."""
    return bool((feature % 4 == FACE) | (feature % 4 == SIDE))


@inlined
def way_of_turning(shape_a: Any, shape_b: Any, m: Any) -> int:
    """Return how the normal of a contact moves, if it rolls."""
    round_a, round_b = shape_a.form <= SEGMENT, shape_b.form <= SEGMENT
    if round_a and round_b:
        return BETWEEN if shape_a.form == POINT and shape_b.form == POINT else ALONG
    of_a, of_b = features_of(m.id0)
    if round_a:
        return WITH_B if is_face(of_b) else corner_touched(shape_a, of_b)
    if round_b:
        return WITH_A if is_face(of_a) else corner_touched(shape_b, of_a)
    if of_a % 4 == FACE and of_b % 4 == CORNER:
        return WITH_A
    return WITH_B if of_b % 4 == FACE and of_a % 4 == CORNER else STEADY


@inlined
def corner_touched(ball: Any, feature: int) -> int:
    """Return how the normal moves where a sphere or capsule touches a corner or edge."""
    return BETWEEN if ball.form == POINT and feature % 4 == CORNER else STEADY


@inlined
def axis_of(rows: WorldRows3, shape: Any, n: Vec3) -> Vec3:
    """Return the direction of a capsule's axis if it is touched on its side, exactly at right angles to the
    normal; else nothing.
    """
    if shape.form != SEGMENT:
        return NO_AXIS
    half = half_way(shape_core(shape, rows.bodies[shape.body], NO_AXIS))
    size, up = length(half), dot(half, n)
    if abs(up) > UPRIGHT * size:
        return NO_AXIS
    level = add_scaled(half, -up, n)
    return scale(1.0 / length(level), level) if size > 0.0 else NO_AXIS


@inlined
def relative_speed(a: Any, b: Any) -> float:
    """Return how fast the centres of two movers move relative to each other."""
    return length(Vec3(b.vx - a.vx, b.vy - a.vy, b.vz - a.vz))


@inlined
def has_lock(mover: Any) -> bool:
    """Whether a mover can be pushed along some axes of the world only."""
    return bool((mover.mx != mover.my) | (mover.my != mover.mz))


@inlined
def is_too_fast(turns: int, a: Any, b: Any, gap: float, dt: float) -> bool:
    """Whether bodies would pass each other in a step of `dt` seconds, or a face turns far."""
    if turns >= BETWEEN:
        return bool(dt * relative_speed(a, b) >= gap)
    face_w = Vec3(a.wx, a.wy, a.wz) if turns == WITH_A else Vec3(b.wx, b.wy, b.wz)
    return bool(dt * length(face_w) > FAR)


@inlined
def set_rolling(
    block: Any, a: Any, b: Any, rows: WorldRows3, contact: Any, manifold: Any, shift: float, dt: float
) -> None:
    """Set how place and normal of a contact move in a step of `dt` seconds; the place lies by `shift` along
    the normal beside the middle of the points.

    With a locked axis the effective mass depends on the normal's direction, so the normal stays. So does it
    where the bodies would pass each other in the step, or turn far: what pushed them must be taken back the
    same way.
    """
    block.turns = STEADY
    if block.count > MOST_POINTS or has_lock(a) or has_lock(b):
        return
    shape_a, shape_b = rows.shapes[contact.a], rows.shapes[contact.b]
    turns = way_of_turning(shape_a, shape_b, manifold)
    gap = block.start_separation[0] if block.count == 1 else mean_of_two(block.start_separation)
    deep_a, deep_b = 0.5 * gap + block.radius_a + shift, 0.5 * gap + block.radius_b - shift
    if turns == STEADY or is_too_fast(turns, a, b, deep_a + deep_b, dt):
        return
    block.turns, block.deep_a, block.deep_b = turns, deep_a, deep_b
    set_cores(block)
    if turns == ALONG:
        set_axes(block, rows, shape_a, shape_b)


@inlined
def mean_of_two(x: Any) -> float:
    """Return the mean of the first two numbers."""
    return float(0.5 * (x[0] + x[1]))


@inlined
def set_cores(block: Any) -> None:
    """Set the arms of the cores, and the directions of the step's start."""
    place = Vec3(block.start_rx, block.start_ry, block.start_rz)
    g, n = Vec3(block.start_gx, block.start_gy, block.start_gz), Vec3(block.nx, block.ny, block.nz)
    core_a, core_b = add_scaled(place, -block.deep_a, n), subtract(add_scaled(place, block.deep_b, n), g)
    block.core_ax, block.core_ay, block.core_az = core_a.x, core_a.y, core_a.z
    block.core_bx, block.core_by, block.core_bz = core_b.x, core_b.y, core_b.z
    block.start_nx, block.start_ny, block.start_nz = n.x, n.y, n.z
    block.start_tx, block.start_ty, block.start_tz = block.tx, block.ty, block.tz


@inlined
def set_axes(block: Any, rows: WorldRows3, shape_a: Any, shape_b: Any) -> None:
    """Set the axes of capsules that are touched on their sides: one for both, if they lie side by side."""
    n = Vec3(block.nx, block.ny, block.nz)
    axis_a = axis_of(rows, shape_a, n)
    axis_b = axis_of(rows, shape_b, n) if block.count == 1 else NO_AXIS
    block.axis_ax, block.axis_ay, block.axis_az = axis_a.x, axis_a.y, axis_a.z
    block.axis_bx, block.axis_by, block.axis_bz = axis_b.x, axis_b.y, axis_b.z


@inlined
def run_along(block: Any, a: Any, b: Any, way: Vec3) -> tuple[float, float]:
    """Return how far the places on the axes of a and b have run along them, to where those are closest;
    `way`: from the core of a to that of b.
    """
    p = turned(a, Vec3(block.axis_ax, block.axis_ay, block.axis_az))
    q = turned(b, Vec3(block.axis_bx, block.axis_by, block.axis_bz))
    along_p, along_q, cosine = dot(way, p), dot(way, q), dot(p, q)
    share = 1.0 / (1.0 - cosine * cosine)
    return share * (along_p - cosine * along_q), share * (cosine * along_p - along_q)


@inlined
def turned_normal(block: Any, a: Any, b: Any, way: Vec3) -> Vec3:
    """Return the normal of a contact that rolls; `way`: from core to core, where they are closest."""
    n = Vec3(block.start_nx, block.start_ny, block.start_nz)
    if block.turns == WITH_A:
        return turned(a, n)
    if block.turns == WITH_B:
        return turned(b, n)
    size = length(way)
    return scale(1.0 / size, way) if size > 0.0 else n


@inlined
def set_directions(block: Any, n: Vec3) -> None:
    """Set the normal; the tangents turn by the least rotation that takes the normal there."""
    start = Vec3(block.start_nx, block.start_ny, block.start_nz)
    t = Vec3(block.start_tx, block.start_ty, block.start_tz)
    t = add_scaled(t, -dot(n, t) / (1.0 + dot(n, start)), add(n, start))
    u = cross(n, t)
    block.nx, block.ny, block.nz = n.x, n.y, n.z
    block.tx, block.ty, block.tz = t.x, t.y, t.z
    block.ux, block.uy, block.uz = u.x, u.y, u.z


@inlined
def roll(block: Any, a: Any, b: Any, d: Vec3) -> None:
    """Move place and normal of a contact to where they are now, and set its separations; `d`: displacement
    of b's centre of mass relative to a's.
    """
    g = add(Vec3(block.start_gx, block.start_gy, block.start_gz), d)
    core_a = turned(a, Vec3(block.core_ax, block.core_ay, block.core_az))
    core_b = add(g, turned(b, Vec3(block.core_bx, block.core_by, block.core_bz)))
    if block.turns == ALONG:
        s, t = run_along(block, a, b, subtract(core_b, core_a))
        core_a = add_scaled(core_a, s, turned(a, Vec3(block.axis_ax, block.axis_ay, block.axis_az)))
        core_b = add_scaled(core_b, t, turned(b, Vec3(block.axis_bx, block.axis_by, block.axis_bz)))
    way = subtract(core_b, core_a)
    n = turned_normal(block, a, b, way)
    gap = dot(n, way)
    place = (
        add_scaled(core_a, block.deep_a, n) if block.turns == WITH_B else add_scaled(core_b, -block.deep_b, n)
    )
    set_directions(block, n)
    block.rx, block.ry, block.rz = place.x, place.y, place.z
    block.gx, block.gy, block.gz = g.x, g.y, g.z
    set_separations(block, a, b, n, gap - (block.deep_a + block.deep_b))


@inlined
def set_separations(block: Any, a: Any, b: Any, n: Vec3, shift: float) -> None:
    """Set the separations of points whose middle has come by `shift` further apart."""
    lever = NO_AXIS
    if block.count > 1:
        lever = subtract(rotate_back(change_of(b), n), rotate_back(change_of(a), n))
    middle = Vec3(block.start_rx, block.start_ry, block.start_rz)
    for i in range(MAX_POINTS):
        away = subtract(Vec3(block.px[i], block.py[i], block.pz[i]), middle)
        block.separation[i] = block.start_separation[i] + (shift + dot(lever, away))
