"""Limits of links and branches as rows of a landing: see `contact.landing_rows`."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ..workspace import Workspace
from .branch_rows import LOWER
from .link_drive import DRIVEN


@inlined
def room_of(work: Workspace, link: Any, role: int) -> float:
    """Return the room that a link has to a limit, inf without one."""
    i = link.lane
    if link.branch == 1:
        rows = work.joint_blocks[link.block]
        return float(rows.room_lower[i] if role == LOWER else rows.room_upper[i])
    block = work.link_blocks[link.block]
    if link.turns != DRIVEN:
        return math.inf
    return float(block.angle[i] - block.lower[i] if role == LOWER else block.upper[i] - block.angle[i])


@inlined
def limit_word(work: Workspace, link: Any, role: int, k: int) -> float:
    """Return word k of the speed away from a limit: of a's x, y and angle, and of b's."""
    sign = 1.0 if role == LOWER else -1.0
    if link.branch == 1:
        return float(sign * work.joint_blocks[link.block].line[link.lane, k])
    return sign * (1.0 if k == 5 else -1.0 if k == 2 else 0.0)


@inlined
def count_limit(work: Workspace, link: Any, role: int, j: float) -> None:
    """Add an impulse of a limit to a link's sums of the step only."""
    i = link.lane
    x, y = j * limit_word(work, link, role, 3), j * limit_word(work, link, role, 4)
    turn = j * limit_word(work, link, role, 5)
    if link.branch == 1:
        rows = work.joint_blocks[link.block]
        rows.total_x[i] += x
        rows.total_y[i] += y
        rows.total_turn[i] += turn - (rows.arm_x[i] * y - rows.arm_y[i] * x)
    else:
        work.link_blocks[link.block].total_turn[i] += turn
