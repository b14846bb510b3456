"""The order in which the joints of trees are eliminated: from the leaves of each tree to its root."""

from __future__ import annotations

from typing import Any

from ...arrays import ConstraintRows, MoverRows
from ...compile import inlined
from ..constraint import BRANCH, LINK
from ..records import STATIC_MOVER
from ..union_find import find_root
from ..workspace import Workspace
from .link_drive import FREE, IDLE
from .links import is_movable
from .tree_records import CLOSES, END_FREE, FIRST_FREE, LINKS, NO_END, NO_NODE, NODES, SUNK, Trees


@inlined
def list_trees(constraints: ConstraintRows, work: Workspace, movers: int) -> None:
    """List the links and branches among constraints as those of `work.trees`, and their bodies as nodes."""
    trees, counts, nodes, found = work.trees, work.tree_counts, 0, 0
    for k in range(movers + 1):
        trees.node_of[k] = NO_NODE
    world = trees.nodes[NO_NODE]
    world.first, world.mover, world.root, world.stale = NO_END, STATIC_MOVER, NO_NODE, 0
    world.idle, world.strike = 0, 0.0
    set_own_mass(world, work.movers[STATIC_MOVER])
    for k in range(len(constraints)):
        constraint = constraints[k]
        if constraint.kind == LINK or constraint.kind == BRANCH:
            nodes = add_node(trees, work.movers, constraint.mover_a, nodes)
            nodes = add_node(trees, work.movers, constraint.mover_b, nodes)
            link = trees.found[found]
            link.constraint, link.taken, link.branch = k, 0, 0
            if constraint.kind == BRANCH:
                link.branch = 1
            link.mover_child, link.mover_parent = constraint.mover_a, constraint.mover_b
            connect(trees, found)
            found += 1
    counts[FIRST_FREE], counts[END_FREE] = order_links(trees, found, nodes)
    counts[LINKS], counts[NODES], counts[SUNK] = found, nodes, 0
    # All nodes but free roots hang on one link each; loops are added later.
    counts[CLOSES] = found - (nodes - (counts[END_FREE] - counts[FIRST_FREE]))


@inlined
def add_node(trees: Trees, movers: MoverRows, mover: int, nodes: int) -> int:
    """Give a mover that can be moved a node; return the new number of nodes."""
    if trees.node_of[mover] != NO_NODE or not is_movable(movers, mover):
        return nodes
    trees.node_of[mover] = nodes + 1
    node = trees.nodes[nodes + 1]
    node.mover, node.first, node.parent, node.held = mover, NO_END, NO_END, 0
    set_own_mass(node, movers[mover])
    return nodes + 1


@inlined
def set_own_mass(node: Any, mover: Any) -> None:
    """Set the mass of a node's body."""
    node.own_x = 1.0 / mover.mx if mover.mx > 0.0 else 0.0
    node.own_y = 1.0 / mover.my if mover.my > 0.0 else 0.0
    node.own_w = 1.0 / mover.i if mover.i > 0.0 else 0.0
    node.locked = 1 if mover.mx == 0.0 or mover.my == 0.0 or mover.i == 0.0 else 0


@inlined
def connect(trees: Trees, found: int) -> None:
    """List both ends of a link at its nodes."""
    link = trees.found[found]
    a, b = trees.node_of[link.mover_child], trees.node_of[link.mover_parent]
    trees.ends[2 * found] = trees.nodes[a].first
    trees.nodes[a].first = 2 * found
    trees.ends[2 * found + 1] = trees.nodes[b].first
    trees.nodes[b].first = 2 * found + 1


