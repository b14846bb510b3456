"""The account of an island's energy over a sub-step, and what it may have."""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.joints import MOVED, PLACED
from ..constraint import PIN
from ..joints.branch_switches import impulse_of
from ..joints.elimination import share_beyond
from ..joints.link import own_effect
from ..joints.tree_records import LINKS, LOOPS, NODES, TORN
from ..workspace import Workspace, WorldRows
from .islands import WILD, is_counted, moves
from .lanes import add_up, begin_lanes, block_at, find_motion, lane_at
from .records import DRIVEN, JOINTED, KINETIC, NO_ISLAND, PUSH, TOUCHED, WORK, has_springs
from .scaling import forget_impulses, scale_islands
from .springs import add_stores, add_work_of_joints, island_of

# In terms of the energy of all of an island at the speed of the fastest kinematic body that it is on, what it
# may have while these fight over it; else it is WILD.
FOUGHT = 4.0
ROUNDING = 1e-12  # share of an island's energy
CREDIT = 0.005  # share of what an island loses by which it may rise later: half of what the rule allows


@kernel
def begin_spending(work: Workspace, context: StepContext) -> None:
    """Note the energy of all islands at the start of a sub-step."""
    islands = work.budget.islands
    begin_lanes(work)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        begin_island(work, islands[islands[n].listed], context)


@inlined
def begin_island(work: Workspace, island: Any, context: StepContext) -> None:
    """Note the energy of an island's movers."""
    energy, _ = add_up(work, island, KINETIC, KINETIC, 0.0)
    for n in range(island.first, island.end if moves(island) else island.first):
        block, i = block_at(work, n), lane_at(n)
        add_drag(block, i, work.movers[block.mover[i]], context.h)
    island.energy, island.start, island.kinetic, island.wild = energy, energy + island.push, 0.0, 0
    island.worn = 0.0


@inlined
def add_drag(block: Any, i: int, mover: Any, h: float) -> None:
    """Set the forces of a sub-step with those of damping: in a frame that moves it may speed up."""
    s = mover.damping
    block.force_x[i] = block.mass_x[i] * ((mover.vx + mover.ax) * s - mover.vx) / h
    block.force_y[i] = block.mass_y[i] * ((mover.vy + mover.ay) * s - mover.vy) / h


@kernel
def count_flights(work: Workspace, context: StepContext) -> None:
    """Set the forces of a sub-step to what made the flights of movers, damping included."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        for m in range(island.first, island.end):
            block, i = block_at(work, m), lane_at(m)
            count_flight(island, block, i, work.flights[block.mover[i]], 1.0 / context.h)


@inlined
def count_flight(island: Any, block: Any, i: int, flight: Any, rate: float) -> None:
    """Likewise, of one mover; `rate`: sub-steps a second."""
    vx, vy, w = flight.vx - block.vx[i], flight.vy - block.vy[i], flight.w - block.w[i]
    mass_x, mass_y, inertia = block.mass_x[i], block.mass_y[i], block.inertia[i]
    block.force_x[i], block.force_y[i] = rate * mass_x * vx, rate * mass_y * vy
    block.torque[i] = rate * inertia * w
    push = 0.5 * (mass_x * vx * vx + mass_y * vy * vy + inertia * w * w)
    island.start += push - block.values[PUSH, i]
    island.push += push - block.values[PUSH, i]
    block.values[PUSH, i] = push


@kernel
def keep_budgets(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Scale the velocities of islands down that have more energy than they may."""
    islands = work.budget.islands
    if context.flights == 1:
        add_flights(work)
    find_motion(work, context.h)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        add_motion(work, islands[islands[n].listed])
    for k in range(blocks):
        add_work_of_joints(work, k)
    if work.tree_counts[TORN] > 0:
        wear_out(work, context)
    if has_springs(islands[NO_ISLAND]):
        settle_springs(work, blocks)
    over, wild, moved = 0, 0, 0
    islands[NO_ISLAND].scale = 1.0
    if islands[NO_ISLAND].driven != 0:
        note_fights(work)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[n].listed]
        over += is_spent(island)
        wild += island.wild + island.fought
        moved += island.moved
    for k in range(blocks if moved > 0 else 0):
        note_places(rows, work, k)
    if over > 0:
        scale_islands(rows, work, blocks, context)
    if wild > 0:
        forget_impulses(work, blocks)


