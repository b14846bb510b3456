"""Trees of pins and rods, solved as a whole: what hangs on a rope of a hundred links is felt at its top.

One joint at a time, that takes as many passes as the square of a chain's length, times the ratio of its
masses. A tree has a direct solution in one pass from its leaves to its root and one back (D. Baraff,
*Linear-Time Dynamics using Lagrange Multipliers*, SIGGRAPH 1996): a body is as heavy to its parent as all
that hangs on it makes it. A rod is a pin that holds one direction only.

The links' blocks (`link`) hold their geometry and impulses.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..constraint import BRANCH, LINK
from ..records import STATIC_MOVER
from ..workspace import Workspace, WorldRows
from .branch import finish_branch, place_all_branches, warm_branch
from .branch_rows import is_springy
from .branch_switches import push_row, switch_rows
from .curvature import Turn, curvature_share, fastest, turning_speed
from .elimination import aim_branch, factor_branch, load_parent, push_rows, solve_rows, yield_to
from .tree_order import add_node, connect, order_links
from .tree_records import NO_END, NO_NODE

# Compliance of a link, as a share of the velocity that a unit impulse adds to its two bodies alone.
GIVE = 1e-6
# Highest speed at which a gap closes, in terms of that of overlapping bodies: what is solved as a whole pays
# any price to get there.
CLOSING = 8.0
# How often the limits and motors of a pass may change; behind the first ones limits only let go, so that no
# circle of changes goes on.
SWITCHES, TAKES = 64, 4


@kernel
def build_trees(rows: WorldRows, work: Workspace, blocks: int, movers: int) -> None:
    """Fill `work.trees` with the links of the group's blocks, in the order of their elimination; add their
    stored impulses to the warm start of the first sub-step.
    """
    trees = work.trees
    for k in range(movers + 1):
        trees.node_of[k] = NO_NODE
    nodes, found, branches, springs = 0, 0, 0, 0
    world = trees.nodes[NO_NODE]
    world.first, world.mover = NO_END, STATIC_MOVER
    for k in range(blocks):
        head = work.heads[k]
        if head.kind == LINK or head.kind == BRANCH:
            for i in range(head.count):
                nodes = add_node(trees, work.movers, head.a[i], nodes)
                nodes = add_node(trees, work.movers, head.b[i], nodes)
                link = trees.found[found]
                link.block, link.lane, link.taken = k, i, 0
                link.branch = 1 if head.kind == BRANCH else 0
                if link.branch == 1:
                    branches += 1
                    springs += is_springy(work.joint_blocks[k], i)
                link.mover_child, link.mover_parent = head.a[i], head.b[i]
                connect(trees, found)
                found += 1
    order_links(trees, found, nodes)
    work.tree_counts[0], work.tree_counts[1] = found, nodes
    work.tree_counts[2], work.tree_counts[3] = branches, springs
    factor_trees(work)
    for k in range(found):
        link = trees.links[k]
        if link.branch == 1:
            a, b = ends_of(work, link)
            warm_branch(work.joint_blocks[link.block], link.lane, joint_of(rows, work, link), a, b)
        else:
            warm_link(work, k)


@inlined
def ends_of(work: Workspace, link: Any) -> tuple[Any, Any]:
    """Return the movers a and b of a branch."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    return (parent, child) if link.side > 0.0 else (child, parent)


@inlined
def joint_of(rows: WorldRows, work: Workspace, link: Any) -> Any:
    """Return the joint of a link."""
    return rows.joints.rows[work.ordered[work.heads[link.block].first + link.lane].row]


