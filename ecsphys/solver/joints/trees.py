"""Trees of joints, solved as a whole: what hangs on a rope of a hundred links is felt at its top.

One joint at a time, that takes as many passes as the square of a chain's length, times the ratio of its
masses. A tree has a direct solution in one pass from its leaves to its root and one back (D. Baraff,
*Linear-Time Dynamics using Lagrange Multipliers*, SIGGRAPH 1996): a body is as heavy to its parent as all
that hangs on it makes it. A rod is a pin that holds one direction only; a weld, and a hinge whose drive
acts, hold the angle, too.

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
from .branch_rows import SPRING, is_springy
from .branch_switches import push_row, switch_rows
from .curvature import Turn, curvature_share, fastest, turning_speed
from .elimination import GIVE, aim_branch, factor_branch, load_parent, push_rows, solve_rows, yield_to
from .link_drive import (
    FREE,
    IDLE,
    add_turn,
    all_turns_of,
    choose_role,
    finish_drive,
    give_of_turn,
    switch_link,
    turn_of,
    wanted_speed,
)
from .tree_order import add_node, connect, order_links
from .tree_records import BRANCHES, FRESH, LINKS, NO_END, NO_NODE, NODES, SPRINGS, TURNING

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
    nodes, found, turning, branches, springs = 0, 0, 0, 0, 0
    world = trees.nodes[NO_NODE]
    world.first, world.mover, world.root, world.stale = NO_END, STATIC_MOVER, NO_NODE, 0
    world.idle = 0
    for k in range(blocks):
        head = work.heads[k]
        if head.kind == LINK or head.kind == BRANCH:
            for i in range(head.count):
                nodes = add_node(trees, work.movers, head.a[i], nodes)
                nodes = add_node(trees, work.movers, head.b[i], nodes)
                link = trees.found[found]
                link.block, link.lane, link.taken, link.turns, link.branch = k, i, 0, 0, 0
                if head.kind == BRANCH:
                    link.branch = 1
                    branches += 1
                    springs += is_springy(work.joint_blocks[k], i)
                elif work.link_blocks[k].turns[i] != FREE:
                    link.turns = work.link_blocks[k].turns[i]
                    turning += 1
                    springs += work.link_blocks[k].spring_s[i] > 0.0
                link.mover_child, link.mover_parent = head.a[i], head.b[i]
                connect(trees, found)
                found += 1
    order_links(trees, found, nodes)
    counts = work.tree_counts
    counts[LINKS], counts[NODES], counts[TURNING] = found, nodes, turning
    counts[BRANCHES], counts[SPRINGS], counts[FRESH] = branches, springs, 1
    choose_roles(work, 1)
    mark_trees(work, 1)
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
    if work.tree_counts[SPRINGS] > 0 and work.tree_counts[FRESH] == 0:  # springs act, which do not in RELAX
        mark_trees(work, 0)
        choose_roles(work, 1)
        if work.tree_counts[BRANCHES] > 0:
            place_all_branches(blocks, 1, rows, work, context)
            mark_branches(work)
        factor_trees(work)
    mark_trees(work, 1)
    solve_pass(rows, work, 1, context)


@kernel
def relax_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Make the velocities of trees fit the present poses, which the links' blocks have already."""
    choose_roles(work, 0)
    work.tree_counts[FRESH] = 0
    if work.tree_counts[BRANCHES] > 0:
        place_all_branches(blocks, 0, rows, work, context)
    mark_trees(work, 1)
    factor_trees(work)
    solve_pass(rows, work, 0, context)
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        if link.branch == 1:
            a, b = ends_of(work, link)
            finish_branch(work.joint_blocks[link.block], link.lane, joint_of(rows, work, link), a, b)
            continue
        block, i = work.link_blocks[link.block], link.lane
        block.total_x[i] += block.jx[i]
        block.total_y[i] += block.jy[i]
        if link.turns != FREE:
            child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
            finish_drive(block, link, child, parent)
        warm_link(work, k)


@inlined
def mark_trees(work: Workspace, stale: int) -> None:
    """Let all trees be solved anew, or none."""
    for k in range(1, work.tree_counts[NODES] + 1):
        work.trees.nodes[k].stale = stale


@inlined
def mark_branches(work: Workspace) -> None:
    """Let trees with branches be solved anew."""
    for k in range(work.tree_counts[LINKS]):
        if work.trees.links[k].branch == 1:
            work.trees.nodes[work.trees.links[k].root].stale = 1


