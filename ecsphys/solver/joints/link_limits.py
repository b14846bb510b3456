"""Limits of links and branches in impacts: which ones are reached, and their rows (see `contact.landing`)."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ..workspace import Workspace
from .branch_rows import LOWER, UPPER
from .branch_switches import line_speed
from .link_drive import DRIVEN
from .link_passes import ends_of
from .tree_lanes import lane_of
from .tree_records import LINKS, TREE_LANES


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
        if link.branch == 1 or link.turns == DRIVEN:
            speed = drive_speed(work, link)
            if -dt * speed > room_of(work, link, LOWER) or dt * speed > room_of(work, link, UPPER):
                root = work.trees.nodes[link.root]
                root.strike = max(root.strike, abs(speed) * lever_of(work, link, k))
                fastest = max(fastest, root.strike)
    return fastest > least


@inlined
def drive_speed(work: Workspace, link: Any) -> float:
    """Return the speed at which a link parts from its lower limit."""
    a, b = ends_of(work, link)
    if link.branch == 1:
        return line_speed(work.joint_blocks[link.block], link.lane, a, b)
    return float(b.w - a.w)


@inlined
def lever_of(work: Workspace, link: Any, k: int) -> float:
    """Return the speed of the anchors of link k at a unit of its drive's speed."""
    if link.branch == 0:
        row, at = work.trees.lanes[k // TREE_LANES], lane_of(k)
        cx, cy, px, py = row.cx[at], row.cy[at], row.px[at], row.py[at]
        arm = max(cx * cx + cy * cy, px * px + py * py)
        return math.sqrt(arm)
    rows, i = work.joint_blocks[link.block], link.lane
    if rows.line[i, 3] != 0.0 or rows.line[i, 4] != 0.0:
        return 1.0
    return math.sqrt(rows.arm_x[i] * rows.arm_x[i] + rows.arm_y[i] * rows.arm_y[i])
