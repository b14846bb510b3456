"""What the springs of joints do to their bodies in a sub-step, for the budgets of energy.

A spring pulls in the direction of the sub-step's start, to its end. What it does is counted as that of any
force: on the way that the bodies went, less that on half of what their velocities have changed. At its end
the spring has turned: counted there, it would owe each time what its bodies move across it, and velocities
would be scaled down at the wrong time, which gives energy to what is about to turn back.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import gather_deltas, gather_velocities
from ..constraint import BRANCH, LINK, PIN
from ..workspace import Workspace, WorldRows
from .block import CORE, DRIVE
from .branch_rows import SPRING, is_springy
from .link_drive import FREE, free_turn
from .rows import angle_row, build_rows
from .softness import Spring, store_spring
from .tree_records import LINKS, TURNING


@kernel
def note_pulls(rows: WorldRows, work: Workspace, blocks: int, context: StepContext) -> None:
    """Note what springs push bodies with, and what that does at the velocities that SOLVE has left."""
    angles = 0
    for k in range(blocks):
        head = work.heads[k]
        if head.kind > PIN and head.kind != LINK:
            note_block(rows, work, k, context)
        elif head.kind == LINK:
            angles = work.tree_counts[TURNING]
    for k in range(work.tree_counts[LINKS] if angles > 0 else 0):
        link = work.trees.links[k]
        if link.turns != FREE:
            note_link(work.link_blocks[link.block], link.lane, link.role, context.h)


@inlined
def note_link(block: Any, i: int, role: int, h: float) -> None:
    """Note how far the spring of a link's angle is stretched, if it acts."""
    block.stiff[i] = 0.0
    if role == SPRING:
        spring = Spring(block.spring_s[i], block.spring_k[i], block.spring_o[i])
        yields = (1.0 / spring.s - 1.0) * free_turn(block, i)
        if yields > 0.0:
            store_spring(block, i, block.angle[i] - block.target[i], 1.0 / yields, spring, h)


@inlined
def note_block(rows: WorldRows, work: Workspace, k: int, context: StepContext) -> None:
    """Likewise, of a block of joints of any type."""
    head, block, scratch = work.heads[k], work.joint_blocks[k], work.scratch[0]
    for i in range(head.count):
        if not is_springy(block, i):
            continue
        joint = rows.joints.rows[work.ordered[head.first + i].row]
        spring, inertia = Spring(block.drive_s[i], block.drive_k[i], block.drive_o[i]), 0.0
        if head.kind == BRANCH:
            block.started[i] = note_branch(block, i)
            for n in range(block.count[i]):
                if block.role[i, n] == SPRING and block.soft[i, n] > 0.0:
                    inertia = 1.0 / block.soft[i, n]
        else:
            gather_velocities(work.movers, head, scratch, i, i + 1)
            gather_deltas(work.movers, head, scratch, i, i + 1)
            build_rows(block, scratch, i, joint, work.movers[head.a[i]], work.movers[head.b[i]], context)
            block.started[i] = note_joint(block, i, angle_row(joint))
            if spring.s > 0.0:
                inertia = block.mass[DRIVE] * spring.s / (1.0 - spring.s)
        block.stiff[i] = 0.0
        if inertia > 0.0:
            store_spring(block, i, block.value[i] - joint.target, inertia, spring, context.h)


@inlined
def note_branch(block: Any, i: int) -> float:
    """Set what the springs of a branch push its bodies with; return what that does at the speeds of the
    sub-step's start.
    """
    started = block.spring_j[i] * block.drive_before[i]
    for k in range(6):
        block.pull[i, k] = block.spring_j[i] * block.line[i, k]
    for n in range(block.count[i]):
        role = block.role[i, n]
        if role < CORE and block.soft[i, n] != 0.0:
            started += block.core_j[role, i] * block.core_before[role, i]
            for k in range(6):
                block.pull[i, k] += block.core_j[role, i] * block.row[i, n, k]
    return float(started)


@inlined
def note_joint(block: Any, i: int, angle: int) -> float:
    """Likewise, of the joint whose rows have been built; `angle`: its row of the angle."""
    started = block.spring_j[i] * block.drive_before[i]
    for k in range(6):
        block.pull[i, k] = block.spring_j[i] * block.impulse[DRIVE, k]
    for row in range(CORE):
        if (block.angle_s[i] if row == angle else block.line_s[i]) != 1.0:
            started += block.core_j[row, i] * block.core_before[row, i]
            for k in range(6):
                block.pull[i, k] += block.core_j[row, i] * block.impulse[row, k]
    return float(started)
