"""What lands, and contacts under heavy loads, are stopped all together: see `solver.pushes`."""

from __future__ import annotations

import math
from typing import Any

from ...arrays import MoverRows
from ...compile import inlined, kernel
from ...solver.contact.impact import sinking_speed
from ...solver.pushes import MOST_POINTS, find_pushes
from ..math3d.symmetric import apply
from ..math3d.vec3 import Vec3
from ..math3d.vector import add, cross, dot, scale
from ..settings import StepContext3
from .budget import has_budgets, island_of
from .contact import arm_a, arm_b, inverse_mass, load_twists, normal_of, read, second_tangent_of, tangent_of
from .crowds import HEAP, stop_crowd
from .masses import inverse_inertia
from .reading import normal_speed
from .workspace import Workspace3

IMPACT = 1.0  # slops in a step: what passes over single contacts let sink in by so much lands
FAST = 2.0  # times that, at the touch: what is slower rests soon
LOAD = 0.1  # likewise, of loads: they would sink in for many steps, and be pushed out, which is a gain
LEVEL = 0.1  # cosine of the steepest slope against gravity on which something lies

LANDS = 2  # of an island in which something lands; 1: something bears a load


@inlined
def lands(block: Any, context: StepContext3) -> bool:
    """Whether a point of a contact that does not bounce touches fast in this step."""
    fastest = 0.0
    for i in range(block.count):
        fastest = max(fastest, block.impact_speed[i])
    return bool(block.restitution == 0.0 and fastest > sinking_speed(FAST * IMPACT, context))


@inlined
def bears(block: Any, context: StepContext3) -> bool:
    """Whether a contact that does not bounce is so level that one of its bodies can lie on the other."""
    x, y, z = context.gravity_x, context.gravity_y, context.gravity_z
    along = x * block.nx + y * block.ny + z * block.nz
    return bool(block.restitution == 0.0 and abs(along) > LEVEL * math.sqrt(x * x + y * y + z * z))


@kernel
def list_sinking(blocks: Any, work: Workspace3, count: int, context: StepContext3) -> bool:
    """List the islands of a group of `count` movers in which something may sink in; whether any do.

    A body alone is stopped by passes, and so is a heap. What a kinematic body presses together is held
    (`hold`): no impulses stop all of it.
    """
    budgets, listed = work.budgets, False
    for k in range(len(blocks)):
        block = blocks[k]
        root = island_of(work, block)
        island = budgets[root]
        if island.members > 1 and island.points <= HEAP and work.movers[root].pressed == 0:
            is_load = not is_crowd(island) and bears(block, context)
            island.sinks = max(island.sinks, LANDS if lands(block, context) else int(is_load))
            listed |= island.sinks > 0
    return listed


@inlined
def is_crowd(island: Any) -> bool:
    """Whether an island has more points than are solved as one."""
    return bool(island.points > MOST_POINTS)


@inlined
def stop_landing(blocks: Any, work: Workspace3, count: int, context: StepContext3) -> None:
    """Stop what lands in this sub-step, in the islands that `list_sinking` has listed."""
    for k in range(1, count + 1):
        if work.budgets[k].sinks == LANDS and is_crowd(work.budgets[k]):
            stop_crowd(blocks, work, k, sinking_speed(IMPACT, context), context)
        elif work.budgets[k].sinks == LANDS:
            stop_approaches(blocks, work, k, sinking_speed(IMPACT, context), context)


@inlined
def stop_loads(blocks: Any, work: Workspace3, count: int, context: StepContext3) -> None:
    """Stop loads that passes over single contacts let sink in; what bears them now bears them all step.

    What lands is no load yet, unless it is heavy: stopped so early, it hops.
    """
    for k in range(1, count + 1):
        island = work.budgets[k]
        if island.sinks == 0 or is_crowd(island):
            continue
        slops = IMPACT if island.sinks == LANDS and not has_budgets(context) else LOAD
        sank = stop_approaches(blocks, work, k, sinking_speed(slops, context), context)
        if not sank and island.sinks != LANDS:
            island.sinks = 0


