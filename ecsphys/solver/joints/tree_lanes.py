"""Successive links of trees of which none hangs on another, side by side: TREE_LANES of them are a few vector
instructions, with the results of one after the other.

Trees are eliminated all at once (`tree_order`): where a group has four of them, most rows of `Trees.lanes`
are such. What holds an angle, and passes over some trees only, are left to `trees` and `link_passes`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from ...compile import add_words, gather_words, inlined
from ..blocks import lane_behind, lane_indices
from ..workspace import Workspace
from .tree_records import FORCES, LINKS, MASSES, NO_END, NO_NODE, SPEEDS, TREE_LANES


class Inverse(NamedTuple):
    """The inverse of a mass matrix; rows of locked directions are zero."""

    xx: float
    xy: float
    xw: float
    yy: float
    yw: float
    ww: float


@inlined
def inverse_of(xx: float, xy: float, xw: float, yy: float, yw: float, ww: float) -> Inverse:
    """Return the inverse of a mass matrix.

    By L D L^T, which keeps what is small beside what links to the world add, 1 / GIVE masses along their
    rods: by cofactors that was lost, and a body on two rods was thrown off.
    """
    x = 1.0 / xx
    l_xy, l_xw = xy * x, xw * x
    y = 1.0 / (yy - l_xy * xy)
    rest = yw - l_xy * xw
    l_yw = rest * y
    w = 1.0 / (ww - l_xw * xw - l_yw * rest)
    back = l_xy * l_yw - l_xw
    ixw, iyw = back * w, -l_yw * w
    return Inverse(x + l_xy * l_xy * y + back * ixw, -l_xy * y - back * l_yw * w, ixw, y - l_yw * iyw, iyw, w)


@inlined
def lane_of(k: int) -> int:
    """Return the lane of link k."""
    return k & (TREE_LANES - 1)


@inlined
def fill_lanes(work: Workspace) -> None:
    """Find out which rows of links can be solved side by side."""
    nodes, count = work.trees.nodes, work.tree_counts[LINKS]
    nodes[NO_NODE].link = NO_END
    for first in range(0, count, TREE_LANES):
        row, end = work.trees.lanes[first // TREE_LANES], min(first + TREE_LANES, count)
        row.block, row.lane = work.trees.links[first].block, work.trees.links[first].lane
        apart, plain, branches, row.turning = int(end == first + TREE_LANES), 1, 0, 0
        for k in range(first, end):
            link = work.trees.links[k]
            i, above = lane_of(k), nodes[link.parent].link
            row.child[i], row.parent[i], row.side[i] = link.child, link.parent, link.side
            branches += link.branch
            if link.branch == 1 or link.block != row.block or (first <= above and above < end):
                apart = 0
            elif work.link_blocks[link.block].rod[link.lane] != 0.0 or nodes[link.child].locked == 1:
                plain = 0
        row.apart, row.plain, row.branches = TREE_LANES * apart, plain & apart, branches


@inlined
def set_yields(row: Any, i: int, mass: Inverse) -> None:
    """Set the velocities that impulses on the child of a lane add, whose mass with all that hangs on it is
    given.
    """
    x, y = row.cx[i], row.cy[i]
    row.axx[i], row.axy[i], row.axw[i] = mass.xx - y * mass.xw, mass.xy - y * mass.yw, mass.xw - y * mass.ww
    row.ayx[i], row.ayy[i], row.ayw[i] = mass.xy + x * mass.xw, mass.yy + x * mass.yw, mass.yw + x * mass.ww
    row.awx[i], row.awy[i], row.aww[i] = mass.xw, mass.yw, mass.ww


@inlined
def factor_lanes(work: Workspace, row: Any) -> None:
    """Set how the links of a plain row yield, and make their parents as heavy as the children are there."""
    nodes, words, masses, block = work.trees.nodes, row.words, row.masses, work.link_blocks[row.block]
    lane = row.lane
    gather_words(nodes, MASSES, row.child, words, 0, TREE_LANES)
    gather_words(nodes, MASSES + 4, row.child, masses, 0, TREE_LANES)
    for i in lane_indices(0, row.apart):
        k = lane_behind(lane, i)
        place_lane(row, i, block, k)
        own = inverse_of(words[0, i], words[3, i], masses[0, i], words[1, i], masses[1, i], words[2, i])
        set_yields(row, i, own)
        x, y, px, py = row.cx[i], row.cy[i], row.px[i], row.py[i]
        kxx = row.axx[i] - y * row.axw[i] + block.give[k]
        kxy, kyy = row.axy[i] + x * row.axw[i], row.ayy[i] + x * row.ayw[i] + block.give[k]
        scale = 1.0 / (kxx * kyy - kxy * kxy)
        exx, exy, eyy = kyy * scale, -kxy * scale, kxx * scale
        row.exx[i], row.exy[i], row.eyy[i] = exx, exy, eyy
        xw, yw = exy * px - exx * py, eyy * px - exy * py
        words[0, i], words[1, i], words[2, i] = exx, eyy, yw * px - xw * py
        masses[0, i], masses[1, i], masses[2, i] = exy, xw, yw
    add_words(nodes, MASSES, row.parent, words, 0, TREE_LANES)
    add_words(nodes, MASSES + 3, row.parent, masses, 0, TREE_LANES)


@inlined
def place_lane(row: Any, i: int, block: Any, k: int) -> None:
    """Set the place of a lane of a row: that of lane k of a block."""
    ax, ay, bx, by = block.ax[k], block.ay[k], block.bx[k], block.by[k]
    is_b = row.side[i] > 0.0
    row.cx[i], row.cy[i] = bx if is_b else ax, by if is_b else ay
    row.px[i], row.py[i] = ax if is_b else bx, ay if is_b else by


@inlined
def push_lanes(work: Workspace, row: Any, first: int, end: int) -> None:
    """Find what pushes the parents of a row's links as long as these are at rest: links `first` to before
    `end`, of which nothing holds an angle.
    """
    nodes, words = work.trees.nodes, row.words
    if row.apart == 0:
        for k in range(first, end):
            link, i = work.trees.links[k], lane_of(k)
            node, parent = nodes[link.child], nodes[link.parent]
            own = work.link_blocks[link.block]
            x, y, turn = push_of(row, i, own, link.lane, node.fx, node.fy, node.fw)
            parent.fx += x
            parent.fy += y
            parent.fw += turn
        return
    gather_words(nodes, FORCES, row.child, words, 0, TREE_LANES)
    block, lane = work.link_blocks[row.block], row.lane
    for i in lane_indices(0, row.apart):
        k = lane_behind(lane, i)
        words[0, i], words[1, i], words[2, i] = push_of(
            row, i, block, k, words[0, i], words[1, i], words[2, i]
        )
    add_words(nodes, FORCES, row.parent, words, 0, TREE_LANES)


@inlined
def push_of(
    row: Any, i: int, block: Any, k: int, fx: float, fy: float, fw: float
) -> tuple[float, float, float]:
    """Return what a lane of a row, lane k of a block, pushes its parent with, given what pushes its child."""
    yield_lane(row, i, fx, fy, fw)
    gx, gy = row.side[i] * block.goal_x[k] - row.ux[i], row.side[i] * block.goal_y[k] - row.uy[i]
    row.gx[i], row.gy[i] = gx, gy
    x, y = -(row.exx[i] * gx + row.exy[i] * gy), -(row.exy[i] * gx + row.eyy[i] * gy)
    return x, y, row.px[i] * y - row.py[i] * x


@inlined
def yield_lane(row: Any, i: int, fx: float, fy: float, fw: float) -> None:
    """Set what impulses on the child of a lane add to the velocity of the place, and to the angle's."""
    row.ux[i] = row.axx[i] * fx + row.axy[i] * fy + row.axw[i] * fw
    row.uy[i] = row.ayx[i] * fx + row.ayy[i] * fy + row.ayw[i] * fw
    row.uw[i] = row.awx[i] * fx + row.awy[i] * fy + row.aww[i] * fw


