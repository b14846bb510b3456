"""What mends torn trees goes no deeper into what cannot be pushed, and lifts nothing.

A joint that ties a body to a place inside of a floor contradicts the floor. What mends it (see
`joints.mending`) is then the least of all displacements that keep out of the floor: the minimum of the same
squares, with the points of contacts as inequalities. They are a linear complementarity problem (see
`pushes`) of pushes which the tree answers as yielding as it is mended. It ends at a compromise on this side
of the floor.

A box that stands on an edge may be nearer to that place than one that lies. But nothing pays for the lift,
so the work of forces is one more inequality. And no displacement goes further in a step than contacts see.
"""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined, kernel
from ...settings import StepContext
from ..blocks import can_be_pushed
from ..budget.records import TOUCHED
from ..budget.scaling import forget_lane
from ..constraint import TWO_POINTS
from ..joints.link_passes import answer_pushes, push_node, rest_nodes
from ..joints.mending import keep_answers
from ..joints.tree_records import LINKS, LOOPS, NO_NODE, NODES, TORN
from ..pushes import MOST_POINTS, find_pushes
from ..records import LANES, PRESSED
from ..workspace import Workspace, WorldRows
from .impact import approach_of
from .landing_rows import node_of

RESIDUE = 1e-3  # share of the slop by which a point may get deeper in a step
POINT, LIFT = 0, 1  # in the place of a row's limit: it is a point's, or the work of forces on the tree


