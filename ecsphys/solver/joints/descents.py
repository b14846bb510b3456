"""How much a displacement of a torn tree closes (see `mending`), and what it costs."""

from __future__ import annotations

import math
from typing import Any

from ...compile import inlined
from ...settings import StepContext
from ...world.joints import DISTANCE
from ..workspace import Workspace, WorldRows
from .branch_rows import LOWER, UPPER
from .elimination import drift_share, scale_of_row, turns
from .link import own_effect
from .link_drive import HELD
from .link_passes import mend_goal
from .pin import gap_of
from .tree_records import LINKS, LOOPS, NODES
from .trees import joint_of


@inlined
def find_descents(rows: WorldRows, work: Workspace, context: StepContext) -> None:
    """Find how fast displacements close errors, in trees that are marked as stale, and what they cost: the
    first over the second is the share of a displacement that leaves least open.
    """
    searches, counts = work.trees.searches, work.tree_counts
    for k in range(1, counts[NODES] + 1):
        if searches[k].stale == 1:
            searches[k].descent, searches[k].cost, searches[k].turned = 0.0, 0.0, 0.0
    for k in range(counts[LINKS] + counts[LOOPS]):
        link = work.trees.links[k]
        if searches[link.root].stale == 1:
            add_descent(rows, work, link, context)


@inlined
def add_descent(rows: WorldRows, work: Workspace, link: Any, context: StepContext) -> None:
    """Add up what a displacement closes of a link, and what it costs: the squares of what it moves, and what
    errors turn beside that.
    """
    child, parent = work.trees.nodes[link.child], work.trees.nodes[link.parent]
    a, b = (parent, child) if link.side > 0.0 else (child, parent)
    if link.branch == 1:
        descend_branch(rows, work, link, a, b, context)
    else:
        descend_link(work, link, a, b, context)


@inlined
def descend_link(work: Workspace, link: Any, a: Any, b: Any, context: StepContext) -> None:
    """Likewise, of a link between nodes a and b."""
    i, one, pin = link.lane, work.trees.searches[link.root], work.link_blocks[link.block]
    own = own_effect(pin, i)
    if own == 0.0:
        return
    x = (b.aside_x - a.aside_x) - (b.aside_w * pin.by[i] - a.aside_w * pin.ay[i])
    y = (b.aside_y - a.aside_y) + (b.aside_w * pin.bx[i] - a.aside_w * pin.ax[i])
    gap, arm_a, arm_b, line = levers_of(pin, i, context)
    bend = arm_a * a.aside_w * a.aside_w + arm_b * b.aside_w * b.aside_w + line * (x * x + y * y)
    one.turned = max(one.turned, 0.5 * bend)
    goal_x, goal_y, goal_w = mend_goal(pin, link, work.trees.nodes[link.root].idle, one.pace, context)
    along = pin.nx[i] * x + pin.ny[i] * y
    moved = along * along if pin.rod[i] == 1.0 else x * x + y * y
    one.descent += link.side * (goal_x * x + goal_y * y) / own
    one.cost += (moved + gap * bend) / own
    if link.role in (HELD, LOWER, UPPER):
        turn, own = link.side * (b.aside_w - a.aside_w), pin.ia[i] + pin.ib[i]
        one.descent += goal_w * turn / own
        one.cost += turn * turn / own


@inlined
def descend_branch(rows: WorldRows, work: Workspace, link: Any, a: Any, b: Any, context: StepContext) -> None:
    """Likewise, of a branch."""
    i, one, block = link.lane, work.trees.searches[link.root], work.joint_blocks[link.block]
    arm_a, arm_b, line = levers_of_branch(block, i, joint_of(rows, work, link), context)
    x, y = b.aside_x - a.aside_x, b.aside_y - a.aside_y
    bend = arm_a * a.aside_w * a.aside_w + arm_b * b.aside_w * b.aside_w + line * (x * x + y * y)
    slid = math.sqrt(x * x + y * y) * max(abs(a.aside_w), abs(b.aside_w))  # an axis turns beside it
    one.turned = max(one.turned, 0.5 * bend + slid)
    for n in range(block.count[i]):
        speed = block.row[i, n, 0] * a.aside_x + block.row[i, n, 1] * a.aside_y
        speed += block.row[i, n, 2] * a.aside_w + block.row[i, n, 5] * b.aside_w
        speed += block.row[i, n, 3] * b.aside_x + block.row[i, n, 4] * b.aside_y
        gap = 0.0 if turns(block, i, n) else abs(block.push[i, n]) / context.joint_bias_rate
        share = drift_share(block, i, n, context) if work.trees.nodes[link.root].idle == 1 else 1.0
        scale = scale_of_row(block, i, n)
        one.descent -= one.pace * share * block.push[i, n] * speed / scale
        one.cost += (speed * speed + gap * bend) / scale


@inlined
def levers_of(pin: Any, i: int, context: StepContext) -> tuple[float, float, float, float]:
    """Return a link's gap and how fast it turns: per angle of a and of b, and per way across a rod."""
    gap = gap_of(pin, i)
    arm_a = math.sqrt(pin.ax[i] * pin.ax[i] + pin.ay[i] * pin.ay[i])
    arm_b = math.sqrt(pin.bx[i] * pin.bx[i] + pin.by[i] * pin.by[i])
    return gap, arm_a, arm_b, pin.rod[i] / max(pin.length[i], gap, context.slop)


@inlined
def levers_of_branch(block: Any, i: int, joint: Any, context: StepContext) -> tuple[float, float, float]:
    """Likewise of a branch, without its gap."""
    ax, ay, bx, by = block.start_ax[i], block.start_ay[i], block.start_bx[i], block.start_by[i]
    line = 1.0 / max(block.value[i], context.slop) if joint.type == DISTANCE else 0.0
    return math.sqrt(ax * ax + ay * ay), math.sqrt(bx * bx + by * by), line
