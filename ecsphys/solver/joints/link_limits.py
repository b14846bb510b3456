"""Limits of links and branches in impacts: which ones are reached, and their rows (see `contact.landing`)."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ..workspace import Workspace
from .branch_rows import LOWER, UPPER
from .link_drive import DRIVEN
from .link_passes import ends_of
from .tree_records import LINKS


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


@kernel
def find_strikes(work: Workspace, least: float, dt: float) -> bool:
    """Note how fast joints of trees come to limits in a step of `dt` seconds; whether any does at more than
    the least speed.
    """
    fastest = 0.0
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        if link.turns + link.branch > 0:
            root = work.trees.nodes[link.root]
            root.strike = max(root.strike, strike_speed(work, link, LOWER, dt))
            root.strike = max(root.strike, strike_speed(work, link, UPPER, dt))
            fastest = max(fastest, root.strike)
    return fastest > least


@inlined
def strike_speed(work: Workspace, link: Any, role: int, dt: float) -> float:
    """Return the speed at which a link comes to a limit in a step, at its anchors; 0 if it does not."""
    room = room_of(work, link, role)
    speed = -limit_speed(work, link, role)
    if room == math.inf or dt * speed <= room:
        return 0.0
    if limit_word(work, link, role, 3) != 0.0 or limit_word(work, link, role, 4) != 0.0:
        return speed
    if link.branch == 1:
        rows, i = work.joint_blocks[link.block], link.lane
        return speed * math.sqrt(rows.arm_x[i] * rows.arm_x[i] + rows.arm_y[i] * rows.arm_y[i])
    arm = max(link.cx * link.cx + link.cy * link.cy, link.px * link.px + link.py * link.py)
    return speed * math.sqrt(arm)


@inlined
def limit_speed(work: Workspace, link: Any, role: int) -> float:
    """Return the speed at which a link parts from a limit."""
    a, b = ends_of(work, link)
    speed = limit_word(work, link, role, 0) * a.vx + limit_word(work, link, role, 1) * a.vy
    speed += limit_word(work, link, role, 2) * a.w
    speed += limit_word(work, link, role, 3) * b.vx + limit_word(work, link, role, 4) * b.vy
    return float(speed + limit_word(work, link, role, 5) * b.w)
