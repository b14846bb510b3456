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
from ..workspace import Workspace, WorldRows
from .branch import finish_branch, place_all_branches, warm_branch
from .branch_rows import BARE
from .branch_switches import switch_rows
from .elimination import factor_branch, load_parent
from .link import finish_links, warm_links
from .link_drive import FREE, IDLE, choose_role, give_of_turn, switch_link
from .link_passes import begin_pass, ends_of, first_word, rest_nodes, spare_trees
from .loops import list_loops, solve_joined
from .rows import is_springy
from .tears import find_torn
from .tree_lanes import Inverse, factor_lanes, fill_lanes, inverse_of, lane_of, place_lane, set_yields
from .tree_records import (
    BRANCHES,
    CLOSES,
    END_BLOCK,
    END_FREE,
    FIRST_BLOCK,
    FIRST_FREE,
    FRESH,
    LINKS,
    LOOPS,
    NODES,
    SPRINGS,
    STRIPPED,
    TREE_LANES,
    TURNING,
)

# How often the limits and motors of a pass may change; behind the first ones limits only let go, so that no
# circle of changes goes on.
SWITCHES, TAKES = 64, 4


@kernel
def build_trees(rows: WorldRows, work: Workspace, blocks: int) -> None:
    """Factor the trees whose links `tree_order` has listed and whose blocks are filled; add their stored
    impulses to the warm start of the first sub-step.
    """
    trees, counts = work.trees, work.tree_counts
    found, turning, springs = counts[LINKS], 0, 0
    loops = list_loops(work, blocks, found, counts[NODES])
    branches = loops
    for k in range(found + loops):
        link = trees.links[k]
        if link.branch == 1:
            branches += k < found
            springs += is_springy(work.joint_blocks[link.block], link.lane)
            continue
        link.turns = work.link_blocks[link.block].turns[link.lane]
        if link.turns != FREE:
            turning += 1
            springs += work.link_blocks[link.block].spring_s[link.lane] > 0.0
    counts[LOOPS], counts[TURNING] = loops, turning
    counts[CLOSES] += loops
    counts[BRANCHES], counts[SPRINGS], counts[FRESH], counts[STRIPPED] = branches, springs, 1, 0
    fill_lanes(work)
    choose_roles(work, 1)
    begin_pass(work)
    factor_trees(work, True)
    for k in range(counts[FIRST_BLOCK], counts[END_BLOCK]):
        warm_links(work.movers, work.heads[k], work.link_blocks[k], work.scratch[0], turning)
    for k in range(found + loops if branches > 0 else 0):
        link = trees.links[k]
        if link.branch == 1:
            a, b = ends_of(work, link)
            warm_branch(work.joint_blocks[link.block], link.lane, joint_of(rows, work, link), a, b)


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
        spare_trees(work)
        choose_roles(work, 1)
        if work.tree_counts[BRANCHES] > 0:
            place_all_branches(blocks, 1, rows, work, context)
            mark_branches(work)
        factor_trees(work, False)
    begin_pass(work)
    find_torn(work, context)
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
    begin_pass(work)
    factor_trees(work, True)