@inlined
def move_lanes(work: Workspace, row: Any, first: int, end: int) -> None:
    """Find the impulses of a row's links, now that the velocities of their parents are known, and those of
    the children; see `push_lanes`.
    """
    nodes, words = work.trees.nodes, row.words
    if row.apart == 0:
        for k in range(end - 1, first - 1, -1):
            link, i = work.trees.links[k], lane_of(k)
            parent, child = nodes[link.parent], nodes[link.child]
            own = work.link_blocks[link.block]
            vx, vy, vw = motion_of(row, i, own, link.lane, parent.vx, parent.vy, parent.vw)
            child.vx, child.vy, child.vw = vx, vy, vw
        return
    gather_words(nodes, SPEEDS, row.parent, words, 0, TREE_LANES)
    block, lane = work.link_blocks[row.block], row.lane
    for i in lane_indices(0, row.apart):
        k = lane_behind(lane, i)
        words[0, i], words[1, i], words[2, i] = motion_of(
            row, i, block, k, words[0, i], words[1, i], words[2, i]
        )
    for i in range(TREE_LANES):
        child = nodes[row.child[i]]
        child.vx, child.vy, child.vw = words[0, i], words[1, i], words[2, i]


@inlined
def motion_of(
    row: Any, i: int, block: Any, k: int, vx: float, vy: float, vw: float
) -> tuple[float, float, float]:
    """Return the velocity of a lane's child, given its parent's; set the impulse that gives it, on b, for
    `apply_links`.
    """
    gx = row.gx[i] + (vx - vw * row.py[i])
    gy = row.gy[i] + (vy + vw * row.px[i])
    x, y = row.exx[i] * gx + row.exy[i] * gy, row.exy[i] * gx + row.eyy[i] * gy
    block.pull_x[k], block.pull_y[k] = row.side[i] * x, row.side[i] * y
    return speeds_of_child(row, i, x, y)


@inlined
def speeds_of_child(row: Any, i: int, x: float, y: float) -> tuple[float, float, float]:
    """Return the velocity of the child of a lane, if an impulse holds its place."""
    vx = row.ux[i] + row.cy[i] * row.uw[i] + row.axx[i] * x + row.ayx[i] * y
    vy = row.uy[i] - row.cx[i] * row.uw[i] + row.axy[i] * x + row.ayy[i] * y
    return vx, vy, row.uw[i] + row.axw[i] * x + row.ayw[i] * y
