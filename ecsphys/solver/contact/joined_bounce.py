"""Bounces of bodies in trees of joints, which take along what they are joined to.

A round of `bounce`, but all points are stopped as one problem (see `landing_rows`), joints and their limits
included; then each gets its impulse again, times its restitution, and joints answer. So a bar on a hinge
bounces as its inertia about the hinge says, and a slider of two boxes as heavy as both.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...math2d.complementarity import affordable_share
from ...settings import StepContext
from ..joints.link_passes import fit_links, mark_trees
from ..joints.tree_records import NO_NODE, NODES
from ..joints.trees import strip_trees
from ..pushes import MOST_POINTS, effect
from ..workspace import Workspace, WorldRows
from .landing_rows import NO_LIMIT, find_impulses, node_of, push_together, speed_of
from .prepare import set_lively


@kernel
def bounce_joined(
    count: int, stamp: int, blocks: int, rows: WorldRows, work: Workspace, context: StepContext
) -> bool:
    """Let the first `count` of the bounces happen; false if they are too many for it."""
    if count_points(work, count) > MOST_POINTS:
        return False
    strip_trees(blocks, rows, work, context)
    mark_touched(work, count)
    fit_links(work, context)
    list_points(work, count)
    if not find_impulses(work, context):
        return False
    add_rebounds(work)
    push_together(work, context)
    stir_trees(work, count, stamp)
    return True


@inlined
def is_joined(work: Workspace, head: Any, i: int) -> bool:
    """Whether a body of lane i belongs to a tree."""
    return node_of(work, head.a[i]) + node_of(work, head.b[i]) != NO_NODE


@inlined
def count_points(work: Workspace, count: int) -> int:
    """Return how many points of the first `count` bounces take part."""
    points = 0
    for row in work.bounces[:count]:
        points += (row.speed[0] >= 0.0) + (row.speed[1] >= 0.0)
    return points


@inlined
def mark_touched(work: Workspace, count: int) -> None:
    """Mark the trees of the first `count` bounces as stale, and no others."""
    nodes = work.trees.nodes
    mark_trees(work, 0)
    for row in work.bounces[:count]:
        nodes[nodes[node_of(work, row.a)].root].stale = 1
        nodes[nodes[node_of(work, row.b)].root].stale = 1
    nodes[NO_NODE].stale = 0


@inlined
def list_points(work: Workspace, count: int) -> None:
    """List the points of the first `count` bounces as rows of an impact."""
    landed, n = work.landed[0], 0
    landed.contacts, landed.joined = count, 1
    for c in range(count):
        bounce = work.bounces[c]
        for p in range(2):
            if bounce.speed[p] < 0.0:
                continue
            nx, ny = bounce.nx, bounce.ny
            landed.a[n], landed.b[n] = bounce.a, bounce.b
            landed.row[n, 0], landed.row[n, 1], landed.row[n, 2] = -nx, -ny, -bounce.na[p]
            landed.row[n, 3], landed.row[n, 4], landed.row[n, 5] = nx, ny, bounce.nb[p]
            landed.contact[n], landed.side[n], landed.limit[n] = c, p, NO_LIMIT
            landed.pushes.speeds[n] = speed_of(work, n)
            n += 1
    landed.points = n


@inlined
def share_of(work: Workspace, n: int, most: float) -> float:
    """Return the share of its impulse that row n gets again; `most`: of a limit, which passes rebounds on."""
    landed = work.landed[0]
    if landed.limit[n] != NO_LIMIT:
        return most
    bounce, p = work.bounces[landed.contact[n]], landed.side[n]
    return float(bounce.speed[p] / bounce.approach[p])


@inlined
def add_rebounds(work: Workspace) -> None:
    """Add the impulses of the rebound, which give back no more energy than the stop has taken.

    With restitutions that differ it would be more, as in `bounce.limit_energy`.
    """
    landed, p = work.landed[0], work.landed[0].pushes
    linear, square, lost, most = 0.0, 0.0, 0.0, 0.0
    for n in range(landed.points):
        most = max(most, share_of(work, n, 0.0) if p.impulses[n] > 0.0 else 0.0)
    for n in range(landed.points):
        share, stop, rebound = share_of(work, n, most), p.speeds[n], 0.0
        for m in range(landed.points):
            stop += effect(p, n, m) * p.impulses[m]
            rebound += effect(p, n, m) * (share_of(work, m, most) * p.impulses[m])
        lost -= 0.5 * p.impulses[n] * (p.speeds[n] + stop)
        linear += share * p.impulses[n] * stop
        square += 0.5 * (share * p.impulses[n]) * rebound
    kept = affordable_share(linear, square, most * most * max(lost, 0.0))
    for n in range(landed.points):
        p.impulses[n] *= 1.0 + kept * share_of(work, n, most)


@inlined
def stir_trees(work: Workspace, count: int, stamp: int) -> None:
    """Let the next round look at all bodies whose velocities may have changed."""
    nodes = work.trees.nodes
    for row in work.bounces[:count]:
        set_lively(work.movers[row.a], stamp)
        set_lively(work.movers[row.b], stamp)
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[nodes[k].root].stale == 1:
            set_lively(work.movers[nodes[k].mover], stamp)
