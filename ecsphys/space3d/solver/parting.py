"""Overlaps deeper than a load explains are taken out of the poses, in space: see `solver.contact.parting`."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...solver.contact.parting import MAX_SHARE, Parting
from ..math3d.quaternion import Quaternion, exponential, multiply, normalize, rotate
from ..math3d.symmetric import apply
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, add_scaled, cross, negate
from ..settings import StepContext3
from .contact import arm_a, arm_b, load_twists, move_contact, read, wrench_of
from .friction import NO_FRICTION
from .hold import is_held
from .integrate import set_rotation
from .keeping import NOTHING_KEPT, are_free, keep, kept_of, spin_of
from .masses import inverse_inertia
from .normals import Four, Spring, largest, load_speed, rigid_impulses, spring_of
from .reading import NO_IMPULSE, Reading, normal_speed
from .records import GYROSCOPIC
from .rotation import inverse_at_start, matrix_of, set_inverse, turn_inverse


@kernel
def part_contacts(blocks: Any, movers: MoverRows, context: StepContext3) -> None:
    """Move the bodies of contacts apart that overlap deeply."""
    share, most = min(context.bias_rate * context.dt, MAX_SHARE), context.push_speed * context.dt
    p = Parting(share, most, 1.0)
    for k in range(len(blocks)):
        a, b = movers[blocks[k].mover_a], movers[blocks[k].mover_b]
        if largest(ways_out(blocks[k], NO_IMPULSE, p, context)) > 0.0:
            part_contact(blocks[k], a, b, p, context)


@kernel
def part_from_static(blocks: Any, movers: MoverRows, context: StepContext3) -> None:
    """Take out of static bodies what kinematic ones have pressed into them in `part_contacts`."""
    for k in range(len(blocks)):
        if is_held(movers, blocks[k]):
            a, b = movers[blocks[k].mover_a], movers[blocks[k].mover_b]
            part_contact(blocks[k], a, b, Parting(1.0, math.inf, 0.0), context)


@inlined
def part_contact(block: Any, a: Any, b: Any, p: Parting, context: StepContext3) -> None:
    """Take a share of a contact's depth out of its bodies' poses, less what their velocities will."""
    move_contact(block, a, b)
    ways = ways_out(block, read(block, load_twists(a, b)), p, context)
    if largest(ways) <= 0.0:
        return
    e = Four(-ways.x0, -ways.x1, -ways.x2, -ways.x3)
    force, torque = wrench_of(block, rigid_impulses(block, e), NO_FRICTION)
    free, g = are_free(a, b), Vec3(block.gx, block.gy, block.gz)
    kept = kept_of(a, b, g) if free else NOTHING_KEPT
    shift(a, negate(force), negate(add(cross(arm_a(block), force), torque)))
    shift(b, force, add(cross(arm_b(block), force), torque))
    if free:
        keep(a, b, add_scaled(g, a.mx + b.mx, force), kept)


@inlined
def ways_out(block: Any, s: Reading, p: Parting, context: StepContext3) -> Four:
    """Return how far each point is to move, 0 beyond the last one."""
    spring = spring_of(block, context)
    return Four(
        way_out(block, 0, spring, s, p, context),
        way_out(block, 1, spring, s, p, context),
        way_out(block, 2, spring, s, p, context),
        way_out(block, 3, spring, s, p, context),
    )


@inlined
def way_out(block: Any, i: int, spring: Spring, s: Reading, p: Parting, context: StepContext3) -> float:
    """Return how far point i is to move: a share of what is deeper than its load explains."""
    if i >= block.count:
        return 0.0
    explained = context.slop + p.loaded * load_speed(block, i, spring) / spring.bias_rate
    way = min(p.share * (-block.separation[i] - explained), p.most)
    return float(max(0.0, way - context.dt * max(0.0, normal_speed(block, i, s))))


@inlined
def shift(mover: Any, p: Vec3, l: Vec3) -> None:
    """Displace and turn a mover as an impulse and an angular impulse would change its velocities."""
    mover.dx += mover.mx * p.x
    mover.dy += mover.my * p.y
    mover.dz += mover.mz * p.z
    turn = exponential(apply(inverse_inertia(mover), l))
    if turn.x != 0.0 or turn.y != 0.0 or turn.z != 0.0:
        q = normalize(multiply(turn, Quaternion(mover.qw, mover.qx, mover.qy, mover.qz)))
        set_rotation(mover, q)
        if mover.spinning == GYROSCOPIC:  # the spin turns with the inertia: its energy stays
            w = spin_of(mover)
            w = add(w, rotate(matrix_of(turn), w))
            mover.wx, mover.wy, mover.wz = w.x, w.y, w.z
            set_inverse(mover, turn_inverse(inverse_at_start(mover), q))
