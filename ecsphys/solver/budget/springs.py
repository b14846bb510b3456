"""What springs and motors of joints, and trees that push against drift, do to the energy of islands: see
`budget`.
"""

from __future__ import annotations

from typing import Any

from ...arrays import Rows
from ...compile import inlined
from ...settings import StepContext
from ..constraint import BRANCH, JOINT, LINK, PIN
from ..joints.block import CORE
from ..joints.branch import branch_works
from ..joints.joint import joint_works
from ..joints.link_drive import FREE, WELDED
from ..joints.links import is_movable
from ..joints.rows import is_springy
from ..joints.tree_records import SPRINGS, TURNING
from ..workspace import Workspace, WorldRows
from .records import NO_ISLAND, TOUCHED


@inlined
def inner_of(movers: Rows, head: Any, i: int) -> int:
    """Return the mover of lane i of a block that belongs to an island."""
    return int(head.a[i] if is_movable(movers, head.a[i]) else head.b[i])


@inlined
def island_of(work: Workspace, k: int, i: int) -> Any:
    """Return the island of lane i of block k."""
    mover = inner_of(work.movers, work.heads[k], i)
    return work.budget.islands[work.budget.parents[mover]]


@inlined
def has_drives(work: Workspace, k: int) -> bool:
    """Whether block k is of joints that may have springs or motors."""
    kind = work.heads[k].kind
    return bool(kind > PIN and (kind != LINK or work.tree_counts[TURNING] > 0))


@inlined
def mark_springs(work: Workspace, k: int) -> None:
    """Note which islands have springs, those of block k."""
    head, islands = work.heads[k], work.budget.islands
    if head.kind <= PIN or (head.kind != JOINT and work.tree_counts[SPRINGS] == 0):
        return
    for i in range(head.count):
        if has_spring(work, k, i):
            island_of(work, k, i).held_energy, islands[NO_ISLAND].held_energy = 0.0, 0.0


@inlined
def has_spring(work: Workspace, k: int, i: int) -> bool:
    """Whether lane i of block k has a spring, which may not act."""
    if work.heads[k].kind != LINK:
        return is_springy(work.joint_blocks[k], i)
    return bool(work.link_blocks[k].turns[i] != FREE and work.link_blocks[k].spring_s[i] > 0.0)


@inlined
def add_work_of_joints(work: Workspace, k: int) -> None:
    """Add what the motors of block k did.

    Impulses times the mean of the speeds before and after: the exact change of energy.
    """
    head = work.heads[k]
    for i in range(head.count if has_drives(work, k) else 0):
        done = 0.0
        if head.kind != LINK:
            done = work.joint_blocks[k].work[i]
        elif work.link_blocks[k].turns[i] != FREE:
            done = work.link_blocks[k].work[i]
        if done != 0.0:
            island_of(work, k, i).energy += done


@inlined
def add_stores(work: Workspace, k: int) -> None:
    """Take from what islands may have what the springs of block k have taken; add up what these hold."""
    head = work.heads[k]
    for i in range(head.count if has_drives(work, k) else 0):
        if not has_spring(work, k, i):
            continue
        if head.kind != LINK:
            add_store(island_of(work, k, i), work.joint_blocks[k], i)
        else:
            add_store(island_of(work, k, i), work.link_blocks[k], i)


@inlined
def add_store(island: Any, block: Any, i: int) -> None:
    """Likewise, of a lane of a block of either kind."""
    island.energy -= block.pressed[i] if island.pushed & TOUCHED else block.taken[i]
    island.held_energy += block.lasting[i]
    block.taken[i], block.pressed[i] = 0.0, 0.0


@inlined
def works_of(rows: WorldRows, work: Workspace, k: int, i: int, context: StepContext) -> tuple[float, float]:
    """Return what springs of lane i of block k do in a sub-step at the present speeds, and at those of its
    start.
    """
    head = work.heads[k]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    if head.kind <= PIN or (head.kind == LINK and work.link_blocks[k].turns[i] == FREE):
        return 0.0, 0.0
    if head.kind == LINK:
        link = work.link_blocks[k]
        return link.spring_j[i] * (b.w - a.w), link.spring_j[i] * link.before[i]
    joint, block = rows.joints.rows[work.ordered[head.first + i].row], work.joint_blocks[k]
    if head.kind == BRANCH:
        return branch_works(block, i, a, b)
    return joint_works(head, block, work.scratch[0], i, joint, work.movers, context)


@inlined
def add_springs(rows: WorldRows, work: Workspace, k: int, context: StepContext) -> None:
    """Add to marked islands what the springs of block k do in a sub-step at the present speeds, and in half
    of one at the speeds of its start.
    """
    for i in range(work.heads[k].count if has_drives(work, k) else 0):
        island = island_of(work, k, i)
        if island.scale < 1.0:
            now, before = works_of(rows, work, k, i, context)
            island.sprung += now
            island.began += 0.5 * before


@inlined
def add_lags_of_springs(work: Workspace, k: int) -> None:
    """Add to marked islands what their velocities take from the springs of block k on half of their lag."""
    head = work.heads[k]
    for i in range(head.count if has_drives(work, k) else 0):
        island = island_of(work, k, i)
        if island.scale < 1.0 and has_spring(work, k, i):
            owed = work.joint_blocks[k].owed[i] if head.kind != LINK else work.link_blocks[k].owed[i]
            island.lag += owed


@inlined
def scale_speeds(work: Workspace, k: int, i: int, scale: float) -> None:
    """Scale the speeds that lane i of block k has kept, as those of its bodies are."""
    kind = work.heads[k].kind
    if kind == LINK and work.link_blocks[k].turns[i] != FREE:
        link = work.link_blocks[k]
        link.before[i] *= scale
        link.held[i] -= (1.0 - scale) * link.owed[i]
    elif kind > PIN and kind != LINK:
        block = work.joint_blocks[k]
        block.held[i] -= (1.0 - scale) * block.owed[i]
        for row in range(CORE):
            block.core_before[row, i] *= scale
        block.drive_before[i] *= scale
        block.motor_before[i] *= scale


@inlined
def lift_of(work: Workspace, link: Any, context: StepContext) -> float:
    """Return the work that it takes to push against a link's drift in a sub-step, against what it bears."""
    i, lift = link.lane, 0.0
    if link.branch == 1:
        block = work.joint_blocks[link.block]
        for n in range(block.count[i]):
            if block.role[i, n] < CORE:
                lift -= block.core_j[block.role[i, n], i] * block.push[i, n]
        return float(lift)
    link_block = work.link_blocks[link.block]
    x, y = link_block.gap_x[i], link_block.gap_y[i]
    lift -= link_block.jx[i] * x + link_block.jy[i] * y
    if link_block.turns[i] == WELDED:
        lift -= link_block.held_j[i] * link_block.angle[i]
    return float(context.joint_bias_rate * lift)
