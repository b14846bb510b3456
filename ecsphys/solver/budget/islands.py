"""Which islands have budgets, what they consist of, and what holds and drives them."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ...world.bodies import LOCK_ROTATION, LOCK_X, LOCK_Y
from ...world.joints import GEAR, MOTOR, MOUSE, PLACED, PULLEY
from ..coloring import Layout
from ..constraint import BRANCH, LINK, PIN, TWO_POINTS
from ..contact.landing_rows import nearest_of
from ..joints.link_lanes import tell_links
from ..joints.links import is_movable
from ..joints.tears import open_tree, touch_tree
from ..joints.tree_records import LINKS, NODES
from ..records import STATIC_MOVER
from ..union_find import unite
from ..workspace import Workspace, WorldRows
from .lanes import add_up, block_at, lane_at, open_lanes
from .records import (
    DRIVEN,
    JOINTED,
    KINETIC,
    MOTORED,
    NO_ISLAND,
    NO_SPRINGS,
    PUSH,
    REFINED,
    TOUCHED,
    UNBOUND,
)
from .springs import inner_of, lift_of, mark_springs

# An island that has this many times the energy of the sub-step's start was driven by impulses that belong to
# no motion: they must not start the next one.
WILD = 100.0
TRACE = 1e-6  # share of that energy by which an island may climb for nothing: what rests moves by roundings
LOCKED = LOCK_X | LOCK_Y | LOCK_ROTATION


@inlined
def has_budgets(layout: Layout, context: StepContext) -> bool:
    """Whether a group has islands with joints, or is refined."""
    return layout.joints > 0 or context.refinement > 1.0


@kernel
def open_budgets(rows: WorldRows, work: Workspace, blocks: int, count: int, context: StepContext) -> None:
    """Find the islands of a group of `count` movers that have budgets, and what they consist of."""
    is_refined = context.refinement > 1.0
    find_islands(work, blocks, count)
    list_islands(work, count, is_refined)
    for k in range(blocks):
        mark_islands(rows, work, k, is_refined, context)
        mark_springs(work, k)
    budget, counted = work.budget, 0
    set_frames(work)
    open_lanes(rows, work, context.h)
    for n in range(1, budget.islands[NO_ISLAND].listed + 1):
        root = budget.islands[n].listed
        add_movers(work, budget.islands[root])
        if is_counted(budget.islands[root]):
            counted += 1
            budget.islands[NO_ISLAND].driven |= budget.islands[root].driven
            budget.islands[counted].listed = root
        else:
            leave_budget(work, budget.islands[root])
    budget.islands[NO_ISLAND].listed = counted
    foresee_lift(work, context)
    climbing = 0
    for n in range(1, counted + 1):
        island = budget.islands[budget.islands[n].listed]
        island.before, island.push = island.energy, island.start
        if island.credit < 0.0:
            island.debt, island.credit = -island.credit, 0.0
        if is_bound(island) and has_no_energy(island, context):
            island.climbs = 1
            climbing += 1
    if climbing > 0:
        rest_trees(work)


@inlined
def find_islands(work: Workspace, blocks: int, count: int) -> None:
    """Let `parents` name the island of each mover, and mark those of islands that have joints."""
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
            if head.kind >= PIN:
                islands[inner_of(work.movers, head, i)].counts = JOINTED
    for k in range(1, count + 1):  # smaller rows first: then all parents are roots
        parents[k] = parents[parents[k]]
        if islands[k].counts == JOINTED:
            islands[parents[k]].counts = JOINTED


@inlined
def list_islands(work: Workspace, count: int, is_refined: bool) -> None:
    """List the islands that may have budgets; give their movers lanes, one island's behind the other's."""
    islands, parents = work.budget.islands, work.budget.parents
    found, end = 0, 0
    open_island(islands[NO_ISLAND])
    for k in range(1, count + 1):
        island = islands[parents[k]]
        if not is_refined and island.counts == 0:
            continue
        if parents[k] == k:
            found += 1
            islands[found].listed = k
            open_island(island)
        island.end += 1
    for n in range(1, found + 1):
        island = islands[islands[n].listed]
        size, island.first, island.end = island.end, end, end
        end += size
    islands[NO_ISLAND].listed, islands[NO_ISLAND].end = found, end
    for k in range(1, count + 1):
        island = islands[parents[k]]
        if is_refined or island.counts != 0:
            block, i = block_at(work, island.end), lane_at(island.end)
            block.mover[i] = k
            island.end += 1
        else:
            parents[k] = NO_ISLAND


@inlined
def open_island(island: Any) -> None:
    """Blank an island, but for whether it has joints."""
    island.held, island.driven, island.fought, island.debt, island.end = 0, 0, 0, 0.0, 0
    island.frame_x, island.frame_y, island.moved, island.climbs = 0.0, 0.0, 0, 0
    island.pushed, island.lift, island.joints, island.credit, island.deepest = 0, 0.0, 0, 0.0, 0.0
    island.wild, island.held_energy = 0, NO_SPRINGS
    island.energy, island.start, island.top, island.most = 0.0, 0.0, 0.0, 0.0
    island.kinetic, island.work, island.sprung, island.began = 0.0, 0.0, 0.0, 0.0


@inlined
def set_frames(work: Workspace) -> None:
    """Let the lanes of islands know how fast that moves which holds them."""
    islands = work.budget.islands
    for m in range(1, islands[NO_ISLAND].listed + 1):
        island = islands[islands[m].listed]
        for n in range(island.first, island.end):
            block, i = block_at(work, n), lane_at(n)
            block.frame_x[i], block.frame_y[i] = island.frame_x, island.frame_y


@inlined
def add_movers(work: Workspace, island: Any) -> None:
    """Add up the movers of an island that may have a budget."""
    (start, energy), most = add_up(work, island, PUSH, KINETIC, 0.0), 0.0
    for n in range(island.first, island.end if island.top > 0.0 else island.first):
        block, i = block_at(work, n), lane_at(n)
        most += WILD * 0.5 * max(block.mass_x[i], block.mass_y[i]) * island.top * island.top
    for n in range(island.first, island.end if moves(island) else island.first):
        block, i = block_at(work, n), lane_at(n)
        mover = work.movers[block.mover[i]]
        if (mover.mx == 0.0 and island.frame_x != 0.0) or (mover.my == 0.0 and island.frame_y != 0.0):
            island.driven = max(island.driven, DRIVEN)
    if island.counts == JOINTED:
        island.start, island.energy, island.most = start, energy, most
    else:
        island.counts = REFINED * island.pushed


@inlined
def moves(island: Any) -> bool:
    """Whether what holds an island moves."""
    return bool(island.frame_x != 0.0 or island.frame_y != 0.0)


@inlined
def leave_budget(work: Workspace, island: Any) -> None:
    """Let the movers of an island know that it has no budget."""
    for n in range(island.first, island.end):
        block, i = block_at(work, n), lane_at(n)
        work.budget.parents[block.mover[i]] = NO_ISLAND


@inlined
def foresee_lift(work: Workspace, context: StepContext) -> None:
    """Count what trees would do in the coming step to push against drift, where contacts push them."""
    budget = work.budget
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        island = budget.islands[budget.parents[link.mover_child]]
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
    """Whether an island moves with no more than it can have, see `bound`.

    Free ones keep their angular momentum: bodies move with the velocities that they have.
    """
    return bool(island.counts == JOINTED and island.driven == 0 and island.held == LOCKED)


@inlined
def rest_trees(work: Workspace) -> None:
    """Let the trees of islands push against drift no more in this step that have no energy for it."""
    budget, nodes, fresh = work.budget, work.trees.nodes, 0
    for k in range(1, work.tree_counts[NODES] + 1):
        island = budget.islands[budget.parents[nodes[k].mover]]
        if island.climbs == 1 and island.moved == 0:
            fresh |= 1 - nodes[nodes[k].root].idle
            nodes[nodes[k].root].idle = 1
    if fresh == 1:
        tell_links(work)


@inlined
def mark_islands(rows: WorldRows, work: Workspace, k: int, is_refined: bool, context: StepContext) -> None:
    """Note what the constraints of block k are to their islands, of which only some may have budgets."""
    head, movers, budget = work.heads[k], work.movers, work.budget
    belt = head.kind <= TWO_POINTS and work.contact_blocks[k].has_surface_speed != 0
    is_tree = head.kind == LINK or head.kind == BRANCH
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
            if is_tree and joint.stretch > context.slop:
                open_tree(rows, work, inner)
            island.joints += 1
            island.credit += joint.credit
        else:
            island.pushed |= TOUCHED
            nearest = nearest_of(head, work.contact_blocks[k], i)
            island.deepest = min(island.deepest, nearest)
            if not is_movable(movers, outer):
                touch_tree(work, inner, nearest, context)
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
def place_of(mover: Any, rows: WorldRows) -> tuple[float, float]:
    """Return a mover's centre of mass."""
    body = rows.bodies[mover.body]
    return body.x + mover.cx + mover.dx, body.y + mover.cy + mover.dy