@kernel
def stop_approaches(blocks: Any, work: Workspace3, root: int, least: float, context: StepContext3) -> bool:
    """Stop what would sink in faster than `least` in an island; whether anything would."""
    count, slowest, pushes = 0, 0.0, work.pushes[0]
    k = work.budgets[root].head
    while k > 0:
        block = blocks[k - 1]
        s = read(block, load_twists(work.movers[block.mover_a], work.movers[block.mover_b]))
        for i in range(block.count):
            e = normal_speed(block, i, s) + max(block.separation[i], 0.0) * (1.0 / context.h)
            pushes.speeds[count] = e
            slowest = min(slowest, e)
            count += 1
        k = block.next
    if slowest < -least:
        stop_together(blocks, work, root, count)
    return slowest < -least


@kernel
def stop_together(blocks: Any, work: Workspace3, root: int, count: int) -> None:
    """Let none of the `count` points of an island approach, whose speeds are those of `work.pushes`."""
    pushes, n, k = work.pushes[0], 0, work.budgets[root].head
    while k > 0:
        for i in range(blocks[k - 1].count):
            set_point(work.points[n], blocks[k - 1], k - 1, i, work.movers)
            n += 1
        k = blocks[k - 1].next
    for i in range(count):
        for j in range(i + 1):
            pushes.effects[i, j] = effect_between(work.movers, work.points[i], work.points[j])
    if find_pushes(pushes, count):
        for i in range(count):
            point, j = work.points[i], pushes.impulses[i]
            push_at(work.movers, point, j)
            blocks[point.block].total_jn[point.point] += j


@inlined
def set_point(point: Any, block: Any, k: int, i: int, movers: MoverRows) -> None:
    """Describe point i of block k."""
    n = normal_of(block)
    lever = add(scale(block.a[i], tangent_of(block)), scale(block.b[i], second_tangent_of(block)))
    la, lb = add(cross(arm_a(block), n), lever), add(cross(arm_b(block), n), lever)
    sa = apply(inverse_inertia(movers[block.mover_a]), la)
    sb = apply(inverse_inertia(movers[block.mover_b]), lb)
    point.mover_a, point.mover_b, point.block, point.point = block.mover_a, block.mover_b, k, i
    point.nx, point.ny, point.nz = n.x, n.y, n.z
    point.lax, point.lay, point.laz, point.lbx, point.lby, point.lbz = la.x, la.y, la.z, lb.x, lb.y, lb.z
    point.sax, point.say, point.saz, point.sbx, point.sby, point.sbz = sa.x, sa.y, sa.z, sb.x, sb.y, sb.z


@inlined
def effect_between(movers: MoverRows, p: Any, q: Any) -> float:
    """Return the speed along the normal that a unit impulse at point q adds at point p."""
    sum = 0.0
    n, m = Vec3(p.nx, p.ny, p.nz), Vec3(q.nx, q.ny, q.nz)
    la, lb = Vec3(p.lax, p.lay, p.laz), Vec3(p.lbx, p.lby, p.lbz)
    sa, sb = Vec3(q.sax, q.say, q.saz), Vec3(q.sbx, q.sby, q.sbz)
    if p.mover_a == q.mover_a:
        sum += dot(n, inverse_mass(movers[p.mover_a], m)) + dot(la, sa)
    if p.mover_b == q.mover_b:
        sum += dot(n, inverse_mass(movers[p.mover_b], m)) + dot(lb, sb)
    if p.mover_a == q.mover_b:
        sum -= dot(n, inverse_mass(movers[p.mover_a], m)) + dot(la, sb)
    if p.mover_b == q.mover_a:
        sum -= dot(n, inverse_mass(movers[p.mover_b], m)) + dot(lb, sa)
    return float(sum)


@inlined
def push_at(movers: MoverRows, point: Any, j: float) -> None:
    """Apply an impulse along the normal at a point."""
    a, b = movers[point.mover_a], movers[point.mover_b]
    force = scale(j, Vec3(point.nx, point.ny, point.nz))
    da, db = inverse_mass(a, force), inverse_mass(b, force)
    a.vx, a.vy, a.vz = a.vx - da.x, a.vy - da.y, a.vz - da.z
    a.wx, a.wy, a.wz = a.wx - j * point.sax, a.wy - j * point.say, a.wz - j * point.saz
    b.vx, b.vy, b.vz = b.vx + db.x, b.vy + db.y, b.vz + db.z
    b.wx, b.wy, b.wz = b.wx + j * point.sbx, b.wy + j * point.sby, b.wz + j * point.sbz
