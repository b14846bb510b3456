"""The records of trees of links."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from ...arrays import Ints, Rows
from ...compile import INTS, array, group, records

LinkRows = Rows
NodeRows = Rows

NO_NODE = 0  # the world, and all bodies that impulses do not move

# One row a body of a tree. `m…` is its mass with all that hangs on it (later its inverse), `f…` the impulses
# of what hangs on it, `v…` the change of its velocity. The order of words is x, y and the angle.
NODE = np.dtype(
    [
        ("mover", "i8"),
        ("first", "i8"),  # of its ends of links; NO_END: none
        ("parent", "i8"),  # NO_END: not known yet
        ("held", "i8"),  # 1: a root that hangs on a link to the world
        *(
            (name, "f8")
            for name in ("mxx", "mxy", "mxw", "myy", "myw", "mww", "fx", "fy", "fw", "vx", "vy", "vw")
        ),
    ]
)

NO_END = -1

# One row a link, in the order in which they are eliminated: a body's before that to its parent.
LINK_ROW = np.dtype(
    [
        ("block", "i8"),
        ("lane", "i8"),
        ("taken", "i8"),  # only of `Trees.found`: it has its row
        ("side", "f8"),  # 1 if the child is b, else -1
        ("branch", "i8"),  # 1: a branch, whose rows are in its block; 0: a link
        ("child", "i8"),  # nodes
        ("parent", "i8"),
        ("mover_child", "i8"),
        ("mover_parent", "i8"),
        ("give", "f8"),  # compliance
        *((name, "f8") for name in ("cx", "cy", "px", "py")),  # the common place from both centres
        *((name, "f8") for name in ("exx", "exy", "eyy")),  # the impulse that a unit of velocity takes
        *((name, "f8") for name in ("gx", "gy", "jx", "jy")),
    ]
)


class Trees(NamedTuple):
    """The trees of the group being solved."""

    nodes: NodeRows
    links: LinkRows
    found: LinkRows  # scratch: links in the order of blocks
    node_of: Ints  # by mover
    ends: Ints  # two a link of `found`: the next end at the same node
    order: Ints  # nodes, each behind its parent
    parents: Ints  # scratch of `links.choose_links`, by mover
    counts: Ints  # likewise, two a mover


TREES = group(Trees, array(NODE), array(LINK_ROW), array(LINK_ROW), *[INTS] * 5)


def make_trees(movers: int, links: int) -> Trees:
    """Return the arrays for that many movers and links."""
    return Trees(
        nodes=records(movers + 1, NODE),
        links=records(links, LINK_ROW),
        found=records(links, LINK_ROW),
        node_of=np.zeros(movers, np.int64),
        ends=np.zeros(2 * links, np.int64),
        order=np.zeros(movers + 1, np.int64),
        parents=np.zeros(movers, np.int64),
        counts=np.zeros(2 * movers, np.int64),
    )
