"""The records of trees of links."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from ...arrays import Ints, Rows
from ...compile import INTS, array, group, records

LinkRows = Rows
NodeRows = Rows


def _lanes(*names: str) -> list[Any]:
    return [(name, "f8", (TREE_LANES,)) for name in names]


NO_NODE = 0  # the world, and all bodies that impulses do not move

TREE_LANES = 4  # doubles of a vector register that most processors have

# One row a body of a tree. `m…` is its mass with all that hangs on it (later its inverse, of free roots and
# children of branches), `f…` the impulses of what hangs on it, `v…` the change of its velocity. The order of
# words is x, y and the angle.
NODE = np.dtype(
    [
        *((name, "f8") for name in ("fx", "fy", "fw", "vx", "vy", "vw")),
        ("stale", "i8"),  # of a root, 1: its tree is yet to be solved in the pass
        ("root", "i8"),  # the node of its tree's
        *((name, "f8") for name in ("mxx", "myy", "mww", "mxy", "mxw", "myw")),
        *((name, "f8") for name in ("own_x", "own_y", "own_w")),  # its own mass; 0 where it is locked
        ("locked", "i8"),  # 1: in some direction
        ("mover", "i8"),
        ("first", "i8"),  # of its ends of links; NO_END: none
        ("parent", "i8"),  # NO_END: not known yet
        ("link", "i8"),  # to its parent, NO_END without one
        ("held", "i8"),  # 1: a root that hangs on a link to the world
        ("idle", "i8"),  # of a root, 1: its island has no energy to push against drift within the slop
        ("strike", "f8"),  # of a root: the speed at which a joint of its tree comes to a limit in the step
        *((name, "f8") for name in ("aside_x", "aside_y", "aside_w")),  # see `link_passes.set_misfit_aside`
    ]
)

FORCES, SPEEDS, MASSES = 0, 3, 8  # first words of a node's forces, speeds and masses
NO_END = -1

# `Workspace.tree_counts`: links, nodes, links whose angle is held or driven, branches and loops, loops alone,
# those of all with springs; 1 until the rows of the step's start have been solved; 1 while springs, limits
# and motors are taken away; the first block of links and the one behind the last; places in `Trees.order` of
# the first free root and behind the last.
COUNTS = 12
LINKS, NODES, TURNING, BRANCHES, LOOPS, SPRINGS, FRESH, STRIPPED = range(8)
FIRST_BLOCK, END_BLOCK, FIRST_FREE, END_FREE = range(8, COUNTS)

# One row a link, in the order in which they are eliminated: a body's before that to its parent; then the
# joints that close loops, as branches whose child is b.
LINK_ROW = np.dtype(
    [
        ("constraint", "i8"),  # of the group
        ("block", "i8"),
        ("lane", "i8"),
        ("taken", "i8"),  # only of `Trees.found`: it has its row
        ("side", "f8"),  # 1 if the child is b, else -1
        ("branch", "i8"),  # 1: a branch, whose rows are in its block; 0: a link
        ("child", "i8"),  # nodes
        ("parent", "i8"),
        ("mover_child", "i8"),
        ("mover_parent", "i8"),
        ("turns", "i8"),  # as in LINK_BLOCK
        ("role", "i8"),  # what holds the angle in the pass (see `link_drive`)
        ("root", "i8"),  # the node
        ("changed", "i8"),  # 1: its rows are others than in the last solution
    ]
)

# One row TREE_LANES successive links: what the passes compute of them, lane by lane.
LANE_ROW = np.dtype(
    [
        # How many can be solved side by side: TREE_LANES if all are links of one block and none hangs on
        # another, else 0. LLVM does not know that number: a loop over four it would unroll, and then not
        # vectorise.
        ("apart", "i8"),
        ("block", "i8"),  # that of these, and the lane of the first: they follow each other there
        ("lane", "i8"),
        ("plain", "i8"),  # 1: besides, none is a rod, and no child is locked in some direction
        ("branches", "i8"),  # how many are no links
        ("turning", "i8"),  # how many angles are held or driven in the pass
        ("child", "i4", (TREE_LANES,)),  # nodes
        ("parent", "i4", (TREE_LANES,)),
        ("words", "f8", (4, TREE_LANES)),  # scratch: of nodes, gathered and to be scattered
        ("masses", "f8", (4, TREE_LANES)),  # likewise
        *_lanes("side"),  # as in LINK_ROW
        *_lanes("cx", "cy", "px", "py"),  # the common place from both centres
        # The impulse that a unit of velocity takes; the angle's are 0 while nothing holds it.
        *_lanes("exx", "exy", "exw", "eyy", "eyw", "eww"),
        # What impulses on the child alone, with all that hangs on it, add to the velocity of the place and to
        # the angle's. A row's words are those of the impulse, and of the child's velocity that a unit impulse
        # of the link adds.
        *_lanes("axx", "axy", "axw", "ayx", "ayy", "ayw", "awx", "awy", "aww"),
        *_lanes("ux", "uy", "uw"),  # of those of what hangs on it
        *_lanes("gx", "gy", "gw"),  # what is to be added beside them
    ]
)

# One row a node, of which those of roots count: the search for the impulses of the joints that close loops of
# its tree (see `loops`).
SEARCH = np.dtype(
    [
        ("loops", "i8"),  # how many there are
        ("stale", "i8"),  # that of the node before the search
        ("open", "f8"),  # square of what is still open, each row's over its mass
        ("first_open", "f8"),  # of the start
        ("next_open", "f8"),
        ("yielded", "f8"),  # the speeds that the direction of search adds, each times its impulse
    ]
)


class Trees(NamedTuple):
    """The trees of the group being solved."""

    nodes: NodeRows
    searches: Rows  # by node
    links: LinkRows
    lanes: Rows  # of `links`: what passes compute
    found: LinkRows  # scratch: links in the order of constraints
    node_of: Ints  # by mover
    ends: Ints  # two a link of `found`: the next end at the same node
    order: Ints  # nodes, each behind its parent
    parents: Ints  # scratch of `links.choose_links`, by mover
    counts: Ints  # likewise, three a mover


TREES = group(
    Trees, array(NODE), array(SEARCH), array(LINK_ROW), array(LANE_ROW), array(LINK_ROW), *[INTS] * 5
)


def make_trees(movers: int, links: int) -> Trees:
    """Return the arrays for that many movers and links."""
    return Trees(
        nodes=records(movers + 1, NODE),
        searches=records(movers + 1, SEARCH),
        links=records(links, LINK_ROW),
        lanes=records(links // TREE_LANES + 1, LANE_ROW),
        found=records(links, LINK_ROW),
        node_of=np.zeros(movers, np.int64),
        ends=np.zeros(2 * links, np.int64),
        order=np.zeros(movers + 1, np.int64),
        parents=np.zeros(movers, np.int64),
        counts=np.zeros(3 * movers, np.int64),
    )
