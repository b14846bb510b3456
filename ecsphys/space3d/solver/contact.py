"""The rules for one contact of up to four points: non-penetration, soft or rigid, and friction.

Soft contacts after Catto, *Solver2D* (2024), "soft step". All points of a contact share a normal, so their
normal speeds are linear in three numbers, the *reading* (see `records`): it is taken once, and all points
are solved on it. Friction after Coulomb's law acts once, at the middle of the points: a force within a cone,
the same in all directions, and a torque about the normal (as in Catto's Box3D). It is solved on the slip that
the points leave, by couplings that are set with the masses. Then the impulses of both are applied together.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...arrays import MoverRows
from ...compile import inlined
from ..math3d.quaternion import rotate_back
from ..math3d.symmetric import apply
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, dot, length_squared, negate, scale, subtract
from ..settings import StepContext3
from .friction import NO_FRICTION, Friction, Slip, slip_after, solve_friction
from .masses import arms_moved, inverse_inertia, is_out_of_date, update_masses
from .normals import RIGID, Spring, impulses, largest, solve_normals, spring_of, sum_of
from .reading import NO_IMPULSE, Reading
from .records import MAX_POINTS
from .rolling import STEADY, change_of, roll


class Twists(NamedTuple):
    """The velocities and spins of both bodies of a contact."""

    va: Vec3
    wa: Vec3
    vb: Vec3
    wb: Vec3


@inlined
def normal_of(block: Any) -> Vec3:
    """Return the normal, from a to b."""
    return Vec3(block.nx, block.ny, block.nz)


@inlined
def tangent_of(block: Any) -> Vec3:
    """Return the first tangent."""
    return Vec3(block.tx, block.ty, block.tz)


@inlined
def second_tangent_of(block: Any) -> Vec3:
    """Return the second tangent."""
    return Vec3(block.ux, block.uy, block.uz)


@inlined
def arm_a(block: Any) -> Vec3:
    """Return the arm of the middle from a's centre."""
    return Vec3(block.rx, block.ry, block.rz)


@inlined
def arm_b(block: Any) -> Vec3:
    """Return the arm of the middle from b's centre."""
    return Vec3(block.rx - block.gx, block.ry - block.gy, block.rz - block.gz)


@inlined
def inverse_mass(mover: Any, v: Vec3) -> Vec3:
    """Return the change of velocity by an impulse."""
    return Vec3(mover.mx * v.x, mover.my * v.y, mover.mz * v.z)


@inlined
def load_twists(a: Any, b: Any) -> Twists:
    """Return the velocities of both movers."""
    return Twists(
        Vec3(a.vx, a.vy, a.vz), Vec3(a.wx, a.wy, a.wz), Vec3(b.vx, b.vy, b.vz), Vec3(b.wx, b.wy, b.wz)
    )


@inlined
def store_twists(a: Any, b: Any, t: Twists) -> None:
    """Set the velocities of both movers, of those that can be pushed: others are shared."""
    a.vx, a.vy, a.vz, a.wx, a.wy, a.wz = t.va.x, t.va.y, t.va.z, t.wa.x, t.wa.y, t.wa.z
    b.vx, b.vy, b.vz, b.wx, b.wy, b.wz = t.vb.x, t.vb.y, t.vb.z, t.wb.x, t.wb.y, t.wb.z


@inlined
def push(block: Any, a: Any, b: Any, t: Twists, force: Vec3, torque: Vec3) -> Twists:
    """Apply an impulse at the middle, and an angular impulse, to b, and their reaction to a."""
    la, lb = add(cross(arm_a(block), force), torque), add(cross(arm_b(block), force), torque)
    return Twists(
        subtract(t.va, inverse_mass(a, force)),
        subtract(t.wa, apply(inverse_inertia(a), la)),
        add(t.vb, inverse_mass(b, force)),
        add(t.wb, apply(inverse_inertia(b), lb)),
    )


@inlined
def velocity_at_middle(block: Any, t: Twists) -> Vec3:
    """Return the velocity of b relative to a at the middle."""
    return subtract(add(t.vb, cross(t.wb, arm_b(block))), add(t.va, cross(t.wa, arm_a(block))))


@inlined
def reading_of(block: Any, v: Vec3, spin: Vec3) -> Reading:
    """Return the reading of a velocity of b relative to a at the middle, and of their relative spin."""
    return Reading(
        dot(v, normal_of(block)), dot(spin, tangent_of(block)), dot(spin, second_tangent_of(block))
    )


@inlined
def slip_of(block: Any, v: Vec3, spin: Vec3) -> Slip:
    """Return the slip of a velocity of b relative to a at the middle, and of their relative spin."""
    return Slip(dot(v, tangent_of(block)), dot(v, second_tangent_of(block)), dot(spin, normal_of(block)))


@inlined
def read(block: Any, t: Twists) -> Reading:
    """Return the reading of velocities."""
    return reading_of(block, velocity_at_middle(block, t), subtract(t.wb, t.wa))


@inlined
def wrench_of(block: Any, sum: Reading, f: Friction) -> tuple[Vec3, Vec3]:
    """Return force and torque, as impulses, of the sum of normal impulses and of friction."""
    n, t, u = normal_of(block), tangent_of(block), second_tangent_of(block)
    force = add_scaled(add_scaled(scale(sum.n, n), f.t, t), f.u, u)
    return force, add_scaled(add_scaled(scale(sum.t, t), sum.u, u), f.twist, n)


