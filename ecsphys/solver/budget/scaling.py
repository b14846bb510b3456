"""The velocities of islands that have more energy than they may, scaled about their rigid motion."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.bodies import LOCK_ROTATION, LOCK_X, LOCK_Y
from ..constraint import LINK, PIN, TWO_POINTS
from ..joints.joint import forget_joint
from ..joints.link import forget_link
from ..joints.pin import forget_pin
from ..workspace import Workspace, WorldRows
from .islands import LOCKED, place_of
from .lanes import block_at, lane_at
from .records import NO_ISLAND, has_springs
from .springs import add_lags_of_springs, has_drives, island_of, scale_speeds


@kernel
def scale_islands(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Scale the velocities of marked islands."""
    budget = work.budget
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            find_rigid_motion(rows, work, island)
            add_lags(rows, work, island, 0.5 * context.h)
    for k in range(blocks):
        add_lags_of_springs(work, k)
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            set_scale(island)
            for m in range(island.first, island.end):
                block, i = block_at(work, m), lane_at(m)
                scale_velocity(island, work.movers[block.mover[i]], rows)
    for k in range(blocks):
        scale_joints(work, k)


@inlined
def find_rigid_motion(rows: WorldRows, work: Workspace, island: Any) -> None:
    """Find the motion of an island as one body, where nothing holds it."""
    movers = work.movers
    island.locks = island.held
    island.mass, island.x, island.y, island.vx, island.vy = 0.0, 0.0, 0.0, 0.0, 0.0
    island.w, island.inertia = 0.0, 0.0
    if island.held == LOCKED:
        return
    for n in range(island.first, island.end):
        block, i = block_at(work, n), lane_at(n)
        add_mass(island, block, i, movers[block.mover[i]], rows)
    set_center(island)
    for n in range(island.first, island.end):
        block, i = block_at(work, n), lane_at(n)
        add_spin(island, block, i, movers[block.mover[i]], rows)
    island.w = island.w / island.inertia if island.inertia > 0.0 else 0.0


@inlined
def add_lags(rows: WorldRows, work: Workspace, island: Any, half: float) -> None:
    """Set the work of forces on what velocities beside the rigid motion do in half a sub-step."""
    lag = 0.0
    for n in range(island.first, island.end):
        block, i = block_at(work, n), lane_at(n)
        lag += half * power_of(island, block, i, work.movers[block.mover[i]], rows)
    island.lag = lag


@inlined
def set_scale(island: Any) -> None:
    """Set the scale of a marked island, and what it still owes."""
    island.scale = min(scale_of(island, island.energy, island.lag), 1.0 - island.worn)
    debt = max(0.0, rigid_energy(island) - (island.energy + island.lag))
    if has_springs(island):
        island.scale = max(island.scale, least_scale(island))
        debt = max(0.0, excess_of(island))
    paid = min(debt, island.credit)
    island.debt, island.credit = debt - paid, island.credit - paid
    island.before = min(island.kinetic, max(0.0, island.energy))


@inlined
def add_mass(island: Any, block: Any, i: int, mover: Any, rows: WorldRows) -> None:
    """Add a mover's mass and momentum to those of its island."""
    x, y = place_of(mover, rows)
    mass = max(block.mass_x[i], block.mass_y[i])
    island.mass += mass
    island.x += mass * x
    island.y += mass * y
    island.vx += mass * (mover.vx - island.frame_x)
    island.vy += mass * (mover.vy - island.frame_y)
    if block.mass_x[i] == 0.0:
        island.locks |= LOCK_X
    if block.mass_y[i] == 0.0:
        island.locks |= LOCK_Y
    if block.inertia[i] == 0.0:
        island.locks |= LOCK_ROTATION


@inlined
def set_center(island: Any) -> None:
    """Turn sums into the centre of mass and its velocity in the island's frame.

    Locked directions have no momentum of their own.
    """
    if island.mass == 0.0:
        return
    island.x, island.y = island.x / island.mass, island.y / island.mass
    island.vx = island.vx / island.mass if island.locks & LOCK_X == 0 else 0.0
    island.vy = island.vy / island.mass if island.locks & LOCK_Y == 0 else 0.0