@inlined
def choose_roles(work: Workspace, soft: int) -> None:
    """Choose what holds the angles of links at the start of a pass; mark trees where that changes."""
    if work.tree_counts[TURNING] == 0:
        return
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        if link.turns != FREE:
            role = choose_role(work.link_blocks[link.block], link.lane, soft)
            if role != link.role:
                link.role = role
                work.trees.nodes[link.root].stale = 1


@inlined
def solve_pass(rows: WorldRows, work: Workspace, soft: int, context: StepContext) -> None:
    """Solve all trees; let limits and motors act that must and no others, and solve the trees of these again,
    until nothing changes.
    """
    solve_links(work, soft, context)
    if work.tree_counts[TURNING] + work.tree_counts[BRANCHES] == 0:
        return
    for change in range(SWITCHES):
        if switch_roles(rows, work, soft, change < TAKES, context) == 0:
            return
        factor_trees(work)
        solve_links(work, soft, context)


@kernel
def switch_roles(rows: WorldRows, work: Workspace, soft: int, takes: bool, context: StepContext) -> int:
    """Switch limits and motors of the trees that have just been solved; return how many changed. Trees
    without changes are done.
    """
    nodes, changed = work.trees.nodes, 0
    for k in range(work.tree_counts[LINKS]):
        link = work.trees.links[k]
        if link.turns + link.branch == 0 or nodes[link.root].stale == 0:
            continue
        if link.branch == 1:
            a, b = ends_of(work, link)
            block = work.joint_blocks[link.block]
            new = switch_rows(block, link.lane, joint_of(rows, work, link), a, b, soft, takes, context)
        else:
            child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
            new = switch_link(work.link_blocks[link.block], link, child, parent, soft, takes, context)
        link.changed = new
        changed += new
    if changed > 0:
        mark_trees(work, 0)
        for k in range(work.tree_counts[LINKS]):
            link = work.trees.links[k]
            if link.changed == 1:
                nodes[link.root].stale, link.changed = 1, 0
    return changed


@kernel
def factor_trees(work: Workspace) -> None:
    """Eliminate all bodies but free roots: each makes its parent as heavy as it is itself at their link."""
    trees, movers = work.trees, work.movers
    nodes, links = trees.nodes, trees.links
    for k in range(1, work.tree_counts[NODES] + 1):
        node, mover = nodes[k], movers[nodes[k].mover]
        if nodes[node.root].stale == 0:
            continue
        node.mxx = 1.0 / mover.mx if mover.mx > 0.0 else 0.0
        node.myy = 1.0 / mover.my if mover.my > 0.0 else 0.0
        node.mww = 1.0 / mover.i if mover.i > 0.0 else 0.0
        node.mxy, node.mxw, node.myw = 0.0, 0.0, 0.0
    for k in range(work.tree_counts[LINKS]):
        link = links[k]
        if nodes[link.root].stale == 0:
            continue
        node, parent = nodes[link.child], nodes[link.parent]
        invert_mass(node, movers[node.mover])
        if link.branch == 1:
            rows, i, child = work.joint_blocks[link.block], link.lane, 3 if link.side > 0.0 else 0
            factor_branch(rows, i, child, node)
            load_parent(rows, i, 3 - child, parent)
        else:
            factor_link(work.link_blocks[link.block], link, node, parent)
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].parent == NO_NODE and nodes[k].held == 0 and nodes[k].stale == 1:
            invert_mass(nodes[k], movers[nodes[k].mover])