@kernel
def solve_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Hold all links where the bodies are going."""
    if work.tree_counts[3] > 0:  # springs act, which do not in RELAX
        place_all_branches(blocks, 1, rows, work, context)
        factor_trees(work)
    for k in range(work.tree_counts[0]):
        set_soft_target(work, k, context)
    solve_links(work)
    switch_branches(rows, work, 1, context)


@kernel
def relax_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Make the velocities of trees fit the present poses, which the links' blocks have already."""
    if work.tree_counts[2] > 0:
        place_all_branches(blocks, 0, rows, work, context)
    factor_trees(work)
    for k in range(work.tree_counts[0]):
        set_rigid_target(work, k)
    solve_links(work)
    switch_branches(rows, work, 0, context)
    for k in range(work.tree_counts[0]):
        link = work.trees.links[k]
        if link.branch == 1:
            a, b = ends_of(work, link)
            finish_branch(work.joint_blocks[link.block], link.lane, joint_of(rows, work, link), a, b)
            continue
        block, i = work.link_blocks[link.block], link.lane
        block.total_x[i] += block.jx[i]
        block.total_y[i] += block.jy[i]
        warm_link(work, k)


@inlined
def switch_branches(rows: WorldRows, work: Workspace, soft: int, context: StepContext) -> None:
    """Let limits and motors act that must and no others, and solve again, until nothing changes."""
    if work.tree_counts[2] == 0:
        return
    for change in range(SWITCHES):
        changed, takes = 0, change < TAKES
        for k in range(work.tree_counts[0]):
            link = work.trees.links[k]
            if link.branch == 1:
                a, b = ends_of(work, link)
                block = work.joint_blocks[link.block]
                changed += switch_rows(
                    block, link.lane, joint_of(rows, work, link), a, b, soft, takes, context
                )
        if changed == 0:
            return
        factor_trees(work)
        for k in range(work.tree_counts[0]):
            if soft == 1:
                set_soft_target(work, k, context)
            else:
                set_rigid_target(work, k)
        solve_links(work)


@inlined
def factor_trees(work: Workspace) -> None:
    """Eliminate all bodies but free roots: each makes its parent as heavy as it is itself at their link."""
    trees, movers = work.trees, work.movers
    nodes, links = trees.nodes, trees.links
    for k in range(1, work.tree_counts[1] + 1):
        node, mover = nodes[k], movers[nodes[k].mover]
        node.mxx = 1.0 / mover.mx if mover.mx > 0.0 else 0.0
        node.myy = 1.0 / mover.my if mover.my > 0.0 else 0.0
        node.mww = 1.0 / mover.i if mover.i > 0.0 else 0.0
        node.mxy, node.mxw, node.myw = 0.0, 0.0, 0.0
    for k in range(work.tree_counts[0]):
        link = links[k]
        if link.branch == 1:
            rows, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            invert_mass(nodes[link.child], movers[nodes[link.child].mover])
            factor_branch(rows, i, child, nodes[link.child])
            load_parent(rows, i, 3 - child, nodes[link.parent])
            continue
        block, i = work.link_blocks[link.block], link.lane
        child_is_b = link.side > 0.0
        link.cx, link.cy = (block.bx[i], block.by[i]) if child_is_b else (block.ax[i], block.ay[i])
        link.px, link.py = (block.ax[i], block.ay[i]) if child_is_b else (block.bx[i], block.by[i])
        size_a = block.ax[i] * block.ax[i] + block.ay[i] * block.ay[i]
        size_b = block.bx[i] * block.bx[i] + block.by[i] * block.by[i]
        linear = block.mx[i] + block.my[i]
        link.give = GIVE * (linear if linear > 0.0 else block.ia[i] * size_a + block.ib[i] * size_b)
        node = nodes[link.child]
        invert_mass(node, movers[node.mover])
        x, y = link.cx, link.cy
        kxx = node.mxx - y * (2.0 * node.mxw - y * node.mww) + link.give
        kxy = node.mxy + x * node.mxw - y * (node.myw + x * node.mww)
        kyy = node.myy + x * (2.0 * node.myw + x * node.mww) + link.give
        if block.rod[i] == 0.0:
            scale = 1.0 / (kxx * kyy - kxy * kxy)
            exx, exy, eyy = kyy * scale, -kxy * scale, kxx * scale
        else:
            nx, ny = block.nx[i], block.ny[i]
            scale = 1.0 / (nx * nx * kxx + 2.0 * nx * ny * kxy + ny * ny * kyy)
            exx, exy, eyy = nx * nx * scale, nx * ny * scale, ny * ny * scale
        link.exx, link.exy, link.eyy = exx, exy, eyy
        node, x, y = nodes[link.parent], link.px, link.py
        node.mxx += exx
        node.mxy += exy
        node.myy += eyy
        xw, yw = exy * x - exx * y, eyy * x - exy * y
        node.mxw += xw
        node.myw += yw
        node.mww += yw * x - xw * y
    for k in range(1, work.tree_counts[1] + 1):
        if nodes[k].parent == NO_NODE and nodes[k].held == 0:
            invert_mass(nodes[k], movers[nodes[k].mover])


