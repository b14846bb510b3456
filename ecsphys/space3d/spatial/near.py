"""The walk from a point outwards: proxies whose boxes are within a distance, near ones first."""

from __future__ import annotations

from ...compile import inlined, kernel
from ...spatial.walk import NONE
from .cuboid import Cuboid
from .shared import member_at
from .storage import bounds_of
from .walk import (
    STACK_SIZE,
    NodeVisit,
    ProxyTree,
    WalkState,
    boxes_in,
    chain_of,
    children_in,
    lowest_bit,
    push_children,
)


@inlined
def gap_squared(box: Cuboid, x: float, y: float, z: float) -> float:
    """Return the square of the distance between a point and a box, 0 inside."""
    gap_x = max(max(box.lx - x, x - box.ux), 0.0)
    gap_y = max(max(box.ly - y, y - box.uy), 0.0)
    gap_z = max(max(box.lz - z, z - box.uz), 0.0)
    return gap_x * gap_x + gap_y * gap_y + gap_z * gap_z


@inlined
def cube_around(x: float, y: float, z: float, reach: float) -> Cuboid:
    """Return the cube around a point."""
    return Cuboid(x - reach, y - reach, z - reach, x + reach, y + reach, z + reach)


@inlined
def step_near(tree: ProxyTree, x: float, y: float, z: float, reach: float, top: int) -> NodeVisit:
    """Pop a node and push those of its children that are within `reach` of a point, the nearest on top.

    The boxes of the node's own proxies may still be further away. A node that is further away than `reach`,
    which may have been lowered since it was pushed, is only popped.
    """
    top -= 1
    if tree.entries[top] > reach * reach:
        return NodeVisit(top, NONE)
    node = tree.nodes[tree.stack[top]]
    child, first = node.child, node.first
    if child != NONE:
        bits = children_in(tree.bounds, child, cube_around(x, y, z, reach))
        rest = bits
        while rest != 0:
            q = lowest_bit(rest)
            rest &= rest - 1
            tree.entries[STACK_SIZE + q] = gap_squared(bounds_of(tree.bounds, child + q), x, y, z)
        top = push_children(tree, child, bits, 0, top)
    return NodeVisit(top, first)


@kernel
def next_near(tree: ProxyTree, x: float, y: float, z: float, reach: float, state: WalkState) -> WalkState:
    """Return the next proxy whose box is within `reach` of a point, near ones roughly first; NONE at the end.

    Begin with `walk.start_walk`. `reach` may be lowered from call to call as something near is found.
    """
    top, slot, pending = state.top, state.slot, state.pending
    while True:
        while pending != 0:
            k = lowest_bit(pending)
            pending &= pending - 1
            if gap_squared(bounds_of(tree.boxes, (slot & ~7) + k), x, y, z) <= reach * reach:
                return WalkState(top, slot, pending, member_at(tree, (slot & ~7) + k))
        slot = NONE if slot == NONE else chain_of(tree, slot)
        while slot == NONE:
            if top == 0:
                return WalkState(0, NONE, 0, NONE)
            top, slot = step_near(tree, x, y, z, reach, top)
        pending = boxes_in(tree.boxes, slot >> 3, cube_around(x, y, z, reach))