@inlined
def factor_link(block: Any, link: Any, node: Any, parent: Any) -> None:
    """Set how a link yields, given the inverse mass of its child with all that hangs on it, and make its
    parent as heavy as the child is there.
    """
    i = link.lane
    ax, ay, bx, by = block.ax[i], block.ay[i], block.bx[i], block.by[i]
    x, y, link.px, link.py = (bx, by, ax, ay) if link.side > 0.0 else (ax, ay, bx, by)
    link.cx, link.cy = x, y
    linear = block.mx[i] + block.my[i]
    if linear > 0.0:
        link.give = GIVE * linear
    else:
        link.give = GIVE * (block.ia[i] * (ax * ax + ay * ay) + block.ib[i] * (bx * bx + by * by))
    kxw, kyw = node.mxw - y * node.mww, node.myw + x * node.mww
    kxx = node.mxx - y * (node.mxw + kxw) + link.give
    kxy = node.mxy + x * node.mxw - y * kyw
    kyy = node.myy + x * (node.myw + kyw) + link.give
    lx, ly, inverse = 0.0, 0.0, 0.0
    if link.role != IDLE:  # the angle is held first: the point yields as far as that lets it
        inverse = 1.0 / (node.mww + give_of_turn(block, i, link.role))
        lx, ly = kxw * inverse, kyw * inverse
        kxx -= lx * kxw
        kxy -= lx * kyw
        kyy -= ly * kyw
    if block.rod[i] == 0.0:
        scale = 1.0 / (kxx * kyy - kxy * kxy)
        exx, exy, eyy = kyy * scale, -kxy * scale, kxx * scale
    else:
        nx, ny = block.nx[i], block.ny[i]
        scale = 1.0 / (nx * nx * kxx + 2.0 * nx * ny * kxy + ny * ny * kyy)
        exx, exy, eyy = nx * nx * scale, nx * ny * scale, ny * ny * scale
    link.exx, link.exy, link.eyy = exx, exy, eyy
    x, y = link.px, link.py
    xw, yw, ww = exy * x - exx * y, eyy * x - exy * y, 0.0
    if link.role != IDLE:
        link.exw, link.eyw = -(exx * lx + exy * ly), -(exy * lx + eyy * ly)
        link.eww = inverse - (lx * link.exw + ly * link.eyw)
        xw += link.exw
        yw += link.eyw
        ww = link.eww + x * link.eyw - y * link.exw
    parent.mxx += exx
    parent.mxy += exy
    parent.myy += eyy
    parent.mxw += xw
    parent.myw += yw
    parent.mww += ww + (yw * x - xw * y)


@inlined
def invert_mass(node: Any, mover: Any) -> None:
    """Replace the mass matrix of a node by its inverse; rows of locked directions become zero.

    By L D L^T, which keeps what is small beside what links to the world add, 1 / GIVE masses along their
    rods: by cofactors that was lost, and a body on two rods was thrown off.
    """
    lx, ly, lw = mover.mx == 0.0, mover.my == 0.0, mover.i == 0.0
    xx, yy, ww = 1.0 if lx else node.mxx, 1.0 if ly else node.myy, 1.0 if lw else node.mww
    xy = 0.0 if lx or ly else node.mxy
    xw = 0.0 if lx or lw else node.mxw
    yw = 0.0 if ly or lw else node.myw
    x = 1.0 / xx
    l_xy, l_xw = xy * x, xw * x
    y = 1.0 / (yy - l_xy * xy)
    rest = yw - l_xy * xw
    l_yw = rest * y
    w = 1.0 / (ww - l_xw * xw - l_yw * rest)
    back = l_xy * l_yw - l_xw
    node.mxx = 0.0 if lx else x + l_xy * l_xy * y + back * back * w
    node.mxy, node.mxw = -l_xy * y - back * l_yw * w, back * w
    node.myy = 0.0 if ly else y + l_yw * l_yw * w
    node.myw = -l_yw * w
    node.mww = 0.0 if lw else w


@inlined
def set_soft_target(work: Workspace, link: Any, context: StepContext) -> None:
    """Set the velocity of a link's child relative to its parent that is to be added in SOLVE."""
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
    push = 1 - work.trees.nodes[link.root].idle
    give = push * link.give
    rate *= push
    gap = math.sqrt(block.gap_x[i] * block.gap_x[i] + block.gap_y[i] * block.gap_y[i])
    if rate * gap > CLOSING * context.push_speed:
        rate = CLOSING * context.push_speed / gap
    link.gx = -x - link.side * (rate * block.gap_x[i] + give * block.jx[i] + along * block.nx[i])
    link.gy = -y - link.side * (rate * block.gap_y[i] + give * block.jy[i] + along * block.ny[i])
    if link.role != IDLE:
        wanted = wanted_speed(block, i, link.role, push, context)
        if push == 1 or link.role == SPRING:
            wanted -= give_of_turn(block, i, link.role) * turn_of(block, i, link.role)
        link.gw = link.side * wanted - (child.w - parent.w)


@inlined
def set_rigid_target(work: Workspace, link: Any, context: StepContext) -> None:
    """Set the same in RELAX: what takes the present relative velocity away."""
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    link.gx = -((child.vx - parent.vx) - (child.w * link.cy - parent.w * link.py))
    link.gy = -((child.vy - parent.vy) + (child.w * link.cx - parent.w * link.px))
    if link.role != IDLE:
        block, i = work.link_blocks[link.block], link.lane
        link.gw = link.side * wanted_speed(block, i, link.role, 0, context) - (child.w - parent.w)