@inlined
def invert_mass(node: Any, mover: Any) -> None:
    """Replace the mass matrix of a node by its inverse; rows of locked directions become zero."""
    lx, ly, lw = mover.mx == 0.0, mover.my == 0.0, mover.i == 0.0
    xx, yy, ww = 1.0 if lx else node.mxx, 1.0 if ly else node.myy, 1.0 if lw else node.mww
    xy = 0.0 if lx or ly else node.mxy
    xw = 0.0 if lx or lw else node.mxw
    yw = 0.0 if ly or lw else node.myw
    a, b, c = yy * ww - yw * yw, xw * yw - xy * ww, xy * yw - xw * yy
    scale = 1.0 / (xx * a + xy * b + xw * c)
    node.mxx = 0.0 if lx else a * scale
    node.mxy, node.mxw = b * scale, c * scale
    node.myy = 0.0 if ly else (xx * ww - xw * xw) * scale
    node.myw = (xy * xw - xx * yw) * scale
    node.mww = 0.0 if lw else (xx * yy - xy * xy) * scale


@inlined
def set_soft_target(work: Workspace, k: int, context: StepContext) -> None:
    """Set the velocity of a link's child relative to its parent that is to be added in SOLVE."""
    link = work.trees.links[k]
    if link.branch == 1:
        a, b = ends_of(work, link)
        aim_branch(work.joint_blocks[link.block], link.lane, a, b, 1)
        return
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    block, i = work.link_blocks[link.block], link.lane
    h, rate = context.h, context.joint_bias_rate
    load = block.jx[i] * block.jx[i] + block.jy[i] * block.jy[i]
    size_c, size_p = link.cx * link.cx + link.cy * link.cy, link.px * link.px + link.py * link.py
    fast = fastest(Turn(child.w, child.i, size_c), Turn(parent.w, parent.i, size_p), load, h)
    bend = 0.5 * h * curvature_share(fast)
    cc, cp = bend * child.w * child.w, bend * parent.w * parent.w
    x = (child.vx - parent.vx) - (child.w * link.cy - parent.w * link.py) - (cc * link.cx - cp * link.px)
    y = (child.vy - parent.vy) + (child.w * link.cx - parent.w * link.px) - (cc * link.cy - cp * link.py)
    along = 0.0
    if block.rod[i] != 0.0:
        across = block.nx[i] * y - block.ny[i] * x
        along = 0.5 * h * turning_speed(across, block.length[i], h)
    gap = math.sqrt(block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i])
    if rate * gap > CLOSING * context.push_speed:
        rate = CLOSING * context.push_speed / gap
    link.gx = -x - link.side * (rate * block.gap_x[i] + link.give * block.jx[i] + along * block.nx[i])
    link.gy = -y - link.side * (rate * block.gap_y[i] + link.give * block.jy[i] + along * block.ny[i])


@inlined
def set_rigid_target(work: Workspace, k: int) -> None:
    """Set the same in RELAX: what takes the present relative velocity away."""
    link = work.trees.links[k]
    if link.branch == 1:
        a, b = ends_of(work, link)
        aim_branch(work.joint_blocks[link.block], link.lane, a, b, 0)
        return
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    link.gx = -((child.vx - parent.vx) - (child.w * link.cy - parent.w * link.py))
    link.gy = -((child.vy - parent.vy) + (child.w * link.cx - parent.w * link.px))


