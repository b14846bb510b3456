"""Which joints are links and branches: those that make a tree, which is solved as a whole (`trees`).

Those between the bodies of one island make a forest, and some close loops. A rope, a bridge or a machine has
few of the latter; in a net they are half of all, and its joints are solved one by one.
"""

from __future__ import annotations

from typing import Any

from ...arrays import ConstraintRows, Ints, JointRows, MoverRows
from ...compile import inlined, kernel
from ...world.joints import DISTANCE, REVOLUTE, WELD
from ..blocks import can_be_pushed
from ..constraint import BRANCH, LINK, LOOP, PIN
from ..union_find import find_root
from ..workspace import Workspace
from .loops import ROUNDS
from .rows import is_rod

# Joints of an island that close loops, and share of all: with more of both it is a net. So many the search of
# `loops` solves exactly, where each is a rod.
FEW_LOOPS, MAX_LOOPS = ROUNDS, 0.25


@inlined
def is_movable(movers: MoverRows, k: int) -> bool:
    """Whether impulses change the velocity of a mover."""
    return can_be_pushed(movers[k])


@kernel
def choose_links(constraints: ConstraintRows, joints: JointRows, work: Workspace, mover_count: int) -> int:
    """Make links and branches of the joints that are part of trees, and return their number; make loops of
    those that close one.
    """
    movers, parents, counts, found, closing = work.movers, work.trees.parents, work.trees.counts, 0, 0
    for constraint in constraints:
        found += constraint.single != 0
    if found == 0:
        return 0
    for k in range(mover_count + 1):
        parents[k], counts[3 * k], counts[3 * k + 1], counts[3 * k + 2] = k, 0, 0, 0
    for constraint in constraints:
        if constraint.single != 0:
            if join_bodies(constraint, movers, parents, counts):
                constraint.kind = LINK if is_plain(constraint, joints) else BRANCH
            else:
                closing += 1
    links = 0
    for constraint in constraints:
        if constraint.kind == LINK or constraint.kind == BRANCH:
            root = find_root(parents, body_of(constraint, movers))
            size, loops = counts[3 * root], counts[3 * root + 1]
            if is_net(loops, size):
                constraint.kind = constraint.single
            else:
                links += 1
    if links > 0 and closing > 0:
        for constraint in constraints:
            if constraint.kind == constraint.single and closes_loop(constraint, joints, work):
                constraint.kind = LOOP
    return links


@inlined
def is_net(loops: int, joints: int) -> bool:
    """Whether so many of an island's joints close loops that they are solved one by one."""
    return bool(loops > FEW_LOOPS and loops > MAX_LOOPS * joints)


@inlined
def is_plain(constraint: Any, joints: JointRows) -> bool:
    """Whether a joint is a pin, a rod, a hinge or a rigid weld: a common place and an angle."""
    joint = joints[constraint.row]
    if joint.type == WELD:
        return bool(joint.hertz == 0.0 and joint.angular_hertz == 0.0)
    return bool(joint.type == REVOLUTE or constraint.single == PIN or is_rod(joint))


@inlined
def closes_loop(constraint: Any, joints: JointRows, work: Workspace) -> bool:
    """Whether a joint that is part of no tree closes a loop of one, which is no net. A rod without length has
    no rows for that.
    """
    movers, counts = work.movers, work.trees.counts
    if not (is_movable(movers, constraint.mover_a) and is_movable(movers, constraint.mover_b)):
        return False
    root = find_root(work.trees.parents, constraint.mover_a)
    if is_net(counts[3 * root + 1], counts[3 * root]):
        return False
    return bool(not (constraint.single == PIN and joints[constraint.row].type == DISTANCE))


@inlined
def body_of(constraint: Any, movers: MoverRows) -> int:
    """Return the mover of a constraint that can be moved."""
    return int(constraint.mover_a) if is_movable(movers, constraint.mover_a) else int(constraint.mover_b)


@inlined
def join_bodies(constraint: Any, movers: MoverRows, parents: Ints, counts: Ints) -> bool:
    """Count a joint and unite its bodies; return whether it is part of a tree.

    `counts` has three numbers a tree: its joints, those that close loops, and those that end at the world.
    """
    a, b = constraint.mover_a, constraint.mover_b
    if not (is_movable(movers, a) or is_movable(movers, b)):
        return False
    if not (is_movable(movers, a) and is_movable(movers, b)):
        root = find_root(parents, body_of(constraint, movers))
        counts[3 * root] += 1
        counts[3 * root + 2] += 1
        return True
    root_a, root_b = find_root(parents, a), find_root(parents, b)
    if root_a == root_b:
        counts[3 * root_a] += 1
        counts[3 * root_a + 1] += 1
        return False
    low, high = min(root_a, root_b), max(root_a, root_b)
    parents[high] = low
    counts[3 * low] += counts[3 * high] + 1
    counts[3 * low + 1] += counts[3 * high + 1]
    counts[3 * low + 2] += counts[3 * high + 2]
    return True


@inlined
def is_free_tree(constraint: Any, work: Workspace) -> bool:
    """Whether a joint is part of a tree that nothing ties to the world."""
    if constraint.kind not in (LINK, BRANCH, LOOP):
        return False
    root = find_root(work.trees.parents, body_of(constraint, work.movers))
    return bool(work.trees.counts[3 * root + 2] == 0)
