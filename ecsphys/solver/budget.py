"""Passivity: no island with joints or heavy loads ends a sub-step with more energy than it had and was given.

Joints are found for the directions of arms at a sub-step's start and one after the other, so they can put in
energy where arms turn far: then machines explode. A heavy body on light ones is stopped by impulses that
grow from sub-step to sub-step, and would be thrown back by what they have become. After each sub-step the
kinetic energy of an island may be what it was, and what gravity, forces, springs and motors did since;
velocities are scaled down to that. Any multiple of velocities that fulfil a joint fulfils it, so joints hold
as before; an island that nothing outside holds is scaled about the rigid motion of its momenta, so these
stay. After B. Hannaford and J.-H. Ryu, *Time-Domain Passivity Control of Haptic Interfaces* (2002).

What a kinematic body carries counts its energy as seen from there: the body moves on as fast for the whole
step, so that this frame is as good as the world's, and in it the body does no work. Where one turns, or
two move apart, there is no such frame, and no account of their work: it gives no more than `WILD` times the
energy of everything at the speed of the fastest.

The work of a force is counted to where a body was half a sub-step ago: semi-implicit Euler keeps that energy
exactly, so what falls, swings or flies freely is never scaled. That place moves as velocities are scaled.
"""

from __future__ import annotations

import math
from typing import Any

from ..compile import inlined, kernel
from ..settings import StepContext
from ..world.bodies import LOCK_ROTATION, LOCK_X, LOCK_Y
from ..world.joints import GEAR, MOTOR, MOUSE, MOVED, PLACED, PULLEY
from .budget_records import (
    DRIVEN,
    JOINTED,
    MOTORED,
    NO_ISLAND,
    REFINED,
    TOUCHED,
    UNBOUND,
)
from .budget_springs import (
    add_work_of_joints,
    inner_of,
    is_springy,
    island_of,
    lift_of,
    scale_speeds,
    works_of,
)
from .coloring import Layout
from .constraint import LINK, PIN, TWO_POINTS
from .contact.landing_rows import nearest_of
from .island import unite
from .joints.joint import forget_joint
from .joints.link import forget_link
from .joints.link_lanes import tell_links
from .joints.links import is_movable
from .joints.pin import forget_pin
from .joints.tree_records import LINKS, NODES
from .records import STATIC_MOVER
from .workspace import Workspace, WorldRows

ROUNDING = 1e-12  # share of an island's energy
# Share of the work of forces, without the lag, by which an island may gain: RATTLE (see `joints.pin`) returns
# within a swing what it took, and a pendulum that may not take it back loses 0.2 % of its energy a minute.
LEAK = 1e-4
# An island that has this many times the energy of the sub-step's start was driven by impulses that belong to
# no motion: they must not start the next one.
WILD = 100.0
CREDIT = 0.005  # share of what an island loses by which it may rise later: half of what the rule allows
TRACE = 1e-6  # share of that energy by which an island may climb for nothing: what rests moves by roundings
LOCKED = LOCK_X | LOCK_Y | LOCK_ROTATION


@inlined
def has_budgets(layout: Layout, context: StepContext) -> bool:
    """Whether a group has islands with joints, or is refined."""
    return layout.joints > 0 or context.refinement > 1.0


@kernel
def open_budgets(rows: WorldRows, work: Workspace, blocks: int, count: int, context: StepContext) -> None:
    """Find the islands of a group of `count` movers that have budgets, and what they consist of."""
    find_islands(work, blocks, count)
    is_refined = context.refinement > 1.0
    for k in range(count + 1):
        if k == NO_ISLAND or is_refined or work.budget.islands[k].counts == JOINTED:
            open_island(work.budget.islands[k])
    for k in range(blocks):
        mark_islands(rows, work, k, is_refined)
    for k in range(1, count + 1):
        island = work.budget.islands[work.budget.parents[k]]
        if is_refined or island.counts == JOINTED:
            add_mover(rows, work, island, k, context)
    list_budgets(work, count)
    foresee_lift(work, context)
    for n in range(1, work.budget.islands[NO_ISLAND].listed + 1):
        island = work.budget.islands[work.budget.islands[n].listed]
        island.before, island.push = island.energy, island.start
        if is_bound(island) and has_no_energy(island, context):
            island.climbs = 1
    rest_trees(work)