@inlined
def set_target(work: Workspace, link: Any, soft: int, context: StepContext) -> None:
    """Set what a link or branch is to add in a pass."""
    if link.branch == 1:
        a, b = ends_of(work, link)
        aim_branch(work.joint_blocks[link.block], link.lane, a, b, soft)
    elif soft == 1:
        set_soft_target(work, link, context)
    else:
        set_rigid_target(work, link, context)


@kernel
def solve_links(work: Workspace, soft: int, context: StepContext) -> None:
    """Find the impulses of all links of trees that are yet to be solved, and apply them."""
    trees = work.trees
    nodes, links, count = trees.nodes, trees.links, work.tree_counts[LINKS]
    for k in range(work.tree_counts[NODES] + 1):
        node = nodes[k]
        node.fx, node.fy, node.fw, node.vx, node.vy, node.vw = 0.0, 0.0, 0.0, 0.0, 0.0, 0.0
    for k in range(count):
        link = links[k]
        if nodes[link.root].stale == 0:
            continue
        set_target(work, link, soft, context)
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
        link.gw -= node.vw
        x, y, turn = pull_of(link, link.gx, link.gy, link.gw)
        push_node(nodes[link.parent], -x, -y, -turn, link.px, link.py)
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].parent == NO_NODE and nodes[k].held == 0:
            move_node(nodes[k])
    for k in range(count):
        link = links[count - 1 - k]
        if nodes[link.root].stale == 0:
            continue
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
        x, y, turn = pull_of(link, gx, gy, link.gw + parent.vw)
        push_node(nodes[link.child], x, y, turn, link.cx, link.cy)
        move_node(nodes[link.child])
        apply_link(work, link, x, y, turn)


@inlined
def pull_of(link: Any, x: float, y: float, w: float) -> tuple[float, float, float]:
    """Return the impulse of a link, and its angle's, that adds a velocity."""
    jx, jy, turn = link.exx * x + link.exy * y, link.exy * x + link.eyy * y, 0.0
    if link.role != IDLE:
        jx += link.exw * w
        jy += link.eyw * w
        turn = link.exw * x + link.eyw * y + link.eww * w
    return jx, jy, turn


@inlined
def push_node(node: Any, x: float, y: float, turn: float, arm_x: float, arm_y: float) -> None:
    """Add an impulse at an arm, and one of the angle, to those of a node."""
    node.fx += x
    node.fy += y
    node.fw += arm_x * y - arm_y * x + turn


@inlined
def move_node(node: Any) -> None:
    """Set the velocity that a node's impulses add."""
    node.vx = node.mxx * node.fx + node.mxy * node.fy + node.mxw * node.fw
    node.vy = node.mxy * node.fx + node.myy * node.fy + node.myw * node.fw
    node.vw = node.mxw * node.fx + node.myw * node.fy + node.mww * node.fw


@inlined
def apply_link(work: Workspace, link: Any, x: float, y: float, turn: float) -> None:
    """Apply an impulse to a link's child, and its reaction to the parent."""
    block, i = work.link_blocks[link.block], link.lane
    block.jx[i] += link.side * x
    block.jy[i] += link.side * y
    if link.role != IDLE:
        add_turn(block, i, link.role, link.side * turn)
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.vx += child.mx * x
    child.vy += child.my * y
    child.w += child.i * (link.cx * y - link.cy * x + turn)
    parent.vx -= parent.mx * x
    parent.vy -= parent.my * y
    parent.w -= parent.i * (link.px * y - link.py * x + turn)


@inlined
def warm_link(work: Workspace, k: int) -> None:
    """Add a link's impulse to those with which the next sub-step starts."""
    link = work.trees.links[k]
    block, i = work.link_blocks[link.block], link.lane
    x, y = link.side * block.jx[i], link.side * block.jy[i]
    turn = link.side * all_turns_of(block, i) if link.turns != FREE else 0.0
    child, parent = work.movers[link.mover_child], work.movers[link.mover_parent]
    child.warm_x += child.mx * x
    child.warm_y += child.my * y
    child.warm_w += child.i * (link.cx * y - link.cy * x + turn)
    parent.warm_x -= parent.mx * x
    parent.warm_y -= parent.my * y
    parent.warm_w -= parent.i * (link.px * y - link.py * x + turn)