@inlined
def add_spin(island: Any, block: Any, i: int, mover: Any, rows: WorldRows) -> None:
    """Add a mover's angular momentum about its island's centre, and its inertia there."""
    if island.locks != 0:
        return
    x, y = place_of(mover, rows)
    x, y, vx, vy = x - island.x, y - island.y, mover.vx - island.vx, mover.vy - island.vy
    island.w += block.inertia[i] * mover.w + block.mass_x[i] * (x * vy - y * vx)
    island.inertia += block.inertia[i] + block.mass_x[i] * (x * x + y * y)


@inlined
def rigid_velocity(island: Any, mover: Any, rows: WorldRows) -> tuple[float, float]:
    """Return the velocity that a mover has if its island moves as one body."""
    vx, vy = island.frame_x + island.vx, island.frame_y + island.vy
    if island.w == 0.0:
        return vx, vy
    x, y = place_of(mover, rows)
    return vx - island.w * (y - island.y), vy + island.w * (x - island.x)


@inlined
def power_of(island: Any, block: Any, i: int, mover: Any, rows: WorldRows) -> float:
    """Return the power of forces at a mover's velocity beside the rigid motion."""
    vx, vy = rigid_velocity(island, mover, rows)
    power = block.force_x[i] * (mover.vx - vx) + block.force_y[i] * (mover.vy - vy)
    return float(power + block.torque[i] * (mover.w - island.w))


@inlined
def rigid_energy(island: Any) -> float:
    """Return the kinetic energy of an island's rigid motion."""
    linear = island.mass * (island.vx * island.vx + island.vy * island.vy)
    return float(0.5 * (linear + island.inertia * island.w * island.w))


@inlined
def scale_of(island: Any, energy: float, lag: float) -> float:
    """Return the scale s of an island's motion beside the rigid one.

    That has s² times its energy then; with the rigid one `energy` and (1 - s) times `lag`.
    """
    rigid = rigid_energy(island)
    rest, most = island.kinetic - rigid, (energy - rigid) + lag
    if not most > 0.0:
        return 0.0
    root = math.sqrt(lag * lag + 4.0 * max(0.0, rest) * most)
    return min(1.0, float(2.0 * most / (lag + root))) if lag + root > 0.0 else 1.0


@inlined
def least_scale(island: Any) -> float:
    """Return the scale at which an island has least: about to turn back, its springs hold more if it is
    slower.
    """
    rest = island.kinetic - rigid_energy(island)
    return min(1.0, float(-0.5 * island.lag / rest)) if rest > 0.0 else 1.0


@inlined
def excess_of(island: Any) -> float:
    """Return what an island has too much, at its scale."""
    s, rigid = island.scale, rigid_energy(island)
    return float((rigid + s * s * (island.kinetic - rigid)) - (island.energy + (1.0 - s) * island.lag))


@inlined
def scale_velocity(island: Any, mover: Any, rows: WorldRows) -> None:
    """Scale a mover's velocity relative to its island's rigid motion."""
    s = island.scale
    vx, vy = rigid_velocity(island, mover, rows)
    mover.vx = vx + s * (mover.vx - vx)
    mover.vy = vy + s * (mover.vy - vy)
    mover.w = island.w + s * (mover.w - island.w)


@inlined
def scale_joints(work: Workspace, k: int) -> None:
    """Scale the speeds that joints of block k have kept."""
    for i in range(work.heads[k].count if has_drives(work, k) else 0):
        island = island_of(work, k, i)
        if island.scale != 1.0:
            scale_speeds(work, k, i, island.scale)


@kernel
def forget_impulses(work: Workspace, blocks: int) -> None:
    """Forget the impulses of wild and fought islands, which belong to no motion: they start no sub-step."""
    for k in range(blocks):
        head = work.heads[k]
        for i in range(head.count):
            island = island_of(work, k, i)
            if island.wild + island.fought > 0:
                forget_lane(work, k, i)
                forget_warm_start(work.movers[head.a[i]])
                forget_warm_start(work.movers[head.b[i]])


@inlined
def forget_warm_start(mover: Any) -> None:
    """Let no impulses start the next sub-step of a mover."""
    mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0


@inlined
def forget_lane(work: Workspace, k: int, i: int) -> None:
    """Set the impulses of a lane to 0."""
    kind = work.heads[k].kind
    if kind <= TWO_POINTS:
        contact = work.contact_blocks[k]
        contact.jn[0, i], contact.jn[1, i], contact.jt[i] = 0.0, 0.0, 0.0
    elif kind == LINK:
        forget_link(work.link_blocks[k], i)
    elif kind == PIN:
        forget_pin(work.pin_blocks[k], i)
    else:
        forget_joint(work.joint_blocks[k], i)
