"""Trees of joints, solved as a whole: what hangs on a rope of a hundred links is felt at its top.

One joint at a time, that takes as many passes as the square of a chain's length, times the ratio of its
masses. A tree has a direct solution in one pass from its leaves to its root and one back (D. Baraff,
*Linear-Time Dynamics using Lagrange Multipliers*, SIGGRAPH 1996): a body is as heavy to its parent as all
that hangs on it makes it. A rod is a pin that holds one direction only; a weld, and a hinge whose drive
acts, hold the angle, too.

The links' blocks (`link`) hold their geometry and impulses.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..constraint import BRANCH, LINK
from ..records import STATIC_MOVER
from ..workspace import Workspace, WorldRows
from .branch import finish_branch, place_all_branches, warm_branch
from .branch_rows import BARE, is_springy
from .branch_switches import switch_rows
from .elimination import GIVE, factor_branch, load_parent
from .link_drive import (
    FREE,
    IDLE,
    all_turns_of,
    choose_role,
    finish_drive,
    give_of_turn,
    switch_link,
)
from .link_passes import ends_of, mark_trees, solve_links
from .tree_order import add_node, connect, order_links
from .tree_records import BRANCHES, FRESH, LINKS, NO_END, NO_NODE, NODES, SPRINGS, STRIPPED, TURNING

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
    world.idle, world.strike = 0, 0.0
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
    counts[BRANCHES], counts[SPRINGS], counts[FRESH], counts[STRIPPED] = branches, springs, 1, 0
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
def joint_of(rows: WorldRows, work: Workspace, link: Any) -> Any:
    """Return the joint of a link."""
    return rows.joints.rows[work.ordered[work.heads[link.block].first + link.lane].row]


@kernel
def solve_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Hold all links where the bodies are going."""
    if work.tree_counts[STRIPPED] == 1:
        set_rows(blocks, 1, rows, work, context)
        work.tree_counts[STRIPPED] = 0
    elif work.tree_counts[SPRINGS] > 0 and work.tree_counts[FRESH] == 0:  # springs act, which do not in RELAX
        mark_trees(work, 0)
        choose_roles(work, 1)
        if work.tree_counts[BRANCHES] > 0:
            place_all_branches(blocks, 1, rows, work, context)
            mark_branches(work)
        factor_trees(work)
    mark_trees(work, 1)
    solve_pass(rows, work, 1, context)


@kernel
def strip_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Take springs, limits and motors away until SOLVE, which finds what they do after an impact: in it they
    would be equations, which a limit is not.
    """
    if work.tree_counts[TURNING] + work.tree_counts[BRANCHES] > 0 and work.tree_counts[STRIPPED] == 0:
        set_rows(blocks, BARE, rows, work, context)
        work.tree_counts[STRIPPED] = 1


@inlined
def set_rows(blocks: int, soft: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Choose, place and factor the rows of all trees."""
    choose_roles(work, soft)
    if work.tree_counts[BRANCHES] > 0:
        place_all_branches(blocks, soft, rows, work, context)
    mark_trees(work, 1)
    factor_trees(work)


@kernel
def relax_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Make the velocities of trees fit the present poses, which the links' blocks have already."""
    set_rows(blocks, 0, rows, work, context)
    work.tree_counts[FRESH], work.tree_counts[STRIPPED] = 0, 0
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