@inlined
def find_islands(work: Workspace, blocks: int, count: int) -> None:
    """Let `parents` name the island of each mover, and mark the islands that have joints."""
    islands, parents = work.budget.islands, work.budget.parents
    for k in range(count + 1):
        parents[k] = k
        islands[k].counts = 0
    for k in range(blocks):
        head = work.heads[k]
        for i in range(head.count):
            a, b = head.a[i], head.b[i]
            if parents[a] != parents[b] and is_movable(work.movers, a) and is_movable(work.movers, b):
                unite(parents, a, b)
    for k in range(1, count + 1):  # smaller rows first: then all parents are roots
        parents[k] = parents[parents[k]]
    for k in range(blocks):
        head = work.heads[k]
        for i in range(head.count if head.kind >= PIN else 0):
            islands[parents[inner_of(work.movers, head, i)]].counts = JOINTED


@inlined
def open_island(island: Any) -> None:
    """Blank an island, but for whether it has joints."""
    island.held, island.driven, island.debt = 0, 0, 0.0
    island.frame_x, island.frame_y, island.moved, island.climbs = 0.0, 0.0, 0, 0
    island.pushed, island.lift, island.joints, island.credit, island.deepest = 0, 0.0, 0, 0.0, 0.0
    island.energy, island.start, island.top, island.most = 0.0, 0.0, 0.0, 0.0
    island.kinetic, island.work, island.sprung, island.began = 0.0, 0.0, 0.0, 0.0


@inlined
def add_mover(rows: WorldRows, work: Workspace, island: Any, k: int, context: StepContext) -> None:
    """Add mover k to an island that may have a budget."""
    share, mover = work.budget.shares[k], work.movers[k]
    open_share(share, mover, rows.bodies[mover.body], context.h)
    if island.counts == JOINTED:
        island.start += share.push
        island.energy += kinetic_energy(island, share, mover)
        island.most += WILD * 0.5 * max(share.mass_x, share.mass_y) * island.top * island.top
    else:
        island.counts = REFINED * island.pushed
    if (mover.mx == 0.0 and island.frame_x != 0.0) or (mover.my == 0.0 and island.frame_y != 0.0):
        island.driven = max(island.driven, DRIVEN)


@inlined
def list_budgets(work: Workspace, count: int) -> None:
    """List the islands that have budgets, and their movers."""
    budget, roots, members = work.budget, 0, 0
    for k in range(1, count + 1):
        root = budget.parents[k]
        budget.shares[k].island = NO_ISLAND
        if is_counted(budget.islands[root]):
            budget.shares[k].island = root
            members += 1
            budget.shares[members].listed = k
            if root == k:
                roots += 1
                budget.islands[roots].listed = k
    budget.islands[NO_ISLAND].listed, budget.shares[NO_ISLAND].listed = roots, members


@inlined
def foresee_lift(work: Workspace, context: StepContext) -> None:
    """Count what trees would do in the coming step to push against drift, where contacts push them."""
    budget = work.budget
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        island = budget.islands[budget.shares[link.mover_child].island]
        if island.pushed == TOUCHED:
            island.lift += context.substeps * lift_of(work, link, context)


@inlined
def has_no_energy(island: Any, context: StepContext) -> bool:
    """Whether an island has none with which its trees could push against drift.

    Where contacts push they lift what they bear for that: a taut bridge lifts a load by a tenth of its length
    for what its planks are apart by. Contacts give way to trees for a while, and lift later what they bear.
    """
    if island.pushed == TOUCHED:
        most = (island.energy + island.credit) + TRACE * island.start
        return bool(island.lift > most or island.deepest < -context.slop)
    return bool(island.pushed == 0 and island.start > 0.0 and not island.energy > island.start)


