"""Passivity in space: heavy loads on light bodies gain no energy. See `solver.budget`, the plane's.

Only islands that something static holds have budgets: what falls freely presses on nothing, so that there is
no rigid motion to keep, and all velocities are scaled by the same factor.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Rows
from ...compile import inlined, kernel
from ...solver.budget.islands import LOCKED
from ...solver.budget.lanes import LEAK
from ...solver.budget.records import NO_ISLAND, REFINED
from ...solver.budget.scaling import scale_of
from ...solver.budget.spending import balance
from ...solver.union_find import unite
from ..math3d.quaternion import Quaternion, rotate_back
from ..math3d.symmetric import apply
from ..math3d.vec3 import Vec3
from ..math3d.vector import dot
from ..settings import StepContext3
from .hold import can_be_pushed
from .rotation import inertia_at_start, matrix_of, with_identity
from .workspace import Workspace3


@inlined
def has_budgets(context: StepContext3) -> bool:
    """Whether a group is refined: something heavy presses on something light."""
    return context.refinement > 1.0


@kernel
def find_islands(work: Workspace3, blocks: Any, count: int) -> None:
    """Find the islands of a group of `count` movers, and chain the blocks of each."""
    movers, budgets, parents = work.movers, work.budgets, work.parents
    for k in range(count + 1):
        island = budgets[k]
        parents[k] = k
        island.members, island.points, island.head, island.sinks = 0, 0, 0, 0
    for k in range(len(blocks)):
        a, b = blocks[k].mover_a, blocks[k].mover_b
        if can_be_pushed(movers[a]) and can_be_pushed(movers[b]):
            unite(parents, a, b)
    for k in range(1, count + 1):  # smaller rows first: then all parents are roots
        parents[k] = parents[parents[k]]
        budgets[parents[k]].members += 1
    for k in range(len(blocks) - 1, -1, -1):
        block = blocks[k]
        island = budgets[island_of(work, block)]
        block.next, island.head = island.head, k + 1
        island.points += block.count


@inlined
def island_of(work: Workspace3, block: Any) -> int:
    """Return the island of a block: of the body that can be pushed, of which there is one."""
    a = block.mover_a
    return int(work.parents[a if can_be_pushed(work.movers[a]) else block.mover_b])


@kernel
def open_budgets(bodies: Rows, work: Workspace3, blocks: Any, count: int) -> None:
    """Find the islands of a group of `count` movers that have budgets."""
    movers, budgets, parents = work.movers, work.budgets, work.parents
    for k in range(count + 1):
        island = budgets[k]
        island.counts, island.held, island.driven, island.debt = 0, 0, 0, 0.0
        island.mass, island.vx, island.vy, island.w, island.inertia = 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(len(blocks)):
        mark_holder(work, blocks[k].mover_a, blocks[k].mover_b)
        mark_holder(work, blocks[k].mover_b, blocks[k].mover_a)
    for k in range(1, count + 1):
        island = budgets[parents[k]]
        has_budget = island.counts == REFINED and island.driven == 0
        budgets[k].island = parents[k] if has_budget else NO_ISLAND
        set_masses(budgets[k], movers[k], bodies[movers[k].body].inverse_mass)


@inlined
def mark_holder(work: Workspace3, inner: int, outer: int) -> None:
    """Note what a body that cannot be pushed is to the island of another: it holds it, or drives it."""
    other = work.movers[outer]
    if can_be_pushed(other):
        return
    island = work.budgets[work.parents[inner]]
    island.counts, island.held = REFINED, LOCKED
    if max(abs(other.vx), abs(other.vy), abs(other.vz), abs(other.wx), abs(other.wy), abs(other.wz)) > 0.0:
        island.driven = 1


@inlined
def set_masses(share: Any, mover: Any, inverse_mass: float) -> None:
    """Set the masses of a mover along the axes."""
    mass = 1.0 / inverse_mass if inverse_mass > 0.0 else 0.0
    share.mass_x = mass if mover.mx > 0.0 else 0.0
    share.mass_y = mass if mover.my > 0.0 else 0.0
    share.mass_z = mass if mover.mz > 0.0 else 0.0


@inlined
def kinetic_energy(share: Any, mover: Any) -> float:
    """Return the kinetic energy of a mover."""
    linear = share.mass_x * mover.vx * mover.vx + share.mass_y * mover.vy * mover.vy
    linear += share.mass_z * mover.vz * mover.vz
    w = rotate_back(
        with_identity(matrix_of(Quaternion(mover.qw, mover.qx, mover.qy, mover.qz))),
        Vec3(mover.wx, mover.wy, mover.wz),
    )
    return float(0.5 * (linear + dot(w, apply(inertia_at_start(mover), w))))


@inlined
def forces_along(share: Any, mover: Any, d: Vec3) -> float:
    """Return the scalar product of the forces on a mover, times a sub-step, and d."""
    x, y, z = share.mass_x * mover.ax, share.mass_y * mover.ay, share.mass_z * mover.az
    return float(x * d.x + y * d.y + z * d.z)


@kernel
def begin_spending(work: Workspace3, count: int) -> None:
    """Note the energy of all islands at the start of a sub-step."""
    budgets = work.budgets
    for k in range(count + 1):
        island = budgets[k]
        island.energy, island.kinetic, island.start, island.lag = 0.0, 0.0, 0.0, 0.0
    for k in range(1, count + 1):
        share, mover = budgets[k], work.movers[k]
        if share.island != NO_ISLAND:
            share.start_vx, share.start_vy, share.start_vz = mover.vx, mover.vy, mover.vz
            share.start_wx, share.start_wy, share.start_wz = mover.wx, mover.wy, mover.wz
            share.start_dx, share.start_dy, share.start_dz = mover.dx, mover.dy, mover.dz
            budgets[share.island].energy += kinetic_energy(share, mover)


@inlined
def add_work_of_forces(island: Any, share: Any, mover: Any, h: float) -> None:
    """Add what gravity and the forces of the game did to a mover in a sub-step of `h` seconds."""
    way = Vec3(mover.dx - share.start_dx, mover.dy - share.start_dy, mover.dz - share.start_dz)
    gain = Vec3(mover.vx - share.start_vx, mover.vy - share.start_vy, mover.vz - share.start_vz)
    turning = mover.lx * (share.start_wx + mover.wx) + mover.ly * (share.start_wy + mover.wy)
    turning += mover.lz * (share.start_wz + mover.wz)
    moved = forces_along(share, mover, way) / h + 0.5 * turning
    island.energy += moved + LEAK * abs(moved) - 0.5 * forces_along(share, mover, gain)


@kernel
def keep_budgets(work: Workspace3, count: int, h: float) -> None:
    """Scale the velocities of islands down that have more energy than they may."""
    budgets, movers = work.budgets, work.movers
    for k in range(1, count + 1):
        share, mover = budgets[k], movers[k]
        if share.island == NO_ISLAND:
            continue
        island = budgets[share.island]
        add_work_of_forces(island, share, mover, h)
        island.kinetic += kinetic_energy(share, mover)
        island.lag += 0.5 * forces_along(share, mover, Vec3(mover.vx, mover.vy, mover.vz))
    over = 0
    budgets[NO_ISLAND].scale = 1.0
    for k in range(1, count + 1):
        if work.parents[k] == k and balance(budgets[k]) == 1:
            island = budgets[k]
            island.debt = max(0.0, -(island.energy + island.lag))
            island.scale = scale_of(island, island.energy, island.lag)
            over = 1
    if over == 0:
        return
    for k in range(1, count + 1):
        s, mover = budgets[budgets[k].island].scale, movers[k]
        mover.vx, mover.vy, mover.vz = s * mover.vx, s * mover.vy, s * mover.vz
        mover.wx, mover.wy, mover.wz = s * mover.wx, s * mover.wy, s * mover.wz