@inlined
def solve_links(work: Workspace) -> None:
    """Find the impulses of all links from their targets, and apply them."""
    trees = work.trees
    nodes, links, count = trees.nodes, trees.links, work.tree_counts[0]
    for k in range(work.tree_counts[1] + 1):
        node = nodes[k]
        node.fx, node.fy, node.fw, node.vx, node.vy, node.vw = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        link = links[k]
        node = nodes[link.child]
        move_node(node)
        if link.branch == 1:
            block, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            yield_to(block, i, child, node)
            solve_rows(block, i)
            push_rows(block, i, 3 - child, nodes[link.parent])
            continue
        link.gx -= node.vx - node.vw * link.cy
        link.gy -= node.vy + node.vw * link.cx
        x, y = link.exx * link.gx + link.exy * link.gy, link.exy * link.gx + link.eyy * link.gy
        push_node(nodes[link.parent], -x, -y, link.px, link.py)
    for k in range(1, work.tree_counts[1] + 1):
        if nodes[k].parent == NO_NODE and nodes[k].held == 0:
            move_node(nodes[k])
    for k in range(count):
        link = links[count - 1 - k]
        parent = nodes[link.parent]
        if link.branch == 1:
            block, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            yield_to(block, i, 3 - child, parent)
            solve_rows(block, i)
            push_rows(block, i, child, nodes[link.child])
            move_node(nodes[link.child])
            a, b = ends_of(work, link)
            for n in range(block.count[i]):
                push_row(block, i, n, a, b, block.answer[n])
            continue
        gx, gy = link.gx + (parent.vx - parent.vw * link.py), link.gy + (parent.vy + parent.vw * link.px)
        x, y = link.exx * gx + link.exy * gy, link.exy * gx + link.eyy * gy
        push_node(nodes[link.child], x, y, link.cx, link.cy)
        move_node(nodes[link.child])
        apply_link(work, link, x, y)


@inlined
def push_node(node: Any, x: float, y: float, arm_x: float, arm_y: float) -> None:
    """Add an impulse at an arm to those of a node."""
    node.fx += x
    node.fy += y
    node.fw += arm_x * y - arm_y * x


@inlined
def move_node(node: Any) -> None:
    """Set the velocity that a node's impulses add."""
    node.vx = node.mxx * node.fx + node.mxy * node.fy + node.mxw * node.fw
    node.vy = node.mxy * node.fx + node.myy * node.fy + node.myw * node.fw
    node.vw = node.mxw * node.fx + node.myw * node.fy + node.mww * node.fw


@inlined
def apply_link(work: Workspace, link: Any, x: float, y: float) -> None:
    """Apply an impulse to a link's child, and its reaction to the parent."""
    block, i = work.link_blocks[link.block], link.lane
    block.jx[i] += link.side * x
    block.jy[i] += link.side * y
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.vx += child.mx * x
    child.vy += child.my * y
    child.w += child.i * (link.cx * y - link.cy * x)
    parent.vx -= parent.mx * x
    parent.vy -= parent.my * y
    parent.w -= parent.i * (link.px * y - link.py * x)


@inlined
def warm_link(work: Workspace, k: int) -> None:
    """Add a link's impulse to those with which the next sub-step starts."""
    link = work.trees.links[k]
    block, i = work.link_blocks[link.block], link.lane
    x, y = link.side * block.jx[i], link.side * block.jy[i]
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.warm_x += child.mx * x
    child.warm_y += child.my * y
    child.warm_w += child.i * (link.cx * y - link.cy * x)
    parent.warm_x -= parent.mx * x
    parent.warm_y -= parent.my * y
    parent.warm_w -= parent.i * (link.px * y - link.py * x)