@inlined
def keep_out(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Keep what mends torn trees out of what cannot be pushed."""
    if work.tree_counts[TORN] > 0:
        keep_torn_out(blocks, rows, work, context)


@kernel
def keep_torn_out(blocks: int, rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """See `keep_out`. Trees are factored as they are mended."""
    nodes, searches = work.trees.nodes, work.trees.searches
    for k in range(1, work.tree_counts[NODES] + 1):
        searches[k].stale, nodes[k].stale = nodes[k].stale, 0
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].root == k and nodes[k].torn + nodes[k].grounded == 2:
            shorten(work, k, share_in_sight(rows, work, k, context))
            nodes[k].stale = 1
            keep_tree_out(blocks, k, work, context)
            nodes[k].stale = 0
            island = work.budget.islands[work.budget.parents[nodes[k].mover]]
            island.pushed &= ~TOUCHED  # nor do contacts lift it: see `budget.bound`
    for k in range(1, work.tree_counts[NODES] + 1):
        nodes[k].stale = searches[k].stale


@inlined
def share_in_sight(rows: WorldRows, work: Workspace, root: int, context: StepContext) -> float:
    """Return the share of what mends a tree that moves no point of it further in a step than contacts see."""
    nodes, fastest, most = work.trees.nodes, 0.0, context.speculative / context.dt
    for k in range(1, work.tree_counts[NODES] + 1):
        node = nodes[k]
        if node.root == root:
            speed = math.sqrt(node.aside_x * node.aside_x + node.aside_y * node.aside_y)
            reach = rows.bodies[work.movers[node.mover].body].reach
            fastest = max(fastest, speed + abs(node.aside_w) * reach)
    return most / max(fastest, most)


@inlined
def keep_tree_out(blocks: int, root: int, work: Workspace, context: StepContext) -> None:
    """Keep what mends the tree of a root out: add rows until none of its points gets deeper."""
    landed, done, found = work.landed[0], 0, True
    landed.points = 0
    rest_nodes(work)
    share = list_points(blocks, root, work, context)
    share = min(share, list_lift(work, root))
    while found and done < landed.points:
        for m in range(done, landed.points):
            find_effects(work, root, m, context)
        done = landed.points
        found = find_pushes(landed.pushes, done)
        rest_nodes(work)
        for n in range(done):
            push_by_row(work, root, n, landed.pushes.impulses[n])
        answer_pushes(work, context)
        share = list_points(blocks, root, work, context)
        share = min(share, list_lift(work, root))
    keep_answers(work)
    shorten(work, root, share if found else 0.0)


@inlined
def list_points(blocks: int, root: int, work: Workspace, context: StepContext) -> float:
    """List the points of a tree's contacts that would get deeper and are not listed yet; return the share
    of what mends it that keeps all of them out.
    """
    nodes, share = work.trees.nodes, 1.0
    for k in range(blocks):
        head = work.heads[k]
        for i in range(head.count if head.kind <= TWO_POINTS else 0):
            a, b = node_of(work, head.a[i]), node_of(work, head.b[i])
            if nodes[a + b].root != root or a * b != NO_NODE:
                continue
            if not can_be_pushed(work.movers[head.a[i] if a == NO_NODE else head.b[i]]):
                for p in range(2 if head.kind == TWO_POINTS else 1):
                    share = min(share, list_point(work, k, i, p, a + b, context))
    return share


@inlined
def list_point(work: Workspace, k: int, i: int, p: int, node: int, context: StepContext) -> float:
    """List a point of lane i of block k if it would get deeper; see `list_points`."""
    landed, head, block, moved = work.landed[0], work.heads[k], work.contact_blocks[k], work.trees.nodes[node]
    a, b = work.movers[head.a[i]], work.movers[head.b[i]]
    nx, ny, na = block.nx[i], block.ny[i], block.na[p, i] + block.slide_n[i]
    x, y, w = nx, ny, na + block.shift_n[i]
    if work.trees.node_of[head.a[i]] == node:
        x, y, w = -nx, -ny, -na
    mended = x * moved.aside_x + y * moved.aside_y + w * moved.aside_w
    room = max(block.separation[p, i], 0.0) / context.h + min(-approach_of(block, a, b, p, i), 0.0)
    speed = mended + (x * moved.vx + y * moved.vy + w * moved.vw)
    if block.k[p, i] == 0.0 or room + speed > -RESIDUE * context.slop / context.dt:
        return 1.0
    place, n = LANES * k + i, landed.points
    for m in range(n):
        if landed.limit[m] == POINT and landed.contact[m] == place and landed.side[m] == p:
            n = MOST_POINTS
    if n < MOST_POINTS:
        landed.a[n], landed.contact[n], landed.side[n], landed.limit[n] = node, place, p, POINT
        landed.row[n, 0], landed.row[n, 1], landed.row[n, 2] = x, y, w
        landed.pushes.speeds[n], landed.pushes.impulses[n] = room + mended, 0.0
        landed.points = n + 1
    return max(room, 0.0) / max(-speed, max(room, 0.0)) if speed < 0.0 else 0.0


@inlined
def push_by_row(work: Workspace, root: int, n: int, j: float) -> None:
    """Apply an impulse of row n to its nodes."""
    landed, nodes = work.landed[0], work.trees.nodes
    if landed.limit[n] == POINT:
        node = nodes[landed.a[n]]
        push_node(node, j * landed.row[n, 0], j * landed.row[n, 1], j * landed.row[n, 2], 0.0, 0.0)
        return
    scale = j * landed.row[n, 0]
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].root == root:
            x, y, w = force_on(work, nodes[k])
            push_node(nodes[k], scale * x, scale * y, scale * w, 0.0, 0.0)


@inlined
def force_on(work: Workspace, node: Any) -> tuple[float, float, float]:
    """Return the impulse of forces on a node in a sub-step."""
    mover = work.movers[node.mover]
    return node.own_x * mover.ax, node.own_y * mover.ay, node.own_w * mover.aw


@inlined
def weight_of(work: Workspace, root: int) -> float:
    """Return how hard forces push all bodies of a tree together."""
    total = 0.0
    for k in range(1, work.tree_counts[NODES] + 1):
        if work.trees.nodes[k].root == root:
            x, y, w = force_on(work, work.trees.nodes[k])
            total += abs(x) + abs(y) + abs(w)
    return total


@inlined
def work_of(work: Workspace, root: int, mended: float) -> float:
    """Return the work of forces on the velocities that impulses on nodes add and, `mended` times, on those
    that mend their tree.
    """
    nodes, total = work.trees.nodes, 0.0
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[k].root == root:
            node = nodes[k]
            x, y, w = force_on(work, node)
            total += x * (mended * node.aside_x + node.vx) + y * (mended * node.aside_y + node.vy)
            total += w * (mended * node.aside_w + node.vw)
    return total


@inlined
def find_effects(work: Workspace, root: int, m: int, context: StepContext) -> None:
    """Find the speeds that a unit impulse of row m adds to those before it and to itself."""
    landed, nodes = work.landed[0], work.trees.nodes
    rest_nodes(work)
    push_by_row(work, root, m, 1.0)
    answer_pushes(work, context)
    for n in range(m + 1):
        if landed.limit[n] == LIFT:
            landed.pushes.effects[m, n] = landed.row[n, 0] * work_of(work, root, 0.0)
        else:
            node = nodes[landed.a[n]]
            speed = landed.row[n, 0] * node.vx + landed.row[n, 1] * node.vy + landed.row[n, 2] * node.vw
            landed.pushes.effects[m, n] = speed


@inlined
def list_lift(work: Workspace, root: int) -> float:
    """List the work of forces if what mends a tree would lift it, and is not to lift what the game has moved;
    return the share of it that lifts nothing.
    """
    landed, nodes, n, stopped = work.landed[0], work.trees.nodes, work.landed[0].points, 0
    for m in range(n):
        if landed.limit[m] == LIFT:
            return 1.0
        stopped += landed.pushes.impulses[m] > 0.0
    island = work.budget.islands[work.budget.parents[nodes[root].mover]]
    least = work_of(work, root, 1.0)
    if least >= 0.0 or (stopped == 0 and island.moved == 1):
        return 1.0
    if n < MOST_POINTS:
        scale = 1.0 / weight_of(work, root)
        landed.limit[n], landed.row[n, 0] = LIFT, scale
        landed.pushes.speeds[n] = scale * (least - work_of(work, root, 0.0))
        landed.points = n + 1
    return 0.0


@inlined
def shorten(work: Workspace, root: int, share: float) -> None:
    """Mend a tree by a share of what was found only."""
    nodes = work.trees.nodes
    for k in range(1 if share < 1.0 else work.tree_counts[NODES] + 1, work.tree_counts[NODES] + 1):
        if nodes[k].root == root:
            nodes[k].aside_x *= share
            nodes[k].aside_y *= share
            nodes[k].aside_w *= share


@kernel
def forget_fights(blocks: int, work: Workspace) -> None:
    """Forget the impulses of torn trees that kinematic bodies press, and of what stops them.

    They are those of a fight that nobody won, and start no further step.
    """
    trees = work.trees
    for k in range(work.tree_counts[LINKS] + work.tree_counts[LOOPS] if work.tree_counts[TORN] > 0 else 0):
        link = trees.links[k]
        if is_fought_over(work, link.root):
            forget_lane(work, link.block, link.lane)
    for k in range(blocks if work.tree_counts[TORN] > 0 else 0):
        head = work.heads[k]
        for i in range(head.count if head.kind <= TWO_POINTS else 0):
            a, b = node_of(work, head.a[i]), node_of(work, head.b[i])
            if a * b == NO_NODE and is_fought_over(work, trees.nodes[a + b].root):
                forget_lane(work, k, i)


@inlined
def is_fought_over(work: Workspace, root: int) -> bool:
    """Whether the tree of a root is torn, and pressed by a kinematic body against what stops it."""
    node = work.trees.nodes[root]
    pressed = work.movers[node.mover].colors & PRESSED != 0
    return bool(root != NO_NODE and node.torn + node.grounded == 2 and pressed)