@inlined
def is_counted(island: Any) -> bool:
    """Whether an island has a budget."""
    return bool(
        island.counts > 0 and (island.driven == 0 or (island.driven == DRIVEN and island.counts == JOINTED))
    )


@inlined
def is_bound(island: Any) -> bool:
    """Whether an island moves with no more than it can have, see `budget_bound`.

    Free ones keep their angular momentum: bodies move with the velocities that they have.
    """
    return bool(island.counts == JOINTED and island.driven == 0 and island.held == LOCKED)


@inlined
def rest_trees(work: Workspace) -> None:
    """Let the trees of islands push against drift no more in this step that have no energy for it."""
    budget, nodes, fresh = work.budget, work.trees.nodes, 0
    for k in range(1, work.tree_counts[NODES] + 1):
        island = budget.islands[budget.shares[nodes[k].mover].island]
        if island.climbs == 1 and island.moved == 0:
            fresh |= 1 - nodes[nodes[k].root].idle
            nodes[nodes[k].root].idle = 1
    if fresh == 1:
        tell_links(work)


@inlined
def note_places(rows: WorldRows, work: Workspace, k: int) -> None:
    """Note which joints of block k that the game has moved are in place: nothing lifts their islands."""
    for i in range(work.heads[k].count if work.heads[k].kind >= PIN else 0):
        joint = rows.joints.rows[work.ordered[work.heads[k].first + i].row]
        if joint.moved > 0:
            joint.moved = MOVED if island_of(work, k, i).climbs == 1 else PLACED


@inlined
def mark_islands(rows: WorldRows, work: Workspace, k: int, is_refined: bool) -> None:
    """Note what the constraints of block k are to their islands, of which only some may have budgets."""
    head, movers, budget = work.heads[k], work.movers, work.budget
    belt = head.kind <= TWO_POINTS and work.contact_blocks[k].has_surface_speed != 0
    for i in range(head.count):
        inner = inner_of(movers, head, i)
        island = budget.islands[budget.parents[inner]]
        if not is_refined and island.counts == 0:
            continue
        outer = head.b[i] if inner == head.a[i] else head.a[i]
        if head.kind >= PIN:
            joint = rows.joints.rows[work.ordered[head.first + i].row]
            kind = joint.type
            if joint.moved == PLACED:
                joint.moved = 0
            island.moved |= joint.moved
            if kind in (MOUSE, MOTOR):
                island.driven = UNBOUND
            if joint.max_effort > 0.0:
                island.pushed |= MOTORED
            if kind == PULLEY:  # its wheels
                hold(island, 0.0, 0.0)
            elif kind == GEAR and joint.ratio != 1.0:  # its axles: its torques are no reaction to each other
                island.held |= LOCK_ROTATION
            island.joints += 1
            island.credit += joint.credit
        else:
            island.pushed |= TOUCHED
            island.deepest = min(island.deepest, nearest_of(head, work.contact_blocks[k], i))
        if not is_movable(movers, outer):
            hold(island, movers[outer].vx, movers[outer].vy)
            if outer != STATIC_MOVER:
                island.top = max(island.top, speed_at(movers[outer], movers[inner], rows))
                if movers[outer].w != 0.0:
                    island.driven = max(island.driven, DRIVEN)
        if belt:
            island.driven = UNBOUND


@inlined
def speed_at(outer: Any, inner: Any, rows: WorldRows) -> float:
    """Return how fast a kinematic body, or what is as far from it as a mover, moves with it."""
    speed = math.sqrt(outer.vx * outer.vx + outer.vy * outer.vy)
    if outer.w == 0.0:
        return float(speed)
    (ax, ay), (bx, by) = place_of(outer, rows), place_of(inner, rows)
    distance = math.sqrt((bx - ax) * (bx - ax) + (by - ay) * (by - ay))
    return float(speed + abs(outer.w) * distance)