@inlined
def order_links(trees: Trees, found: int, nodes: int) -> tuple[int, int]:
    """Write the links in the order of their elimination: from the leaves of each tree, breadth first, to its
    root; last the link to the world on which the root hangs. All trees at once: each of their links waits
    for the one before, so the processor goes on with the next tree's. Returns the places in `trees.order` of
    the first free root and behind the last.

    Further links to the world come first: there the world is the child.
    """
    place, end = found, 0
    for root in range(1, nodes + 1):
        held = world_end(trees, root)
        if held != NO_END and trees.nodes[top_node(trees, root)].held == 0:
            trees.nodes[top_node(trees, root)].held = 1
            trees.nodes[root].parent, trees.nodes[root].held = NO_NODE, 1
            open_root(trees, root)
            place -= 1
            take_link(trees, place, held ^ 1, root, NO_NODE)
            trees.order[end] = root
            end += 1
    place, end = grow_trees(trees, place, 0, end)
    first = end
    for root in range(1, nodes + 1):
        if trees.nodes[root].parent == NO_END and top_node(trees, root) == root:
            trees.nodes[root].parent, trees.nodes[root].held, trees.nodes[root].link = NO_NODE, 0, NO_END
            open_root(trees, root)
            trees.order[end] = root
            end += 1
    place, _ = grow_trees(trees, place, first, end)
    for k in range(found):
        if trees.found[k].taken == 0:
            place -= 1
            side = 2 * k + (trees.node_of[trees.found[k].mover_child] == NO_NODE)
            take_link(trees, place, side, NO_NODE, other_node(trees, side ^ 1))
            trees.nodes[trees.links[place].root].closed = 1
    return first, end


@inlined
def open_root(trees: Trees, root: int) -> None:
    """Let a tree begin at a node."""
    node = trees.nodes[root]
    node.root, node.idle, node.strike = root, 0, 0.0
    node.closed, node.torn, trees.searches[root].give = 0, 0, 0.0
    node.grounded, node.sunk = 0, 0


@inlined
def top_node(trees: Trees, node: int) -> int:
    """Return the node of the body after which the tree of a node is named (`links.choose_links`)."""
    return int(trees.node_of[find_root(trees.parents, trees.nodes[node].mover)])


@inlined
def grow_trees(trees: Trees, place: int, first: int, end: int) -> tuple[int, int]:
    """Write the links of the trees whose roots are the nodes from `first` to before `end` in `order`, before
    row `place`. Returns that and the end of `order` after.
    """
    while first < end:
        node = trees.order[first]
        first += 1
        at = trees.nodes[node].first
        while at != NO_END:
            other = other_node(trees, at)
            if other != NO_NODE and trees.nodes[other].parent == NO_END:
                trees.nodes[other].parent = node
                trees.nodes[other].root = trees.nodes[node].root
                trees.order[end] = other
                end += 1
                place -= 1
                take_link(trees, place, at, other, node)
            at = trees.ends[at]
    return place, end


@inlined
def world_end(trees: Trees, node: int) -> int:
    """Return the end at a node of a link to the world, NO_END without one."""
    at = trees.nodes[node].first
    while at != NO_END and other_node(trees, at) != NO_NODE:
        at = trees.ends[at]
    return int(at)


@inlined
def other_node(trees: Trees, end: int) -> int:
    """Return the node at the other end of a link."""
    link = trees.found[end // 2]
    return int(trees.node_of[link.mover_parent if end % 2 == 0 else link.mover_child])


@inlined
def take_link(trees: Trees, place: int, end: int, child: int, parent: int) -> None:
    """Write row `place` of the links: that whose given end is at the parent."""
    found, link = trees.found[end // 2], trees.links[place]
    found.taken, trees.nodes[child].link = 1, place
    link.constraint, link.child, link.parent = found.constraint, child, parent
    link.branch, link.turns, link.role, link.changed = found.branch, FREE, IDLE, 0
    link.root = trees.nodes[child if child != NO_NODE else parent].root
    if end % 2 == 0:  # the parent is a
        link.side, link.mover_child, link.mover_parent = 1.0, found.mover_parent, found.mover_child
    else:
        link.side, link.mover_child, link.mover_parent = -1.0, found.mover_child, found.mover_parent
