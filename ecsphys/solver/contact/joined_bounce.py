"""Bounces of bodies in trees of joints, which take along what they are joined to.

A round of `bounce`, but all points of a machine are stopped as one problem (see `landing_rows`), joints and
their limits included; then each gets its impulse again, times its restitution, and joints answer. So a bar on
a hinge bounces as its inertia about the hinge says, and a slider of two boxes as heavy as both. One machine
after the other: what bounces elsewhere is nobody's business.
"""

from __future__ import annotations

from typing import Any

from ...compile import inlined, kernel
from ...math2d.complementarity import affordable_share
from ...settings import StepContext
from ..blocks import can_be_pushed
from ..joints.link_passes import fit_links, spare_trees
from ..joints.tree_records import NO_NODE, NODES
from ..joints.trees import strip_trees
from ..pushes import MOST_POINTS, effect
from ..records import BEARING
from ..workspace import Workspace, WorldRows
from .impact import NO_BOUNCE, finish_impulses
from .landing_rows import NO_LIMIT, find_impulses, node_of, push_together, speed_of
from .prepare import set_lively

TAKEN = 2  # in the place of `waiting`
# Of an impulse that a point gets again: a little more than all of it, since integration has lost some energy
# on the way. What hardly approaches would get many times that of its neighbour.
MOST_SHARE = 1.05


@kernel
def bounce_joined(
    count: int, stamp: int, blocks: int, rows: WorldRows, work: Workspace, context: StepContext
) -> None:
    """Let the first `count` of the bounces happen, machine by machine, but for those with too many points."""
    strip_trees(blocks, rows, work, context)
    spare_trees(work)
    for row in work.bounces[:count]:
        row.waiting = 1
    for first in range(count):
        if work.bounces[first].waiting == 1:
            take_machine(work, count, first)
            if list_points(work, count):
                bounce_machine(work, count, stamp, context)
            release(work, count)


@inlined
def bounce_machine(work: Workspace, count: int, stamp: int, context: StepContext) -> None:
    """Let the listed points bounce with the trees that are marked as stale."""
    fit_links(work, context)
    for n in range(work.landed[0].points):
        work.landed[0].pushes.speeds[n] = speed_of(work, n)
    if find_impulses(work, context):
        add_rebounds(work)
        push_together(work, context)
        finish_machine(work, count, stamp)


@inlined
def take_machine(work: Workspace, count: int, first: int) -> None:
    """Take in a bounce, and of the first `count` all that share bodies or trees with it."""
    grown = 1
    take_bounce(work, work.bounces[first])
    while grown > 0:
        grown = 0
        for row in work.bounces[:count]:
            if row.waiting == 1 and (is_taken(work, row.a) or is_taken(work, row.b)):
                take_bounce(work, row)
                grown = 1


@inlined
def is_taken(work: Workspace, k: int) -> bool:
    """Whether a mover, or its tree, is marked."""
    nodes = work.trees.nodes
    return bool(work.movers[k].colors & BEARING != 0 or nodes[nodes[node_of(work, k)].root].stale == 1)


@inlined
def take_bounce(work: Workspace, row: Any) -> None:
    """Take in a bounce: mark its bodies, and their trees as stale."""
    row.waiting = TAKEN
    take_body(work, row.a)
    take_body(work, row.b)


@inlined
def take_body(work: Workspace, k: int) -> None:
    """Mark a mover, if it can be pushed, or its tree."""
    node = node_of(work, k)
    if node != NO_NODE:
        work.trees.nodes[work.trees.nodes[node].root].stale = 1
    elif can_be_pushed(work.movers[k]):
        work.movers[k].colors |= BEARING


@inlined
def release(work: Workspace, count: int) -> None:
    """Take all marks away again."""
    nodes = work.trees.nodes
    for row in work.bounces[:count]:
        if row.waiting == TAKEN:
            row.waiting = 0
            nodes[nodes[node_of(work, row.a)].root].stale = 0
            nodes[nodes[node_of(work, row.b)].root].stale = 0
            work.movers[row.a].colors &= ~BEARING
            work.movers[row.b].colors &= ~BEARING


@inlined
def list_points(work: Workspace, count: int) -> bool:
    """List the points of the bounces that are taken in as rows of an impact; false if they are too many."""
    landed, n = work.landed[0], 0
    landed.contacts, landed.joined = 0, 1
    for c in range(count):
        bounce = work.bounces[c]
        for p in range(2):
            if bounce.waiting != TAKEN or bounce.speed[p] < 0.0:
                continue
            if n == MOST_POINTS:
                return False
            nx, ny = bounce.nx, bounce.ny
            landed.a[n], landed.b[n] = bounce.a, bounce.b
            landed.row[n, 0], landed.row[n, 1], landed.row[n, 2] = -nx, -ny, -bounce.na[p]
            landed.row[n, 3], landed.row[n, 4], landed.row[n, 5] = nx, ny, bounce.nb[p]
            landed.contact[n], landed.side[n], landed.limit[n] = c, p, NO_LIMIT
            n += 1
    landed.points = n
    return True


@inlined
def share_of(work: Workspace, n: int, most: float) -> float:
    """Return the share of its impulse that row n gets again; `most`: of a limit, which passes rebounds on."""
    landed = work.landed[0]
    if landed.limit[n] != NO_LIMIT:
        return most
    bounce, p = work.bounces[landed.contact[n]], landed.side[n]
    return float(min(bounce.speed[p] / bounce.approach[p], MOST_SHARE))


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
def finish_machine(work: Workspace, count: int, stamp: int) -> None:
    """Account for the impulses of the bounces that are taken in, and let the next round look at all bodies
    whose velocities may have changed.
    """
    nodes = work.trees.nodes
    for row in work.bounces[:count]:
        if row.waiting == TAKEN:
            finish_impulses(work, row)
            set_lively(work.movers[row.a], stamp)
            set_lively(work.movers[row.b], stamp)
            row.j[0], row.j[1], row.speed[0], row.speed[1] = 0.0, 0.0, NO_BOUNCE, NO_BOUNCE
    for k in range(1, work.tree_counts[NODES] + 1):
        if nodes[nodes[k].root].stale == 1:
            set_lively(work.movers[nodes[k].mover], stamp)