@inlined
def hold(island: Any, vx: float, vy: float) -> None:
    """Let what moves at this velocity hold an island; its energy counts in that frame, if all move alike."""
    if island.held == LOCKED and (island.frame_x != vx or island.frame_y != vy):
        island.driven = max(island.driven, DRIVEN)
    island.held, island.frame_x, island.frame_y = LOCKED, vx, vy


@inlined
def open_share(share: Any, mover: Any, body: Any, h: float) -> None:
    """Set the masses of a mover, those of the game whatever the solver takes instead, and its forces."""
    mass = 1.0 / body.inverse_mass if body.inverse_mass > 0.0 else 0.0
    share.mass_x = mass if mover.mx > 0.0 else 0.0
    share.mass_y = mass if mover.my > 0.0 else 0.0
    share.inertia = 1.0 / body.inverse_inertia if mover.i > 0.0 else 0.0
    share.force_x, share.force_y = share.mass_x * mover.ax / h, share.mass_y * mover.ay / h
    share.torque = mover.aw / (mover.i * h) if mover.i > 0.0 else 0.0  # `aw` is that of the inertia in use
    linear = share.mass_x * mover.ax * mover.ax + share.mass_y * mover.ay * mover.ay
    share.push = 0.5 * (linear + h * abs(share.torque * mover.aw))


@inlined
def kinetic_energy(island: Any, share: Any, mover: Any) -> float:
    """Return the kinetic energy of a mover in the frame of its island."""
    vx, vy = mover.vx - island.frame_x, mover.vy - island.frame_y
    linear = share.mass_x * vx * vx + share.mass_y * vy * vy
    return float(0.5 * (linear + share.inertia * mover.w * mover.w))


@kernel
def begin_spending(work: Workspace, context: StepContext) -> None:
    """Note the energy of all islands at the start of a sub-step."""
    budget = work.budget
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        island.energy, island.kinetic, island.start, island.wild = 0.0, 0.0, 0.0, 0
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        share, mover = budget.shares[k], work.movers[k]
        share.vx, share.vy, share.w = mover.vx, mover.vy, mover.w
        share.dx, share.dy, share.turn = mover.dx, mover.dy, mover.turn
        island = budget.islands[share.island]
        if island.frame_x != 0.0 or island.frame_y != 0.0:
            add_drag(share, mover, context.h)
        energy = kinetic_energy(island, share, mover)
        island.energy += energy
        island.start += energy + share.push


@inlined
def add_drag(share: Any, mover: Any, h: float) -> None:
    """Set the forces of a sub-step with those of damping: in a frame that moves it may speed up."""
    s = mover.damping
    share.force_x = share.mass_x * ((mover.vx + mover.ax) * s - mover.vx) / h
    share.force_y = share.mass_y * ((mover.vy + mover.ay) * s - mover.vy) / h


@kernel
def count_flights(work: Workspace, context: StepContext) -> None:
    """Set the forces of a sub-step to what made the flights of movers, damping included."""
    budget, rate = work.budget, 1.0 / context.h
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        share, flight = budget.shares[k], work.flights[k]
        vx, vy, w = flight.vx - share.vx, flight.vy - share.vy, flight.w - share.w
        share.force_x, share.force_y = rate * share.mass_x * vx, rate * share.mass_y * vy
        share.torque = rate * share.inertia * w
        push = 0.5 * (share.mass_x * vx * vx + share.mass_y * vy * vy + share.inertia * w * w)
        budget.islands[share.island].start += push - share.push
        budget.islands[share.island].push += push - share.push
        share.push = push


