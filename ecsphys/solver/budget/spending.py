"""The account of an island's energy over a sub-step, and what it may have."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import MOVED, PLACED
from ..constraint import PIN
from ..workspace import Workspace, WorldRows
from .islands import WILD, is_counted, kinetic_energy
from .records import DRIVEN, JOINTED, NO_ISLAND
from .scaling import scale_islands
from .springs import add_work_of_joints, island_of

ROUNDING = 1e-12  # share of an island's energy
# Share of the work of forces, without the lag, by which an island may gain: RATTLE (see `joints.pin`) returns
# within a swing what it took, and a pendulum that may not take it back loses 0.2 % of its energy a minute.
LEAK = 1e-4
CREDIT = 0.005  # share of what an island loses by which it may rise later: half of what the rule allows


@kernel
def begin_spending(work: Workspace, context: StepContext) -> None:
    """Note the energy of all islands at the start of a sub-step."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        begin_island(work, islands[islands[n].listed], context)


@inlined
def begin_island(work: Workspace, island: Any, context: StepContext) -> None:
    """Note the state of an island's movers, and its energy."""
    energy, start, moves = 0.0, 0.0, island.frame_x != 0.0 or island.frame_y != 0.0
    for n in range(island.first, island.end):
        k = work.budget.shares[n].listed
        share, mover = work.budget.shares[k], work.movers[k]
        share.vx, share.vy, share.w = mover.vx, mover.vy, mover.w
        share.dx, share.dy, share.turn = mover.dx, mover.dy, mover.turn
        if moves:
            add_drag(share, mover, context.h)
        own = kinetic_energy(island, share, mover)
        energy += own
        start += own + share.push
    island.energy, island.start, island.kinetic, island.wild = energy, start, 0.0, 0


@inlined
def add_drag(share: Any, mover: Any, h: float) -> None:
    """Set the forces of a sub-step with those of damping: in a frame that moves it may speed up."""
    s = mover.damping
    share.force_x = share.mass_x * ((mover.vx + mover.ax) * s - mover.vx) / h
    share.force_y = share.mass_y * ((mover.vy + mover.ay) * s - mover.vy) / h


@kernel
def count_flights(work: Workspace, context: StepContext) -> None:
    """Set the forces of a sub-step to what made the flights of movers, damping included."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        for m in range(island.first, island.end):
            k = work.budget.shares[m].listed
            count_flight(island, work.budget.shares[k], work.flights[k], 1.0 / context.h)


@inlined
def count_flight(island: Any, share: Any, flight: Any, rate: float) -> None:
    """Likewise, of one mover; `rate`: sub-steps a second."""
    vx, vy, w = flight.vx - share.vx, flight.vy - share.vy, flight.w - share.w
    share.force_x, share.force_y = rate * share.mass_x * vx, rate * share.mass_y * vy
    share.torque = rate * share.inertia * w
    push = 0.5 * (share.mass_x * vx * vx + share.mass_y * vy * vy + share.inertia * w * w)
    island.start += push - share.push
    island.push += push - share.push
    share.push = push


@inlined
def work_of_forces(island: Any, share: Any, mover: Any, h: float) -> float:
    """Return what gravity and the forces of the game did to a mover in a sub-step of `h` seconds."""
    x, y = mover.dx - share.dx - h * island.frame_x, mover.dy - share.dy - h * island.frame_y
    moved = share.force_x * x + (share.force_y * y + share.torque * (mover.turn - share.turn))
    lag = share.force_x * (mover.vx - share.vx) + share.force_y * (mover.vy - share.vy)
    lag += share.torque * (mover.w - share.w)
    return float(moved + LEAK * abs(moved) - 0.5 * h * lag)


@kernel
def keep_budgets(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Scale the velocities of islands down that have more energy than they may."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        add_motion(work, islands[islands[n].listed], context)
    for k in range(blocks):
        add_work_of_joints(work, k)
    over, wild, moved = 0, 0, 0
    islands[NO_ISLAND].scale = 1.0
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        over += is_spent(island)
        wild += island.wild
        moved += island.moved
    for k in range(blocks if moved > 0 else 0):
        note_places(rows, work, k)
    if over > 0:
        scale_islands(rows, work, blocks, wild, context)


@inlined
def add_motion(work: Workspace, island: Any, context: StepContext) -> None:
    """Add what forces did to the energy that an island may have; set what it has."""
    energy, kinetic = island.energy, 0.0
    for n in range(island.first, island.end):
        k = work.budget.shares[n].listed
        share, mover = work.budget.shares[k], work.movers[k]
        if context.flights == 1:  # beyond h times the velocity it moves for free
            share.dx += work.flights[k].dx
            share.dy += work.flights[k].dy
            share.turn += work.flights[k].turn
        energy += work_of_forces(island, share, mover, context.h)
        kinetic += kinetic_energy(island, share, mover)
    island.energy, island.kinetic = energy, kinetic


@inlined
def note_places(rows: WorldRows, work: Workspace, k: int) -> None:
    """Note which joints of block k that the game has moved are in place: nothing lifts their islands."""
    for i in range(work.heads[k].count if work.heads[k].kind >= PIN else 0):
        joint = rows.joints.rows[work.ordered[work.heads[k].first + i].row]
        if joint.moved > 0:
            joint.moved = MOVED if island_of(work, k, i).climbs == 1 else PLACED


@inlined
def is_spent(island: Any) -> int:
    """Return 1 if an island has more energy than it may, with what kinematic bodies can have given it."""
    if balance(island) == 0:
        return 0
    if island.driven == DRIVEN:
        island.energy = max(island.energy, island.most)
        if not island.kinetic > island.energy:
            island.scale, island.wild = 1.0, 0
            return 0
    return 1


@inlined
def add_credit(island: Any, before: float, now: float) -> None:
    """Add a share of the energy that an island has lost to its credit. What kinematic bodies gave is none."""
    if island.driven == 0 and before > now:
        island.credit += CREDIT * (before - now)


@inlined
def balance(island: Any) -> int:
    """Return 1 if an island has more energy than it may: then its scale is 0 until `set_scales`.

    What it gained and cannot pay, for example when a corrected position has lifted it, it pays later.
    """
    island.energy -= island.debt
    island.debt, island.scale = 0.0, 1.0
    if not is_counted(island):
        return 0
    add_credit(island, island.before, island.start - island.push)  # by impacts
    if not island.kinetic > (1.0 + ROUNDING) * island.energy:
        add_credit(island, island.energy, island.kinetic)
        island.before = island.kinetic
        return 0
    island.scale = 0.0
    island.wild = 1 if island.counts == JOINTED and island.kinetic > WILD * island.start else 0
    return 1


@kernel
def close_budgets(rows: WorldRows, work: Workspace, blocks: int) -> None:
    """Leave what islands may still rise by to their joints, in equal parts."""
    for k in range(blocks):
        for i in range(work.heads[k].count if work.heads[k].kind >= PIN else 0):
            island = island_of(work, k, i)
            joint = rows.joints.rows[work.ordered[work.heads[k].first + i].row]
            joint.credit = island.credit / max(island.joints, 1)