@inlined
def push_by(block: Any, a: Any, b: Any, t: Twists, sum: Reading) -> Twists:
    """Apply the sum of normal impulses of all points."""
    force, torque = wrench_of(block, sum, NO_FRICTION)
    return push(block, a, b, t, force, torque)


@inlined
def rub(block: Any, a: Any, b: Any, t: Twists, load: float, lever: float) -> Twists:
    """Apply friction alone, of a sum of normal impulses, and of them times their distances."""
    slip = slip_of(block, velocity_at_middle(block, t), subtract(t.wb, t.wa))
    force, torque = wrench_of(block, NO_IMPULSE, solve_friction(block, slip, load, lever))
    return push(block, a, b, t, force, torque)


@inlined
def push_and_rub(block: Any, a: Any, b: Any, spring: Spring, share: float, context: StepContext3) -> bool:
    """Solve the points of a contact and its friction; returns whether it bears something, or did."""
    t = load_twists(a, b)
    v, spin = velocity_at_middle(block, t), subtract(t.wb, t.wa)
    sum = solve_normals(block, reading_of(block, v, spin), spring, share, context)
    if is_idle(block, sum):
        return False
    j, reach = impulses(block), block.reach
    lever = (j.x0 * reach[0] + j.x1 * reach[1]) + (j.x2 * reach[2] + j.x3 * reach[3])
    slip = slip_after(block, slip_of(block, v, spin), sum)
    friction = solve_friction(block, slip, (j.x0 + j.x1) + (j.x2 + j.x3), lever)
    force, torque = wrench_of(block, sum, friction)
    store_twists(a, b, push(block, a, b, t, force, torque))
    return True


@inlined
def solve_contact(movers: MoverRows, block: Any, context: StepContext3) -> None:
    """Solve a contact as a spring; push-out comes first, so that a fresh touch has friction at once."""
    push_and_rub(block, movers[block.mover_a], movers[block.mover_b], spring_of(block, context), 1.0, context)


@inlined
def is_idle(block: Any, sum: Reading) -> bool:
    """Whether a contact bears nothing, and bore nothing before this sum of normal impulses."""
    return bool(sum.n == 0.0) and bool(
        (largest(impulses(block)) == 0.0) & (block.jt == 0.0) & (block.ju == 0.0) & (block.twist == 0.0)
    )


@inlined
def relax_contact(movers: MoverRows, block: Any, context: StepContext3) -> None:
    """Solve a contact without spring, at the present poses; then sum up the normal impulses.

    What is about to bounce must keep its velocity: impulses that keep it from an overlap are taken back.
    """
    a, b = movers[block.mover_a], movers[block.mover_b]
    move_contact(block, a, b)
    if not push_and_rub(block, a, b, RIGID, 1.0 - block.elastic, context):
        return
    for i in range(MAX_POINTS):
        block.total_jn[i] += block.jn[i]
    add_warm_start(block, a, b)


@inlined
def move_contact(block: Any, a: Any, b: Any) -> None:
    """Bring separations, arms and, where they have changed much, masses up to date with the movers' poses.

    Impulse and reaction act at one place, at every moment: so contacts keep the angular momentum.
    """
    d = Vec3(b.dx - a.dx, b.dy - a.dy, b.dz - a.dz)
    if block.turns == STEADY:
        slide(block, a, b, d)
        moved = block.slide_effect * length_squared(d)
    else:
        roll(block, a, b, d)
        moved = arms_moved(block, a, b)
    if is_out_of_date(block, a, b, moved):
        update_masses(block, a, b)


@inlined
def slide(block: Any, a: Any, b: Any, d: Vec3) -> None:
    """Bring separations and arms of a contact with a steady normal up to date; `d`: displacement of b's
    centre of mass relative to a's.

    A rounded surface keeps its place while its core rotates, so arms that rotate end at the cores.
    """
    n = normal_of(block)
    of_a, of_b = rotate_back(change_of(a), n), rotate_back(change_of(b), n)
    start = Vec3(block.start_gx, block.start_gy, block.start_gz)
    rounded = block.radius_a * dot(of_a, n) + block.radius_b * dot(of_b, n)
    shift, lever = dot(d, n) - dot(of_b, start) + rounded, subtract(of_b, of_a)
    for i in range(MAX_POINTS):
        place = Vec3(block.px[i], block.py[i], block.pz[i])
        block.separation[i] = block.start_separation[i] + (shift + dot(lever, place))
    if block.fixed == 0:
        share = block.slide_a
        block.rx, block.ry, block.rz = (
            block.start_rx + share * d.x,
            block.start_ry + share * d.y,
            block.start_rz + share * d.z,
        )
        block.gx, block.gy, block.gz = start.x + d.x, start.y + d.y, start.z + d.z


@inlined
def add_warm_start(block: Any, a: Any, b: Any) -> None:
    """Add the accumulated impulses to those with which the next sub-step starts."""
    friction = Friction(block.jt, block.ju, block.twist)
    force, torque = wrench_of(block, sum_of(block, impulses(block)), friction)
    add_warm(a, negate(force), negate(add(cross(arm_a(block), force), torque)))
    add_warm(b, force, add(cross(arm_b(block), force), torque))


@inlined
def add_warm(mover: Any, p: Vec3, l: Vec3) -> None:
    """Add an impulse and an angular impulse to those with which a mover's next sub-step starts."""
    mover.warm_px += p.x
    mover.warm_py += p.y
    mover.warm_pz += p.z
    mover.warm_lx += l.x
    mover.warm_ly += l.y
    mover.warm_lz += l.z