@inlined
def add_work_of_forces(island: Any, share: Any, mover: Any, h: float) -> None:
    """Add what gravity and the forces of the game did to a mover in a sub-step of `h` seconds."""
    x, y = mover.dx - share.dx - h * island.frame_x, mover.dy - share.dy - h * island.frame_y
    moved = share.force_x * x + (share.force_y * y + share.torque * (mover.turn - share.turn))
    lag = share.force_x * (mover.vx - share.vx) + share.force_y * (mover.vy - share.vy)
    lag += share.torque * (mover.w - share.w)
    island.energy += moved + LEAK * abs(moved) - 0.5 * h * lag


@kernel
def keep_budgets(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Scale the velocities of islands down that have more energy than they may."""
    budget = work.budget
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        share, mover = budget.shares[k], work.movers[k]
        island = budget.islands[share.island]
        if context.flights == 1:  # beyond h times the velocity it moves for free
            share.dx += work.flights[k].dx
            share.dy += work.flights[k].dy
            share.turn += work.flights[k].turn
        add_work_of_forces(island, share, mover, context.h)
        island.kinetic += kinetic_energy(island, share, mover)
    for k in range(blocks):
        add_work_of_joints(work, k)
    over, wild, moved = 0, 0, 0
    budget.islands[NO_ISLAND].scale = 1.0
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        over += is_spent(island)
        wild += island.wild
        moved += island.moved
    for k in range(blocks if moved > 0 else 0):
        note_places(rows, work, k)
    if over == 0:
        return
    find_rigid_motions(rows, work)
    set_scales(rows, work, blocks, context)
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        scale_velocity(budget.islands[budget.shares[k].island], work.movers[k], rows)
    for k in range(blocks):
        scale_joints(work, k)
        if wild > 0:
            forget_impulses(work, k)


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


@inlined
def find_rigid_motions(rows: WorldRows, work: Workspace) -> None:
    """Find the motion of each marked island as one body, where nothing holds it."""
    budget, free = work.budget, 0
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            island.locks = island.held
            island.mass, island.x, island.y, island.vx, island.vy = 0.0, 0.0, 0.0, 0.0, 0.0
            island.w, island.inertia = 0.0, 0.0
            free += island.held != LOCKED
    if free == 0:
        return
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        island = budget.islands[budget.shares[k].island]
        if island.scale < 1.0:
            add_mass(island, budget.shares[k], work.movers[k], rows)
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            set_center(island)
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        island = budget.islands[budget.shares[k].island]
        if island.scale < 1.0:
            add_spin(island, budget.shares[k], work.movers[k], rows)
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            set_spin(island)


@inlined
def set_scales(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Set the scales of marked islands, and what these still owe."""
    half, budget = 0.5 * context.h, work.budget
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        budget.islands[budget.islands[n].listed].lag = 0.0
    for n in range(1, budget.shares[NO_ISLAND].listed + 1):
        k = budget.shares[n].listed
        island = budget.islands[budget.shares[k].island]
        if island.scale < 1.0:
            add_lag(island, budget.shares[k], work.movers[k], rows, half)
    for k in range(blocks):
        for i in range(work.heads[k].count if is_springy(work, k) else 0):
            island = island_of(work, k, i)
            if island.scale < 1.0:
                now, _ = works_of(rows, work, k, i, context)
                island.lag += 0.5 * now
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        island = budget.islands[budget.islands[n].listed]
        if island.scale < 1.0:
            debt = max(0.0, rigid_energy(island) - (island.energy + island.lag))
            paid = min(debt, island.credit)
            island.debt, island.credit = debt - paid, island.credit - paid
            island.before = min(island.kinetic, max(0.0, island.energy))
            island.scale = scale_of(island, island.energy, island.lag)


@inlined
def place_of(mover: Any, rows: WorldRows) -> tuple[float, float]:
    """Return a mover's centre of mass."""
    body = rows.bodies[mover.body]
    return body.x + mover.cx + mover.dx, body.y + mover.cy + mover.dy


@inlined
def add_mass(island: Any, share: Any, mover: Any, rows: WorldRows) -> None:
    """Add a mover's mass and momentum to those of its island."""
    x, y = place_of(mover, rows)
    mass = max(share.mass_x, share.mass_y)
    island.mass += mass
    island.x += mass * x
    island.y += mass * y
    island.vx += mass * (mover.vx - island.frame_x)
    island.vy += mass * (mover.vy - island.frame_y)
    if share.mass_x == 0.0:
        island.locks |= LOCK_X
    if share.mass_y == 0.0:
        island.locks |= LOCK_Y
    if share.inertia == 0.0:
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
def add_spin(island: Any, share: Any, mover: Any, rows: WorldRows) -> None:
    """Add a mover's angular momentum about its island's centre, and its inertia there."""
    if island.locks != 0:
        return
    x, y = place_of(mover, rows)
    x, y, vx, vy = x - island.x, y - island.y, mover.vx - island.vx, mover.vy - island.vy
    island.w += share.inertia * mover.w + share.mass_x * (x * vy - y * vx)
    island.inertia += share.inertia + share.mass_x * (x * x + y * y)


@inlined
def set_spin(island: Any) -> None:
    """Set the spin of an island as one body."""
    island.w = island.w / island.inertia if island.inertia > 0.0 else 0.0


@inlined
def rigid_velocity(island: Any, mover: Any, rows: WorldRows) -> tuple[float, float]:
    """Return the velocity that a mover has if its island moves as one body."""
    vx, vy = island.frame_x + island.vx, island.frame_y + island.vy
    if island.w == 0.0:
        return vx, vy
    x, y = place_of(mover, rows)
    return vx - island.w * (y - island.y), vy + island.w * (x - island.x)


@inlined
def add_lag(island: Any, share: Any, mover: Any, rows: WorldRows, half: float) -> None:
    """Add the work of forces on what a mover's velocity beside the rigid motion does in half a sub-step."""
    vx, vy = rigid_velocity(island, mover, rows)
    work = share.force_x * (mover.vx - vx) + share.force_y * (mover.vy - vy)
    island.lag += half * (work + share.torque * (mover.w - island.w))


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
def scale_velocity(island: Any, mover: Any, rows: WorldRows) -> None:
    """Scale a mover's velocity relative to its island's rigid motion."""
    s = island.scale
    if s == 1.0:
        return
    vx, vy = rigid_velocity(island, mover, rows)
    mover.vx = vx + s * (mover.vx - vx)
    mover.vy = vy + s * (mover.vy - vy)
    mover.w = island.w + s * (mover.w - island.w)
    if island.wild == 1:
        mover.warm_x, mover.warm_y, mover.warm_w = 0.0, 0.0, 0.0


@inlined
def scale_joints(work: Workspace, k: int) -> None:
    """Scale the speeds that joints of block k have kept."""
    for i in range(work.heads[k].count if is_springy(work, k) else 0):
        island = island_of(work, k, i)
        if island.scale != 1.0:
            scale_speeds(work, k, i, island.scale)


@inlined
def forget_impulses(work: Workspace, k: int) -> None:
    """Forget the impulses of block k whose islands had far too much energy, as their movers do."""
    for i in range(work.heads[k].count):
        if island_of(work, k, i).wild == 1:
            forget_lane(work, k, i)


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


@kernel
def close_budgets(rows: WorldRows, work: Workspace, blocks: int) -> None:
    """Leave what islands may still rise by to their joints, in equal parts."""
    for k in range(blocks):
        for i in range(work.heads[k].count if work.heads[k].kind >= PIN else 0):
            island = island_of(work, k, i)
            joint = rows.joints.rows[work.ordered[work.heads[k].first + i].row]
            joint.credit = island.credit / max(island.joints, 1)