@kernel
def relax_trees(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Make the velocities of trees fit the present poses, which the links' blocks have already."""
    set_rows(blocks, 0, rows, work, context)
    work.tree_counts[FRESH], work.tree_counts[STRIPPED] = 0, 0
    solve_pass(rows, work, 0, context)
    counts = work.tree_counts
    for k in range(counts[FIRST_BLOCK], counts[END_BLOCK]):
        finish_links(
            work.movers, work.heads[k], work.link_blocks[k], work.scratch[0], counts[TURNING], context.h
        )
    for k in range(counts[LINKS] + counts[LOOPS] if counts[BRANCHES] > 0 else 0):
        link = work.trees.links[k]
        if link.branch == 1:
            a, b = ends_of(work, link)
            finish_branch(
                work.joint_blocks[link.block], link.lane, joint_of(rows, work, link), a, b, context.h
            )


@inlined
def mark_branches(work: Workspace) -> None:
    """Let trees with branches be solved anew."""
    for k in range(work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
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
    solve_joined(work, soft, True, context)
    if work.tree_counts[TURNING] + work.tree_counts[BRANCHES] == 0:
        return
    for change in range(SWITCHES):
        if switch_roles(rows, work, soft, change < TAKES, context) == 0:
            return
        factor_trees(work, False)
        rest_nodes(work)
        solve_joined(work, soft, False, context)


@kernel
def switch_roles(rows: WorldRows, work: Workspace, soft: int, takes: bool, context: StepContext) -> int:
    """Switch limits and motors of the trees that have just been solved; return how many changed. Trees
    without changes are done.
    """
    nodes, changed = work.trees.nodes, 0
    for k in range(work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
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
        spare_trees(work)
        for k in range(work.tree_counts[LINKS] + work.tree_counts[LOOPS]):
            link = work.trees.links[k]
            if link.changed == 1:
                nodes[link.root].stale, link.changed = 1, 0
    return changed


@kernel
def factor_trees(work: Workspace, whole: bool) -> None:
    """Eliminate all bodies but free roots: each makes its parent as heavy as it is itself at their link.
    `whole`: of all trees.
    """
    trees, counts = work.trees, work.tree_counts
    nodes = trees.nodes
    for k in range(1, counts[NODES] + 1):
        node = nodes[k]
        if whole or nodes[node.root].stale == 1:
            node.mxx, node.myy, node.mww = node.own_x, node.own_y, node.own_w
            node.mxy, node.mxw, node.myw = 0.0, 0.0, 0.0
    for first in range(0, counts[LINKS], TREE_LANES):
        row, end = trees.lanes[first // TREE_LANES], min(first + TREE_LANES, counts[LINKS])
        row.turning = 0
        for k in range(first, end if counts[TURNING] > 0 else first):
            row.turning += trees.links[k].role != IDLE
        if whole and row.plain == 1 and row.turning == 0:
            factor_lanes(work, row)
            continue
        for k in range(first, end):
            if whole or nodes[trees.links[k].root].stale == 1:
                eliminate(work, trees.links[k], row, lane_of(k))
    for k in range(counts[FIRST_FREE], counts[END_FREE]):
        root = nodes[trees.order[k]]
        if root.stale == 1:
            keep_inverse(root)


@inlined
def eliminate(work: Workspace, link: Any, row: Any, at: int) -> None:
    """Eliminate the child of a link, which is in lane `at` of a row."""
    node, parent = work.trees.nodes[link.child], work.trees.nodes[link.parent]
    if link.branch == 1:
        rows, i, word = work.joint_blocks[link.block], link.lane, first_word(link)
        keep_inverse(node)
        factor_branch(rows, i, word, node, work.trees.searches[link.root].give)
        load_parent(rows, i, 3 - word, parent)
    else:
        factor_link(work, link, row, at, invert_mass(node), parent)


@inlined
def factor_link(work: Workspace, link: Any, row: Any, at: int, mass: Inverse, parent: Any) -> None:
    """Set how a link yields, given the inverse mass of its child with all that hangs on it, and make its
    parent as heavy as the child is there.
    """
    block, i = work.link_blocks[link.block], link.lane
    place_lane(row, at, block, i)
    set_yields(row, at, mass)
    x, y, px, py, give = row.cx[at], row.cy[at], row.px[at], row.py[at], block.give[i]
    axw, ayw = row.axw[at], row.ayw[at]
    kxx, kxy, kyy = row.axx[at] - y * axw + give, row.axy[at] + x * axw, row.ayy[at] + x * ayw + give
    lx, ly, inverse = 0.0, 0.0, 0.0
    if link.role != IDLE:  # the angle is held first: the point yields as far as that lets it
        least = work.trees.searches[link.root].give * (block.ia[i] + block.ib[i])
        inverse = 1.0 / (mass.ww + max(least, give_of_turn(block, i, link.role)))
        lx, ly = axw * inverse, ayw * inverse
        kxx -= lx * axw
        kxy -= lx * ayw
        kyy -= ly * ayw
    if block.rod[i] == 0.0:
        scale = 1.0 / (kxx * kyy - kxy * kxy)
        exx, exy, eyy = kyy * scale, -kxy * scale, kxx * scale
    else:
        nx, ny = block.nx[i], block.ny[i]
        scale = 1.0 / (nx * nx * kxx + 2.0 * nx * ny * kxy + ny * ny * kyy)
        exx, exy, eyy = nx * nx * scale, nx * ny * scale, ny * ny * scale
    row.exx[at], row.exy[at], row.eyy[at] = exx, exy, eyy
    xw, yw, ww = exy * px - exx * py, eyy * px - exy * py, 0.0
    if link.role != IDLE:
        exw, eyw = -(exx * lx + exy * ly), -(exy * lx + eyy * ly)
        row.exw[at], row.eyw[at], row.eww[at] = exw, eyw, inverse - (lx * exw + ly * eyw)
        xw += exw
        yw += eyw
        ww = row.eww[at] + px * eyw - py * exw
    parent.mxx += exx
    parent.mxy += exy
    parent.myy += eyy
    parent.mxw += xw
    parent.myw += yw
    parent.mww += ww + (yw * px - xw * py)


@inlined
def invert_mass(node: Any) -> Inverse:
    """Return the inverse mass of a node with all that hangs on it."""
    if node.locked == 1:
        return invert_locked(node)
    return inverse_of(node.mxx, node.mxy, node.mxw, node.myy, node.myw, node.mww)


@kernel
def invert_locked(node: Any) -> Inverse:
    """Return the same of a body that is locked in some direction."""
    lx, ly, lw = node.own_x == 0.0, node.own_y == 0.0, node.own_w == 0.0
    xy = 0.0 if lx or ly else node.mxy
    xw = 0.0 if lx or lw else node.mxw
    yw = 0.0 if ly or lw else node.myw
    xx, yy, ww = 1.0 if lx else node.mxx, 1.0 if ly else node.myy, 1.0 if lw else node.mww
    free = inverse_of(xx, xy, xw, yy, yw, ww)
    xx, yy, ww = 0.0 if lx else free.xx, 0.0 if ly else free.yy, 0.0 if lw else free.ww
    return Inverse(xx, free.xy, free.xw, yy, free.yw, ww)


@inlined
def keep_inverse(node: Any) -> None:
    """Replace the mass of a node by its inverse."""
    mass = invert_mass(node)
    node.mxx, node.mxy, node.mxw = mass.xx, mass.xy, mass.xw
    node.myy, node.myw, node.mww = mass.yy, mass.yw, mass.ww