@kernel
def note_fights(work: Workspace) -> None:
    """Note the islands whose trees no velocity satisfies, or no pose: they may have less, and no impulses
    start their next sub-step.

    Kinematic bodies that move in several ways drag them by impulses that cancel each other. RELAX adds as
    many in each sub-step, and where bodies turn they no longer cancel each other: velocities without bound.
    """
    for k in range(work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
        link = work.trees.links[k]
        island = island_of(work, link.block, link.lane)
        if island.driven != DRIVEN or island.fought == 1:
            continue
        root = work.trees.nodes[link.root]  # where contacts stop it, their impulses are to start sub-steps
        if root.torn > root.grounded or effort_of(work, link) > WILD * island.most:
            island.fought, island.most = 1, FOUGHT / WILD * island.most


@inlined
def effort_of(work: Workspace, link: Any) -> float:
    """Return the energy that the impulses of a link would give its two bodies alone."""
    i = link.lane
    if link.branch == 0:
        pin = work.link_blocks[link.block]
        effort = own_effect(pin, i) * (pin.jx[i] * pin.jx[i] + pin.jy[i] * pin.jy[i])
        return float(0.5 * (effort + (pin.ia[i] + pin.ib[i]) * pin.held_j[i] * pin.held_j[i]))
    block, effort = work.joint_blocks[link.block], 0.0
    for n in range(block.count[i]):
        j = impulse_of(block, i, block.role[i, n])
        effort += 0.5 * block.own[i, n] * j * j
    return float(effort)


@kernel
def settle_springs(work: Workspace, blocks: int) -> None:
    """Take from what islands may have what their springs have taken."""
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1):
        if has_springs(islands[islands[n].listed]):
            islands[islands[n].listed].held_energy = 0.0
    for k in range(blocks):
        add_stores(work, k)
    for n in range(1, islands[NO_ISLAND].listed + 1):
        if islands[islands[n].listed].held_energy > 0.0:
            spend_credit(islands[islands[n].listed])


@inlined
def spend_credit(island: Any) -> None:
    """Let an island with undamped springs have again what it lost, up to a share of all that it has.

    A spring that pulls on rods that turn holds a little more, now and then, than moved into it, and a little
    less later.
    """
    over = island.kinetic - (island.energy - island.debt)
    if over > 0.0:
        paid = min(over, island.credit)
        island.credit -= paid
        island.energy += paid
    elif island.driven == 0:
        most = CREDIT * (island.kinetic + island.held_energy)
        island.credit += max(0.0, min(-over, most - island.credit))


@inlined
def add_flights(work: Workspace) -> None:
    """Add what movers move for free, beyond h times their velocities, to where they started."""
    for n in range(work.budget.islands[NO_ISLAND].end):
        block, i = block_at(work, n), lane_at(n)
        flight = work.flights[block.mover[i]]
        block.dx[i] += flight.dx
        block.dy[i] += flight.dy
        block.turn[i] += flight.turn


@inlined
def add_motion(work: Workspace, island: Any) -> None:
    """Add what forces did to the energy that an island may have; set what it has."""
    island.energy, island.kinetic = add_up(work, island, WORK, KINETIC, island.energy)


@inlined
def wear_out(work: Workspace, context: StepContext) -> None:
    """Note which share of their motion islands with strained trees (see `joints.mending`) lose, if they have
    more energy than they may: that of errors beyond the slop which a sub-step takes out. What these push back
    at turns and bends no velocity knows; it would swing about the compromise, and climb.
    """
    budget, trees = work.budget, work.trees
    for k in range(1, work.tree_counts[NODES] + 1):
        root = trees.nodes[k].root
        if trees.nodes[root].torn == 1 and trees.searches[root].strained == 1:
            island = budget.islands[budget.parents[trees.nodes[k].mover]]
            share = share_beyond(trees.searches[root].far, context.slop)
            island.worn = max(island.worn, min(1.0, context.h * context.joint_bias_rate) * share)


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
    """Leave what islands may still rise by to their joints, in equal parts; less what those with springs owe.

    These owe wherever they are about to turn back, with no speed to pay with: forgotten, that is energy. But
    what contacts have pressed them by is no debt: a car made in the ground would hang above it.
    """
    islands = work.budget.islands
    for n in range(1, islands[NO_ISLAND].listed + 1 if has_springs(islands[NO_ISLAND]) else 1):
        island = islands[islands[n].listed]
        if has_springs(island) and island.pushed & TOUCHED == 0:
            island.credit -= island.debt
    for k in range(blocks):
        for i in range(work.heads[k].count if work.heads[k].kind >= PIN else 0):
            island = island_of(work, k, i)
            joint = rows.joints.rows[work.ordered[work.heads[k].first + i].row]
            joint.credit = island.credit / max(island.joints, 1)
